//! Having the game show puzzles, and reading each one.

use std::time::{Duration, Instant};

use super::HarvestError;
use crate::base::Point;
use crate::base::record::now;
use crate::bot::beat::Beat;
use crate::bot::input_thread::Done;
use crate::bot::look::{BoardSpot, Hidden, Observation, SeenBoard};
use crate::bot::{Rig, Session, Stop};
use crate::game::Storable;
use crate::hand::{Button, Gesture, Key};
use crate::profile::{Next, Profile};

/// Between two captures: a game shows a puzzle for as little as 16 ms, and each is read twice.
pub const REST: Duration = Duration::from_millis(1);
/// How long the board that was there first is looked at before the pointer is moved.
const GLANCE: Duration = Duration::from_millis(250);
/// How long an unreadable board is looked at before the harvest ends.
const PATIENCE: Duration = Duration::from_secs(4);
/// Requests for one puzzle before the harvest ends.
const REQUESTS: usize = 16;
/// A game may stall for so long before a request counts as lost. Chosen: nine frames at 60 frames a second.
const STALL: Duration = Duration::from_millis(150);
/// Between two looks whether the window is clear again.
const COVERED: Duration = Duration::from_millis(20);
/// Digits of a seed that is typed.
const DIGITS: usize = 8;

/// A puzzle that was on the screen.
#[derive(Clone, Debug)]
pub struct ShownPuzzle<P> {
    pub puzzle: P,
    /// Of the reading, 0 to 1.
    pub confidence: f32,
    /// When it was read, ms since 1970.
    pub at: i64,
}

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
    pub fn new(rig: Rig, profile: &'a Profile, stop: &'a Stop) -> Self {
        Self::at(Session::take(rig, REST, profile, stop))
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
        let request = self.next_request()?;
        let mut late = None;
        for _ in 0..REQUESTS {
            let ended = self.request(&request)?;
            match self.other(ended + self.lost_after(), |_| true)? {
                Ok(shown) => {
                    self.learn(ended, late.is_some());
                    if late.is_some() {
                        self.wait_for_unasked(ended)?;
                    }
                    return Ok(shown);
                }
                Err(hidden) => {
                    late = Some(ended);
                    self.session.pace.learn(1, 1);
                    self.give_way(hidden);
                }
            }
        }
        Err(self.in_vain("another puzzle"))
    }

    /// A puzzle that came up unasked and was not told of yet.
    pub fn unasked(&mut self) -> Option<ShownPuzzle<G::Puzzle>> {
        self.unasked.pop()
    }

    /// What one frame cost on average: capture and reading.
    pub fn costs(&self) -> (Duration, Duration) {
        let frames = self.session.watcher.costs.frames.max(1);
        let costs = &self.session.watcher.costs;
        (costs.capture / frames, costs.read / frames)
    }

    /// The puzzle of a seed.
    pub fn seed(&mut self, seed: u64) -> Result<ShownPuzzle<G::Puzzle>, HarvestError> {
        let is_it = |puzzle: &G::Puzzle| G::seed(puzzle) == Some(seed);
        if let Some(shown) = self.current.as_ref().filter(|shown| is_it(&shown.puzzle)) {
            return Ok(shown.clone());
        }
        let choose = self.button("choose")?;
        for attempt in 0..REQUESTS {
            // It may be there already, or come late.
            if attempt > 0
                && let Ok(shown) = self.other(Instant::now(), is_it)?
            {
                return Ok(shown);
            }
            let begun = self.type_seed(choose, seed)?;
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
        Err(self.in_vain(&format!("seed {seed}")))
    }

    /// Presses the button and types; returns when the last key was released.
    fn type_seed(&mut self, choose: Point, seed: u64) -> Result<Instant, HarvestError> {
        let click = Gesture::Click {
            at: choose,
            button: Button::Left,
        };
        let digits = format!("{seed:0DIGITS$}");
        let keys = digits.chars().map(Key::Char).chain([Key::Enter]).collect();
        let keys = Gesture::Keys(keys);
        loop {
            self.request(&click)?;
            // If the window was covered on the way, the game may have lost what it has so far.
            if let Some(ended) = self.perform(&keys)? {
                return Ok(ended);
            }
        }
    }

    /// Performs a gesture as soon as the window is clear; returns when it ended.
    fn request(&mut self, gesture: &Gesture) -> Result<Instant, HarvestError> {
        loop {
            if let Some(ended) = self.perform(gesture)? {
                return Ok(ended);
            }
        }
    }

    /// Performs a gesture; None if the window was not clear: then nothing, or not all, was done.
    fn perform(&mut self, gesture: &Gesture) -> Result<Option<Instant>, HarvestError> {
        let profile = self.session.profile;
        let park = match (gesture, self.button("choose")) {
            _ if self.leave => profile.resting(),
            // What is typed is a seed, for that button; if not, it hides nothing there either.
            (Gesture::Keys(_), Ok(choose)) => choose,
            _ => profile.resting_after(gesture),
        };
        let done = self.perform_all(vec![gesture.clone()], park)?;
        if done.performed == 1 && done.trouble.is_none() {
            return Ok(Some(done.ended));
        }
        // Another window may lie over the button and not over the board.
        std::thread::sleep(COVERED);
        self.spot = None;
        Ok(None)
    }

    fn perform_all(&mut self, gestures: Vec<Gesture>, park: Point) -> Result<Done, HarvestError> {
        let spot = match self.spot {
            Some(spot) => spot,
            None => self
                .session
                .watcher
                .spot(Instant::now(), PATIENCE)?
                .ok_or_else(|| self.in_vain("the board"))?,
        };
        let beat = match (gestures.as_slice(), self.keys) {
            ([Gesture::Keys(_)], Typing::AtOnce) => Beat::even(Duration::ZERO),
            _ => self.session.pace.beat(),
        };
        Ok(self.session.perform(gestures, &[], spot, beat, park)?)
    }

    /// Waits until `end` for a puzzle that is not the current one, and makes it the current one if
    /// it is `wanted`. If it is not, or none comes: the last frame, if that could not be read.
    fn other(
        &mut self,
        end: Instant,
        wanted: impl Fn(&G::Puzzle) -> bool,
    ) -> Result<Result<ShownPuzzle<G::Puzzle>, Option<Hidden>>, HarvestError> {
        let mut candidate: Option<G::Puzzle> = None;
        loop {
            let look = self
                .session
                .watcher
                .look(self.looked + Duration::from_micros(1))?;
            self.looked = look.frame().taken;
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
            if self.looked >= end {
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

    fn in_vain(&self, what: &str) -> HarvestError {
        HarvestError::InVain {
            what: what.into(),
            requests: REQUESTS,
        }
    }

    fn button(&self, name: &str) -> Result<Point, HarvestError> {
        let at = self.session.profile.buttons.get(name).copied();
        at.ok_or_else(|| HarvestError::NoButton {
            profile: self.session.profile.name.clone(),
            button: name.into(),
        })
    }

    /// The gesture that brings another puzzle.
    fn next_request(&self) -> Result<Gesture, HarvestError> {
        Ok(match &self.session.profile.next {
            Next::Key(key) => Gesture::Keys(vec![*key]),
            Next::Click(button) => Gesture::Click {
                at: self.button(button)?,
                button: Button::Left,
            },
            Next::Auto | Next::None => Gesture::Click {
                at: self.button("random")?,
                button: Button::Left,
            },
        })
    }
}
