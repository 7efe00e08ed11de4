//! Tells whether the window manager has done all that it was asked for. It looks at every click before
//! it passes it on, and what it was asked for before, such as to move the window, it does before.

use std::sync::Arc;
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;

use super::requests::Requests;

/// The window manager, or the server itself where there is none.
pub struct Manager {
    connection: Arc<RustConnection>,
    /// A window that is never shown. To ask whether all is done is to ask for it to be moved: window
    /// managers let windows that they do not manage have their way, each when its turn comes.
    probe: Window,
    /// What was asked last.
    question: Question,
    /// It was asked for something else since.
    asked: bool,
    /// Since when it is asked.
    met: Instant,
    /// Whether it ever answered.
    answers: bool,
    requests: Option<Requests>,
}

struct Question {
    /// Where the probe was to move.
    x: i16,
    /// When, if it has not moved yet.
    open: Option<Instant>,
}

/// Where the probe moves in turn.
const PLACES: i16 = 1000;
/// A question that was not answered for so long was lost: another window manager may have taken over.
const LOST: Duration = Duration::from_secs(1);
/// One that gave no answer for so long at first never does, and is not waited for.
const MUTE: Duration = Duration::from_secs(3);

impl Manager {
    /// `connection` is to get the events of the root window's children.
    pub fn meet(connection: Arc<RustConnection>, root: Window) -> Result<Self, ReplyOrIdError> {
        let probe = connection.generate_id()?;
        let (kind, as_is) = (WindowClass::INPUT_ONLY, x11rb::COPY_FROM_PARENT);
        let plain = CreateWindowAux::new();
        connection
            .create_window(0, probe, root, 0, 0, 1, 1, 0, kind, as_is, &plain)?
            .check()?;
        let mut manager = Self {
            probe,
            question: Question { x: 0, open: None },
            asked: false,
            met: Instant::now(),
            answers: false,
            requests: Requests::record(connection.clone()),
            connection,
        };
        manager.ask()?;
        Ok(manager)
    }

    /// Asks whether everything that it was asked for by now is done.
    pub fn ask(&mut self) -> Result<(), ConnectionError> {
        let x = (self.question.x + 1) % PLACES;
        let there = ConfigureWindowAux::new().x(i32::from(x));
        self.connection.configure_window(self.probe, &there)?;
        self.connection.flush()?;
        let open = Some(Instant::now());
        self.question = Question { x, open };
        self.asked = false;
        Ok(())
    }

    /// Takes notice of an event of the root window's children.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::ConfigureNotify(moved)
                if (moved.window, moved.x) == (self.probe, self.question.x) =>
            {
                self.question.open = None;
                self.answers = true;
            }
            // A wish: to be in front, to be as large as the screen, to be an icon.
            Event::ClientMessage(_) => self.asked = true,
            _ => {}
        }
    }

    /// Whether it has done what it was asked about, so far as it tells.
    pub fn has_answered(&self) -> bool {
        let is_mute = !self.answers && self.met.elapsed() > MUTE;
        is_mute || self.question.open.is_none()
    }

    /// Whether it may have something left to do. What it has to do from now on comes after all that the
    /// server does before it serves anybody else.
    pub fn is_busy(&mut self) -> Result<bool, ReplyError> {
        if let Some(requests) = &mut self.requests {
            self.asked |= requests.came(self.probe)?;
        }
        let lost = self.question.open.is_some_and(|at| at.elapsed() > LOST);
        if self.asked || lost {
            self.ask()?;
        }
        Ok(!self.has_answered())
    }
}
