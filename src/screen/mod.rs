//! Pixels in: where frames come from. Nothing outside this module names a display server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use image::RgbaImage;
use thiserror::Error;

use crate::base::{Point, Rect};
use crate::hand::{Button, Hand};

mod examine;
#[cfg(any(windows, all(unix, not(target_os = "macos"))))]
mod pictures;
#[cfg(not(windows))]
mod portable;
mod settling;
#[cfg(windows)]
mod win32;
mod window;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

pub use examine::examine;
pub use window::{WindowScreen, desktop_is_there, guard, prepare, screen};

/// One picture of the game.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels, opaque.
    pub image: Arc<RgbaImage>,
    /// Where the pixel (0, 0) of the picture lies on the screen.
    pub origin: Point,
    /// When the capture began: everything that happened before is in the picture.
    pub taken: Instant,
}

impl Frame {
    /// A picture that is on no screen, such as one loaded from a file.
    pub fn still(image: RgbaImage) -> Self {
        Self {
            image: Arc::new(image),
            origin: Point::default(),
            taken: Instant::now(),
        }
    }

    /// The part of the screen that it shows.
    pub fn area(&self) -> Rect {
        let [width, height] = [self.image.width(), self.image.height()].map(|side| side as i32);
        Rect::new(self.origin.x, self.origin.y, width, height)
    }
}

/// Why there is no frame, or why it is not safe to act now.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScreenError {
    #[error("no window matches {wanted:?}; open windows: {}", list(.seen))]
    NotFound { wanted: String, seen: Vec<String> },
    #[error("{} windows match {wanted:?}: {}; give more of the title, or its id", .seen.len(), list(.seen))]
    Ambiguous { wanted: String, seen: Vec<String> },
    #[error("the window is gone")]
    Gone,
    #[error("the window is minimised")]
    Minimised,
    #[error("the window is hidden, or on another desktop")]
    Hidden,
    #[error("the window moved")]
    Moved,
    #[error("the window was resized, and the game has yet to take notice")]
    Resized,
    #[error("the window manager is still busy")]
    Busy,
    #[error("the window is covered by {0}")]
    Covered(String),
    /// Whether over the window or beside it is known in a moment. What was seen before is as it was.
    #[error("the window is covered by a window that comes up")]
    Coming,
    #[error("a part of the window is off the screen: move it, or make it smaller")]
    OffScreen,
    #[error("a press may have gone astray: {0}")]
    Astray(String),
    #[error("the keyboard belongs to {0}")]
    Unfocused(String),
    #[error("{0}")]
    Failed(String),
}

impl ScreenError {
    /// Whether it is over in a moment by itself, whatever the user does.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Resized | Self::Busy | Self::Coming)
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "none".into();
    }
    names.join(", ")
}

/// A source of frames of one game window.
pub trait Screen: Send {
    /// Takes a picture of the window as it is now. If nothing changed since the last, it may be the same
    /// picture with a new time.
    fn capture(&mut self) -> Result<Frame, ScreenError>;

    /// Waits for a time, or where the platform tells until the window shows something else.
    fn rest(&mut self, most: Duration) {
        std::thread::sleep(most);
    }
}

/// Says whether a gesture is safe at this moment; asked right before every one.
pub trait Guard: Send {
    /// The window still exists, its content still is at `area` of the screen, and at screen pixel `at`
    /// it is the window in front.
    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError>;

    /// The window gets what is typed. A window that never had the keyboard is given it, where the
    /// platform can; one that lost it to another is not, for somebody may be typing there.
    ///
    /// # Errors
    /// [`ScreenError::Unfocused`] if something else has it.
    fn focus(&mut self) -> Result<(), ScreenError>;

    /// Presses will follow: what they need takes a moment to set up on some platforms.
    fn prepare(&mut self) {}

    /// Whether what lies over the window at one of these screen pixels is a dialog of the same program, and no tooltip
    /// or other window of it; false where the platform does not tell.
    fn is_own_cover(&mut self, at: &[Point]) -> bool {
        let _ = at;
        false
    }

    /// Whether what lies over the window at a screen pixel is a list or menu of the same program, which no window manager
    /// handles; false where the platform does not tell.
    fn is_own_menu(&mut self, at: Point) -> bool {
        let _ = at;
        false
    }

    /// Whether what is typed goes to a dialog of the game's own; false where the platform does not tell.
    fn dialog_has_keys(&mut self) -> bool {
        false
    }

    /// Whether the game has answered a question that was put to it at or after `since`: then it is awake, and knows
    /// of all that reached it before. To be asked again and again; true where the platform cannot tell, or of a
    /// game that never answers.
    fn is_awake(&mut self, since: Instant) -> bool {
        let _ = since;
        true
    }

    /// The window's title now, where the platform tells.
    fn title(&mut self) -> Option<String> {
        None
    }

    /// Puts the pointer at screen pixel `to` unless it is at a place that is not `ours`: somebody else moved it; says
    /// whether it was put there. Some platforms can hold the pointer still from the question to the motion.
    fn put_pointer(
        &mut self,
        to: Point,
        ours: &dyn Fn(Point) -> bool,
        hand: &mut dyn Hand,
    ) -> anyhow::Result<bool> {
        put_pointer(to, ours, hand)
    }

    /// Presses a button at `at`, where the pointer is, if that is [clear](Guard::clear). Some platforms
    /// can hold the screen still from the question to the press.
    fn press(
        &mut self,
        area: Rect,
        at: Point,
        button: Button,
        hand: &mut dyn Hand,
    ) -> Result<(), ScreenError> {
        self.clear(area, at)?;
        hand.button(button, true)
            .map_err(|error| ScreenError::Failed(format!("{error:#}")))
    }
}

/// Puts the pointer there unless somebody else moved it, as far as asking before tells.
fn put_pointer(
    to: Point,
    ours: &dyn Fn(Point) -> bool,
    hand: &mut dyn Hand,
) -> anyhow::Result<bool> {
    let is_ours = hand.pointer()?.is_none_or(ours);
    if is_ours {
        hand.point(to)?;
    }
    Ok(is_ours)
}
