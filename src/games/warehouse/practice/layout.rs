//! Where everything is in the picture, in pixels at scale 1.

use crate::games::warehouse::picture::CELL;
use crate::plane::{Point, Rect};

pub const COLUMNS: usize = 12;
pub const ROWS: usize = 8;
/// The rows of the tape; it has as many columns as the board.
pub const TAPE_ROWS: usize = 3;
/// The most moves on a tape.
pub const TAPE: usize = COLUMNS * TAPE_ROWS;

const MARGIN: i32 = 14;
/// Top left pixel of the board's cell (0, 0), and of the tape.
pub const FIRST: Point = Point::new(MARGIN, 46);
pub const TAPE_FIRST: Point = Point::new(MARGIN, FIRST.y + ROWS as i32 * CELL + MARGIN);
/// The top of the line that names the keys.
pub const KEYS_TOP: i32 = TAPE_FIRST.y + TAPE_ROWS as i32 * CELL + 10;

pub const WIDTH: i32 = COLUMNS as i32 * CELL + 2 * MARGIN;
pub const HEIGHT: i32 = KEYS_TOP + 17;

/// The board, and the tape, without their frames.
pub const BOARD: Rect = Rect::new(FIRST.x, FIRST.y, COLUMNS as i32 * CELL, ROWS as i32 * CELL);
pub const TAPE_AREA: Rect = Rect::new(
    TAPE_FIRST.x,
    TAPE_FIRST.y,
    COLUMNS as i32 * CELL,
    TAPE_ROWS as i32 * CELL,
);
/// The sign at the top right: the board's number, or that it is solved.
pub const SIGN: Rect = Rect::new(WIDTH - MARGIN - 110, 10, 110, 24);

/// The square of a cell of the grid that begins at a point.
pub const fn cell(first: Point, column: usize, row: usize) -> Rect {
    Rect::new(
        first.x + column as i32 * CELL,
        first.y + row as i32 * CELL,
        CELL,
        CELL,
    )
}

/// Column and row of the board's cell at a point.
pub fn cell_at(at: Point) -> Option<(usize, usize)> {
    let p = at - FIRST;
    BOARD
        .contains(at)
        .then_some(((p.x / CELL) as usize, (p.y / CELL) as usize))
}
