//! Fitting to a game that always draws the same pixels.

use std::sync::Arc;

use super::super::learn;
use super::super::puzzle::Cell;
use super::{Fitted, Lesson};
use crate::base::Rect;
use crate::profile::Profile;

/// A profile for a game that always draws the same pixels, if all lessons agree with that and show each cell empty: floor
/// that was never seen is taken for what lay on it.
pub(super) fn exactly(profile: &Profile, boards: &[Lesson]) -> Option<Fitted> {
    let is_bare = |at: usize| boards.iter().any(|b| b.puzzle.cells[at] == Cell::Unknown);
    if !(0..boards.first()?.puzzle.cells.len()).all(is_bare) {
        return None;
    }
    let mut exact = profile.clone();
    let [width, height] = profile.board.map(|side| side as i32);
    let wide = |r: Rect| {
        // The digits of such games may be some pixels off their place.
        let reach = ((56 - r.width.max(r.height)) / 2).clamp(0, 5);
        Rect::new(
            r.x - reach,
            r.y - reach,
            r.width + 2 * reach,
            r.height + 2 * reach,
        )
    };
    let numbers = exact.numbers.as_mut()?;
    numbers.columns = wide(numbers.columns);
    numbers.rows = wide(numbers.rows);
    let inside =
        |r: Rect| r.x >= 0 && r.y >= 0 && r.x + r.width <= width && r.y + r.height <= height;
    if !inside(numbers.columns) || !inside(numbers.rows) || exact.check().is_err() {
        return None;
    }
    let learned = learn::templates(&exact, boards, &[]).ok()?;
    if !learned.refused.is_empty() {
        return None;
    }
    exact.templates = Arc::new(exact.prepare(learned.pictures.clone()).ok()?);
    let place = super::place(profile);
    Some(Fitted {
        profile: exact,
        pictures: learned.pictures,
        doubts: Vec::new(),
        place,
    })
}
