//! Where the grid of a board lies in a picture.

use crate::base::{Point, Rect};
use crate::profile::Cells;

/// Square cells, with lines or gaps between them or without, in pixels of the board's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The top left pixel of cell (0, 0).
    pub corner: Point,
    /// From one cell to the next.
    pub pitch: i32,
    /// The width of what lies between two cells; 0 is none.
    pub gap: i32,
}

impl Lattice {
    /// The smallest side at which cells can be told apart.
    pub const LEAST: i32 = 3;

    /// In the middle of `field`, framed by gaps, with cells as large as fit, but no larger than `most`.
    pub fn fitting(field: Rect, columns: usize, rows: usize, gap: i32, most: i32) -> Self {
        let share = |side: i32, count: usize| (side - gap) / count.max(1) as i32;
        let pitch = share(field.width, columns)
            .min(share(field.height, rows))
            .min(most);
        let before = |side: i32, count: usize| (side - gap - pitch * count as i32) / 2 + gap;
        let left = field.x + before(field.width, columns);
        let top = field.y + before(field.height, rows);
        Self {
            corner: Point::new(left, top),
            pitch,
            gap,
        }
    }

    /// The square of a cell.
    pub fn cell(&self, column: usize, row: usize) -> Rect {
        let along = |index: usize| index as i32 * self.pitch;
        let Point { x, y } = self.corner + Point::new(along(column), along(row));
        let side = self.pitch - self.gap;
        Rect::new(x, y, side, side)
    }

    /// Where the gaps left of a column and above a row cross.
    pub fn crossing(&self, column: usize, row: usize) -> Rect {
        let Rect { x, y, .. } = self.cell(column, row);
        Rect::new(x - self.gap, y - self.gap, self.gap, self.gap)
    }

    /// The gaps that would be in a cell if it were so many cells in each direction.
    pub fn splits(&self, cell: Rect, parts: i32) -> impl Iterator<Item = Rect> {
        let Rect {
            x,
            y,
            width,
            height,
        } = cell;
        let (step, gap) = (self.pitch / parts, self.gap);
        (1..parts).flat_map(move |part| {
            let at = part * step - gap;
            [
                Rect::new(x + at, y, gap, height),
                Rect::new(x, y + at, width, gap),
            ]
        })
    }

    /// From the first cell to the last of so many.
    pub fn bounds(&self, columns: usize, rows: usize) -> Rect {
        let side = |count: usize| count as i32 * self.pitch - self.gap;
        Rect::new(self.corner.x, self.corner.y, side(columns), side(rows))
    }

    /// Column and row of the cell at a point, if there are so many; gaps belong to the cell before them.
    pub fn cell_at(&self, at: Point, columns: usize, rows: usize) -> Option<(usize, usize)> {
        let index = |distance: i32, count: usize| {
            let index = usize::try_from(distance.div_euclid(self.pitch)).ok()?;
            (index < count).then_some(index)
        };
        let Point { x, y } = at - self.corner;
        Some((index(x, columns)?, index(y, rows)?))
    }
}

/// What a profile says about the grids of its boards.
///
/// Its cells are a grid of the cells' size, and boards are parts of it, at any place; or they are one
/// cell, the field in which boards lie, with cells of whatever size. The pitch less the size is the gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Where boards lie.
    pub area: Rect,
    pub gap: i32,
    /// From one cell to the next, if it is always the same.
    pub pitch: Option<i32>,
}

impl Field {
    pub fn of(cells: &Cells) -> Self {
        let pitch = cells.pitch[0].round() as i32;
        let is_field = (cells.columns, cells.rows) == (1, 1);
        Self {
            area: cells.bounds(),
            gap: (pitch - cells.size[0]).max(0),
            pitch: (!is_field).then_some(pitch),
        }
    }

    /// The pitches that boards may have, as far as so many pixels have room for a cell.
    pub fn pitches(&self, room: i32) -> std::ops::RangeInclusive<i32> {
        match self.pitch {
            Some(pitch) => pitch..=pitch,
            // Without gaps, nothing shows where a cell ends.
            None if self.gap == 0 => room..=room,
            None => Lattice::LEAST + self.gap..=room + self.gap,
        }
    }
}
