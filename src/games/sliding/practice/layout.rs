//! Where everything is in the picture, in pixels at scale 1.

use crate::base::{Point, Rect};

pub const WIDTH: i32 = 264;
pub const HEIGHT: i32 = 336;

pub const COLUMNS: usize = 5;
pub const ROWS: usize = 5;
/// Top left pixel of cell (0, 0), and the side of a cell; cells touch.
pub const FIRST: Point = Point::new(32, 74);
pub const CELL: i32 = 40;

pub const BOARD: Rect = Rect::new(FIRST.x, FIRST.y, COLUMNS as i32 * CELL, ROWS as i32 * CELL);
/// The frame around the board is this wide.
pub const FRAME: i32 = 10;

pub const PLAQUE: Rect = Rect::new(12, 8, 240, 46);
/// The first characters of the number of the puzzle and of the moves made.
pub const SEED: Point = Point::new(24, 38);
pub const MOVES: Point = Point::new(158, 38);

const fn button(index: i32) -> Rect {
    Rect::new(22 + 76 * index, 296, 68, 24)
}
pub const UNDO: Rect = button(0);
pub const RESET: Rect = button(1);
pub const NEXT: Rect = button(2);

/// The square of a cell.
pub const fn cell(column: usize, row: usize) -> Rect {
    Rect::new(
        FIRST.x + column as i32 * CELL,
        FIRST.y + row as i32 * CELL,
        CELL,
        CELL,
    )
}

/// Column and row at a point, which may lie beside the board.
pub fn cell_at(at: Point) -> (i32, i32) {
    let p = at - FIRST;
    (p.x.div_euclid(CELL), p.y.div_euclid(CELL))
}
