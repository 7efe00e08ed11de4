//! Where the grid of a board lies in a picture.

use crate::plane::{Point, Rect};

/// Square cells with lines of one pixel between and around them, in pixels of the board's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// Where the first two lines cross, left of and above cell (0, 0).
    pub corner: Point,
    /// From one line to the next.
    pub pitch: i32,
}

impl Lattice {
    /// The smallest pitch at which cells can be told apart.
    pub const LEAST: i32 = 4;

    /// In the middle of `field`, with cells as large as fit, but no larger than `most`.
    pub fn fitting(field: Rect, columns: usize, rows: usize, most: i32) -> Self {
        let share = |side: i32, count: usize| (side - 1) / count.max(1) as i32;
        let pitch = share(field.width, columns)
            .min(share(field.height, rows))
            .min(most);
        let gap = |side: i32, count: usize| (side - 1 - pitch * count as i32) / 2;
        let left = field.x + gap(field.width, columns);
        let top = field.y + gap(field.height, rows);
        Self {
            corner: Point::new(left, top),
            pitch,
        }
    }

    /// The square of a cell, without the lines.
    pub fn cell(&self, column: usize, row: usize) -> Rect {
        let Point { x, y } = self.crossing(column, row);
        Rect::new(x + 1, y + 1, self.pitch - 1, self.pitch - 1)
    }

    /// Where the lines left of a column and above a row cross.
    pub fn crossing(&self, column: usize, row: usize) -> Point {
        let along = |index: usize| index as i32 * self.pitch;
        self.corner + Point::new(along(column), along(row))
    }

    /// Column and row of the cell at a point, if there are so many; lines belong to the cell before them.
    pub fn cell_at(&self, at: Point, columns: usize, rows: usize) -> Option<(usize, usize)> {
        let index = |distance: i32, count: usize| {
            let index = usize::try_from((distance - 1).div_euclid(self.pitch)).ok()?;
            (index < count).then_some(index)
        };
        let Point { x, y } = at - self.corner;
        Some((index(x, columns)?, index(y, rows)?))
    }
}
