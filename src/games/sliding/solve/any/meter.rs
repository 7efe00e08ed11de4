//! What a search has taken, against what it may take.

use std::time::Instant;

use crate::base::{Limit, Limits};

/// Counts what all searches for one solution do.
pub struct Meter {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    /// Boards whose neighbours were found.
    pub expanded: u64,
    /// Boards found.
    pub states: u64,
    /// Neighbours found, repeated ones included.
    pub generated: u64,
}

/// Boards between two looks at the clock.
const PER_LOOK: u64 = 64;

impl Meter {
    pub fn new(limits: &Limits) -> Self {
        Self {
            deadline: limits.deadline(),
            nodes: limits.nodes,
            expanded: 0,
            states: 0,
            generated: 0,
        }
    }

    /// Called before the neighbours of a board are found.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn tick(&mut self) -> Result<(), Limit> {
        if self.nodes.is_some_and(|nodes| self.expanded >= nodes) {
            return Err(Limit::Nodes);
        }
        if self.expanded.is_multiple_of(PER_LOOK) {
            self.look()?;
        }
        self.expanded += 1;
        Ok(())
    }

    /// Looks at the clock.
    ///
    /// # Errors
    /// `Limit::Time`.
    pub fn look(&self) -> Result<(), Limit> {
        match self.deadline {
            Some(end) if Instant::now() >= end => Err(Limit::Time),
            _ => Ok(()),
        }
    }

    /// What is left of the limits.
    pub fn left(&self, limits: &Limits) -> Limits {
        Limits {
            time: self
                .deadline
                .map(|end| end.saturating_duration_since(Instant::now())),
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(self.expanded)),
            memory: limits.memory,
        }
    }
}
