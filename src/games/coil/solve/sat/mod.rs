//! A solver for propositional formulas by conflict-driven clause learning.
//!
//! The usual parts: two watched literals (Moskewicz et al., Chaff 2001), first unique implication
//! point with recursive minimisation (Eén and Sörensson, MiniSat 2003), clauses kept by glue
//! (Audemard and Simon, Glucose 2009), Luby restarts, saved phases. Clauses may be added to an
//! assignment that satisfies all earlier ones; the search then goes on from as much of it as the
//! new clause allows.

mod analyze;
mod clauses;
mod formula;
mod lit;
mod order;
mod propagate;
mod reduce;
mod search;
#[cfg(test)]
mod tests;

use clauses::{ClauseRef, Clauses};
pub use formula::Formula;
use formula::Pairs;
pub use lit::Lit;
pub use order::NEVER;
use order::Order;
pub use search::{Budget, Status};

/// Why a variable has its value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reason(u32);

/// A clause of which no literal is true.
#[derive(Clone, Copy)]
enum Conflict {
    Binary(Lit, Lit),
    Long(ClauseRef),
}

impl Reason {
    /// Decided, or true from the start.
    const NONE: Reason = Reason(u32::MAX);
    const BINARY: u32 = 1 << 31;

    fn long(clause: ClauseRef) -> Reason {
        Reason(clause.0)
    }

    /// The clause of the implied literal and this one, which is false.
    fn binary(other: Lit) -> Reason {
        Reason(other.code() | Self::BINARY)
    }

    fn as_long(self) -> Option<ClauseRef> {
        (self.0 & Self::BINARY == 0).then_some(ClauseRef(self.0))
    }

    fn as_binary(self) -> Option<Lit> {
        let is_binary = self != Self::NONE && self.0 & Self::BINARY != 0;
        is_binary.then(|| Lit::from_code(self.0 & !Self::BINARY))
    }
}

/// A clause that waits for one of its first two literals to become false.
#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    /// Some literal of the clause: while it is true, the clause need not be looked at.
    blocker: Lit,
}

/// A formula and the search for an assignment that satisfies it.
pub struct Solver {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// By variable: the value it had last.
    phases: Vec<bool>,
    trail: Vec<Lit>,
    /// Length of the trail before each decision.
    decisions: Vec<usize>,
    /// The part of the trail whose consequences are known.
    propagated: usize,
    clauses: Clauses,
    /// The clauses of two literals that were there from the beginning.
    pairs: Pairs,
    /// By literal that becomes false.
    watches: Vec<Vec<Watch>>,
    learned: Vec<ClauseRef>,
    order: Order,
    /// Proved unsatisfiable.
    contradiction: bool,
    /// Undoing more literals than this is put off as long as possible.
    far: usize,
    scratch: analyze::Scratch,
    pace: search::Pace,
    pub stats: SatStats,
}

/// What the search has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct SatStats {
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    pub restarts: u64,
}

impl Solver {
    /// Variables of a low rank are decided before those of a higher one.
    pub fn new(formula: Formula, ranks: Vec<u32>) -> Self {
        let vars = formula.vars;
        let mut solver = Self {
            values: vec![0; 2 * vars],
            levels: vec![0; vars],
            reasons: vec![Reason::NONE; vars],
            phases: vec![false; vars],
            trail: Vec::with_capacity(vars),
            decisions: Vec::new(),
            propagated: 0,
            clauses: formula.clauses,
            pairs: Pairs::new(vars, &formula.pairs),
            watches: vec![Vec::new(); 2 * vars],
            learned: Vec::new(),
            order: Order::new(ranks),
            contradiction: formula.has_empty,
            far: search::FAR,
            scratch: analyze::Scratch::new(vars),
            pace: search::Pace::default(),
            stats: SatStats::default(),
        };
        for clause in formula.long {
            solver.watch(clause);
        }
        for unit in formula.units {
            solver.add_clause(&[unit]);
        }
        solver
    }

    /// Whether the literal is true in the present assignment.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.index()] > 0
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.index()] < 0
    }

    fn level(&self) -> u32 {
        self.decisions.len() as u32
    }

    /// Adds a clause. The literals must be of different variables. Undoes as many decisions as
    /// needed for the clause to be not violated.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        let mut lits: Vec<Lit> = lits.to_vec();
        let known = |lit: &Lit| self.levels[lit.var()] == 0 && self.values[lit.index()] != 0;
        if lits.iter().any(|lit| known(lit) && self.is_true(*lit)) {
            return;
        }
        lits.retain(|lit| !known(lit));
        lits.sort_by_key(|&lit| std::cmp::Reverse(self.freedom(lit)));
        match lits[..] {
            [] => self.contradiction = true,
            [unit] => {
                self.backtrack(0);
                self.imply(unit, Reason::NONE);
            }
            [a, b, ..] => {
                self.make_room(a, b);
                let clause = self.clauses.push(&lits, false, 0);
                self.watch(clause);
                self.imply_if_unit(a, b, Reason::long(clause));
            }
        }
    }

    /// How late a literal became false: those not false at all come last of all.
    fn freedom(&self, lit: Lit) -> u32 {
        if self.is_false(lit) {
            self.levels[lit.var()]
        } else {
            u32::MAX
        }
    }

    /// Undoes decisions until `a` of a clause, its freest literal, is not false; and if `b`, the
    /// second, then is, until `a` is implied at the level of `b`.
    fn make_room(&mut self, a: Lit, b: Lit) {
        if self.is_false(b) && !self.is_true(a) {
            let level = self.levels[b.var()];
            let tie = self.is_false(a) && self.levels[a.var()] == level;
            self.backtrack(if tie { level - 1 } else { level });
        }
    }

    fn imply_if_unit(&mut self, a: Lit, b: Lit, reason: Reason) {
        if self.is_false(b) && !self.is_true(a) {
            self.imply(a, reason);
        }
    }

    fn watch(&mut self, clause: ClauseRef) {
        let lits = self.clauses.lits(clause);
        let (a, b) = (lits[0], lits[1]);
        self.watches[a.index()].push(Watch { clause, blocker: b });
        self.watches[b.index()].push(Watch { clause, blocker: a });
    }

    /// Puts a literal on the trail.
    fn assume_true(&mut self, lit: Lit, level: u32, reason: Reason) {
        debug_assert_eq!(self.values[lit.index()], 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[lit.var()] = level;
        self.reasons[lit.var()] = reason;
        self.trail.push(lit);
    }

    /// Puts a literal on the trail that follows from what is there.
    fn imply(&mut self, lit: Lit, reason: Reason) {
        let level_of = |other: &Lit| self.levels[other.var()];
        let level = match (reason.as_binary(), reason.as_long()) {
            (Some(other), _) => level_of(&other),
            (_, Some(clause)) => {
                let others = self.clauses.lits(clause).iter().filter(|&&l| l != lit);
                others.map(level_of).max().unwrap_or(0)
            }
            _ => 0,
        };
        self.assume_true(lit, level, reason);
    }

    /// Undoes all decisions above the level. What was found out later but follows from lower levels
    /// stays.
    fn backtrack(&mut self, level: u32) {
        let Some(&length) = self.decisions.get(level as usize) else {
            return;
        };
        let mut kept = length;
        for at in length..self.trail.len() {
            let lit = self.trail[at];
            if self.levels[lit.var()] <= level {
                self.trail[kept] = lit;
                kept += 1;
                continue;
            }
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.phases[lit.var()] = !lit.is_negated();
            self.order.insert(lit.var());
        }
        self.trail.truncate(kept);
        self.decisions.truncate(level as usize);
        self.propagated = self.propagated.min(length);
    }

    /// Bytes of the tables, roughly.
    pub fn bytes(&self) -> u64 {
        let literals = self.values.len() as u64;
        let watches: usize = self.watches.iter().map(Vec::capacity).sum();
        let lists = (watches * size_of::<Watch>()) as u64 + self.pairs.bytes();
        self.clauses.bytes() + lists + literals * 48
    }
}
