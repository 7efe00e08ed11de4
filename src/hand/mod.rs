//! Gestures out: what a player's hand can do. Nothing outside this module names an input library.

use serde::{Deserialize, Serialize};

use crate::base::{Direction, Point};

mod desktop;
mod examine;
mod recorder;
mod stop_key;

pub use desktop::DesktopHand;
pub use examine::examine;
pub use recorder::Recorder;
pub use stop_key::{STOP_KEY, on_stop_key};

/// A mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    Left,
    Right,
}

/// A key that some game understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    Enter,
    Escape,
    Backspace,
    Space,
    Char(char),
}

/// The arrow key of a direction.
impl From<Direction> for Key {
    fn from(direction: Direction) -> Self {
        [Self::Up, Self::Right, Self::Down, Self::Left][direction as usize]
    }
}

impl Key {
    /// The direction of an arrow key.
    pub fn direction(self) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|&direction| Key::from(direction) == self)
    }
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
}

impl Gesture {
    pub fn is_click(&self) -> bool {
        matches!(self, Self::Click { .. })
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
