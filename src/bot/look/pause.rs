//! While there is nothing to be seen: why, and for how long.

use std::time::{Duration, Instant};

use super::Watcher;
use super::exposure::Exposure;
use crate::bot::Halt;
use crate::game::Game;
use crate::screen::ScreenError;

/// Captures may fail for so long. Chosen: a window that is being mapped or resized fails for a moment only.
const FAILING: Duration = Duration::from_secs(3);

impl<G: Game> Watcher<'_, G> {
    /// Something lay over the window, or it was not on the screen.
    pub fn cover(&mut self, by: &ScreenError) {
        if matches!(
            by,
            ScreenError::Covered(_)
                | ScreenError::Coming
                | ScreenError::Minimised
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
            return Err(Halt::Paused(self.pause_limit, error));
        }
        if error != ScreenError::Moved && self.paused.as_ref() != Some(&error) {
            tracing::warn!("paused: {error}");
            self.onlooker.paused(error.to_string());
            self.paused = Some(error);
        }
        Ok(())
    }

    /// The window can be seen again.
    pub(super) fn resume(&mut self) {
        self.failing = None;
        self.paused_since = None;
        if self.paused.take().is_some() {
            tracing::warn!("resumed");
            self.onlooker.resumed();
        }
    }
}
