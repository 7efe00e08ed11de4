//! Follow mode: a robot obeys a list of moves in a warehouse full of boxes; where does all end?
//!
//! Map: `#` wall, `.` floor, `O` box, `@` robot, closed by walls all around. A push moves the whole
//! row of boxes before the robot if there is room at its end. In the wide warehouse every cell is
//! doubled, a box `[]` is two cells wide, and a push up or down moves every box that the pushed ones
//! touch, or none at all.

use std::borrow::Cow;
use std::fmt;

mod picture;
pub mod plain;
mod tape;
mod text;
mod walk;

pub use picture::{picture, trace};
pub use tape::Tape;
pub use text::parse;
pub use walk::Walker;

/// What a text in follow mode says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task<'a> {
    pub map: Map,
    /// The signs `^v<>`, with line breaks and blanks, which mean nothing.
    pub moves: Cow<'a, [u8]>,
}

/// A warehouse as text. Made by [`parse`], and always closed by walls, with exactly one robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    width: usize,
    /// Row by row: `#.O@`, in the wide warehouse `#.[]@`.
    cells: Vec<u8>,
}

impl Map {
    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The rows from the top, as signs.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> + DoubleEndedIterator {
        self.cells.chunks_exact(self.width)
    }

    /// The sum over the boxes of 100 * row + column, of the left cell if a box is wide.
    pub fn sum(&self) -> u64 {
        self.rows()
            .zip(0..)
            .map(|(cells, row)| row_sum(cells, row))
            .sum()
    }

    /// The same warehouse, twice as wide.
    pub fn doubled(&self) -> Map {
        let double = |&cell: &u8| match cell {
            b'O' => *b"[]",
            b'@' => *b"@.",
            other => [other; 2],
        };
        Map {
            width: 2 * self.width,
            cells: self.cells.iter().flat_map(double).collect(),
        }
    }
}

/// Columns are summed in pieces short enough for 16 bits, which the compiler turns into vectors.
fn row_sum(cells: &[u8], row: u64) -> u64 {
    const PIECE: usize = 256;
    let mut sum = 0;
    for (piece, first) in cells.chunks(PIECE).zip((0..).step_by(PIECE)) {
        let (mut count, mut columns) = (0u16, 0u16);
        for (&cell, column) in piece.iter().zip(0u16..) {
            let here = 0u16.wrapping_sub(u16::from(cell == b'O' || cell == b'['));
            count += here & 1;
            columns += here & column;
        }
        sum += u64::from(count) * (100 * row + first) + u64::from(columns);
    }
    sum
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows()
            .try_for_each(|row| writeln!(f, "{}", String::from_utf8_lossy(row)))
    }
}

/// Follows all moves, in the wide warehouse or not, and returns how the warehouse looks then.
pub fn follow(task: &Task, wide: bool) -> Map {
    let mut walker = Walker::new(&task.map, wide);
    walker.run(&task.moves);
    walker.map()
}

#[cfg(test)]
mod tests;
