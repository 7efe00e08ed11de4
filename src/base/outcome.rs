//! What ends a search, and what it found out.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// What a solver found out, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveReport<M> {
    pub outcome: Outcome<Vec<M>>,
    /// Nodes of the search, where the solver counts them.
    pub nodes: Option<u64>,
    /// Whether no solution with fewer moves exists (in the warehouse: fewer pushes); true only when
    /// proved.
    pub optimal: bool,
    /// The number of moves (in the warehouse: pushes) of which no solution has fewer, where the solver knows one.
    pub bound: Option<u64>,
}

/// What ends a search early.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time, no limit if absent.
    pub time: Option<Duration>,
    /// Nodes of the search tree, no limit if absent.
    pub nodes: Option<u64>,
    /// Bytes of memory for tables, no limit if absent.
    pub memory: Option<u64>,
}

impl Limits {
    /// The moment at which a search that starts now must end.
    pub fn deadline(&self) -> Option<Instant> {
        self.time.map(|time| Instant::now() + time)
    }
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time,
    Nodes,
    Memory,
}

impl Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Time => "time",
            Limit::Nodes => "nodes",
            Limit::Memory => "memory",
        })
    }
}

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<S> {
    /// The only solution, proved.
    Unique(S),
    /// A solution; uniqueness does not apply or was not asked.
    Solved(S),
    /// More than one: the first two, and at least how many there are.
    Several { first: [S; 2], at_least: u64 },
    /// There is none, proved.
    Impossible,
    /// The limit came first.
    Unknown(Limit),
}

impl<S> Outcome<S> {
    /// The word that the command line prints for it.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Unique(_) => "unique",
            Outcome::Solved(_) => "solved",
            Outcome::Several { .. } => "several",
            Outcome::Impossible => "impossible",
            Outcome::Unknown(_) => "unknown",
        }
    }

    /// The solution, if there is one to play.
    pub fn solution(&self) -> Option<&S> {
        match self {
            Outcome::Unique(s) | Outcome::Solved(s) => Some(s),
            _ => None,
        }
    }

    pub fn map<T>(self, mut f: impl FnMut(S) -> T) -> Outcome<T> {
        match self {
            Outcome::Unique(s) => Outcome::Unique(f(s)),
            Outcome::Solved(s) => Outcome::Solved(f(s)),
            Outcome::Several {
                first: [a, b],
                at_least,
            } => Outcome::Several {
                first: [f(a), f(b)],
                at_least,
            },
            Outcome::Impossible => Outcome::Impossible,
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        }
    }
}
