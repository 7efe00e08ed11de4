//! Bringing the game to another puzzle.

use std::time::{Duration, Instant};

use super::attempt::Attempt;
use super::request::are_keys;
use super::{CLEARINGS, Player};
use crate::bot::compare::{ALIKE, Restless, correlation, is_dimmed};
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::{Ending, Evidence};
use crate::bot::stillness::Stillness;
use crate::bot::{Activity, Halt};
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::{Filling, Way};
use crate::screen::Frame;
use crate::vision::{Note, View};

/// Requests for one puzzle before the game is taken not to have it. Chosen: where one in ten is lost, so many in a
/// row are once in a hundred million times.
const REQUESTS: usize = 8;
/// The same of one that may lie under a sign. Chosen: one in ten is lost.
const SIGN_REQUESTS: usize = 3;
/// A game that goes on by itself does so within this time, and one that moves all the time is asked again after
/// it. Chosen: nearly ten times as long as signs stay.
const BY_ITSELF: Duration = Duration::from_secs(30);
/// Signs that a puzzle is solved go within this time. Chosen: banners stay for some seconds.
const SIGN: Duration = Duration::from_millis(3500);
/// What may have come unseen is deduced again after so long. Chosen: a share of the time that is waited.
const DEDUCED: Duration = Duration::from_secs(3);
/// The share of the board's pixels in which two puzzles differ at least, 0 to 1. Chosen: three cells of a
/// board of 64.
const OTHER: f32 = 0.05;
/// A puzzle that comes later than this after it was asked for may be followed by another: a game that was asleep
/// may go on by itself, and then do what was asked. Chosen: pages took 510 ms at most.
const SLOW: Duration = Duration::from_secs(1);
/// Such a puzzle, or one that was asked for more than once, must stand still for so long before it is played.
/// Chosen: twice the time of the slowest page.
const STANDS: Duration = Duration::from_secs(1);

/// What came of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    Puzzle,
    /// The board looks different, but cannot be read: whether that stays so is seen later.
    Something,
    Nothing,
}

/// One request for a puzzle.
struct Request<'r, G: Game> {
    /// The puzzle that is not wanted.
    last: Option<&'r G::Puzzle>,
    /// What the window showed before.
    before: Option<Frame>,
    /// When the request was made; of a game that goes on by itself, since when it is waited for.
    asked: Instant,
    /// How often it was made; never of a game that goes on by itself.
    times: usize,
}

impl<G: Game> Player<'_, G> {
    /// Has the game show the next puzzle; false if the profile knows no way to.
    pub fn next(&mut self, last: &Option<G::Puzzle>) -> Result<bool, Halt> {
        // It may have come by itself.
        let is_other = |seen: &SeenBoard<G>| {
            last.as_ref()
                .is_none_or(|last| G::is_next(last, &seen.puzzle))
        };
        if self.fresh.as_ref().is_some_and(is_other) {
            return Ok(true);
        }
        let next = &self.session.profile.next;
        if !next.is_complete() {
            return Ok(false);
        }
        match self.bring(next, Filling::default(), last.as_ref(), REQUESTS)? {
            true => Ok(true),
            false => Err(Halt::Game(match (next, self.unread.take()) {
                (Way::Auto, None) => {
                    format!("the game showed no other puzzle within {BY_ITSELF:?}")
                }
                (Way::Auto, Some(why)) => format!(
                    "what the game shows could not be read for {:?}: {why}",
                    self.patience_by_itself(true)
                ),
                (_, unread) => {
                    let unread = unread.map(|why| format!("; what it shows cannot be read: {why}"));
                    format!(
                        "the game shows no other puzzle after {REQUESTS} requests ({next}){}",
                        unread.unwrap_or_default()
                    )
                }
            })),
        }
    }

    /// Asks for the next puzzle if what keeps a board from being read may be the game's sign over one that was solved
    /// before anybody looked: whether something came. A key may be lost.
    pub fn clears_sign(&mut self) -> Result<bool, Halt> {
        let next = &self.session.profile.next;
        if !self.has_sign_over() || next.steps().is_empty() || !self.session.is_seen(next) {
            return Ok(false);
        }
        tracing::info!("what cannot be read may be a solved puzzle: the next is asked for");
        self.bring(next, Filling::default(), None, SIGN_REQUESTS)
    }

    /// Has the game show a level; `last` is the puzzle that was played before, if one was. The first may be on the
    /// screen already.
    pub fn enter(&mut self, level: u64, last: &Option<G::Puzzle>) -> Result<(), Halt> {
        let next = &self.session.profile.next;
        let with = Filling {
            level: Some(level),
            ..Filling::default()
        };
        self.fresh = None;
        if last.is_some() {
            return match self.bring(next, with, last.as_ref(), REQUESTS)? {
                true => Ok(()),
                false => Err(Halt::Game(format!(
                    "the game does not show level {level} after {REQUESTS} requests ({next})"
                ))),
            };
        }
        let shown = match self
            .session
            .watcher
            .settled(Instant::now(), self.settings.patience)?
        {
            Observation::Board(seen) => Some(seen.puzzle),
            _ => None,
        };
        let way = self.gestures(next, with)?;
        self.ask(&way, shown.as_ref(), 1)?;
        Ok(())
    }

    /// Asks for another puzzle than the last until one is there, so many times at most; false if none comes.
    fn bring(
        &mut self,
        next: &Way,
        with: Filling,
        last: Option<&G::Puzzle>,
        most: usize,
    ) -> Result<bool, Halt> {
        self.settings.onlooker.now(Activity::Waiting);
        let way = self.gestures(next, with)?;
        self.until_button(&way)?;
        let most = if way.is_empty() { 1 } else { most };
        for times in 1..=most {
            // A sign that comes late may have pushed the button aside meanwhile.
            let way = self.gestures(next, with)?;
            if self.ask_in_steps(&way, last, times)? != Came::Nothing {
                return Ok(true);
            }
            // A click may have come too early: what is clicked is clicked there once more.
            if times > 1 && way.iter().any(Gesture::is_click) {
                self.session.missed();
            }
        }
        Ok(false)
    }

    /// Asks once, for the `times`th time. A key that is lost leaves one too many for the next time, which may open something
    /// over the puzzle that came: then keys are typed one by one, and no more of them once it is there.
    fn ask_in_steps(
        &mut self,
        way: &[Gesture],
        last: Option<&G::Puzzle>,
        times: usize,
    ) -> Result<Came, Halt> {
        if times == 1 || !are_keys(way) {
            return self.ask(way, last, times);
        }
        let mut came = Came::Nothing;
        for step in way {
            came = self.ask(std::slice::from_ref(step), last, times)?;
            if came == Came::Puzzle {
                break;
            }
        }
        Ok(came)
    }

    /// Asks once, for the `times`th time, and waits for what comes of it. No way is to wait for a game that goes on
    /// by itself.
    fn ask(
        &mut self,
        way: &[Gesture],
        last: Option<&G::Puzzle>,
        times: usize,
    ) -> Result<Came, Halt> {
        let mut request = Request {
            last,
            before: self.session.watcher.frame.clone(),
            asked: Instant::now(),
            times: if way.is_empty() { 0 } else { times },
        };
        let answered = self.answer_dialog(way, times)?;
        if answered < way.len() {
            let Some(done) = self.insist(&way[answered..], times)? else {
                return Ok(Came::Nothing);
            };
            request.asked = done.began;
        }
        if !way.is_empty() {
            self.asked = Some(request.asked);
        }
        self.answer(&request, way)
    }

    /// Waits for the answer to a request: another puzzle, or that nothing changes any more.
    fn answer(&mut self, request: &Request<G>, way: &[Gesture]) -> Result<Came, Halt> {
        let patience = self.session.answer.patience();
        let mut stillness = Stillness::default();
        // The other puzzle that is there, and since when.
        let mut other: Option<(G::Puzzle, Instant)> = None;
        let mut since = request.asked;
        let mut deduced: Option<Instant> = None;
        let mut last: Option<Frame> = None;
        let mut clearings = 0..CLEARINGS;
        loop {
            let look = self.session.watcher.look(since)?;
            let frame = look.frame().clone();
            let last = last.replace(frame.clone());
            since = frame.taken + Duration::from_micros(1);
            let mut hidden = None;
            match look {
                Observation::Board(seen)
                    if request.is_other(&seen.puzzle) && !self.is_rest_of_played(&seen) =>
                {
                    let came = match other.take() {
                        Some((puzzle, came)) if puzzle == seen.puzzle => came,
                        _ => frame.taken,
                    };
                    let took = came.saturating_duration_since(request.asked);
                    if frame.taken - came >= request.must_stand(took) {
                        if request.times == 1 {
                            self.session.answer.learn(took);
                        }
                        (self.fresh, self.unread) = (Some(seen), None);
                        return Ok(Came::Puzzle);
                    }
                    other = Some((seen.puzzle, came));
                    continue;
                }
                Observation::Hidden(now) => {
                    if self.clear_view(&now)? && clearings.next().is_some() {
                        continue;
                    }
                    hidden = Some(now);
                }
                _ => {}
            }
            other = None;
            let is_same = || last.is_some_and(|last| self.is_board_still([&last, &frame]));
            stillness.note(&frame, hidden.is_none() || is_same());
            if !self.session.watcher.is_awake(request.asked) {
                stillness.hold_back(patience);
            }
            let is_due = deduced.is_none_or(|at| at.elapsed() > DEDUCED);
            // What can be played is not asked for again, though it may look like the last in another light.
            let may_have_come = request.times == 1 && is_due && stillness.watched > patience;
            if let Some(now) = &hidden
                && (stillness.is_over(STANDS) && self.is_another_that_is_seen(request)
                    || may_have_come && self.has_come(request, now, &mut deduced)?)
            {
                self.unread = Some(now.error.to_string());
                return Ok(Came::Something);
            }
            let by_itself = self.patience_by_itself(hidden.is_some());
            if request.may_be_over(&stillness, patience) {
                self.unread = hidden.as_ref().map(|now| now.error.to_string());
                if let Some(now) = hidden {
                    let came = request.times == 0 && is_due;
                    let before = request.before.as_ref();
                    if before.is_some_and(|before| self.was_early(way, before, &now.frame)) {
                        return Ok(Came::Nothing);
                    }
                    let is_gone = before.is_some_and(|before| self.is_gone(before, &now));
                    let is_other = is_gone || self.is_other(request, &now);
                    if is_other || came && self.has_come(request, &now, &mut deduced)? {
                        return Ok(Came::Something);
                    }
                    if request.times == 0 {
                        self.session.watcher.expect_another();
                    }
                }
                if request.is_over(&stillness, by_itself) {
                    return Ok(Came::Nothing);
                }
            }
        }
    }

    /// How long after the request for the last puzzle the one came that is there now, if that may be another answer to it.
    pub(super) fn echoes(&self) -> Option<Duration> {
        let came = self.fresh.as_ref()?.frame.taken;
        let after = came.saturating_duration_since(self.asked?);
        (after < self.session.answer.echo()).then_some(after)
    }

    /// How long a game that goes on by itself is waited for, and one that shows something which cannot be read.
    fn patience_by_itself(&self, is_unread: bool) -> Duration {
        match is_unread {
            true => self.settings.pause,
            false => BY_ITSELF,
        }
    }

    /// Whether another puzzle makes sense of a board that shows something never seen; it may have been there before.
    fn has_come(
        &mut self,
        request: &Request<G>,
        now: &Hidden,
        tried: &mut Option<Instant>,
    ) -> Result<bool, Halt> {
        let seen = self.deduce(now)?;
        *tried = Some(Instant::now());
        Ok(seen.is_some_and(|seen| request.is_other(&seen.puzzle)))
    }

    /// Whether all tiles of a board that was asked for are surely seen, other ones than those of the last, though they make
    /// no sense: numbers that nobody can bring in order.
    fn is_another_that_is_seen(&self, request: &Request<G>) -> bool {
        let (Some(tiled), Some(last)) = (G::abilities().tiled, request.last) else {
            return false;
        };
        let letters = tiled.sketch(last).letters;
        let (watcher, enough) = (&self.session.watcher, self.session.profile.confidence);
        let notes = watcher.notes();
        let is_other = |(note, letter): (&Note, &char)| !watcher.calls(note, *letter);
        request.times > 0
            && notes.len() == letters.len()
            && notes.iter().all(|note| note.confidence >= enough)
            && notes.iter().zip(&letters).any(is_other)
    }

    /// Whether the board is to be seen and looks different now, and not only in the shade of a dialog, or out of it.
    fn is_other(&self, request: &Request<G>, now: &Hidden) -> bool {
        let profile = self.session.profile;
        let (cells, places) = (profile.cells.bounds(), profile.places().cells);
        let known = request.before.as_ref().zip(now.place);
        known.is_some_and(|(before, place)| {
            let view = |frame| View { frame, place };
            let (before, now) = (view(before), view(&now.frame));
            let played = self.played.as_ref().map(|board| view(&board.frame));
            let was_shaded = played.is_some_and(|played| is_dimmed(&played, &before, &places));
            let is_same = match was_shaded {
                true => correlation(&before, &now, cells).is_some_and(|alike| alike > ALIKE),
                false => is_dimmed(&before, &now, &places),
            };
            !is_same && Restless::default().changed(&before, &now, cells) > OTHER
        })
    }
}

impl<G: Game> Attempt<'_, '_, G> {
    /// Whether the next puzzle comes by itself, where the game is said to go on so.
    pub(super) fn comes_by_itself(&mut self, solved: &G::Puzzle) -> Result<bool, Halt> {
        if self.player.session.profile.next != Way::Auto {
            return Ok(false);
        }
        match self.player.next(&Some(solved.clone())) {
            Ok(came) => Ok(came && self.player.fresh.is_some()),
            Err(Halt::Hand(_) | Halt::Game(_)) => Ok(false),
            Err(halt) => Err(halt),
        }
    }

    /// The next puzzle came by itself when this one was seen to be solved by its rules.
    pub(super) fn came(&mut self, next: SeenBoard<G>) {
        self.player.fresh = Some(next);
        match self.player.echoes() {
            None => self.report.evidence = Some(Evidence::Next),
            Some(_) if self.player.wants_sign() => self.doubt_next(),
            Some(_) => {}
        }
    }

    /// Takes it back that the next puzzle says that this one is solved if it may have come for another reason.
    pub(super) fn doubt_next(&mut self) {
        if let Some(after) = self.player.echoes() {
            self.report.evidence = None;
            self.report.ending = Ending::Overtaken(after);
        }
    }
}

impl<G: Game> Request<'_, G> {
    fn is_other(&self, puzzle: &G::Puzzle) -> bool {
        self.last.is_none_or(|last| G::is_next(last, puzzle))
    }

    /// How long a puzzle must stand still that came so long after the request.
    fn must_stand(&self, took: Duration) -> Duration {
        match self.times {
            0 => Duration::ZERO,
            1 if took < SLOW => Duration::ZERO,
            _ => STANDS,
        }
    }

    /// Whether nothing has changed for long enough. A game that goes on by itself may show a sign first.
    fn may_be_over(&self, stillness: &Stillness, patience: Duration) -> bool {
        let patience = if self.times == 0 {
            patience.max(SIGN)
        } else {
            patience
        };
        stillness.is_over(patience) || stillness.watched > BY_ITSELF
    }

    /// Whether what may be over is, if there is nothing else to be seen: a game that goes on by itself takes its
    /// time.
    fn is_over(&self, stillness: &Stillness, by_itself: Duration) -> bool {
        self.times > 0 || stillness.watched > by_itself
    }
}
