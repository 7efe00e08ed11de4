//! What some versions of a game want beyond its rules: done once on a solved board to which the game shows nothing.

use super::Player;
use super::attempt::Attempt;
use crate::bot::Halt;
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::SolvedBy;
use crate::vision::tiles::TileGrid;

impl<G: Game> Player<'_, G> {
    /// What a version of the game may want on a solved board, whose tiles were seen so.
    pub(super) fn beyond(&self, solved: &G::Puzzle, grid: Option<TileGrid>) -> Option<Gesture> {
        let profile = self.manner.of(self.session.profile.placed(grid));
        G::abilities().beyond?.beyond(solved, &profile)
    }
}

impl<G: Game> Attempt<'_, '_, G> {
    /// Does it, unless it is known that the game never shows anything. Says whether what comes of it is to be seen.
    pub(super) fn goes_beyond(&mut self, solved: &G::Puzzle) -> Result<bool, Halt> {
        let is_silent = self.player.session.profile.solved == Some(SolvedBy::Nothing);
        if is_silent || std::mem::replace(&mut self.is_beyond, true) {
            return Ok(false);
        }
        let Some(gesture) = self.player.beyond(solved, self.seen.grid) else {
            return Ok(false);
        };
        self.before.last_again(&self.seen);
        let cells = G::abilities().beyond.map(|more| more.cells(solved));
        self.before.leaves(cells.unwrap_or_default());
        let stages = [vec![solved.clone()], vec![solved.clone()]];
        let done = self
            .player
            .perform(vec![gesture], &stages, self.seen.spot())?;
        self.report.gestures += done.performed;
        Ok(done.performed > 0)
    }
}
