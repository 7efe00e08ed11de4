//! The plain reference solver: every start, every slide, depth first. Slow and obvious; the tests and
//! the benchmark hold the real solver against it.

use std::time::Instant;

use super::puzzle::{Cell, Direction, ORDER, Puzzle, Step};
use crate::base::{Limit, Limits, Outcome};

/// Steps tried between two looks at the clock.
const CLOCK_PERIOD: u64 = 1 << 12;

/// The steps from where the board stands to solved, and the number of steps tried.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> (Outcome<Vec<Step>>, u64) {
    let mut search = Search {
        steps: Vec::new(),
        tried: 0,
        deadline: limits.deadline(),
        nodes: limits.nodes,
    };
    let outcome = match search.dive(puzzle) {
        Ok(true) => Outcome::Solved(search.steps),
        Ok(false) => Outcome::Impossible,
        Err(limit) => Outcome::Unknown(limit),
    };
    (outcome, search.tried)
}

struct Search {
    steps: Vec<Step>,
    tried: u64,
    deadline: Option<Instant>,
    nodes: Option<u64>,
}

impl Search {
    /// Whether the board can be solved from here; leaves the steps behind if so.
    fn dive(&mut self, board: &Puzzle) -> Result<bool, Limit> {
        if board.is_solved() {
            return Ok(true);
        }
        for step in possible(board) {
            self.count()?;
            self.steps.push(step);
            if self.dive(&board.after(step))? {
                return Ok(true);
            }
            self.steps.pop();
        }
        Ok(false)
    }

    fn count(&mut self) -> Result<(), Limit> {
        self.tried += 1;
        if self.nodes.is_some_and(|most| self.tried > most) {
            return Err(Limit::Nodes);
        }
        let look = self.tried.is_multiple_of(CLOCK_PERIOD);
        if look && self.deadline.is_some_and(|at| Instant::now() >= at) {
            return Err(Limit::Time);
        }
        Ok(())
    }
}

fn possible(board: &Puzzle) -> Vec<Step> {
    let Some(head) = board.head() else {
        let is_open = |&at: &usize| board.cells()[at] == Cell::Open;
        let start = |at: usize| Step::Start {
            column: at % board.width(),
            row: at / board.width(),
        };
        return (0..board.cells().len())
            .filter(is_open)
            .map(start)
            .collect();
    };
    let leads_on = |dir: &Direction| board.open_neighbour(head, *dir).is_some();
    let dirs = ORDER.into_iter().filter(leads_on);
    dirs.map(Step::Slide).collect()
}
