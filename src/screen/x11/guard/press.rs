//! The press of a button, as one act with the question whether it is safe.

use std::time::{Duration, Instant};

use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, ConnectionExt as _};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::{Manager, X11Guard};
use crate::hand::Button;
use crate::plane::{Point, Rect};
use crate::screen::ScreenError;

/// A pointer may take so long to get where it was moved.
const ARRIVAL: Duration = Duration::from_millis(50);
/// A window manager may take so long to do what it was asked for.
const TURN: Duration = Duration::from_millis(100);
/// Between two looks at what is waited for.
const BLINK: Duration = Duration::from_micros(300);

impl X11Guard {
    /// From now on the window manager is waited for.
    pub(super) fn mind_manager(&mut self) -> Result<(), ScreenError> {
        if self.manager.is_none() {
            let met = Manager::meet(self.connection.clone(), self.root);
            let failed = |error| ScreenError::Failed(format!("the X server: {error}"));
            self.manager = Some(met.map_err(failed)?);
        }
        Ok(())
    }

    /// Whether the pointer is there already: what moved it spoke to the server on another line.
    fn has_pointer(&self, at: Point) -> Result<bool, ReplyError> {
        let pointer = self.connection.query_pointer(self.root)?.reply()?;
        Ok(Point::new(i32::from(pointer.root_x), i32::from(pointer.root_y)) == at)
    }

    /// Waits for the pointer to arrive, but not for long.
    fn await_pointer(&self, at: Point) -> Result<(), ReplyError> {
        let end = Instant::now() + ARRIVAL;
        while !self.has_pointer(at)? && Instant::now() < end {
            std::thread::sleep(BLINK);
        }
        Ok(())
    }

    /// Waits for the window manager to answer, but not for long.
    fn await_manager(&mut self) -> Result<(), ReplyError> {
        let end = Instant::now() + TURN;
        loop {
            self.listen()?;
            if self.manager.as_ref().is_none_or(Manager::has_answered) || Instant::now() > end {
                return Ok(());
            }
            std::thread::sleep(BLINK);
        }
    }

    /// [Looks](Self::look) when the pointer has arrived and the window manager has nothing left to do.
    fn look_closely(
        &mut self,
        area: Rect,
        at: Point,
    ) -> Result<Result<(), ScreenError>, ReplyError> {
        if !self.has_pointer(at)? {
            return Ok(Err(ScreenError::Moved));
        }
        let look = self.look(area, at)?;
        let busy = match &mut self.manager {
            Some(manager) => manager.is_busy()?,
            None => false,
        };
        Ok(look.and(if busy { Err(ScreenError::Busy) } else { Ok(()) }))
    }

    /// Looks, and presses if all is well, while the server listens to nobody else. Whatever the window
    /// manager is asked for from then on, it passes the click on first.
    pub(super) fn look_and_press(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
    ) -> Result<Result<(), ScreenError>, ReplyError> {
        self.await_pointer(at)?;
        self.await_manager()?;
        self.connection.grab_server()?;
        let look = self.look_closely(area, at);
        if let Ok(Ok(())) = &look {
            self.fake_press(button)?;
        }
        self.connection.ungrab_server()?;
        if let (Ok(Ok(())), Some(manager)) = (&look, &mut self.manager) {
            manager.ask()?;
        }
        // The answer to anything says that the press has happened.
        self.connection.get_input_focus()?.reply()?;
        look
    }

    fn fake_press(&self, button: Button) -> Result<(), ReplyError> {
        let detail = match button {
            Button::Left => 1,
            Button::Right => 3,
        };
        let (kind, now, all) = (BUTTON_PRESS_EVENT, x11rb::CURRENT_TIME, x11rb::NONE);
        self.connection
            .xtest_fake_input(kind, detail, now, all, 0, 0, 0)?;
        Ok(())
    }
}
