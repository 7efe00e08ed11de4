//! Boards of numbers: the fewest moves where that can be proved, else a good way.

mod beam;
mod exact;
mod patterns;
mod place;

use std::time::{Duration, Instant};

use super::super::numbers::Numbers;
use crate::base::{Limit, Limits, Outcome};
use beam::Beam;

/// For so long a way is made shorter that is not proved to be the shortest. Chosen: as long as a person waits.
const IMPROVING: Duration = Duration::from_secs(10);

/// So much is done for a good way when a limit has ended the search for the shortest: hardly anything.
const AT_ONCE: Limits = Limits {
    time: None,
    nodes: Some(200_000),
    memory: None,
};

/// Nodes between two looks at the time.
const TICKS: u64 = 1 << 12;

/// Counts nodes and looks at the time.
pub struct Clock {
    deadline: Option<Instant>,
    limits: Limits,
    pub nodes: u64,
    over: Option<Limit>,
}

impl Clock {
    fn new(limits: &Limits) -> Self {
        Self {
            deadline: limits.deadline(),
            limits: limits.clone(),
            nodes: 0,
            over: None,
        }
    }

    /// Counts a node; whether that is enough.
    #[inline]
    fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(TICKS)
            && self.deadline.is_some_and(|end| Instant::now() >= end)
        {
            self.over = Some(Limit::Time);
        }
        if self.limits.nodes.is_some_and(|most| self.nodes > most) {
            self.over = Some(Limit::Nodes);
        }
        self.over.is_some()
    }

    fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// How many items of so many bytes there may be.
    fn most(&self, bytes: usize) -> usize {
        let most = self.limits.memory.map(|memory| memory / bytes as u64);
        most.map_or(usize::MAX, |most| most as usize)
    }
}

/// What was found out about a board.
pub struct Found {
    /// The cells that become free, one after the other. A limit only ends the search for a shorter way.
    pub outcome: Outcome<Vec<u8>>,
    /// Whether no way is shorter, proved.
    pub optimal: bool,
    pub nodes: u64,
}

/// A way to the goal: the shortest one where a board has at most 16 cells and no limit comes first.
pub fn solve(board: &Numbers, limits: &Limits) -> Found {
    if !board.is_solvable() {
        return Found {
            outcome: Outcome::Impossible,
            optimal: false,
            nodes: 0,
        };
    }
    let mut clock = Clock::new(limits);
    let (path, optimal) = match is_small(board, &clock) {
        true => match exact::solve(board, &mut clock) {
            Some(path) => (path, true),
            None => good(board, &mut Clock::new(&AT_ONCE)),
        },
        false => good(board, &mut clock),
    };
    Found {
        outcome: Outcome::Solved(path),
        optimal,
        nodes: clock.nodes,
    }
}

/// Whether the fewest moves are looked for: the tables must have room.
fn is_small(board: &Numbers, clock: &Clock) -> bool {
    board.tiles.len() <= patterns::MOST && clock.most(patterns::BYTES) > 0
}

/// A way, and whether it is known to be the shortest.
fn good(board: &Numbers, clock: &mut Clock) -> (Vec<u8>, bool) {
    let end = Instant::now() + IMPROVING;
    clock.deadline = Some(clock.deadline.map_or(end, |deadline| deadline.min(end)));
    let beam = Beam::new(board);
    let path = beam.improve(place::solve(board), clock);
    let optimal = path.len() == beam.least();
    (path, optimal)
}
