//! Eyes and hands at one game.

use std::time::Duration;

use super::eyes::Eyes;
use super::hands::{Done, Hands, Order, Trouble};
use super::look::{Spot, Watcher};
use super::pace::{Beat, Pace, Reaction};
use super::{Halt, Rig, Stop};
use crate::games::Game;
use crate::hand::Gesture;
use crate::plane::Point;
use crate::profile::Profile;
use crate::screen::ScreenError;

/// Eyes and hands at a game, and what they learned about it.
pub struct Seat<'a, G: Game> {
    pub watcher: Watcher<'a, G>,
    hands: Hands,
    pub profile: &'a Profile,
    pub pace: Pace,
    pub reaction: Reaction,
}

impl<'a, G: Game> Seat<'a, G> {
    /// `rest` is the pause between two captures of a window that shows nothing new.
    pub fn take(rig: Rig, rest: Duration, profile: &'a Profile, stop: &'a Stop) -> Self {
        let [looking, acting] = rig.guards;
        Self {
            watcher: Watcher::new(Eyes::open(rig.screen, rest), looking, profile, stop),
            hands: Hands::start(rig.hand, acting, stop.clone()),
            profile,
            pace: Pace::of(profile.behaviour.as_ref()),
            reaction: Reaction::of(profile.behaviour.as_ref()),
        }
    }

    /// Performs gestures on the board at `spot`; the pointer rests at `park` (board pixels)
    /// afterwards. The window may have moved or been covered meanwhile: then not all are performed,
    /// and the next look waits for it.
    pub fn perform(
        &self,
        gestures: Vec<Gesture>,
        spot: Spot,
        beat: Beat,
        park: Point,
    ) -> Result<Done, Halt> {
        let order = Order {
            gestures,
            spot,
            beat,
            allowed: self.profile.clickable(),
            park,
        };
        let performed = self.hands.perform(order);
        let done = performed.map_err(|error| Halt::Hand(format!("{error:#}")))?;
        if let Some(trouble) = &done.trouble {
            tracing::debug!(done.performed, ?trouble, "interrupted");
        }
        match &done.trouble {
            Some(Trouble::Stopped(by)) => Err(Halt::Stopped(*by)),
            Some(Trouble::Hand(why)) => Err(Halt::Hand(why.clone())),
            Some(Trouble::Screen(ScreenError::Gone)) => Err(ScreenError::Gone.into()),
            Some(Trouble::Screen(_)) | None => Ok(done),
        }
    }
}
