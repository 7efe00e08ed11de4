//! Lists of states: the two layers that a search works with, and the layers that are only kept to
//! find the way back.

use super::budget::Budget;
use super::key::Key;
use crate::games::Limit;

/// The most states in one piece of a list.
const PIECE: usize = 1024;

/// A list that grows without ever moving what is in it.
pub struct List<K> {
    pieces: Vec<Vec<K>>,
}

impl<K: Key> List<K> {
    pub fn new() -> Self {
        Self { pieces: Vec::new() }
    }

    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    #[inline]
    pub fn push(&mut self, key: K, budget: &Budget) -> Result<(), Limit> {
        if self.pieces.last().is_none_or(|piece| piece.len() == piece.capacity()) {
            let size = (16 << self.pieces.len().min(6)).min(PIECE);
            budget.take(size * size_of::<K>())?;
            self.pieces.push(Vec::with_capacity(size));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.push(key);
        }
        Ok(())
    }

    pub fn pieces(&self) -> &[Vec<K>] {
        &self.pieces
    }

    pub fn len(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }

    pub fn free(self, budget: &Budget) {
        let room: usize = self.pieces.iter().map(Vec::capacity).sum();
        budget.give(room * size_of::<K>());
    }
}

/// A layer in as few whole bytes a state as hold `bits` bits.
pub struct Packed {
    /// How many moves from the end where the search began.
    pub depth: u32,
    bytes_each: usize,
    bytes: Vec<u8>,
}

impl Packed {
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn new<K: Key>(
        depth: u32,
        bits: u32,
        lists: &[List<K>],
        budget: &Budget,
    ) -> Result<Self, Limit> {
        let bytes_each = bits.div_ceil(8) as usize;
        let states: usize = lists.iter().map(List::len).sum();
        budget.take(states * bytes_each)?;
        let mut bytes = Vec::with_capacity(states * bytes_each);
        for &key in lists.iter().flat_map(List::pieces).flatten() {
            bytes.extend_from_slice(&key.wide().to_le_bytes()[..bytes_each]);
        }
        Ok(Self {
            depth,
            bytes_each,
            bytes,
        })
    }

    pub fn states<K: Key>(&self) -> impl Iterator<Item = K> + '_ {
        self.bytes.chunks_exact(self.bytes_each).map(|bytes| {
            let mut wide = [0; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            K::cut(u128::from_le_bytes(wide))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_layer_gives_its_states_back() {
        let budget = Budget::new(None);
        let mut list = List::new();
        let states: Vec<u64> = (0..5000).map(|n| n * n * 41 % (1 << 37)).collect();
        for &state in &states {
            list.push(state, &budget).unwrap();
        }
        assert_eq!(list.len(), 5000);
        let packed = Packed::new(3, 37, &[list], &budget).unwrap();
        assert!(packed.states::<u64>().eq(states));
        assert_eq!(packed.bytes.len(), 25_000);
    }
}
