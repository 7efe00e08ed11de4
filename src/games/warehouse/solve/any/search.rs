//! Searches in several manners by turns.

use std::time::Instant;

use super::ends::{Ends, Step, Weight};
use super::manner::manners;
use super::searcher::{Found, Searcher};
use crate::base::{Limit, Limits};
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::engine::PushStats;
use crate::games::warehouse::solve::level::LevelTables;
use crate::search::Budget;

/// Each box's cell before a push, and the direction.
pub type Pushes = Vec<(Cell, usize)>;

/// How a search ended.
pub enum End {
    Solved(Pushes),
    Impossible,
    Limit(Limit),
}

/// Moves that a searcher makes before it is another one's turn.
const TURN: u64 = 64;

/// Positions that a search from both ends expands in its turn, which takes about as long.
const TURN_OF_ENDS: u64 = 2048;

/// Of the search from both ends: a push that is still needed counts so many times as much as one made. By trial on
/// the classic levels.
const WEIGHT: Weight = Weight { made: 1, rest: 4 };

/// The searchers, which share nothing but the limits.
pub struct Search<'l, const W: usize> {
    searchers: Vec<Searcher<'l, W>>,
    ends: Ends<'l, W>,
    budget: Budget,
    deadline: Option<Instant>,
    most_nodes: u64,
}

impl<'l, const W: usize> Search<'l, W> {
    pub fn new(level: &'l LevelTables, limits: &Limits) -> Self {
        let deadline = limits.deadline();
        let manners = manners(level.board.goals.len() == level.board.boxes.len());
        let searchers = manners.iter().map(|&manner| Searcher::new(level, manner));
        Self {
            searchers: searchers.collect(),
            ends: Ends::new(level, WEIGHT),
            budget: Budget::new(limits.memory),
            deadline,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    pub fn stats(&self) -> PushStats {
        let stored: u64 = self.searchers.iter().map(Searcher::positions).sum();
        PushStats {
            expanded: [self.expanded(), 0],
            stored: [stored + self.ends.positions(), 0],
            peak_bytes: self.budget.peak(),
            least_pushes: 0,
        }
    }

    fn expanded(&self) -> u64 {
        let searchers = self.searchers.iter().map(|searcher| searcher.expanded);
        searchers.sum::<u64>() + self.ends.expanded()
    }

    pub fn run(&mut self) -> End {
        self.search().unwrap_or_else(End::Limit)
    }

    fn search(&mut self) -> Result<End, Limit> {
        for searcher in &mut self.searchers {
            if let Found::Solved(number) = searcher.begin(&self.budget)? {
                return Ok(End::Solved(searcher.pushes(number)));
            }
        }
        if !self.ends.begin(&self.budget)? {
            return Ok(End::Impossible);
        }
        loop {
            for index in 0..self.searchers.len() {
                if let Some(end) = self.turn(index)? {
                    return Ok(end);
                }
            }
            if let Some(end) = self.turn_of_ends()? {
                return Ok(end);
            }
        }
    }

    fn turn_of_ends(&mut self) -> Result<Option<End>, Limit> {
        self.check_time()?;
        let left = self.most_nodes.saturating_sub(self.expanded());
        for _ in 0..TURN_OF_ENDS.min(left) {
            match self.ends.step(&self.budget)? {
                Step::Solved(pushes) => return Ok(Some(End::Solved(pushes))),
                Step::Nothing => return Ok(Some(End::Impossible)),
                Step::More => {}
            }
        }
        match self.expanded() >= self.most_nodes {
            true => Err(Limit::Nodes),
            false => Ok(None),
        }
    }

    fn turn(&mut self, index: usize) -> Result<Option<End>, Limit> {
        self.check_time()?;
        let left = self.most_nodes.saturating_sub(self.expanded());
        for _ in 0..TURN.min(left) {
            let searcher = &mut self.searchers[index];
            match searcher.step(&self.budget)? {
                Found::Solved(number) => return Ok(Some(End::Solved(searcher.pushes(number)))),
                Found::Nothing => return Ok(Some(End::Impossible)),
                Found::More => {}
            }
        }
        match self.expanded() >= self.most_nodes {
            true => Err(Limit::Nodes),
            false => Ok(None),
        }
    }

    fn check_time(&self) -> Result<(), Limit> {
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Limit::Time),
            _ => Ok(()),
        }
    }
}
