//! Where a game that was never played may be tried.

use super::puzzle::{Cell, Puzzle, Toggle};
use crate::game::ability::ProbeArea;
use crate::profile::Profile;

/// Two empty cells on which walls can be drawn for a moment; None if there are none, or they would
/// solve the puzzle.
///
/// The first has a number that one wall satisfies, if possible: by that is seen whether numbers change
/// then. Both have as little as possible around them.
pub(super) fn probe_area(puzzle: &Puzzle, profile: &Profile) -> Option<ProbeArea> {
    let empty = || {
        let cells = (0..puzzle.height())
            .flat_map(|row| (0..puzzle.width()).map(move |column| Toggle { column, row }));
        cells.filter(|at| puzzle.cell(at.column, at.row) == Cell::Unknown)
    };
    let first = empty().max_by_key(|at| {
        let satisfied = puzzle.columns[at.column] == 1 || puzzle.rows[at.row] == 1;
        (satisfied, neighbours(puzzle, *at, Cell::Unknown))
    })?;
    let apart = |at: &Toggle| {
        at.column
            .abs_diff(first.column)
            .min(at.row.abs_diff(first.row))
    };
    let second = empty()
        .filter(|at| apart(at) >= 2)
        .max_by_key(|at| neighbours(puzzle, *at, Cell::Unknown))?;
    let walled = [first, second]
        .iter()
        .scan(puzzle.clone(), |board, at| {
            *board = board.after(*at);
            Some(board.is_solved())
        })
        .any(|solved| solved);
    if walled {
        return None;
    }
    let cells = profile.cells;
    let numbers = profile.numbers.iter().flat_map(|numbers| {
        [
            numbers.of_column(&cells, first.column),
            numbers.of_row(&cells, first.row),
        ]
    });
    Some(ProbeArea {
        cells: [first, second].map(|at| cells.area(at.column, at.row)),
        numbers: numbers.collect(),
    })
}

/// How many of the cells around are like this.
fn neighbours(puzzle: &Puzzle, at: Toggle, what: Cell) -> usize {
    let near = |index: usize, side: usize| index.saturating_sub(1)..(index + 2).min(side);
    let around = near(at.row, puzzle.height())
        .flat_map(|row| near(at.column, puzzle.width()).map(move |column| (column, row)));
    around
        .filter(|(column, row)| puzzle.cell(*column, *row) == what)
        .count()
}
