//! How long a puzzle that came up must stand as it is before it is played: some games paint a board piece by piece,
//! and each part of it reads as a puzzle.

use std::time::Duration;

use crate::profile::Profile;

/// Of a game that was never seen it is long at first, and less once its puzzles came up whole.
#[derive(Clone, Copy, Debug)]
pub struct SteadyTime {
    time: Duration,
    /// So many puzzles in a row came up whole.
    whole: u32,
}

impl SteadyTime {
    /// At first. By trial: a board of 60 labels of a slow toolkit takes 0.2 s on a machine under load.
    const FIRST: Duration = Duration::from_millis(400);
    /// The most. Chosen: whoever looks on takes more for a hang.
    const MOST: Duration = Duration::from_millis(1600);
    /// After so many that came up whole it is halved with each. Chosen: one level may be small.
    const ENOUGH: u32 = 3;

    /// Of a game that the profile knows well enough to say where everything is, two pictures that agree are enough.
    pub fn of(profile: &Profile) -> Self {
        Self {
            time: match profile.seen_at {
                Some(_) => Self::FIRST,
                None => Duration::ZERO,
            },
            whole: 0,
        }
    }

    pub fn time(&self) -> Duration {
        self.time
    }

    /// A puzzle stood as it was when it came up.
    pub fn came_whole(&mut self) {
        self.whole += 1;
        if self.whole > Self::ENOUGH {
            self.time /= 2;
        }
    }

    /// A puzzle became another soon after it came up.
    pub fn came_in_parts(&mut self) {
        self.whole = 0;
        self.time = (self.time * 2).clamp(Self::FIRST, Self::MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shrinks_with_puzzles_that_come_whole_and_grows_with_those_that_do_not() {
        let mut profile = Profile::load(None, "practice-dungeons").expect("built in");
        assert!(SteadyTime::of(&profile).time().is_zero());
        profile.seen_at = Some(Default::default());
        let mut steady = SteadyTime::of(&profile);
        let first = steady.time();
        (0..SteadyTime::ENOUGH).for_each(|_| steady.came_whole());
        assert_eq!(steady.time(), first);
        (0..40).for_each(|_| steady.came_whole());
        assert!(steady.time() < Duration::from_millis(1));
        (0..40).for_each(|_| steady.came_in_parts());
        assert_eq!(steady.time(), SteadyTime::MOST);
    }
}
