//! Sets of cells as one machine word.

use std::hash::Hash;

use crate::search::Mask;

/// A set of cells of the block: bit `column * height + row`, so that one column is one run of bits.
/// `u64` for blocks of up to 64 cells, `u128` beyond.
pub trait Bits: Mask + Ord + Hash + Default + From<u16> {
    fn count(self) -> u32;

    /// Folded into 64 bits, for hashing; a set of the first 64 bits alone is what it is.
    fn folded(self) -> u64;

    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

impl Bits for u64 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self
    }
}

impl Bits for u128 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        self as u64 ^ ((self >> 64) as u64).wrapping_mul(ODD)
    }
}
