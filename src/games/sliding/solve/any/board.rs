//! A puzzle made ready for search on a board of any size: kinds of blocks, their places, and the steps between them.

use super::kind::{Kind, Place};
use super::regions;
use crate::games::sliding::puzzle::{Direction, Puzzle};
use crate::search::mix;

/// A puzzle made ready for search. A board, as the searches know it, is the place of each block among those of its
/// kind.
pub struct Board {
    pub columns: usize,
    /// How many cells there are, those that are not on the floor too.
    pub cells: usize,
    /// For each cell those on its sides, as far as they are on the floor.
    pub beside: Vec<Vec<u16>>,
    pub kinds: Vec<Kind>,
    /// The kind of each block of the puzzle.
    pub kind_of: Vec<u16>,
    /// The blocks that have a goal.
    pub wanted: Vec<u16>,
    /// The place of each block at the start.
    pub start: Vec<u16>,
    /// How many places there are, those of all kinds together.
    pub atoms: u32,
    /// For each block a number that is the same for blocks that can get to the same cells; 0 for those with a goal.
    regions: Vec<u32>,
}

impl Board {
    /// None if a block can never reach its goal, even if it were alone.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let has_goal = |&block: &u16| puzzle.blocks[usize::from(block)].goal.is_some();
        let mut board = Self {
            columns: puzzle.columns,
            cells: puzzle.floor.len(),
            beside: (0..puzzle.floor.len())
                .map(|cell| beside(puzzle, cell))
                .collect(),
            kinds: Vec::new(),
            kind_of: vec![0; puzzle.blocks.len()],
            wanted: (0..puzzle.blocks.len() as u16).filter(has_goal).collect(),
            start: vec![0; puzzle.blocks.len()],
            atoms: 0,
            regions: Vec::new(),
        };
        for blocks in alike(puzzle) {
            board.add_kind(puzzle, &blocks)?;
        }
        board.regions = regions::regions(&board);
        Some(board)
    }

    fn add_kind(&mut self, puzzle: &Puzzle, blocks: &[usize]) -> Option<()> {
        let kind = Kind::new(puzzle, blocks, self.atoms)?;
        // Its first places are those of its blocks.
        for (&block, place) in blocks.iter().zip(0..) {
            self.start[block] = place;
            self.kind_of[block] = self.kinds.len() as u16;
        }
        self.atoms += kind.places.len() as u32;
        self.kinds.push(kind);
        Some(())
    }

    /// The kind of a block.
    pub fn kind(&self, block: usize) -> &Kind {
        &self.kinds[usize::from(self.kind_of[block])]
    }

    /// A place of a block.
    #[inline]
    pub fn place(&self, block: usize, place: u16) -> &Place {
        &self.kind(block).places[usize::from(place)]
    }

    /// The cells that a block covers at a place, ascending.
    pub fn cells_of(&self, block: usize, place: u16) -> Vec<usize> {
        let cells = self.place(block, place).covers.iter();
        cells.map(|&cell| cell.into()).collect()
    }

    /// The number of a place of a block among those of all kinds.
    #[inline]
    pub fn atom(&self, block: usize, place: u16) -> u32 {
        self.kind(block).first + u32::from(place)
    }

    /// The most places that a block has.
    pub fn most_places(&self) -> usize {
        let places = self.kinds.iter().map(|kind| kind.places.len());
        places.max().unwrap_or(0)
    }

    /// Whether two blocks can get in the way of each other, for all that is known.
    pub fn can_meet(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.regions[a], self.regions[b]);
        a == b || a == 0 || b == 0
    }

    /// The same for boards that differ by interchangeable blocks only (A. L. Zobrist, *A new hashing method with
    /// application for game playing*, 1970).
    pub fn hash(&self, places: &[u16]) -> u64 {
        let atoms = places.iter().enumerate();
        let atoms = atoms.map(|(block, &place)| self.atom(block, place));
        atoms.fold(0, |hash, atom| hash ^ of_atom(atom))
    }

    /// What the hash changes by when a block goes from one place to another.
    #[inline]
    pub fn change(&self, block: usize, from: u16, to: u16) -> u64 {
        of_atom(self.atom(block, from)) ^ of_atom(self.atom(block, to))
    }

    /// Whether every block with a goal lies on it.
    pub fn is_solved(&self, places: &[u16]) -> bool {
        let home = |&block: &u16| self.kind(block.into()).goal == Some(places[usize::from(block)]);
        self.wanted.iter().all(home)
    }
}

fn beside(puzzle: &Puzzle, cell: usize) -> Vec<u16> {
    let ways = Direction::ALL.into_iter();
    let next = ways.filter_map(|way| puzzle.step(&[cell], way));
    next.map(|cells| cells[0] as u16).collect()
}

/// The blocks by kinds.
fn alike(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    type Shape = Vec<(i32, i32)>;
    let mut kinds: Vec<(Option<Shape>, Vec<usize>)> = Vec::new();
    for (i, block) in puzzle.blocks.iter().enumerate() {
        let shape = match block.goal {
            Some(_) => None,
            None => Some(puzzle.shape(&block.cells)),
        };
        let mut known = kinds.iter_mut();
        match known.find(|kind| shape.is_some() && kind.0 == shape) {
            Some(kind) => kind.1.push(i),
            None => kinds.push((shape, vec![i])),
        }
    }
    kinds.into_iter().map(|kind| kind.1).collect()
}

#[inline]
fn of_atom(atom: u32) -> u64 {
    // A second word, so that atoms that follow each other have little in common.
    mix([u64::from(atom), ATOMS])
}

/// Any number (the digits of pi).
const ATOMS: u64 = 0x243f_6a88_85a3_08d3;
