//! Sets of cells as bits, whole boards at a time.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The cells that are known to be walls, and those known to be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<B> {
    pub walls: B,
    pub open: B,
}

/// The parts of a puzzle that stay as they are during a search.
#[derive(Clone, Copy)]
pub struct Fixed<B: Board> {
    pub monsters: B,
    pub needs: B::Needs,
}

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

    /// The wanted number of walls of each line, in the form that suits [`Self::conclude`] best.
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

    /// The cells of the room with this top left cell, and the cells orthogonally around it.
    #[inline(always)]
    fn room(left: usize, top: usize) -> (Self, Self) {
        let column = Self::cell(left, top) | Self::cell(left, top + 1) | Self::cell(left, top + 2);
        let inside = column | column.right() | column.right().right();
        (inside, inside.spread().without(inside))
    }

    /// Everything that follows from each cell and its neighbours, and from the number of each line;
    /// None if that breaks a rule. 2x2 blocks may be open in `halls`.
    fn conclude(known: Known<Self>, halls: Self, fixed: &Fixed<Self>) -> Option<Known<Self>>;

    /// The cells of the lines that lack one wall, and of the lines that lack one open cell.
    fn lines_but_one(known: Known<Self>, needs: &Self::Needs) -> Known<Self>;

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
