//! What a board that cannot be read says of a puzzle that should be solved: something lies over it, it was painted anew,
//! or the game left it.

use super::Player;
use super::check::Watch;
use super::solved_sign::DIFFERENT;
use crate::base::{Point, Rect};
use crate::bot::compare::{Restless, changed_around, changed_since, is_dimmed, moved_by};
use crate::bot::dialog::is_under_dialog;
use crate::bot::look::{Hidden, SeenBoard};
use crate::bot::report::Evidence;
use crate::game::Game;
use crate::profile::SolvedBy;
use crate::screen::Frame;
use crate::vision::ReadError;

/// A sign covers so large a share of the tiles at least. By trial: the smallest banner that was seen covered 7 % of them.
const COVERED: f32 = 0.04;

/// A board of whose cells so large a share of the pixels differ from before the last moves was left by the game, 0
/// to 1, unless it is dimmed. Chosen: no moves that are made at once change so much; the walls of a dungeon are at most two thirds of
/// its cells.
const LEFT: f32 = 0.8;

/// A board that is not recognised is there, in other colours, if no more of the page around it has changed than this
/// and at least so much of itself, shares. Chosen: a counter and a line of praise are less, the way that a worm went is
/// more.
const AROUND: f32 = 0.15;
const REPAINTED: f32 = 0.25;
/// What is not painted anew differs by less. Chosen: smoothing at its rim. It is looked for in squares, so many along
/// the longer side. Chosen: each wall of a board of 20 cells holds one.
const STAYS: f32 = 0.02;
const PARTS: i32 = 40;

/// A band across the page covers so much of the tiles that it reaches, and changes so much around the board, shares.
/// Chosen: a count of moves is less.
const TOUCHED: f32 = 0.08;
const BAND: f32 = 0.02;
/// Words across a board change more than this of each tile that they reach, of so many tiles at least, and less than this
/// of all of them, shares. Chosen: a stroke of a letter; more than one tile moves by no game's own doing; large letters
/// in an outline are less.
const LETTERS: f32 = 0.02;
const SEVERAL: usize = 2;
const THIN: f32 = 0.15;
/// Of a board that is partly covered at most this is not to be seen; and so much where the game is known to show a
/// sign over it. Chosen: half of it; a dialog as wide as the board leaves a row.
const MOST: f32 = 0.5;
const MOST_BY_SIGN: f32 = 0.85;

impl<G: Game> Player<'_, G> {
    /// What a board that cannot be read says of a puzzle that should be solved; None if nothing.
    pub(super) fn sign_of(&self, watch: &Watch<G>, hidden: &Hidden) -> Option<Evidence> {
        let start = watch.start;
        let profile = self.session.profile;
        let can_be = match profile.solved {
            // What was nothing over one board may be something over another: words across blocks are not to be told.
            Some(by) => matches!(by, SolvedBy::Banner | SolvedBy::Nothing),
            None => profile.templates.solved.is_empty(),
        };
        if matches!(hidden.error, ReadError::NoBoard(_)) || hidden.place.is_none() {
            // It may be there, and only be not recognised.
            return match self.is_left(start, hidden) {
                true => Some(Evidence::Left),
                false => {
                    let is_usual = profile.solved == Some(SolvedBy::Banner);
                    let tells = watch.by_keys || is_usual;
                    let is_shaded = || {
                        (tells && self.is_dimmed(start, &hidden.frame))
                            || self.is_under_dialog(start, hidden)
                    };
                    let is_covered = || {
                        self.is_partly_covered(start, &watch.expected, hidden)
                            || self.is_written_over(start, &watch.expected, hidden)
                    };
                    let is_there =
                        can_be && (self.is_repainted(start, hidden) || is_shaded() || is_covered());
                    is_there.then_some(Evidence::Sign)
                }
            };
        }
        // Where the free cell of a board of numbers is filled in the end, no tile is unsure.
        let is_signed = || {
            self.unsure_beside(start, &watch.expected) > COVERED
                || self.is_in_shade(start, &hidden.frame)
                || self.is_under_dialog(start, hidden)
                || self.is_partly_covered(start, &watch.expected, hidden)
                || self.is_dotted(start, &watch.expected, hidden)
        };
        // The dialog whose shade is the floor's other colour may lie over what is to be read.
        let is_colour =
            || profile.solved == Some(SolvedBy::Colour) && self.is_in_shade(start, &hidden.frame);
        ((can_be && is_signed()) || is_colour()).then_some(Evidence::Sign)
    }

    /// What share of the tiles is not certain that the last moves leave alone: where something is to come or go, the game
    /// may show that it can.
    fn unsure_beside(&self, start: &SeenBoard<G>, expected: &G::Puzzle) -> f32 {
        let watcher = &self.session.watcher;
        let (notes, enough) = (watcher.notes(), self.session.profile.confidence);
        let Some(tiled) = G::abilities().tiled.filter(|_| start.grid.is_some()) else {
            return watcher.unsure();
        };
        let [was, is] = [&start.puzzle, expected].map(|puzzle| tiled.sketch(puzzle).letters);
        if [was.len(), is.len()] != [notes.len(); 2] {
            return watcher.unsure();
        }
        let is_unsure = |at: &usize| was[*at] == is[*at] && notes[*at].confidence < enough;
        let unsure = (0..notes.len()).filter(is_unsure).count();
        unsure as f32 / notes.len().max(1) as f32
    }

    /// Whether all of the board lies in a shade: in it floor may look as walls did, and the board be read as another.
    pub(super) fn is_in_shade(&self, start: &SeenBoard<G>, now: &Frame) -> bool {
        self.is_all_other(start, now) && self.is_dimmed(start, now)
    }

    /// Whether the page around the board is as it was, and the board itself is not: it was painted anew, but for
    /// walls and the like: the shade of a menu falls on all of it.
    fn is_repainted(&self, start: &SeenBoard<G>, hidden: &Hidden) -> bool {
        let place = start.place;
        let bounds = self.cells_of(start);
        let views = start.with(&hidden.frame);
        let changed = |area: Rect| Restless::default().changed(&views[0], &views[1], area);
        let side = (bounds.width.max(bounds.height) / PARTS).max(1);
        let [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
        let corners = (bounds.y..bottom - side)
            .step_by(side as usize)
            .flat_map(|y| {
                (bounds.x..right - side)
                    .step_by(side as usize)
                    .map(move |x| (x, y))
            });
        let mut parts = corners.map(|(x, y)| Rect::new(x, y, side, side));
        let stays = parts.any(|area| changed(area) < STAYS);
        changed(bounds) > REPAINTED
            && stays
            && changed_around(&start.frame, &hidden.frame, place.area(bounds))
                .is_some_and(|around| around < AROUND)
    }

    /// Whether hardly anything is left of the board where it was, or the game gave its window another size.
    fn is_left(&self, start: &SeenBoard<G>, hidden: &Hidden) -> bool {
        let (before, now) = (&start.frame, &hidden.frame);
        let resized = before.image.dimensions() != now.image.dimensions();
        resized || (self.is_all_other(start, now) && !self.is_dimmed(start, now))
    }

    /// Whether hardly any pixel of the board's cells is as it was.
    fn is_all_other(&self, start: &SeenBoard<G>, now: &Frame) -> bool {
        let cells = self.cells_of(start);
        let views = start.with(now);
        Restless::default().changed(&views[0], &views[1], cells) > LEFT
    }

    /// Whether some of the board is as it was, in another light: something lies over it.
    fn is_dimmed(&self, start: &SeenBoard<G>, now: &Frame) -> bool {
        let [before, now] = start.with(now);
        let cells = self.session.profile.placed(start.grid).places().cells;
        is_dimmed(&before, &now, &cells)
    }

    /// Whether a dialog came up, in whose shade the board lies. A click on a dungeon's cell may open a menu as well.
    fn is_under_dialog(&self, start: &SeenBoard<G>, hidden: &Hidden) -> bool {
        if G::abilities().tiled.is_none() {
            return false;
        }
        let [before, now] = start.with(&hidden.frame);
        let cells = self.session.profile.placed(start.grid).places().cells;
        is_under_dialog(&before, &now, &cells)
    }

    /// Whether all tiles are what they should be, but for some that the last moves leave alone and that are not as they
    /// were: a word may be smaller than a tile.
    fn is_dotted(&self, start: &SeenBoard<G>, expected: &G::Puzzle, now: &Hidden) -> bool {
        let Some(tiled) = G::abilities().tiled.filter(|_| start.grid.is_some()) else {
            return false;
        };
        let profile = &self.session.profile;
        let [was, is] = [&start.puzzle, expected].map(|puzzle| tiled.sketch(puzzle).letters);
        let places = profile.placed(start.grid).places().cells;
        let notes = self.session.watcher.notes();
        let is_as_large = start.frame.image.dimensions() == now.frame.image.dimensions();
        if [was.len(), is.len(), notes.len()] != [places.len(); 3] || !is_as_large {
            return false;
        }
        let [before, after] = start.with(&now.frame);
        let touched = |at: usize| {
            let nowhere = Point::new(0, 0);
            was[at] == is[at] && changed_since(&before, &after, places[at], nowhere) > TOUCHED
        };
        let as_expected = |at: usize| self.session.watcher.calls(&notes[at], is[at]);
        let is_sure = |at: &usize| notes[*at].confidence >= profile.confidence;
        let (sure, unsure): (Vec<usize>, Vec<usize>) = (0..notes.len()).partition(is_sure);
        !unsure.is_empty() && unsure.into_iter().all(touched) && sure.into_iter().all(as_expected)
    }

    /// Whether something lies over a board that is too much covered to be found: of the tiles that the last moves leave
    /// alone, some are not as they were, and most are, wherever the page has them now.
    fn is_partly_covered(&self, start: &SeenBoard<G>, expected: &G::Puzzle, now: &Hidden) -> bool {
        let Some(kept) = self.kept(start, expected, now) else {
            return false;
        };
        let views = start.with(&now.frame);
        let most = match self.session.profile.solved {
            Some(SolvedBy::Banner) => MOST_BY_SIGN,
            _ => MOST,
        };
        let is_covered = |by: Point, least: f32| {
            let differs = |area: &&Rect| changed_since(&views[0], &views[1], **area, by) > least;
            let covered = kept.iter().filter(differs).count() as f32;
            (COVERED..most).contains(&(covered / kept.len().max(1) as f32))
        };
        let nowhere = Point::new(0, 0);
        let is_band = || {
            let bounds = start.place.area(self.cells_of(start));
            let around = changed_around(&start.frame, &now.frame, bounds);
            around.is_some_and(|around| around > BAND) && is_covered(nowhere, TOUCHED)
        };
        // Where a button comes up besides, the page moves the board.
        is_covered(nowhere, DIFFERENT)
            || is_covered(moved_by(&views[0], &views[1], &kept), DIFFERENT)
            || is_band()
    }

    /// Whether words are written across a board, over so many tiles that it is not found: they are thin, and all else
    /// that the last moves leave alone is as it was.
    fn is_written_over(&self, start: &SeenBoard<G>, expected: &G::Puzzle, now: &Hidden) -> bool {
        let Some(kept) = self.kept(start, expected, now) else {
            return false;
        };
        let [before, after] = start.with(&now.frame);
        let nowhere = Point::new(0, 0);
        let share = |area: &Rect| changed_since(&before, &after, *area, nowhere);
        let shares: Vec<f32> = kept.iter().map(share).collect();
        let written = shares.iter().filter(|share| **share > LETTERS).count();
        let all = shares.iter().sum::<f32>() / shares.len().max(1) as f32;
        written >= SEVERAL && all < THIN
    }

    /// The tiles that the last moves leave alone; None if the board's are not known, or the picture has another size.
    fn kept(&self, start: &SeenBoard<G>, expected: &G::Puzzle, now: &Hidden) -> Option<Vec<Rect>> {
        let tiled = G::abilities().tiled.filter(|_| start.grid.is_some())?;
        let [was, is] = [&start.puzzle, expected].map(|puzzle| tiled.sketch(puzzle).letters);
        let places = self.session.profile.placed(start.grid).places().cells;
        let is_as_large = start.frame.image.dimensions() == now.frame.image.dimensions();
        if [was.len(), is.len()] != [places.len(); 2] || !is_as_large {
            return None;
        }
        let kept = (0..places.len()).filter(|at| was[*at] == is[*at]);
        Some(kept.map(|at| places[at]).collect())
    }
}
