//! Where everything is in the picture, in pixels at scale 1.

use crate::games::woodworm::puzzle::{Cell, MARGIN, Puzzle};
use crate::plane::{Point, Rect};

pub const WIDTH: i32 = 546;
pub const HEIGHT: i32 = 398;

/// Places of the largest block that is shown, and around it.
pub const COLUMNS: i32 = 16;
pub const ROWS: i32 = 13;
/// The side of a place.
pub const CELL: i32 = 24;
/// The top left pixel of the first place.
pub const FIRST: Point = Point::new(12, 50);
/// All places.
pub const AIR: Rect = Rect::new(FIRST.x, FIRST.y, COLUMNS * CELL, ROWS * CELL);
/// The ground below them.
pub const GROUND: Rect = Rect::new(AIR.x, AIR.y + AIR.height, AIR.width, 24);

/// The paper with the wanted shape.
pub const PAPER: Rect = Rect::new(412, 50, 122, 136);
/// The side of a cell on it; there are [`GOAL_SIDE`] in a row and in a column.
pub const GOAL_CELL: i32 = 10;
pub const GOAL_SIDE: i32 = 10;
/// The top left pixel of its first cell.
pub const GOAL_FIRST: Point = Point::new(423, 77);

/// The line of the shape's name: its top.
pub const NAME_TOP: i32 = 20;
pub const PLAQUE: Rect = Rect::new(8, 8, WIDTH - 16, 34);
/// The first line of what the keys do.
pub const KEYS: Point = Point::new(416, 206);
/// From one such line to the next.
pub const LINE: i32 = 16;
/// The sign of a solved shape.
pub const SIGN: Rect = Rect::new(AIR.x + AIR.width / 2 - 84, AIR.y + 116, 168, 44);

/// How far to the left and the top a puzzle is moved, in places: the block stands at the left of
/// the ground, with room for the worm.
fn shift(puzzle: &Puzzle) -> (i32, i32) {
    (i32::from(MARGIN), ROWS - puzzle.height() as i32)
}

/// The square of a place in reach of the worm.
pub fn cell(puzzle: &Puzzle, cell: Cell) -> Rect {
    let (right, down) = shift(puzzle);
    Rect::new(
        FIRST.x + (i32::from(cell.column) + right) * CELL,
        FIRST.y + (i32::from(cell.row) + down) * CELL,
        CELL,
        CELL,
    )
}

/// The place at a point, if the worm may be there.
pub fn cell_at(puzzle: &Puzzle, at: Point) -> Option<Cell> {
    let (right, down) = shift(puzzle);
    let place = |pixel: i32, shift: i32| i8::try_from(pixel.div_euclid(CELL) - shift).ok();
    let cell = Cell::new(place(at.x - FIRST.x, right)?, place(at.y - FIRST.y, down)?);
    puzzle.in_reach(cell).then_some(cell)
}

/// The square of a cell of the wanted shape, which lies in the middle of the paper.
pub fn goal(puzzle: &Puzzle, column: i32, row: i32) -> Rect {
    let free = |side: usize| (GOAL_SIDE - side as i32) / 2;
    Rect::new(
        GOAL_FIRST.x + (column + free(puzzle.width())) * GOAL_CELL,
        GOAL_FIRST.y + (row + free(puzzle.height())) * GOAL_CELL,
        GOAL_CELL,
        GOAL_CELL,
    )
}
