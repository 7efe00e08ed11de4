//! Boards of square tiles, told by what the tiles look like, at any place and size.
//!
//! A tile is the whole of a cell with its share of the gaps around it, brought to a size of its own:
//! so tiles of one game are compared whatever the size of its window. What tiles of each class look like is
//! learned from examples ([`TileLooks`]); where a board is in a picture is told by them alone ([`find`]).

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use crate::base::{Point, Rect};

mod climb;
mod coarse;
mod expect;
mod find;
mod joined;
mod looks;

pub use climb::climb;
pub use expect::{Expectation, cut};
pub use find::{FoundTiles, Sizes, find};
pub use joined::{DOWN, RIGHT, joined_pairs, joins};
pub use looks::{Guess, Letters, TileLooks};

/// Dots along the side of a tile that is compared. Chosen: a box of eight pixels still has two for each, and
/// a crate of 64 keeps its boards.
pub const SIDE: usize = 16;

/// At most so many pixels along a dot's side are looked at. Chosen: tiles of 64 pixels are looked at whole.
const TAPS: usize = 4;

/// Where tiles are, in fractions of a picture's pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// Top left corner of the tile in column 0 and row 0.
    pub first: [f64; 2],
    /// From one tile to the next: its width and height.
    pub pitch: [f64; 2],
}

impl Lattice {
    /// Left, top, width and height of a tile.
    pub fn tile(&self, column: i32, row: i32) -> [f64; 4] {
        let [x, y] = self.corner(column, row);
        [x, y, self.pitch[0], self.pitch[1]]
    }

    fn corner(&self, column: i32, row: i32) -> [f64; 2] {
        [
            self.first[0] + f64::from(column) * self.pitch[0],
            self.first[1] + f64::from(row) * self.pitch[1],
        ]
    }

    /// The pixels of a tile.
    pub fn area(&self, column: i32, row: i32) -> Rect {
        let [left, top] = self.corner(column, row).map(|at| at.round() as i32);
        let [right, bottom] = self.corner(column + 1, row + 1).map(|at| at.round() as i32);
        Rect::new(left, top, right - left, bottom - top)
    }

    /// The same tiles, counted from another one.
    pub fn from(&self, column: i32, row: i32) -> Self {
        Self {
            first: self.corner(column, row),
            pitch: self.pitch,
        }
    }

    /// The same tiles, in a picture that begins elsewhere.
    pub fn moved(&self, by: Point) -> Self {
        Self {
            first: [
                self.first[0] + f64::from(by.x),
                self.first[1] + f64::from(by.y),
            ],
            pitch: self.pitch,
        }
    }
}

/// So many tiles from the first one on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileGrid {
    pub lattice: Lattice,
    pub columns: usize,
    pub rows: usize,
}

/// What an example shows, and where in its picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileExample {
    /// Top left corner of the first tile, in pixels of the picture.
    pub first: [f64; 2],
    /// From one tile to the next.
    pub pitch: [f64; 2],
    /// A letter a tile, a text a row. A blank is what does not belong to the board.
    pub rows: Vec<String>,
    /// Where tiles are one thing: for each that is a part of something the sides on which that goes on, as the
    /// sum, in hexadecimal, of 1 up, 2 right, 4 down, 8 left; a dot for all others. Empty in games without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joins: Vec<String>,
    /// The puzzle as it was told, in games in which not all of it can be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl TileExample {
    pub fn lattice(&self) -> Lattice {
        Lattice {
            first: self.first,
            pitch: self.pitch,
        }
    }

    /// The sides on which the thing on a tile goes on; None if there is no thing on it.
    pub fn joins(&self, column: i32, row: i32) -> Option<u8> {
        let row = self.joins.get(usize::try_from(row).ok()?)?;
        let sides = row.chars().nth(usize::try_from(column).ok()?)?;
        sides.to_digit(16).map(|sides| sides as u8)
    }

    /// Each tile's column, row and letter.
    pub fn tiles(&self) -> impl Iterator<Item = (i32, i32, char)> {
        let rows = (0..).zip(&self.rows);
        rows.flat_map(|(row, text)| {
            let letters = (0..).zip(text.chars());
            letters.map(move |(column, letter)| (column, row, letter))
        })
    }
}

/// The picture of a tile as `side` x `side` dots, row by row, each the mean of what it covers. What lies
/// beyond the picture is as its edge.
pub fn dots(
    picture: &RgbaImage,
    [left, top, width, height]: [f64; 4],
    side: usize,
) -> Vec<[u8; 3]> {
    let taps = |length: f64| ((length / side as f64).ceil() as usize).clamp(1, TAPS);
    let (across, down) = (taps(width), taps(height));
    let places = |start: f64, length: f64, taps: usize, most: u32| -> Vec<u32> {
        let count = (side * taps) as f64;
        let at = |index: usize| (start + (index as f64 + 0.5) * length / count).floor();
        let all = (0..side * taps).map(at);
        all.map(|at| at.clamp(0.0, f64::from(most - 1)) as u32)
            .collect()
    };
    let xs = places(left, width, across, picture.width());
    let ys = places(top, height, down, picture.height());
    let stride = picture.width() as usize * 4;
    let bytes = picture.as_raw();
    let count = (across * down) as u32;
    let mut dots = Vec::with_capacity(side * side);
    for ys in ys.chunks(down) {
        for xs in xs.chunks(across) {
            let mut sum = [count / 2; 3];
            for y in ys {
                let row = *y as usize * stride;
                for x in xs {
                    let at = row + *x as usize * 4;
                    for (sum, part) in sum.iter_mut().zip(&bytes[at..at + 3]) {
                        *sum += u32::from(*part);
                    }
                }
            }
            dots.push(sum.map(|sum| (sum / count) as u8));
        }
    }
    dots
}
