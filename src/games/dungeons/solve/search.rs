//! Depth first search over guesses.

use std::time::Instant;

use super::super::puzzle::{MAX_SIDE, Puzzle, Walls};
use super::Report;
use super::board::Board;
use super::state::{Givens, State};
use crate::games::{Limit, Limits, Outcome};

/// How many nodes are searched between two looks at the clock.
const NODES_PER_LOOK: u64 = 64;

pub struct Search<B: Board> {
    givens: Givens<B>,
    solutions: [B; 2],
    found: usize,
    nodes: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
}

/// Why a search ended before its end.
enum Stop {
    Several,
    Limit(Limit),
}

impl<B: Board> Search<B> {
    pub fn run(puzzle: &Puzzle, limits: &Limits) -> Report {
        let (givens, state) = Givens::new(puzzle);
        let mut search = Search {
            givens,
            solutions: [B::EMPTY; 2],
            found: 0,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.deadline(),
        };
        let stop = search.visit(state).err();
        let [first, second] = search.solutions.map(|walls| cut_out(walls, puzzle));
        let outcome = match (stop, search.found) {
            (Some(Stop::Limit(limit)), _) => Outcome::Unknown(limit),
            (Some(Stop::Several), _) => Outcome::Several {
                first: [first, second],
                at_least: 2,
            },
            (None, 0) => Outcome::Impossible,
            (None, _) => Outcome::Unique(first),
        };
        Report {
            outcome,
            nodes: search.nodes,
        }
    }

    fn visit(&mut self, mut state: State<B>) -> Result<(), Stop> {
        self.enter_node()?;
        if state.settle(&self.givens).is_err() {
            return Ok(());
        }
        if state.unknown().is_empty() {
            return self.keep(state.walls);
        }
        let [wall, open] = state.fork(state.guess(&self.givens));
        self.visit(wall)?;
        self.visit(open)
    }

    #[inline(always)]
    fn enter_node(&mut self) -> Result<(), Stop> {
        if self.nodes == self.most_nodes {
            return Err(Stop::Limit(Limit::Nodes));
        }
        self.nodes += 1;
        match self.deadline {
            Some(deadline)
                if self.nodes.is_multiple_of(NODES_PER_LOOK) && Instant::now() >= deadline =>
            {
                Err(Stop::Limit(Limit::Time))
            }
            _ => Ok(()),
        }
    }

    fn keep(&mut self, walls: B) -> Result<(), Stop> {
        self.solutions[self.found] = walls;
        self.found += 1;
        match self.found {
            2 => Err(Stop::Several),
            _ => Ok(()),
        }
    }
}

/// The walls of the puzzle's own cells.
fn cut_out<B: Board>(walls: B, puzzle: &Puzzle) -> Walls {
    let mut rows = [0; MAX_SIDE];
    let inside = u32::MAX >> (32 - puzzle.width());
    for (index, row) in rows[..puzzle.height()].iter_mut().enumerate() {
        *row = walls.row(index) & inside;
    }
    Walls { rows }
}
