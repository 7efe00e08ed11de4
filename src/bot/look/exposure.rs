//! Where another window lay, the picture shows what is left of it until the game has painted there again.

use std::time::{Duration, Instant};

/// By the first answer the game knows that it was uncovered; by the second it has had a turn since, to paint.
const ANSWERS: u32 = 2;
/// After the last answer, for what was painted to be seen. Chosen: several frames of a screen.
const PAINTS: Duration = Duration::from_millis(100);
/// A game that gives no answer for so long is not waited for: what it shows stays as it is.
const STUCK: Duration = Duration::from_secs(5);

/// Whether all that a window shows is its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Exposure {
    #[default]
    Own,
    /// It could not be seen.
    Hidden,
    /// It was seen again since then; so many answers are wanted from the second time on, and the last came then.
    Seen(Instant, u32, Instant),
}

impl Exposure {
    /// Takes notice of a picture that was taken then; says whether all of it is the game's own. `is_awake` tells
    /// whether the game has noticed what happened before a time.
    pub fn is_own(&mut self, taken: Instant, mut is_awake: impl FnMut(Instant) -> bool) -> bool {
        if *self == Self::Hidden {
            *self = Self::Seen(taken, ANSWERS, taken);
        }
        let Self::Seen(since, wanted, last) = self else {
            return true;
        };
        if *wanted > 0 && is_awake(*last) {
            (*wanted, *last) = (*wanted - 1, taken);
        }
        let had_time = *wanted == 0 && taken.saturating_duration_since(*last) > PAINTS;
        let is_own = had_time || taken.saturating_duration_since(*since) > STUCK;
        if is_own {
            *self = Self::Own;
        }
        is_own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At which of these times, in ms after a window was uncovered, a game that is asleep until `awake` is believed.
    fn believed(times: &[u64], awake: u64) -> Vec<bool> {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let mut exposure = Exposure::Hidden;
        let looks = times
            .iter()
            .map(|ms| exposure.is_own(at(*ms), |since| *ms >= awake && since <= at(*ms)));
        looks.collect()
    }

    #[test]
    fn what_is_uncovered_is_believed_once_the_game_can_have_painted_it() {
        let often = [0, 10, 20, 60, 100, 150, 200];
        let late = [false, false, false, false, false, true, true];
        assert_eq!(believed(&often, 0), late);
        assert_eq!(
            believed(&[0, 500, 510, 520, 640], 505),
            [false, false, false, false, true]
        );
        // It may never answer.
        assert_eq!(believed(&[0, 4000, 5001], 9000), [false, false, true]);
        assert!(Exposure::default().is_own(Instant::now(), |_| false));
    }
}
