//! Searches in several manners by turns.

use std::time::Instant;

use super::manner::manners;
use super::searcher::{Found, Searcher};
use crate::base::{Limit, Limits};
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::engine::PushStats;
use crate::games::warehouse::solve::level::LevelTables;
use crate::search::Budget;

/// How a search ended.
pub enum End {
    /// The pushes: each box's cell before it, and the direction.
    Solved(Vec<(Cell, usize)>),
    Impossible,
    Limit(Limit),
}

/// Moves that a searcher makes before it is another one's turn, if its share is one.
const TURN: u64 = 64;

/// The searchers, which share nothing but the limits.
pub struct Search<'l, const W: usize> {
    searchers: Vec<Searcher<'l, W>>,
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
            budget: Budget::new(limits.memory),
            deadline,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    pub fn stats(&self) -> PushStats {
        let stored = self.searchers.iter().map(Searcher::positions).sum();
        PushStats {
            expanded: [self.expanded(), 0],
            stored: [stored, 0],
            peak_bytes: self.budget.peak(),
            least_pushes: 0,
        }
    }

    fn expanded(&self) -> u64 {
        self.searchers
            .iter()
            .map(|searcher| searcher.expanded)
            .sum()
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
        loop {
            for index in 0..self.searchers.len() {
                if let Some(end) = self.turn(index)? {
                    return Ok(end);
                }
            }
        }
    }

    fn turn(&mut self, index: usize) -> Result<Option<End>, Limit> {
        self.check_time()?;
        let left = self.most_nodes.saturating_sub(self.expanded());
        let searcher = &mut self.searchers[index];
        for _ in 0..(TURN * searcher.share).min(left) {
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
