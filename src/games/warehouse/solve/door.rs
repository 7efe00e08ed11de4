//! How positions get into the search, and how the two sides meet.

use super::board::Board;
use super::expand::Child;
use super::level::State;
use super::store::Store;
use crate::base::Limit;
use crate::search::Budget;

/// The lengths that solutions may have, by rank.
#[derive(Clone, Copy, Default)]
pub struct Ranks {
    /// The bound of the start.
    base: u16,
    /// Two if every goal gets a box: a push changes the parity of row plus column of one box, so that
    /// all solutions have an even number of pushes or all an odd one.
    step: u16,
}

impl Ranks {
    pub fn new(board: &Board, base: u16) -> Self {
        let step = match board.goals.len() == board.boxes.len() {
            true => 2,
            false => 1,
        };
        Self { base, step }
    }

    pub fn length(self, rank: usize) -> u16 {
        self.base + self.step * rank as u16
    }

    /// The rank of the least length that is not below this one.
    pub fn rank(self, length: u16) -> usize {
        usize::from(length.saturating_sub(self.base).div_ceil(self.step))
    }
}

/// A solution: its length and a position on its way.
pub type Meeting<const W: usize> = Option<(u16, State<W>)>;

pub fn shorter<const W: usize>(one: Meeting<W>, other: Meeting<W>) -> Meeting<W> {
    match (one, other) {
        (Some(a), Some(b)) if b.0 < a.0 => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

/// How positions get into a store.
pub struct Door<'a> {
    pub side: usize,
    /// Of the position that was expanded.
    pub depth: u16,
    pub ranks: Ranks,
    pub budget: &'a Budget,
}

impl Door<'_> {
    /// Enters a position; a solution, if the other side has been there or it is a solved one.
    #[inline(always)]
    pub fn enter<const W: usize>(
        &self,
        store: &mut Store<W>,
        other: &Store<W>,
        child: &Child<W>,
    ) -> Result<Meeting<W>, Limit> {
        let depth = self.depth + child.steps;
        let rank = self.ranks.rank(depth + child.rest);
        if !store.enter(&child.state, depth, rank, self.budget)? {
            return Ok(None);
        }
        let rest = match other.depth(&child.state) {
            None if self.side == 0 && child.rest == 0 => Some(0),
            rest => rest,
        };
        Ok(rest.map(|rest| (depth + rest, child.state)))
    }
}
