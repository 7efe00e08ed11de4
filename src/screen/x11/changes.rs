//! Tells when a window shows something else (the extension DAMAGE).

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyOrIdError};
use x11rb::protocol::damage::{ConnectionExt as _, Damage, ReportLevel};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;

/// The changes of one window, on a connection that gets no other events.
pub struct Changes {
    damage: Damage,
    came: bool,
}

/// The version of the extension DAMAGE that is asked for, major and minor: 1.1 has all that is needed.
const VERSION: (u32, u32) = (1, 1);

impl Changes {
    /// None where the server cannot tell.
    pub fn watch(connection: &RustConnection, window: Window) -> Option<Self> {
        Self::ask(connection, window).ok()
    }

    fn ask(connection: &RustConnection, window: Window) -> Result<Self, ReplyOrIdError> {
        connection
            .damage_query_version(VERSION.0, VERSION.1)?
            .reply()?;
        // Moved, resized, hidden, covered, uncovered: none of it is a damage.
        let events = EventMask::STRUCTURE_NOTIFY | EventMask::VISIBILITY_CHANGE;
        let events = ChangeWindowAttributesAux::new().event_mask(events);
        connection
            .change_window_attributes(window, &events)?
            .check()?;
        let damage = connection.generate_id()?;
        connection
            .damage_create(damage, window, ReportLevel::NON_EMPTY)?
            .check()?;
        Ok(Self { damage, came: true })
    }

    /// Whether something changed since the last [start](Self::start), so far as the server told by now.
    pub fn came(&mut self, connection: &RustConnection) -> Result<bool, ConnectionError> {
        while connection.poll_for_event()?.is_some() {
            self.came = true;
        }
        Ok(self.came)
    }

    /// From here on changes count. To be called before a picture is asked for: what changes between the
    /// two is in the picture, and counts.
    pub fn start(&mut self, connection: &RustConnection) -> Result<(), ConnectionError> {
        self.came = false;
        connection.damage_subtract(self.damage, x11rb::NONE, x11rb::NONE)?;
        Ok(())
    }

    /// Waits until something changes, but not longer than `most`.
    pub fn wait(&mut self, connection: &RustConnection, most: Duration) {
        let end = Instant::now() + most;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.came(connection) {
                Ok(false) if !left.is_zero() => {}
                Ok(_) => return,
                // What fails here fails again, and is told, when the next picture is taken.
                Err(_) => return std::thread::sleep(left),
            }
            let mut line = [PollFd::new(connection.stream(), PollFlags::IN)];
            let left = Timespec::try_from(left).ok();
            if poll(&mut line, left.as_ref()).is_err() {
                return;
            }
        }
    }
}
