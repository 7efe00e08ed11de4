//! While there is nothing to be seen: why, and for how long.

use std::time::{Duration, Instant};

use super::exposure::Exposure;
use super::{Observation, Watcher};
use crate::bot::Halt;
use crate::game::Game;
use crate::screen::ScreenError;

/// Captures may fail for so long. Chosen: a window that is being mapped or resized fails for a moment only.
const FAILING: Duration = Duration::from_secs(3);
/// What cannot be read for so long is told of, and so long after that what keeps it from being read then. Chosen: signs
/// that pass by themselves, and what is being painted, are nothing to tell.
const UNREAD: Duration = Duration::from_secs(2);
/// A dialog goes within this time after it was answered. Chosen: 30 frames at 60 frames a second.
const ANSWERED: Duration = Duration::from_millis(500);
/// Between two looks whether it has gone.
const BLINK: Duration = Duration::from_millis(5);

impl<G: Game> Watcher<'_, G> {
    /// Something lay over the window, or it was not on the screen.
    pub fn cover(&mut self, by: &ScreenError) {
        if matches!(
            by,
            ScreenError::Covered(_)
                | ScreenError::Coming
                | ScreenError::Minimised
                | ScreenError::Hidden
                | ScreenError::OffScreen
        ) {
            self.exposure = Exposure::Hidden;
        }
    }

    /// The window cannot be seen now; an error if that ends the session.
    pub(super) fn pause(&mut self, error: ScreenError) -> Result<(), Halt> {
        self.cover(&error);
        match error {
            ScreenError::Covered(_)
            | ScreenError::Coming
            | ScreenError::Minimised
            | ScreenError::Hidden
            | ScreenError::Moved
            | ScreenError::Resized
            | ScreenError::Busy
            | ScreenError::OffScreen => self.failing = None,
            // A window that is just being mapped or resized cannot be captured for a moment.
            ScreenError::Failed(_) => {
                let since = *self.failing.get_or_insert_with(Instant::now);
                if since.elapsed() > FAILING {
                    return Err(error.into());
                }
            }
            fatal => return Err(fatal.into()),
        }
        let since = *self.paused_since.get_or_insert_with(Instant::now);
        if since.elapsed() > self.pause_limit {
            return Err(match self.is_asked() {
                true => Halt::Asked(self.pause_limit, error),
                false => Halt::Paused(self.pause_limit, error),
            });
        }
        if error != ScreenError::Moved && self.paused.as_ref() != Some(&error) {
            tracing::warn!("paused: {error}");
            self.onlooker.paused(error.to_string());
            self.paused = Some(error);
        }
        Ok(())
    }

    /// Whether a dialog of the game's own waits for an answer, and gets what is typed.
    pub fn is_asked(&mut self) -> bool {
        self.guard.dialog_has_keys()
    }

    /// Waits for a dialog that was answered to go, but not for long.
    pub fn until_answered(&mut self) {
        let end = Instant::now() + ANSWERED;
        while self.is_asked() && Instant::now() < end && self.stop.sleep(BLINK) {}
    }

    /// The window can be seen again, and shows this.
    pub(super) fn resume(&mut self, look: &Observation<G>) {
        self.failing = None;
        self.paused_since = None;
        if self.paused.take().is_some() {
            tracing::warn!("resumed");
            self.onlooker.resumed();
        }
        match look {
            Observation::Hidden(hidden) => {
                let due = self.unread_due.get_or_insert(hidden.frame.taken + UNREAD);
                let now = Instant::now();
                if now > *due {
                    *due = now + UNREAD;
                    self.onlooker.unreadable(hidden.error.to_string());
                }
            }
            _ if self.unread_due.take().is_some() => self.onlooker.resumed(),
            _ => {}
        }
    }
}
