//! What can still become of the wood: a relaxed puzzle without worm and physics.
//!
//! Wood keeps its column and its order there, and never rises. So a column can become the wanted
//! one in a limited number of ways: which cells are left over, and how far each of them falls in
//! the end. Two neighbours of one piece that are both left over fall equally far, because they stay
//! joined. That ties each column to the next one; going through the columns from left to right and
//! back, keeping the set of ways that fit, decides exactly whether all ties can be kept. If not, the
//! scene is dead; if so, the ways that remain tell which cells can never move again.
//!
//! The sets are numbered, and every result is remembered under the numbers, which makes this a
//! finite automaton built as it is needed: a look-up for each column and direction.

use super::memo::Memo;
use crate::base::Limit;
use crate::games::woodworm::puzzle::MAX_HEIGHT;
use crate::search::{Budget, Index, mix};

/// A way to become the wanted column: four bits for each row, 0 for a cell that is eaten (or no
/// wood), else one more than the rows it falls.
type Way = u64;

/// The bits of a row in a [`Way`].
const ROW_BITS: usize = 4;

/// The rows of a way whose cell is eaten, or stays where it is.
const EATEN: Way = 0;
const STAYS: Way = 1;

/// The lowest bit of each row.
const ONES: Way = 0x1111_1111_1111_1111;

/// All bits of the lowest row.
const ROW: Way = (1 << ROW_BITS) - 1;
/// Ways fit in their word, and rows in the numbers of columns.
const _: () = assert!(MAX_HEIGHT * ROW_BITS <= 64 && MAX_HEIGHT < 1 << ROW_BITS);

/// All ways of one column of wood.
struct Column {
    cells: u16,
    ways: Vec<Way>,
    /// The set of all these ways.
    all: u32,
}

/// Some of the ways of a column, at least one.
struct Ways {
    column: u32,
    /// The place of its first word in the pool; bit `i` stands for way `i`.
    start: u32,
    rows: Rows,
    freedom: Freedom,
}

/// How many ways are left, as a logarithm: sixteenths of a bit.
pub type Freedom = u16;

/// The rows of a column that take part in the game no more or still do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Wood that is left over and stays where it is, whatever happens.
    pub fixed: u16,
    /// Places where wood may be eaten, now or after something has fallen.
    pub edible: u16,
    /// Wood that must be eaten.
    pub doomed: u16,
}

/// One column of a scene: rows of wood, of joins with the cell below and with the cell at the right.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    pub cells: u16,
    pub down: u16,
    pub right: u16,
}

/// The automaton for one wanted picture.
pub struct Columns {
    wanted: Vec<u16>,
    columns: Vec<Column>,
    column_numbers: Memo,
    sets: Vec<Ways>,
    pool: Vec<u64>,
    set_numbers: Index,
    fitting: Memo,
    common: Memo,
    /// The sets of the scene at hand.
    kept: Vec<u32>,
}

/// Bits of the numbers of sets and columns, so that both and a set of rows fit in 64.
const SET_BITS: usize = 28;
const COLUMN_BITS: usize = 24;
const _: () = assert!(SET_BITS + COLUMN_BITS + MAX_HEIGHT <= 64);

/// The number of every set without a way.
const NO_WAY: u32 = u32::MAX;

impl Columns {
    /// For a picture given by columns, the top row in bit 0.
    pub fn new(wanted: Vec<u16>) -> Self {
        Self {
            wanted,
            columns: Vec::new(),
            column_numbers: Memo::default(),
            sets: Vec::new(),
            pool: Vec::new(),
            set_numbers: Index::default(),
            fitting: Memo::default(),
            common: Memo::default(),
            kept: Vec::new(),
        }
    }

    /// Says of each column what its rows are, and of all how many ways are left; `None` if the
    /// scene is dead.
    pub fn examine(
        &mut self,
        budget: &Budget,
        slices: &[Slice],
        rows: &mut Vec<Rows>,
    ) -> Result<Option<Freedom>, Limit> {
        self.kept.clear();
        for (column, slice) in slices.iter().enumerate() {
            let number = self.column(budget, column, slice)?;
            let set = match self.kept.last() {
                None => self.columns[number as usize].all,
                Some(&left) => self.fitting(budget, left, number, slices[column - 1].right)?,
            };
            if set == NO_WAY {
                return Ok(None);
            }
            self.kept.push(set);
        }
        rows.clear();
        rows.resize(slices.len(), Rows::default());
        let (mut right, mut freedom) = (NO_WAY, 0);
        for column in (0..slices.len()).rev() {
            let mut set = self.kept[column];
            if right != NO_WAY {
                let number = self.sets[set as usize].column;
                let fitting = self.fitting(budget, right, number, slices[column].right)?;
                set = self.common(budget, set, fitting)?;
            }
            rows[column] = self.sets[set as usize].rows;
            freedom += self.sets[set as usize].freedom;
            right = set;
        }
        Ok(Some(freedom))
    }

    /// The number of a column of wood.
    fn column(&mut self, budget: &Budget, column: usize, slice: &Slice) -> Result<u32, Limit> {
        let shape = u64::from(slice.cells) << MAX_HEIGHT | u64::from(slice.down);
        let key = (column as u64) << (2 * MAX_HEIGHT) | shape;
        if let Some(number) = self.column_numbers.get(key) {
            return Ok(number);
        }
        let number = self.columns.len() as u32;
        let ways = ways(slice, self.wanted[column]);
        budget.take(ways.capacity() * size_of::<Way>())?;
        budget.push(
            &mut self.columns,
            Column {
                cells: slice.cells,
                ways,
                all: NO_WAY,
            },
        )?;
        self.columns[number as usize].all = self.set(budget, number, |_| true)?;
        self.column_numbers.enter(budget, key, number)?;
        Ok(number)
    }

    /// The ways of a column that fit one of the ways `beside` it, where `joins` are the rows in
    /// which the two columns are joined.
    fn fitting(
        &mut self,
        budget: &Budget,
        beside: u32,
        column: u32,
        joins: u16,
    ) -> Result<u32, Limit> {
        if joins == 0 {
            return Ok(self.columns[column as usize].all);
        }
        let key =
            (u64::from(beside) << COLUMN_BITS | u64::from(column)) << MAX_HEIGHT | u64::from(joins);
        if let Some(set) = self.fitting.get(key) {
            return Ok(set);
        }
        let joins = spread(joins);
        let others: Vec<Way> = self.ways(beside).collect();
        let fits = |way: Way| {
            let here = left_over(way) & joins;
            let differs = |other: Way| (other ^ way) & here & left_over(other) != 0;
            !others.iter().all(|&other| differs(other))
        };
        let set = self.set(budget, column, fits)?;
        self.fitting.enter(budget, key, set)?;
        Ok(set)
    }

    /// The ways in both sets, which are of one column.
    fn common(&mut self, budget: &Budget, a: u32, b: u32) -> Result<u32, Limit> {
        if a == b {
            return Ok(a);
        }
        let key = u64::from(a) << 32 | u64::from(b);
        if let Some(set) = self.common.get(key) {
            return Ok(set);
        }
        let start = self.pool.len();
        for at in 0..self.words(a).len() {
            let word = self.words(a)[at] & self.words(b)[at];
            budget.push(&mut self.pool, word)?;
        }
        let set = self.number(budget, self.sets[a as usize].column, start)?;
        self.common.enter(budget, key, set)?;
        Ok(set)
    }

    /// The set of those ways of a column that are to be kept.
    fn set(
        &mut self,
        budget: &Budget,
        column: u32,
        keep: impl Fn(Way) -> bool,
    ) -> Result<u32, Limit> {
        let ways = &self.columns[column as usize].ways;
        let start = self.pool.len();
        for chunk in ways.chunks(64) {
            let bit = |(at, &way): (usize, &Way)| u64::from(keep(way)) << at;
            let word = chunk.iter().enumerate().map(bit).sum();
            budget.push(&mut self.pool, word)?;
        }
        self.number(budget, column, start)
    }

    /// The number of the set whose words are the pool's from `start` on; they stay there only if
    /// the set is new.
    fn number(&mut self, budget: &Budget, column: u32, start: usize) -> Result<u32, Limit> {
        if self.pool[start..].iter().all(|&word| word == 0) {
            self.pool.truncate(start);
            return Ok(NO_WAY);
        }
        let place = self.sets.len() as u32;
        if place >> SET_BITS != 0 || column >> COLUMN_BITS != 0 {
            return Err(Limit::Memory);
        }
        let set = Ways {
            column,
            start: start as u32,
            rows: Rows::default(),
            freedom: 0,
        };
        budget.push(&mut self.sets, set)?;
        let mut numbers = std::mem::take(&mut self.set_numbers);
        let same = |other: u32| {
            self.sets[other as usize].column == column && self.words(other) == &self.pool[start..]
        };
        let hash_of = |set: u32| {
            let seed = u64::from(self.sets[set as usize].column);
            let words = self.words(set).iter();
            words.fold(seed, |hash, &word| mix([hash, word]))
        };
        let hash = hash_of(place);
        let known = numbers.find_or_insert(budget, hash, same, hash_of);
        self.set_numbers = numbers;
        if let Some(known) = known? {
            self.sets.pop();
            self.pool.truncate(start);
            return Ok(known);
        }
        let freedom = (self.ways(place).count() as f32).log2() * 16.0;
        self.sets[place as usize].freedom = freedom as Freedom;
        self.sets[place as usize].rows = self.rows(place);
        Ok(place)
    }

    fn words(&self, set: u32) -> &[u64] {
        let set = &self.sets[set as usize];
        let words = self.columns[set.column as usize].ways.len().div_ceil(64);
        &self.pool[set.start as usize..][..words]
    }

    fn ways(&self, set: u32) -> impl Iterator<Item = Way> {
        let set = &self.sets[set as usize];
        let ways = &self.columns[set.column as usize].ways;
        let is_in = |at: usize| self.pool[set.start as usize + at / 64] >> (at % 64) & 1 == 1;
        ways.iter()
            .enumerate()
            .filter(move |&(at, _)| is_in(at))
            .map(|(_, &way)| way)
    }

    fn rows(&self, set: u32) -> Rows {
        let cells = self.columns[self.sets[set as usize].column as usize].cells;
        let (mut fixed, mut eaten, mut doomed) = (cells, 0, cells);
        for way in self.ways(set) {
            for row in (0..MAX_HEIGHT).filter(|row| cells >> row & 1 == 1) {
                let code = way >> (row * ROW_BITS) & ROW;
                if code == EATEN {
                    eaten |= 1 << row;
                } else {
                    doomed &= !(1 << row);
                }
                if code != STAYS {
                    fixed &= !(1 << row);
                }
            }
        }
        Rows {
            fixed,
            edible: edible(fixed, eaten),
            doomed,
        }
    }
}

/// Where cells that may be eaten are or may come to be: they fall, but not through fixed wood.
fn edible(fixed: u16, eaten: u16) -> u16 {
    let mut edible = eaten;
    for _ in 0..MAX_HEIGHT {
        edible |= edible << 1 & !fixed;
    }
    edible
}

/// Four bits for each row.
fn spread(rows: u16) -> Way {
    let set = (0..MAX_HEIGHT).filter(|row| rows >> row & 1 == 1);
    set.fold(0, |way, row| way | ROW << (row * ROW_BITS))
}

/// All bits of the rows that are left over.
fn left_over(way: Way) -> Way {
    let any = (way | way >> 1 | way >> 2 | way >> 3) & ONES;
    any * ROW
}

/// All ways of a column to become the wanted one.
fn ways(slice: &Slice, wanted: u16) -> Vec<Way> {
    let mut finder = Finder {
        slice,
        wanted,
        ways: Vec::new(),
    };
    finder.go_on(0, 0, 0);
    finder.ways
}

struct Finder<'a> {
    slice: &'a Slice,
    wanted: u16,
    ways: Vec<Way>,
}

impl Finder<'_> {
    /// Decides on the wood from row `from` downward; it fills the wanted rows from `to` downward.
    fn go_on(&mut self, from: u32, to: u32, way: Way) {
        let (wood, wanted) = (self.slice.cells >> from << from, self.wanted >> to << to);
        if wanted == 0 {
            self.ways.push(way);
            return;
        }
        if wood.count_ones() < wanted.count_ones() {
            return;
        }
        let (row, end) = (wood.trailing_zeros(), wanted.trailing_zeros());
        if row <= end {
            let code = Way::from(end - row) + STAYS;
            let above = match row {
                0 => EATEN,
                _ => way >> ((row as usize - 1) * ROW_BITS) & ROW,
            };
            let joined = row > 0 && self.slice.down >> (row - 1) & 1 == 1;
            if !joined || above == EATEN || above == code {
                self.go_on(row + 1, end + 1, way | code << (row as usize * ROW_BITS));
            }
        }
        self.go_on(row + 1, to, way);
    }
}
