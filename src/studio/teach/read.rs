//! What is read of a picture.

use image::RgbaImage;
use serde_json::{Value, json};

use super::{Lesson, Shot};
use crate::game::Game;
use crate::game::ability::{Fits, Fitted};
use crate::game::draft::{Draft, DraftError, read_back, with_fits};
use crate::profile::learn;
use crate::screen::Frame;
use crate::studio::http::Answer;
use crate::studio::recognised;
use crate::studio::solve::parse;
use crate::vision::{Note, Place, ReadScratch, Reading, View};

/// A profile for what a lesson says, and what is read with it.
///
/// # Errors
/// The text is no puzzle, or the picture does not show it.
pub fn fit<G: Game>(lesson: &Lesson, shot: &Shot) -> Result<(Fitted, Value), Answer> {
    let puzzle = parse::<G>(&lesson.text)?;
    let [next, reset, submit] = lesson.ways()?;
    let title = shot.window.as_ref().map(|(_, title)| title.as_str());
    let windows = [
        lesson.window.trim(),
        title.unwrap_or_default(),
        &lesson.name,
    ];
    let window = windows.into_iter().find(|window| !window.is_empty());
    let draft = Draft {
        name: lesson.name.trim().into(),
        window: window.unwrap_or_default().into(),
        board: lesson.rect(),
        next,
        reset,
        submit,
        park: lesson.park(),
    };
    let example = learn::Lesson {
        name: "the picture".into(),
        picture: shot.picture.clone(),
        puzzle,
    };
    let fitted = with_fits::<G, _>(|fits| fitted::<G>(fits, &draft, &example));
    let fitted =
        fitted.unwrap_or_else(|| Err(Answer::refusal(422, "it cannot be taught by pictures")))?;
    let read = read_back::<G>(&fitted, &shot.picture);
    let (reading, notes) = read.map_err(|error| Answer::refusal(422, error.to_string()))?;
    let mut told = tell::<G>(&fitted, fitted.place, &reading, &notes);
    told["doubts"] = fitted.doubts.clone().into();
    Ok((fitted, told))
}

fn fitted<G: Game>(
    fits: &dyn Fits<G>,
    draft: &Draft,
    example: &learn::Lesson<G::Puzzle>,
) -> Result<Fitted, Answer> {
    let fitted = draft.fit(fits, std::slice::from_ref(example));
    fitted.map_err(|why: DraftError| Answer::refusal(422, why.to_string()))
}

/// What is read of another picture.
///
/// # Errors
/// The board is not there, or not certain.
pub fn again<G: Game>(fitted: &Fitted, picture: &RgbaImage) -> Result<Value, Answer> {
    let frame = Frame::still(picture.clone());
    let mut scratch = ReadScratch::default();
    let profile = &fitted.profile;
    let refused = |error: crate::vision::ReadError| Answer::refusal(422, error.to_string());
    let place = profile
        .locate(&frame, Some(fitted.place))
        .map_err(refused)?;
    let view = View {
        frame: &frame,
        place,
    };
    let reading = G::read(&view, profile, None, &mut scratch).map_err(refused)?;
    Ok(tell::<G>(fitted, place, &reading, &scratch.notes))
}

/// The board as text, where its cells are, and all that was recognised: in pixels of the picture.
fn tell<G: Game>(
    fitted: &Fitted,
    place: Place,
    reading: &Reading<G::Puzzle>,
    notes: &[Note],
) -> Value {
    let grid = &fitted.profile.cells;
    let mut cells = recognised::area(place.area(grid.bounds()));
    cells["columns"] = grid.columns.into();
    cells["rows"] = grid.rows.into();
    json!({
        "text": reading.puzzle.to_string(),
        "confidence": reading.confidence,
        "cells": cells,
        "notes": recognised::notes(notes, place, fitted.profile.confidence),
    })
}
