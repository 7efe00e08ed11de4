//! How far the game has come with what the hand does, told by the capture thread while the hand is at work.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many gestures of a batch have shown their effect. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct EffectCounter(Arc<(Mutex<Effects>, Condvar)>);

/// What the capture thread saw last.
#[derive(Clone, Copy, Debug, Default)]
struct Effects {
    count: usize,
    /// When the first frame was taken that showed so many.
    since: Option<Instant>,
    /// The puzzle is to be seen.
    clear: bool,
}

impl EffectCounter {
    /// The first `count` gestures have, by a frame that was taken then, and the puzzle is to be seen.
    pub fn tell(&self, count: usize, taken: Instant) {
        let mut effects = self.effects();
        if count > effects.count {
            (effects.count, effects.since) = (count, Some(taken));
        }
        effects.clear = true;
        self.0.1.notify_all();
    }

    /// The puzzle is not to be seen now.
    pub fn hide(&self) {
        self.effects().clear = false;
    }

    /// Whether the puzzle is to be seen.
    pub fn is_clear(&self) -> bool {
        self.effects().clear
    }

    fn effects(&self) -> MutexGuard<'_, Effects> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the first `count` have, but not longer than `most`; says since when.
    pub fn wait(&self, count: usize, most: Duration) -> Option<Instant> {
        let waited =
            (self.0.1).wait_timeout_while(self.effects(), most, |effects| effects.count < count);
        let (effects, _) = waited.unwrap_or_else(PoisonError::into_inner);
        effects.since.filter(|_| effects.count >= count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_not_waited_for() {
        let shown = EffectCounter::default();
        let (early, late) = (Instant::now(), Instant::now() + Duration::from_secs(1));
        assert_eq!(shown.wait(1, Duration::ZERO), None);
        shown.tell(2, early);
        shown.tell(2, late);
        shown.tell(1, late);
        assert_eq!(shown.wait(2, Duration::ZERO), Some(early));
        assert_eq!(shown.wait(3, Duration::ZERO), None);
    }

    #[test]
    fn what_is_hidden_is_not_clear() {
        let shown = EffectCounter::default();
        assert!(!shown.is_clear());
        shown.tell(0, Instant::now());
        assert!(shown.is_clear());
        shown.hide();
        assert!(!shown.is_clear());
    }

    #[test]
    fn whoever_waits_is_told() {
        let shown = EffectCounter::default();
        std::thread::scope(|threads| {
            let waiting = threads.spawn(|| shown.wait(1, Duration::from_secs(60)));
            let taken = Instant::now();
            shown.tell(1, taken);
            assert_eq!(waiting.join().expect("it waits"), Some(taken));
        });
    }
}
