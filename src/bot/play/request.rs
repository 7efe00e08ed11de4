//! Asking the game for something: the next puzzle, or all moves back.

use std::time::{Duration, Instant};

use super::{BLOCKED, Player, in_the_way};
use crate::bot::Halt;
use crate::bot::compare::Restless;
use crate::bot::input_thread::Done;
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::PuzzleReport;
use crate::game::Game;
use crate::hand::{Button, Gesture};
use crate::profile::Next;
use crate::screen::Frame;
use crate::vision::View;

/// Requests for the next puzzle before the game is taken not to have one.
const REQUESTS: usize = 12;

/// A request is given at least so long to show an effect.
const REQUEST: Duration = Duration::from_millis(400);
/// What came of a request.
enum Came {
    Puzzle,
    /// The board looks different, but cannot be read: whether that stays so is seen later.
    Something,
    Nothing,
}

/// Signs that a puzzle is solved go within this time. Chosen: banners stay for some seconds.
const SIGN: Duration = Duration::from_millis(3500);
/// A game that goes on by itself does so within this time. Chosen: nearly ten times as long as a sign
/// stays.
const BY_ITSELF: Duration = Duration::from_secs(30);
/// The share of the board's pixels in which two puzzles differ at least, 0 to 1. Chosen: three cells of a
/// board of 64.
const OTHER: f32 = 0.05;
/// The longest time that one attempt counts for, when it is added up how long something is in the way.
const ATTEMPT: Duration = Duration::from_secs(1);
/// The board is where it was seen so long ago.
const RECENT: Duration = Duration::from_millis(20);
/// Requests to take back all moves of one puzzle.
const RESETS: usize = 12;

impl<G: Game> Player<'_, G> {
    /// Has the game take back all moves; the board after that, None if nothing came of it.
    pub(super) fn reset(
        &mut self,
        spoiled: &SeenBoard<G>,
        report: &mut PuzzleReport<G>,
    ) -> Result<Option<SeenBoard<G>>, Halt> {
        let Some(gesture) = self.request(&self.session.profile.reset)? else {
            return Ok(None);
        };
        for _ in report.resets..RESETS {
            report.resets += 1;
            let Some(done) = self.insist(&gesture)? else {
                return Ok(None);
            };
            let end = done.ended + self.session.reaction.patience().max(REQUEST);
            match self.changed(&spoiled.puzzle, done.began, end)? {
                Some(Observation::Board(seen)) => {
                    tracing::info!("the board was reset");
                    report.repairs += 1;
                    return Ok(Some(seen));
                }
                Some(_) => return Ok(None),
                None => {}
            }
        }
        Ok(None)
    }

    /// Makes a gesture, again and again while something is in its way; None where no board is to be seen.
    fn insist(&mut self, gesture: &Gesture) -> Result<Option<Done>, Halt> {
        let park = self.session.profile.resting_after(gesture);
        let mut blocked = Duration::ZERO;
        let mut since = Instant::now() - RECENT;
        loop {
            let begun = Instant::now();
            let Some(spot) = self.session.watcher.spot(since, self.settings.patience)? else {
                return Ok(None);
            };
            let done = self.perform_and_park(vec![gesture.clone()], &[], spot, park)?;
            if done.performed > 0 {
                return Ok(Some(done));
            }
            since = Instant::now();
            // A pause may lie before it; it does not count.
            blocked += begun.elapsed().min(ATTEMPT);
            if blocked > BLOCKED {
                return Err(Halt::Hand(in_the_way(&done)));
            }
        }
    }

    /// The gesture that asks the game for something.
    fn request(&self, way: &Next) -> Result<Option<Gesture>, Halt> {
        Ok(match way {
            Next::None | Next::Auto => None,
            Next::Key(key) => Some(Gesture::Keys(vec![*key])),
            Next::Click(button) => {
                let Some(at) = self.session.profile.buttons.get(button) else {
                    return Err(Halt::Hand(format!("the profile has no button {button:?}")));
                };
                Some(Gesture::Click {
                    at: *at,
                    button: Button::Left,
                })
            }
        })
    }

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
        if self.session.profile.next == Next::None {
            return Ok(false);
        }
        let request = self.request(&self.session.profile.next)?;
        let before = self.session.watcher.frame.clone();
        let (begun, mut requests) = (Instant::now(), 0);
        let mut strange: Option<Instant> = None;
        while requests < REQUESTS || (request.is_none() && begun.elapsed() < BY_ITSELF) {
            requests += 1;
            match self.request_next(request.as_ref(), last.as_ref(), before.as_ref())? {
                Came::Puzzle => return Ok(true),
                Came::Nothing => strange = None,
                // After a request it is the answer; a game that goes on by itself may show a sign first.
                Came::Something => {
                    let since = *strange.get_or_insert_with(Instant::now);
                    if request.is_some() || since.elapsed() > SIGN {
                        return Ok(true);
                    }
                }
            }
        }
        Err(Halt::Hand(format!(
            "the game shows no other puzzle after {REQUESTS} requests"
        )))
    }

    /// One request, and what came of it.
    fn request_next(
        &mut self,
        request: Option<&Gesture>,
        last: Option<&G::Puzzle>,
        before: Option<&Frame>,
    ) -> Result<Came, Halt> {
        let mut since = Instant::now();
        if let Some(gesture) = request {
            let Some(done) = self.insist(gesture)? else {
                return Ok(Came::Nothing);
            };
            since = done.began;
        }
        let patience = self.session.reaction.patience().max(REQUEST);
        let end = Instant::now() + patience;
        loop {
            match self.session.watcher.look(since)? {
                Observation::Board(seen) if last.is_none_or(|l| G::is_next(l, &seen.puzzle)) => {
                    self.fresh = Some(seen);
                    return Ok(Came::Puzzle);
                }
                Observation::Hidden(hidden) if self.clear_view(&hidden)? => {}
                Observation::Hidden(now) if Instant::now() > end => {
                    let is_other = before.is_some_and(|before| self.is_other(before, &now));
                    return Ok(if is_other {
                        Came::Something
                    } else {
                        Came::Nothing
                    });
                }
                _ if Instant::now() > end => return Ok(Came::Nothing),
                _ => {}
            }
        }
    }

    /// Whether the board is to be seen and looks different now.
    fn is_other(&self, before: &Frame, now: &Hidden) -> bool {
        let cells = self.session.profile.cells.bounds();
        now.place.is_some_and(|place| {
            let views = [before, &now.frame].map(|frame| View { frame, place });
            Restless::default().changed(&views[0], &views[1], cells) > OTHER
        })
    }
}
