//! How long a window has shown nothing new, by the frames that were looked at.

use std::sync::Arc;
use std::time::{Duration, Instant};

use image::RgbaImage;

use super::look::GLIMPSE;
use crate::screen::Frame;

/// A window that always moves somewhere counts as still after so many times the time, if its board is as it
/// was. Chosen: a page that loads for longer shows it on its board.
const RESTLESS: u32 = 4;

/// A window that is looked at until it has been still for long enough. Time in which there is nothing to be
/// looked at does not count.
#[derive(Debug, Default)]
pub struct Stillness {
    last: Option<Arc<RgbaImage>>,
    looked: Option<Instant>,
    /// For so long the picture is the same.
    still: Duration,
    /// For so long the board is as it was, whatever moves around it.
    same: Duration,
    /// For so long it is looked at.
    pub watched: Duration,
}

impl Stillness {
    /// Takes note of a frame, and whether its board is as it was.
    pub fn note(&mut self, frame: &Frame, is_same: bool) {
        let now = Instant::now();
        let passed = self
            .looked
            .replace(now)
            .map_or(Duration::ZERO, |then| now - then);
        let passed = passed.min(GLIMPSE);
        self.watched += passed;
        let last = self.last.replace(frame.image.clone());
        let is_still =
            last.is_some_and(|last| Arc::ptr_eq(&last, &frame.image) || last == frame.image);
        self.still = if is_still {
            self.still + passed
        } else {
            Duration::ZERO
        };
        self.same = if is_same {
            self.same + passed
        } else {
            Duration::ZERO
        };
    }

    /// The game is asleep: what is still now says little.
    pub fn hold_back(&mut self, patience: Duration) {
        self.still = self.still.min(patience / 2);
        self.same = self.same.min(patience / 2);
    }

    /// Whether nothing changed for so long.
    pub fn is_over(&self, patience: Duration) -> bool {
        self.still > patience || self.same > patience * RESTLESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture whose pixels all have this level.
    fn frame(level: u8) -> Frame {
        Frame::still(RgbaImage::from_pixel(
            2,
            2,
            image::Rgba([level, level, level, 255]),
        ))
    }

    /// Notes frames until nothing changed for a while, at most `most`; how many it took.
    fn looks(most: usize, frames: impl Fn(usize) -> (Frame, bool)) -> Option<usize> {
        let mut stillness = Stillness::default();
        (0..most).find(|nth| {
            let (frame, is_same) = frames(*nth);
            stillness.note(&frame, is_same);
            std::thread::sleep(Duration::from_millis(1));
            stillness.is_over(Duration::from_millis(20))
        })
    }

    #[test]
    fn what_changes_is_not_still() {
        let until = looks(1000, |nth| (frame(nth.min(10) as u8), false));
        assert!(until.is_some_and(|nth| nth > 10), "{until:?}");
        assert_eq!(looks(200, |nth| (frame(nth as u8), false)), None);
    }

    #[test]
    fn a_game_that_always_moves_is_waited_for_longer() {
        let still = looks(1000, |_| (frame(0), true)).expect("it is still");
        let moves = looks(1000, |nth| (frame(nth as u8), true));
        assert!(
            moves.is_some_and(|moves| moves > still),
            "{moves:?} {still}"
        );
    }

    #[test]
    fn a_game_that_sleeps_is_waited_for() {
        let mut stillness = Stillness::default();
        let patience = Duration::from_millis(10);
        for _ in 0..40 {
            stillness.note(&frame(0), true);
            std::thread::sleep(Duration::from_millis(1));
            stillness.hold_back(patience);
            assert!(!stillness.is_over(patience));
        }
    }
}
