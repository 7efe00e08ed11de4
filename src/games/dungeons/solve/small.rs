//! Boards of up to 8x8 cells in one machine word.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::board::{Board, Fixed, Known};
use super::twin::Twin;

/// Byte `r` is row `r`, its bit `c` column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small(u64);

const COLUMN: u64 = 0x0101_0101_0101_0101;
const ALL: u64 = u64::MAX;

impl Small {
    pub fn new(bits: u64) -> Self {
        Self(bits)
    }

    pub fn bits(self) -> u64 {
        self.0
    }
}

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

/// How many cells of each line are open, and how many are walls, at the end: always the open ones
/// in the first word of a pair, the walls in the second.
#[derive(Clone, Copy)]
pub struct Needs {
    /// A byte for each row.
    rows: Twin,
    columns: Planes,
    columns_but_one: Planes,
}

/// Eight numbers 0..=15 for each word, as bit planes: bit `c` of the lowest byte of plane `p` is bit
/// `p` of the number of column `c`. Other bytes mean nothing.
#[derive(Clone, Copy)]
struct Planes([Twin; 4]);

impl Planes {
    /// Of the numbers in the bytes of each word.
    #[inline(always)]
    fn new(open: u64, walls: u64) -> Self {
        // The factor brings the lowest bits of all bytes together in the highest one.
        let plane = |numbers: u64, bit: usize| {
            ((numbers >> bit) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
        };
        let planes = |bit: usize| Twin::new(plane(open, bit), plane(walls, bit));
        Self([planes(0), planes(1), planes(2), planes(3)])
    }

    /// How many cells of each column are in the sets. Halves of the board are added to one another,
    /// bit plane by bit plane, until one row is left.
    #[inline(always)]
    fn count(sets: Twin) -> Self {
        let lower = sets.shr::<32>();
        let (ones, twos) = (sets.xor(lower), sets.and(lower));

        let (lower, low_twos) = (ones.shr::<16>(), twos.shr::<16>());
        let carry = ones.and(lower);
        let ones = ones.xor(lower);
        let (sum, both) = (twos.xor(low_twos), twos.and(low_twos));
        let (twos, fours) = (sum.xor(carry), both.or(sum.and(carry)));

        let (lower, low_twos, low_fours) = (ones.shr::<8>(), twos.shr::<8>(), fours.shr::<8>());
        let carry = ones.and(lower);
        let ones = ones.xor(lower);
        let (sum, both) = (twos.xor(low_twos), twos.and(low_twos));
        let (twos, carry) = (sum.xor(carry), both.or(sum.and(carry)));
        let (sum, both) = (fours.xor(low_fours), fours.and(low_fours));
        let (fours, eights) = (sum.xor(carry), both.or(sum.and(carry)));
        Self([ones, twos, fours, eights])
    }

    /// The columns where the numbers differ, and those where these are greater, in the lowest bytes.
    #[inline(always)]
    fn compare(self, other: &Planes) -> (Twin, Twin) {
        let (mut differs, mut greater) = (Twin::both(0), Twin::both(0));
        for (number, other) in self.0.into_iter().zip(other.0) {
            let differs_here = number.xor(other);
            differs = differs.or(differs_here);
            greater = greater.without(differs_here).or(differs_here.and(number));
        }
        (differs, greater)
    }
}

/// The walls of the lines of a whole board, a byte each, for lines of so many cells.
#[inline(always)]
fn with_outside(numbers: &[u8], cells: usize) -> u64 {
    let mut walls = [8; 8];
    for (walls, number) in walls.iter_mut().zip(numbers) {
        *walls = number + 8 - cells as u8;
    }
    u64::from_le_bytes(walls)
}

/// How many bits each byte has.
#[inline(always)]
fn byte_counts(sets: Twin) -> Twin {
    let (odd, pair, nibble) = (0x55 * COLUMN, 0x33 * COLUMN, 0x0f * COLUMN);
    let pairs = sets.sub_bytes(sets.shr::<1>().and(Twin::both(odd)));
    let low = pairs.and(Twin::both(pair));
    let nibbles = low.add_bytes(pairs.shr::<2>().and(Twin::both(pair)));
    nibbles
        .add_bytes(nibbles.shr::<4>())
        .and(Twin::both(nibble))
}

/// The sets moved by one cell.
#[inline(always)]
fn left(sets: Twin) -> Twin {
    sets.shr::<1>().and(Twin::both(!(COLUMN << 7)))
}

#[inline(always)]
fn right(sets: Twin) -> Twin {
    sets.shl::<1>().and(Twin::both(!COLUMN))
}

/// The cells above and below.
#[inline(always)]
fn beside(sets: Twin) -> Twin {
    sets.shl::<8>().or(sets.shr::<8>())
}

/// What does not change while conclusions are drawn, as the operations on pairs want it.
struct Drawing<'a> {
    /// The monsters in the one word, nothing in the other.
    monsters_first: Twin,
    monsters_second: Twin,
    /// All cells in the first word, the monsters or the halls in the second.
    all_monsters: Twin,
    all_halls: Twin,
    needs: &'a Needs,
}

impl Drawing<'_> {
    /// What follows from each cell and its neighbours, and then from the number of each line, for
    /// the open cells and the walls; None if that breaks a rule. The deductions are those of
    /// [`super::near`].
    #[inline(always)]
    fn conclude(&self, known: Twin) -> Option<Twin> {
        let near = self.near(known)?;
        let (complete, too_many) = self.lines(near);
        let drawn = near.or(complete.swap().without(near.swap()));
        let wrong = too_many.or(drawn.and(drawn.swap()));
        wrong.is_zero().then_some(drawn)
    }

    #[inline(always)]
    fn near(&self, known: Twin) -> Option<Twin> {
        let swapped = known.swap();
        // The open cells, and the cells that are or may be.
        let ways = known.xor(Twin::new(0, ALL));
        let (up, down, left, right) = (ways.shr::<8>(), ways.shl::<8>(), left(ways), right(ways));
        let (vertical, horizontal) = (up.or(down), left.or(right));
        let (both_vertical, both_horizontal) = (up.and(down), left.and(right));
        let some = vertical.or(horizontal);
        let two = both_vertical
            .or(both_horizontal)
            .or(vertical.and(horizontal));
        let three = both_vertical
            .and(horizontal)
            .or(both_horizontal.and(vertical));

        let wrong = two
            .and(self.monsters_first)
            .or(self.monsters_second.without(some));
        if !wrong.is_zero() {
            return None;
        }
        let dead = ways.without(two.or(self.all_monsters));
        let with_choice = three.or(two.and(self.monsters_second)).swap();
        let forced = known.and(Twin::new(ALL, 0)).without(with_choice);
        let fed = some.swap().and(self.monsters_second);
        let sources = forced.or(fed);
        let around = beside(sources).or(self::left(sources).or(self::right(sources)));
        let blocks = self.last_of_blocks(swapped);
        Some(known.or(around.without(swapped)).or(dead.or(blocks)))
    }

    /// The cells whose three neighbours in a 2x2 block outside rooms are open, in the second word.
    #[inline(always)]
    fn last_of_blocks(&self, swapped: Twin) -> Twin {
        let open = swapped.without(self.all_halls);
        let next = left(open);
        let pairs = beside(open.and(next));
        next.and(pairs).or(right(open).and(right(pairs)))
    }

    /// The cells of the lines that have as many open cells or walls as they need, and whatever has
    /// too many.
    #[inline(always)]
    fn lines(&self, known: Twin) -> (Twin, Twin) {
        let rows = byte_counts(known);
        let (columns_differ, columns_wrong) = Planes::count(known).compare(&self.needs.columns);
        let complete_columns = Twin::both(ALL).without(columns_differ.repeat_byte());
        let rows_wrong = rows.greater_bytes(self.needs.rows);
        let complete = rows.equal_bytes(self.needs.rows).or(complete_columns);
        (complete, rows_wrong.or(columns_wrong.and(Twin::both(0xff))))
    }
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
        Self((self.0 >> 1) & !(COLUMN << 7))
    }

    #[inline(always)]
    fn right(self) -> Self {
        Self((self.0 << 1) & !COLUMN)
    }

    #[inline(always)]
    fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    #[inline(always)]
    fn needs(columns: &[u8], rows: &[u8]) -> Needs {
        let row_walls = with_outside(rows, columns.len());
        let column_walls = with_outside(columns, rows.len());
        let open = |walls: u64| 8 * COLUMN - walls;
        // One less than 0 is 15, which no line has.
        let nibble = 0x0f * COLUMN;
        let but_one = |numbers: u64| (numbers + nibble) & nibble;
        Needs {
            rows: Twin::new(open(row_walls), row_walls),
            columns: Planes::new(open(column_walls), column_walls),
            columns_but_one: Planes::new(but_one(open(column_walls)), but_one(column_walls)),
        }
    }

    #[inline(always)]
    fn room(left: usize, top: usize) -> (Self, Self) {
        let inside = Self(0x07_07_07 << (8 * top + left));
        (inside, inside.spread().without(inside))
    }

    #[inline(always)]
    fn conclude(known: Known<Self>, halls: Self, fixed: &Fixed<Self>) -> Option<Known<Self>> {
        let monsters = fixed.monsters.0;
        let drawing = Drawing {
            monsters_first: Twin::new(monsters, 0),
            monsters_second: Twin::new(0, monsters),
            all_monsters: Twin::new(ALL, monsters),
            all_halls: Twin::new(ALL, halls.0),
            needs: &fixed.needs,
        };
        let mut known = Twin::new(known.open.0, known.walls.0);
        loop {
            let next = drawing.conclude(known)?;
            if next.xor(known).is_zero() {
                return Some(Known {
                    walls: Self(known.second()),
                    open: Self(known.first()),
                });
            }
            known = next;
        }
    }

    #[inline(always)]
    fn lines_but_one(known: Known<Self>, needs: &Needs) -> Known<Self> {
        let known = Twin::new(known.open.0, known.walls.0);
        let rows = byte_counts(known).equal_bytes(needs.rows.sub_bytes(Twin::both(COLUMN)));
        let (columns_differ, _) = Planes::count(known).compare(&needs.columns_but_one);
        let columns = Twin::both(ALL).without(columns_differ.repeat_byte());
        let lines = rows.or(columns);
        Known {
            walls: Self(lines.second()),
            open: Self(lines.first()),
        }
    }
}
