//! A button that comes up together with the sign: who clicks its place before clicks on something else, and what was
//! asked for never comes.

use std::time::{Duration, Instant};

use super::Player;
use super::solved_sign::{DIFFERENT, SIGN};
use crate::base::{Point, Rect};
use crate::bot::Halt;
use crate::bot::compare::{ALIKE, Restless, correlation};
use crate::bot::look::{Hidden, SeenBoard};
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::SolvedBy;
use crate::screen::Frame;
use crate::vision::View;

/// A button over the board comes up within this time. Chosen: a car that drove off was followed by its dialog after
/// 0.8 s, and banners stay for some seconds.
const COMES_UP: Duration = Duration::from_millis(3500);
/// What comes up is looked for so far around the click, in board pixels. Chosen: more than a button is high, which may
/// only change its colour under the pointer.
const AROUND: i32 = 60;
/// And so near that it is the button itself, and nothing beside it, such as the board or a number. Chosen: low buttons are
/// twenty pixels high.
const OWN: i32 = 10;
/// What comes up by and by is all there if no more than this changes from one look to the next, a share. Chosen: smoothing.
const SETTLED: f32 = 0.02;
/// It stands if it is so for this long: a game that slides it in paints it anew less often than it is looked at. Chosen: six
/// frames at 60 a second.
const STANDS: Duration = Duration::from_millis(100);

impl<G: Game> Player<'_, G> {
    /// Waits for the button over the board on which a way clicks first, if it does: its place shows something else then
    /// than while the board was played.
    pub(super) fn until_button(&mut self, way: &[Gesture]) -> Result<(), Halt> {
        let Some((board, at)) = self.played.clone().zip(first_click(way)) else {
            return Ok(());
        };
        if !self.cells_of(&board).contains(at) {
            return Ok(());
        }
        let begun = Instant::now();
        let mut since = begun;
        let mut last = board.frame.clone();
        while begun.elapsed() < COMES_UP {
            let now = self.session.watcher.look(since)?.frame().clone();
            since = now.taken + Duration::from_micros(1);
            let place = around(at, AROUND);
            let is_same = changed(&board, [&last, &now], place) < SETTLED;
            let stands = is_same && now.taken.saturating_duration_since(last.taken) > STANDS;
            if stands && is_other(&board, [&board.frame, &now], place) {
                break;
            }
            if !is_same {
                last = now;
            }
        }
        Ok(())
    }

    /// How long a sign is waited for. One that is known to come up over the board does so as late as its button may, and who
    /// asks for the next puzzle before it is there finds it over that one. So may one of a game of which nothing is known yet.
    pub(super) fn sign_time(&self) -> Duration {
        let may_come_up = self.has_sign_over() || self.session.profile.solved.is_none();
        if may_come_up { COMES_UP } else { SIGN }
    }

    /// Whether the game is known to show that a puzzle is solved by something that lies over the board.
    pub(super) fn has_sign_over(&self) -> bool {
        let solved = self.session.profile.solved;
        matches!(solved, Some(SolvedBy::Banner | SolvedBy::Window))
    }

    /// Whether what a way clicks first came up only after that: its place showed the same in that frame as while the board
    /// was played, and shows something else now.
    pub(super) fn was_early(&self, way: &[Gesture], clicked: &Frame, now: &Frame) -> bool {
        let known = self.played.as_ref().zip(first_click(way));
        known.is_some_and(|(board, at)| {
            let is_other = |frames, reach| is_other(board, frames, around(at, reach));
            let came_up = || {
                [AROUND, OWN]
                    .iter()
                    .all(|reach| is_other([clicked, now], *reach))
            };
            !is_other([&board.frame, clicked], AROUND) && came_up()
        })
    }

    /// Whether no board is found any more after the one gesture that asks for the next puzzle, and something else than before
    /// lies where the last one did: a board that nobody knows, or what lies over one. What came of the first of several
    /// gestures may wait for the others.
    pub(super) fn is_gone(&self, before: &Frame, now: &Hidden) -> bool {
        let is_one = self.session.profile.next.steps().len() == 1;
        let is_other =
            |board| changed(board, [before, &now.frame], self.cells_of(board)) > DIFFERENT;
        is_one && now.place.is_none() && self.played.as_ref().is_some_and(is_other)
    }

    /// Whether a board that was read is what is to be seen of the one that was played: it looks as it did then.
    pub(super) fn is_rest_of_played(&self, seen: &SeenBoard<G>) -> bool {
        let is_same =
            |board| changed(board, [&board.frame, &seen.frame], self.cells_of(seen)) < SETTLED;
        self.played.as_ref().is_some_and(is_same)
    }

    /// Whether the board that was played shows the same in both frames, whatever lies over it.
    pub(super) fn is_board_still(&self, frames: [&Frame; 2]) -> bool {
        let is_same = |board| changed(board, frames, self.cells_of(board)) == 0.0;
        self.played.as_ref().is_some_and(is_same)
    }

    /// The rectangle around the cells of a board.
    pub(super) fn cells_of(&self, board: &SeenBoard<G>) -> Rect {
        self.session.profile.placed(board.grid).cells.bounds()
    }
}

fn first_click(way: &[Gesture]) -> Option<Point> {
    way.iter().find_map(|gesture| match gesture {
        Gesture::Click { at, .. } => Some(*at),
        _ => None,
    })
}

fn around(at: Point, reach: i32) -> Rect {
    let side = 2 * reach + 1;
    Rect::new(at.x - reach, at.y - reach, side, side)
}

/// The share of an area of a board that differs between two frames; all of it in a window of another size.
fn changed<G: Game>(board: &SeenBoard<G>, frames: [&Frame; 2], area: Rect) -> f32 {
    let place = board.place;
    let [before, now] = frames.map(|frame| View { frame, place });
    match before.frame.image.dimensions() == now.frame.image.dimensions() {
        true => Restless::default().changed(&before, &now, area),
        false => 1.0,
    }
}

/// Whether an area of a board shows something else in the second frame, and not only the same in another light.
fn is_other<G: Game>(board: &SeenBoard<G>, frames: [&Frame; 2], area: Rect) -> bool {
    let place = board.place;
    let [before, now] = frames.map(|frame| View { frame, place });
    let is_alike = || correlation(&before, &now, area).is_some_and(|alike| alike > ALIKE);
    changed(board, frames, area) > DIFFERENT && !is_alike()
}
