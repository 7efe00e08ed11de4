//! Eyes and hands at a board that is not played yet.

use std::time::{Duration, Instant};

use super::Trouble;
use super::gaze::Gaze;
use crate::base::Point;
use crate::bot::eyes::{Eyes, REST};
use crate::bot::hands::{Done, Hands, Order, Trouble as HandTrouble};
use crate::bot::pace::Beat;
use crate::bot::{Rig, Stop};
use crate::hand::Gesture;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::Place;

/// Sees and touches one board.
pub(super) struct Reach<'a> {
    pub gaze: Gaze<'a>,
    hands: Hands,
    pub profile: &'a Profile,
    /// Whether something was done that is not known to be undone.
    pub touched: bool,
}

impl<'a> Reach<'a> {
    pub fn new(rig: Rig, profile: &'a Profile, place: Place, stop: &Stop) -> Self {
        let [looking, acting] = rig.guards;
        let eyes = Eyes::open(rig.screen, REST);
        Self {
            gaze: Gaze::new(eyes, looking, profile, place, stop.clone()),
            // Hands with a switch of their own can still put things back when the user's is thrown.
            hands: Hands::start(rig.hand, acting, Stop::default()),
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
    ) -> Result<Done, Trouble> {
        let frame = self.gaze.frame(Instant::now())?;
        self.touched |= !gestures.is_empty();
        let done = self.hands.perform(Order {
            gestures,
            spot: self.gaze.spot(&frame),
            beat,
            allowed: vec![self.profile.cells.bounds()],
            park,
            shown: None,
            feel: None,
        });
        let done = done.map_err(|error| Trouble::Hand(format!("{error:#}")))?;
        match &done.trouble {
            None => Ok(done),
            Some(HandTrouble::Stopped(by)) => Err(Trouble::Stopped(*by)),
            Some(HandTrouble::Screen(error)) => Err(error.clone().into()),
            Some(HandTrouble::Hand(why)) => Err(Trouble::Hand(why.clone())),
        }
    }

    /// Moves the pointer.
    pub fn point(&mut self, at: Point) -> Result<(), Trouble> {
        let beat = Beat::even(Duration::ZERO);
        self.perform(Vec::new(), beat, at).map(|_| ())
    }

    /// Moves the pointer off the board.
    pub fn park(&mut self) -> Result<(), Trouble> {
        self.point(self.profile.resting())
    }

    /// The board at rest, the pointer off it.
    pub fn parked(&mut self) -> Result<Frame, Trouble> {
        self.park()?;
        self.gaze.settled(self.profile.cells.bounds())
    }
}
