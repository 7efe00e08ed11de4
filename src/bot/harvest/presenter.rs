//! Having the game show puzzles, and reading each one.

use std::time::{Duration, Instant};

use super::HarvestError;
use crate::base::Point;
use crate::base::record::now;
use crate::bot::beat::Beat;
use crate::bot::input_thread::Done;
use crate::bot::look::{BoardSpot, Hidden, Observation, SeenBoard};
use crate::bot::stillness::Stillness;
use crate::bot::{Rig, Session, Stop};
use crate::game::{Game, Storable};
use crate::hand::Gesture;
use crate::profile::{Filling, Profile, Way};
use crate::screen::Frame;

/// Between two captures: a game shows a puzzle for as little as 16 ms, and each is read twice.
pub const REST: Duration = Duration::from_millis(1);
/// How long the board that was there first is looked at before the pointer is moved.
const GLANCE: Duration = Duration::from_millis(250);
/// How long an unreadable board is looked at before the harvest ends.
const PATIENCE: Duration = Duration::from_secs(4);
/// Requests for one puzzle before the harvest ends. Chosen: where one in ten is lost, so many in a row are once in
/// a hundred million times.
const REQUESTS: usize = 8;
/// A game that moves all the time is asked again after so long.
const RESTLESS: Duration = Duration::from_secs(30);
/// A game may stall for so long before a seed counts as lost: typed once more it does no harm. Chosen: nine frames
/// at 60 frames a second.
const STALL: Duration = Duration::from_millis(150);
/// Between two looks whether the window is clear again.
const COVERED: Duration = Duration::from_millis(20);

/// A puzzle that was on the screen.
#[derive(Clone, Debug)]
pub struct ShownPuzzle<P> {
    pub puzzle: P,
    /// Of the reading, 0 to 1.
    pub confidence: f32,
    /// When it was read, ms since 1970.
    pub at: i64,
}

/// Another puzzle, or the last frame if that could not be read.
type Other<G> = Result<ShownPuzzle<<G as Game>::Puzzle>, Option<Hidden>>;

/// Makes the game show puzzles.
///
/// A puzzle counts as shown when two frames in a row read the same: what was caught while it
/// changed reads as nothing, or differently in the next frame. The next one is asked for only then,
/// so that nothing that was shown is missed.
pub struct Presenter<'a, G: Storable> {
    session: Session<'a, G>,
    keys: Typing,
    /// The puzzle that is on the screen.
    current: Option<ShownPuzzle<G::Puzzle>>,
    /// Puzzles that came up unasked, after a request that seemed lost.
    unasked: Vec<ShownPuzzle<G::Puzzle>>,
    /// The newest frame that was looked at was taken then.
    looked: Instant,
    spot: Option<BoardSpot>,
    /// Whether the pointer must leave the button for the board to be readable.
    leave: bool,
}

/// How keys are typed: at once, until that turns out to be too fast.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Typing {
    AtOnce,
    InPace,
}

impl<'a, G: Storable> Presenter<'a, G> {
    /// `pause` is how long the window may be covered, minimised or moving.
    pub fn new(rig: Rig, profile: &'a Profile, pause: Duration, stop: &'a Stop) -> Self {
        let mut session = Session::take(rig, REST, profile, stop);
        session.watcher.pause_limit = pause;
        Self::at(session)
    }

    pub fn at(session: Session<'a, G>) -> Self {
        Self {
            session,
            keys: Typing::AtOnce,
            current: None,
            unasked: Vec::new(),
            looked: Instant::now(),
            spot: None,
            leave: false,
        }
    }

    pub fn leave(self) -> Session<'a, G> {
        self.session
    }

    /// The puzzle that is on the screen before anything is asked for; None if there is none that
    /// can be read.
    pub fn first(&mut self) -> Result<Option<ShownPuzzle<G::Puzzle>>, HarvestError> {
        if let Ok(shown) = self.other(Instant::now() + GLANCE, |_| true)? {
            return Ok(Some(shown));
        }
        // The user's pointer may lie over the board.
        self.perform_all(Vec::new(), self.session.profile.resting())?;
        let end = Instant::now() + PATIENCE / 4;
        Ok(self.other(end, |_| true)?.ok())
    }

    /// Another puzzle, whichever the game likes.
    pub fn random(&mut self) -> Result<ShownPuzzle<G::Puzzle>, HarvestError> {
        if let Some(shown) = self.unasked() {
            return Ok(shown);
        }
        let way = match self.session.profile.next.is_complete()
            && self.session.profile.next != Way::Auto
        {
            true => self.gestures(&self.session.profile.next, Filling::default())?,
            false => vec![Gesture::click(self.button("random")?)],
        };
        match self.ask(&way, REQUESTS)? {
            Some(shown) => Ok(shown),
            None => Err(self.in_vain("another puzzle", REQUESTS)),
        }
    }

    /// The puzzle of a level; the first that is asked for may be on the screen already.
    pub fn level(
        &mut self,
        level: u64,
        is_first: bool,
    ) -> Result<ShownPuzzle<G::Puzzle>, HarvestError> {
        let with = Filling {
            level: Some(level),
            ..Filling::default()
        };
        let way = self.gestures(&self.session.profile.next, with)?;
        let there = self.current.clone().filter(|_| is_first);
        let most = if there.is_some() { 1 } else { REQUESTS };
        let shown = self.ask(&way, most)?.or(there);
        shown.ok_or_else(|| self.in_vain(&format!("level {level}"), most))
    }

    /// Asks for another puzzle, so many times at most: again only when the game has shown nothing new for long.
    fn ask(
        &mut self,
        way: &[Gesture],
        most: usize,
    ) -> Result<Option<ShownPuzzle<G::Puzzle>>, HarvestError> {
        if way.len() > 1 {
            self.keys = Typing::InPace;
        }
        for times in 1..=most {
            let asked = self.request(way)?;
            match self.answer(asked)? {
                Ok(shown) => {
                    self.learn(asked, times > 1);
                    if times > 1 {
                        self.wait_for_unasked(asked)?;
                    }
                    return Ok(Some(shown));
                }
                Err(hidden) => {
                    self.session.pace.learn(1, 1);
                    self.give_way(hidden);
                }
            }
        }
        Ok(None)
    }

    /// A puzzle that came up unasked and was not told of yet.
    pub fn unasked(&mut self) -> Option<ShownPuzzle<G::Puzzle>> {
        self.unasked.pop()
    }

    /// What one frame cost on average: capture and reading.
    pub fn costs(&self) -> (Duration, Duration) {
        self.session.watcher.costs.means()
    }

    /// The puzzle of a seed.
    pub fn seed(&mut self, seed: u64) -> Result<ShownPuzzle<G::Puzzle>, HarvestError> {
        let is_it = |puzzle: &G::Puzzle| G::seed(puzzle) == Some(seed);
        if let Some(shown) = self.current.as_ref().filter(|shown| is_it(&shown.puzzle)) {
            return Ok(shown.clone());
        }
        let with = Filling {
            seed: Some(seed),
            ..Filling::default()
        };
        let way = self.gestures(&self.session.profile.to_seed(), with)?;
        for attempt in 0..REQUESTS {
            // It may be there already, or come late.
            if attempt > 0
                && let Ok(shown) = self.other(Instant::now(), is_it)?
            {
                return Ok(shown);
            }
            let begun = self.request(&way)?;
            match self.other(begun + self.lost_after(), is_it)? {
                Ok(shown) => {
                    self.learn(begun, attempt > 0);
                    return Ok(shown);
                }
                Err(hidden) => {
                    self.session.pace.learn(1, 1);
                    self.keys = Typing::InPace;
                    self.give_way(hidden);
                }
            }
        }
        Err(self.in_vain(&format!("seed {seed}"), REQUESTS))
    }

    /// Goes a way as soon as the window is clear; returns when the last step ended.
    fn request(&mut self, way: &[Gesture]) -> Result<Instant, HarvestError> {
        let mut made = 0;
        let mut ended = Instant::now();
        while made < way.len() {
            // What is typed goes on at once: each puzzle counts.
            let most = if self.keys == Typing::AtOnce {
                made + 1
            } else {
                way.len()
            };
            match self.perform(&way[made..most], &way[..most])? {
                Ok(done) => (made, ended) = (most, done),
                // If the window was covered on the way, the game may have lost what it has so far.
                Err(()) => made = 0,
            }
        }
        Ok(ended)
    }

    /// Performs gestures, the last of those so far; returns when they ended, or nothing if the window was not
    /// clear: then not all was done.
    fn perform(
        &mut self,
        gestures: &[Gesture],
        so_far: &[Gesture],
    ) -> Result<Result<Instant, ()>, HarvestError> {
        let profile = self.session.profile;
        let park = match self.leave {
            true => profile.resting(),
            false => profile.resting_after(so_far),
        };
        let done = self.perform_all(gestures.to_vec(), park)?;
        if done.performed == gestures.len() && done.trouble.is_none() {
            return Ok(Ok(done.ended));
        }
        // Another window may lie over the button and not over the board.
        std::thread::sleep(COVERED);
        self.spot = None;
        Ok(Err(()))
    }

    fn perform_all(&mut self, gestures: Vec<Gesture>, park: Point) -> Result<Done, HarvestError> {
        let spot = match self.spot {
            Some(spot) => spot,
            None => self
                .session
                .watcher
                .spot(Instant::now(), PATIENCE)?
                .ok_or_else(|| self.in_vain("the board", 0))?,
        };
        let beat = match (gestures.as_slice(), self.keys) {
            ([Gesture::Keys(_)], Typing::AtOnce) => Beat::even(Duration::ZERO),
            _ => self.session.pace.beat_of(&gestures),
        };
        Ok(self.session.perform(gestures, &[], spot, beat, park)?)
    }

    /// Waits for the answer to a request: as [`other`](Self::other), until nothing changes any more.
    fn answer(&mut self, asked: Instant) -> Result<Other<G>, HarvestError> {
        let patience = self.session.answer.patience();
        let mut stillness = Stillness::default();
        self.until(
            |session, frame, is_same| {
                stillness.note(frame, is_same);
                if !session.watcher.is_awake(asked) {
                    stillness.hold_back(patience);
                }
                stillness.is_over(patience) || stillness.watched > RESTLESS
            },
            |_| true,
        )
    }

    /// Waits until `end` for a puzzle that is not the current one, and makes it the current one if
    /// it is `wanted`. If it is not, or none comes: the last frame, if that could not be read.
    fn other(
        &mut self,
        end: Instant,
        wanted: impl Fn(&G::Puzzle) -> bool,
    ) -> Result<Other<G>, HarvestError> {
        self.until(|_, frame, _| frame.taken >= end, wanted)
    }

    /// The same until it `is_over`, which is told of each frame, and whether the current puzzle is to be seen.
    fn until(
        &mut self,
        mut is_over: impl FnMut(&mut Session<'a, G>, &Frame, bool) -> bool,
        wanted: impl Fn(&G::Puzzle) -> bool,
    ) -> Result<Other<G>, HarvestError> {
        let mut candidate: Option<G::Puzzle> = None;
        loop {
            let look = self
                .session
                .watcher
                .look(self.looked + Duration::from_micros(1))?;
            let frame = look.frame().clone();
            self.looked = frame.taken;
            let hidden = match look {
                Observation::Board(seen) => {
                    self.spot = Some(seen.spot());
                    let is_current = self.is_current(&seen.puzzle);
                    if !is_current && candidate.as_ref() == Some(&seen.puzzle) {
                        return Ok(match wanted(&seen.puzzle) {
                            true => Ok(self.take(seen)),
                            false => Err(None),
                        });
                    }
                    if !is_current {
                        // One look more, even if the time is over.
                        candidate = Some(seen.puzzle);
                        continue;
                    }
                    None
                }
                Observation::Solved(_) => None,
                Observation::Hidden(hidden) => Some(hidden),
            };
            candidate = None;
            if is_over(&mut self.session, &frame, hidden.is_none()) {
                return Ok(Err(hidden));
            }
        }
    }

    fn is_current(&self, puzzle: &G::Puzzle) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| G::same_puzzle(&current.puzzle, puzzle))
    }

    fn take(&mut self, seen: SeenBoard<G>) -> ShownPuzzle<G::Puzzle> {
        let shown = ShownPuzzle {
            puzzle: seen.puzzle,
            confidence: seen.confidence,
            at: now(),
        };
        self.current = Some(shown.clone());
        shown
    }

    /// The time after which a request counts as lost. A game that only stalled gets two requests at
    /// once if it is asked again too soon, and one of their puzzles is never on the screen.
    fn lost_after(&self) -> Duration {
        self.session.reaction.patience().max(STALL)
    }

    /// The puzzle that was asked for at `asked` is here.
    fn learn(&mut self, asked: Instant, was_repeated: bool) {
        if !was_repeated {
            self.session.pace.learn(1, 0);
            let time = self.looked.saturating_duration_since(asked);
            self.session.reaction.learn(time);
            self.session.answer.learn(time);
        }
    }

    /// After a request was repeated, the first may have been late instead of lost: then a puzzle
    /// comes that nobody asked for. It must be seen before the next request replaces it.
    fn wait_for_unasked(&mut self, repeated: Instant) -> Result<(), HarvestError> {
        let end = (repeated + self.lost_after()).max(self.looked + self.session.reaction.quick());
        if let Ok(shown) = self.other(end, |_| true)? {
            tracing::debug!("a request was late, not lost");
            self.session
                .reaction
                .learn(self.looked.saturating_duration_since(repeated));
            self.unasked.push(shown);
        }
        Ok(())
    }

    /// A board that cannot be read may lie under the pointer.
    fn give_way(&mut self, hidden: Option<Hidden>) {
        if let Some(hidden) = hidden {
            tracing::debug!("the pointer leaves the button: {}", hidden.error);
            self.leave = true;
        }
    }

    fn in_vain(&self, what: &str, requests: usize) -> HarvestError {
        HarvestError::InVain {
            what: what.into(),
            requests,
        }
    }

    /// The gestures of a way.
    fn gestures(&mut self, way: &Way, with: Filling) -> Result<Vec<Gesture>, HarvestError> {
        let gestures = self.session.gestures(way, with);
        gestures.map_err(HarvestError::NoWay)
    }

    fn button(&self, name: &str) -> Result<Point, HarvestError> {
        let at = self.session.profile.buttons.get(name).copied();
        at.ok_or_else(|| HarvestError::NoButton {
            profile: self.session.profile.name.clone(),
            button: name.into(),
        })
    }
}
