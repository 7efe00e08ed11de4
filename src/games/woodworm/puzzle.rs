//! A puzzle of woodworm: types and text format.
//!
//! The text is the wanted picture, `#` wood and `.` none; the block starts as the full rectangle
//! with the worm on the floor at its left. A puzzle that is under way has a second picture below the
//! word `now`: the whole place the worm can move in (three columns more on either side, three rows
//! more above), with the worm as `1` (head) `2` `3` and the wood as letters. Neighbours with the
//! same letter are one piece, neighbours with different letters are not.

pub use crate::base::Direction;
use crate::base::TextError;

/// How far the worm may go beyond the block, to the left, to the right and above.
pub const MARGIN: i8 = 3;
/// The most cells that a block may have: one bit each in the fast simulator.
pub const MAX_CELLS: usize = 128;
pub const MAX_WIDTH: usize = 32;
pub const MAX_HEIGHT: usize = 12;
/// The worm is three cells long.
pub const LENGTH: usize = 3;

/// A place, in cells from the block's top left cell; it may lie outside the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub column: i8,
    pub row: i8,
}

impl Cell {
    pub const fn new(column: i8, row: i8) -> Self {
        Self { column, row }
    }

    /// The neighbour in a direction.
    pub const fn towards(self, step: Direction) -> Self {
        let (dx, dy) = step.delta();
        Self::new(self.column + dx as i8, self.row + dy as i8)
    }
}

/// The wanted picture, and where the wood and the worm are now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    width: usize,
    height: usize,
    wanted: Vec<bool>,
    /// For each cell of the block its piece, numbered from 1 in the order of their first cells;
    /// 0 where there is no wood.
    pieces: Vec<u8>,
    /// Head first.
    worm: [Cell; LENGTH],
}

impl Puzzle {
    /// The start of the puzzle whose wanted picture is given row by row.
    ///
    /// Panics if the picture is not a rectangle of `width` columns, or too big ([`MAX_CELLS`],
    /// [`MAX_WIDTH`], [`MAX_HEIGHT`]).
    pub fn start(width: usize, wanted: Vec<bool>) -> Self {
        assert!(width > 0 && !wanted.is_empty() && wanted.len().is_multiple_of(width));
        let height = wanted.len() / width;
        assert!(wanted.len() <= MAX_CELLS && width <= MAX_WIDTH && height <= MAX_HEIGHT);
        let floor = height as i8 - 1;
        Self {
            width,
            height,
            pieces: vec![1; wanted.len()],
            wanted,
            worm: [-1, -2, -3].map(|column| Cell::new(column, floor)),
        }
    }

    /// The same puzzle with wood and worm elsewhere; `pieces` may be numbered in any way.
    pub fn with(&self, pieces: Vec<u8>, worm: [Cell; LENGTH]) -> Self {
        debug_assert_eq!(pieces.len(), self.pieces.len());
        Self {
            pieces: renumbered(pieces),
            worm,
            ..self.clone()
        }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// Row by row.
    pub fn wanted(&self) -> &[bool] {
        &self.wanted
    }

    /// The piece of each cell, row by row, 0 where there is no wood.
    pub fn pieces(&self) -> &[u8] {
        &self.pieces
    }

    /// Head first.
    pub fn worm(&self) -> [Cell; LENGTH] {
        self.worm
    }

    /// The index of a cell of the block in the vectors of this puzzle.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let (column, row) = (
            usize::try_from(cell.column).ok()?,
            usize::try_from(cell.row).ok()?,
        );
        (column < self.width && row < self.height).then_some(row * self.width + column)
    }

    /// The piece at a place, 0 where there is no wood.
    pub fn piece(&self, cell: Cell) -> u8 {
        self.index(cell).map_or(0, |at| self.pieces[at])
    }

    /// Whether wood is wanted at a place.
    pub fn is_wanted(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| self.wanted[at])
    }

    /// Whether the worm may be in that place, as far as the edges are concerned.
    pub fn in_reach(&self, cell: Cell) -> bool {
        (-MARGIN..self.width as i8 + MARGIN).contains(&cell.column)
            && (-MARGIN..self.height as i8).contains(&cell.row)
    }

    pub fn is_solved(&self) -> bool {
        let wood = self.pieces.iter().map(|&piece| piece != 0);
        wood.eq(self.wanted.iter().copied())
    }

    /// The puzzle as it was before the first move.
    pub fn givens(&self) -> Self {
        Self::start(self.width, self.wanted.clone())
    }
}

/// The same pieces, numbered from 1 in the order of their first cells.
fn renumbered(mut pieces: Vec<u8>) -> Vec<u8> {
    let mut names = [0; 256];
    let mut count = 0;
    for piece in pieces.iter_mut().filter(|piece| **piece != 0) {
        let name = &mut names[usize::from(*piece)];
        if *name == 0 {
            count += 1;
            *name = count;
        }
        *piece = *name;
    }
    pieces
}

/// Reads moves as they are written: `URDL`, blanks ignored.
pub fn parse_steps(text: &str) -> Result<Vec<Direction>, TextError> {
    let letters = text.chars().filter(|c| !c.is_whitespace());
    letters
        .map(|c| {
            Direction::from_letter(c)
                .ok_or_else(|| TextError::new(1, format!("{c:?} is not a move")))
        })
        .collect()
}
