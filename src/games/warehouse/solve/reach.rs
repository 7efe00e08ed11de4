//! Which cells the robot gets to without pushing.

use super::board::{Board, Cell};

/// A set of connected cells, refilled many times.
#[derive(Clone, Debug)]
pub struct Reach {
    /// A cell is in the set if its stamp is the current one.
    stamp: Vec<u32>,
    current: u32,
    cells: Vec<Cell>,
}

impl Reach {
    pub fn new(board: &Board) -> Self {
        Self {
            stamp: vec![0; board.len()],
            current: 0,
            cells: Vec::with_capacity(board.len()),
        }
    }

    /// Fills the set with all cells connected to `from`, itself included, that are not blocked, and
    /// returns the first of them, which stands for all.
    pub fn fill(&mut self, board: &Board, from: Cell, blocked: &[bool]) -> Cell {
        self.clear();
        self.add(board, from, blocked);
        self.cells.iter().copied().min().unwrap_or(from)
    }

    pub fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.stamp.fill(0);
            self.current = 1;
        }
        self.cells.clear();
    }

    /// Adds the cells connected to `from` to the set.
    pub fn add(&mut self, board: &Board, from: Cell, blocked: &[bool]) {
        let mut done = self.cells.len();
        self.stamp[from as usize] = self.current;
        self.cells.push(from);
        while let Some(&cell) = self.cells.get(done) {
            done += 1;
            for next in board.next[cell as usize] {
                if !blocked[next as usize] && self.stamp[next as usize] != self.current {
                    self.stamp[next as usize] = self.current;
                    self.cells.push(next);
                }
            }
        }
    }

    #[inline(always)]
    pub fn has(&self, cell: Cell) -> bool {
        self.stamp[cell as usize] == self.current
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The first cell of the set without one of them.
    pub fn first_without(&self, cell: Cell) -> Option<Cell> {
        self.cells
            .iter()
            .copied()
            .filter(|&other| other != cell)
            .min()
    }

    /// Whether the set stays connected if `cell` leaves it and `more` joins it, as far as can be seen
    /// from the cells around `cell`: its neighbours in the set hang together by the corners.
    pub fn is_spared(&self, board: &Board, cell: Cell, more: Cell) -> bool {
        let has = |cell: Cell| self.has(cell) || cell == more;
        let around = board.next[cell as usize];
        let count = |yes: bool| usize::from(yes);
        let sides: usize = around.iter().map(|&side| count(has(side))).sum();
        let corners: usize = (0..4)
            .map(|i| {
                let (one, other) = (around[i], around[(i + 1) % 4]);
                let corner = board.next(one, (i + 1) % 4);
                count(has(one) && has(other) && has(corner))
            })
            .sum();
        sides <= corners + 1
    }
}
