//! Steps to gestures: the start is clicked, slides are keys, or clicks on the next cell of their way.

use super::lattice::{Field, Lattice};
use super::puzzle::{Puzzle, Step};
use crate::base::{Direction, Point};
use crate::hand::Gesture;
use crate::profile::{MoveBy, Profile};

/// What a step is done by.
pub fn gesture(puzzle: &Puzzle, step: Step, profile: &Profile) -> Gesture {
    match step {
        Step::Start { column, row } => Gesture::click(middle(puzzle, [column, row], profile)),
        Step::Slide(dir) => {
            let next = next(puzzle, dir).filter(|_| profile.moves == Some(MoveBy::Click));
            match next {
                Some(cell) => Gesture::click(middle(puzzle, cell, profile)),
                None => Gesture::Keys(vec![profile.way_key(dir)]),
            }
        }
    }
}

/// Column and row of the cell beside the one that the path has come to.
fn next(puzzle: &Puzzle, dir: Direction) -> Option<[usize; 2]> {
    let (head, (right, down)) = (puzzle.head()?, dir.delta());
    let [column, row] = [head % puzzle.width(), head / puzzle.width()];
    let column = column.checked_add_signed(right as isize)?;
    let row = row.checked_add_signed(down as isize)?;
    (column < puzzle.width() && row < puzzle.height()).then_some([column, row])
}

/// The middle of a cell. Those of a board that was not read off a screen are taken to be as large as fit the field.
fn middle(puzzle: &Puzzle, [column, row]: [usize; 2], profile: &Profile) -> Point {
    if !profile.tiles.is_empty() {
        return profile.cells.area(column, row).centre();
    }
    let lattice = puzzle.lattice().unwrap_or_else(|| {
        let field = Field::of(&profile.cells);
        let most = field.pitch.unwrap_or(i32::MAX);
        let (columns, rows) = (puzzle.width(), puzzle.height());
        Lattice::fitting(field.area, columns, rows, field.gap, most)
    });
    lattice.cell(column, row).centre()
}
