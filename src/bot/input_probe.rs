//! Feeling out how soon after a click the next may come, in a game of which nothing is known.
//!
//! Some games are told of every press and release; they can be clicked as fast as can be. Others look
//! at the mouse once a frame: they must see the button down in one frame, and up in the next. The first
//! clicks are held until they show, which is right for both. Then a few are quick: if they show, the
//! game misses nothing. If one does not, or a held one before did not, the game needs a longer rest
//! between clicks. A click that did not show is made again, so that trying costs a frame or two and no
//! more.

use std::time::{Duration, Instant};

use super::beat::{STEPS, between};

/// The steps of the pace that are tried, by the frames a second that they are right for: 120 and more, 60,
/// 30, 20 and slower ones.
const RUNGS: [usize; 8] = [2, 4, 6, 7, 8, 9, 10, 11];

/// The slowest rung that the time to the first effect speaks for: a game that takes longer is rather
/// late than seldom.
const LIKELY: usize = 2;

/// What shows within this much more than a frame was not held up: a capture takes 1.1 ms and a reading 0.4
/// ms (`bench capture`, `bench read`), the rest is for the turns of the threads.
const MARGIN: Duration = Duration::from_millis(4);

/// So long the first click is held; games that show it later, or only when the button is let go, are
/// not felt out.
const FIRST: Duration = Duration::from_millis(60);

/// A click that did not show is not made again before so long after its press, nearly a frame at 20 frames
/// a second: by then games that miss nothing show it, if they are no slower.
const SELDOM: Duration = Duration::from_millis(48);

/// So many quick clicks that show are no accident. Chosen: one in a game that looks at the mouse once a
/// frame may be.
const ENOUGH: usize = 2;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    First,
    /// Clicks are held until they show; once one did not, all later ones are.
    Held {
        lost: bool,
    },
    /// So many have shown.
    Quick {
        kept: usize,
    },
    /// This step of the pace is right; None if that could not be felt.
    Over {
        step: Option<usize>,
    },
}

/// What is known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputProbe {
    now: Try,
    rung: usize,
    /// The fastest rung that is tried.
    fastest: usize,
    /// Clicks that showed at this rung, less those that did not.
    balance: i32,
    /// The next click is made once more: that it shows says nothing of the rung.
    again: bool,
    /// The shortest time from a press to its effect.
    least: Duration,
    /// When the frame was taken that showed the last effect, if nothing else was done since.
    effect: Option<Instant>,
    /// The time from one effect to the next, by the last two clicks that were held.
    apart: Duration,
    /// The longest time that it took to read a frame that showed one.
    reading: Duration,
}

/// A click that showed.
#[derive(Clone, Copy, Debug)]
pub struct Felt {
    pub pressed: Instant,
    /// When the frame was taken that showed it.
    pub taken: Instant,
    /// When that had been read.
    pub seen: Instant,
}

impl Default for InputProbe {
    fn default() -> Self {
        Self {
            now: Try::First,
            rung: 0,
            fastest: 0,
            balance: 0,
            again: false,
            least: FIRST,
            effect: None,
            apart: Duration::ZERO,
            reading: Duration::ZERO,
        }
    }
}

impl InputProbe {
    /// There is nothing more to try.
    pub fn is_over(&self) -> bool {
        matches!(self.now, Try::Over { .. })
    }

    /// Whether the next click is not held.
    pub fn is_quick(&self) -> bool {
        matches!(self.now, Try::Quick { .. })
    }

    /// The step of the pace that is right by what is known; None if too little is.
    pub fn step(&self) -> Option<usize> {
        match self.now {
            Try::Over { step } => step,
            Try::Held { lost: true } => Some(RUNGS[self.rung]),
            _ => None,
        }
    }

    /// Until when to wait for the effect of a press. Pressed right after an effect, a quick one shows no
    /// later than after the time that there was between that and the one before, but for some
    /// unsteadiness of what it takes to see it.
    pub fn deadline(&self, pressed: Instant) -> Instant {
        match (self.now, self.effect) {
            (Try::First, _) => pressed + FIRST,
            (Try::Quick { .. }, Some(effect)) => {
                let is_right_after = pressed < effect + self.apart / 2;
                let since = if is_right_after { effect } else { pressed };
                // Fast games have steady frames.
                let unsteady = match self.apart <= self.frame() * 2 {
                    true => self.apart / 16,
                    false => MARGIN,
                };
                since + self.apart + unsteady + self.reading * 2
            }
            _ => pressed + self.least + self.frame() + MARGIN,
        }
    }

    /// The pause before the next press, from the picture that showed the effect of the last; of a quick
    /// click, how long it is held, too.
    pub fn rest(&self) -> Duration {
        match self.now {
            Try::First | Try::Held { .. } => between(self.frame()),
            Try::Quick { .. } => Duration::from_micros(STEPS[0]),
            Try::Over { step } => Duration::from_micros(STEPS[step.unwrap_or(0)]),
        }
    }

    /// About the longest frame for which the rung is right.
    fn frame(&self) -> Duration {
        Duration::from_micros(STEPS[RUNGS[self.rung]])
    }

    /// A click showed in time.
    pub fn kept(&mut self, click: Felt) {
        let after = click.seen.saturating_duration_since(click.pressed);
        let reading = click.seen.saturating_duration_since(click.taken);
        let before = self.effect.replace(click.taken);
        self.least = self.least.min(after);
        self.reading = self.reading.max(reading.min(FIRST));
        self.balance += i32::from(!std::mem::take(&mut self.again));
        match self.now {
            Try::First => {
                // What took longer than a frame of some rung had to wait for one of a slower rung.
                while self.rung < LIKELY && after > self.frame() + MARGIN {
                    self.rung += 1;
                }
                self.fastest = self.rung.min(1);
                self.now = Try::Held { lost: false };
            }
            Try::Held { lost: false } => {
                if let Some(before) = before {
                    // Something may have been in the way between the two.
                    let apart = click.taken.saturating_duration_since(before);
                    self.apart = apart.min(2 * FIRST);
                    self.now = Try::Quick { kept: 0 };
                }
            }
            Try::Held { lost: true } if self.rung > self.fastest => self.climb(self.rung - 1),
            // To wait for what shows late takes longer than not to know when the game looks.
            Try::Held { lost: true } if self.least > self.frame() * 3 / 2 => {
                self.now = Try::Over {
                    step: Some(RUNGS[self.rung]),
                };
            }
            Try::Held { .. } => {}
            Try::Quick { kept } if kept + 1 == ENOUGH => self.now = Try::Over { step: Some(0) },
            Try::Quick { kept } => self.now = Try::Quick { kept: kept + 1 },
            Try::Over { .. } => {}
        }
    }

    /// A click did not show in time. Returns how long the button stays up before it is made again.
    pub fn lost(&mut self, pressed: Instant) -> Duration {
        let waited = self.deadline(pressed).saturating_duration_since(pressed);
        self.again = true;
        match self.now {
            Try::Quick { .. } => {
                self.now = Try::Held { lost: true };
                // It has been up all the time.
                return Duration::ZERO;
            }
            Try::Held { .. } => {
                self.now = Try::Held { lost: true };
                self.balance -= 1;
                // Where most showed, the game may have lost one.
                if self.balance <= 0 {
                    match self.rung + 1 < RUNGS.len() {
                        true => self.climb(self.rung + 1),
                        false => self.now = Try::Over { step: None },
                    }
                    self.fastest = self.rung;
                }
            }
            _ => self.now = Try::Over { step: None },
        }
        self.rest().max(SELDOM.saturating_sub(waited))
    }

    fn climb(&mut self, rung: usize) {
        (self.rung, self.balance) = (rung, 0);
    }

    /// What is known when other things were done meanwhile: a quick click must follow an effect.
    pub fn resumed(self) -> Self {
        Self {
            now: match self.now {
                Try::Quick { .. } => Try::Held { lost: false },
                now => now,
            },
            effect: None,
            ..self
        }
    }

    /// A click that was thought to be lost shows.
    pub fn late(&mut self, click: Felt) {
        if let Try::Held { lost } = &mut self.now {
            *lost = false;
        }
        self.kept(click);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::beat::is_in_time;

    /// From a pause to the press after it, in µs.
    const PRESSING: u64 = 800;

    /// A game that is told of all clicks, or looks at the mouse, in each frame; times in µs.
    struct Game {
        frame: u64,
        looks: bool,
        /// From a frame until it is seen, and from when it is taken.
        delay: u64,
        reading: u64,
    }

    impl Game {
        /// When a press at `down` is seen that is let go at `up`, or when it shows if that is not given.
        /// The button was up since `since`.
        fn seen(&self, since: u64, down: u64, up: Option<u64>) -> Option<u64> {
            let frame_at = |time: u64| time.div_ceil(self.frame) * self.frame;
            let frame = frame_at(down);
            let was_up = frame_at(since) < down;
            let is_down = up.is_none_or(|up| frame < up);
            (!self.looks || was_up && is_down).then_some(frame + self.delay)
        }

        /// Feels the game out with so many clicks: the frames from the first press to the last effect, and
        /// what is known at the end.
        fn felt_out(&self, clicks: usize, phase: u64) -> (u64, InputProbe) {
            let micros = |time: Duration| time.as_micros() as u64;
            let start = Instant::now();
            let at = |time: u64| start + Duration::from_micros(time);
            let felt = |pressed: u64, seen: u64| Felt {
                pressed: at(pressed),
                taken: at(seen - self.reading),
                seen: at(seen),
            };
            // As the hand makes its pauses.
            let reading = Duration::from_micros(self.reading);
            let after =
                |seen: u64, rest: u64| match is_in_time(reading, Duration::from_micros(rest)) {
                    true => seen.max(seen - self.reading + rest),
                    false => seen + rest,
                };
            let (mut feel, mut since, mut last) = (InputProbe::default(), 0, 0);
            let begun = 10 * self.frame + phase;
            let mut now = begun;
            for _ in 0..clicks {
                loop {
                    let quick = feel.is_quick() || feel.is_over();
                    let up = quick.then_some(now + STEPS[0]);
                    let seen = self.seen(since, now, up);
                    last = seen.unwrap_or(last);
                    if feel.is_over() {
                        now += STEPS[0];
                        break;
                    }
                    let end = micros(feel.deadline(at(now)) - start);
                    if let Some(seen) = seen.filter(|seen| *seen <= end) {
                        since = up.unwrap_or(seen);
                        feel.kept(felt(now, seen));
                        now = after(seen, micros(feel.rest()));
                        break;
                    }
                    since = up.unwrap_or(end);
                    let again = end + micros(feel.lost(at(now)));
                    if let Some(seen) = seen.filter(|seen| *seen <= again) {
                        feel.late(felt(now, seen));
                        now = after(seen, micros(feel.rest()));
                        break;
                    }
                    assert!(seen.is_none() || feel.is_over(), "made again, and undone");
                    now = again + PRESSING;
                }
                now += PRESSING;
            }
            ((last - begun).div_ceil(self.frame), feel)
        }
    }

    /// Clicks of a puzzle.
    const CLICKS: usize = 27;

    /// What comes of games of 20 to 144 frames a second whose frames are seen so late, and read for so long,
    /// in µs, and that begin anywhere in a frame: the longest frame, the frames it took, and what is known.
    fn felt_out(looks: bool, delays: &[(u64, u64)]) -> Vec<(u64, u64, InputProbe)> {
        let mut all = Vec::new();
        for frame in [50_000, 33_333, 16_667, 8_333, 6_944] {
            for &(delay, reading) in delays {
                let game = Game {
                    frame,
                    looks,
                    delay,
                    reading,
                };
                for phase in (0..20).map(|part| part * frame / 20) {
                    let (frames, feel) = game.felt_out(CLICKS, phase);
                    all.push((frame, frames, feel));
                }
            }
        }
        all
    }

    #[test]
    fn games_that_miss_nothing_are_clicked_quickly() {
        for (frame, frames, feel) in felt_out(false, &[(1_000, 500), (3_000, 1_000)]) {
            assert_eq!(feel.step(), Some(0), "frames of {frame}");
            assert!(frames <= CLICKS as u64 + 3, "{frames} of {frame}");
        }
    }

    #[test]
    fn games_that_look_at_the_mouse_are_clicked_once_in_two_frames() {
        for (frame, frames, feel) in felt_out(true, &[(1_000, 500), (3_000, 1_000)]) {
            assert!(feel.step() > Some(0), "frames of {frame}");
            assert!(frames <= 2 * CLICKS as u64 + 3, "{frames} of {frame}");
        }
    }

    #[test]
    fn however_long_reading_takes_games_that_look_at_the_mouse_are_told_from_others() {
        for (frame, _, feel) in felt_out(true, &[(6_000, 5_000), (21_000, 20_000)]) {
            assert_ne!(feel.step(), Some(0), "frames of {frame}: {feel:?}");
        }
    }

    #[test]
    fn games_that_show_their_frames_late_are_not_taken_for_seldom() {
        for (frame, _, feel) in
            felt_out(false, &[(17_000, 1_000), (33_000, 1_000), (50_000, 1_000)])
        {
            assert!(feel.is_over(), "frames of {frame}: {feel:?}");
            assert_eq!(feel.step().unwrap_or(0), 0, "frames of {frame}");
        }
    }

    #[test]
    fn a_pause_between_clicks_does_not_count() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut feel = InputProbe::default();
        for pressed in [0, 10_000] {
            feel.kept(Felt {
                pressed: at(pressed),
                taken: at(pressed + 8),
                seen: at(pressed + 9),
            });
        }
        assert!(feel.is_quick());
        assert!(feel.deadline(at(10_012)) < at(10_200));
    }

    #[test]
    fn games_that_show_nothing_in_time_are_not_felt_out() {
        let mut feel = InputProbe::default();
        feel.lost(Instant::now());
        assert!(feel.is_over());
        assert_eq!(feel.step(), None);
    }
}
