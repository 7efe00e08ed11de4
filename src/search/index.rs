//! A hash index over items that their owner keeps, one after the other: the one hash table of all
//! solvers that look things up again. What is only ever asked whether it was seen is in a
//! [`super::table::Table`], which needs no items.

use super::budget::Budget;
use crate::base::Limit;

/// Open addressing with linear probing. A slot is the place of an item among the owner's, so an item
/// costs its own size and 6 to 12 bytes here. Places count up from 0. At most two thirds of the slots
/// are used.
#[derive(Clone, Debug, Default)]
pub struct Index {
    slots: Vec<u32>,
    used: usize,
}

/// A slot without a place.
const FREE: u32 = u32::MAX;

impl Index {
    /// The place for which `is_it` holds among those with that hash.
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let there = self.slots[self.slot(hash, is_it)];
        (there != FREE).then_some(there)
    }

    /// As [`Index::find`]; if there is none, the next place is entered, to which the item belongs.
    /// `hash_of` tells the hash of any place in the index.
    ///
    /// # Errors
    /// `Limit::Memory` if the index would have to grow and must not.
    #[inline]
    pub fn find_or_insert(
        &mut self,
        budget: &Budget,
        hash: u64,
        is_it: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<Option<u32>, Limit> {
        if self.used * 3 >= self.slots.len() * 2 {
            self.grow(budget, hash_of)?;
        }
        let slot = self.slot(hash, is_it);
        if self.slots[slot] != FREE {
            return Ok(Some(self.slots[slot]));
        }
        self.slots[slot] = self.used as u32;
        self.used += 1;
        Ok(None)
    }

    /// Where that item is, or would go.
    #[inline(always)]
    fn slot(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != FREE && !is_it(self.slots[at]) {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self, budget: &Budget, hash_of: impl Fn(u32) -> u64) -> Result<(), Limit> {
        let size = (self.slots.len() * 2).max(64);
        budget.take(size * size_of::<u32>())?;
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        // In the order of the items, which lie one after the other, not in that of the slots.
        for place in 0..self.used as u32 {
            let at = self.slot(hash_of(place), |_| false);
            self.slots[at] = place;
        }
        budget.give(size_of_val(old.as_slice()));
        Ok(())
    }

    /// Gives its memory back.
    pub fn free(self, budget: &Budget) {
        budget.give(size_of_val(self.slots.as_slice()));
    }
}

/// A hash of a few words, good enough for tables whose size is a power of two.
#[inline(always)]
pub fn mix<const N: usize>(words: [u64; N]) -> u64 {
    // 2^64 divided by the golden ratio (Knuth's multiplicative hashing).
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = 0u64;
    for word in words {
        hash = (hash ^ word).wrapping_mul(ODD);
        hash ^= hash >> 29;
    }
    hash.wrapping_mul(ODD) ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn finds_what_was_entered_and_nothing_else() {
        let budget = Budget::new(None);
        let (mut items, mut index, mut twin) = (Vec::new(), Index::default(), HashMap::new());
        for number in 0..20_000u64 {
            let item = number * number % 7_919;
            let place = items.len() as u32;
            let known = index.find_or_insert(
                &budget,
                mix([item]),
                |at| items[at as usize] == item,
                |at| mix([items[at as usize]]),
            );
            assert_eq!(known, Ok(twin.get(&item).copied()));
            if known == Ok(None) {
                twin.insert(item, place);
                items.push(item);
            }
        }
        for item in 0..8_000 {
            let found = index.find(mix([item]), |at| items[at as usize] == item);
            assert_eq!(found, twin.get(&item).copied());
        }
    }
}
