//! Which block lies on each cell, and where a block can go.

use super::board::Board;
use super::kind::Place;

/// The block on each cell.
pub struct Occupied {
    /// One more than the block, or 0.
    by: Vec<u16>,
}

impl Occupied {
    pub fn new(board: &Board) -> Self {
        Self {
            by: vec![0; board.cells],
        }
    }

    /// All blocks at these places.
    pub fn set(&mut self, board: &Board, places: &[u16]) {
        self.by.fill(0);
        for (block, &place) in places.iter().enumerate() {
            self.put(block, board.place(block, place));
        }
    }

    pub fn put(&mut self, block: usize, place: &Place) {
        let block = block as u16 + 1;
        place
            .covers
            .iter()
            .for_each(|&cell| self.by[usize::from(cell)] = block);
    }

    pub fn lift(&mut self, place: &Place) {
        place
            .covers
            .iter()
            .for_each(|&cell| self.by[usize::from(cell)] = 0);
    }

    /// The block on a cell.
    #[inline]
    pub fn by(&self, cell: u16) -> Option<usize> {
        usize::from(self.by[usize::from(cell)]).checked_sub(1)
    }

    /// On how many of the cells another block lies.
    #[inline]
    pub fn by_others(&self, block: u16, cells: &[u16]) -> u32 {
        let by = cells.iter().map(|&cell| self.by[usize::from(cell)]);
        by.filter(|&by| by != 0 && by != block + 1).count() as u32
    }
}

/// One block taken elsewhere: the block and its new place.
pub type Change = (u16, u16);

/// Finds all that one move can do.
pub struct Neighbours {
    /// As the board was when it was last asked for its neighbours.
    pub occupied: Occupied,
    /// The places of a block that were found, its own first.
    found: Vec<u16>,
    /// For each place the last round in which it was found.
    rounds: Vec<u32>,
    round: u32,
}

impl Neighbours {
    pub fn new(board: &Board) -> Self {
        Self {
            occupied: Occupied::new(board),
            found: Vec::new(),
            rounds: vec![0; board.most_places()],
            round: 0,
        }
    }

    /// All changes to a board, block after block, to the nearest places first.
    pub fn of(&mut self, board: &Board, places: &[u16], changes: &mut Vec<Change>) {
        self.occupied.set(board, places);
        changes.clear();
        for (block, &from) in places.iter().enumerate() {
            self.reach(board, block, from);
            let reached = self.found[1..].iter();
            changes.extend(reached.map(|&to| (block as u16, to)));
        }
    }

    fn reach(&mut self, board: &Board, block: usize, from: u16) {
        self.next_round();
        self.found.clear();
        self.find(from);
        let mut done = 0;
        while let Some(&here) = self.found.get(done) {
            for step in &board.place(block, here).steps {
                let is_new = self.rounds[usize::from(step.to)] != self.round;
                if is_new && self.occupied.by_others(block as u16, &step.enters) == 0 {
                    self.find(step.to);
                }
            }
            done += 1;
        }
    }

    fn find(&mut self, place: u16) {
        self.rounds[usize::from(place)] = self.round;
        self.found.push(place);
    }

    fn next_round(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.fill(0);
            self.round = 1;
        }
    }
}
