//! Looking and acting at a board that is not played yet.

use std::time::{Duration, Instant};

use super::ProbeError;
use super::observer::Observer;
use crate::base::Point;
use crate::bot::beat::Beat;
use crate::bot::capture_thread::{CaptureThread, REST};
use crate::bot::input_thread::{Done, GestureBatch, InputThread, Interruption};
use crate::bot::look::BoardSpot;
use crate::bot::{Rig, Stop};
use crate::hand::{Gesture, Key};
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::Place;

/// A key is held so long, as by a person.
const STRUCK: Duration = Duration::from_millis(50);

/// Sees and touches one board.
pub(super) struct Driver<'a> {
    pub observer: Observer<'a>,
    input: InputThread,
    pub profile: &'a Profile,
    /// Whether something was done that is not known to be undone.
    pub touched: bool,
}

impl<'a> Driver<'a> {
    pub fn new(rig: Rig, profile: &'a Profile, place: Place, stop: &Stop) -> Self {
        let [looking, acting] = rig.guards;
        let capture_thread = CaptureThread::open(rig.screen, REST);
        Self {
            observer: Observer::new(capture_thread, looking, profile, place, stop.clone()),
            // With a switch of its own the hand can still put things back when the user's is thrown.
            input: InputThread::start(rig.hand, acting, Stop::default()),
            profile,
            touched: false,
        }
    }

    /// Performs gestures, and leaves the pointer at a place.
    pub fn perform(
        &mut self,
        gestures: Vec<Gesture>,
        beat: Beat,
        park: Point,
    ) -> Result<Done, ProbeError> {
        self.begin(gestures, beat, park)?;
        self.done()
    }

    /// Begins to perform gestures. What came of them must be [asked for](Self::done) before the next.
    pub fn begin(
        &mut self,
        gestures: Vec<Gesture>,
        beat: Beat,
        park: Point,
    ) -> Result<(), ProbeError> {
        let frame = self.observer.frame(Instant::now())?;
        self.touched |= !gestures.is_empty();
        self.send(gestures, self.observer.spot(&frame), beat, park)
    }

    /// Strikes a key, though something may lie over the board; the pointer goes to a place where nothing must.
    pub fn strike(&mut self, key: Key, at: Point) -> Result<Done, ProbeError> {
        let spot = self.observer.last_spot();
        let key = vec![Gesture::Keys(vec![key])];
        self.send(key, spot, Beat::even(STRUCK), at)?;
        self.done()
    }

    fn send(
        &mut self,
        gestures: Vec<Gesture>,
        spot: BoardSpot,
        beat: Beat,
        park: Point,
    ) -> Result<(), ProbeError> {
        let begun = self.input.begin(GestureBatch {
            allowed: vec![self.profile.cells.bounds()],
            ..GestureBatch::plain(gestures, spot, beat, park)
        });
        begun.map_err(|error| ProbeError::Hand(format!("{error:#}")))
    }

    /// What came of the gestures, when they have come to their end.
    pub fn done(&mut self) -> Result<Done, ProbeError> {
        let done = self.input.done();
        let done = done.map_err(|error| ProbeError::Hand(format!("{error:#}")))?;
        match &done.trouble {
            None | Some(Interruption::Revoked) => Ok(done),
            Some(Interruption::Stopped(by)) => Err(ProbeError::Stopped(*by)),
            Some(Interruption::Screen(error)) => Err(error.clone().into()),
            Some(Interruption::Hand(why)) => Err(ProbeError::Hand(why.clone())),
        }
    }

    /// Moves the pointer.
    pub fn point(&mut self, at: Point) -> Result<(), ProbeError> {
        let beat = Beat::even(Duration::ZERO);
        self.perform(Vec::new(), beat, at).map(|_| ())
    }

    /// Moves the pointer off the board.
    pub fn park(&mut self) -> Result<(), ProbeError> {
        self.point(self.profile.resting())
    }

    /// The board at rest, the pointer off it.
    pub fn parked(&mut self) -> Result<Frame, ProbeError> {
        self.park()?;
        self.observer.settled(self.profile.cells.bounds())
    }
}
