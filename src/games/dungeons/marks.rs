//! Marking what is no wall, for games that want it.

use super::puzzle::{Cell, Puzzle};
use crate::game::ability::Marks;
use crate::hand::{Button, Gesture};
use crate::profile::{Marking, Profile};

/// How the cells are marked that are no wall in the solved board and not marked yet in the one that is seen; nothing if
/// nobody knows how a cell is marked.
pub(super) fn marks(solved: &Puzzle, seen: &Puzzle, profile: &Profile) -> Marks<Puzzle> {
    let Some(marking) = profile.marking() else {
        return Marks::default();
    };
    let open = |index: &usize| matches!(solved.cells[*index], Cell::Unknown | Cell::Path);
    let missing = |index: &usize| click(marking, seen.cells[*index]).is_some();
    let mut cells: Vec<usize> = (0..solved.cells.len())
        .filter(open)
        .filter(missing)
        .collect();
    let last = cells.pop();
    let mut board = seen.clone();
    let mut marked = |cells: &[usize]| in_passes(marking, cells, &mut board, profile);
    Marks {
        rest: marked(&cells),
        last: marked(last.as_slice()),
    }
}

/// The clicks that mark cells, each with the board after it: one on each cell, and then one more where it takes two,
/// for a game may take two in a row for something else.
fn in_passes(
    marking: Marking,
    cells: &[usize],
    board: &mut Puzzle,
    profile: &Profile,
) -> Vec<(Gesture, Puzzle)> {
    let mut all = Vec::new();
    loop {
        let before = all.len();
        for index in cells {
            let Some((button, becomes)) = click(marking, board.cells[*index]) else {
                continue;
            };
            let (column, row) = (index % board.width(), index / board.width());
            let at = profile.cells.area(column, row).centre();
            board.cells[*index] = becomes;
            all.push((Gesture::Click { at, button }, board.clone()));
        }
        if all.len() == before {
            return all;
        }
    }
}

/// The next click on the way from what is on a cell to a mark, and what is there after it.
fn click(marking: Marking, cell: Cell) -> Option<(Button, Cell)> {
    match (marking, cell) {
        (Marking::Right, Cell::Unknown) => Some((Button::Right, Cell::Path)),
        (Marking::AfterWall, Cell::Unknown) => Some((Button::Left, Cell::Wall)),
        (Marking::AfterWall, Cell::Wall) => Some((Button::Left, Cell::Path)),
        _ => None,
    }
}
