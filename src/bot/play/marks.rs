//! Marking what is no wall, in games that count a puzzle as solved only then: tried once in a game that shows no sign.

use std::time::{Duration, Instant};

use super::attempt::Attempt;
use super::solved_sign::PageSign;
use crate::bot::Halt;
use crate::bot::compare::Restless;
use crate::bot::look::{Observation, SeenBoard};
use crate::game::Game;
use crate::game::ability::{Fits, Marks};
use crate::hand::Gesture;
use crate::profile::Marking;

/// How often marks are made before those that are still missing are left. Chosen: where one click in four is lost, a
/// board of 64 cells takes five.
pub(super) const ROUNDS: usize = 8;

/// A mark that looks otherwise than when it was learned keeps the board from being read for so long. Chosen: longer
/// than anything fades.
const READABLE: Duration = Duration::from_millis(1500);
/// Marks are made as calmly as what is asked for the third time: a frame at 60 a second for each press. By trial: at 1 ms
/// a page lost 1 to 4 of 62 clicks, at 17 none.
const CALMLY: usize = 3;
/// A sign that comes later than usual is there by then. Chosen: banners that slide in were whole after 1.5 s.
const LATER: Duration = Duration::from_secs(2);

/// What came of marking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marked {
    /// Some marks were made, the last of which may bring the sign; or there is something else to be done first.
    Made,
    /// There is nothing to be marked, or the game takes no marks.
    Nothing,
    /// It changed walls.
    Spoiled,
    /// The board cannot be read any more.
    Unreadable,
}

/// Clicks, each with the board after it.
type Clicks<G> = Vec<(Gesture, <G as Game>::Puzzle)>;

impl<G: Game> Attempt<'_, '_, G> {
    /// Whether marks may be what a game waits for that shows nothing: nobody knows yet, or some are missing; how to make
    /// them is known; and nothing comes up even later, on which the clicks would fall.
    pub(super) fn may_mark(&mut self, solved: &G::Puzzle) -> Result<bool, Halt> {
        let may_be = self.player.session.profile.may_want_marks();
        if !may_be || self.marked == ROUNDS || self.missing_marks(solved).last.is_empty() {
            return Ok(false);
        }
        let now = Instant::now();
        Ok(self.player.changed(solved, now, now + LATER)?.is_none())
    }

    /// Whether it was tried how the game reacts, and it has no marks.
    pub(super) fn takes_no_marks(&self) -> bool {
        let profile = self.player.session.profile;
        let looks = profile.templates.looks.as_ref();
        let has_marks = profile.templates.knows("mark") || looks.is_some_and(|l| l.knows('o'));
        profile.behaviour.is_some() && !has_marks
    }

    /// Whether all is done that a game may want that never shows a sign: then its rules alone tell.
    pub(super) fn wants_no_more(&mut self) -> Result<bool, Halt> {
        let is_tried = self.player.session.profile.marks == Some(false);
        Ok(is_tried || self.takes_no_marks() || self.marked > 0 && self.is_all_marked()?)
    }

    /// Whether all that is no wall is seen to be marked.
    pub(super) fn is_all_marked(&mut self) -> Result<bool, Halt> {
        if let Observation::Board(now) = self.shown(None)?
            && G::same_puzzle(&now.puzzle, &self.seen.puzzle)
        {
            let solved = std::mem::replace(&mut self.seen, now).puzzle;
            return Ok(self.missing_marks(&solved).last.is_empty());
        }
        Ok(false)
    }

    /// Whether the game wants marks is known now, if some were made and did no harm.
    ///
    /// Where walls come on the way to marks the page changes with them, and what is its sign cannot be told: there marks
    /// are made again, which does no harm.
    pub(super) fn learn_marks(&mut self, wanted: bool) {
        let profile = self.player.session.profile;
        if (1..ROUNDS).contains(&self.marked) && profile.marks.is_none() {
            let by_walls = profile.marking() == Some(Marking::AfterWall);
            self.report.marks = Some(wanted || by_walls);
        }
    }

    /// The same of a game that had shown something on the page before marks were made. Where all of the page is now as it
    /// was then, they brought nothing, and walls on the way to them took nothing away.
    pub(super) fn learn_no_marks(&mut self) -> Result<(), Halt> {
        self.learn_marks(false);
        if let (Observation::Board(now), Some(sign)) = (self.shown(None)?, &self.page_told)
            && self.report.marks.is_some()
            && self.player.is_still(sign, &now)
        {
            self.report.marks = Some(false);
        }
        Ok(())
    }

    /// What is on the page that was not there before the last wall.
    pub(super) fn sign_on_page(&mut self) -> Result<Option<PageSign>, Halt> {
        Ok(match self.shown(None)? {
            Observation::Board(now) => Some(self.before.signed(&now.frame)),
            _ => None,
        })
    }

    /// Marks what is no wall on a board that is solved, the last cell by itself: what that changes is a sign.
    pub(super) fn mark(&mut self) -> Result<Marked, Halt> {
        // The last wall may still have been fading in when it was seen.
        let standing = self.seen.puzzle.clone();
        if let Some(other) = self.see_again(Some(&standing))? {
            return Ok(other);
        }
        if !G::is_solved(&self.seen.puzzle) {
            return Ok(Marked::Made);
        }
        let solved = self.seen.puzzle.clone();
        let missing = self.missing_marks(&solved);
        if missing.last.is_empty() {
            return Ok(Marked::Nothing);
        }
        if missing.rest.is_empty() {
            return self.mark_last(missing.last);
        }
        self.before.first_again(&self.seen);
        let before = self.seen.clone();
        let expected = missing.rest.last().map(|(_, board)| board.clone());
        self.click(missing.rest)?;
        if let Some(other) = self.see_again(expected.as_ref())? {
            return Ok(other);
        }
        if !G::is_solved(&self.seen.puzzle) {
            return Ok(self.walls_changed());
        }
        let missing = self.missing_marks(&solved);
        match missing.rest.is_empty() && !missing.last.is_empty() {
            true => self.mark_last(missing.last),
            _ if self.seen.puzzle == solved => Ok(match self.looks_like(&before) {
                true => Marked::Nothing,
                // There are marks, and they are not told from floor.
                false => Marked::Unreadable,
            }),
            _ => Ok(Marked::Made),
        }
    }

    /// Marks the only cell that is left. Where it is a wall in between, waits until that has gone: it is not one too many.
    fn mark_last(&mut self, clicks: Clicks<G>) -> Result<Marked, Halt> {
        self.before.last_again(&self.seen);
        let marked = match clicks.as_slice() {
            [_, .., (_, board)] => Some(board.clone()),
            _ => None,
        };
        self.click(clicks)?;
        if marked.is_some() {
            self.shown(marked.as_ref())?;
        }
        Ok(Marked::Made)
    }

    /// What it means that walls changed: the half of a mark, the other click of which was lost, or a game that takes the
    /// clicks for something else.
    fn walls_changed(&self) -> Marked {
        match self.player.session.profile.marking() {
            Some(Marking::AfterWall) => Marked::Made,
            _ => Marked::Spoiled,
        }
    }

    /// Looks at the puzzle as it stands by now; gives what is to be seen instead of it.
    fn see_again(&mut self, expected: Option<&G::Puzzle>) -> Result<Option<Marked>, Halt> {
        match self.shown(expected)? {
            Observation::Board(now) if G::same_puzzle(&now.puzzle, &self.seen.puzzle) => {
                self.seen = now;
                Ok(None)
            }
            Observation::Hidden(_) => Ok(Some(Marked::Unreadable)),
            _ => Ok(Some(Marked::Made)),
        }
    }

    /// Whether nothing on the cells has changed since.
    fn looks_like(&self, before: &SeenBoard<G>) -> bool {
        let bounds = self
            .player
            .session
            .profile
            .placed(before.grid)
            .cells
            .bounds();
        let [was, is] = before.with(&self.seen.frame);
        before.place == self.seen.place && Restless::default().changed(&was, &is, bounds) == 0.0
    }

    /// What is to be seen once this board is, or does not come.
    fn shown(&mut self, expected: Option<&G::Puzzle>) -> Result<Observation<G>, Halt> {
        let mut since = Instant::now();
        let end = since + READABLE;
        loop {
            match self.player.session.watcher.settled(since, READABLE)? {
                Observation::Board(now) if Some(&now.puzzle) != expected && since < end => {
                    since = now.frame.taken + Duration::from_micros(1);
                }
                other => return Ok(other),
            }
        }
    }

    /// How what is to be marked is marked; nothing where nobody knows how.
    fn missing_marks(&self, solved: &G::Puzzle) -> Marks<G::Puzzle> {
        let profile = self.player.session.profile;
        let marks = |fits: &dyn Fits<G>| fits.marks(solved, &self.seen.puzzle, profile);
        G::abilities().fits.map(marks).unwrap_or_default()
    }

    fn click(&mut self, clicks: Clicks<G>) -> Result<(), Halt> {
        let (gestures, boards): (Vec<_>, Vec<_>) = clicks.into_iter().unzip();
        let start = std::iter::once(self.seen.puzzle.clone());
        let stages: Vec<Vec<G::Puzzle>> = start.chain(boards).map(|board| vec![board]).collect();
        // A click that is lost where two make a mark leaves a wall.
        let beat = self.player.session.pace.beat().for_time(CALMLY);
        let spot = self.seen.spot();
        let park = spot.resting(self.player.session.profile);
        let done = (self.player).perform_in(beat, gestures, &stages, spot, park)?;
        self.report.gestures += done.performed;
        Ok(())
    }
}
