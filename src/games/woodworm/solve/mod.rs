//! The solver: the least number of moves.
//!
//! Sweeps (`sweep`) with a rising bound prove that shorter solutions do not exist; beams
//! (`beam`), about as costly as the last sweep, look for any solution, so that there is one if the
//! limits end the proof.

use std::time::Duration;

use super::bits::Bits;
use super::puzzle::{Direction, Puzzle};
use crate::base::{Limit, Limits, Outcome};
use crate::search::Budget;
use beam::Beam;
use estimate::Estimate;
use pace::Pace;
use sweep::Sweep;
use task::{Means, Task};

mod beam;
mod columns;
mod estimate;
mod grow;
mod memo;
mod pace;
mod stratum;
mod sweep;
mod task;
mod tour;
mod trace;
mod walk;

/// What may be spent on a solution that nobody has set limits for.
pub const MODEST: Limits = Limits {
    time: Some(Duration::from_secs(60)),
    nodes: None,
    memory: Some(1 << 30),
};

/// What a search has found out, and what it took.
#[derive(Clone, Debug)]
pub struct StepsReport {
    /// The best solution found.
    pub moves: Option<Vec<Direction>>,
    /// No solution has fewer moves; `None` if there is none at all.
    pub at_least: Option<u16>,
    /// The limit that ended the search before it was done.
    pub limit: Option<Limit>,
    /// Scenes visited.
    pub nodes: u64,
    /// The most bytes that the tables took at a time.
    pub memory: u64,
}

impl StepsReport {
    /// Whether the solution is proved to have the least number of moves.
    pub fn is_optimal(&self) -> bool {
        let length = self.moves.as_ref().map(Vec::len);
        length.is_some() && length == self.at_least.map(usize::from)
    }

    pub fn outcome(self) -> Outcome<Vec<Direction>> {
        match (self.moves, self.limit) {
            (Some(moves), _) => Outcome::Solved(moves),
            (None, Some(limit)) => Outcome::Unknown(limit),
            (None, None) => Outcome::Impossible,
        }
    }
}

/// The least number of moves to the wanted picture, or the best found within the limits.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> StepsReport {
    use crate::search::Mask;
    match puzzle.width() * puzzle.height() <= u64::CELLS {
        true => Solver::<u64>::new(puzzle, limits).solve(),
        false => Solver::<u128>::new(puzzle, limits).solve(),
    }
}

struct Solver<'a, B> {
    task: Task<B>,
    limits: &'a Limits,
    means: Means,
    estimate: Estimate<B>,
    best: Option<Vec<Direction>>,
    at_least: u16,
    /// How many beams there have been.
    beams: u64,
    /// The most memory used before the budget at hand was opened.
    peak: u64,
}

/// What a sweep with a bound has told.
enum Swept {
    /// Nothing was left out: there is no solution.
    Everything,
    /// No solution has fewer moves.
    UpTo(u16),
}

impl<'a, B: Bits> Solver<'a, B> {
    fn new(puzzle: &Puzzle, limits: &'a Limits) -> Self {
        let task = Task::new(puzzle);
        Self {
            limits,
            means: Means::new(limits),
            estimate: Estimate::new(&task.field, task.wanted),
            best: None,
            at_least: 0,
            beams: 0,
            peak: 0,
            task,
        }
    }

    fn solve(mut self) -> StepsReport {
        let solvable = self.prove().or_else(|limit| match limit {
            Limit::Memory if self.best.is_none() => self.look(),
            limit => Err(limit),
        });
        StepsReport {
            at_least: (solvable != Ok(false)).then_some(self.at_least),
            limit: match self.is_done() {
                true => None,
                false => solvable.err(),
            },
            nodes: self.means.nodes,
            memory: self.peak.max(self.means.budget.peak()),
            moves: self.best,
        }
    }

    /// Whether the best solution is proved to be.
    fn is_done(&self) -> bool {
        let length = self.best.as_ref().map(Vec::len);
        length.is_some_and(|length| length <= usize::from(self.at_least))
    }

    /// Sweeps until a solution is proved to be the best; tells whether there is one.
    fn prove(&mut self) -> Result<bool, Limit> {
        let mut pace = Pace::default();
        loop {
            let bound = self.below_best(pace.bound(self.at_least));
            let nodes = self.means.nodes;
            match self.sweep(bound, None)? {
                Swept::Everything => return Ok(false),
                Swept::UpTo(bound) => self.at_least = bound,
            }
            if self.is_done() {
                return Ok(true);
            }
            let cost = self.means.nodes - nodes;
            pace.note(bound, cost);
            if cost > DEAR {
                self.beam(self.width_for(cost))?;
            }
            if self.is_done() {
                return Ok(true);
            }
        }
    }

    /// Wider and wider beams until there is a solution, when there is no memory for sweeps. Ends in
    /// `Limit::Memory` in any case: nothing is proved.
    fn look(&mut self) -> Result<bool, Limit> {
        let mut width = self.width_for(DEAR);
        while self.best.is_none() {
            self.forget();
            self.beam(width)?;
            width *= 2;
        }
        Err(Limit::Memory)
    }

    /// Drops what is remembered of woods seen before.
    fn forget(&mut self) {
        self.estimate = Estimate::new(&self.task.field, self.task.wanted);
        self.peak = self.peak.max(self.means.budget.peak());
        self.means.budget = Budget::new(self.limits.memory);
    }

    /// A bound that leaves out what is no better than the best solution.
    fn below_best(&self, bound: u16) -> u16 {
        let best = self.best.as_ref().map(|best| best.len() as u16 - 1);
        best.map_or(bound, |best| bound.min(best))
    }

    /// The width of a beam that visits about so many scenes.
    fn width_for(&self, nodes: u64) -> usize {
        (nodes / (SCENES_OF_A_WOOD * (1 + u64::from(self.task.surplus())))) as usize + 10
    }

    fn beam(&mut self, width: usize) -> Result<(), Limit> {
        self.beams += 1;
        let beam = Beam {
            width,
            seed: self.beams,
        };
        let slack = SLACK + self.task.surplus() as u16;
        let bound = self.below_best(self.at_least + slack);
        self.sweep(bound, Some(beam)).map(|_| ())
    }

    fn sweep(&mut self, bound: u16, beam: Option<Beam>) -> Result<Swept, Limit> {
        let mut sweep = Sweep::new(&self.task, &mut self.estimate, &mut self.means, bound, beam);
        let ended = sweep.run();
        if let Some(found) = &sweep.found {
            self.best = Some(trace::trace(&self.task, &sweep.archive, found));
        }
        let swept = match (&sweep.found, sweep.next_bound) {
            (Some(found), _) => Swept::UpTo(found.moves),
            (None, Some(next)) => Swept::UpTo(next),
            (None, None) => Swept::Everything,
        };
        sweep.free();
        ended.map(|()| swept)
    }
}

/// Sweeps that visit more scenes than this are each followed by a beam.
const DEAR: u64 = 100_000;
/// Scenes that a beam visits for each wood it keeps, roughly.
const SCENES_OF_A_WOOD: u64 = 25;
/// Moves beyond the surplus of wood that a beam may take more than are proved to be needed.
const SLACK: u16 = 20;
