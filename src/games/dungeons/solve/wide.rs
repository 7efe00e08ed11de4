//! Boards of up to 16x16 and 32x32 cells, a machine word for each row.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::board::Board;

macro_rules! op {
    ($board:ident, $op:ident, $name:ident) => {
        impl $op for $board {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(from_fn(|row| $op::$name(self.0[row], other.0[row])))
            }
        }
    };
}

macro_rules! wide {
    ($(#[$doc:meta])* $board:ident, $needs:ident, $word:ty, $side:literal, $planes:literal, $rooms:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $board([$word; $side]);

        op!($board, BitAnd, bitand);
        op!($board, BitOr, bitor);
        op!($board, BitXor, bitxor);

        impl Not for $board {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(from_fn(|row| !self.0[row]))
            }
        }

        /// The numbers of the rows, and those of the columns as bit planes.
        #[derive(Clone, Copy)]
        pub struct $needs {
            rows: [u8; $side],
            columns: [$word; $planes],
            columns_less_one: [$word; $planes],
            columns_and_one: [$word; $planes],
        }

        impl $board {
            /// The cells of each column, as bit planes, by ripple carry.
            #[inline(always)]
            fn column_counts(self) -> [$word; $planes] {
                let mut planes = [0; $planes];
                for mut carry in self.0 {
                    for plane in &mut planes {
                        (*plane, carry) = (*plane ^ carry, *plane & carry);
                    }
                }
                planes
            }

            #[inline(always)]
            fn row_counts(self) -> [u8; $side] {
                self.0.map(|row| row.count_ones() as u8)
            }

            /// The rows for which it is true, and the columns of the mask.
            #[inline(always)]
            fn lines_where(rows: impl Fn(usize) -> bool, columns: $word) -> Self {
                Self(from_fn(|row| match rows(row) {
                    true => <$word>::MAX,
                    false => columns,
                }))
            }

            fn planes(numbers: [u8; $side]) -> [$word; $planes] {
                from_fn(|bit| {
                    let numbers = numbers.iter().enumerate();
                    numbers.fold(0, |plane, (column, number)| {
                        plane | <$word>::from(number >> bit & 1) << column
                    })
                })
            }
        }

        impl Board for $board {
            const SIDE: usize = $side;
            const FLOODS_EARLY: bool = true;
            const EMPTY: Self = Self([0; $side]);
            type Needs = $needs;
            type Rooms = [u16; $rooms];
            const NO_ROOMS: Self::Rooms = [0; $rooms];
            type Places = [(u8, u8); $rooms];
            const NO_PLACES: Self::Places = [(0, 0); $rooms];

            #[inline(always)]
            fn cell(column: usize, row: usize) -> Self {
                let mut cell = Self::EMPTY;
                cell.0[row] = 1 << column;
                cell
            }

            #[inline(always)]
            fn with_row(mut self, row: usize, cells: u32) -> Self {
                self.0[row] = cells as $word;
                self
            }

            #[inline(always)]
            fn row(self, row: usize) -> u32 {
                self.0[row].into()
            }

            #[inline(always)]
            fn up(self) -> Self {
                Self(from_fn(|row| if row + 1 < $side { self.0[row + 1] } else { 0 }))
            }

            #[inline(always)]
            fn down(self) -> Self {
                Self(from_fn(|row| if row > 0 { self.0[row - 1] } else { 0 }))
            }

            #[inline(always)]
            fn left(self) -> Self {
                Self(self.0.map(|row| row >> 1))
            }

            #[inline(always)]
            fn right(self) -> Self {
                Self(self.0.map(|row| row << 1))
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self.0.iter().fold(0, |any, row| any | row) == 0
            }

            #[inline(always)]
            fn first(self) -> Self {
                let mut cell = Self::EMPTY;
                if let Some(row) = self.0.iter().position(|&row| row != 0) {
                    cell.0[row] = self.0[row] & self.0[row].wrapping_neg();
                }
                cell
            }

            fn needs(columns: &[u8], rows: &[u8]) -> $needs {
                let (outside, below) = ($side - columns.len() as u8, $side - rows.len() as u8);
                let rows = from_fn(|row| rows.get(row).map_or($side, |need| need + outside));
                let columns = from_fn(|c| columns.get(c).map_or($side, |need| need + below));
                $needs {
                    rows,
                    columns: Self::planes(columns),
                    columns_less_one: Self::planes(columns.map(|need| need.wrapping_sub(1))),
                    columns_and_one: Self::planes(columns.map(|need| need + 1)),
                }
            }

            #[inline(always)]
            fn lines(walls: Self, closed: Self, needs: &$needs) -> Option<(Self, Self)> {
                let (few, many) = (walls.row_counts(), closed.row_counts());
                let wrong = (0..$side).fold(false, |wrong, row| {
                    wrong | (few[row] > needs.rows[row]) | (many[row] < needs.rows[row])
                });
                let (few_planes, many_planes) = (walls.column_counts(), closed.column_counts());
                let (mut above, mut below, mut not_few, mut not_many) = (0, 0, 0, 0);
                for plane in 0..$planes {
                    let need = needs.columns[plane];
                    let (few, many) = (few_planes[plane], many_planes[plane]);
                    above = few & !need | above & !(few ^ need);
                    below = need & !many | below & !(many ^ need);
                    not_few |= few ^ need;
                    not_many |= many ^ need;
                }
                if wrong || above | below != 0 {
                    return None;
                }
                let full = Self::lines_where(|row| few[row] == needs.rows[row], !not_few);
                let starved = Self::lines_where(|row| many[row] == needs.rows[row], !not_many);
                Some((full, starved))
            }

            #[inline(always)]
            fn lines_but_one(walls: Self, closed: Self, needs: &$needs) -> (Self, Self) {
                let (few, many) = (walls.row_counts(), closed.row_counts());
                let (few_planes, many_planes) = (walls.column_counts(), closed.column_counts());
                let (mut not_few, mut not_many) = (0, 0);
                for plane in 0..$planes {
                    not_few |= few_planes[plane] ^ needs.columns_less_one[plane];
                    not_many |= many_planes[plane] ^ needs.columns_and_one[plane];
                }
                (
                    Self::lines_where(|row| few[row] + 1 == needs.rows[row], !not_few),
                    Self::lines_where(|row| many[row] == needs.rows[row] + 1, !not_many),
                )
            }
        }
    };
}

wide!(
    /// Up to 16x16 cells: word `r` is row `r`, its bit `c` column `c`.
    Medium, MediumNeeds, u16, 16, 5, 28
);
wide!(
    /// Up to 32x32 cells: word `r` is row `r`, its bit `c` column `c`.
    Large, LargeNeeds, u32, 32, 6, 113
);
