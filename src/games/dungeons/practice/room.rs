//! The room that is on the screen.

use std::time::Duration;

use super::layout::SIDE;
use super::{Point, Puzzle};
use crate::games::dungeons::generate;

/// How long a monster keeps a pose.
const POSE: Duration = Duration::from_millis(170);

/// What is on the screen.
pub struct Room {
    pub puzzle: Puzzle,
    /// Since the game began.
    pub now: Duration,
    pub solved: bool,
    pub banner_until: Duration,
    /// The digits of a seed that is being typed.
    pub typed: Option<String>,
    pub pointer: Option<Point>,
    /// When each cell was last changed, row by row.
    pub drawn: [Duration; SIDE * SIDE],
}

impl Room {
    pub fn new(seed: u32) -> Self {
        Self {
            puzzle: generate::from_seed(seed).puzzle,
            now: Duration::ZERO,
            solved: false,
            banner_until: Duration::ZERO,
            typed: None,
            pointer: None,
            drawn: [Duration::ZERO; SIDE * SIDE],
        }
    }

    pub fn seed(&self) -> u32 {
        self.puzzle.seed.unwrap_or_default()
    }

    pub fn banner_shows(&self) -> bool {
        self.now < self.banner_until
    }

    /// Counts the poses since the game began.
    pub fn beat(&self) -> usize {
        (self.now.as_millis() / POSE.as_millis()) as usize
    }
}
