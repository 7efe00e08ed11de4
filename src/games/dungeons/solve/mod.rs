//! The solver: conclusions on whole boards of bits, and a search where they end.

mod board;
mod search;
mod small;
mod state;
mod wide;

use super::puzzle::{Puzzle, Walls};
use crate::games::{Limits, Outcome};
use board::Board;
use search::Search;
use small::Small;
use state::Givens;
use wide::{Large, Medium};

/// What a search found and what it took.
#[derive(Clone, Debug)]
pub struct Report {
    pub outcome: Outcome<Walls>,
    /// Nodes of the search tree: 1 where no guess was needed.
    pub nodes: u64,
}

/// Every set of walls that obeys the rules, told apart as one, none or several.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Walls> {
    report(puzzle, limits).outcome
}

/// As [`solve`], with the effort.
pub fn report(puzzle: &Puzzle, limits: &Limits) -> Report {
    if !numbers_fit(puzzle) {
        return Report {
            outcome: Outcome::Impossible,
            nodes: 0,
        };
    }
    match puzzle.width().max(puzzle.height()) {
        0..=Small::SIDE => Search::<Small>::run(puzzle, limits),
        0..=Medium::SIDE => Search::<Medium>::run(puzzle, limits),
        _ => Search::<Large>::run(puzzle, limits),
    }
}

/// Whether the easy conclusions from these walls and open cells break a rule.
pub fn contradicts(puzzle: &Puzzle, walls: &Walls, open: &Walls) -> bool {
    fn with<B: Board>(puzzle: &Puzzle, walls: &Walls, open: &Walls) -> bool {
        let (givens, state) = Givens::<B>::new(puzzle);
        state.with(walls, open).settle(&givens).is_err()
    }
    if !numbers_fit(puzzle) {
        return true;
    }
    match puzzle.width().max(puzzle.height()) {
        0..=Small::SIDE => with::<Small>(puzzle, walls, open),
        0..=Medium::SIDE => with::<Medium>(puzzle, walls, open),
        _ => with::<Large>(puzzle, walls, open),
    }
}

/// Whether each line has as many cells as it wants walls, and rows and columns want the same.
fn numbers_fit(puzzle: &Puzzle) -> bool {
    let sum = |numbers: &[u8]| numbers.iter().map(|&n| u32::from(n)).sum::<u32>();
    let fit = |numbers: &[u8], side: usize| numbers.iter().all(|&n| usize::from(n) <= side);
    sum(&puzzle.columns) == sum(&puzzle.rows)
        && fit(&puzzle.columns, puzzle.height())
        && fit(&puzzle.rows, puzzle.width())
}

#[cfg(test)]
mod tests;
