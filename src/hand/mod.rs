//! Gestures out: what a player's hand can do. Nothing outside this module names an input library.

use serde::{Deserialize, Serialize};

use crate::base::Point;

mod desktop;
mod examine;
mod key;
mod recorder;
mod stop_key;
#[cfg(windows)]
mod win32;

pub use desktop::DesktopHand;
pub use examine::examine;
pub use key::{Key, NoKey};
pub use recorder::Recorder;
pub use stop_key::{STOP_KEY, on_closing, on_stop_key};

/// A mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    Left,
    Right,
}

/// The smallest thing a player does, in pixels of the board at scale 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Press and release at a point.
    Click { at: Point, button: Button },
    /// Press at the first point, move through the others, release at the last.
    Drag { path: Vec<Point> },
    /// Press and release keys, one after the other.
    Keys(Vec<Key>),
    /// Press keys one after the other and hold them, then release them, the last one first.
    Chord(Vec<Key>),
    /// Several that have one effect together: something is clicked, and then it is typed where it is to go.
    Series(Vec<Gesture>),
}

impl Gesture {
    /// A click of the left button.
    pub fn click(at: Point) -> Self {
        Self::Click {
            at,
            button: Button::Left,
        }
    }

    pub fn is_click(&self) -> bool {
        matches!(self, Self::Click { .. })
    }

    pub fn is_drag(&self) -> bool {
        matches!(self, Self::Drag { .. })
    }

    /// Whether it is made with the keyboard alone.
    pub fn is_typed(&self) -> bool {
        match self {
            Self::Keys(_) | Self::Chord(_) => true,
            Self::Series(parts) => parts.iter().all(Self::is_typed),
            Self::Click { .. } | Self::Drag { .. } => false,
        }
    }

    /// How many effects it has that may show one after the other.
    pub fn steps(&self) -> usize {
        match self {
            Self::Drag { path } => path.len().saturating_sub(1).max(1),
            _ => 1,
        }
    }

    /// Whether it is typing that cannot be gone on with, once it was interrupted: how much of it has arrived is
    /// not known.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Keys(keys) if keys.len() > 1)
    }
}

/// Something that moves the pointer and presses buttons and keys. Points are screen pixels.
pub trait Hand: Send {
    fn point(&mut self, at: Point) -> anyhow::Result<()>;
    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()>;
    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()>;
    /// Where the pointer is, if the platform tells: a pointer that is not where the hand put it was
    /// moved by the user.
    fn pointer(&mut self) -> anyhow::Result<Option<Point>>;
}
