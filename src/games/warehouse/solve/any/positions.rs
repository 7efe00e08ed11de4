//! The positions that were seen, and how each one came about.

use super::agenda::Move;
use crate::base::Limit;
use crate::games::warehouse::solve::board::Cell;
use crate::search::{Budget, Index, mix};

/// Cells are allocated in pieces of so many positions.
const CHUNK: usize = 1 << 12;

/// Positions by number.
pub struct Positions {
    /// Boxes and robot of each position.
    chunks: Vec<Vec<Cell>>,
    /// How each was reached, and by how many moves.
    moves: Vec<(Move, u16)>,
    index: Index,
    width: usize,
}

impl Positions {
    /// Of so many boxes.
    pub fn new(boxes: usize) -> Self {
        Self {
            chunks: Vec::new(),
            moves: Vec::new(),
            index: Index::default(),
            width: boxes + 1,
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The cells of the boxes, ascending, and then the first cell of the robot's part.
    pub fn get(&self, number: u32) -> &[Cell] {
        let number = number as usize;
        &self.chunks[number / CHUNK][number % CHUNK * self.width..][..self.width]
    }

    /// How the position was reached; of the first one, nothing that means anything.
    pub fn reached_by(&self, number: u32) -> Move {
        self.moves[number as usize].0
    }

    /// The number of moves that led to it.
    pub fn depth(&self, number: u32) -> u16 {
        self.moves[number as usize].1
    }

    /// The number of the position if it is new.
    pub fn enter(
        &mut self,
        cells: &[Cell],
        made: Move,
        budget: &Budget,
    ) -> Result<Option<u32>, Limit> {
        let number = self.len() as u32;
        if self.len().is_multiple_of(CHUNK) && self.chunks.len() * CHUNK <= self.len() {
            budget.take(CHUNK * self.width * size_of::<Cell>())?;
            self.chunks.push(Vec::with_capacity(CHUNK * self.width));
        }
        if self.moves.len() == self.moves.capacity() {
            let more = self.moves.len() / 2 + 64;
            budget.take(more * size_of::<(Move, u16)>())?;
            self.moves.reserve_exact(more);
        }
        let mut index = std::mem::take(&mut self.index);
        let is_it = |other: u32| self.get(other) == cells;
        let found = index.find_or_insert(budget, hash(cells), is_it, |other| hash(self.get(other)));
        self.index = index;
        if found?.is_some() {
            return Ok(None);
        }
        self.chunks[number as usize / CHUNK].extend_from_slice(cells);
        let depth = match made.is_start() {
            true => 0,
            false => self.depth(made.parent).saturating_add(1),
        };
        self.moves.push((made, depth));
        Ok(Some(number))
    }
}

fn hash(cells: &[Cell]) -> u64 {
    let four = |some: &[Cell]| {
        some.iter()
            .fold(0, |word, &cell| word << 16 | u64::from(cell))
    };
    cells
        .chunks(4)
        .fold(0, |hash, some| mix([hash, four(some)]))
}
