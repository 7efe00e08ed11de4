//! Forgetting learned clauses that are of little use.

use super::clauses::ClauseRef;
use super::lit::Lit;
use super::{Reason, Solver};

/// Clauses of this glue or less are kept for ever.
const KEEP_GLUE: u32 = 2;
/// Clauses of this glue or less are kept if used since the last time.
const TIER_GLUE: u32 = 6;

impl Solver {
    /// Forgets half of the learned clauses that are long, of many levels and not used lately.
    pub(super) fn reduce(&mut self) {
        let mut candidates = Vec::new();
        for index in 0..self.learned.len() {
            let clause = self.learned[index];
            let used = self.clauses.take_used(clause);
            let glue = self.clauses.glue(clause);
            let precious = glue <= KEEP_GLUE || (glue <= TIER_GLUE && used);
            if !precious && !self.is_reason(clause) {
                candidates.push(clause);
            }
        }
        let worth = |&c: &ClauseRef| (self.clauses.glue(c), self.clauses.lits(c).len(), c);
        candidates.sort_unstable_by_key(|c| std::cmp::Reverse(worth(c)));
        for &clause in &candidates[..candidates.len() / 2] {
            self.clauses.delete(clause);
        }
        self.collect_garbage();
    }

    /// Whether the clause explains a literal on the trail, which then is one of its first two.
    fn is_reason(&self, clause: ClauseRef) -> bool {
        let explains =
            |lit: Lit| self.is_true(lit) && self.reasons[lit.var()].as_long() == Some(clause);
        self.clauses.lits(clause)[..2]
            .iter()
            .any(|&lit| explains(lit))
    }

    /// Takes the deleted clauses out of all lists and moves the others together.
    fn collect_garbage(&mut self) {
        let moved = self.clauses.compact();
        for list in &mut self.watches {
            list.retain_mut(|watch| match moved.place(watch.clause) {
                Some(place) => {
                    watch.clause = place;
                    true
                }
                None => false,
            });
        }
        self.learned = self
            .learned
            .iter()
            .filter_map(|&c| moved.place(c))
            .collect();
        for lit in &self.trail {
            let reason = &mut self.reasons[lit.var()];
            if let Some(place) = reason.as_long().and_then(|clause| moved.place(clause)) {
                *reason = Reason::long(place);
            }
        }
    }
}
