//! The quick guard for X11: asks the server which window lies under a point, about 0.1 ms, and can
//! press a button before anything changes: no window can slip in between.

use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, EventMask, InputFocus, MapState,
    Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use super::layout::Layout;
use super::manager::Manager;
use super::name::name;
use crate::base::{Point, Rect};
use crate::hand::{Button, Hand};
use crate::screen::{Guard, ScreenError};

mod dialog;
mod press;

/// How deep the tree of windows is searched; window managers nest two or three levels.
const DEPTH: usize = 16;

pub struct X11Guard {
    connection: RustConnection,
    root: Window,
    window: Window,
    /// Whether the server can press buttons for us (the XTEST extension).
    presses: bool,
    layout: Layout,
    /// From the first press on.
    manager: Option<Manager>,
    /// The windows that were made or shown lately, and when. They may be on their way to cover the game
    /// while a click is held back.
    stirring: Vec<(Window, Instant)>,
    /// When one was taken away last: what it covered may have yet to be painted.
    went: Option<Instant>,
    /// Whether the window ever had the keyboard.
    had_keys: bool,
}

/// A window may take so long to get the keyboard that was asked for. Chosen: 18 frames at 60 frames a
/// second.
const HANDING_OVER: Duration = Duration::from_millis(300);
/// An idle game answers within this time.
const MEETING: Duration = Duration::from_millis(100);
/// Between two looks at what is waited for.
const BLINK: Duration = Duration::from_micros(300);
/// So long after something stirred nothing is taken to be in front. Chosen: a window manager has more than
/// three frames at 60 frames a second to show a window or to put it away.
const CALM: Duration = Duration::from_millis(60);

impl X11Guard {
    /// None where there is no X server, or it does not know the window.
    pub fn connect(window: u32) -> Option<Self> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        let listen = |to: Window, events: EventMask| {
            let listening = ChangeWindowAttributesAux::new().event_mask(events);
            let asked = connection.change_window_attributes(to, &listening);
            asked.ok()?.check().ok()
        };
        listen(window, EventMask::STRUCTURE_NOTIFY)?;
        listen(root, EventMask::SUBSTRUCTURE_NOTIFY)?;
        let presses = connection.xtest_get_version(2, 2).ok()?.reply().is_ok();
        let layout = Layout::of(&connection, window).ok()?;
        let mut guard = Self {
            layout,
            connection,
            root,
            window,
            presses,
            manager: None,
            stirring: Vec::new(),
            went: None,
            had_keys: false,
        };
        guard.meet().ok()?;
        Some(guard)
    }

    /// Gives a game that is idle the time to say so.
    fn meet(&mut self) -> Result<(), ReplyError> {
        let end = Instant::now() + MEETING;
        while !self.layout.met() && Instant::now() < end {
            std::thread::sleep(BLINK);
            self.listen()?;
        }
        Ok(())
    }

    /// The point of `from` in the coordinates of `to`, and the child of `to` that lies there.
    fn translate(&self, from: Window, to: Window, p: Point) -> Result<(Point, Window), ReplyError> {
        let reply = self
            .connection
            .translate_coordinates(from, to, p.x as i16, p.y as i16)?
            .reply()?;
        let there = Point::new(i32::from(reply.dst_x), i32::from(reply.dst_y));
        Ok((there, reply.child))
    }

    /// The windows that lie under a point of the screen, from the outermost inward.
    fn under(&self, at: Point) -> Result<Vec<Window>, ReplyError> {
        let mut path = Vec::new();
        let mut here = self.root;
        while path.len() < DEPTH {
            let (_, child) = self.translate(self.root, here, at)?;
            if child == x11rb::NONE {
                break;
            }
            path.push(child);
            here = child;
        }
        Ok(path)
    }

    /// Takes notice of what the server told meanwhile.
    fn listen(&mut self) -> Result<(), ReplyError> {
        while let Some(event) = self.connection.poll_for_event()? {
            let window = match &event {
                // Such as the one by which a manager is asked. It covers nothing.
                Event::CreateNotify(new) if new.width.max(new.height) == 1 => continue,
                Event::CreateNotify(new) => new.window,
                Event::MapNotify(shown) => shown.window,
                Event::ReparentNotify(moved) => moved.window,
                Event::UnmapNotify(gone) if gone.window != self.window => {
                    self.went = Some(Instant::now());
                    continue;
                }
                Event::ConfigureNotify(now) if now.window == self.window => {
                    let size = [now.width, now.height];
                    self.layout.note(&self.connection, size)?;
                    continue;
                }
                Event::ClientMessage(message) if self.layout.hear(message) => continue,
                other => {
                    if let Some(manager) = &mut self.manager {
                        manager.hear(other);
                    }
                    continue;
                }
            };
            self.stirring.push((window, Instant::now()));
        }
        self.stirring.retain(|(_, since)| since.elapsed() < CALM);
        Ok(())
    }

    /// What a window did just now, other than the game's own and the frames around it.
    fn stirs(&mut self) -> Result<Option<ScreenError>, ReplyError> {
        self.listen()?;
        for (window, _) in &self.stirring {
            if !self.is_within(self.window, *window)? {
                return Ok(Some(ScreenError::Coming));
            }
        }
        let has_gone = self.went.is_some_and(|when| when.elapsed() < CALM);
        Ok(has_gone.then(|| ScreenError::Covered("a window that goes".into())))
    }

    fn look(&mut self, area: Rect, at: Point) -> Result<Result<(), ScreenError>, ReplyError> {
        let attributes = self
            .connection
            .get_window_attributes(self.window)?
            .reply()?;
        if attributes.map_state != MapState::VIEWABLE {
            return Ok(Err(ScreenError::Minimised));
        }
        let geometry = self.connection.get_geometry(self.window)?;
        let (now, _) = self.translate(self.window, self.root, Point::default())?;
        let geometry = geometry.reply()?;
        let [width, height] = [geometry.width, geometry.height].map(i32::from);
        if Rect::new(now.x, now.y, width, height) != area {
            return Ok(Err(ScreenError::Moved));
        }
        let path = self.under(at)?;
        // Asked last: what came up while the answers were on their way counts as well.
        if let Some(by) = self.stirs()? {
            return Ok(Err(by));
        }
        if !path.contains(&self.window) {
            let name = path.last().map_or("the desktop".into(), |w| self.name(*w));
            return Ok(Err(ScreenError::Covered(name)));
        }
        Ok(match self.layout.is_settled(&self.connection)? {
            true => Ok(()),
            false => Err(ScreenError::Resized),
        })
    }

    /// Whether a window is another, or lies in it.
    fn is_within(&self, inner: Window, outer: Window) -> Result<bool, ReplyError> {
        let mut here = inner;
        for _ in 0..DEPTH {
            if here == outer {
                return Ok(true);
            }
            if here == x11rb::NONE || here == self.root {
                break;
            }
            here = self.connection.query_tree(here)?.reply()?.parent;
        }
        Ok(false)
    }

    /// Who gets what is typed, if not the window.
    fn rival(&self) -> Result<Option<Window>, ReplyError> {
        let focus = self.connection.get_input_focus()?.reply()?.focus;
        // What is typed goes to the window under the pointer, or a window manager's frame has it.
        let ours = focus == u32::from(InputFocus::POINTER_ROOT)
            || self.is_within(focus, self.window)?
            || (focus != self.root && self.is_within(self.window, focus)?);
        Ok((!ours).then_some(focus))
    }

    /// Asks the window manager to give the window the keyboard.
    fn ask_for_keys(&self) -> Result<(), ReplyError> {
        let atom = self
            .connection
            .intern_atom(false, b"_NET_ACTIVE_WINDOW")?
            .reply()?
            .atom;
        // As a pager would: on behalf of the user, who started us.
        let message = ClientMessageEvent::new(32, self.window, atom, [2, 0, 0, 0, 0]);
        let to = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection
            .send_event(false, self.root, to, message)?
            .check()
    }

    fn keys(&mut self) -> Result<Result<(), ScreenError>, ReplyError> {
        let mut rival = self.rival()?;
        if rival.is_some() && !self.had_keys {
            self.ask_for_keys()?;
            let end = Instant::now() + HANDING_OVER;
            while rival.is_some() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(5));
                rival = self.rival()?;
            }
        }
        self.had_keys |= rival.is_none();
        Ok(match rival {
            None => Ok(()),
            Some(window) => Err(ScreenError::Unfocused(self.name(window))),
        })
    }

    fn name(&self, window: Window) -> String {
        let title = name(&self.connection, window);
        title.map_or("another window".into(), |title| format!("{title:?}"))
    }
}

impl X11Guard {
    fn verdict(
        &self,
        look: Result<Result<(), ScreenError>, ReplyError>,
    ) -> Result<(), ScreenError> {
        match look {
            Ok(verdict) => verdict,
            // The server no longer knows the window, or a window on the way went just now.
            Err(ReplyError::X11Error(_)) => match self.connection.get_geometry(self.window) {
                Ok(cookie) => cookie
                    .reply()
                    .map_or(Err(ScreenError::Gone), |_| Err(ScreenError::Moved)),
                Err(_) => Err(ScreenError::Gone),
            },
            Err(error) => Err(ScreenError::Failed(format!("the X server: {error}"))),
        }
    }
}

impl Guard for X11Guard {
    fn prepare(&mut self) {
        // What fails here fails again, and is told, with the first press.
        if self.presses {
            let _ = self.mind_manager();
        }
    }

    fn is_own_cover(&mut self, at: &[Point]) -> bool {
        self.has_own_cover(at).unwrap_or(false)
    }

    fn is_own_menu(&mut self, at: Point) -> bool {
        self.has_own_menu(at).unwrap_or(false)
    }

    fn dialog_has_keys(&mut self) -> bool {
        self.is_typed_into_own().unwrap_or(false)
    }

    fn is_awake(&mut self, since: Instant) -> bool {
        let heard = self.listen();
        let awake = heard
            .is_ok()
            .then(|| self.layout.is_awake(&self.connection, since));
        // What fails is told by the next look.
        awake.is_none_or(|awake| awake.unwrap_or(true))
    }

    fn title(&mut self) -> Option<String> {
        name(&self.connection, self.window)
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        let keys = self.keys();
        self.verdict(keys)
    }

    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError> {
        let look = self.look(area, at);
        self.verdict(look)
    }

    fn put_pointer(
        &mut self,
        to: Point,
        ours: &dyn Fn(Point) -> bool,
        hand: &mut dyn Hand,
    ) -> anyhow::Result<bool> {
        match self.presses {
            true => Ok(self.look_and_point(to, ours)?),
            false => crate::screen::put_pointer(to, ours, hand),
        }
    }

    fn press(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
        hand: &mut dyn Hand,
    ) -> Result<(), ScreenError> {
        if self.presses {
            self.mind_manager()?;
            let look = self.look_and_press(area, at, button);
            return self.verdict(look);
        }
        self.clear(area, at)?;
        hand.button(button, true)
            .map_err(|error| ScreenError::Failed(format!("{error:#}")))
    }
}
