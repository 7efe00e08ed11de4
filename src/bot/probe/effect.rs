//! What a click did, as far as it was seen.

use std::time::{Duration, Instant};

use super::observer::Change;

/// Effects that take so long to become whole are animated. Chosen: what is painted at once is whole within
/// two frames at 60 frames a second, and one capture.
const ANIMATED: Duration = Duration::from_millis(45);

/// How long after the release of a button its effect was first seen, and seen whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub first: Duration,
    pub whole: Duration,
    /// How long it took to come up; zero if it was there at once.
    pub fade: Duration,
    /// Nobody looked for so long before it was first seen.
    unseen: Duration,
}

impl Effect {
    /// `released` is when the button was let go.
    pub fn new(change: Change, released: Instant) -> Self {
        let fade = change.last - change.first;
        Self {
            first: change.first.saturating_duration_since(released),
            whole: change.last.saturating_duration_since(released),
            fade: if fade < ANIMATED {
                Duration::ZERO
            } else {
                fade
            },
            unseen: change.first - change.calm,
        }
    }

    /// Whether it is known that it came up at once or slowly: on a busy machine all of a fade may go by between
    /// two looks.
    pub fn is_known(&self) -> bool {
        !self.fade.is_zero() || self.unseen < ANIMATED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(times: [u64; 3]) -> Effect {
        let begun = Instant::now();
        let [calm, first, last] = times.map(|ms| begun + Duration::from_millis(ms));
        Effect::new(
            Change { calm, first, last },
            begun + Duration::from_millis(50),
        )
    }

    #[test]
    fn what_came_up_while_nobody_looked_is_not_known() {
        let at_once = effect([10, 25, 25]);
        assert!(at_once.is_known() && at_once.fade.is_zero());
        assert!(!effect([10, 90, 110]).is_known());
        let slow = effect([10, 90, 140]);
        assert!(slow.is_known());
        assert_eq!(
            [slow.first, slow.whole, slow.fade].map(|time| time.as_millis()),
            [40, 90, 50]
        );
    }
}
