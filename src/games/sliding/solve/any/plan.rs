//! A plan for the large blocks alone: how many steps they are away from the goal, if the small ones flow around them
//! like water.

use super::board::Board;
use super::meter::Meter;
use super::occupied::Occupied;
use super::water::Water;
use super::way::Cost;
use crate::base::Limit;

/// The distances of all set-ups of the large blocks.
pub struct Plan {
    pub blocks: Large,
    /// For each set-up the steps to the nearest with all blocks on their goals.
    distances: Vec<u16>,
    /// Whether each cell can be covered by a small block.
    is_wet: Vec<bool>,
}

/// The large blocks, and how their set-ups are numbered.
pub struct Large {
    pub blocks: Vec<usize>,
    /// By how much the number of a set-up grows when the block goes to the next of its places.
    pub strides: Vec<usize>,
    /// How many set-ups there are.
    pub count: usize,
}

/// Set-ups, at most: 8 megabytes, and some seconds.
const MOST: usize = 1 << 22;

/// How many times larger than the average a large block is.
const LARGE: usize = 2;

/// What a step of the plan weighs, so that it is always more than what is in the way of the next.
const STEP: u32 = 256;

/// What a cell in the way of the next step weighs beside the steps that a free cell is away from it. Chosen: with 4,
/// 8 and 16 searches came equally far, with 0 not nearly.
const BLOCKED: u32 = 8;

/// Groups for what is in the way of the next step.
const GROUPS: u32 = 64;

impl Plan {
    /// The bytes that it takes, roughly, while it is made too.
    pub fn bytes(large: &Large) -> usize {
        large.count * (size_of::<u16>() + size_of::<u32>())
    }

    /// # Errors
    /// `Limit::Time`.
    pub fn new(board: &Board, blocks: Large, meter: &Meter) -> Result<Self, Limit> {
        let is_wet = wet(board, &blocks);
        let distances = Water::new(board, &blocks, &is_wet).distances(meter)?;
        Ok(Self {
            blocks,
            distances,
            is_wet,
        })
    }

    /// The distance of the large blocks; and by it, how much is in the way of the next step: cells on which others lie,
    /// and how far it is from them to as many free ones.
    pub fn cost(
        &self,
        board: &Board,
        places: &[u16],
        occupied: &Occupied,
        flood: &mut Flood,
    ) -> Cost {
        let number = self.blocks.number(places);
        let distance = self.distances[number];
        if distance == 0 {
            return Cost::default();
        }
        let mut least = (STEP - 1, 0);
        for (index, &block) in self.blocks.blocks.iter().enumerate() {
            let from = places[block];
            for step in &board.place(block, from).steps {
                let next = self.blocks.moved(number, index, from, step.to);
                if self.distances[next] < distance {
                    let blocked = occupied.by_others(block as u16, &step.enters);
                    let needs = BLOCKED * blocked;
                    let most = least.0.saturating_sub(needs);
                    let away = self.away(board, block, &step.enters, occupied, most, flood);
                    least = least.min((needs + away, blocked));
                }
            }
        }
        Cost {
            whole: u32::from(distance) * STEP + least.0 + 1,
            steps: u32::from(distance) * GROUPS + least.1.min(GROUPS - 1),
        }
    }

    /// The steps from the cells that a block is to enter to the nearest free ones, as many as there are cells;
    /// at least `most` if there are not enough, or it would be more.
    fn away(
        &self,
        board: &Board,
        block: usize,
        enters: &[u16],
        occupied: &Occupied,
        most: u32,
        flood: &mut Flood,
    ) -> u32 {
        flood.start();
        for &cell in enters
            .iter()
            .filter(|&&cell| self.is_wet[usize::from(cell)])
        {
            flood.enter(cell);
        }
        let mut needed = flood.cells.len() as u32;
        let (mut sum, mut depth, mut done) = (0, 0, 0);
        while done < flood.cells.len() && sum + needed * depth < most {
            let end = flood.cells.len();
            while done < end {
                let cell = flood.cells[done];
                if occupied.by(cell).is_none_or(|by| by == block) {
                    sum += depth;
                    needed -= 1;
                    if needed == 0 {
                        return sum;
                    }
                }
                for &next in &board.beside[usize::from(cell)] {
                    let is_large = occupied
                        .by(next)
                        .is_some_and(|by| self.blocks.blocks.contains(&by));
                    if self.is_wet[usize::from(next)] && !is_large {
                        flood.enter(next);
                    }
                }
                done += 1;
            }
            depth += 1;
        }
        if needed == 0 { sum } else { most }
    }
}

impl Large {
    /// Those with goals, and of the others the largest. None if no block is large, or there are too many set-ups.
    pub fn of(board: &Board) -> Option<Self> {
        let size = |block: usize| board.place(block, 0).covers.len();
        let places = |block: usize| board.kind(block).places.len();
        let average = (0..board.start.len()).map(size).sum::<usize>() / board.start.len().max(1);
        let is_large = |&block: &usize| {
            board.kind(block).goal.is_none() && places(block) > 1 && size(block) > LARGE * average
        };
        let mut others: Vec<usize> = (0..board.start.len()).filter(is_large).collect();
        others.sort_by_key(|&block| std::cmp::Reverse(size(block)));
        let wanted = board.wanted.iter().map(|&block| block.into());
        let mut large = Self {
            blocks: Vec::new(),
            strides: Vec::new(),
            count: 1,
        };
        for block in wanted.chain(others) {
            let count = large.count.saturating_mul(places(block));
            if count > MOST {
                break;
            }
            large.blocks.push(block);
            large.strides.push(large.count);
            large.count = count;
        }
        (large.blocks.len() > board.wanted.len()).then_some(large)
    }

    /// The number of the set-up of a board.
    fn number(&self, places: &[u16]) -> usize {
        let places = self.blocks.iter().map(|&block| usize::from(places[block]));
        let terms = places
            .zip(&self.strides)
            .map(|(place, stride)| place * stride);
        terms.sum()
    }

    /// The number after one of them went from one place to another.
    #[inline]
    pub fn moved(&self, number: usize, index: usize, from: u16, to: u16) -> usize {
        number + usize::from(to) * self.strides[index] - usize::from(from) * self.strides[index]
    }
}

fn wet(board: &Board, large: &Large) -> Vec<bool> {
    let mut wet = vec![false; board.cells];
    for block in (0..board.start.len()).filter(|block| !large.blocks.contains(block)) {
        let places = board.kind(block).places.iter();
        let cells = places.flat_map(|place| &place.covers);
        cells.for_each(|&cell| wet[usize::from(cell)] = true);
    }
    wet
}

/// Cells found one after the other, each once.
pub struct Flood {
    pub cells: Vec<u16>,
    /// For each cell the last round in which it was found.
    rounds: Vec<u32>,
    round: u32,
}

impl Flood {
    pub fn new(board: &Board) -> Self {
        Self {
            cells: Vec::new(),
            rounds: vec![0; board.cells],
            round: 0,
        }
    }

    /// Nothing is found yet.
    pub fn start(&mut self) {
        self.cells.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.fill(0);
            self.round = 1;
        }
    }

    #[inline]
    pub fn enter(&mut self, cell: u16) {
        if !self.has(cell) {
            self.rounds[usize::from(cell)] = self.round;
            self.cells.push(cell);
        }
    }

    #[inline]
    pub fn has(&self, cell: u16) -> bool {
        self.rounds[usize::from(cell)] == self.round
    }
}
