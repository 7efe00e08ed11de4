//! From a conflict to the clause that is learned from it.

use super::clauses::ClauseRef;
use super::lit::Lit;
use super::{Conflict, Reason, Solver};

/// What is known of a variable while a conflict is analysed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// In the clause to be learned, or resolved away.
    Seen,
    /// Implied by the rest of the clause.
    Redundant,
    /// Not so.
    Needed,
}

/// Space for the analysis, kept from one conflict to the next.
pub(super) struct Scratch {
    marks: Vec<Mark>,
    touched: Vec<usize>,
    learned: Vec<Lit>,
    stack: Vec<Lit>,
    /// By decision level: the last conflict that counted it.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Scratch {
    pub fn new(vars: usize) -> Self {
        Self {
            marks: vec![Mark::Unseen; vars],
            touched: Vec::new(),
            learned: Vec::new(),
            stack: Vec::new(),
            stamps: vec![0; vars + 1],
            stamp: 0,
        }
    }

    fn mark(&mut self, var: usize, mark: Mark) {
        if self.marks[var] == Mark::Unseen {
            self.touched.push(var);
        }
        self.marks[var] = mark;
    }

    fn forget(&mut self) {
        for var in self.touched.drain(..) {
            self.marks[var] = Mark::Unseen;
        }
    }
}

/// The clause learned from a conflict.
pub(super) struct Lesson {
    /// The literal that it implies first, then one of the level to go back to.
    pub lits: Vec<Lit>,
    /// The level to go back to.
    pub level: u32,
    pub glue: u32,
}

impl Solver {
    /// Resolves the conflict with the reasons of its literals until one of the present level is
    /// left (the first unique implication point).
    pub(super) fn analyze(&mut self, conflict: Conflict) -> Lesson {
        debug_assert!(self.conflict_level(conflict).0 == self.level());
        let mut learned = std::mem::take(&mut self.scratch.learned);
        learned.clear();
        learned.push(Lit::from_code(0));
        let mut open = 0;
        self.absorb_conflict(conflict, &mut learned, &mut open);
        let mut at = self.trail.len();
        let pivot = loop {
            at -= 1;
            let lit = self.trail[at];
            let var = lit.var();
            if self.scratch.marks[var] != Mark::Seen || self.levels[var] != self.level() {
                continue;
            }
            open -= 1;
            if open == 0 {
                break lit;
            }
            self.absorb_reason(lit, &mut learned, &mut open);
        };
        learned[0] = !pivot;
        self.merge(&mut learned);
        self.minimise(&mut learned);
        self.scratch.forget();
        let lesson = Lesson {
            level: self.second_level_first(&mut learned),
            glue: self.count_levels(&learned),
            lits: learned.clone(),
        };
        self.scratch.learned = learned;
        lesson
    }

    /// The highest level of the literals of a conflict, and one of these if there is but one.
    pub(super) fn conflict_level(&self, conflict: Conflict) -> (u32, Option<Lit>) {
        let pair;
        let lits = match conflict {
            Conflict::Binary(a, b) => {
                pair = [a, b];
                &pair[..]
            }
            Conflict::Long(clause) => self.clauses.lits(clause),
        };
        let level = |lit: &&Lit| self.levels[lit.var()];
        let highest = lits.iter().map(|lit| level(&lit)).max().unwrap_or(0);
        let mut there = lits.iter().filter(|lit| level(lit) == highest);
        let first = there.next().copied();
        (highest, first.filter(|_| there.next().is_none()))
    }

    fn absorb_conflict(&mut self, conflict: Conflict, learned: &mut Vec<Lit>, open: &mut u32) {
        match conflict {
            Conflict::Binary(a, b) => {
                self.absorb(a, learned, open);
                self.absorb(b, learned, open);
            }
            Conflict::Long(clause) => self.absorb_clause(clause, None, learned, open),
        }
    }

    fn absorb_reason(&mut self, implied: Lit, learned: &mut Vec<Lit>, open: &mut u32) {
        let reason = self.reasons[implied.var()];
        if let Some(other) = reason.as_binary() {
            self.absorb(other, learned, open);
        } else if let Some(clause) = reason.as_long() {
            self.absorb_clause(clause, Some(implied), learned, open);
        }
    }

    fn absorb_clause(
        &mut self,
        clause: ClauseRef,
        implied: Option<Lit>,
        learned: &mut Vec<Lit>,
        open: &mut u32,
    ) {
        self.refresh(clause);
        for index in 0..self.clauses.lits(clause).len() {
            let lit = self.clauses.lits(clause)[index];
            if Some(lit) != implied {
                self.absorb(lit, learned, open);
            }
        }
    }

    /// A learned clause that takes part is kept for longer.
    fn refresh(&mut self, clause: ClauseRef) {
        if !self.clauses.is_learned(clause) {
            return;
        }
        self.clauses.mark_used(clause);
        if self.clauses.glue(clause) > 2 {
            let lits = self.clauses.lits(clause);
            let glue = count_levels(&mut self.scratch, &self.levels, lits);
            if glue < self.clauses.glue(clause) {
                self.clauses.set_glue(clause, glue);
            }
        }
    }

    fn absorb(&mut self, lit: Lit, learned: &mut Vec<Lit>, open: &mut u32) {
        let var = lit.var();
        if self.levels[var] == 0 || self.scratch.marks[var] != Mark::Unseen {
            return;
        }
        self.scratch.mark(var, Mark::Seen);
        self.order.bump(var);
        if self.levels[var] == self.level() {
            *open += 1;
        } else {
            learned.push(lit);
        }
    }

    /// Replaces literals that follow from one and the same literal by that one.
    fn merge(&mut self, learned: &mut Vec<Lit>) {
        let mut causes = std::mem::take(&mut self.scratch.stack);
        causes.clear();
        let cause = |lit: Lit| self.reasons[lit.var()].as_binary();
        causes.extend(learned[1..].iter().filter_map(|&lit| cause(lit)));
        causes.sort_unstable();
        let shared = |lit: Lit| {
            let from = causes.partition_point(|&other| other < lit);
            causes.get(from + 1) == Some(&lit)
        };
        let mut kept = 1;
        let mut merged = Vec::new();
        for index in 1..learned.len() {
            let lit = learned[index];
            match cause(lit).filter(|&cause| shared(cause)) {
                Some(cause) => merged.push(cause),
                None => {
                    learned[kept] = lit;
                    kept += 1;
                }
            }
        }
        learned.truncate(kept);
        merged.sort_unstable();
        merged.dedup();
        for lit in merged {
            if self.levels[lit.var()] > 0 && self.scratch.marks[lit.var()] == Mark::Unseen {
                self.scratch.mark(lit.var(), Mark::Seen);
                learned.push(lit);
            }
        }
        self.scratch.stack = causes;
    }

    /// Drops the literals that follow from the others.
    fn minimise(&mut self, learned: &mut Vec<Lit>) {
        self.count_levels(learned);
        let mut kept = 1;
        for index in 1..learned.len() {
            let lit = learned[index];
            if self.reasons[lit.var()] == Reason::NONE || !self.is_redundant(lit) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
    }

    /// Whether the reason of `lit`, and the reasons of that, lead to literals of the clause only.
    fn is_redundant(&mut self, lit: Lit) -> bool {
        let mut stack = std::mem::take(&mut self.scratch.stack);
        stack.clear();
        stack.push(lit);
        let from = self.scratch.touched.len();
        let mut redundant = true;
        while let Some(lit) = stack.pop() {
            if !self.push_unexplained(lit, &mut stack) {
                redundant = false;
                break;
            }
        }
        if !redundant {
            for index in from..self.scratch.touched.len() {
                let var = self.scratch.touched[index];
                self.scratch.marks[var] = Mark::Needed;
            }
        }
        self.scratch.stack = stack;
        redundant
    }

    /// Pushes what the reason of `lit` still needs; false if that cannot be explained.
    fn push_unexplained(&mut self, lit: Lit, stack: &mut Vec<Lit>) -> bool {
        let reason = self.reasons[lit.var()];
        if let Some(other) = reason.as_binary() {
            return self.explain(other, stack);
        }
        let Some(clause) = reason.as_long() else {
            return false;
        };
        for index in 0..self.clauses.lits(clause).len() {
            let other = self.clauses.lits(clause)[index];
            if other.var() != lit.var() && !self.explain(other, stack) {
                return false;
            }
        }
        true
    }

    fn explain(&mut self, lit: Lit, stack: &mut Vec<Lit>) -> bool {
        let var = lit.var();
        match self.scratch.marks[var] {
            _ if self.levels[var] == 0 => true,
            Mark::Seen | Mark::Redundant => true,
            Mark::Needed => false,
            Mark::Unseen if self.reasons[var] == Reason::NONE => false,
            Mark::Unseen if !self.level_was_counted(var) => false,
            Mark::Unseen => {
                self.scratch.mark(var, Mark::Redundant);
                stack.push(lit);
                true
            }
        }
    }

    /// Whether the last count of levels met that of the variable: a literal of any other level
    /// cannot follow from the clause.
    fn level_was_counted(&self, var: usize) -> bool {
        self.scratch.stamps[self.levels[var] as usize] == self.scratch.stamp
    }

    /// Moves a literal of the second highest level to the second place; returns that level.
    fn second_level_first(&self, learned: &mut [Lit]) -> u32 {
        let latest = (1..learned.len()).max_by_key(|&i| self.levels[learned[i].var()]);
        latest.map_or(0, |index| {
            learned.swap(1, index);
            self.levels[learned[1].var()]
        })
    }

    fn count_levels(&mut self, lits: &[Lit]) -> u32 {
        count_levels(&mut self.scratch, &self.levels, lits)
    }
}

/// The number of different decision levels among the literals.
fn count_levels(scratch: &mut Scratch, levels: &[u32], lits: &[Lit]) -> u32 {
    scratch.stamp += 1;
    let mut count = 0;
    for lit in lits {
        let stamp = &mut scratch.stamps[levels[lit.var()] as usize];
        if *stamp != scratch.stamp {
            *stamp = scratch.stamp;
            count += 1;
        }
    }
    count
}
