//! A game that closes its window with the last move, and tells nothing more.

use super::Player;
use super::attempt::Attempt;
use crate::bot::Halt;
use crate::bot::look::SeenBoard;
use crate::bot::report::{Ending, PuzzleReport};
use crate::game::Game;
use crate::screen::ScreenError;

/// Whether something ended because the window is gone.
pub(super) fn is_gone<T>(ended: &Result<T, Halt>) -> bool {
    matches!(ended, Err(Halt::Screen(ScreenError::Gone)))
}

impl<G: Game> Attempt<'_, '_, G> {
    /// Plays until the puzzle is solved or cannot be played on.
    pub fn play(mut self) -> Result<(), Halt> {
        let played = self.play_on();
        if is_gone(&played) && self.made && self.evidence.is_none() {
            let why = "the game closed its window with the last move";
            self.report.ending = Ending::Unconfirmed(why.into());
        }
        played
    }
}

impl<G: Game> Player<'_, G> {
    /// Plays a board that is seen; what is told of it is kept if the window goes with the last move.
    pub(super) fn play_seen(
        &mut self,
        seen: SeenBoard<G>,
        report: &mut PuzzleReport<G>,
    ) -> Result<(), Halt> {
        let played = Attempt::begin(self, seen, report).play();
        if is_gone(&played) && matches!(report.ending, Ending::Unconfirmed(_)) {
            let watcher = &self.session.watcher;
            report.close(&watcher.costs, watcher.frame.clone());
            self.parting = Some(std::mem::replace(report, PuzzleReport::new()));
        }
        played
    }
}
