//! Sets of board cells as the bits of one integer.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A set of cells numbered from 0: bit `i` is cell `i`.
pub trait Mask:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;
    /// How many cells fit.
    const CELLS: usize;

    /// The set of one cell.
    fn cell(cell: usize) -> Self;

    /// The lowest cell and the set without it.
    fn pop(self) -> Option<(usize, Self)>;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cells, ascending.
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (cell, others) = rest.pop()?;
            rest = others;
            Some(cell)
        })
    }

    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let add = |set: Self, cell| set | Self::cell(cell);
        cells.into_iter().fold(Self::EMPTY, add)
    }
}

macro_rules! mask {
    ($int:ty) => {
        impl Mask for $int {
            const EMPTY: Self = 0;
            const CELLS: usize = <$int>::BITS as usize;

            #[inline(always)]
            fn cell(cell: usize) -> Self {
                1 << cell
            }

            #[inline(always)]
            fn pop(self) -> Option<(usize, Self)> {
                (self != 0).then(|| (self.trailing_zeros() as usize, self & (self - 1)))
            }
        }
    };
}

mask!(u64);
mask!(u128);
