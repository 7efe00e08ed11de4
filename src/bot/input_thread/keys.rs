//! Keys that are typed.

use std::time::{Duration, Instant};

use super::{BREATH, BUSY, GestureBatch, Interruption, WATCH, Worker};
use crate::base::Point;
use crate::hand::Key;
use crate::screen::ScreenError;

/// A key that was released is pressed again after so long at the earliest. What comes within 2 ms, SDL takes for a key that
/// is held and repeats itself, and many games leave repetitions out.
const AGAIN: Duration = Duration::from_millis(4);

impl Worker {
    /// Types keys one after the other.
    pub(super) fn keys(&mut self, keys: &[Key], batch: &GestureBatch) -> Result<(), Interruption> {
        for (nth, key) in keys.iter().enumerate() {
            if nth > 0 && keys[nth - 1] == *key {
                self.ready = self.ready.max(Instant::now() + AGAIN);
            }
            self.chord(&[*key], batch)?;
        }
        Ok(())
    }

    /// Presses keys together, once the game gets what is typed, or if its dialog does that they are for; one key alone
    /// is typed.
    pub(super) fn chord(&mut self, keys: &[Key], batch: &GestureBatch) -> Result<(), Interruption> {
        self.wait_until(self.ready)?;
        match batch.into_dialog {
            true => self.asked()?,
            false => {
                let over = self.over(batch)?;
                self.clear_for_keys(over, batch)?;
                self.focused()?;
            }
        }
        batch.still_holds()?;
        self.strike(keys)?;
        self.pause(self.beat.rest, None);
        Ok(())
    }

    /// The point of the window that must be free while keys are typed. Where the pointer rests beside the window it is
    /// taken into it first, if it is not there: keys reach some games only while it is over them.
    fn over(&mut self, batch: &GestureBatch) -> Result<Point, Interruption> {
        let area = batch.spot.area;
        let parked = batch.spot.on_screen(batch.park);
        if area.contains(parked) {
            return Ok(parked);
        }
        if let Some(here) = self.put.last().filter(|here| area.contains(*here)) {
            return Ok(here);
        }
        let over = batch.spot.corner();
        self.move_to(over)?;
        Ok(over)
    }

    /// Waits for what is under way on the desktop to have come. In a way of several steps a list or menu of the game's own
    /// may lie over the window: an earlier step opened it, and the keys are for it.
    fn clear_for_keys(&mut self, over: Point, batch: &GestureBatch) -> Result<(), Interruption> {
        let end = Instant::now() + BUSY;
        loop {
            match self.guard.clear(batch.spot.area, over) {
                Err(ScreenError::Busy | ScreenError::Coming) if Instant::now() < end => {
                    self.wait_until(Instant::now() + BREATH)?;
                }
                Err(ScreenError::Covered(_)) if self.is_step_into_menu(over, batch) => {
                    return Ok(());
                }
                clear => return Ok(clear?),
            }
        }
    }

    fn is_step_into_menu(&mut self, over: Point, batch: &GestureBatch) -> bool {
        batch.gestures.len() > 1 && self.guard.is_own_menu(over)
    }

    /// Whether a dialog of the game's own gets what is typed, and nobody has stopped it.
    fn asked(&mut self) -> Result<(), Interruption> {
        self.untouched()?;
        match self.guard.dialog_has_keys() {
            true => Ok(()),
            false => Err(ScreenError::Unfocused("no dialog of the game".into()).into()),
        }
    }

    /// Presses keys one after the other and releases them, the last one first; none stays pressed, whatever
    /// goes wrong.
    fn strike(&mut self, keys: &[Key]) -> anyhow::Result<()> {
        let mut down = Vec::with_capacity(keys.len());
        let pressed = keys.iter().try_for_each(|key| {
            down.push(*key);
            self.hand.key(*key, true)
        });
        self.rest(self.beat.hold);
        let released = down.into_iter().rev().map(|key| self.hand.key(key, false));
        released.fold(pressed, |so_far, released| so_far.and(released))
    }

    /// Waits until the game gets what is typed.
    pub(super) fn focused(&mut self) -> Result<(), Interruption> {
        let mut told = false;
        loop {
            self.untouched()?;
            match self.guard.focus() {
                Err(error @ ScreenError::Unfocused(_)) => {
                    if !std::mem::replace(&mut told, true) {
                        tracing::warn!("paused: {error}");
                    }
                }
                other => return Ok(other?),
            }
            self.rest(WATCH);
        }
    }
}
