//! How fast the hand may be, and how long the game takes to show what it did: both are learned from
//! the game while it is played.

use std::time::Duration;

/// How long a button is held, and how long the hand rests after it let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    pub hold: Duration,
    pub rest: Duration,
}

/// Times in ms that are tried, the fastest first. With less than half a millisecond between events
/// window managers that look at every click before they pass it on (openbox) lose some. A game that looks at the mouse once a frame needs
/// one frame down and one frame up: 144, 60, 30, 20 frames a second and slower ones.
const STEPS: [u64; 8] = [1, 4, 9, 19, 37, 55, 80, 120];

/// The hand's pace: as fast as the game follows.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    step: usize,
    tried: usize,
    lost: usize,
}

impl Pace {
    /// Before this many gestures nothing is concluded.
    const ENOUGH: usize = 4;
    /// A game that loses more than this share of its input is being hurried.
    const TOO_MUCH: f64 = 0.3;

    pub fn beat(&self) -> Beat {
        let time = Duration::from_millis(STEPS[self.step]);
        Beat {
            hold: time,
            rest: time,
        }
    }

    /// Takes note that of `tried` gestures `lost` had no effect, and slows down where needed.
    pub fn learn(&mut self, tried: usize, lost: usize) {
        self.tried += tried;
        self.lost += lost;
        if self.tried < Self::ENOUGH {
            return;
        }
        if self.lost as f64 > Self::TOO_MUCH * self.tried as f64 {
            self.step = (self.step + 1).min(STEPS.len() - 1);
        }
        // What was seen at another pace, or long ago, says nothing.
        if self.tried >= 32 || self.lost as f64 > Self::TOO_MUCH * self.tried as f64 {
            self.tried = 0;
            self.lost = 0;
        }
    }
}

/// The time between a gesture and its effect on the screen.
#[derive(Clone, Debug, Default)]
pub struct Reaction {
    slowest: Option<Duration>,
}

impl Reaction {
    const UNKNOWN: Duration = Duration::from_millis(350);
    const LEAST: Duration = Duration::from_millis(60);
    const MOST: Duration = Duration::from_millis(3000);

    /// Takes note of one that was seen.
    pub fn learn(&mut self, time: Duration) {
        // Old extremes fade, so that one hiccup does not slow the rest of the day.
        let faded = self.slowest.unwrap_or_default().mul_f64(0.95);
        self.slowest = Some(faded.max(time));
    }

    /// The time within which most effects show.
    pub fn quick(&self) -> Duration {
        self.slowest
            .map_or(Self::UNKNOWN, |slowest| slowest.max(Self::LEAST))
    }

    /// How long to wait for an effect before the gesture counts as lost.
    pub fn patience(&self) -> Duration {
        match self.slowest {
            None => Self::UNKNOWN,
            Some(slowest) => {
                (slowest * 2 + Duration::from_millis(30)).clamp(Self::LEAST, Self::MOST)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_slows_only_when_much_is_lost() {
        let mut pace = Pace::default();
        for _ in 0..20 {
            pace.learn(10, 1);
        }
        assert_eq!(pace.beat().hold, Duration::from_millis(1));
        pace.learn(10, 10);
        pace.learn(10, 10);
        assert!(pace.beat().hold > Duration::from_millis(1));
    }

    #[test]
    fn patience_follows_what_was_seen() {
        let mut reaction = Reaction::default();
        reaction.learn(Duration::from_millis(100));
        assert_eq!(reaction.patience(), Duration::from_millis(230));
    }
}
