//! CaptureThread and input at one game.

use std::time::Duration;

use super::capture_thread::CaptureThread;
use super::effect_counter::EffectCounter;
use super::input_thread::{Done, InputThread, Interruption, Order};
use super::input_timing::{Beat, InputTiming, Reaction};
use super::look::{Observation, Spot, Watcher};
use super::{Halt, Rig, Stop};
use crate::base::Point;
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::Profile;
use crate::screen::ScreenError;

/// CaptureThread and input at a game, and what they learned about it.
pub struct Session<'a, G: Game> {
    pub watcher: Watcher<'a, G>,
    input: InputThread,
    pub profile: &'a Profile,
    pub pace: InputTiming,
    pub reaction: Reaction,
}

impl<'a, G: Game> Session<'a, G> {
    /// `rest` is the pause between two captures of a window that shows nothing new.
    pub fn take(rig: Rig, rest: Duration, profile: &'a Profile, stop: &'a Stop) -> Self {
        let [looking, acting] = rig.guards;
        Self {
            watcher: Watcher::new(
                CaptureThread::open(rig.screen, rest),
                looking,
                profile,
                stop,
            ),
            input: InputThread::start(rig.hand, acting, stop.clone()),
            profile,
            pace: InputTiming::of(profile.behaviour.as_ref()),
            reaction: Reaction::of(profile.behaviour.as_ref()),
        }
    }

    /// Performs gestures on the board at `spot`; the pointer rests at `park` (board pixels)
    /// afterwards. The window may have moved or been covered meanwhile: then not all are performed,
    /// and the next look waits for it.
    ///
    /// `boards` are the board as it is and what the gestures lead to, one each, or none where that is
    /// not known. A game that is not clicked as fast as can be, or not known well enough for that, is
    /// watched meanwhile, and clicked when it is ready.
    pub fn perform(
        &mut self,
        gestures: Vec<Gesture>,
        boards: &[G::Puzzle],
        spot: Spot,
        beat: Beat,
        park: Point,
    ) -> Result<Done, Halt> {
        // One click says nothing of the next.
        let are_clicks = gestures.len() > 1 && gestures.iter().all(Gesture::is_click);
        let feel = self
            .pace
            .feel()
            .filter(|_| are_clicks && !boards.is_empty());
        let watched = feel.is_some() || beat.watched && !boards.is_empty();
        let shown = watched.then(EffectCounter::default);
        let order = Order {
            gestures,
            spot,
            beat,
            allowed: self.profile.clickable(),
            park,
            shown: shown.clone(),
            feel,
        };
        let begun = self.input.begin(order);
        if let (Ok(()), Some(shown)) = (&begun, shown) {
            self.watch(boards, &shown);
        }
        let performed = begun.and_then(|()| self.input.done());
        let done = performed.map_err(|error| Halt::Hand(format!("{error:#}")))?;
        if let Some(feel) = done.feel {
            self.pace.felt(feel);
        }
        if let Some(longest) = done.longest {
            self.pace.shown(longest);
        }
        if let Some(trouble) = &done.trouble {
            tracing::debug!(done.performed, ?trouble, "interrupted");
        }
        match &done.trouble {
            Some(Interruption::Stopped(by)) => Err(Halt::Stopped(*by)),
            Some(Interruption::Hand(why)) => Err(Halt::Hand(why.clone())),
            Some(Interruption::Screen(ScreenError::Gone)) => Err(ScreenError::Gone.into()),
            Some(Interruption::Screen(_)) | None => Ok(done),
        }
    }

    /// Tells the hand which of the boards is on the screen, until it is done.
    fn watch(&mut self, boards: &[G::Puzzle], shown: &EffectCounter) {
        let mut count = 0;
        while !self.input.is_done() {
            let further = match self.watcher.glance() {
                None => continue,
                Some(Observation::Board(seen)) => {
                    let further = boards[count..].iter().position(|b| *b == seen.puzzle);
                    further.map(|further| (further, seen.frame.taken))
                }
                Some(Observation::Solved(frame)) => Some((boards.len() - 1 - count, frame.taken)),
                Some(Observation::Hidden(_)) => None,
            };
            match further {
                Some((further, taken)) => {
                    count += further;
                    shown.tell(count, taken);
                }
                None => shown.hide(),
            }
        }
    }
}
