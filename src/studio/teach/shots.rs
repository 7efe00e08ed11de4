//! Pictures of windows, and those that are dropped on the page.

use std::io::Cursor;

use image::imageops::{FilterType, resize};
use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use serde_json::{Value, json};

use super::Shot;
use crate::screen::{Screen as _, ScreenError, WindowScreen};
use crate::studio::api::png;
use crate::studio::http::Answer;

/// Width and height of the largest picture.
const LARGEST: u32 = 8192;

/// Bytes that a picture may take while it is decoded: one of an 8K screen with its colours.
const MEMORY: u64 = 200 << 20;

/// A small picture is so wide and high at most.
const SMALL: u32 = 240;

/// A window smaller than this is no game: panels and the like.
const LEAST: u32 = 48;

/// The picture of a file.
///
/// # Errors
/// It is none, or too large.
pub fn load(bytes: &[u8]) -> Result<Shot, Answer> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST);
    limits.max_image_height = Some(LARGEST);
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let picture = reader.decode();
    let picture = picture
        .map_err(|error| Answer::refusal(422, format!("that is no PNG picture: {error}")))?;
    let mut picture = picture.into_rgba8();
    picture.pixels_mut().for_each(|pixel| pixel[3] = 255);
    let window = None;
    Ok(Shot { picture, window })
}

/// All windows that can be seen.
///
/// # Errors
/// There is no desktop, or it does not tell.
pub fn windows() -> Result<Value, Answer> {
    let all = WindowScreen::all().map_err(|error| refused(&error))?;
    let told = all.into_iter().filter_map(|mut window| {
        let (width, height) = window.capture().ok()?.image.dimensions();
        let title = window.title.clone();
        let is_game = width.min(height) >= LEAST;
        is_game
            .then(|| json!({ "id": window.id, "title": title, "width": width, "height": height }))
    });
    Ok(told.collect())
}

/// The window of a number as it is now.
///
/// # Errors
/// It is not there, or cannot be seen.
pub fn of_window(id: u32) -> Result<Shot, Answer> {
    let captured = WindowScreen::find(&format!("id:{id}")).and_then(|mut window| {
        let frame = window.capture()?;
        Ok((frame.image.as_ref().clone(), window.title))
    });
    let (picture, title) = captured.map_err(|error| refused(&error))?;
    let window = Some((id, title));
    Ok(Shot { picture, window })
}

/// The same, small.
///
/// # Errors
/// As of [`of_window`].
pub fn small(id: u32) -> Result<Answer, Answer> {
    let picture = of_window(id)?.picture;
    let (width, height) = picture.dimensions();
    let share = f64::from(SMALL) / f64::from(width.max(height).max(SMALL));
    let side = |pixels: u32| ((f64::from(pixels) * share) as u32).max(1);
    let small = resize(&picture, side(width), side(height), FilterType::Triangle);
    png(DynamicImage::from(small))
}

fn refused(error: &ScreenError) -> Answer {
    Answer::refusal(422, error.to_string())
}
