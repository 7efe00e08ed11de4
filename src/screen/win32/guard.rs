//! The guard for Windows: asks which window lies under a point and whether it is in front, presses, and asks again.
//! Windows cannot be held still meanwhile, so a press may go astray in the fraction of a millisecond between; then the
//! second answer is another, and the loop ends.

use std::time::{Duration, Instant};

use super::handle::Handle;
use super::{access, is_open};
use crate::base::{Point, Rect};
use crate::hand::{Button, Hand};
use crate::screen::settling::Settling;
use crate::screen::{Guard, ScreenError};

mod dialog;
mod press;
mod stirring;

use stirring::Stirring;

pub struct Win32Guard {
    window: Handle,
    settling: Settling,
    /// Whether the window ever had the keyboard.
    had_keys: bool,
    /// Its program has rights that we do not have.
    outranks_us: bool,
    stirring: Stirring,
    /// Something was in the way since the pointer moved last: who was told of that is not known.
    disturbed: bool,
}

/// A window may take so long to come to the front. Chosen: 18 frames at 60 frames a second.
const HANDING_OVER: Duration = Duration::from_millis(300);
/// Between two looks at what is waited for.
const BLINK: Duration = Duration::from_micros(300);
/// So long is an answer of the game's waited for while others ask as well.
const CALL: Duration = Duration::from_millis(20);

impl Win32Guard {
    pub fn new(id: u32) -> Self {
        let window = Handle::of(id);
        Self {
            window,
            settling: Settling::default(),
            had_keys: false,
            outranks_us: access::outranks_us(window),
            stirring: Stirring::default(),
            disturbed: true,
        }
    }

    /// Whether a window is ours, or lies in it.
    fn is_ours(&self, window: Handle) -> bool {
        window == self.window || window.root() == Some(self.window)
    }

    /// What is told of another window.
    fn name(window: Option<Handle>) -> String {
        match window.map(|window| window.root().unwrap_or(window).title()) {
            Some(title) if !title.is_empty() => format!("{title:?}"),
            Some(_) => "another window".into(),
            None => "the desktop".into(),
        }
    }

    fn is_in_front(&mut self) -> bool {
        let ours = Handle::in_front().is_some_and(|front| self.is_ours(front));
        self.had_keys |= ours;
        ours
    }

    /// Brings the window to the front if it is not there.
    fn bring_to_front(&mut self) -> Result<(), ScreenError> {
        if self.is_in_front() {
            return Ok(());
        }
        self.window.come_to_front();
        let end = Instant::now() + HANDING_OVER;
        while !self.is_in_front() {
            if Instant::now() > end {
                return Err(ScreenError::Unfocused(Self::name(Handle::in_front())));
            }
            std::thread::sleep(BLINK);
        }
        Ok(())
    }

    fn place(&self) -> Result<Rect, ScreenError> {
        is_open(self.window)?;
        self.window.content().ok_or(ScreenError::Gone)
    }

    /// Takes notice of the size that the content has now.
    fn mind_size(&mut self) {
        if let Ok(now) = self.place() {
            self.settling.note([now.width, now.height]);
        }
    }

    /// Whether a press at a point would land in the window, with its content there.
    fn look(&self, area: Rect, at: Point) -> Result<(), ScreenError> {
        if self.place()? != area {
            return Err(ScreenError::Moved);
        }
        let under = Handle::under(at);
        match under {
            Some(window) if self.is_ours(window) => Ok(()),
            _ if !self.window.is_enabled() => Err(ScreenError::Covered(self.dialog_name())),
            other => Err(ScreenError::Covered(Self::name(other))),
        }
    }
}

impl Guard for Win32Guard {
    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError> {
        self.mind_size();
        self.look(area, at)?;
        match self.settling.is_over() {
            true => Ok(()),
            false => Err(ScreenError::Resized),
        }
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        self.place()?;
        if !self.had_keys {
            return self.bring_to_front();
        }
        match self.is_in_front() {
            true => Ok(()),
            false => Err(ScreenError::Unfocused(Self::name(Handle::in_front()))),
        }
    }

    fn is_own_cover(&mut self, at: &[Point]) -> bool {
        let over = at.iter().filter_map(|at| Handle::under(*at)?.root());
        over.into_iter().any(|window| self.is_own_dialog(window))
    }

    fn dialog_has_keys(&mut self) -> bool {
        Handle::in_front().is_some_and(|front| self.is_own_dialog(front))
    }

    fn is_awake(&mut self, _since: Instant) -> bool {
        self.window.answers(CALL)
    }

    fn title(&mut self) -> Option<String> {
        Some(self.window.title()).filter(|title| !title.is_empty())
    }

    fn press(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
        hand: &mut dyn Hand,
    ) -> Result<(), ScreenError> {
        let ready = self.make_ready(area, at, hand);
        let pressed = ready.and_then(|()| self.look_and_press(area, at, button, hand));
        self.disturbed |= pressed.is_err();
        pressed
    }
}
