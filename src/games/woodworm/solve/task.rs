//! What is to be solved, and with what means.

use std::time::Instant;

use crate::base::{Limit, Limits};
use crate::games::woodworm::bits::Bits;
use crate::games::woodworm::field::{Field, Scene};
use crate::games::woodworm::puzzle::Puzzle;
use crate::search::Budget;

/// One puzzle.
pub struct Task<B> {
    pub field: Field<B>,
    pub wanted: B,
    pub start: Scene<B>,
    /// The wanted picture is its own mirror image, so mirrored scenes are worth the same.
    symmetric: bool,
}

impl<B: Bits> Task<B> {
    pub fn new(puzzle: &Puzzle) -> Self {
        let field = Field::<B>::new(puzzle.width(), puzzle.height());
        let wanted = field.wanted(puzzle);
        Self {
            wanted,
            start: field.scene(puzzle),
            symmetric: field.is_symmetric(wanted),
            field,
        }
    }

    /// The scene that stands for this one and its mirror image, and whether it is mirrored.
    pub fn canonical(&self, scene: Scene<B>) -> (Scene<B>, bool) {
        if !self.symmetric {
            return (scene, false);
        }
        let mirrored = self.field.mirrored(&scene);
        match mirrored < scene {
            true => (mirrored, true),
            false => (scene, false),
        }
    }

    /// Cells of wood at the start that are too many.
    pub fn surplus(&self) -> u32 {
        let start = self.start.wood.cells.count();
        start.saturating_sub(self.wanted.count())
    }
}

/// What a search may use, and what it has used.
pub struct Means {
    pub budget: Budget,
    deadline: Option<Instant>,
    /// Scenes visited.
    pub nodes: u64,
    most_nodes: u64,
}

impl Means {
    pub fn new(limits: &Limits) -> Self {
        Self {
            budget: Budget::new(limits.memory),
            deadline: limits.deadline(),
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Whether time and nodes are left.
    pub fn check(&self) -> Result<(), Limit> {
        if self.nodes >= self.most_nodes {
            return Err(Limit::Nodes);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Limit::Time),
            _ => Ok(()),
        }
    }
}
