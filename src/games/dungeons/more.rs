//! One more example for a profile that reads by likeness.

use std::sync::Arc;

use image::RgbaImage;

use super::fit;
use super::puzzle::Puzzle;
use crate::profile::{Named, Profile, example_name};
use crate::screen::Frame;
use crate::vision::{ReadScratch, View};

/// The board in the picture of a window, as the profile has boards; the error says why there is none.
pub fn board(picture: &RgbaImage, profile: &Profile) -> Result<RgbaImage, String> {
    let frame = Frame::still(picture.clone());
    let place = profile
        .locate(&frame, None)
        .map_err(|error| error.to_string())?;
    let view = View {
        frame: &frame,
        place,
    };
    Ok(view.board(profile.board))
}

/// The profile with one more example, and the example's picture. `known` are the pictures it has.
///
/// # Errors
/// Why it is not learned: with it the board would not be read as `puzzle`.
pub fn with_example(
    profile: &Profile,
    known: &[Named],
    board: RgbaImage,
    puzzle: &Puzzle,
) -> Result<(Profile, Named), String> {
    let size = [puzzle.width(), puzzle.height()];
    let own = [profile.cells.columns, profile.cells.rows];
    if size != own {
        return Err(format!(
            "it has {}x{} cells, and boards of this profile {}x{}: make another profile for them",
            size[0], size[1], own[0], own[1]
        ));
    }
    let mut more = profile.clone();
    more.examples.push(fit::shown_by(puzzle));
    let picture = (example_name(more.examples.len()), board);
    let pictures = known.iter().chain([&picture]).cloned().collect();
    more.templates = Arc::new(more.prepare(pictures)?);
    let frame = Frame::still(picture.1.clone());
    let view = View::whole(&frame);
    match super::read::read(&view, &more, None, &mut ReadScratch::default()) {
        Ok(reading) if reading.puzzle.givens() == puzzle.givens() => Ok((more, picture)),
        Ok(reading) => Err(format!("it is read as something else:\n{}", reading.puzzle)),
        Err(error) => Err(error.to_string()),
    }
}
