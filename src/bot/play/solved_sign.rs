//! How a game shows that a puzzle is solved: watched the first time, and whenever a game must confirm what
//! was only deduced.

use std::time::{Duration, Instant};

use super::Player;
use super::check::COVERED;
use crate::bot::Halt;
use crate::bot::compare::{Restless, changed_since, is_dimmed};
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::PuzzleReport;
use crate::game::Game;
use crate::profile::SolvedBy;
use crate::vision::View;

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
pub(super) struct Before<G: Game> {
    seen: SeenBoard<G>,
    title: Option<String>,
}

impl<G: Game> Player<'_, G> {
    pub(super) fn before(&mut self, seen: &SeenBoard<G>) -> Before<G> {
        Before {
            seen: seen.clone(),
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
        before: &Before<G>,
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

    fn sign(&mut self, before: &Before<G>, solved: &G::Puzzle) -> Result<SolvedBy, Halt> {
        let begun = Instant::now();
        let mut hidden_since: Option<Instant> = None;
        self.session.watcher.awaits_sign = true;
        let by = self.sign_within(before, solved, begun, &mut hidden_since);
        self.session.watcher.awaits_sign = false;
        by
    }

    fn sign_within(
        &mut self,
        before: &Before<G>,
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
                    if self.is_recoloured(before, &seen) {
                        return Ok(SolvedBy::Colour);
                    }
                }
            }
        }
        Ok(SolvedBy::Nothing)
    }

    /// Whether a dialog shades the board so much that it is not found.
    fn is_shaded(&self, before: &Before<G>, now: &Hidden) -> bool {
        let views = before.seen.with(&now.frame);
        let is_as_large = before.seen.frame.image.dimensions() == now.frame.image.dimensions();
        let places = self.session.profile.placed(before.seen.grid).places();
        is_as_large && is_dimmed(&views[0], &views[1], &places.cells)
    }

    /// Whether most of the board has other colours than before, wherever it is now: of tiles, those that no move
    /// changed.
    fn is_recoloured(&self, before: &Before<G>, now: &SeenBoard<G>) -> bool {
        let boards = [&before.seen, now];
        let views = boards.map(|seen| View {
            frame: &seen.frame,
            place: seen.place,
        });
        let [old, new] = boards.map(|seen| self.session.profile.placed(seen.grid).places().cells);
        let [was, is] = boards.map(|seen| match G::abilities().tiled {
            Some(tiled) if seen.grid.is_some() => tiled.sketch(&seen.puzzle).letters,
            _ => vec![' '; old.len()],
        });
        if [new.len(), was.len(), is.len()] != [old.len(); 3] {
            return false;
        }
        let kept: Vec<usize> = (0..old.len()).filter(|at| was[*at] == is[*at]).collect();
        let differs = |at: &&usize| {
            let (old, new) = (old[**at], new[**at]);
            let by = new.corner() - old.corner();
            changed_since(&views[0], &views[1], old, by) > DIFFERENT
        };
        let differ = kept.iter().filter(differs).count();
        differ as f32 > RECOLOURED * kept.len() as f32
    }

    /// Whether something lies over a board that is too much covered to be found: of the tiles that the last moves leave
    /// alone, some are not as they were, and most are.
    pub(super) fn is_partly_covered(
        &self,
        start: &SeenBoard<G>,
        expected: &G::Puzzle,
        now: &Hidden,
    ) -> bool {
        let Some(tiled) = G::abilities().tiled.filter(|_| start.grid.is_some()) else {
            return false;
        };
        let [was, is] = [&start.puzzle, expected].map(|puzzle| tiled.sketch(puzzle).letters);
        let places = self.session.profile.placed(start.grid).places().cells;
        let is_as_large = start.frame.image.dimensions() == now.frame.image.dimensions();
        if [was.len(), is.len()] != [places.len(); 2] || !is_as_large {
            return false;
        }
        let views = start.with(&now.frame);
        let kept = (0..places.len()).filter(|at| was[*at] == is[*at]);
        let differs = kept
            .map(|at| Restless::default().changed(&views[0], &views[1], places[at]) > DIFFERENT);
        let differs: Vec<bool> = differs.collect();
        let covered = differs.iter().filter(|differs| **differs).count() as f32;
        let share = covered / differs.len().max(1) as f32;
        (COVERED..0.5).contains(&share)
    }
}
