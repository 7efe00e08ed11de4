//! Saving pictures.

use std::fs::File;
use std::path::Path;

use anyhow::Context as _;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, DynamicImage, Frame, RgbImage};

/// Milliseconds that a picture of an animation stays, and that the last one stays.
const STEP: u32 = 80;
const REST: u32 = 2000;

/// Saves a picture in the format that its name tells.
pub fn save(picture: &RgbImage, path: &Path) -> anyhow::Result<()> {
    picture
        .save(path)
        .with_context(|| format!("cannot save {}", path.display()))
}

/// Saves pictures as an animation that starts over at its end.
pub fn save_animation(pictures: Vec<RgbImage>, path: &Path) -> anyhow::Result<()> {
    let what = || format!("cannot save {}", path.display());
    let file = File::create(path).with_context(what)?;
    let mut encoder = GifEncoder::new_with_speed(file, 30);
    encoder.set_repeat(Repeat::Infinite).with_context(what)?;
    let last = pictures.len().saturating_sub(1);
    for (index, picture) in pictures.into_iter().enumerate() {
        let stays = if index == last { REST } else { STEP };
        let picture = DynamicImage::from(picture).into_rgba8();
        let delay = Delay::from_numer_denom_ms(stays, 1);
        let frame = Frame::from_parts(picture, 0, 0, delay);
        encoder.encode_frame(frame).with_context(what)?;
    }
    Ok(())
}
