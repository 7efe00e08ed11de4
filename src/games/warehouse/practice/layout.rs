//! Where everything is in the picture, in pixels at scale 1.

use crate::base::{Point, Rect};
use crate::profile::Cells;

pub const COLUMNS: usize = 12;
pub const ROWS: usize = 8;
/// The rows of the tape; it has as many columns as the board.
pub const TAPE_ROWS: usize = 3;
/// The most moves on a tape.
pub const TAPE: usize = COLUMNS * TAPE_ROWS;

/// The header has room for its words.
const LEAST_WIDTH: i32 = 240;

/// The measures that everything follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The side of a cell.
    pub cell: i32,
    /// Between two cells.
    pub gap: i32,
    /// The height of what is above the board.
    pub header: i32,
    /// Beside the board, and between it and the tape.
    pub margin: i32,
}

impl Layout {
    pub fn pitch(&self) -> i32 {
        self.cell + self.gap
    }

    pub fn size(&self) -> [i32; 2] {
        let width = self.board().width.max(LEAST_WIDTH) + 2 * self.margin;
        [width, self.keys().y + 17]
    }

    /// The board without its frame.
    pub fn board(&self) -> Rect {
        self.area(self.header, ROWS)
    }

    /// The tape without its frame.
    pub fn tape(&self) -> Rect {
        let board = self.board();
        self.area(board.y + board.height + self.margin, TAPE_ROWS)
    }

    fn area(&self, top: i32, rows: usize) -> Rect {
        let side = |count: usize| count as i32 * self.pitch() - self.gap;
        Rect::new(self.margin, top, side(COLUMNS), side(rows))
    }

    /// The line that names the keys.
    pub fn keys(&self) -> Point {
        let tape = self.tape();
        Point::new(self.margin, tape.y + tape.height + 10)
    }

    /// The sign at the top right: the board's number, or that it is solved.
    pub fn sign(&self) -> Rect {
        Rect::new(self.size()[0] - self.margin - 110, 10, 110, 24)
    }

    /// The cells of the board, as a profile describes them.
    pub fn cells(&self) -> Cells {
        self.grid(self.board(), ROWS)
    }

    /// Those of the tape.
    pub fn tape_cells(&self) -> Cells {
        self.grid(self.tape(), TAPE_ROWS)
    }

    fn grid(&self, area: Rect, rows: usize) -> Cells {
        Cells {
            columns: COLUMNS,
            rows,
            first: area.corner(),
            size: [self.cell; 2],
            pitch: [f64::from(self.pitch()); 2],
        }
    }

    /// Column and row of the board's cell at a point.
    pub fn cell_at(&self, at: Point) -> Option<(usize, usize)> {
        let board = self.board();
        let place = |pixel: i32| (pixel / self.pitch()) as usize;
        board
            .contains(at)
            .then_some((place(at.x - board.x), place(at.y - board.y)))
    }
}
