//! The beat of clicks and keys: how long a button is held, and the pause before the next press.

use std::time::Duration;

/// How long a button is held, and the pause before the next press: from the release, or from the picture
/// that showed the effect of a click that was held until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    pub hold: Duration,
    pub rest: Duration,
    /// The game seems to look at the mouse only now and then: a button is best held until it has.
    pub watched: bool,
    /// From the end of a gesture to the press of the next, at least.
    pub step: Duration,
}

/// Between two steps of a way that has several. By trial: a list of a web page opens within 100 ms of the click,
/// and takes keys for its own only then.
const STEP: Duration = Duration::from_millis(250);

impl Beat {
    /// Holding and resting take the same time.
    pub fn even(time: Duration) -> Self {
        Self {
            hold: time,
            rest: time,
            watched: false,
            step: Duration::ZERO,
        }
    }

    /// The same for what is asked for so many times, 1 the first: a busy game may look at a button so late that it
    /// misses the press, and the longer it is held the likelier it is seen.
    pub fn for_time(self, times: usize) -> Self {
        let step = 2 * times.saturating_sub(1);
        let least = match times {
            0 | 1 => Duration::ZERO,
            _ => Duration::from_micros(STEPS[step.min(STEPS.len() - 1)]),
        };
        Self {
            hold: self.hold.max(least),
            rest: self.rest.max(least),
            ..self
        }
    }

    /// The same for gestures that each want what the one before did to be there.
    pub fn in_steps(self) -> Self {
        Self { step: STEP, ..self }
    }
}

/// Times in µs that are tried, the fastest first. With less than half a millisecond between events
/// window managers that look at every click before they pass it on (openbox) lose some. A game that
/// looks at the mouse once a frame needs one frame down and one frame up, and a little for its own
/// unsteadiness: 144, 120, 60, 50, 30, 20 frames a second and slower ones.
pub(super) const STEPS: [u64; 12] = [
    1_000, 4_000, 7_200, 8_700, 17_200, 20_700, 34_500, 52_000, 70_000, 90_000, 120_000, 160_000,
];

/// From a frame of the game until its picture is taken (a capture takes 1.1 ms, `bench capture`), and from
/// a pause until the press after it arrives, together.
const BESIDES: Duration = Duration::from_micros(1500);

/// The pause from a picture that shows that the game has looked at the button, to the next press: in the
/// next frame the game must see the button up, and in the one after that down again.
pub(super) fn between(frame: Duration) -> Duration {
    (frame * 6 / 5).saturating_sub(BESIDES)
}

/// Whether a picture that took so long to read is early enough for the pause to count from it: the button
/// must be up before the game's next frame.
pub(super) fn is_in_time(reading: Duration, pause: Duration) -> bool {
    reading <= pause * 2 / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_again_is_held_longer_each_time_and_never_shorter_than_the_game_needs() {
        for usual in [1, 30, 500].map(Duration::from_millis) {
            let beat = Beat::even(usual);
            assert_eq!(beat.for_time(1), beat);
            let holds: Vec<Duration> = (1..=20).map(|times| beat.for_time(times).hold).collect();
            assert!(holds.is_sorted() && holds[0] == usual, "{holds:?}");
            assert_eq!(
                holds[19],
                usual.max(Duration::from_micros(STEPS[STEPS.len() - 1]))
            );
        }
    }
}
