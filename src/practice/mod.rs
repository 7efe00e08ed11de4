//! Stand-in games to practise on: the same behaviour in a real window and in memory.
//!
//! A game is a [`shell::Tabletop`]; the [`shell::Shell`] makes a [`PracticeGame`] of it, which knows
//! nothing of windows, frames or faults. The [`Host`] owns everything between the outside world and the game: when input counts, what goes wrong, the
//! picture's scale and the log. [`window`] and [`memory`] are the two worlds around one host.
//!
//! ```text
//!  window or memory --Arrival--> Host --Input--> PracticeGame
//!         ^                       |  ^                |
//!         +------- picture -------+  +---- Events ----+
//! ```

use std::time::Duration;

use image::RgbaImage;

use crate::base::Point;
use crate::hand::{Button, Key};

mod clock;
pub mod cover;
mod faults;
mod host;
mod line;
pub mod log;
pub mod memory;
mod options;
mod playing;
pub mod shell;
mod tabletop;
mod tooltip;
pub mod window;

pub use host::{Arrival, Host};
pub use log::Event;
pub use options::{InputMode, Mode, Options, Trouble};
pub use tabletop::Solved;

/// What a game is told. Points are game pixels: of the picture at scale 1, the pixel (0, 0) at its
/// top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Moved(Point),
    /// The pointer is no longer over the window.
    Left,
    Pressed {
        at: Point,
        button: Button,
    },
    /// May lie outside the picture, at the end of a drag.
    Released {
        at: Point,
        button: Button,
    },
    Typed(Key),
}

/// A game as the host sees it.
pub trait PracticeGame: Send {
    /// The window's title.
    fn title(&self) -> String;

    /// Width and height of the picture in pixels at scale 1; never changes.
    fn size(&self) -> [u32; 2];

    /// What lies at a point, for the log: `cell 3,4` (column, row), `button random`, `outside`.
    fn hit(&self, at: Point) -> String;

    fn handle(&mut self, input: Input);

    /// Lets time pass. Returns whether the picture may look different now.
    fn tick(&mut self, elapsed: Duration) -> bool;

    /// Paints the whole picture; the canvas has the game's size.
    fn draw(&self, canvas: &mut RgbaImage);

    /// The picture at scale 1.
    fn picture(&self) -> RgbaImage {
        let [width, height] = self.size();
        let mut picture = RgbaImage::new(width, height);
        self.draw(&mut picture);
        picture
    }

    /// What happened since the last call, in order.
    fn take_events(&mut self) -> Vec<Event>;
}
