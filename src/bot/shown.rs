//! How far the game has come with what the hand does, told by the eyes while the hand is at work.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Stop;
use super::stop::LOOK;

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

    /// Waits until the first `count` have, but not longer than `most`, nor after it was stopped; says
    /// whether they have.
    pub fn wait(&self, count: usize, most: Duration, stop: &Stop) -> bool {
        let (shown, news) = &*self.0;
        let end = Instant::now() + most;
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        while *shown < count && stop.thrown().is_none() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = news.wait_timeout(shown, left.min(LOOK));
            (shown, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        *shown >= count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_not_waited_for() {
        let (shown, stop) = (Shown::default(), Stop::default());
        assert!(!shown.wait(1, Duration::ZERO, &stop));
        shown.tell(2);
        shown.tell(1);
        assert!(shown.wait(2, Duration::ZERO, &stop));
        assert!(!shown.wait(3, Duration::ZERO, &stop));
    }

    #[test]
    fn whoever_waits_is_told() {
        let (shown, stop) = (Shown::default(), Stop::default());
        std::thread::scope(|threads| {
            let waiting = threads.spawn(|| shown.wait(1, Duration::from_secs(60), &stop));
            shown.tell(1);
            assert!(waiting.join().expect("it waits"));
        });
    }
}
