//! Boards of numbers: every block covers one cell and has a goal, and one cell is free, as in the fifteen puzzle.

use super::puzzle::Puzzle;

/// The most cells of such a board: a set of them is a machine word.
pub const MAX_CELLS: usize = 64;

/// Why the goal of a board cannot be reached.
pub const ODD: &str = "an odd number of exchanges leads to the goal, and moves make an even one";

/// A rectangle of at least two columns and rows in which all cells but one are covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub columns: usize,
    /// For each cell the cell where what is on it must be in the end; nothing must be where nothing else must be.
    pub tiles: Vec<u8>,
    /// The free cell, now and in the end.
    pub blank: u8,
    pub home: u8,
}

impl Numbers {
    /// The board, if it is such a one.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let count = puzzle.floor.len();
        let is_full = puzzle.floor.iter().all(|floor| *floor) && puzzle.blocks.len() + 1 == count;
        if !is_full || puzzle.columns < 2 || puzzle.rows < 2 || count > MAX_CELLS {
            return None;
        }
        let (mut tiles, mut homes) = (vec![None; count], vec![None; count]);
        for block in &puzzle.blocks {
            let (&[cell], &[home]) = (&block.cells[..], &block.goal.as_ref()?[..]) else {
                return None;
            };
            tiles[cell] = Some(home as u8);
            homes[home] = Some(cell);
        }
        let free = |cells: &[Option<u8>]| cells.iter().position(Option::is_none);
        let home = homes.iter().position(Option::is_none)? as u8;
        Some(Self {
            columns: puzzle.columns,
            blank: free(&tiles)? as u8,
            home,
            tiles: tiles.into_iter().map(|tile| tile.unwrap_or(home)).collect(),
        })
    }

    pub fn rows(&self) -> usize {
        self.tiles.len() / self.columns
    }

    /// Column and row of a cell.
    pub fn position(&self, cell: u8) -> (usize, usize) {
        (
            usize::from(cell) % self.columns,
            usize::from(cell) / self.columns,
        )
    }

    /// Steps from one cell to another on an empty board.
    pub fn distance(&self, a: u8, b: u8) -> usize {
        let ((x, y), (u, v)) = (self.position(a), self.position(b));
        x.abs_diff(u) + y.abs_diff(v)
    }

    /// The cells side by side with each.
    pub fn beside(&self) -> Vec<Vec<u8>> {
        let cells = 0..self.tiles.len() as u8;
        let beside = |cell: u8| {
            let others = cells.clone();
            others
                .filter(|other| self.distance(cell, *other) == 1)
                .collect()
        };
        cells.clone().map(beside).collect()
    }

    /// Whether the goal can be reached: each move exchanges the free cell with one beside it, so the parity of all
    /// exchanges is that of its way (W. W. Johnson and W. E. Story, *Notes on the "15" puzzle*, 1879).
    pub fn is_solvable(&self) -> bool {
        let mut seen = vec![false; self.tiles.len()];
        let mut exchanges = self.distance(self.blank, self.home);
        for first in 0..self.tiles.len() {
            let mut at = first;
            while !seen[at] {
                seen[at] = true;
                at = usize::from(self.tiles[at]);
                // A ring of n takes one exchange less.
                exchanges += usize::from(at != first);
            }
        }
        exchanges.is_multiple_of(2)
    }

    /// Moves what is on a cell beside the free one.
    pub fn slide(&mut self, from: u8) {
        self.tiles.swap(usize::from(from), usize::from(self.blank));
        self.blank = from;
    }

    pub fn is_solved(&self) -> bool {
        (0..).zip(&self.tiles).all(|(cell, tile)| cell == *tile)
    }
}
