//! What is not sure about a profile that was fitted.

use super::{Fitted, Lesson};
use crate::base::Point;
use crate::fit::FoundBoard;
use crate::games::dungeons::puzzle::Cell;

/// A place that is ahead of the next one by less may be the wrong one.
const LEAD: f32 = 0.06;

/// The fitted profile with what is not sure about it.
pub(super) fn doubting(mut fitted: Fitted, found: &FoundBoard, lessons: &[Lesson]) -> Fitted {
    let doubts = &mut fitted.doubts;
    if found.lead < LEAD {
        let bounds = fitted.profile.cells.bounds();
        let corner = fitted.place.origin + Point::new(bounds.x, bounds.y);
        doubts.push(format!(
            "The board may be elsewhere: another place fits nearly as well. If the picture shows it \
             wrong, say where the cells are, as in --board {},{},{},{}.",
            corner.x, corner.y, bounds.width, bounds.height
        ));
    }
    let puzzles = || lessons.iter().map(|lesson| &lesson.puzzle);
    let largest = fitted
        .profile
        .cells
        .columns
        .max(fitted.profile.cells.rows)
        .min(8) as u8;
    let seen = |value: &u8| puzzles().any(|p| p.columns.contains(value) || p.rows.contains(value));
    let missing: Vec<String> = (0..=largest)
        .filter(|v| !seen(v))
        .map(|v| v.to_string())
        .collect();
    if !missing.is_empty() {
        doubts.push(format!(
            "No example shows the number {}: `read` refuses puzzles with it until one more --example \
             shows it; `play` learns it where only one number makes sense.",
            missing.join(", ")
        ));
    }
    for (cell, what) in [(Cell::Treasure, "treasure"), (Cell::Monster, "monster")] {
        if !puzzles().any(|puzzle| puzzle.cells.contains(&cell)) {
            doubts.push(format!(
                "No example shows a {what}: give one more --example that does."
            ));
        }
    }
    fitted
}
