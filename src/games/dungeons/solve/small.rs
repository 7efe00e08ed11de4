//! Boards of up to 8x8 cells in one machine word.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::board::Board;

/// Byte `r` is row `r`, its bit `c` column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small(u64);

const COLUMN: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = COLUMN << 7;

macro_rules! op {
    ($op:ident, $name:ident) => {
        impl $op for Small {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self($op::$name(self.0, other.0))
            }
        }
    };
}
op!(BitAnd, bitand);
op!(BitOr, bitor);
op!(BitXor, bitxor);

impl Not for Small {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The numbers of the rows, a byte each with its high bit set; and the numbers of the columns as
/// bit planes in the form of [`Planes`].
#[derive(Clone, Copy)]
pub struct Needs {
    rows: u64,
    columns: Planes,
    /// The columns' numbers less one for the first count, plus one for the second.
    columns_but_one: Planes,
}

/// Eight numbers 0..=8 twice, as bit planes: bit `c` of byte 0 of plane `p` is bit `p` of the first
/// number of column `c`, byte 4 the same of the second. All other bits mean nothing.
#[derive(Clone, Copy)]
struct Planes([u64; 4]);

/// The bits of [`Planes`] that mean something.
const FIRST: u64 = 0xff;
const SECOND: u64 = 0xff << 32;

impl Planes {
    fn of(first: [u8; 8], second: [u8; 8]) -> Self {
        let mut planes = [0; 4];
        for (bit, plane) in planes.iter_mut().enumerate() {
            for (column, (first, second)) in first.into_iter().zip(second).enumerate() {
                let both = u64::from(first >> bit & 1) | u64::from(second >> bit & 1) << 32;
                *plane |= both << column;
            }
        }
        Self(planes)
    }

    /// How many cells of each column are in the first and in the second set. Halves of the board
    /// are added to one another, bit plane by bit plane, until one row is left.
    #[inline(always)]
    fn count(first: u64, second: u64) -> Self {
        let upper = first & 0xffff_ffff | second << 32;
        let lower = first >> 32 | second & !0xffff_ffff;
        let (ones, twos) = (upper ^ lower, upper & lower);

        let carry = ones & ones >> 16;
        let ones = ones ^ ones >> 16;
        let (sum, both) = (twos ^ twos >> 16, twos & twos >> 16);
        let (twos, fours) = (sum ^ carry, both | sum & carry);

        let carry = ones & ones >> 8;
        let ones = ones ^ ones >> 8;
        let (sum, both) = (twos ^ twos >> 8, twos & twos >> 8);
        let (twos, carry) = (sum ^ carry, both | sum & carry);
        let (sum, both) = (fours ^ fours >> 8, fours & fours >> 8);
        let (fours, eights) = (sum ^ carry, both | sum & carry);
        Self([ones, twos, fours, eights])
    }
}

/// The bytes that are zero, as 0xff; all bytes are below 0x80.
#[inline(always)]
fn zero_bytes(bytes: u64) -> u64 {
    let zero = !(bytes + 0x7f * COLUMN) & HIGH;
    (zero - (zero >> 7)) | zero
}

/// How many bits each byte has.
#[inline(always)]
fn byte_counts(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x55 * COLUMN);
    let nibbles = (pairs & 0x33 * COLUMN) + (pairs >> 2 & 0x33 * COLUMN);
    (nibbles + (nibbles >> 4)) & 0x0f * COLUMN
}

impl Board for Small {
    const SIDE: usize = 8;
    const FLOODS_EARLY: bool = false;
    const EMPTY: Self = Self(0);
    type Needs = Needs;
    type Rooms = [u16; 7];
    const NO_ROOMS: Self::Rooms = [0; 7];
    type Places = [(u8, u8); 7];
    const NO_PLACES: Self::Places = [(0, 0); 7];

    #[inline(always)]
    fn cell(column: usize, row: usize) -> Self {
        Self(1 << (8 * row + column))
    }

    #[inline(always)]
    fn with_row(self, row: usize, cells: u32) -> Self {
        Self(self.0 | u64::from(cells) << (8 * row))
    }

    #[inline(always)]
    fn row(self, row: usize) -> u32 {
        (self.0 >> (8 * row)) as u32 & 0xff
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self(self.0 >> 8)
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self(self.0 << 8)
    }

    #[inline(always)]
    fn left(self) -> Self {
        Self(self.0 >> 1 & !(COLUMN << 7))
    }

    #[inline(always)]
    fn right(self) -> Self {
        Self(self.0 << 1 & !COLUMN)
    }

    #[inline(always)]
    fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    fn needs(columns: &[u8], rows: &[u8]) -> Needs {
        let outside = 8 - rows.len() as u8;
        let mut first = [8; 8];
        for (number, column) in first.iter_mut().zip(columns) {
            *number = column + outside;
        }
        let mut bytes = [8; 8];
        for (byte, row) in bytes.iter_mut().zip(rows) {
            *byte = row + 8 - columns.len() as u8;
        }
        Needs {
            rows: u64::from_le_bytes(bytes) | HIGH,
            columns: Planes::of(first, first),
            columns_but_one: Planes::of(first.map(|n| n.wrapping_sub(1)), first.map(|n| n + 1)),
        }
    }

    #[inline(always)]
    fn lines(walls: Self, closed: Self, needs: &Needs) -> Option<(Self, Self)> {
        let lacking = needs.rows - byte_counts(walls.0);
        let spare = (byte_counts(closed.0) | HIGH) - (needs.rows ^ HIGH);
        let wrong_rows = !(lacking & spare) & HIGH;

        // In the second half a count is wrong if it is below the need, so compare complements.
        let counts = Planes::count(walls.0, closed.0);
        let (mut wrong, mut other) = (0, 0);
        for (count, need) in counts.0.into_iter().zip(needs.columns.0) {
            let differs = count ^ need;
            let wrong_here = differs & (count ^ SECOND);
            wrong = wrong_here | wrong & !differs;
            other |= differs;
        }
        if wrong_rows | wrong & (FIRST | SECOND) != 0 {
            return None;
        }
        let full_columns = (!other & FIRST) * COLUMN;
        let starved_columns = (!other >> 32 & FIRST) * COLUMN;
        let full = zero_bytes(lacking ^ HIGH) | full_columns;
        let starved = zero_bytes(spare ^ HIGH) | starved_columns;
        Some((Self(full), Self(starved)))
    }

    #[inline(always)]
    fn lines_but_one(walls: Self, closed: Self, needs: &Needs) -> (Self, Self) {
        let lacking = needs.rows - byte_counts(walls.0);
        let spare = (byte_counts(closed.0) | HIGH) - (needs.rows ^ HIGH);
        let counts = Planes::count(walls.0, closed.0);
        let planes = counts.0.into_iter().zip(needs.columns_but_one.0);
        let other = planes.fold(0, |other, (count, need)| other | (count ^ need));
        let last_wall = (!other & FIRST) * COLUMN;
        let last_open = (!other >> 32 & FIRST) * COLUMN;
        let one = HIGH | COLUMN;
        (
            Self(zero_bytes(lacking ^ one) | last_wall),
            Self(zero_bytes(spare ^ one) | last_open),
        )
    }
}
