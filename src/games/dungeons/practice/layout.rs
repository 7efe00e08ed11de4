//! Where everything is in the picture, in pixels at scale 1.

use crate::base::{Point, Rect};

pub const WIDTH: i32 = 356;
pub const HEIGHT: i32 = 424;

pub const SIDE: usize = 8;
/// Top left pixel of cell (0, 0).
pub const FIRST: Point = Point::new(66, 126);
pub const CELL: i32 = 32;
/// From one cell to the next.
pub const PITCH: i32 = 33;

const BOARD_SIDE: i32 = PITCH * SIDE as i32 - 1;
/// All cells, without the frame around them.
pub const BOARD: Rect = Rect::new(FIRST.x, FIRST.y, BOARD_SIDE, BOARD_SIDE);
/// The frame around the board is this wide.
pub const FRAME: i32 = 5;

/// Digits of the numbers, before they are moved off their grid by up to [`DIGIT_JITTER`].
pub const DIGIT: [i32; 2] = [12, 20];
pub const DIGIT_JITTER: i32 = 2;

pub const PLAQUE: Rect = Rect::new(10, 8, 336, 76);
/// The line of the room's name: its top.
pub const NAME_TOP: i32 = 20;
pub const SEED_FIELD: Rect = Rect::new(66, 49, 60, 17);
/// The first digit of the seed.
pub const SEED: Point = Point::new(72, 54);
pub const CHOOSE: Rect = Rect::new(144, 46, 78, 23);
pub const RANDOM: Rect = Rect::new(234, 46, 78, 23);

/// The square of a cell.
pub const fn cell(column: usize, row: usize) -> Rect {
    Rect::new(
        FIRST.x + column as i32 * PITCH,
        FIRST.y + row as i32 * PITCH,
        CELL,
        CELL,
    )
}

/// The top left corner of a column's number.
pub fn column_number(column: usize) -> Point {
    Point::new(cell(column, 0).x + (CELL - DIGIT[0]) / 2, FIRST.y - 31)
}

/// The top left corner of a row's number.
pub fn row_number(row: usize) -> Point {
    Point::new(FIRST.x - 21, cell(0, row).y + (CELL - DIGIT[1]) / 2)
}
