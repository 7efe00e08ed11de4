//! Marking what is no wall, for games that want it.

use super::puzzle::{Cell, Puzzle};
use crate::hand::{Button, Gesture};
use crate::profile::Profile;

/// The click that marks each empty cell, with the board after it; none if nobody knows how one is marked. Where clicks go
/// on from a wall to a mark, one that is lost would leave a wall: there nothing is marked.
pub(super) fn marks(puzzle: &Puzzle, profile: &Profile) -> Vec<(Gesture, Puzzle)> {
    if !profile.behaviour.is_some_and(|found| found.right_marks) {
        return Vec::new();
    }
    let mut board = puzzle.clone();
    let empty = |(index, cell): (usize, &Cell)| (*cell == Cell::Unknown).then_some(index);
    let empty = puzzle.cells.iter().enumerate().filter_map(empty);
    let click = |index: usize| {
        board.cells[index] = Cell::Path;
        let (column, row) = (index % puzzle.width(), index / puzzle.width());
        let click = Gesture::Click {
            at: profile.cells.area(column, row).centre(),
            button: Button::Right,
        };
        (click, board.clone())
    };
    empty.map(click).collect()
}
