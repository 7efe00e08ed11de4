//! What a solver is asked for: the least number of moves, proved, or any solution while somebody waits.

use std::time::{Duration, Instant};

use super::Game;
use crate::base::{Limit, Limits, Outcome, SolveReport};

/// The least number of moves is looked for so long at first where somebody waits, and a longer solution is made shorter
/// for so long. Chosen: nobody minds such a wait, which moves left out make up for.
const SOON: Duration = Duration::from_secs(5);

/// And the least no longer than this share of the time, where somebody waits and where it is wanted.
const SHARES: [f64; 2] = [0.25, 0.75];

/// What a solver is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Any solution, at once.
    Any,
    /// Any solution, made shorter as long as that can be done.
    Good,
    /// A good solution; the shortest where that is found soon, and nobody waits long for either.
    Soon,
    /// The least number of moves, proved; a good solution where the limits do not suffice.
    #[default]
    Least,
}

/// Finds any solution of puzzles whose shortest takes too long.
pub trait Hurries<G: Game>: Sync {
    /// Some solution, checked by the rules. It is not the shortest unless the report says so.
    fn any(&self, puzzle: &G::Puzzle, limits: &Limits) -> SolveReport<G::Move>;

    /// A solution that is no worse than this one by what the game counts, found by making it shorter.
    fn shorter(&self, _: &G::Puzzle, moves: Vec<G::Move>, _: &Limits) -> Vec<G::Move> {
        moves
    }
}

/// Solves a puzzle as is asked for. What is not the shortest is marked so.
pub fn solve<G: Game>(puzzle: &G::Puzzle, limits: &Limits, goal: Goal) -> SolveReport<G::Move> {
    let Some(hurries) = G::abilities().hurries else {
        return G::solve(puzzle, limits);
    };
    let deadline = limits.deadline();
    let left = |most: Option<Duration>| {
        let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
        Limits {
            time: left.into_iter().chain(most).min(),
            ..*limits
        }
    };
    let least = least_time(limits.time, goal).map(|time| G::solve(puzzle, &left(time)));
    let nodes = match least {
        Some(least) => match least.outcome {
            Outcome::Unknown(Limit::Time | Limit::Memory) => least.nodes,
            _ => return least,
        },
        None => Some(0),
    };
    let any = hurries.any(puzzle, &left(None));
    let most = (goal == Goal::Soon).then_some(SOON);
    let outcome = match any.outcome {
        Outcome::Solved(moves) if goal != Goal::Any && !any.optimal => {
            Outcome::Solved(hurries.shorter(puzzle, moves, &left(most)))
        }
        outcome => outcome,
    };
    let nodes = any.nodes.zip(nodes).map(|(any, least)| any + least);
    SolveReport {
        outcome,
        nodes,
        ..any
    }
}

/// How long the least number of moves is looked for, if it is.
fn least_time(time: Option<Duration>, goal: Goal) -> Option<Option<Duration>> {
    let share = |share: f64| time.map(|time| time.mul_f64(share));
    match goal {
        Goal::Any | Goal::Good => None,
        Goal::Soon => Some(share(SHARES[0]).into_iter().chain([SOON]).min()),
        Goal::Least => Some(share(SHARES[1])),
    }
}
