//! What a solver is asked for: the least number of moves, proved, or any solution while somebody waits.

use std::time::{Duration, Instant};

use super::Game;
use crate::base::{Limits, Outcome, SolveReport};

/// The least number of moves is looked for so long at first where somebody waits, and a longer solution is made shorter
/// for so long. Chosen: nobody minds such a wait, which moves left out make up for.
const SOON: Duration = Duration::from_secs(5);

/// And the least no longer than this share of time and nodes, where somebody waits and where it is wanted.
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

/// Solves a puzzle as is asked for. What is not proved to be the shortest is marked so.
pub fn solve<G: Game>(puzzle: &G::Puzzle, limits: &Limits, goal: Goal) -> SolveReport<G::Move> {
    let Some(hurries) = G::abilities().hurries else {
        return G::solve(puzzle, limits);
    };
    let deadline = limits.deadline();
    let left = |spent: u64| Limits {
        time: deadline.map(|at| at.saturating_duration_since(Instant::now())),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent)),
        ..*limits
    };
    let least = least_limits(limits, goal).map(|limits| G::solve(puzzle, &limits));
    let report = match least {
        None => hurries.any(puzzle, limits),
        Some(least) if !matches!(least.outcome, Outcome::Unknown(_)) => least,
        Some(least) => {
            let any = hurries.any(puzzle, &left(least.nodes.unwrap_or(0)));
            SolveReport {
                nodes: any.nodes.zip(least.nodes).map(|(any, least)| any + least),
                bound: least.bound,
                ..any
            }
        }
    };
    let outcome = match report.outcome {
        Outcome::Solved(moves) if goal != Goal::Any && !report.optimal => {
            let left = left(report.nodes.unwrap_or(0));
            let most = (goal == Goal::Soon).then_some(SOON);
            let time = left.time.into_iter().chain(most).min();
            Outcome::Solved(hurries.shorter(puzzle, moves, &Limits { time, ..left }))
        }
        outcome => outcome,
    };
    SolveReport { outcome, ..report }
}

/// What the search for the least number of moves may take, if there is to be one.
fn least_limits(limits: &Limits, goal: Goal) -> Option<Limits> {
    let (share, most) = match goal {
        Goal::Any | Goal::Good => return None,
        Goal::Soon => (SHARES[0], Some(SOON)),
        Goal::Least => (SHARES[1], None),
    };
    let time = limits.time.map(|time| time.mul_f64(share));
    Some(Limits {
        time: time.into_iter().chain(most).min(),
        nodes: limits.nodes.map(|nodes| (nodes as f64 * share) as u64),
        ..*limits
    })
}
