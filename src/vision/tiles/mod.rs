//! Boards of square tiles, told by what the tiles look like, at any place and size.
//!
//! A tile is the whole of a cell with its share of the gaps around it, brought to a size of its own:
//! so tiles of one game are compared whatever the size of its window. What tiles of each class look like is
//! learned from examples ([`TileLooks`]); where a board is in a picture is told by them alone ([`find`]).

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use crate::base::{Point, Rect};

mod beside;
mod block;
mod climb;
mod coarse;
mod compare;
mod cut;
mod edges;
mod expect;
mod find;
mod folds;
mod found;
mod frame;
mod goal;
mod guess;
mod joined;
mod joins;
mod letters;
mod looks;
mod motion;
mod outline;
mod palette;
mod phases;
mod redraw;
mod sizes;
mod sums;

use compare::Dots;

pub use climb::climb;
pub use cut::{cut, part};
pub use expect::{Expectation, Foreseen};
pub use find::{Judge, Sizes, board_at, board_moved, board_near, find};
pub use folds::edges_where;
pub use found::FoundTiles;
pub use goal::GoalLook;
pub use guess::Guess;
pub use joins::{DOWN, RIGHT, joined_pairs, joins, pairs};
pub use letters::{Letters, all_once};
pub use looks::{PAGE, TileLooks};
pub use motion::Motion;
pub use sizes::{about as sizes_about, clearly_told as size_told};

/// Dots along the side of a tile that is compared. Chosen: a box of eight pixels still has two for each, and
/// a crate of 64 keeps its boards.
pub const SIDE: usize = 16;

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

    /// So many tiles across and down of another size, around the same middle.
    pub fn sized(&self, pitch: [f64; 2], count: [usize; 2]) -> Self {
        let grown = |axis: usize| (self.pitch[axis] - pitch[axis]) * count[axis] as f64;
        Self {
            first: [0, 1].map(|axis| self.first[axis] + grown(axis) / 2.0),
            pitch,
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

impl TileGrid {
    /// The pixels of all tiles.
    pub fn area(&self) -> Rect {
        let last = self
            .lattice
            .area(self.columns as i32 - 1, self.rows as i32 - 1);
        self.lattice.area(0, 0).around(&last)
    }

    /// Its tiles as an example tells them, by what each is, counted row by row.
    fn rows(&self, letter: impl Fn(usize) -> char) -> Vec<String> {
        let row = |row: usize| row * self.columns..(row + 1) * self.columns;
        (0..self.rows)
            .map(|nth| row(nth).map(&letter).collect())
            .collect()
    }

    /// How its tiles look in a picture, row by row.
    fn dots(&self, picture: &RgbaImage) -> Vec<Dots> {
        self.closely(picture, None)
    }

    /// The same, and a part of each closely.
    fn closely(&self, picture: &RgbaImage, part: Option<looks::Focus>) -> Vec<Dots> {
        let [columns, rows] = [self.columns, self.rows].map(|count| count as i32);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        places
            .map(|(column, row)| Dots::closely(picture, self.lattice.tile(column, row), part))
            .collect()
    }
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
    /// The small picture beside the board that shows what it must become: in pixels of the same picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Box<TileExample>>,
}

impl TileExample {
    /// Tiles at a place in a picture.
    pub fn at(lattice: &Lattice, rows: Vec<String>) -> Self {
        let thousandths = |value: f64| (value * 1000.0).round() / 1000.0;
        Self {
            first: lattice.first.map(thousandths),
            pitch: lattice.pitch.map(thousandths),
            rows,
            joins: Vec::new(),
            text: None,
            goal: None,
        }
    }

    pub fn lattice(&self) -> Lattice {
        Lattice {
            first: self.first,
            pitch: self.pitch,
        }
    }

    /// Its tiles.
    pub fn grid(&self) -> TileGrid {
        TileGrid {
            lattice: self.lattice(),
            columns: self
                .rows
                .iter()
                .map(|row| row.chars().count())
                .max()
                .unwrap_or(0),
            rows: self.rows.len(),
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

/// The picture of a tile as `side` x `side` dots, row by row, each the mean of what it covers, pixels that it
/// covers in part by that part. What lies beyond the picture is as its edge.
pub fn dots(
    picture: &RgbaImage,
    [left, top, width, height]: [f64; 4],
    side: usize,
) -> Vec<[u8; 3]> {
    let across = Shares::of(left, width, side, picture.width());
    let down = Shares::of(top, height, side, picture.height());
    let stride = picture.width() as usize * 4;
    let bytes = picture.as_raw();
    let mut dots = vec![[0.5f32; 3]; side * side];
    let (from, to) = (across.first() * 4, across.last() * 4 + 4);
    let mut line = vec![0.0f32; to - from];
    for (row, shares) in down.by_dot().enumerate() {
        line.fill(0.0);
        for (_, high, y) in shares {
            let pixels = &bytes[y * stride + from..y * stride + to];
            for (sum, part) in line.iter_mut().zip(pixels) {
                *sum += high * f32::from(*part);
            }
        }
        let dots = &mut dots[row * side..(row + 1) * side];
        for (column, wide, x) in &across.0 {
            let pixel = &line[x * 4 - from..x * 4 - from + 3];
            for (sum, part) in dots[*column].iter_mut().zip(pixel) {
                *sum += wide * part;
            }
        }
    }
    dots.into_iter()
        .map(|dot| dot.map(|sum| sum as u8))
        .collect()
}

/// Which pixels of a row or column the dots along it cover: a dot, a pixel's share of it, and the pixel.
struct Shares(Vec<(usize, f32, usize)>);

impl Shares {
    fn of(start: f64, length: f64, side: usize, most: u32) -> Self {
        let dot = length / side as f64;
        let mut shares = Vec::with_capacity(side * (dot as usize + 2));
        for index in 0..side {
            let (from, to) = (start + index as f64 * dot, start + (index + 1) as f64 * dot);
            let mut pixel = from.floor();
            while pixel < to {
                let part = (to.min(pixel + 1.0) - from.max(pixel)) / dot;
                let at = pixel.clamp(0.0, f64::from(most - 1)) as usize;
                shares.push((index, part as f32, at));
                pixel += 1.0;
            }
        }
        Self(shares)
    }

    /// The shares of each dot, one after the other.
    fn by_dot(&self) -> impl Iterator<Item = &[(usize, f32, usize)]> {
        self.0.chunk_by(|a, b| a.0 == b.0)
    }

    fn first(&self) -> usize {
        self.0.first().map_or(0, |share| share.2)
    }

    fn last(&self) -> usize {
        self.0.last().map_or(0, |share| share.2)
    }
}
