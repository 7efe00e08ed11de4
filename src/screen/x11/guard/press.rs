//! The press of a button, and the motion to where it is pressed, each as one act with the question whether it is safe.

use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, ConnectionExt as _, MOTION_NOTIFY_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::{BLINK, Manager, X11Guard};
use crate::base::{Point, Rect};
use crate::hand::Button;
use crate::screen::ScreenError;

/// A pointer may take so long to get where it was moved. Chosen: a question takes the server 0.1 ms, the
/// rest is for a busy machine.
const ARRIVAL: Duration = Duration::from_millis(50);
/// A window manager may take so long to answer before it counts as busy.
const TURN: Duration = Duration::from_millis(25);

impl X11Guard {
    /// From now on the window manager is waited for.
    pub(super) fn mind_manager(&mut self) -> Result<(), ScreenError> {
        if self.manager.is_none() {
            let met = Manager::meet(&self.connection, self.root);
            let failed = |error| ScreenError::Failed(format!("the X server: {error}"));
            self.manager = Some(met.map_err(failed)?);
        }
        Ok(())
    }

    fn pointer(&self) -> Result<Point, ReplyError> {
        let pointer = self.connection.query_pointer(self.root)?.reply()?;
        Ok(Point::new(
            i32::from(pointer.root_x),
            i32::from(pointer.root_y),
        ))
    }

    /// Whether the pointer is there already: a window manager that looks at a click holds it up.
    fn has_pointer(&self, at: Point) -> Result<bool, ReplyError> {
        Ok(self.pointer()? == at)
    }

    /// Looks where the pointer is, and moves it if it is `ours`, with nothing in between; says whether it was.
    pub(super) fn look_and_point(
        &self,
        to: Point,
        ours: &dyn Fn(Point) -> bool,
    ) -> Result<bool, ReplyError> {
        self.connection.grab_server()?;
        let moved = self.pointer().and_then(|now| {
            let is_ours = ours(now);
            if is_ours {
                self.fake(MOTION_NOTIFY_EVENT, 0, to)?;
            }
            Ok(is_ours)
        });
        self.connection.ungrab_server()?;
        self.connection.flush()?;
        moved
    }

    /// Waits for the pointer to arrive, but not for long.
    fn await_pointer(&self, at: Point) -> Result<(), ReplyError> {
        let end = Instant::now() + ARRIVAL;
        while !self.has_pointer(at)? && Instant::now() < end {
            std::thread::sleep(BLINK);
        }
        Ok(())
    }

    /// Waits for the window manager to answer, but not for long; says whether it did.
    fn await_manager(&mut self) -> Result<bool, ReplyError> {
        let end = Instant::now() + TURN;
        loop {
            self.listen()?;
            let owes = match &mut self.manager {
                Some(manager) => manager.owes_answer(&self.connection)?,
                None => false,
            };
            if !owes || Instant::now() > end {
                return Ok(!owes);
            }
            std::thread::sleep(BLINK);
        }
    }

    /// Looks, and presses if all is well. To be called while the server listens to nobody else.
    fn press_if_clear(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
    ) -> Result<Result<(), ScreenError>, ReplyError> {
        if !self.has_pointer(at)? {
            return Ok(Err(ScreenError::Moved));
        }
        let look = self.look(area, at)?;
        if look.is_err() {
            return Ok(look);
        }
        if let Some(manager) = &mut self.manager
            && !manager.check(&self.connection)?
        {
            return Ok(Err(ScreenError::Busy));
        }
        self.fake_press(button)?;
        Ok(Ok(()))
    }

    /// Looks, and presses if all is well, with nothing in between.
    pub(super) fn look_and_press(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
    ) -> Result<Result<(), ScreenError>, ReplyError> {
        self.await_pointer(at)?;
        if !self.await_manager()? {
            return Ok(Err(ScreenError::Busy));
        }
        self.connection.grab_server()?;
        let pressed = self.press_if_clear(area, at, button);
        self.connection.ungrab_server()?;
        if let (Ok(Ok(())), Some(manager)) = (&pressed, &mut self.manager) {
            manager.ask(&self.connection)?;
        }
        // The answer to anything says that the press has happened.
        self.connection.get_input_focus()?.reply()?;
        pressed
    }

    fn fake_press(&self, button: Button) -> Result<(), ReplyError> {
        let detail = match button {
            Button::Left => 1,
            Button::Right => 3,
        };
        self.fake(BUTTON_PRESS_EVENT, detail, Point::new(0, 0))
    }

    /// Lets the server take something for the mouse's doing: the button or, of a motion, the place counts.
    fn fake(&self, kind: u8, detail: u8, to: Point) -> Result<(), ReplyError> {
        let (x, y) = (to.x as i16, to.y as i16);
        self.connection
            .xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, x, y, 0)?;
        Ok(())
    }
}
