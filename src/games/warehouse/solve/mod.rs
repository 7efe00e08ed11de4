//! The solver of the classic: a solution with the least pushes, proved, or any.

mod any;
mod board;
mod bound;
mod corral;
mod door;
mod engine;
mod expand;
mod freeze;
mod level;
mod pairs;
mod path;
mod reach;
mod shorten;
mod side;
mod single;
mod store;
mod trap;

pub use self::any::any;
pub use self::engine::PushStats;
use self::engine::{End, Engine};
use self::level::LevelTables;
pub use self::shorten::shorten;
use super::puzzle::{Puzzle, Step};
use crate::base::{Limit, Limits, Outcome};

/// What came of a search.
#[derive(Clone, Debug)]
pub struct PushReport {
    /// `Solved` holds the robot's steps, with the shortest walks between the pushes.
    pub outcome: Outcome<Vec<Step>>,
    /// The number of pushes of the solution.
    pub pushes: Option<u16>,
    /// Whether it is proved that fewer pushes do not suffice.
    pub proved: bool,
    pub stats: PushStats,
}

impl PushReport {
    /// What needs no search.
    fn at_once(outcome: Outcome<Vec<Step>>) -> Self {
        let pushes = outcome.solution().map(|_| 0);
        Self {
            outcome,
            pushes,
            proved: pushes.is_some(),
            stats: PushStats::default(),
        }
    }

    /// The least number of pushes, if it is proved to be.
    pub fn least(&self) -> Option<u16> {
        self.pushes.filter(|_| self.proved)
    }
}

/// Brings every box to a goal with the least pushes; at a limit with the fewest that were found so far, if any.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> PushReport {
    if puzzle.is_solved() {
        return PushReport::at_once(Outcome::Solved(Vec::new()));
    }
    let Some(level) = LevelTables::new(puzzle) else {
        return PushReport::at_once(Outcome::Impossible);
    };
    match level.live.len() {
        0..=64 => search::<1>(&level, limits),
        65..=128 => search::<2>(&level, limits),
        129..=192 => search::<3>(&level, limits),
        193..=256 => search::<4>(&level, limits),
        257..=512 => search::<8>(&level, limits),
        513..=1024 => search::<16>(&level, limits),
        _ => PushReport::at_once(Outcome::Unknown(Limit::Memory)),
    }
}

fn search<const W: usize>(level: &LevelTables, limits: &Limits) -> PushReport {
    let mut engine = Engine::<W>::new(level, limits);
    let (outcome, pushes, proved) = match engine.run() {
        End::Met { pushes, at, proved } => {
            let steps = path::steps(level, &engine, at).expect("both sides know the way");
            (Outcome::Solved(steps), Some(pushes), proved)
        }
        End::Impossible => (Outcome::Impossible, None, false),
        End::Limit(limit) => (Outcome::Unknown(limit), None, false),
    };
    PushReport {
        outcome,
        pushes,
        proved,
        stats: engine.stats(),
    }
}
