//! Which goals are to be filled first, and which boxes can still be brought to one.
//!
//! A *strict* plan is an order of the goals, found by emptying them one after the other from the solved
//! position: a box that can be brought to a start past those that are left is taken off the board.
//! (The packing plan of Y. Shoham and J. Schaeffer, *The FESS algorithm: a feature based approach to
//! single-agent search*, 2020, which they find by a search.) A *loose* one fills them in any order, as
//! long as the others can be reached.

use std::collections::HashMap;

use super::route::Routes;
use crate::games::warehouse::solve::board::{Board, Cell};
use crate::games::warehouse::solve::bound::Way;
use crate::games::warehouse::solve::level::LevelTables;
use crate::games::warehouse::solve::single::Spot;

/// Goals beyond these have no bit.
pub const MOST_GOALS: usize = 128;

/// Answers that a loose plan remembers before it forgets them all; 4 kB each on a board of 256 cells.
const MOST_ANSWERS: usize = 1 << 11;

/// By [`Spot`]: the goals, one bit for each, that a box there can be brought to.
///
/// [`Spot`]: crate::games::warehouse::solve::single::Spot
type Ends = Vec<u128>;

/// How a plan comes to the order in which goals are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// None: loosely.
    Loose,
    /// Strictly; that which is emptied first, and so filled last, is the nearest to a start.
    Near,
    /// Strictly; that which is emptied first can come to the most cells.
    Wide,
}

/// What a plan says about a position.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The goals, of a strict plan the first one to fill first.
    pub goals: Vec<Cell>,
    strict: bool,
    /// Goals that could not be emptied one by one; they come first in the order.
    pub stuck: usize,
    /// The ends past the goals that come before each.
    ordered: Ends,
    /// The ends past these filled goals.
    past: HashMap<u128, Ends>,
    filled: Vec<Cell>,
}

/// A goal that can be emptied next: how many starts there are for its box, the fewest steps to one,
/// and how many cells and which spots it can
/// come to.
struct Emptied {
    index: usize,
    starts: usize,
    nearest: u16,
    cells: usize,
    spots: Vec<Spot>,
}

impl Plan {
    pub fn new(level: &LevelTables, routes: &mut Routes, order: Order) -> Plan {
        let board = &level.board;
        let mut plan = Plan {
            goals: board.goals.clone(),
            strict: order != Order::Loose && board.goals.len() == board.boxes.len(),
            stuck: 0,
            ordered: vec![0; level.single.spots()],
            past: HashMap::new(),
            filled: Vec::new(),
        };
        if plan.strict {
            plan.order(level, routes, order);
        }
        plan
    }

    fn order(&mut self, level: &LevelTables, routes: &mut Routes, order: Order) {
        let mut left = std::mem::take(&mut self.goals);
        let mut last_first: Vec<(Cell, Vec<Spot>)> = Vec::new();
        while !left.is_empty() {
            let found = (0..left.len()).map(|index| emptied(level, routes, &left, index));
            let best = found.max_by_key(|goal| goal.merit(order));
            let best = best.expect("a goal is left");
            self.stuck += usize::from(best.starts == 0);
            last_first.push((left.remove(best.index), best.spots));
        }
        for (place, (goal, spots)) in last_first.iter().rev().enumerate() {
            self.goals.push(*goal);
            for &spot in spots.iter().filter(|_| place < MOST_GOALS) {
                self.ordered[spot as usize] |= 1 << place;
            }
        }
    }

    /// Looks at a position: how many goals are filled as planned. [`Plan::filled`], [`Plan::open`] and
    /// [`Plan::ends`] are about that position then.
    pub fn look(&mut self, has_box: &[bool]) -> usize {
        self.filled.clear();
        let full = |goal: &&Cell| has_box[**goal as usize];
        match self.strict {
            true => self.filled.extend(self.goals.iter().take_while(full)),
            false => self.filled.extend(self.goals.iter().filter(full)),
        }
        self.filled.len()
    }

    pub fn filled(&self) -> &[Cell] {
        &self.filled
    }

    /// The goals that a box is wanted on next.
    pub fn open(&self, has_box: &[bool]) -> Vec<Cell> {
        let empty = |goal: &Cell| !has_box[*goal as usize];
        match self.strict {
            true => self.goals[self.filled.len()..]
                .iter()
                .copied()
                .take(1)
                .collect(),
            false => self.goals.iter().copied().filter(empty).collect(),
        }
    }

    /// The goals not filled yet that a box on each cell can be brought to, and which goals these are.
    pub fn ends(
        &mut self,
        level: &LevelTables,
        routes: &mut Routes,
        has_box: &[bool],
    ) -> (&Ends, u128) {
        if self.strict {
            let open = u128::MAX.checked_shl(self.filled.len() as u32);
            return (&self.ordered, open.unwrap_or(0));
        }
        let bits = self.goals.iter().take(MOST_GOALS).enumerate();
        let filled = bits.fold(0, |all, (place, &goal)| {
            all | u128::from(has_box[goal as usize]) << place
        });
        if self.past.len() > MOST_ANSWERS {
            self.past.clear();
        }
        let goals = &self.goals;
        let ends = self
            .past
            .entry(filled)
            .or_insert_with(|| past(level, routes, goals, filled));
        (ends, !filled)
    }
}

/// The ends past goals that are filled.
fn past(level: &LevelTables, routes: &mut Routes, goals: &[Cell], filled: u128) -> Ends {
    let mut ends = vec![0; level.single.spots()];
    let is_full = |place: usize| place < MOST_GOALS && filled >> place & 1 == 1;
    let full = |(place, _): &(usize, &Cell)| is_full(*place);
    let obstacles: Vec<Cell> = goals
        .iter()
        .enumerate()
        .filter(full)
        .map(|(_, &goal)| goal)
        .collect();
    for (place, &goal) in goals.iter().enumerate().take(MOST_GOALS) {
        if !is_full(place) {
            fill(&level.board, routes, &obstacles, goal);
            for stop in routes.stops() {
                ends[level.single.spot(stop.at, stop.robot) as usize] |= 1 << place;
            }
        }
    }
    ends
}

impl Emptied {
    /// What is to be emptied first: what leads to starts, or else anywhere.
    fn merit(&self, order: Order) -> (bool, usize, u16) {
        match (self.starts, order) {
            (0, _) => (false, self.cells, 0),
            (_, Order::Wide) => (true, self.cells, u16::MAX - self.nearest),
            (starts, _) => (true, starts, u16::MAX - self.nearest),
        }
    }
}

fn emptied(level: &LevelTables, routes: &mut Routes, left: &[Cell], index: usize) -> Emptied {
    let board = &level.board;
    fill(board, routes, left, left[index]);
    let mut cells: Vec<Cell> = routes.stops().iter().map(|stop| stop.at).collect();
    cells.sort_unstable();
    cells.dedup();
    let starts = &board.boxes;
    let is_start = |at: &Cell| starts.contains(at);
    let steps = routes.stops().iter().filter(|stop| is_start(&stop.at));
    Emptied {
        index,
        starts: cells.iter().filter(|&at| is_start(at)).count(),
        nearest: steps.map(|stop| stop.steps).min().unwrap_or(u16::MAX),
        cells: cells.len(),
        spots: routes
            .stops()
            .iter()
            .map(|stop| level.single.spot(stop.at, stop.robot))
            .collect(),
    }
}

/// Finds the cells from which a box can be brought to the goal past obstacles.
fn fill(board: &Board, routes: &mut Routes, obstacles: &[Cell], goal: Cell) {
    let mut blocked = walls(board);
    for &other in obstacles {
        blocked[other as usize] = other != goal;
    }
    routes.start(board, &blocked);
    for side in board.next[goal as usize] {
        if !blocked[side as usize] {
            routes.add(goal, side);
        }
    }
    routes.spread(board, Way::Back, &blocked, [true; 4], |_, _| true);
}

/// What is blocked where there are no boxes.
pub fn walls(board: &Board) -> Vec<bool> {
    let mut blocked = vec![false; board.len()];
    blocked[board.wall() as usize] = true;
    blocked
}
