//! How a game shows that a puzzle is solved: watched the first time, and whenever a game must confirm what
//! was only deduced.

use std::time::{Duration, Instant};

use super::Player;
use crate::base::Rect;
use crate::bot::Halt;
use crate::bot::compare::{Restless, is_dimmed};
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::PuzzleReport;
use crate::game::Game;
use crate::profile::SolvedBy;
use crate::screen::Frame;
use crate::vision::{Place, View};

/// A sign comes up within this time after the last move. Chosen: a banner comes at once or fades in like a
/// wall (250 ms in practice skins); a title may change later.
const SIGN: Duration = Duration::from_millis(900);
/// A board that is hidden for so long is hidden by something: three frames at 20 frames a second, none of
/// them half painted.
const HIDDEN: Duration = Duration::from_millis(150);
/// Something that changes is different by then.
const LATER: Duration = Duration::from_millis(150);
/// The floor has another colour if so large a share of the cells differ: never are so many of them walls.
const RECOLOURED: f32 = 0.8;
/// A cell differs if so much of it does: shadows of walls cover less.
const DIFFERENT: f32 = 0.5;

/// What a board and its window looked like before anything was done.
pub(super) struct Before {
    frame: Frame,
    place: Place,
    title: Option<String>,
}

impl<G: Game> Player<'_, G> {
    pub(super) fn before(&mut self, seen: &SeenBoard<G>) -> Before {
        Before {
            frame: seen.frame.clone(),
            place: seen.place,
            title: self.session.watcher.title(),
        }
    }

    /// A board with something that was never seen, if it makes sense in one way only, a moment later, too.
    pub(super) fn deduce(&mut self, hidden: &Hidden) -> Result<Option<SeenBoard<G>>, Halt> {
        let Some(seen) = self.deduced(hidden) else {
            return Ok(None);
        };
        let later = self.session.watcher.look(hidden.frame.taken + LATER)?;
        Ok(match later {
            Observation::Hidden(later) => self.deduced(&later),
            _ => None,
        }
        .filter(|later| later.puzzle == seen.puzzle))
    }

    fn deduced(&self, hidden: &Hidden) -> Option<SeenBoard<G>> {
        let place = hidden.place?;
        let view = View {
            frame: &hidden.frame,
            place,
        };
        let puzzle = G::abilities().fits?.deduce(&view, self.session.profile)?;
        tracing::info!("deduced what was never seen");
        Some(SeenBoard {
            puzzle,
            confidence: self.session.profile.confidence,
            frame: hidden.frame.clone(),
            place,
            grid: None,
        })
    }

    /// Takes note of how the game shows that the puzzle is solved, if a fitted profile does not know yet
    /// or something is to be confirmed; waits for what is known to come up over the board. `signed`: the board is
    /// hidden by a sign.
    pub(super) fn learn_solved_sign(
        &mut self,
        before: &Before,
        solved: &G::Puzzle,
        signed: bool,
        report: &mut PuzzleReport<G>,
    ) -> Result<(), Halt> {
        let profile = self.session.profile;
        if profile.seen_at.is_none() {
            return Ok(());
        }
        if profile.solved.is_some() && !report.deduced {
            // What is pressed before it comes up may be lost, and then lies under it.
            if !signed && matches!(profile.solved, Some(SolvedBy::Banner | SolvedBy::Window)) {
                self.sign(before, solved)?;
            }
            return Ok(());
        }
        let by = match signed {
            true if self.session.watcher.is_covered() => SolvedBy::Window,
            true => SolvedBy::Banner,
            false => self.sign(before, solved)?,
        };
        // What it once showed it shows every time; this time it did not.
        let is_usual = profile.solved.is_none_or(|usual| usual == by);
        report.solved_by = Some(if is_usual { by } else { SolvedBy::Nothing });
        Ok(())
    }

    fn sign(&mut self, before: &Before, solved: &G::Puzzle) -> Result<SolvedBy, Halt> {
        let begun = Instant::now();
        let mut hidden_since: Option<Instant> = None;
        self.session.watcher.awaits_sign = true;
        let by = self.sign_within(before, solved, begun, &mut hidden_since);
        self.session.watcher.awaits_sign = false;
        by
    }

    fn sign_within(
        &mut self,
        before: &Before,
        solved: &G::Puzzle,
        begun: Instant,
        hidden_since: &mut Option<Instant>,
    ) -> Result<SolvedBy, Halt> {
        // What hides the board when the time is over may have come up while it was searched for in one frame.
        while begun.elapsed() < SIGN || hidden_since.is_some() {
            let now = self.session.watcher.title();
            if now.is_some() && now != before.title {
                return Ok(SolvedBy::Title);
            }
            match self.session.watcher.look(Instant::now())? {
                Observation::Solved(_) if self.session.watcher.is_covered() => {
                    return Ok(SolvedBy::Window);
                }
                Observation::Solved(_) => return Ok(SolvedBy::Banner),
                Observation::Hidden(hidden)
                    if hidden.place.is_some() || self.is_shaded(before, &hidden) =>
                {
                    let since = *hidden_since.get_or_insert(hidden.frame.taken);
                    if hidden.frame.taken - since > HIDDEN {
                        return Ok(SolvedBy::Banner);
                    }
                }
                Observation::Hidden(_) => *hidden_since = None,
                Observation::Board(seen) if !G::same_puzzle(&seen.puzzle, solved) => break,
                Observation::Board(seen) => {
                    *hidden_since = None;
                    if self.is_recoloured(before, &seen.frame) {
                        return Ok(SolvedBy::Colour);
                    }
                }
            }
        }
        Ok(SolvedBy::Nothing)
    }

    /// Whether a dialog shades the board so much that it is not found.
    fn is_shaded(&self, before: &Before, now: &Hidden) -> bool {
        let views = [&before.frame, &now.frame].map(|frame| View {
            frame,
            place: before.place,
        });
        let is_as_large = before.frame.image.dimensions() == now.frame.image.dimensions();
        is_as_large && is_dimmed(&views[0], &views[1], &self.session.profile.places().cells)
    }

    /// Whether most of the board, walls or not, has other colours than before.
    fn is_recoloured(&self, before: &Before, now: &Frame) -> bool {
        let views = [&before.frame, now].map(|frame| View {
            frame,
            place: before.place,
        });
        let places = self.session.profile.places().cells;
        let nothing = Restless::default();
        let differs = |area: &&Rect| nothing.changed(&views[0], &views[1], **area) > DIFFERENT;
        let differ = places.iter().filter(differs).count();
        differ as f32 > RECOLOURED * places.len() as f32
    }
}
