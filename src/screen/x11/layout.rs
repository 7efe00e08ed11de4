//! Tells whether the game has laid itself out for the size that its window has. Until then the window
//! shows the old picture; but the game, which is told of its size first and of a click later, takes the
//! click for what the new one shows there.

use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, Window,
};
use x11rb::rust_connection::RustConnection;

use crate::screen::settling::Settling;

/// The layout of one window.
pub struct Layout {
    settling: Settling,
    /// None of a game that says itself that it answers no questions.
    questions: Option<Questions>,
}

/// Asks the game to answer when its turn comes (`_NET_WM_PING`): what it was told before, it knows by then.
struct Questions {
    window: Window,
    /// The names of the message and of the question.
    atoms: [Atom; 2],
    /// Of the last question. Every guard hears all answers, and counts in a range of its own.
    number: u32,
    state: State,
    /// Since when it is asked, if it never answered.
    unanswered: Option<Instant>,
    /// The last question that is not about the size, when it was put, and whether it is answered.
    call: Option<(u32, Instant, bool)>,
}

#[derive(Clone, Copy)]
enum State {
    Settled,
    /// So many answers are wanted.
    Asked(u32),
    /// So many are wanted still; when the last one came.
    Answered(u32, Instant),
}

/// By the first answer the game knows its size; by the second it has had a turn since, to paint.
const ANSWERS: u32 = 2;
/// After each answer, for the picture to be painted and seen.
const PAUSE: Duration = Duration::from_millis(50);
/// A game that gave no answer for so long at first is not waited for.
const MUTE: Duration = Duration::from_secs(3);
/// So many of the protocols that a window lists are read.
const PROTOCOLS: u32 = 32;

impl Layout {
    /// The layout of a window that we meet now. `connection` is to get the window's events, and those of the
    /// root window's children.
    pub fn of(connection: &RustConnection, window: Window) -> Result<Self, ReplyError> {
        let mut settling = Settling::default();
        let geometry = connection.get_geometry(window)?.reply()?;
        settling.note([geometry.width, geometry.height].map(i32::from));
        Ok(Self {
            settling,
            questions: Questions::of(connection, window)?,
        })
    }

    /// Takes notice of the size that the window has now, in pixels.
    pub fn note(
        &mut self,
        connection: &RustConnection,
        size: [u16; 2],
    ) -> Result<(), ConnectionError> {
        let is_new = self.settling.note(size.map(i32::from));
        if is_new && let Some(questions) = &mut self.questions {
            questions.begin(connection)?;
        }
        Ok(())
    }

    /// Whether the window shows what the game takes clicks for. Where it did not, the answer is no until
    /// the window was looked at once more.
    pub fn is_settled(&mut self, connection: &RustConnection) -> Result<bool, ConnectionError> {
        let had_time = self.settling.is_over();
        let answered = match &mut self.questions {
            Some(questions) => questions.are_answered(connection)?,
            None => true,
        };
        Ok(had_time && answered)
    }

    /// Whether the game answered the first question, or answers none. If it answers at once, there was
    /// nothing that it had yet to notice.
    pub fn met(&mut self) -> bool {
        let Some(questions) = &mut self.questions else {
            return true;
        };
        let answered = matches!(questions.state, State::Answered(..));
        if answered {
            questions.state = State::Settled;
        }
        answered
    }

    /// Whether the game has answered a question of after `since`, or answers none.
    pub fn is_awake(
        &mut self,
        connection: &RustConnection,
        since: Instant,
    ) -> Result<bool, ConnectionError> {
        match &mut self.questions {
            Some(questions) => questions.call(connection, since),
            None => Ok(true),
        }
    }

    /// Whether a message is the game's answer; takes notice of it then.
    pub fn hear(&mut self, message: &ClientMessageEvent) -> bool {
        let questions = self.questions.as_mut();
        questions.is_some_and(|questions| questions.hear(message))
    }
}

impl Questions {
    /// None if the window does not know the protocol.
    fn of(connection: &RustConnection, window: Window) -> Result<Option<Self>, ReplyError> {
        let message = connection.intern_atom(false, b"WM_PROTOCOLS")?;
        let question = connection.intern_atom(false, b"_NET_WM_PING")?;
        let atoms = [message.reply()?.atom, question.reply()?.atom];
        let known = connection
            .get_property(false, window, atoms[0], AtomEnum::ATOM, 0, PROTOCOLS)?
            .reply()?;
        let mut known = known.value32().into_iter().flatten();
        if !known.any(|protocol| protocol == atoms[1]) {
            return Ok(None);
        }
        let mut questions = Self {
            window,
            atoms,
            number: connection.setup().resource_id_base,
            state: State::Asked(ANSWERS),
            unanswered: Some(Instant::now()),
            call: None,
        };
        questions.ask(connection)?;
        Ok(Some(questions))
    }

    fn ask(&mut self, connection: &RustConnection) -> Result<(), ConnectionError> {
        self.number += 1;
        let [message, question] = self.atoms;
        let data = [question, self.number, self.window, 0, 0];
        let message = ClientMessageEvent::new(32, self.window, message, data);
        connection.send_event(false, self.window, EventMask::NO_EVENT, message)?;
        connection.flush()
    }

    /// Asks about something new.
    fn begin(&mut self, connection: &RustConnection) -> Result<(), ConnectionError> {
        self.state = State::Asked(ANSWERS);
        if let Some(since) = &mut self.unanswered {
            *since = Instant::now();
        }
        self.ask(connection)
    }

    /// Whether all answers are there, and the last for long enough, or none is to be hoped for. Asks for the
    /// next when it is time.
    fn are_answered(&mut self, connection: &RustConnection) -> Result<bool, ConnectionError> {
        let (wanted, at) = match self.state {
            State::Settled => return Ok(true),
            State::Asked(_) => return Ok(self.unanswered.is_some_and(|at| at.elapsed() > MUTE)),
            State::Answered(wanted, at) => (wanted, at),
        };
        if at.elapsed() > PAUSE && wanted > 0 {
            self.state = State::Asked(wanted);
            self.ask(connection)?;
        } else if at.elapsed() > PAUSE {
            self.state = State::Settled;
        }
        Ok(false)
    }

    /// Whether a question that was put after `since` is answered; puts one if there is none under way.
    fn call(
        &mut self,
        connection: &RustConnection,
        since: Instant,
    ) -> Result<bool, ConnectionError> {
        if self.unanswered.is_some() {
            return Ok(true);
        }
        match self.call {
            Some((_, at, answered)) if at >= since => return Ok(answered),
            // It may be asleep since before.
            Some((.., false)) => return Ok(false),
            _ => {}
        }
        // One question after the other: that about the size comes first.
        if self.are_answered(connection)? {
            self.ask(connection)?;
            self.call = Some((self.number, Instant::now(), false));
        }
        Ok(false)
    }

    fn hear(&mut self, message: &ClientMessageEvent) -> bool {
        let [asks, number, window, ..] = message.data.as_data32();
        let is_answer = [message.type_, asks] == self.atoms && window == self.window;
        if is_answer {
            self.unanswered = None;
            if let Some((call, _, answered)) = &mut self.call {
                *answered |= *call == number;
            }
        }
        if let State::Asked(wanted) = self.state
            && is_answer
            && number == self.number
        {
            self.state = State::Answered(wanted - 1, Instant::now());
        }
        is_answer
    }
}
