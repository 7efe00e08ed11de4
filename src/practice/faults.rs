//! What goes wrong on purpose, the same way every time for the same seed.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Options;
use crate::plane::{Point, Rect};

/// How far the window wanders from where it was opened, in screen pixels.
const REACH: i32 = 24;

/// Something the world around the host has to carry out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Put the window this far from where it was opened.
    Move(Point),
    /// Put another window here, relative to the window's content.
    Cover(Rect),
    Uncover,
}

pub(super) struct Faults {
    share: f64,
    drops: ChaCha8Rng,
    timing: ChaCha8Rng,
    size: [i32; 2],
    wander: Option<Duration>,
    cover: Option<(Duration, Fault)>,
}

impl Faults {
    /// `size` is the window's, in screen pixels.
    pub fn new(options: &Options, size: [u32; 2]) -> Self {
        let mut faults = Self {
            share: options.drop_input,
            drops: ChaCha8Rng::seed_from_u64(u64::from(options.seed) << 1),
            timing: ChaCha8Rng::seed_from_u64(u64::from(options.seed) << 1 | 1),
            size: size.map(|side| side as i32),
            wander: None,
            cover: None,
        };
        if options.wander {
            faults.wander = Some(faults.after(Duration::ZERO, 1000..=3000));
        }
        if options.cover {
            let first = faults.after(Duration::ZERO, 2000..=4000);
            faults.cover = Some((first, faults.covering()));
        }
        faults
    }

    /// Whether the click or key that arrives now is lost.
    pub fn loses(&mut self) -> bool {
        self.share > 0.0 && self.drops.random_bool(self.share)
    }

    /// The next fault that is due, if any.
    pub fn due(&mut self, now: Duration) -> Option<Fault> {
        if self.wander.is_some_and(|due| due <= now) {
            self.wander = Some(self.after(now, 1000..=3000));
            return Some(Fault::Move(self.offset()));
        }
        let (due, fault) = self.cover?;
        if due > now {
            return None;
        }
        self.cover = Some(match fault {
            Fault::Uncover => (self.after(now, 2000..=4000), self.covering()),
            _ => (self.after(now, 500..=1000), Fault::Uncover),
        });
        Some(fault)
    }

    fn after(&mut self, now: Duration, millis: std::ops::RangeInclusive<u64>) -> Duration {
        now + Duration::from_millis(self.timing.random_range(millis))
    }

    fn offset(&mut self) -> Point {
        let mut step = || self.timing.random_range(-REACH..=REACH);
        Point::new(step(), step())
    }

    /// At least half as wide and high as the window, so that the window's middle is covered.
    fn covering(&mut self) -> Fault {
        let [width, height] = self.size;
        let w = self.timing.random_range(width * 11 / 20..=width * 21 / 20);
        let h = self
            .timing
            .random_range(height * 11 / 20..=height * 21 / 20);
        let mut place = |free: i32| self.timing.random_range(free.min(0)..=free.max(0));
        Fault::Cover(Rect::new(place(width - w), place(height - h), w, h))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covering_hides_the_middle_and_ends() {
        let options = Options {
            cover: true,
            ..Options::default()
        };
        let mut faults = Faults::new(&options, [300, 400]);
        let mut covered = 0;
        let mut last = None;
        for ms in 0..100_000 {
            let Some(fault) = faults.due(Duration::from_millis(ms)) else {
                continue;
            };
            match fault {
                Fault::Cover(area) => {
                    assert!(area.contains(Point::new(150, 200)), "{area:?}");
                    assert_ne!(last, Some("cover"));
                    covered += 1;
                    last = Some("cover");
                }
                Fault::Uncover => {
                    assert_eq!(last, Some("cover"));
                    last = Some("uncover");
                }
                Fault::Move(_) => panic!("it was not to wander"),
            }
        }
        assert!((20..=40).contains(&covered), "{covered}");
    }

    #[test]
    fn the_share_of_drops_is_kept() {
        let options = Options {
            drop_input: 0.1,
            ..Options::default()
        };
        let mut faults = Faults::new(&options, [300, 400]);
        let lost = (0..10_000).filter(|_| faults.loses()).count();
        assert!((800..1200).contains(&lost), "{lost}");
    }
}
