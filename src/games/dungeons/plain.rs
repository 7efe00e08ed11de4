//! The reference method, written plainly: what the fast solver is compared with, for answers and for
//! time.
//!
//! For each way to place the rooms of the treasures, recurse row by row over the wall masks that
//! fit the row's number and the columns' needs; after each row check halls, monsters and the dead
//! ends of finished cells, after the last one rooms and connectivity.

use super::puzzle::{Cell, MAX_SIDE, Puzzle, Walls};
use crate::base::Outcome;

/// The widest board of the method: it lists all masks of a row.
pub const MAX_WIDTH: usize = 16;

/// The masks of all rows of one width, by their number of walls; made once, used for many puzzles.
pub struct Reference {
    width: usize,
    masks: Vec<Vec<u32>>,
}

/// What the method found out, and what it took.
pub struct Answer {
    /// The first solutions, two at most.
    pub solutions: Vec<Walls>,
    /// Rows laid, the last of each branch included.
    pub nodes: u64,
}

impl Reference {
    /// For boards of this width.
    ///
    /// # Panics
    /// If the width is above [`MAX_WIDTH`].
    pub fn new(width: usize) -> Self {
        assert!(width <= MAX_WIDTH, "{width} columns are too many");
        let mut masks = vec![Vec::new(); width + 1];
        for mask in 0..1_u32 << width {
            masks[mask.count_ones() as usize].push(mask);
        }
        Self { width, masks }
    }

    /// The first solutions, two at most.
    ///
    /// # Panics
    /// If the puzzle has another width.
    pub fn solve(&self, puzzle: &Puzzle) -> Answer {
        self.watch(puzzle, |_, _| true)
    }

    /// As [`Self::solve`], telling the walls and the number of rows whenever a row is laid; the
    /// watcher says whether to go on.
    ///
    /// # Panics
    /// If the puzzle has another width.
    pub fn watch(&self, puzzle: &Puzzle, watcher: impl FnMut(&Walls, usize) -> bool) -> Answer {
        assert_eq!(puzzle.width(), self.width);
        let mut search = Search::new(self, puzzle, watcher);
        search.place_room(0);
        Answer {
            solutions: search.solutions,
            nodes: search.nodes,
        }
    }
}

impl Answer {
    pub fn outcome(&self) -> Outcome<Walls> {
        match self.solutions[..] {
            [] => Outcome::Impossible,
            [only] => Outcome::Unique(only),
            [a, b, ..] => Outcome::Several {
                first: [a, b],
                at_least: 2,
            },
        }
    }
}

/// Rows and columns are counted from 1, so that the rows around a row need no special case.
struct Search<'a, W> {
    masks: &'a [Vec<u32>],
    all: u32,
    height: usize,
    numbers: [u8; MAX_SIDE + 2],
    monsters: [u32; MAX_SIDE + 2],
    treasures: [u32; MAX_SIDE + 2],
    /// (column, row) of each treasure; the column from 0.
    places: Vec<(usize, usize)>,
    /// Walls that the columns still lack.
    needs: Vec<u8>,
    /// Top left cells of the rooms placed.
    corners: Vec<(usize, usize)>,
    rooms: [u32; MAX_SIDE + 2],
    open: [u32; MAX_SIDE + 2],
    solutions: Vec<Walls>,
    nodes: u64,
    watcher: W,
    is_stopped: bool,
}

impl<'a, W: FnMut(&Walls, usize) -> bool> Search<'a, W> {
    fn new(reference: &'a Reference, puzzle: &Puzzle, watcher: W) -> Self {
        let mut search = Search {
            masks: &reference.masks,
            all: (1 << reference.width) - 1,
            height: puzzle.height(),
            numbers: [0; MAX_SIDE + 2],
            monsters: [0; MAX_SIDE + 2],
            treasures: [0; MAX_SIDE + 2],
            places: Vec::new(),
            needs: puzzle.columns.to_vec(),
            corners: Vec::new(),
            rooms: [0; MAX_SIDE + 2],
            open: [0; MAX_SIDE + 2],
            solutions: Vec::new(),
            nodes: 0,
            watcher,
            is_stopped: false,
        };
        search.numbers[1..=puzzle.height()].copy_from_slice(&puzzle.rows);
        for (at, cell) in puzzle.cells.iter().enumerate() {
            let (column, row) = (at % puzzle.width(), at / puzzle.width() + 1);
            match cell {
                Cell::Monster => search.monsters[row] |= 1 << column,
                Cell::Treasure => {
                    search.treasures[row] |= 1 << column;
                    search.places.push((column, row));
                }
                _ => {}
            }
        }
        search
    }

    fn place_room(&mut self, index: usize) {
        let Some(&(column, row)) = self.places.get(index) else {
            return self.lay_row(1);
        };
        for top in row.saturating_sub(2).max(1)..=row {
            for left in column.saturating_sub(2)..=column {
                if !self.room_fits(left, top) {
                    continue;
                }
                self.corners.push((left, top));
                self.flip_room(left, top);
                self.place_room(index + 1);
                self.flip_room(left, top);
                self.corners.pop();
            }
        }
    }

    fn room_fits(&self, left: usize, top: usize) -> bool {
        let cells = 0b111 << left;
        if top + 2 > self.height || cells & !self.all != 0 {
            return false;
        }
        let treasures: u32 = (top..top + 3)
            .map(|row| (self.treasures[row] & cells).count_ones())
            .sum();
        let taken = |row: usize| (self.monsters[row] | self.rooms[row]) & cells != 0;
        treasures == 1 && !(top..top + 3).any(taken)
    }

    fn flip_room(&mut self, left: usize, top: usize) {
        for row in &mut self.rooms[top..top + 3] {
            *row ^= 0b111 << left;
        }
    }

    fn lay_row(&mut self, row: usize) {
        if self.is_stopped {
            return;
        }
        if row > self.height {
            return self.finish();
        }
        let left = (self.height + 1 - row) as u8;
        let (mut full, mut starved) = (0, 0);
        for (column, &need) in self.needs.iter().enumerate() {
            full |= u32::from(need == 0) << column;
            starved |= u32::from(need == left) << column;
            if need > left {
                return;
            }
        }
        let never = full | self.monsters[row] | self.rooms[row];
        if starved & never != 0 {
            return;
        }
        let masks = self.masks;
        for &mask in &masks[usize::from(self.numbers[row])] {
            if mask & (never | starved) != starved {
                continue;
            }
            self.open[row] = !mask & self.all;
            if !self.row_fits(row) {
                continue;
            }
            self.nodes += 1;
            let walls = self.walls(row);
            self.is_stopped |= !(self.watcher)(&walls, row);
            self.take(mask);
            self.lay_row(row + 1);
            self.give_back(mask);
            if self.solutions.len() == 2 || self.is_stopped {
                break;
            }
        }
        self.open[row] = 0;
    }

    fn take(&mut self, mut mask: u32) {
        while mask != 0 {
            self.needs[mask.trailing_zeros() as usize] -= 1;
            mask &= mask - 1;
        }
    }

    fn give_back(&mut self, mut mask: u32) {
        while mask != 0 {
            self.needs[mask.trailing_zeros() as usize] += 1;
            mask &= mask - 1;
        }
    }

    /// No hall, no crowded monster in this row, and the row above, now finished, is right.
    fn row_fits(&self, row: usize) -> bool {
        let both = self.open[row] & self.open[row - 1];
        let rooms = self.rooms[row] & self.rooms[row - 1];
        let halls = both & both >> 1 & !(rooms & rooms >> 1);
        let (_, several) = self.neighbours(row);
        let crowded = self.monsters[row] & several;
        halls | crowded == 0 && (row == 1 || self.wrong_when_finished(row - 1) == 0)
    }

    /// The monsters without exactly one open neighbour and the other open cells with fewer than two.
    fn wrong_when_finished(&self, row: usize) -> u32 {
        let (some, several) = self.neighbours(row);
        let monsters = self.monsters[row];
        monsters & (several | !some) | self.open[row] & !monsters & !several
    }

    /// The cells of a row with at least one, and with at least two open neighbours.
    fn neighbours(&self, row: usize) -> (u32, u32) {
        let (above, open, below) = (self.open[row - 1], self.open[row], self.open[row + 1]);
        let (left, right) = (open << 1, open >> 1);
        let (vertical, horizontal) = (above | below, left | right);
        let several = above & below | left & right | vertical & horizontal;
        (vertical | horizontal, several)
    }

    fn finish(&mut self) {
        if self.wrong_when_finished(self.height) == 0 && self.rooms_fit() && self.connected() {
            self.solutions.push(self.walls(self.height));
        }
    }

    /// The walls of the first rows, which are laid.
    fn walls(&self, laid: usize) -> Walls {
        let mut rows = [0; MAX_SIDE];
        for (walls, open) in rows.iter_mut().zip(&self.open[1..=laid]) {
            *walls = !open & self.all;
        }
        Walls { rows }
    }

    /// Whether each room has exactly one open cell orthogonally around it.
    fn rooms_fit(&self) -> bool {
        self.corners.iter().all(|&(left, top)| {
            let inside = 0b111 << left;
            let sides = (inside << 1 | inside >> 1) & !inside;
            let count = |row: usize, mask: u32| (self.open[row] & mask).count_ones();
            let beside: u32 = (top..top + 3).map(|row| count(row, sides)).sum();
            beside + count(top - 1, inside) + count(top + 3, inside) == 1
        })
    }

    fn connected(&self) -> bool {
        let mut reached = [0; MAX_SIDE + 2];
        let Some(start) = self.open.iter().position(|&open| open != 0) else {
            return true;
        };
        reached[start] = self.open[start] & self.open[start].wrapping_neg();
        loop {
            let before = reached;
            for row in 1..=self.height {
                let beside = reached[row] << 1 | reached[row] >> 1;
                let next = reached[row - 1] | reached[row + 1] | beside;
                reached[row] |= next & self.open[row];
            }
            if reached == before {
                return reached == self.open;
            }
        }
    }
}
