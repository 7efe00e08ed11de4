//! The solver.
//!
//! The puzzle is written as a formula (`model`) that a search by conflict-driven clause learning
//! (`sat`) satisfies tile by tile; the one rule that is not local is checked at the end
//! (`cycles`). What takes longer than a moment is searched from two sides of the board at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use self::engine::search;
use self::graph::Sweep;
use self::sat::Budget;
use super::puzzle::{Puzzle, Step};
use crate::base::{Limits, Outcome};

mod blocks;
mod cycles;
mod engine;
mod graph;
mod knots;
mod lowlink;
mod model;
mod necessary;
mod sat;
#[cfg(test)]
mod tests;

pub use self::engine::Effort;

/// Boards with fewer open cells are searched from one side only.
const SMALL: usize = 400;
/// How long one search runs before a second one joins in.
const HEAD_START: Duration = Duration::from_millis(250);

/// The steps from where the board stands to solved.
///
/// The limits hold for each of the two searches, that on memory for both together.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Step>> {
    solve_with_effort(puzzle, limits).0
}

/// As [`solve`], with what both searches together cost.
pub fn solve_with_effort(puzzle: &Puzzle, limits: &Limits) -> (Outcome<Vec<Step>>, Effort) {
    if puzzle.is_solved() {
        return (Outcome::Solved(Vec::new()), Effort::default());
    }
    let stop = AtomicBool::new(false);
    let budget = Budget {
        deadline: limits.deadline(),
        conflicts: limits.nodes,
        memory: limits.memory.map(|bytes| bytes / 2),
        stop: &stop,
    };
    let (outcome, effort) = race(puzzle, &budget);
    (outcome.map(|path| steps(puzzle, &path)), effort)
}

/// Searches from both sides; the first to know ends the other.
fn race(puzzle: &Puzzle, budget: &Budget) -> (Outcome<Vec<usize>>, Effort) {
    let (finished, wait) = channel::<()>();
    let run = |sweep| {
        let (outcome, effort) = search(puzzle, sweep, budget);
        let is_known = !matches!(outcome, Outcome::Unknown(_));
        budget.stop.fetch_or(is_known, Ordering::Relaxed);
        (outcome, effort)
    };
    if puzzle.open() < SMALL {
        return run(Sweep::Down);
    }
    std::thread::scope(|scope| {
        let second = scope.spawn(|| is_late(wait).then(|| run(Sweep::Up)));
        let (outcome, effort) = run(Sweep::Down);
        drop(finished);
        match second.join() {
            Ok(Some((other, more))) => (first_known(outcome, other), effort + more),
            _ => (outcome, effort),
        }
    })
}

/// Whether nothing has finished during the head start.
fn is_late(wait: Receiver<()>) -> bool {
    wait.recv_timeout(HEAD_START) == Err(RecvTimeoutError::Timeout)
}

fn first_known<S>(a: Outcome<S>, b: Outcome<S>) -> Outcome<S> {
    if matches!(a, Outcome::Unknown(_)) {
        b
    } else {
        a
    }
}

fn steps(puzzle: &Puzzle, path: &[usize]) -> Vec<Step> {
    let start = puzzle.head().is_none().then(|| Step::Start {
        column: path[0] % puzzle.width(),
        row: path[0] / puzzle.width(),
    });
    let slides = puzzle.slides(path).into_iter().map(Step::Slide);
    start.into_iter().chain(slides).collect()
}
