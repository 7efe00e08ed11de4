//! Clicks in a game that is watched meanwhile.

use std::time::{Duration, Instant};

use super::{GestureBatch, Interruption, WATCH, Worker};
use crate::base::Point;
use crate::bot::beat::Beat;
use crate::bot::effect_counter::EffectCounter;
use crate::bot::input_probe::{Felt, InputProbe};
use crate::hand::Button;

/// So often is a click made at most before a look at what came of it.
const ATTEMPTS: usize = 3;
/// So many clicks in a row may be held in vain.
const PATIENCE: usize = 3;

impl Worker {
    /// Makes a click until it shows, or nothing more can be tried. It is not made again on a board that
    /// is not the one to click on, nor where too many are waiting already: what came of it must be
    /// looked at before the next.
    pub(super) fn feel_out(
        &mut self,
        nth: usize,
        (at, button): (Point, Button),
        batch: &GestureBatch,
        mut feel: InputProbe,
    ) -> Result<bool, Interruption> {
        let mut goes_on = false;
        for attempt in 0..ATTEMPTS {
            let mut pressed = Instant::now();
            let click = self.drag(&[at], button, batch, |worker, _| {
                pressed = Instant::now();
                match feel.is_quick() {
                    true => worker.rest(feel.rest()),
                    false => _ = worker.shows(nth, batch, feel.deadline(pressed)),
                }
                true
            });
            match click {
                // It was made before, and that is what came of it.
                Err(Interruption::Revoked) if attempt > 0 => break,
                other => other?,
            }
            self.pause(Duration::ZERO, None);
            let before = feel;
            goes_on = self.was_felt(nth, batch, &mut feel, pressed)? || feel.is_over();
            if goes_on {
                break;
            }
            if !batch.shown.as_ref().is_some_and(EffectCounter::is_clear) {
                feel = before;
                break;
            }
        }
        self.feel = Some(feel);
        if feel.is_over() && feel.step().is_some() {
            self.beat = Beat::even(feel.rest());
        }
        Ok(goes_on)
    }

    /// Waits for the effect of a click that was pressed at some time; says whether it showed.
    fn was_felt(
        &mut self,
        nth: usize,
        batch: &GestureBatch,
        feel: &mut InputProbe,
        pressed: Instant,
    ) -> Result<bool, Interruption> {
        let felt = |taken| Felt {
            pressed,
            taken,
            seen: Instant::now(),
        };
        let mut taken = self.shows(nth, batch, feel.deadline(pressed));
        if let Some(taken) = taken {
            feel.kept(felt(taken));
        } else {
            let again = feel.lost(pressed);
            taken = self.shows(nth, batch, Instant::now() + again);
            if let Some(taken) = taken {
                feel.late(felt(taken));
            }
        }
        if taken.is_some() {
            self.pause(feel.rest(), taken);
        }
        self.untouched()?;
        Ok(taken.is_some())
    }

    /// Waits until the game shows the first effect of a gesture, or the end, or it is to stop; says since when it
    /// shows.
    fn shows(&mut self, nth: usize, batch: &GestureBatch, end: Instant) -> Option<Instant> {
        self.shows_step(batch.steps_before(nth) + 1, batch, end)
    }

    /// The same of so many steps.
    fn shows_step(&mut self, steps: usize, batch: &GestureBatch, end: Instant) -> Option<Instant> {
        let shown = batch.shown.as_ref()?;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let seen = shown.wait(steps, left.min(WATCH));
            if seen.is_some() || left.is_zero() || self.stop.thrown().is_some() {
                return seen;
            }
            self.watch();
        }
    }

    /// Drags something from point to point, each step when the one before shows. What does not come along is let go,
    /// if the game shows what does: it stays behind whatever the pointer does.
    pub(super) fn drag_along(
        &mut self,
        nth: usize,
        path: &[Point],
        batch: &GestureBatch,
    ) -> Result<(), Interruption> {
        self.drags.begin();
        let before = batch.steps_before(nth);
        let mut watches = batch.shown.is_some();
        self.drag(path, Button::Left, batch, |worker, step| {
            let patience = worker.drags.patience().filter(|_| watches);
            let (true, Some(patience)) = (step > 0, patience) else {
                let pace = worker.drags;
                worker.rest(match watches {
                    true => pace.grip(),
                    false => pace.blind(worker.beat.hold),
                });
                return true;
            };
            let moved = Instant::now();
            match worker.shows_step(before + step, batch, moved + patience) {
                Some(taken) => {
                    worker.drags.kept(taken.saturating_duration_since(moved));
                    true
                }
                None => {
                    watches = worker.drags.is_seen();
                    !watches
                }
            }
        })?;
        self.pause(self.beat.rest.max(self.drags.grip()), None);
        Ok(())
    }

    /// Holds a click until the game shows what it did: then the game has looked at the button. Says since
    /// when it shows. Games that show it late, or only when the button is let go, are not waited for again
    /// and again.
    pub(super) fn hold(&mut self, nth: usize, batch: &GestureBatch) -> Option<Instant> {
        let watched = self.beat.watched && batch.shown.is_some();
        if !watched || self.in_vain >= PATIENCE {
            self.rest(self.beat.hold);
            return None;
        }
        let pressed = Instant::now();
        let seen = self.shows(nth, batch, pressed + self.beat.hold * 3 / 2);
        if nth > 0 && self.in_vain == 0 {
            let took = seen.map(|taken| taken.saturating_duration_since(pressed));
            self.longest = self.longest.max(took);
        }
        self.in_vain = seen.map_or(self.in_vain + 1, |_| 0);
        seen
    }
}
