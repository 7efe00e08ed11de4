//! Everything about a puzzle that can be worked out before the search: the kinds of blocks, where
//! each can ever be, and how a state is packed into an integer.

use std::collections::BTreeSet;

use super::binomial::{Binomials, MAX_BLOCKS};
use crate::games::sliding::puzzle::{Block, Direction, Puzzle};
use crate::search::{Key, Mask};

/// Blocks that are interchangeable: one shape, and no goal of their own (a block with a goal is a
/// kind by itself).
pub struct Kind<M> {
    /// The indices of its blocks in the puzzle.
    pub blocks: Vec<usize>,
    /// Number of blocks.
    pub count: usize,
    /// Where a block of this kind can ever be.
    pub places: Vec<Place<M>>,
    /// The places of its blocks at the start, ascending.
    pub start: Vec<usize>,
    /// The place that its one block must reach.
    pub goal: Option<usize>,
    /// Where the packed state has the kind's number, and its mask before shifting.
    shift: u32,
    ones: u64,
    /// The sets of places by number, one after the other, unless there are too many.
    sets: Vec<u8>,
}

/// Sets of places are looked up if they take no more bytes than this; else they are worked out.
const MAX_SETS: u64 = 1 << 14;

/// A place of a block.
pub struct Place<M> {
    /// The cells it covers there.
    pub covers: M,
    /// The cells that one step in any direction enters.
    around: M,
    steps: [Step<M>; 4],
}

/// One step of a block.
struct Step<M> {
    /// The cells it did not cover before; where there is no way, all there are.
    enters: M,
    to: usize,
}

/// A puzzle made ready for search. Only cells of the floor are numbered.
pub struct PackedLayout<M> {
    pub floor: M,
    /// The number in the puzzle of each cell of the floor.
    pub cells: Vec<usize>,
    /// Those that never move left out.
    pub kinds: Vec<Kind<M>>,
    /// The bits of a packed state.
    pub bits: u32,
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

impl<M: Mask> PackedLayout<M> {
    /// # Errors
    /// `Unfit`, if the packed solver cannot or need not be used.
    pub fn new(puzzle: &Puzzle) -> Result<Self, Unfit> {
        let on_floor = |&cell: &usize| puzzle.floor[cell];
        let cells: Vec<usize> = (0..puzzle.floor.len()).filter(on_floor).collect();
        // One cell is left over, so that a set of all bits is never free.
        if cells.len() >= M::CELLS || puzzle.blocks.len() >= MAX_BLOCKS {
            return Err(Unfit::TooLarge);
        }
        let mut layout = Self {
            floor: M::of(0..cells.len()),
            cells,
            kinds: Vec::new(),
            bits: 0,
            binomials: Binomials::new(),
        };
        for blocks in kinds(puzzle) {
            layout.add_kind(puzzle, &blocks)?;
        }
        // Blocks that never move may lie on the goal of another.
        let taken = |goal: &Place<M>| !(goal.covers & !layout.floor).is_empty();
        let mut goals = layout
            .kinds
            .iter()
            .filter_map(|kind| Some(&kind.places[kind.goal?]));
        match goals.any(taken) {
            true => Err(Unfit::Impossible),
            false => Ok(layout),
        }
    }

    fn add_kind(&mut self, puzzle: &Puzzle, blocks: &[(usize, &Block)]) -> Result<(), Unfit> {
        let places = reachable(puzzle, blocks);
        let number = |cells: &Vec<usize>| places.iter().position(|place| place == cells);
        let goal = match &blocks[0].1.goal {
            Some(goal) => Some(number(goal).ok_or(Unfit::Impossible)?),
            None => None,
        };
        let mut start: Vec<usize> = blocks.iter().filter_map(|b| number(&b.1.cells)).collect();
        start.sort_unstable();
        let numbers = self.binomials.of(places.len(), blocks.len());
        let numbers = numbers.ok_or(Unfit::TooLarge)?;
        if numbers == 1 {
            // They fill all their places, for good.
            for place in &places {
                self.floor &= !self.mask(place);
            }
            return Ok(());
        }
        let bits = u64::BITS - (numbers - 1).leading_zeros();
        self.kinds.push(Kind {
            blocks: blocks.iter().map(|block| block.0).collect(),
            count: blocks.len(),
            places: places
                .iter()
                .map(|place| self.place(puzzle, &places, place))
                .collect(),
            start,
            goal,
            shift: self.bits,
            ones: u64::ones(bits),
            sets: self.sets(numbers, places.len(), blocks.len()),
        });
        self.bits += bits;
        if self.bits > u128::BITS {
            return Err(Unfit::TooLarge);
        }
        Ok(())
    }

    fn sets(&self, numbers: u64, places: usize, count: usize) -> Vec<u8> {
        if numbers.saturating_mul(count as u64) > MAX_SETS {
            return Vec::new();
        }
        let mut sets = vec![0; numbers as usize * count];
        for (number, set) in (0..).zip(sets.chunks_exact_mut(count)) {
            self.binomials.set(number, places, set);
        }
        sets
    }

    /// Writes the places of the blocks of a kind, ascending.
    #[inline(always)]
    pub fn unpack<K: Key>(&self, kind: &Kind<M>, key: K, set: &mut [u8]) {
        let number = kind.number(key);
        let at = number as usize * set.len();
        match kind.sets.get(at..at + set.len()) {
            Some(known) => set.copy_from_slice(known),
            None => self.binomials.set(number, kind.places.len(), set),
        }
    }

    fn place(&self, puzzle: &Puzzle, places: &[Vec<usize>], cells: &[usize]) -> Place<M> {
        let covers = self.mask(cells);
        let steps = Direction::ALL.map(|direction| {
            let next = puzzle.step(cells, direction);
            let to = next.and_then(|next| places.iter().position(|place| *place == next));
            match to {
                Some(to) => Step {
                    enters: self.mask(&places[to]) & !covers,
                    to,
                },
                None => Step {
                    enters: !M::EMPTY,
                    to: 0,
                },
            }
        });
        let entered = steps
            .iter()
            .map(|step| step.enters)
            .filter(|&cells| cells != !M::EMPTY);
        let around = entered.fold(M::EMPTY, |around, cells| around | cells);
        Place {
            covers,
            around,
            steps,
        }
    }

    fn mask(&self, cells: &[usize]) -> M {
        M::of(
            cells
                .iter()
                .filter_map(|cell| self.cells.binary_search(cell).ok()),
        )
    }
}

impl<M: Mask> Kind<M> {
    /// The other places, as a set of their numbers, that a block can be moved to from place `from`
    /// when these cells are free besides its own.
    #[inline(always)]
    pub fn reach(&self, from: usize, free: M) -> M {
        let start = &self.places[from];
        if (start.around & free).is_empty() {
            return M::EMPTY;
        }
        let blocked = !free;
        let mut open = start.ways(blocked);
        if open.is_empty() {
            return open;
        }
        let blocked = blocked & !start.covers;
        let start = M::cell(from);
        let mut seen = open | start;
        while let Some((place, rest)) = open.pop() {
            let fresh = self.places[place].ways(blocked) & !seen;
            seen |= fresh;
            open = rest | fresh;
        }
        seen & !start
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

impl<M: Mask> Place<M> {
    /// The places one step on, as a set of their numbers.
    #[inline(always)]
    fn ways(&self, blocked: M) -> M {
        let mut ways = M::EMPTY;
        for step in &self.steps {
            if (step.enters & blocked).is_empty() {
                ways |= M::cell(step.to);
            }
        }
        ways
    }
}

/// The blocks by kinds, with their indices, the large ones first.
fn kinds(puzzle: &Puzzle) -> Vec<Vec<(usize, &Block)>> {
    let mut kinds: Vec<Vec<(usize, &Block)>> = Vec::new();
    for (i, block) in puzzle.blocks.iter().enumerate() {
        let shape = puzzle.shape(&block.cells);
        let alike = |kind: &&mut Vec<(usize, &Block)>| {
            let first = kind[0].1;
            block.goal.is_none() && first.goal.is_none() && puzzle.shape(&first.cells) == shape
        };
        match kinds.iter_mut().find(alike) {
            Some(kind) => kind.push((i, block)),
            None => kinds.push(vec![(i, block)]),
        }
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind[0].1.cells.len()));
    kinds
}

/// Every place that one of the blocks could slide to if it were alone on the board.
fn reachable(puzzle: &Puzzle, blocks: &[(usize, &Block)]) -> Vec<Vec<usize>> {
    let mut places: BTreeSet<Vec<usize>> = blocks.iter().map(|b| b.1.cells.clone()).collect();
    let mut open: Vec<Vec<usize>> = places.iter().cloned().collect();
    while let Some(cells) = open.pop() {
        for next in Direction::ALL
            .into_iter()
            .filter_map(|d| puzzle.step(&cells, d))
        {
            let admitted = puzzle.admits(blocks[0].1.goal.is_some(), &next);
            if admitted && places.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    places.into_iter().collect()
}
