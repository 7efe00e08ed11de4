//! Where the moves come from that the closed loop makes.

use super::report::Ending;
use crate::base::{Limits, Outcome};
use crate::game::{Game, Goal, goal};

/// Knows how a board is played on.
pub trait Planner<G: Game> {
    /// The moves from where the board stands; none if nothing is left to do.
    ///
    /// # Errors
    /// How the puzzle ends instead.
    fn plan(&mut self, now: &G::Puzzle) -> Result<Vec<G::Move>, Ending>;
}

/// Solves as is wanted, within the limits.
pub struct SolvingPlanner {
    pub limits: Limits,
    pub goal: Goal,
}

impl<G: Game> Planner<G> for SolvingPlanner {
    fn plan(&mut self, now: &G::Puzzle) -> Result<Vec<G::Move>, Ending> {
        match goal::solve::<G>(now, &self.limits, self.goal).outcome {
            Outcome::Unique(moves) | Outcome::Solved(moves) => Ok(moves),
            Outcome::Several { at_least, .. } => Err(Ending::Several(at_least)),
            Outcome::Impossible => Err(Ending::Impossible),
            Outcome::Unknown(limit) => Err(Ending::Unknown(limit)),
        }
    }
}
