//! Moves still to be made, sorted into the cells of the feature space.

use std::collections::HashMap;

use super::feature::Features;
use crate::base::Limit;
use crate::search::Budget;

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

/// The parent of the first position.
const NONE: u32 = u32::MAX;

impl Move {
    /// What stands for a move at the first position.
    pub const fn start(robot: u16) -> Move {
        Move {
            parent: NONE,
            from: 0,
            to: 0,
            robot,
        }
    }

    /// Whether it leads to the first position, and is no move.
    pub const fn is_start(&self) -> bool {
        self.parent == NONE
    }
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
    /// Adds a move of a position with these features.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn put(
        &mut self,
        features: Features,
        weight: usize,
        made: Move,
        budget: &Budget,
    ) -> Result<(), Limit> {
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
        shelf.len += 1;
        shelf.drawers[number].put(weight, made, budget)
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
    fn put(&mut self, weight: usize, made: Move, budget: &Budget) -> Result<(), Limit> {
        if self.by_weight.len() <= weight {
            budget.take((weight + 1 - self.by_weight.len()) * size_of::<Vec<Move>>())?;
            self.by_weight.resize_with(weight + 1, Vec::new);
        }
        let list = &mut self.by_weight[weight];
        if list.len() == list.capacity() {
            let more = list.capacity() / 2 + 16;
            budget.take(more * size_of::<Move>())?;
            list.reserve_exact(more);
        }
        list.push(made);
        self.least = self.least.min(weight);
        Ok(())
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
