//! What some versions of a game want beyond its rules: done once on a solved board to which the game shows nothing.

use std::time::Duration;

use super::Player;
use super::attempt::Attempt;
use crate::bot::Halt;
use crate::bot::look::Observation;
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::{Filling, SolvedBy};
use crate::vision::tiles::TileGrid;

/// So often a board is handed in, if the game shows nothing of it. Chosen: where one click in ten is lost, all of so many are
/// once in a thousand times.
const SUBMITS: usize = 3;

/// What the last move changes on the page has come by then, and is nothing that handing in brings. Chosen: walls fade in
/// within a quarter of a second.
const COMES: Duration = Duration::from_millis(400);

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

    /// Whether only the game's sign tells that this board is solved, and it is known to show one: its rules may be others,
    /// or it wanted more than these, which was done in vain.
    pub(super) fn lacks_sign(&self, solved: &G::Puzzle) -> bool {
        let usual = self.player.session.profile.solved;
        let wants_more = self.is_beyond && self.player.beyond(solved, self.seen.grid).is_some();
        (G::is_disputed(solved) || wants_more) && usual.is_some_and(|by| by != SolvedBy::Nothing)
    }

    /// Hands the solved board in, if the game looks at it only then.
    pub(super) fn submit(&mut self) -> Result<(), Halt> {
        let submit = &self.player.session.profile.submit;
        let way = self.player.gestures(submit, Filling::default())?;
        if way.is_empty() {
            return Ok(());
        }
        self.submitted += 1;
        let since = self.seen.frame.taken + COMES;
        let look = self.player.session.watcher.look(since)?;
        if let Observation::Board(now) = look {
            self.seen = now;
        }
        self.before.last_again(&self.seen);
        self.player.insist(&way, self.submitted)?;
        // Back where it was: a pointer that the game draws is no sign.
        if let Some(spot) = self.player.session.watcher.last_spot() {
            self.player.perform(Vec::new(), &[], spot)?;
        }
        Ok(())
    }

    /// Whether a board that was handed in, and of which the game showed nothing, is handed in again.
    pub(super) fn submits_again(&self) -> bool {
        (1..SUBMITS).contains(&self.submitted)
    }
}
