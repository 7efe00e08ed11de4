//! A formula before the search begins.

use super::clauses::{ClauseRef, Clauses};
use super::lit::Lit;

/// Clauses on the variables `0..vars`.
pub struct Formula {
    pub(super) vars: usize,
    pub(super) units: Vec<Lit>,
    pub(super) pairs: Vec<[Lit; 2]>,
    pub(super) clauses: Clauses,
    pub(super) long: Vec<ClauseRef>,
    pub(super) has_empty: bool,
}

impl Formula {
    pub fn new(vars: usize) -> Self {
        Self {
            vars,
            units: Vec::new(),
            pairs: Vec::new(),
            clauses: Clauses::default(),
            long: Vec::new(),
            has_empty: false,
        }
    }

    /// Adds a clause, of different variables.
    pub fn add(&mut self, lits: &[Lit]) {
        match *lits {
            [] => self.has_empty = true,
            [unit] => self.units.push(unit),
            [a, b] => self.pairs.push([a, b]),
            _ => self.long.push(self.clauses.push(lits, false, 0)),
        }
    }
}

/// Clauses of two literals: for each literal the other ones of its clauses.
pub(super) struct Pairs {
    /// By literal: where its part of `others` begins; one more at the end.
    begins: Vec<u32>,
    others: Vec<Lit>,
}

impl Pairs {
    pub fn new(vars: usize, pairs: &[[Lit; 2]]) -> Self {
        let mut begins = vec![0; 2 * vars + 1];
        for lit in pairs.iter().flatten() {
            begins[lit.index()] += 1;
        }
        let mut end = 0;
        for begin in &mut begins {
            end += *begin;
            *begin = end;
        }
        let mut others = vec![Lit::from_code(0); 2 * pairs.len()];
        for &[a, b] in pairs {
            for (lit, other) in [(a, b), (b, a)] {
                begins[lit.index()] -= 1;
                others[begins[lit.index()] as usize] = other;
            }
        }
        Self { begins, others }
    }

    /// Places in the list of others.
    pub fn range(&self, lit: Lit) -> std::ops::Range<usize> {
        self.begins[lit.index()] as usize..self.begins[lit.index() + 1] as usize
    }

    pub fn other(&self, place: usize) -> Lit {
        self.others[place]
    }

    pub fn bytes(&self) -> u64 {
        4 * (self.begins.len() + self.others.len()) as u64
    }
}
