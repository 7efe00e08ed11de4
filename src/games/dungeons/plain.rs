//! The reference method, written plainly: what the fast solver is compared with, for answers and for
//! time.
//!
//! For each way to place the rooms of the treasures, recurse row by row over the wall masks that
//! fit the row's number and the columns' needs; after each row check halls, monsters and the dead
//! ends of finished cells, after the last one rooms and connectivity.

use super::puzzle::{Cell, MAX_SIDE, Puzzle, Walls};
use crate::games::Outcome;

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
    /// Rows laid.
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
        assert_eq!(puzzle.width(), self.width);
        let mut search = Search::new(self, puzzle);
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

struct Search<'a> {
    masks: &'a [Vec<u32>],
    all: u32,
    height: usize,
    monsters: [u32; MAX_SIDE],
    treasures: [u32; MAX_SIDE],
    /// (column, row) of each treasure.
    places: Vec<(usize, usize)>,
    numbers: Vec<u8>,
    needs: [u8; MAX_SIDE],
    /// Top left cells of the rooms placed, and all their cells.
    corners: Vec<(usize, usize)>,
    rooms: [u32; MAX_SIDE],
    walls: [u32; MAX_SIDE],
    solutions: Vec<Walls>,
    nodes: u64,
}

impl<'a> Search<'a> {
    fn new(reference: &'a Reference, puzzle: &Puzzle) -> Self {
        let mut search = Search {
            masks: &reference.masks,
            all: (1 << reference.width) - 1,
            height: puzzle.height(),
            monsters: [0; MAX_SIDE],
            treasures: [0; MAX_SIDE],
            places: Vec::new(),
            numbers: puzzle.rows.clone(),
            needs: [0; MAX_SIDE],
            corners: Vec::new(),
            rooms: [0; MAX_SIDE],
            walls: [0; MAX_SIDE],
            solutions: Vec::new(),
            nodes: 0,
        };
        search.needs[..puzzle.width()].copy_from_slice(&puzzle.columns);
        for (at, cell) in puzzle.cells.iter().enumerate() {
            let (column, row) = (at % puzzle.width(), at / puzzle.width());
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
            return self.lay_row(0);
        };
        for top in row.saturating_sub(2)..=row {
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
        if top + 3 > self.height || cells & !self.all != 0 {
            return false;
        }
        let treasures: u32 = (top..top + 3)
            .map(|r| (self.treasures[r] & cells).count_ones())
            .sum();
        let taken = (top..top + 3).any(|r| (self.monsters[r] | self.rooms[r]) & cells != 0);
        treasures == 1 && !taken
    }

    fn flip_room(&mut self, left: usize, top: usize) {
        for row in &mut self.rooms[top..top + 3] {
            *row ^= 0b111 << left;
        }
    }

    fn lay_row(&mut self, row: usize) {
        if row == self.height {
            return self.finish();
        }
        let left = (self.height - row) as u8;
        let (mut full, mut starved) = (0, 0);
        for (column, &need) in self.needs.iter().enumerate() {
            full |= u32::from(need == 0) << column;
            starved |= u32::from(need == left) << column;
            if need > left {
                return;
            }
        }
        let never = full | self.monsters[row] | self.rooms[row];
        let always = starved & self.all;
        let masks = self.masks;
        for &mask in &masks[usize::from(self.numbers[row])] {
            if mask & never != 0 || always & !mask != 0 {
                continue;
            }
            self.nodes += 1;
            self.walls[row] = mask;
            if !self.row_fits(row) {
                continue;
            }
            self.take(mask);
            self.lay_row(row + 1);
            self.give_back(mask);
            if self.solutions.len() == 2 {
                return;
            }
        }
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

    fn open(&self, row: usize) -> u32 {
        !self.walls[row] & self.all
    }

    /// No hall, no crowded monster in this row or the one above, whose cells are now finished.
    fn row_fits(&self, row: usize) -> bool {
        let open = self.open(row);
        let above = if row > 0 { self.open(row - 1) } else { 0 };
        let block = open & above & (open & above) >> 1;
        let rooms = self.rooms[row] & if row > 0 { self.rooms[row - 1] } else { 0 };
        if block & !(rooms & rooms >> 1) != 0 {
            return false;
        }
        let (_, crowded) = self.counts(above, open, 0);
        if crowded & self.monsters[row] != 0 {
            return false;
        }
        row == 0 || self.finished_fits(row - 1, open)
    }

    /// Monsters have exactly one open neighbour, other open cells at least two.
    fn finished_fits(&self, row: usize, below: u32) -> bool {
        let open = self.open(row);
        let above = if row > 0 { self.open(row - 1) } else { 0 };
        let (some, several) = self.counts(above, open, below);
        let monsters = self.monsters[row];
        monsters & (several | !some) == 0 && open & !monsters & !several == 0
    }

    /// The cells of a row with at least one, and with at least two open neighbours.
    fn counts(&self, above: u32, row: u32, below: u32) -> (u32, u32) {
        let (left, right) = (row << 1 & self.all, row >> 1);
        let vertical = above | below;
        let horizontal = left | right;
        let several = above & below | left & right | vertical & horizontal;
        (vertical | horizontal, several)
    }

    fn finish(&mut self) {
        if self.finished_fits(self.height - 1, 0) && self.rooms_fit() && self.connected() {
            self.solutions.push(Walls { rows: self.walls });
        }
    }

    fn rooms_fit(&self) -> bool {
        self.corners.iter().all(|&(left, top)| {
            let sides = (0b111 << left) << 1 | (0b111 << left) >> 1;
            let sides = sides & !(0b111 << left);
            let beside: u32 = (top..top + 3)
                .map(|r| (self.open(r) & sides).count_ones())
                .sum();
            let above = if top > 0 { self.open(top - 1) } else { 0 };
            let below = match top + 3 < self.height {
                true => self.open(top + 3),
                false => 0,
            };
            let ends = [above, below].map(|r| (r & 0b111 << left).count_ones());
            beside + ends[0] + ends[1] == 1
        })
    }

    fn connected(&self) -> bool {
        let mut reached = [0; MAX_SIDE];
        let Some(start) = (0..self.height).find(|&r| self.open(r) != 0) else {
            return true;
        };
        reached[start] = self.open(start) & self.open(start).wrapping_neg();
        loop {
            let before = reached;
            for row in 0..self.height {
                let above = if row > 0 { reached[row - 1] } else { 0 };
                let below = if row + 1 < self.height {
                    reached[row + 1]
                } else {
                    0
                };
                let here = reached[row];
                reached[row] |= (above | below | here << 1 | here >> 1) & self.open(row);
            }
            if reached == before {
                break;
            }
        }
        (0..self.height).all(|row| reached[row] == self.open(row))
    }
}
