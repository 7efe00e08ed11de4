//! Moves still to be made, sorted into the cells of the feature space.

use std::collections::HashMap;

use super::feature::Features;

/// A box brought from one cell to another in one go.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The position it starts from.
    pub parent: u32,
    /// The box's cell before and after.
    pub from: u16,
    pub to: u16,
    /// The first cell of the part where the robot is after it.
    pub robot: u16,
}

/// The moves of all positions with the same features, by weight.
#[derive(Clone, Debug, Default)]
struct Drawer {
    by_weight: Vec<Vec<Move>>,
    least: usize,
}

/// Drawers from which moves are taken by turns.
#[derive(Clone, Debug, Default)]
struct Shelf {
    drawers: Vec<Drawer>,
    turn: usize,
    len: usize,
}

/// All moves: a shelf for each number of boxes astray. The first shelf that has moves gets every
/// second turn, the next one every fourth, and so on.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    number: HashMap<Features, usize>,
    shelves: Vec<Shelf>,
    turn: u64,
}

impl Agenda {
    pub fn len(&self) -> usize {
        self.shelves.iter().map(|shelf| shelf.len).sum()
    }

    pub fn drawers(&self) -> usize {
        self.number.len()
    }

    pub fn put(&mut self, features: Features, weight: usize, made: Move) {
        let shelf = features.astray as usize;
        if self.shelves.len() <= shelf {
            self.shelves.resize_with(shelf + 1, Shelf::default);
        }
        let shelf = &mut self.shelves[shelf];
        let fresh = shelf.drawers.len();
        let number = *self.number.entry(features).or_insert(fresh);
        if number == fresh {
            shelf.drawers.push(Drawer::default());
        }
        shelf.drawers[number].put(weight, made);
        shelf.len += 1;
    }

    /// The next move to make, and its weight.
    pub fn take(&mut self) -> Option<(usize, Move)> {
        self.turn += 1;
        let behind = self.turn.trailing_zeros() as usize;
        let full = |shelf: &&mut Shelf| shelf.len > 0;
        let count = self.shelves.iter().filter(|shelf| shelf.len > 0).count();
        let mut filled = self.shelves.iter_mut().filter(full);
        filled.nth(behind.min(count.checked_sub(1)?))?.take()
    }
}

impl Shelf {
    /// A move of the least weight in the next drawer that has any.
    fn take(&mut self) -> Option<(usize, Move)> {
        for _ in 0..self.drawers.len() {
            self.turn = (self.turn + 1) % self.drawers.len();
            if let Some(found) = self.drawers[self.turn].take() {
                self.len -= 1;
                return Some(found);
            }
        }
        None
    }
}

impl Drawer {
    fn put(&mut self, weight: usize, made: Move) {
        if self.by_weight.len() <= weight {
            self.by_weight.resize_with(weight + 1, Vec::new);
        }
        self.by_weight[weight].push(made);
        self.least = self.least.min(weight);
    }

    fn take(&mut self) -> Option<(usize, Move)> {
        while self.least < self.by_weight.len() {
            if let Some(made) = self.by_weight[self.least].pop() {
                return Some((self.least, made));
            }
            self.least += 1;
        }
        None
    }
}
