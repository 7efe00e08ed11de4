//! Lists of states: the layers that a search works with, and those that are only kept to find the
//! way back.

use std::marker::PhantomData;

use super::budget::Budget;
use super::key::Key;
use crate::base::Limit;

/// The most states in one piece of a list.
const PIECE: usize = 1024;

/// A list of integers of the same number of bits, in whole bytes, that grows without ever moving
/// what is in it.
pub struct List<K> {
    bits: u32,
    pieces: Vec<Piece<K>>,
}

/// A part of a list.
pub struct Piece<K> {
    bits: u32,
    len: usize,
    /// Room for the states, and slack so that the last one can be read and written in one go.
    bytes: Box<[u8]>,
    key: PhantomData<K>,
}

impl<K: Key> Piece<K> {
    fn new(bits: u32, states: usize, budget: &Budget) -> Result<Self, Limit> {
        let bytes = states * bytes_of(bits) + size_of::<K>();
        budget.take(bytes)?;
        Ok(Self {
            bits,
            len: 0,
            bytes: vec![0; bytes].into_boxed_slice(),
            key: PhantomData,
        })
    }

    fn is_full(&self) -> bool {
        (self.len + 1) * bytes_of(self.bits) + size_of::<K>() > self.bytes.len()
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn states(&self) -> impl Iterator<Item = K> + '_ {
        let (each, ones) = (bytes_of(self.bits), K::ones(self.bits));
        (0..self.len).map(move |i| K::load(&self.bytes[i * each..]) & ones)
    }
}

fn bytes_of(bits: u32) -> usize {
    bits.div_ceil(8) as usize
}

impl<K: Key> List<K> {
    /// An empty list of integers of `bits` bits.
    pub fn new(bits: u32) -> Self {
        Self {
            bits,
            pieces: Vec::new(),
        }
    }

    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    #[inline]
    pub fn push(&mut self, state: K, budget: &Budget) -> Result<(), Limit> {
        if self.pieces.last().is_none_or(Piece::is_full) {
            let states = (16 << self.pieces.len().min(6)).min(PIECE);
            self.pieces.push(Piece::new(self.bits, states, budget)?);
        }
        if let Some(piece) = self.pieces.last_mut() {
            state.store(&mut piece.bytes[piece.len * bytes_of(piece.bits)..]);
            piece.len += 1;
        }
        Ok(())
    }

    pub fn pieces(&self) -> &[Piece<K>] {
        &self.pieces
    }

    pub fn states(&self) -> impl Iterator<Item = K> + '_ {
        self.pieces.iter().flat_map(Piece::states)
    }

    pub fn len(&self) -> usize {
        self.pieces.iter().map(Piece::len).sum()
    }

    pub fn free(self, budget: &Budget) {
        let bytes: usize = self.pieces.iter().map(|piece| piece.bytes.len()).sum();
        budget.give(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_its_states_back() {
        for bits in [5, 37, 64] {
            let budget = Budget::new(None);
            let ones = u64::ones(bits);
            let states: Vec<u64> = (0..5000).map(|n| (u64::MAX / 5000 * n) & ones).collect();
            let mut list = List::new(bits);
            for &state in &states {
                list.push(state, &budget).unwrap();
            }
            assert_eq!(list.len(), 5000);
            assert!(list.states().eq(states));
            let least = 5000 * u64::from(bits.div_ceil(8));
            assert!((least..least * 5 / 4 + 100).contains(&budget.peak()));
            list.free(&budget);
        }
    }
}
