//! The solver of the classic: a solution with the least pushes, proved.

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
    /// `Solved` holds the robot's steps, with the least number of pushes, proved, and the shortest
    /// walks between these pushes.
    pub outcome: Outcome<Vec<Step>>,
    /// The number of pushes of the solution.
    pub pushes: Option<u16>,
    pub stats: PushStats,
}

/// Brings every box to a goal with the least pushes.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> PushReport {
    let done = |outcome, pushes| PushReport {
        outcome,
        pushes,
        stats: PushStats::default(),
    };
    if puzzle.is_solved() {
        return done(Outcome::Solved(Vec::new()), Some(0));
    }
    let Some(level) = LevelTables::new(puzzle) else {
        return done(Outcome::Impossible, None);
    };
    match level.live.len() {
        0..=64 => search::<1>(&level, limits),
        65..=128 => search::<2>(&level, limits),
        129..=192 => search::<3>(&level, limits),
        193..=256 => search::<4>(&level, limits),
        257..=512 => search::<8>(&level, limits),
        513..=1024 => search::<16>(&level, limits),
        _ => done(Outcome::Unknown(Limit::Memory), None),
    }
}

fn search<const W: usize>(level: &LevelTables, limits: &Limits) -> PushReport {
    let mut engine = Engine::<W>::new(level, limits);
    let (outcome, pushes) = match engine.run() {
        End::Met { pushes, at } => {
            let steps = path::steps(level, &engine, at).expect("both sides know the way");
            (Outcome::Solved(steps), Some(pushes))
        }
        End::Impossible => (Outcome::Impossible, None),
        End::Limit(limit) => (Outcome::Unknown(limit), None),
    };
    PushReport {
        outcome,
        pushes,
        stats: engine.stats(),
    }
}
