//! Searches in several manners by turns, on all cores.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread;
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

/// So many positions are expanded on one core: most levels need no more, and are solved the same way each time.
const ALONE: u64 = 2048;

/// The searchers, which share nothing but the limits.
pub struct Search<'l, const W: usize> {
    /// Those that wait for their turn, the next one first.
    waiting: Mutex<VecDeque<Searcher<'l, W>>>,
    /// Positions that all together expanded.
    expanded: AtomicU64,
    end: OnceLock<End>,
    budget: Budget,
    deadline: Option<Instant>,
    most_nodes: Option<u64>,
}

impl<'l, const W: usize> Search<'l, W> {
    pub fn new(level: &'l LevelTables, limits: &Limits) -> Self {
        let deadline = limits.deadline();
        let manners = manners(level.board.goals.len() == level.board.boxes.len());
        let searchers = manners.iter().map(|&manner| Searcher::new(level, manner));
        Self {
            waiting: Mutex::new(searchers.collect()),
            expanded: AtomicU64::new(0),
            end: OnceLock::new(),
            budget: Budget::new(limits.memory),
            deadline,
            most_nodes: limits.nodes,
        }
    }

    fn stats(&self) -> PushStats {
        let searchers = self.waiting();
        PushStats {
            expanded: [searchers.iter().map(|searcher| searcher.expanded).sum(), 0],
            stored: [searchers.iter().map(Searcher::positions).sum(), 0],
            peak_bytes: self.budget.peak(),
            least_pushes: 0,
        }
    }

    /// Searches until there is an end. With a limit of nodes on one core, and so the same each time.
    pub fn run(mut self) -> (End, PushStats) {
        self.begin();
        let cores = match self.most_nodes {
            Some(_) => 1,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        self.work(if cores > 1 { ALONE } else { u64::MAX });
        if self.end.get().is_none() {
            let searchers = self.waiting().len();
            thread::scope(|threads| {
                for _ in 0..cores.min(searchers) {
                    threads.spawn(|| self.work(u64::MAX));
                }
            });
        }
        let stats = self.stats();
        (self.end.into_inner().expect("somebody came to it"), stats)
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Searcher<'l, W>>> {
        self.waiting.lock().expect("nobody panics with it")
    }

    /// Has all searchers see the start.
    fn begin(&mut self) {
        let (budget, mut end) = (&self.budget, None);
        for searcher in self.waiting.get_mut().expect("nobody panics with it") {
            let found = searcher.begin(budget);
            end = end.or(found.map_or_else(
                |limit| Some(End::Limit(limit)),
                |found| ended(searcher, found),
            ));
        }
        self.over(end);
    }

    /// Gives the searchers their turns until there is an end, or so many positions were expanded.
    fn work(&self, most: u64) {
        while self.end.get().is_none() && self.expanded.load(Ordering::Relaxed) < most {
            let Some(mut searcher) = self.waiting().pop_front() else {
                return;
            };
            let end = self.turn(&mut searcher);
            self.over(end);
            self.waiting().push_back(searcher);
        }
    }

    /// The first end counts.
    fn over(&self, end: Option<End>) {
        if let Some(end) = end {
            let _ = self.end.set(end);
        }
    }

    /// A searcher makes the moves of its turn.
    fn turn(&self, searcher: &mut Searcher<'l, W>) -> Option<End> {
        let before = searcher.expanded;
        let all = self.expanded.load(Ordering::Relaxed);
        let mut end = None;
        for _ in 0..TURN * searcher.share {
            if end.is_some() || self.end.get().is_some() {
                break;
            }
            end = match self.step(searcher, all + searcher.expanded - before) {
                Ok(found) => ended(searcher, found),
                Err(limit) => Some(End::Limit(limit)),
            };
        }
        let more = searcher.expanded - before;
        self.expanded.fetch_add(more, Ordering::Relaxed);
        end
    }

    /// A searcher makes a move, after so many positions.
    fn step(&self, searcher: &mut Searcher<'l, W>, nodes: u64) -> Result<Found, Limit> {
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Limit::Time);
        }
        if self.most_nodes.is_some_and(|most| nodes >= most) {
            return Err(Limit::Nodes);
        }
        searcher.step(&self.budget)
    }
}

/// What a move means for the search.
fn ended<const W: usize>(searcher: &mut Searcher<W>, found: Found) -> Option<End> {
    match found {
        Found::Solved(number) => Some(End::Solved(searcher.pushes(number))),
        Found::Nothing => Some(End::Impossible),
        Found::More => None,
    }
}
