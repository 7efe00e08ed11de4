//! Steps to gestures: the start is clicked, slides are arrow keys.

use super::lattice::Lattice;
use super::puzzle::{Dir, Puzzle, Step};
use crate::hand::{Button, Gesture, Key};
use crate::profile::Profile;

/// Cells of a board that was not read off a screen are taken to be as large as fit the field.
pub fn gesture(puzzle: &Puzzle, step: Step, profile: &Profile) -> Gesture {
    match step {
        Step::Slide(dir) => Gesture::Keys(vec![key(dir)]),
        Step::Start { column, row } => {
            let lattice = puzzle.lattice().unwrap_or_else(|| {
                let field = profile.cells.bounds();
                Lattice::fitting(field, puzzle.width(), puzzle.height(), i32::MAX)
            });
            Gesture::Click {
                at: lattice.cell(column, row).centre(),
                button: Button::Left,
            }
        }
    }
}

/// The arrow key for a direction.
fn key(dir: Dir) -> Key {
    match dir {
        Dir::Right => Key::Right,
        Dir::Down => Key::Down,
        Dir::Left => Key::Left,
        Dir::Up => Key::Up,
    }
}
