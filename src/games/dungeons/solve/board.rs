//! Sets of cells as bits, whole boards at a time.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells of a square board of `SIDE` x `SIDE` cells. Smaller boards lie in its top left
/// corner, all cells outside them being walls.
pub trait Board:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Columns and rows.
    const SIDE: usize;
    /// Whether searching for cut off cells before the board is complete is worth its time.
    const FLOODS_EARLY: bool;
    const EMPTY: Self;

    /// The wanted number of walls of each line, in the form that [`Self::lines`] compares best.
    type Needs: Copy;
    /// One set of room candidates for each treasure that a board can have.
    type Rooms: Copy + AsMut<[u16]> + AsRef<[u16]>;
    const NO_ROOMS: Self::Rooms;
    /// The (column, row) of each treasure.
    type Places: Copy + AsMut<[(u8, u8)]> + AsRef<[(u8, u8)]>;
    const NO_PLACES: Self::Places;

    fn cell(column: usize, row: usize) -> Self;

    /// The set with these cells in a row that has none.
    fn with_row(self, row: usize, cells: u32) -> Self;

    /// The cells of one row, bit `c` being column `c`.
    fn row(self, row: usize) -> u32;

    /// The set moved by one cell; what leaves the board is lost.
    fn up(self) -> Self;
    fn down(self) -> Self;
    fn left(self) -> Self;
    fn right(self) -> Self;

    /// One cell of the set, the empty set if there is none.
    fn first(self) -> Self;

    fn needs(columns: &[u8], rows: &[u8]) -> Self::Needs;

    /// The cells of all lines that have all their walls, and of all lines whose cells that may be
    /// walls must be; None if a line has too many walls or too few cells for them.
    fn lines(walls: Self, closed: Self, needs: &Self::Needs) -> Option<(Self, Self)>;

    /// The cells of all lines that lack one wall, and of all lines with one cell more that may be a
    /// wall than must be.
    fn lines_but_one(walls: Self, closed: Self, needs: &Self::Needs) -> (Self, Self);

    /// The set without the cells of another.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The orthogonal neighbours of the set's cells.
    #[inline(always)]
    fn spread(self) -> Self {
        self.up() | self.down() | self.left() | self.right()
    }

    /// Every cell of `within` that is connected with the set, which lies inside it.
    #[inline(always)]
    fn flood(self, within: Self) -> Self {
        let mut reached = self;
        loop {
            let once = reached | reached.spread() & within;
            let twice = once | once.spread() & within;
            if twice == reached {
                return reached;
            }
            reached = twice;
        }
    }
}
