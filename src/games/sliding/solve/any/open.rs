//! The boards that are still to be looked at.

use std::collections::{BTreeMap, VecDeque};

use super::novelty::Novelty;

/// Boards by rank; the lowest first, of several the one that was found first.
struct Queue<R>(BTreeMap<R, VecDeque<u32>>);

impl<R: Ord> Queue<R> {
    fn push(&mut self, rank: R, board: u32) {
        self.0.entry(rank).or_default().push_back(board);
    }

    fn pop(&mut self) -> Option<u32> {
        let mut first = self.0.first_entry()?;
        let board = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        board
    }
}

/// What is new first; or by turns that and what is nearest to the goal (G. Röger and M. Helmert, *The more, the
/// merrier: combining heuristic estimators for satisficing planning*, 2010).
pub struct Open {
    newest: Queue<(Novelty, u32)>,
    /// Empty if not asked for.
    nearest: Queue<(u32, Novelty)>,
    /// For each board whether it was looked at.
    is_done: Vec<bool>,
    by_turns: bool,
    turn: bool,
}

impl Open {
    pub fn new(by_turns: bool) -> Self {
        Self {
            newest: Queue(BTreeMap::new()),
            nearest: Queue(BTreeMap::new()),
            is_done: Vec::new(),
            by_turns,
            turn: false,
        }
    }

    /// Boards are pushed in the order of their numbers, from 0 on.
    pub fn push(&mut self, board: u32, novelty: Novelty, cost: u32) {
        self.newest.push((novelty, cost), board);
        if self.by_turns {
            self.nearest.push((cost, novelty), board);
        }
        self.is_done.push(false);
    }

    pub fn pop(&mut self) -> Option<u32> {
        self.turn = !self.turn;
        loop {
            let board = match self.by_turns && self.turn {
                true => self.nearest.pop(),
                false => self.newest.pop(),
            }?;
            if !std::mem::replace(&mut self.is_done[board as usize], true) {
                return Some(board);
            }
        }
    }
}
