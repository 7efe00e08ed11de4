//! Variables and literals.

use std::ops::Not;

/// A variable or its negation, as `2 * variable + negated`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    pub const fn positive(var: u32) -> Lit {
        Lit(var << 1)
    }

    pub const fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// This literal, negated if `flip`.
    pub const fn flipped_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ flip as u32)
    }

    /// Place in tables with an entry per literal.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn code(self) -> u32 {
        self.0
    }

    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.is_negated() { "-" } else { "" };
        write!(f, "{sign}{}", self.var())
    }
}
