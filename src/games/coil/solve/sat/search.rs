//! The search: decide, propagate, learn, restart.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::analyze::Lesson;
use super::clauses::ClauseRef;
use super::{Conflict, Lit, Reason, Solver};
use crate::base::Limit;

/// Conflicts between restarts are this many times the Luby sequence.
const RESTART_UNIT: u64 = 128;
/// Conflicts until learned clauses are first thinned out; the time between grows by the same.
const REDUCE_UNIT: u64 = 2000;
/// Undoing more literals than this is put off as long as possible (chronological backtracking, Nadel
/// and Ryvchin 2018).
pub(super) const FAR: usize = 2000;
/// Steps of the search between two looks at the clock.
const CLOCK_PERIOD: u32 = 256;

/// What ends the search early.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    pub deadline: Option<Instant>,
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Bytes of clauses.
    pub memory: Option<u64>,
    /// Somebody else has finished.
    pub stop: &'a AtomicBool,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Satisfied,
    Unsatisfiable,
    Stopped(Limit),
}

/// When to restart and to thin out.
pub(super) struct Pace {
    restart_at: u64,
    reduce_at: u64,
    reductions: u64,
    clock: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            restart_at: RESTART_UNIT,
            reduce_at: REDUCE_UNIT,
            reductions: 0,
            clock: 0,
        }
    }
}

impl Solver {
    /// Looks for an assignment of all variables that satisfies all clauses.
    pub fn solve(&mut self, budget: &Budget) -> Status {
        while !self.contradiction {
            match self.propagate() {
                Some(conflict) => self.resolve(conflict),
                None => {
                    if let Some(limit) = self.exhausted(budget) {
                        return Status::Stopped(limit);
                    }
                    self.keep_pace();
                    if !self.decide() {
                        return Status::Satisfied;
                    }
                }
            }
        }
        Status::Unsatisfiable
    }

    /// Undoes decisions until the conflict is gone; learns from it unless its last literal could not
    /// have been otherwise.
    fn resolve(&mut self, conflict: Conflict) {
        if let Conflict::Long(clause) = conflict {
            self.watch_two_latest(clause);
        }
        let (level, only) = self.conflict_level(conflict);
        if level == 0 {
            self.contradiction = true;
            return;
        }
        self.stats.conflicts += 1;
        match only {
            Some(lit) => {
                self.backtrack(level - 1);
                let reason = match conflict {
                    Conflict::Binary(a, b) => Reason::binary(if a == lit { b } else { a }),
                    Conflict::Long(clause) => Reason::long(clause),
                };
                self.imply(lit, reason);
            }
            None => {
                self.backtrack(level);
                let lesson = self.analyze(conflict);
                self.learn(lesson);
            }
        }
    }

    fn learn(&mut self, lesson: Lesson) {
        let near = self.trail.len().saturating_sub(self.far);
        let near = self.decisions.partition_point(|&at| at < near) as u32;
        self.backtrack(lesson.level.max(near.min(self.level() - 1)));
        let reason = match lesson.lits[..] {
            [_] => Reason::NONE,
            _ => Reason::long(self.learn_long(&lesson)),
        };
        self.imply(lesson.lits[0], reason);
        self.order.decay();
    }

    fn learn_long(&mut self, lesson: &Lesson) -> ClauseRef {
        let clause = self.clauses.push(&lesson.lits, true, lesson.glue);
        self.learned.push(clause);
        self.watch(clause);
        clause
    }

    fn exhausted(&mut self, budget: &Budget) -> Option<Limit> {
        if budget
            .conflicts
            .is_some_and(|most| self.stats.conflicts >= most)
        {
            return Some(Limit::Nodes);
        }
        let full = budget
            .memory
            .is_some_and(|most| self.clauses.bytes() >= most);
        if full || self.clauses.is_full() {
            return Some(Limit::Memory);
        }
        self.pace.clock += 1;
        if self.pace.clock < CLOCK_PERIOD {
            return None;
        }
        self.pace.clock = 0;
        let late = budget.deadline.is_some_and(|at| Instant::now() >= at);
        (late || budget.stop.load(Ordering::Relaxed)).then_some(Limit::Time)
    }

    fn keep_pace(&mut self) {
        if self.stats.conflicts >= self.pace.restart_at {
            self.stats.restarts += 1;
            self.pace.restart_at = self.stats.conflicts + RESTART_UNIT * luby(self.stats.restarts);
            let level = self.restart_level();
            self.backtrack(level);
        }
        if self.stats.conflicts >= self.pace.reduce_at {
            self.pace.reductions += 1;
            self.pace.reduce_at = self.stats.conflicts + REDUCE_UNIT + 300 * self.pace.reductions;
            self.reduce();
        }
    }

    fn restart_level(&mut self) -> u32 {
        while let Some(var) = self.order.peek() {
            if self.values[Lit::positive(var as u32).index()] == 0 {
                let rank = self.order.rank(var);
                return self
                    .decisions
                    .partition_point(|&at| self.order.rank(self.trail[at].var()) < rank)
                    as u32;
            }
            self.order.pop();
        }
        0
    }

    /// Decides an open variable; false if there is none.
    fn decide(&mut self) -> bool {
        while let Some(var) = self.order.pop() {
            let lit = Lit::positive(var as u32);
            if self.values[lit.index()] == 0 {
                self.stats.decisions += 1;
                self.decisions.push(self.trail.len());
                let level = self.level();
                self.assume_true(lit.flipped_if(!self.phases[var]), level, Reason::NONE);
                return true;
            }
        }
        false
    }
}

/// The sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and Zuckerman, from index 0 on.
fn luby(index: u64) -> u64 {
    let mut index = index + 1;
    loop {
        let power = (index + 1).next_power_of_two();
        if power == index + 1 {
            return power / 2;
        }
        index -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
