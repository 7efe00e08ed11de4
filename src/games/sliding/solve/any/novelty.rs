//! What is new about a board: places of blocks that were never taken, alone or two at a time.
//!
//! Boards with something new are looked at first (N. Lipovetzky and H. Geffner, *Width and serialization of classical
//! planning problems*, 2012, and *Best-first width search*, 2017). New is what was not yet there among boards that
//! are as far from the goal.

use super::board::Board;
use crate::search::mix;

/// How new a board is; the first is looked at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Novelty {
    /// A block lies where none of its kind lay.
    Place,
    /// Two blocks lie as no two of their kinds lay.
    Pair,
    Nothing,
}

/// Bits of the largest table, as a power of two: 32 megabytes. Chosen: twice as many made no search shorter that was
/// tried, and more take longer to look up.
const MOST_BITS: u32 = 28;

/// Bits for each pair of places, if that is less: about so many distances from the goal occur.
const BITS_PER_PAIR: u64 = 64;

/// What was there, as one bit for each pair in each group of boards. Two may share a bit; then something new is
/// taken for known.
pub struct Seen {
    bits: Vec<u64>,
}

impl Seen {
    /// The bytes that it takes.
    pub fn bytes(board: &Board) -> usize {
        let pairs = u64::from(board.atoms) * u64::from(board.atoms);
        let bits = pairs
            .saturating_mul(BITS_PER_PAIR)
            .clamp(64, 1 << MOST_BITS);
        (bits.next_power_of_two() / 8) as usize
    }

    pub fn new(board: &Board) -> Self {
        Self {
            bits: vec![0; Self::bytes(board) / size_of::<u64>()],
        }
    }

    /// What is new after `block` was moved, among the boards of a group; from now on it is known.
    pub fn novelty(&mut self, board: &Board, group: u64, places: &[u16], block: usize) -> Novelty {
        let group = mix([group]);
        let moved = u64::from(board.atom(block, places[block]));
        let mut novelty = Novelty::Nothing;
        for (other, &place) in places.iter().enumerate() {
            if other != block && board.can_meet(block, other) {
                let atom = u64::from(board.atom(other, place));
                let pair = moved.min(atom) << 32 | moved.max(atom);
                if self.add(group ^ pair) {
                    novelty = Novelty::Pair;
                }
            }
        }
        match self.add(group ^ (moved << 32 | moved)) {
            true => Novelty::Place,
            false => novelty,
        }
    }

    /// Whether it was not there.
    #[inline]
    fn add(&mut self, key: u64) -> bool {
        let bit = mix([key]) as usize & (self.bits.len() * 64 - 1);
        let word = &mut self.bits[bit / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }
}
