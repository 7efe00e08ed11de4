//! How far the game has come with what the hand does, told by the eyes while the hand is at work.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How many gestures of an order have shown their effect. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Shown(Arc<(Mutex<usize>, Condvar)>);

impl Shown {
    /// The first `count` gestures have.
    pub fn tell(&self, count: usize) {
        let (shown, news) = &*self.0;
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        *shown = count.max(*shown);
        news.notify_all();
    }

    /// Waits until the first `count` have, but not longer than `most`; says whether they have.
    pub fn wait(&self, count: usize, most: Duration) -> bool {
        let (shown, news) = &*self.0;
        let shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = news.wait_timeout_while(shown, most, |shown| *shown < count);
        let (shown, _) = waited.unwrap_or_else(PoisonError::into_inner);
        *shown >= count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_not_waited_for() {
        let shown = Shown::default();
        assert!(!shown.wait(1, Duration::ZERO));
        shown.tell(2);
        shown.tell(1);
        assert!(shown.wait(2, Duration::ZERO));
        assert!(!shown.wait(3, Duration::ZERO));
    }

    #[test]
    fn whoever_waits_is_told() {
        let shown = Shown::default();
        std::thread::scope(|threads| {
            let waiting = threads.spawn(|| shown.wait(1, Duration::from_secs(60)));
            shown.tell(1);
            assert!(waiting.join().expect("it waits"));
        });
    }
}
