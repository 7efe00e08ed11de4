//! Where everything is in the picture, in pixels at scale 1.

use crate::base::{Point, Rect};
use crate::games::woodworm::puzzle::{Cell, MARGIN, Puzzle};
use crate::profile::Cells;

/// Places of the largest block that is shown, and around it.
pub const COLUMNS: i32 = 16;
pub const ROWS: i32 = 13;
/// Cells in a row and in a column of the paper with the wanted shape.
pub const GOAL_SIDE: i32 = 10;
/// From one line of what the keys do to the next.
pub const LINE: i32 = 16;

/// The measures that everything follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The side of a place.
    pub cell: i32,
    /// Between two places.
    pub gap: i32,
    /// The side of a cell of the wanted shape.
    pub goal_cell: i32,
    /// The height of what is above the places.
    pub header: i32,
    /// Left of the places, right of the paper and below the ground.
    pub margin: i32,
}

impl Layout {
    /// From one place to the next.
    pub fn pitch(&self) -> i32 {
        self.cell + self.gap
    }

    pub fn size(&self) -> [i32; 2] {
        let (paper, ground) = (self.paper(), self.ground());
        let height = (ground.y + ground.height).max(self.keys().y + 4 * LINE);
        [paper.x + paper.width + 12, height + self.margin]
    }

    /// All places.
    pub fn air(&self) -> Rect {
        let side = |count: i32| count * self.pitch() - self.gap;
        Rect::new(self.margin, self.header, side(COLUMNS), side(ROWS))
    }

    /// The ground below them.
    pub fn ground(&self) -> Rect {
        let air = self.air();
        Rect::new(air.x, air.y + air.height, air.width, 24)
    }

    /// The paper with the wanted shape.
    pub fn paper(&self) -> Rect {
        let (air, side) = (self.air(), GOAL_SIDE * self.goal_cell);
        Rect::new(air.x + air.width + 16, air.y, side + 22, side + 36)
    }

    /// Where the shape's name is.
    pub fn plaque(&self) -> Rect {
        Rect::new(8, 8, self.size()[0] - 16, self.header - 16)
    }

    /// The first line of what the keys do.
    pub fn keys(&self) -> Point {
        let paper = self.paper();
        Point::new(paper.x + 4, paper.y + paper.height + 20)
    }

    /// The sign of a solved shape.
    pub fn sign(&self) -> Rect {
        let air = self.air();
        Rect::new(air.x + air.width / 2 - 84, air.y + 116, 168, 44)
    }

    /// All places, as a profile describes them.
    pub fn cells(&self) -> Cells {
        let first = self.air();
        Cells {
            columns: COLUMNS as usize,
            rows: ROWS as usize,
            first: Point::new(first.x, first.y),
            size: [self.cell; 2],
            pitch: [f64::from(self.pitch()); 2],
        }
    }

    /// The cells of the wanted shape, likewise.
    pub fn goal_cells(&self) -> Cells {
        let paper = self.paper();
        Cells {
            columns: GOAL_SIDE as usize,
            rows: GOAL_SIDE as usize,
            first: Point::new(paper.x + 11, paper.y + 27),
            size: [self.goal_cell; 2],
            pitch: [f64::from(self.goal_cell); 2],
        }
    }

    /// The square of a place in reach of the worm.
    pub fn cell(&self, puzzle: &Puzzle, cell: Cell) -> Rect {
        let (right, down) = shift(puzzle);
        let place = |cell: i8, shift: i32| (i32::from(cell) + shift) * self.pitch();
        let air = self.air();
        Rect::new(
            air.x + place(cell.column, right),
            air.y + place(cell.row, down),
            self.cell,
            self.cell,
        )
    }

    /// The place at a point, if the worm may be there.
    pub fn cell_at(&self, puzzle: &Puzzle, at: Point) -> Option<Cell> {
        let ((right, down), air) = (shift(puzzle), self.air());
        let place =
            |pixel: i32, shift: i32| i8::try_from(pixel.div_euclid(self.pitch()) - shift).ok();
        let cell = Cell::new(place(at.x - air.x, right)?, place(at.y - air.y, down)?);
        puzzle.in_reach(cell).then_some(cell)
    }

    /// The square of a cell of the wanted shape, which lies in the middle of the paper.
    pub fn goal(&self, puzzle: &Puzzle, column: i32, row: i32) -> Rect {
        let free = |side: usize| (GOAL_SIDE - side as i32) / 2;
        let [column, row] = [column + free(puzzle.width()), row + free(puzzle.height())];
        self.goal_cells().area(column as usize, row as usize)
    }
}

/// How far to the right and down a puzzle is moved, in places: the block stands at the left of the
/// ground, with room for the worm.
fn shift(puzzle: &Puzzle) -> (i32, i32) {
    (i32::from(MARGIN), ROWS - puzzle.height() as i32)
}
