//! An account of memory, so that a search ends in time instead of making the machine swap.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::Limit;

/// Bytes in use against bytes allowed.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Budget {
    /// No limit if absent.
    pub fn new(limit: Option<u64>) -> Self {
        Self {
            limit: limit.unwrap_or(u64::MAX),
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        }
    }

    /// Called before memory is allocated.
    ///
    /// # Errors
    /// `Limit::Memory` if that would be more than allowed; then nothing is booked.
    pub fn take(&self, bytes: usize) -> Result<(), Limit> {
        let bytes = bytes as u64;
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if used > self.limit {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Limit::Memory);
        }
        self.peak.fetch_max(used, Ordering::Relaxed);
        Ok(())
    }

    /// Called when memory has been freed.
    pub fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes as u64, Ordering::Relaxed);
    }

    /// The most bytes that were in use at one time.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_more_than_the_limit_and_remembers_the_peak() {
        let budget = Budget::new(Some(100));
        assert_eq!(budget.take(60), Ok(()));
        assert_eq!(budget.take(41), Err(Limit::Memory));
        assert_eq!(budget.take(40), Ok(()));
        budget.give(100);
        assert_eq!(budget.take(10), Ok(()));
        assert_eq!(budget.peak(), 100);
    }
}
