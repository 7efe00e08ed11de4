//! Results remembered under a number.

use crate::base::Limit;
use crate::search::{Budget, Index, mix};

/// A map from 64-bit keys to small numbers that only grows.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    entries: Vec<(u64, u32)>,
    index: Index,
}

impl Memo {
    /// The number under that key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        let is_it = |place: u32| self.entries[place as usize].0 == key;
        let place = self.index.find(mix([key]), is_it)?;
        Some(self.entries[place as usize].1)
    }

    /// Remembers a number under a key that has none yet.
    ///
    /// # Errors
    /// `Limit::Memory` if there is no room for it.
    pub fn enter(&mut self, budget: &Budget, key: u64, value: u32) -> Result<(), Limit> {
        budget.push(&mut self.entries, (key, value))?;
        let entries = &self.entries;
        let hash_of = |place: u32| mix([entries[place as usize].0]);
        self.index
            .find_or_insert(budget, mix([key]), |_| false, hash_of)?;
        Ok(())
    }
}
