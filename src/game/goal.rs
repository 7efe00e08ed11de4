//! What a solver is asked for: the least number of moves, proved, or any solution while somebody waits.

use std::time::{Duration, Instant};

use super::Game;
use crate::base::{Limit, Limits, Outcome, SolveReport};

/// The least number of moves is looked for so long at first, where any solution will do: what is solved by then is
/// solved best. Chosen: nobody minds such a wait.
const SOON: Duration = Duration::from_secs(5);

/// And no longer than this share of the time, where any solution will do and where the least is wanted.
const SHARES: [f64; 2] = [0.25, 0.75];

/// What a solver is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Any solution, at once.
    Any,
    /// Any solution; the shortest where that is found soon.
    Soon,
    /// The least number of moves, proved; any solution where the limits do not suffice.
    #[default]
    Least,
}

/// Finds any solution of puzzles whose shortest takes too long.
pub trait Hurries<G: Game>: Sync {
    /// Some solution, checked by the rules. It is not the shortest unless the report says so.
    fn any(&self, puzzle: &G::Puzzle, limits: &Limits) -> SolveReport<G::Move>;
}

/// Solves a puzzle as is asked for. What is not the shortest is marked so.
pub fn solve<G: Game>(puzzle: &G::Puzzle, limits: &Limits, goal: Goal) -> SolveReport<G::Move> {
    let Some(hurries) = G::abilities().hurries else {
        return G::solve(puzzle, limits);
    };
    let begun = Instant::now();
    let time = match goal {
        Goal::Any => return hurries.any(puzzle, limits),
        Goal::Soon => Some(
            limits
                .time
                .map_or(SOON, |time| SOON.min(time.mul_f64(SHARES[0]))),
        ),
        Goal::Least => limits.time.map(|time| time.mul_f64(SHARES[1])),
    };
    let least = Limits { time, ..*limits };
    let report = G::solve(puzzle, &least);
    match report.outcome {
        Outcome::Unknown(Limit::Time | Limit::Memory) => {
            let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let rest = Limits {
                time: left,
                ..*limits
            };
            let any = hurries.any(puzzle, &rest);
            let nodes = any.nodes.zip(report.nodes).map(|(any, least)| any + least);
            SolveReport { nodes, ..any }
        }
        _ => report,
    }
}
