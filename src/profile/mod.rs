//! `calibration.toml` and the template folders: where each game's board is, what things look like in
//! it and how it is driven.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plane::{Point, Rect};

/// One game as it looks and is driven on this user's screen. Pixels are of the board at scale 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name of its section in `calibration.toml` and of its folder in `templates/`.
    #[serde(skip)]
    pub name: String,
    pub game: String,
    /// Part of the window's title, class or application name.
    pub window: String,
    /// Width and height of the board's picture.
    pub board: [u32; 2],
    pub cells: Cells,
    /// Buttons that may be clicked, by name: `random`, `choose`, `reset` …
    #[serde(default)]
    pub buttons: BTreeMap<String, Point>,
}

/// The grid of cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cells {
    pub columns: usize,
    pub rows: usize,
    /// Top left pixel of cell (0, 0).
    pub first: Point,
    /// Width and height of a cell.
    pub size: [i32; 2],
    /// From one cell to the next, to the right and down; a page that is scaled may have fractions.
    pub pitch: [f64; 2],
}

impl Cells {
    /// The square of a cell.
    pub fn area(&self, column: usize, row: usize) -> Rect {
        let x = self.first.x + (column as f64 * self.pitch[0]).round() as i32;
        let y = self.first.y + (row as f64 * self.pitch[1]).round() as i32;
        Rect::new(x, y, self.size[0], self.size[1])
    }
}
