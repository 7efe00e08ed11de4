//! Lets only so many through at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts who is inside.
#[derive(Debug)]
pub struct Turnstile {
    most: usize,
    inside: Arc<AtomicUsize>,
}

/// One who is inside, however that ends.
#[derive(Debug)]
pub struct Inside(Arc<AtomicUsize>);

impl Turnstile {
    pub fn new(most: usize) -> Self {
        let inside = Arc::default();
        Self { most, inside }
    }

    /// None if as many as may be are inside.
    pub fn enter(&self) -> Option<Inside> {
        let before = self.inside.fetch_add(1, Ordering::SeqCst);
        let inside = Inside(self.inside.clone());
        (before < self.most).then_some(inside)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::Turnstile;

    #[test]
    fn who_leaves_makes_room() {
        let turnstile = Turnstile::new(1);
        let first = turnstile.enter();
        assert!(first.is_some() && turnstile.enter().is_none());
        drop(first);
        assert!(turnstile.enter().is_some());
    }
}
