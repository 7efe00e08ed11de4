//! The press of a button, between two questions whether it is safe.

use std::time::{Duration, Instant};

use super::{BLINK, Win32Guard};
use crate::base::{Point, Rect};
use crate::hand::{Button, Hand};
use crate::screen::win32::handle::{Handle, pointer};
use crate::screen::{Guard as _, ScreenError};

/// A pointer may take so long to get where it was moved. Chosen: a question takes a fraction of a millisecond, the rest
/// is for a busy machine.
const ARRIVAL: Duration = Duration::from_millis(50);
/// A game that takes notice of nothing for so long counts as busy. Chosen: three frames at 30 frames a second.
const TURN: Duration = Duration::from_millis(100);

impl Win32Guard {
    /// Sees to it that what takes time is done before the last look: the game is in front and awake, and the pointer
    /// has arrived.
    pub(super) fn make_ready(
        &mut self,
        area: Rect,
        at: Point,
        hand: &mut dyn Hand,
    ) -> Result<(), ScreenError> {
        if self.outranks_us {
            return Err(ScreenError::Failed(
                "the game runs as administrator, and Windows lets no input from gridhand through to it: start gridhand \
                 as administrator, too"
                    .into(),
            ));
        }
        if self.stirring.is_there() {
            return Err(ScreenError::Coming);
        }
        self.clear(area, at)?;
        self.bring_to_front()?;
        await_pointer(at)?;
        if std::mem::take(&mut self.disturbed) {
            nudge(area, at, hand).map_err(failed)?;
            await_pointer(at)?;
        }
        match self.window.answers(TURN) {
            true => Ok(()),
            false => Err(ScreenError::Busy),
        }
    }

    /// Looks, presses if all is well, and looks again.
    pub(super) fn look_and_press(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
        hand: &mut dyn Hand,
    ) -> Result<(), ScreenError> {
        if self.stirring.is_there() {
            return Err(ScreenError::Coming);
        }
        if !self.is_in_front() {
            return Err(ScreenError::Busy);
        }
        self.look(area, at)?;
        hand.button(button, true).map_err(failed)?;
        match self.went_astray(area, at) {
            None => Ok(()),
            Some(why) => {
                hand.button(button, false).map_err(failed)?;
                Err(ScreenError::Astray(why))
            }
        }
    }

    /// What was not as it should be when the button was pressed, if anything. A dialog of the game's own may be what the
    /// press did.
    fn went_astray(&self, area: Rect, at: Point) -> Option<String> {
        let by = match self.look(area, at) {
            Ok(()) if pointer() == Some(at) => return None,
            Ok(()) => return Some("the pointer was moved meanwhile".into()),
            Err(by) => by,
        };
        let over = Handle::under(at).and_then(Handle::root);
        match by {
            ScreenError::Covered(_) if over.is_some_and(|over| self.is_own_dialog(over)) => None,
            other => Some(other.to_string()),
        }
    }
}

/// Waits for the pointer to arrive, but not for long.
fn await_pointer(at: Point) -> Result<(), ScreenError> {
    let end = Instant::now() + ARRIVAL;
    while pointer() != Some(at) {
        if Instant::now() > end {
            return Err(ScreenError::Moved);
        }
        std::thread::sleep(BLINK);
    }
    Ok(())
}

fn failed(error: anyhow::Error) -> ScreenError {
    ScreenError::Failed(format!("{error:#}"))
}

/// Moves the pointer away by a pixel and back: where something was in the way, the game may not have been told that the
/// pointer is over it, and where.
fn nudge(area: Rect, at: Point, hand: &mut dyn Hand) -> anyhow::Result<()> {
    let right = Point::new(at.x + 1, at.y);
    let beside = match area.contains(right) {
        true => right,
        false => Point::new(at.x - 1, at.y),
    };
    hand.point(beside)?;
    hand.point(at)
}
