//! The method of the best solver published for this game, written plainly: what the solver of
//! [`super::solve`] is measured against.
//!
//! A* over whole states, by the plain rules; the estimate is the number of cells that differ from
//! the wanted picture (one fall can change many of them, so what it finds need not be shortest), and
//! a state is dropped when some column has less wood at or above a row than is wanted there.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::puzzle::{Direction, Puzzle};
use crate::base::{Limit, Limits, Outcome};

/// What the reference found, and what it took.
#[derive(Clone, Debug)]
pub struct ReferenceReport {
    pub outcome: Outcome<Vec<Direction>>,
    /// Different states met.
    pub states: u64,
}

/// Some solution, within the limits on time and states (`nodes`).
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> ReferenceReport {
    let deadline = limits.deadline();
    let most = limits.nodes.unwrap_or(u64::MAX);
    let mut search = Search::new(puzzle);
    let outcome = loop {
        let Some((state, moves)) = search.next() else {
            break Outcome::Impossible;
        };
        if state.is_solved() {
            break Outcome::Solved(search.steps_to(state));
        }
        if search.known.len() as u64 >= most {
            break Outcome::Unknown(Limit::Nodes);
        }
        if deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline) {
            break Outcome::Unknown(Limit::Time);
        }
        search.expand(&state, moves);
    };
    ReferenceReport {
        outcome,
        states: search.known.len() as u64,
    }
}

/// How a state was reached first.
struct Known {
    moves: u32,
    before: Option<(Puzzle, Direction)>,
}

struct Search {
    known: HashMap<Puzzle, Known>,
    /// Estimated total, order of arrival, moves so far.
    open: BinaryHeap<Reverse<(u32, u64, u32)>>,
    states: Vec<Puzzle>,
}

impl Search {
    fn new(start: &Puzzle) -> Self {
        let mut search = Self {
            known: HashMap::new(),
            open: BinaryHeap::new(),
            states: Vec::new(),
        };
        search.reach(start.clone(), 0, None);
        search
    }

    fn next(&mut self) -> Option<(Puzzle, u32)> {
        while let Some(Reverse((_, order, moves))) = self.open.pop() {
            let state = &self.states[order as usize];
            if self.known[state].moves == moves {
                return Some((state.clone(), moves));
            }
        }
        None
    }

    fn expand(&mut self, state: &Puzzle, moves: u32) {
        for step in Direction::ALL {
            if let Some(next) = state.after(step)
                && has_enough_wood(&next)
            {
                self.reach(next, moves + 1, Some((state.clone(), step)));
            }
        }
    }

    fn reach(&mut self, state: Puzzle, moves: u32, before: Option<(Puzzle, Direction)>) {
        if self
            .known
            .get(&state)
            .is_some_and(|known| known.moves <= moves)
        {
            return;
        }
        let order = self.states.len() as u64;
        self.open
            .push(Reverse((moves + differing(&state), order, moves)));
        self.states.push(state.clone());
        self.known.insert(state, Known { moves, before });
    }

    fn steps_to(&self, mut state: Puzzle) -> Vec<Direction> {
        let mut steps = Vec::new();
        while let Some((before, step)) = &self.known[&state].before {
            steps.push(*step);
            state = before.clone();
        }
        steps.reverse();
        steps
    }
}

fn differing(state: &Puzzle) -> u32 {
    let cells = state.pieces().iter().zip(state.wanted());
    cells
        .filter(|&(&piece, &wanted)| (piece != 0) != wanted)
        .count() as u32
}

/// Whether each column has as much wood at or above each row as is wanted there.
fn has_enough_wood(state: &Puzzle) -> bool {
    let width = state.width();
    (0..width).all(|column| {
        let mut spare = 0i32;
        (column..state.wanted().len()).step_by(width).all(|at| {
            spare += i32::from(state.pieces()[at] != 0) - i32::from(state.wanted()[at]);
            spare >= 0
        })
    })
}
