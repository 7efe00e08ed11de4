//! The boards found so far, and how they came about.

use super::board::Board;
use crate::base::Limit;
use crate::search::{Budget, Index};

/// Boards by number, in the order in which they were found.
pub struct States<'a> {
    board: &'a Board,
    budget: &'a Budget,
    pieces: Vec<Piece>,
    /// By their hashes, which are taken to tell them apart.
    index: Index,
    count: u32,
}

/// Some boards, one after the other; room for them is made at once, so that nothing is ever copied.
struct Piece {
    /// The place of each block, board after board.
    places: Vec<u16>,
    parents: Vec<u32>,
    hashes: Vec<u64>,
}

/// Boards in one piece.
const PIECE: usize = 1 << 12;

/// No board.
const NONE: u32 = u32::MAX;

/// Bytes that a board takes in the queues of a search, roughly.
const QUEUE_BYTES: usize = 17;

impl<'a> States<'a> {
    /// The first one alone.
    ///
    /// # Errors
    /// `Limit::Memory`.
    pub fn new(board: &'a Board, first: &[u16], budget: &'a Budget) -> Result<Self, Limit> {
        let mut states = Self {
            board,
            budget,
            pieces: Vec::new(),
            index: Index::default(),
            count: 0,
        };
        let hash = board.hash(first);
        states.enter(hash)?;
        states.add(hash, NONE, first)?;
        Ok(states)
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The board with this number: the place of each block.
    pub fn places(&self, number: u32) -> &[u16] {
        let width = self.board.start.len();
        let (piece, at) = split(number);
        &self.pieces[piece].places[at * width..(at + 1) * width]
    }

    pub fn hash(&self, number: u32) -> u64 {
        let (piece, at) = split(number);
        self.pieces[piece].hashes[at]
    }

    /// Whether a board with this hash is new; then it must be added next.
    ///
    /// # Errors
    /// `Limit::Memory`.
    #[inline]
    pub fn enter(&mut self, hash: u64) -> Result<bool, Limit> {
        let pieces = &self.pieces;
        let hash_of = |number: u32| {
            let (piece, at) = split(number);
            pieces[piece].hashes[at]
        };
        let is_it = |number| hash_of(number) == hash;
        let known = self
            .index
            .find_or_insert(self.budget, hash, is_it, hash_of)?;
        Ok(known.is_none())
    }

    /// Adds a board that came from another, and tells its number.
    ///
    /// # Errors
    /// `Limit::Memory`.
    pub fn add(&mut self, hash: u64, parent: u32, places: &[u16]) -> Result<u32, Limit> {
        let number = self.count;
        let at = split(number).0;
        if at == self.pieces.len() {
            self.budget.take(self.piece_bytes())?;
            self.pieces.push(Piece {
                places: Vec::with_capacity(PIECE * places.len()),
                parents: Vec::with_capacity(PIECE),
                hashes: Vec::with_capacity(PIECE),
            });
        }
        let piece = &mut self.pieces[at];
        piece.places.extend_from_slice(places);
        piece.parents.push(parent);
        piece.hashes.push(hash);
        self.count += 1;
        Ok(number)
    }

    fn piece_bytes(&self) -> usize {
        let places = self.board.start.len() * size_of::<u16>();
        PIECE * (places + size_of::<u32>() + size_of::<u64>() + QUEUE_BYTES)
    }

    /// The boards that lead to this one, from the first on.
    pub fn path(&self, end: u32) -> Vec<Vec<u16>> {
        let mut path = Vec::new();
        let mut number = end;
        while number != NONE {
            path.push(self.places(number).to_vec());
            let (piece, at) = split(number);
            number = self.pieces[piece].parents[at];
        }
        path.reverse();
        path
    }
}

impl Drop for States<'_> {
    fn drop(&mut self) {
        self.budget.give(self.pieces.len() * self.piece_bytes());
        std::mem::take(&mut self.index).free(self.budget);
    }
}

/// The piece of a board and its number in it.
#[inline(always)]
fn split(number: u32) -> (usize, usize) {
    (number as usize / PIECE, number as usize % PIECE)
}
