//! When frames are due.

use std::time::{Duration, Instant};

use super::log::Event;

/// A steady beat: frame `n` is due at `start + n / fps`, so that rounding and late wake-ups never
/// add up. Frames that are missed altogether are skipped, not made up for.
pub(super) struct FrameClock {
    start: Instant,
    fps: u32,
    next: u64,
    shown: u64,
    skipped: u64,
    lateness: Duration,
    worst: Duration,
}

impl FrameClock {
    pub fn new(start: Instant, fps: u32) -> Self {
        Self {
            start,
            fps,
            next: 0,
            shown: 0,
            skipped: 0,
            lateness: Duration::ZERO,
            worst: Duration::ZERO,
        }
    }

    /// When the next frame is due.
    pub fn due(&self) -> Instant {
        let nanos = u128::from(self.next) * 1_000_000_000 / u128::from(self.fps);
        self.start + Duration::from_nanos(nanos as u64)
    }

    /// The frame that is due begins now.
    pub fn begin(&mut self, now: Instant) {
        let late = now.saturating_duration_since(self.due());
        self.lateness += late;
        self.worst = self.worst.max(late);
        self.shown += 1;
        self.next += 1;
        let missed = now.saturating_duration_since(self.due());
        let whole = (missed.as_nanos() * u128::from(self.fps) / 1_000_000_000) as u64;
        self.next += whole;
        self.skipped += whole;
    }

    /// How well the beat was kept, in microseconds behind the moment a frame was due.
    pub fn report(&self, event: Event) -> Event {
        let mean = self.lateness.as_micros() as u64 / self.shown.max(1);
        event
            .with("frames", self.shown)
            .with("skipped", self.skipped)
            .with("late_us", mean)
            .with("latest_us", self.worst.as_micros() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_frames_do_not_shift_the_beat() {
        let start = Instant::now();
        let mut clock = FrameClock::new(start, 60);
        for _ in 0..6_000 {
            let late = clock.due() + Duration::from_millis(3);
            clock.begin(late);
        }
        assert_eq!(clock.due(), start + Duration::from_secs(100));
    }

    #[test]
    fn missed_frames_are_skipped() {
        let start = Instant::now();
        let mut clock = FrameClock::new(start, 10);
        clock.begin(start + Duration::from_millis(350));
        assert_eq!(clock.due(), start + Duration::from_millis(300));
        clock.begin(start + Duration::from_millis(350));
        assert_eq!(clock.due(), start + Duration::from_millis(400));
    }
}
