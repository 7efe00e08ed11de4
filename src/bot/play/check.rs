//! Looking what came of a batch of gestures.

use std::time::{Duration, Instant};

use super::Player;
use crate::bot::Halt;
use crate::bot::input_thread::Done;
use crate::bot::look::{GLIMPSE, Hidden, Observation, Seen};
use crate::game::Game;

/// A board that should be solved now, and is hidden for so long by what is no other window, is taken to
/// lie under the game's solved sign.
const SIGN: Duration = Duration::from_millis(600);

/// For so long at least may a gesture that was taken for lost, and made again, yet have its effect.
const LATE: Duration = Duration::from_secs(1);

/// What the screen showed after a batch of gestures.
pub(super) enum After<G: Game> {
    /// Just what the rules say.
    AsPlanned(Seen<G>),
    /// The game says that the puzzle is solved.
    SolvedSign,
    /// Something else, and it stays so.
    Otherwise(Seen<G>),
    /// Another puzzle.
    Replaced,
    Lost(Hidden),
}

impl<G: Game> Player<'_, G> {
    /// Watches until the screen shows what the batch should have done, or clearly will not.
    pub(super) fn check(
        &mut self,
        start: &Seen<G>,
        batch: usize,
        done: &Done,
    ) -> Result<After<G>, Halt> {
        let expected = self.planned(batch);
        let solves = G::is_solved(&expected);
        let mut since = done.began;
        let mut last: Option<Seen<G>> = None;
        let mut changed = done.ended;
        let mut hidden_since: Option<Instant> = None;
        let mut hidden_for = Duration::ZERO;
        loop {
            let begun = Instant::now();
            match self.session.watcher.latest(since)? {
                Observation::Board(seen) => {
                    let taken = seen.frame.taken;
                    since = taken + Duration::from_micros(1);
                    hidden_since = None;
                    hidden_for = Duration::ZERO;
                    if !G::same_puzzle(&seen.puzzle, &start.puzzle) {
                        if last.as_ref().is_some_and(|l| l.puzzle == seen.puzzle) {
                            return Ok(After::Replaced);
                        }
                    } else if seen.puzzle == expected {
                        if batch > 0 {
                            let time = taken.saturating_duration_since(done.ended);
                            self.session.reaction.learn(time);
                        }
                        return Ok(After::AsPlanned(seen));
                    }
                    if last.as_ref().is_none_or(|l| l.puzzle != seen.puzzle) {
                        changed = changed.max(taken);
                    } else {
                        // Where the effect of some gestures was seen, the last tells how long it takes.
                        let mut reaction = self.session.reaction.clone();
                        if seen.puzzle != start.puzzle {
                            reaction.learn(changed.saturating_duration_since(done.ended));
                        }
                        if taken.saturating_duration_since(changed) > reaction.patience() {
                            self.session.reaction = reaction;
                            return Ok(After::Otherwise(seen));
                        }
                    }
                    last = Some(seen);
                }
                Observation::Solved(frame) => {
                    let time = frame.taken.saturating_duration_since(done.ended);
                    self.session.reaction.learn(time);
                    return Ok(After::SolvedSign);
                }
                Observation::Hidden(hidden) => {
                    since = hidden.frame.taken + Duration::from_micros(1);
                    self.clear_view(&hidden)?;
                    let first = *hidden_since.get_or_insert(hidden.frame.taken);
                    // A pause may lie between two frames; it does not count.
                    hidden_for += begun.elapsed().min(GLIMPSE);
                    if solves && self.may_be_sign(&hidden) && hidden_for > SIGN {
                        self.session
                            .reaction
                            .learn(first.saturating_duration_since(done.ended));
                        return Ok(After::SolvedSign);
                    }
                    if hidden_for > self.settings.patience {
                        return Ok(After::Lost(hidden));
                    }
                }
            }
        }
    }

    /// After the last move, `ended` then, a board that no game declares solved may still change by what came
    /// late: the board after that, None if nothing else of the same puzzle is to be seen.
    pub(super) fn late(&mut self, last: &Seen<G>, ended: Instant) -> Result<Option<Seen<G>>, Halt> {
        let end = last.frame.taken + LATE.max(self.session.reaction.patience());
        Ok(match self.changed(&last.puzzle, last.frame.taken, end)? {
            Some(Observation::Board(now)) if G::same_puzzle(&now.puzzle, &last.puzzle) => {
                let took = now.frame.taken.saturating_duration_since(ended);
                self.session.reaction.learn(took);
                Some(now)
            }
            _ => None,
        })
    }

    /// What is to be seen instead of a board, two frames agreeing if it is another; None if nothing is
    /// until `end`.
    pub(super) fn changed(
        &mut self,
        from: &G::Puzzle,
        mut since: Instant,
        end: Instant,
    ) -> Result<Option<Observation<G>>, Halt> {
        while since < end {
            match self
                .session
                .watcher
                .settled(since, self.settings.patience)?
            {
                Observation::Board(seen) if seen.puzzle == *from => {
                    since = seen.frame.taken + Duration::from_micros(1);
                }
                other => return Ok(Some(other)),
            }
        }
        Ok(None)
    }

    /// Whether the board may be hidden by a solved sign that the profile does not know.
    fn may_be_sign(&self, hidden: &Hidden) -> bool {
        hidden.place.is_some() && self.session.profile.templates.solved.is_empty()
    }
}
