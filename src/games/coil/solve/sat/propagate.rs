//! Unit propagation.

use super::clauses::ClauseRef;
use super::lit::Lit;
use super::{Conflict, Reason, Solver, Watch};

/// What became of a clause when one of its two watched literals turned false.
enum Verdict {
    /// It is watched at another literal now.
    Moved,
    /// Its other watched literal is true.
    Satisfied(Lit),
    /// All but this literal are false.
    Unit(Lit),
    /// The same, and it is watched at another literal now.
    UnitElsewhere(Lit),
    Violated,
}

impl Solver {
    /// Draws all consequences of the trail; stops at the first conflict.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.stats.propagations += 1;
            let conflict = self
                .propagate_pairs(!lit)
                .or_else(|| self.propagate_long(!lit));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn propagate_pairs(&mut self, lit: Lit) -> Option<Conflict> {
        for place in self.pairs.range(lit) {
            let other = self.pairs.other(place);
            match self.values[other.index()] {
                0 => self.imply(other, Reason::binary(lit)),
                1 => {}
                _ => return Some(Conflict::Binary(lit, other)),
            }
        }
        None
    }

    fn propagate_long(&mut self, lit: Lit) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[lit.index()]);
        let mut conflict = None;
        let mut kept = 0;
        let mut at = 0;
        while at < watches.len() && conflict.is_none() {
            let mut watch = watches[at];
            at += 1;
            if !self.is_true(watch.blocker) {
                match self.visit(watch.clause, lit) {
                    Verdict::Moved => continue,
                    Verdict::Satisfied(first) => watch.blocker = first,
                    Verdict::Unit(first) => self.imply(first, Reason::long(watch.clause)),
                    Verdict::UnitElsewhere(first) => {
                        self.imply(first, Reason::long(watch.clause));
                        continue;
                    }
                    Verdict::Violated => conflict = Some(Conflict::Long(watch.clause)),
                }
            }
            watches[kept] = watch;
            kept += 1;
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        self.watches[lit.index()] = watches;
        conflict
    }

    /// Looks for something else to watch in place of `lit`. The other watched literal comes first
    /// afterwards.
    fn visit(&mut self, clause: ClauseRef, lit: Lit) -> Verdict {
        let values = &self.values;
        let lits = self.clauses.lits_mut(clause);
        if lits[0] == lit {
            lits.swap(0, 1);
        }
        let first = lits[0];
        if values[first.index()] > 0 {
            return Verdict::Satisfied(first);
        }
        let free = lits[2..].iter().position(|l| values[l.index()] >= 0);
        match free {
            Some(index) => {
                lits.swap(1, index + 2);
                let watch = Watch {
                    clause,
                    blocker: first,
                };
                self.watches[lits[1].index()].push(watch);
                Verdict::Moved
            }
            None if values[first.index()] == 0 => self.watch_latest(clause, lit),
            None => Verdict::Violated,
        }
    }

    /// All literals but the first are false: has the one that became false at the highest level
    /// watched, so that the clause is not overlooked after the undoing of that level.
    fn watch_latest(&mut self, clause: ClauseRef, lit: Lit) -> Verdict {
        let levels = &self.levels;
        let lits = self.clauses.lits_mut(clause);
        let first = lits[0];
        let mut latest = 1;
        for index in 2..lits.len() {
            if levels[lits[index].var()] > levels[lits[latest].var()] {
                latest = index;
            }
        }
        if latest == 1 {
            return Verdict::Unit(first);
        }
        lits.swap(1, latest);
        debug_assert_ne!(lits[1], lit);
        let watch = Watch {
            clause,
            blocker: first,
        };
        self.watches[lits[1].index()].push(watch);
        Verdict::UnitElsewhere(first)
    }

    /// Has the two literals of a violated clause watched that became false at the highest levels.
    pub(super) fn watch_two_latest(&mut self, clause: ClauseRef) {
        for place in 0..2 {
            let lits = self.clauses.lits(clause);
            let later = |&a: &usize, &b: &usize| {
                let level = |index: usize| self.levels[lits[index].var()];
                level(a).cmp(&level(b)).then(b.cmp(&a))
            };
            let latest = (place..lits.len()).max_by(later).unwrap_or(place);
            let (old, new) = (lits[place], lits[latest]);
            self.clauses.lits_mut(clause).swap(place, latest);
            if latest > 1 {
                self.watches[old.index()].retain(|watch| watch.clause != clause);
                self.watches[new.index()].push(Watch {
                    clause,
                    blocker: old,
                });
            }
        }
    }
}
