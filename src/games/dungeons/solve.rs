//! The solver.

use super::plain;
use super::puzzle::{Puzzle, Walls};
use crate::games::{Limit, Limits, Outcome};

/// Every set of walls that obeys the rules, told apart as one, none or several.
pub fn solve(puzzle: &Puzzle, _limits: &Limits) -> Outcome<Walls> {
    if puzzle.width() > plain::MAX_WIDTH {
        return Outcome::Unknown(Limit::Memory);
    }
    plain::Reference::new(puzzle.width())
        .solve(puzzle)
        .outcome()
}
