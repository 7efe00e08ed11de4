//! Everything about a puzzle that can be worked out before the search: the kinds of blocks, where
//! each can ever be, and how a state is packed into an integer.

use std::collections::BTreeSet;

use super::binomial::Binomials;
use crate::games::sliding::puzzle::{Block, Direction, Puzzle};
use crate::search::{Key, Mask};

/// The most blocks that the packed solver takes.
pub const MAX_BLOCKS: usize = 64;

/// Blocks that are interchangeable: one shape, and no goal of their own (a block with a goal is a
/// kind by itself).
pub struct Kind<M> {
    /// Number of blocks.
    pub count: usize,
    /// Distances from the first cell to the others, in cell numbers.
    offsets: Vec<u32>,
    /// First cells of all places that a block of this kind can ever be at.
    places: M,
    /// For each first cell the number of the place.
    place_at: Vec<u8>,
    /// For each place its first cell.
    pub first_cell: Vec<u8>,
    /// For each place the cells covered.
    pub covers: Vec<M>,
    /// For each place the cells that one step enters.
    pub around: Vec<M>,
    /// Where the packed state has the kind's number, and its mask before shifting.
    pub shift: u32,
    ones: u64,
}

/// A puzzle made ready for search.
pub struct Layout<M> {
    pub floor: M,
    pub kinds: Vec<Kind<M>>,
    /// The bits of a packed state.
    pub bits: u32,
    /// For each kind the places of its blocks at the start, ascending.
    pub start: Vec<Vec<usize>>,
    /// For each kind the place that its one block must reach.
    pub goal: Vec<Option<usize>>,
    columns: u32,
    /// All cells but those of the first column, and of the last.
    not_first: M,
    not_last: M,
    pub binomials: Binomials,
}

/// Why a puzzle cannot be made ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A block can never reach its goal, even if it were alone.
    Impossible,
    /// The packed state or the board has more bits than there is room for.
    TooLarge,
}

impl<M: Mask> Layout<M> {
    /// # Errors
    /// `Unfit`, if the packed solver cannot or need not be used.
    pub fn new(puzzle: &Puzzle) -> Result<Self, Unfit> {
        let fits = puzzle.floor.len() <= M::CELLS && puzzle.columns < M::CELLS;
        if !fits || puzzle.blocks.len() > MAX_BLOCKS {
            return Err(Unfit::TooLarge);
        }
        let column = |wanted: usize| {
            let other = move |cell: &usize| cell % puzzle.columns != wanted;
            M::of((0..puzzle.floor.len()).filter(other))
        };
        let mut layout = Self {
            floor: M::of((0..puzzle.floor.len()).filter(|&cell| puzzle.floor[cell])),
            kinds: Vec::new(),
            bits: 0,
            start: Vec::new(),
            goal: Vec::new(),
            columns: puzzle.columns as u32,
            not_first: column(0),
            not_last: column(puzzle.columns - 1),
            binomials: Binomials::new(),
        };
        for blocks in kinds(puzzle) {
            layout.add_kind(puzzle, &blocks)?;
        }
        Ok(layout)
    }

    fn add_kind(&mut self, puzzle: &Puzzle, blocks: &[&Block]) -> Result<(), Unfit> {
        let places = reachable(puzzle, blocks);
        let number = |cells: &Vec<usize>| places.iter().position(|place| place == cells);
        let goal = match &blocks[0].goal {
            Some(goal) => Some(number(goal).ok_or(Unfit::Impossible)?),
            None => None,
        };
        let mut start: Vec<usize> = blocks.iter().filter_map(|b| number(&b.cells)).collect();
        start.sort_unstable();
        let numbers = self.binomials.of(places.len(), blocks.len());
        let bits = numbers.map(|numbers| 64 - (numbers - 1).leading_zeros());
        let bits = bits.ok_or(Unfit::TooLarge)?;
        let mut kind = Kind::new(puzzle, &places, blocks.len());
        // A kind that never moves has no bits and may have any shift, but not that of the width.
        kind.shift = if bits > 0 { self.bits } else { 0 };
        kind.ones = u64::ones(bits);
        self.bits += bits;
        self.kinds.push(kind);
        self.start.push(start);
        self.goal.push(goal);
        Ok(())
    }

    /// First cells of the places that a block at place `from` can be moved to when these cells and
    /// its own are free.
    #[inline(always)]
    pub fn reach(&self, kind: &Kind<M>, from: usize, free: M) -> M {
        let room = free | kind.covers[from];
        let fits = kind.offsets.iter().fold(kind.places & room, |fits, &offset| fits & (room >> offset));
        let start = M::cell(kind.first_cell[from] as usize);
        let (right, left) = (fits & self.not_first, fits & self.not_last);
        let mut reach = start;
        loop {
            let more = reach
                | (((reach << self.columns) | (reach >> self.columns)) & fits)
                | ((reach << 1) & right)
                | ((reach >> 1) & left);
            if more == reach {
                return reach & !start;
            }
            reach = more;
        }
    }
}

impl<M: Mask> Kind<M> {
    fn new(puzzle: &Puzzle, places: &[Vec<usize>], count: usize) -> Self {
        let first = |cells: &Vec<usize>| cells[0];
        let mut place_at = vec![0; puzzle.floor.len()];
        for (number, cells) in places.iter().enumerate() {
            place_at[cells[0]] = number as u8;
        }
        let around = |cells: &Vec<usize>| {
            let steps = Direction::ALL.map(|direction| puzzle.step(cells, direction));
            let entered = steps.into_iter().flatten().flatten();
            M::of(entered.filter(|cell| !cells.contains(cell)))
        };
        let offsets = places[0][1..].iter().map(|&cell| (cell - places[0][0]) as u32);
        Self {
            count,
            offsets: offsets.collect(),
            places: M::of(places.iter().map(first)),
            place_at,
            first_cell: places.iter().map(|cells| cells[0] as u8).collect(),
            covers: places.iter().map(|cells| M::of(cells.iter().copied())).collect(),
            around: places.iter().map(around).collect(),
            shift: 0,
            ones: 0,
        }
    }

    #[inline(always)]
    pub fn place_at(&self, first_cell: usize) -> usize {
        self.place_at[first_cell] as usize
    }

    /// The number of this kind in a packed state.
    #[inline(always)]
    pub fn number<K: Key>(&self, key: K) -> u64 {
        (key >> self.shift).wide() as u64 & self.ones
    }

    /// A packed state without the number of this kind.
    #[inline(always)]
    pub fn without<K: Key>(&self, key: K) -> K {
        key ^ self.packed(self.number(key))
    }

    /// A number where the packed state has it.
    #[inline(always)]
    pub fn packed<K: Key>(&self, number: u64) -> K {
        K::cut(u128::from(number)) << self.shift
    }
}

/// The blocks by kinds, the large ones first.
fn kinds(puzzle: &Puzzle) -> Vec<Vec<&Block>> {
    let mut kinds: Vec<Vec<&Block>> = Vec::new();
    for block in &puzzle.blocks {
        let shape = puzzle.shape(&block.cells);
        let alike = |kind: &&mut Vec<&Block>| {
            block.goal.is_none() && kind[0].goal.is_none() && puzzle.shape(&kind[0].cells) == shape
        };
        match kinds.iter_mut().find(alike) {
            Some(kind) => kind.push(block),
            None => kinds.push(vec![block]),
        }
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind[0].cells.len()));
    kinds
}

/// Every place that one of the blocks could slide to if it were alone on the board.
fn reachable(puzzle: &Puzzle, blocks: &[&Block]) -> Vec<Vec<usize>> {
    let mut places: BTreeSet<Vec<usize>> = blocks.iter().map(|b| b.cells.clone()).collect();
    let mut open: Vec<Vec<usize>> = places.iter().cloned().collect();
    while let Some(cells) = open.pop() {
        for next in Direction::ALL.into_iter().filter_map(|d| puzzle.step(&cells, d)) {
            if places.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    places.into_iter().collect()
}
