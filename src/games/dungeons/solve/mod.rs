//! The solver: conclusions on whole boards of bits, and a search where they end.

mod board;
mod near;
mod processor;
mod search;
mod small;
mod state;
mod twin;
mod wide;

use super::eight::Eight;
use super::puzzle::{Puzzle, Walls};
use crate::base::{Limits, Outcome};
use board::Board;
use search::Search;
use small::Small;
use state::{Clues, Givens};
use wide::{Large, Medium};

/// What a search found and what it took.
#[derive(Clone, Debug)]
pub struct WallsReport {
    pub outcome: Outcome<Walls>,
    /// Nodes of the search tree: 1 where no guess was needed.
    pub nodes: u64,
}

/// Every set of walls that obeys the rules, told apart as one, none or several.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Walls> {
    report(puzzle, limits).outcome
}

/// As [`solve`], with the effort.
pub fn report(puzzle: &Puzzle, limits: &Limits) -> WallsReport {
    if !numbers_fit(&puzzle.columns, &puzzle.rows) {
        return WallsReport {
            outcome: Outcome::Impossible,
            nodes: 0,
        };
    }
    match puzzle.width().max(puzzle.height()) {
        side if side <= Small::SIDE => Search::<Small>::run(puzzle, limits),
        side if side <= Medium::SIDE => Search::<Medium>::run(puzzle, limits),
        _ => Search::<Large>::run(puzzle, limits),
    }
}

/// Whether the easy conclusions from these walls and open cells break a rule.
pub fn contradicts(puzzle: &Puzzle, walls: &Walls, open: &Walls) -> bool {
    fn with<B: Board>(puzzle: &Puzzle, walls: &Walls, open: &Walls) -> bool {
        let (givens, state) = Givens::<B>::new(&Clues::new(puzzle));
        state.with(walls, open).settle(&givens).is_err()
    }
    if !numbers_fit(&puzzle.columns, &puzzle.rows) {
        return true;
    }
    match puzzle.width().max(puzzle.height()) {
        side if side <= Small::SIDE => with::<Small>(puzzle, walls, open),
        side if side <= Medium::SIDE => with::<Medium>(puzzle, walls, open),
        _ => with::<Large>(puzzle, walls, open),
    }
}

/// As [`solve`]; the walls are in the order of [`Eight`].
pub fn eight(puzzle: &Eight, limits: &Limits) -> Outcome<u64> {
    if !numbers_fit(&puzzle.columns, &puzzle.rows) {
        return Outcome::Impossible;
    }
    let clues = Clues {
        columns: &puzzle.columns,
        rows: &puzzle.rows,
        monsters: Small::new(puzzle.monsters),
        treasures: Small::new(puzzle.treasures),
    };
    let found = Search::of_clues(&clues, limits, processor::visit);
    found.outcome.map(Small::bits)
}

/// Whether each line has as many cells as it wants walls, and rows and columns want the same.
fn numbers_fit(columns: &[u8], rows: &[u8]) -> bool {
    let sum = |numbers: &[u8]| numbers.iter().map(|&n| u32::from(n)).sum::<u32>();
    let fit = |numbers: &[u8], side: usize| numbers.iter().all(|&n| usize::from(n) <= side);
    sum(columns) == sum(rows) && fit(columns, rows.len()) && fit(rows, columns.len())
}

#[cfg(test)]
mod tests;
