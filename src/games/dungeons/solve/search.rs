//! Depth first search over guesses.

use std::time::Instant;

use super::super::puzzle::{MAX_SIDE, Puzzle, Walls};
use super::WallsReport;
use super::board::Board;
use super::processor::{self, Processor, Tree};
use super::state::{Clues, Givens, State};
use crate::base::{Limit, Limits, Outcome};

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
pub enum Stop {
    Several,
    Limit(Limit),
}

/// Every solution of a search, told apart as one, none or several.
pub struct Solutions<B> {
    pub outcome: Outcome<B>,
    pub nodes: u64,
}

impl<B: Board> Search<B> {
    /// Searches the whole tree with the best that the processor has.
    pub fn run(puzzle: &Puzzle, limits: &Limits) -> WallsReport {
        Self::run_with(puzzle, limits, processor::visit)
    }

    /// Searches the whole tree with a way to visit the root.
    #[inline(always)]
    pub fn run_with(
        puzzle: &Puzzle,
        limits: &Limits,
        visit: impl Fn(&mut Self, State<B>) -> Result<(), Stop>,
    ) -> WallsReport {
        let found = Self::of_clues(&Clues::new(puzzle), limits, visit);
        WallsReport {
            outcome: found.outcome.map(|walls| cut_out(walls, puzzle)),
            nodes: found.nodes,
        }
    }

    /// As [`Self::run_with`].
    #[inline(always)]
    pub fn of_clues(
        clues: &Clues<B>,
        limits: &Limits,
        visit: impl Fn(&mut Self, State<B>) -> Result<(), Stop>,
    ) -> Solutions<B> {
        let (givens, state) = Givens::new(clues);
        let mut search = Search {
            givens,
            solutions: [B::EMPTY; 2],
            found: 0,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.deadline(),
        };
        let stop = visit(&mut search, state).err();
        Solutions {
            outcome: match (stop, search.found) {
                (Some(Stop::Limit(limit)), _) => Outcome::Unknown(limit),
                (Some(Stop::Several), _) => Outcome::Several {
                    first: search.solutions,
                    at_least: 2,
                },
                (None, 0) => Outcome::Impossible,
                (None, _) => Outcome::Unique(search.solutions[0]),
            },
            nodes: search.nodes,
        }
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

impl<B: Board> Tree for Search<B> {
    type Node = State<B>;
    type Stop = Stop;

    #[inline(always)]
    fn visit_with(&mut self, processor: impl Processor, mut state: State<B>) -> Result<(), Stop> {
        self.enter_node()?;
        if state.settle(&self.givens).is_err() {
            return Ok(());
        }
        if state.unknown().is_empty() {
            return self.keep(state.known.walls);
        }
        let [wall, open] = state.fork(state.guess(&self.givens));
        processor.visit(self, wall)?;
        processor.visit(self, open)
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
