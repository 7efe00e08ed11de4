//! Steps to gestures: the start is clicked, slides are keys.

use super::lattice::{Field, Lattice};
use super::puzzle::{Puzzle, Step};
use crate::hand::Gesture;
use crate::profile::Profile;

/// Cells of a board that was not read off a screen are taken to be as large as fit the field.
pub fn gesture(puzzle: &Puzzle, step: Step, profile: &Profile) -> Gesture {
    match step {
        Step::Slide(dir) => Gesture::Keys(vec![profile.way_key(dir)]),
        Step::Start { column, row } if !profile.tiles.is_empty() => {
            Gesture::click(profile.cells.area(column, row).centre())
        }
        Step::Start { column, row } => {
            let lattice = puzzle.lattice().unwrap_or_else(|| {
                let field = Field::of(&profile.cells);
                let most = field.pitch.unwrap_or(i32::MAX);
                let (columns, rows) = (puzzle.width(), puzzle.height());
                Lattice::fitting(field.area, columns, rows, field.gap, most)
            });
            Gesture::click(lattice.cell(column, row).centre())
        }
    }
}
