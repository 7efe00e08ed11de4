//! What is kept for pages that may ask for it again: the newest of each kind.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps so many things at most; each has a number that is never another's.
#[derive(Debug)]
pub struct Shelf<T> {
    most: usize,
    kept: Mutex<Kept<T>>,
}

#[derive(Debug)]
struct Kept<T> {
    next: u64,
    all: VecDeque<(u64, Arc<T>)>,
}

impl<T> Shelf<T> {
    pub fn new(most: usize) -> Self {
        let kept = Kept {
            next: 1,
            all: VecDeque::new(),
        };
        Self {
            most,
            kept: Mutex::new(kept),
        }
    }

    /// Puts something there, and takes away what is oldest if it is full.
    pub fn put(&self, thing: T) -> u64 {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let number = kept.next;
        kept.next += 1;
        if kept.all.len() == self.most {
            kept.all.pop_front();
        }
        kept.all.push_back((number, Arc::new(thing)));
        number
    }

    pub fn get(&self, number: u64) -> Option<Arc<T>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = kept.all.iter();
        all.find(|(own, _)| *own == number)
            .map(|(_, thing)| thing.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_and_no_number_comes_twice() {
        let shelf = Shelf::new(2);
        let numbers: Vec<u64> = ["a", "b", "c"].map(|thing| shelf.put(thing)).into();
        let there = numbers.iter().map(|n| shelf.get(*n).map(|thing| *thing));
        assert_eq!(there.collect::<Vec<_>>(), [None, Some("b"), Some("c")]);
        assert_eq!(shelf.get(99), None);
    }
}
