//! Where everything is in the picture, in pixels at scale 1.

use super::super::lattice::Lattice;
use crate::base::{Point, Rect};

/// The places of a look of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: [i32; 2],
    /// Where the board lies.
    pub field: Rect,
    /// Between two cells.
    pub gap: i32,
    /// From one cell to the next on small boards; on larger ones less.
    pub pitch: i32,
    /// Whether it is as much on all boards.
    pub fixed: bool,
    pub reset: Rect,
    pub next: Rect,
}

impl Layout {
    /// The grid of a board.
    pub fn lattice(&self, columns: usize, rows: usize) -> Lattice {
        Lattice::fitting(self.field, columns, rows, self.gap, self.pitch)
    }

    /// So many columns or rows fit.
    pub fn room(&self) -> usize {
        let least = match self.fixed {
            true => self.pitch,
            false => self.gap + Lattice::LEAST,
        };
        let side = self.field.width.min(self.field.height);
        ((side - self.gap) / least).max(1) as usize
    }
}

pub const WIDTH: i32 = 680;
pub const HEIGHT: i32 = 766;

/// The tray in which the board lies.
pub const FIELD: Rect = Rect::new(19, 79, 642, 642);

pub const TITLE: Point = Point::new(24, 22);
/// The line below the title: which level this is.
pub const LEVEL: Point = Point::new(26, 50);
pub const RESET: Rect = Rect::new(448, 24, 96, 32);
pub const NEXT: Rect = Rect::new(560, 24, 96, 32);
/// The line below the board: what to do.
pub const HINT: Point = Point::new(26, 738);
/// Over the middle of the board once it is solved.
pub const BANNER: Rect = Rect::new(FIELD.x + 120, FIELD.y + 276, 402, 90);

/// The places of the game's own look.
pub const OWN: Layout = Layout {
    size: [WIDTH, HEIGHT],
    field: FIELD,
    gap: 1,
    pitch: 56,
    fixed: false,
    reset: RESET,
    next: NEXT,
};
