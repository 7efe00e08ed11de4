//! The outline of a piece that covers several cells of a board.

use crate::base::Direction;

/// Where the outline runs along one of the cells.
pub struct Rim {
    /// In the order of [`Direction::ALL`].
    sides: [bool; 4],
    /// Inner corners: up left, up right, down left, down right.
    corners: [bool; 4],
}

impl Rim {
    /// For a cell of a piece that also covers the cells so many columns and rows from it for which
    /// `inside` says so.
    pub fn of(inside: impl Fn((i32, i32)) -> bool) -> Self {
        Self {
            sides: Direction::ALL.map(|side| !inside(side.delta())),
            corners: [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|corner| !inside(corner)),
        }
    }

    /// How far the outline is from a pixel of the cell, which has `side` pixels a side, and whether that
    /// part of it looks up or left: where the light comes from.
    pub fn nearest(&self, x: i32, y: i32, side: i32) -> (i32, bool) {
        let (right, down) = (side - 1 - x, side - 1 - y);
        let straight = [(y, true), (right, false), (down, false), (x, true)];
        let diagonal = [
            (x.max(y), true),
            (right.max(y), y >= right),
            (x.max(down), x >= down),
            (right.max(down), false),
        ];
        let sides = self.sides.into_iter().zip(straight);
        let near = sides.chain(self.corners.into_iter().zip(diagonal));
        let near = near.filter(|(there, _)| *there).map(|(_, near)| near);
        near.min_by_key(|(distance, _)| *distance)
            .unwrap_or((side, false))
    }
}
