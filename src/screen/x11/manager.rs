//! Tells whether the window manager has done all that it has to do. It holds a click back to look at it,
//! and what it was asked for before, such as to move the window, it does before it passes the click on:
//! to whatever lies there by then.

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
    /// A window that is never shown. To ask whether all is done is to ask for it to be moved: window
    /// managers let windows that they do not manage have their way, each when its turn comes.
    probe: Window,
    question: Question,
    /// Somebody asked for something else since.
    asked: bool,
    answers: Answers,
    requests: Option<Requests>,
}

/// What was asked last.
struct Question {
    /// Where the probe is to move.
    x: i16,
    /// When it was asked, if it has not moved yet.
    open: Option<Instant>,
}

/// Whether questions are answered.
enum Answers {
    /// It is asked since then.
    NotYet(Instant),
    Yes,
    Never,
}

/// Places where the probe moves in turn, in pixels from the left: enough that an answer is never taken for
/// that of an earlier question.
const PLACES: i16 = 1000;
/// A question that was not answered for so long was lost: another window manager may have taken over.
/// Chosen: forty times as long as one counts as busy.
const LOST: Duration = Duration::from_secs(1);
/// A window manager that gave no answer for so long at first never does.
const MUTE: Duration = Duration::from_secs(3);

impl Manager {
    /// `connection` is to get the events of the root window's children.
    pub fn meet(connection: &RustConnection, root: Window) -> Result<Self, ReplyOrIdError> {
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
            answers: Answers::NotYet(Instant::now()),
            requests: Requests::record(connection, probe),
        };
        manager.ask(connection)?;
        Ok(manager)
    }

    /// Asks whether everything is done that it has to do by now.
    pub fn ask(&mut self, connection: &RustConnection) -> Result<(), ConnectionError> {
        let x = (self.question.x + 1) % PLACES;
        let there = ConfigureWindowAux::new().x(i32::from(x));
        connection.configure_window(self.probe, &there)?;
        connection.flush()?;
        let open = Some(Instant::now());
        self.question = Question { x, open };
        self.asked = false;
        Ok(())
    }

    /// Takes notice of an event of the root window's children.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::ConfigureNotify(moved) if moved.window == self.probe => {
                // The answer to an earlier question is a sign of life.
                if (1..=self.question.x).contains(&moved.x) {
                    self.answers = Answers::Yes;
                }
                if moved.x == self.question.x {
                    self.question.open = None;
                }
            }
            // A wish: to be in front, to be as large as the screen, to be an icon.
            Event::ClientMessage(_) => self.asked = true,
            _ => {}
        }
    }

    /// Whether an answer is to be waited for.
    pub fn owes_answer(&mut self, connection: &RustConnection) -> Result<bool, ReplyError> {
        if let Answers::NotYet(since) = self.answers
            && since.elapsed() > MUTE
        {
            tracing::warn!("the window manager answers nothing; it is not waited for");
            self.answers = Answers::Never;
        }
        if self.question.open.is_some_and(|at| at.elapsed() > LOST) {
            self.ask(connection)?;
        }
        Ok(self.question.open.is_some() && !matches!(self.answers, Answers::Never))
    }

    /// Whether it has nothing left to do; else it is asked. While the server is grabbed, what comes
    /// later comes after what the grabbing connection does.
    pub fn check(&mut self, connection: &RustConnection) -> Result<bool, ReplyError> {
        if let Some(requests) = &mut self.requests {
            match requests.take(connection)? {
                Some(came) => self.asked |= came,
                None => self.requests = None,
            }
        }
        if self.asked {
            self.ask(connection)?;
        }
        Ok(!self.owes_answer(connection)?)
    }
}
