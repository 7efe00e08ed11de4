//! Dialogs of the game's own: they belong to its window, and say something that waits for an answer.

use x11rb::errors::ReplyError;
use x11rb::protocol::res::{ClientIdMask, ClientIdSpec, ConnectionExt as _};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, Window};

use super::{DEPTH, X11Guard};
use crate::base::Point;

impl X11Guard {
    /// Whether a window is a dialog that belongs to ours. Tooltips and menus, which no window manager handles, and other
    /// windows of the same program are none: they come up without anything having been solved.
    fn is_own(&self, window: Window) -> Result<bool, ReplyError> {
        let attributes = self.connection.get_window_attributes(window)?.reply()?;
        if window == self.window || attributes.override_redirect {
            return Ok(false);
        }
        let transient = AtomEnum::WM_TRANSIENT_FOR.into();
        if self.number(window, transient)? == Some(self.window) {
            return Ok(true);
        }
        let kind = self.atom(b"_NET_WM_WINDOW_TYPE")?;
        let dialog = self.atom(b"_NET_WM_WINDOW_TYPE_DIALOG")?;
        if self.number(window, kind)? != Some(dialog) {
            return Ok(false);
        }
        let process = self.process(window)?;
        Ok(process.is_some() && process == self.process(self.window)?)
    }

    /// The process that a window belongs to: as it says, or as the server knows. Games that show their dialogs by another
    /// library than their board do so over a connection of its own, and some of these libraries say nothing.
    fn process(&self, window: Window) -> Result<Option<u32>, ReplyError> {
        let said = self.number(window, self.atom(b"_NET_WM_PID")?)?;
        Ok(said.or_else(|| self.process_by_server(window)))
    }

    /// The same by the server; None if it does not know it, for the window may be one of another computer.
    fn process_by_server(&self, window: Window) -> Option<u32> {
        let asked = [ClientIdSpec {
            client: window,
            mask: ClientIdMask::LOCAL_CLIENT_PID,
        }];
        let told = self.connection.res_query_client_ids(&asked).ok()?;
        let told = told.reply().ok()?;
        told.ids.first()?.value.first().copied()
    }

    fn atom(&self, name: &[u8]) -> Result<u32, ReplyError> {
        Ok(self.connection.intern_atom(false, name)?.reply()?.atom)
    }

    /// A property of a window that is one number.
    fn number(&self, window: Window, property: u32) -> Result<Option<u32>, ReplyError> {
        let any = u32::from(AtomEnum::ANY);
        let reply = self
            .connection
            .get_property(false, window, property, any, 0, 1)?
            .reply()?;
        Ok(reply.value32().and_then(|mut numbers| numbers.next()))
    }

    pub(super) fn has_own_cover(&self, at: &[Point]) -> Result<bool, ReplyError> {
        for point in at {
            let path = self.under(*point)?;
            if path.contains(&self.window) {
                continue;
            }
            for window in path {
                if self.is_own(window)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a point of the screen lies in a window of the game's program that no window manager handles.
    pub(super) fn has_own_menu(&self, at: Point) -> Result<bool, ReplyError> {
        let path = self.under(at)?;
        let Some(top) = path.first().filter(|_| !path.contains(&self.window)) else {
            return Ok(false);
        };
        let attributes = self.connection.get_window_attributes(*top)?.reply()?;
        if !attributes.override_redirect {
            return Ok(false);
        }
        let process = self.process(*top)?;
        Ok(process.is_some() && process == self.process(self.window)?)
    }

    /// Whether a dialog of the game's own gets what is typed: it, or something in it, has the focus.
    pub(super) fn is_typed_into_own(&self) -> Result<bool, ReplyError> {
        let Some(mut here) = self.rival()? else {
            return Ok(false);
        };
        for _ in 0..DEPTH {
            if here == x11rb::NONE || here == self.root {
                break;
            }
            if self.is_own(here)? {
                return Ok(true);
            }
            here = self.connection.query_tree(here)?.reply()?.parent;
        }
        Ok(false)
    }
}
