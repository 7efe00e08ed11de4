//! Vectors that grow within a budget.

use crate::base::Limit;
use crate::search::Budget;

impl Budget {
    /// Appends to a vector. What it grows by is booked before it is allocated, the old and the new
    /// copy together, so that the limit is never passed.
    ///
    /// # Errors
    /// `Limit::Memory` if it cannot grow; then nothing has changed.
    #[inline]
    pub fn push<T>(&self, vec: &mut Vec<T>, item: T) -> Result<(), Limit> {
        if vec.len() == vec.capacity() {
            self.grow(vec)?;
        }
        vec.push(item);
        Ok(())
    }

    #[cold]
    fn grow<T>(&self, vec: &mut Vec<T>) -> Result<(), Limit> {
        let old = vec.capacity();
        let more = (old / 2).max(64);
        self.take((old + more) * size_of::<T>())?;
        vec.reserve_exact(more);
        self.give(old * size_of::<T>());
        Ok(())
    }

    /// Called when a vector that has grown here is dropped.
    pub fn give_vec<T>(&self, vec: Vec<T>) {
        self.give(vec.capacity() * size_of::<T>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_grows_up_to_the_limit_and_no_further() {
        let budget = Budget::new(Some(10_000));
        let mut vec: Vec<u64> = Vec::new();
        while budget.push(&mut vec, 1).is_ok() {}
        assert!(budget.peak() <= 10_000);
        assert!(vec.len() > 300, "{} items", vec.len());
        budget.give_vec(vec);
        assert_eq!(budget.take(10_000), Ok(()));
    }
}
