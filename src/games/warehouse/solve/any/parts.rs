//! The parts that boxes cut the floor into.

use crate::games::warehouse::solve::board::{Board, Cell};

/// The part of each free cell, told by its first cell, for many positions of one box.
///
/// The tables are made when they are first asked for, and forgotten all at once.
#[derive(Clone, Debug)]
pub struct Parts {
    floor: usize,
    /// By the box's cell and then by cell; blocked cells are [`Cell::MAX`].
    first: Vec<Cell>,
    count: Vec<u16>,
    stamp: Vec<u32>,
    current: u32,
    open: Vec<Cell>,
}

impl Parts {
    pub fn new(board: &Board) -> Self {
        let floor = board.cells.len();
        Self {
            floor,
            first: vec![0; (floor + 1) * floor],
            count: vec![0; floor + 1],
            stamp: vec![0; floor + 1],
            current: 0,
            open: Vec::with_capacity(floor),
        }
    }

    /// Forgets all tables.
    pub fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.stamp.fill(0);
            self.current = 1;
        }
    }

    /// Makes the table of the floor with one more box, on `at` (on the wall: no more box); `blocked`
    /// has all the others, and must be the same until the tables are forgotten.
    pub fn make(&mut self, board: &Board, at: Cell, blocked: &[bool]) {
        if std::mem::replace(&mut self.stamp[at as usize], self.current) == self.current {
            return;
        }
        let table = &mut self.first[at as usize * self.floor..][..self.floor];
        for (part, &blocked) in table.iter_mut().zip(blocked) {
            *part = if blocked { Cell::MAX } else { Cell::MAX - 1 };
        }
        if at < self.floor as Cell {
            table[at as usize] = Cell::MAX;
        }
        let mut count = 0;
        for seed in 0..self.floor {
            if table[seed] != Cell::MAX - 1 {
                continue;
            }
            count += 1;
            table[seed] = seed as Cell;
            self.open.push(seed as Cell);
            while let Some(cell) = self.open.pop() {
                for next in board.next[cell as usize] {
                    if let Some(part) = table.get_mut(next as usize)
                        && *part == Cell::MAX - 1
                    {
                        *part = seed as Cell;
                        self.open.push(next);
                    }
                }
            }
        }
        self.count[at as usize] = count;
    }

    /// The first cell of the part that `cell` is in while the box is on `at`.
    #[inline(always)]
    pub fn of(&self, at: Cell, cell: Cell) -> Cell {
        self.first[at as usize * self.floor + cell as usize]
    }

    /// How many parts there are while the box is on `at`.
    #[inline(always)]
    pub fn count(&self, at: Cell) -> u16 {
        self.count[at as usize]
    }

    /// How many cells belong to the part.
    pub fn size(&self, at: Cell, part: Cell) -> usize {
        let table = &self.first[at as usize * self.floor..][..self.floor];
        table.iter().filter(|&&p| p == part).count()
    }
}
