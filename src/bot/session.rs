//! One game under way: what is seen of it, what is done to it, and how fast it follows.

use std::fmt::Display;
use std::time::{Duration, Instant};

use super::aim::Aims;
use super::answer_time::AnswerTime;
use super::beat::Beat;
use super::capture_thread::CaptureThread;
use super::effect_counter::EffectCounter;
use super::input_thread::{Done, GestureBatch, InputThread, Interruption, Revocation};
use super::input_timing::{InputTiming, Reaction};
use super::look::{BoardSpot, Observation, SeenBoard, Watcher};
use super::steady_time::SteadyTime;
use super::{Halt, Rig, Stop};
use crate::base::Point;
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::{Filling, Profile, Way};
use crate::screen::ScreenError;

/// While something is dragged, another puzzle must be seen for so long. Chosen: no block was seen to rest between two
/// cells for longer.
const MOVED: Duration = Duration::from_millis(300);

/// Looks and acts at a game, each on a thread of its own, with what was learned about it.
pub struct Session<'a, G: Game> {
    pub watcher: Watcher<'a, G>,
    input: InputThread,
    pub profile: &'a Profile,
    pub pace: InputTiming,
    pub reaction: Reaction,
    pub answer: AnswerTime,
    pub steady: SteadyTime,
    aims: Aims,
}

/// Another puzzle under what is being done. Where things are clicked or keys pressed one look is enough to stop; a
/// block that is on its way may look like another board for a moment.
struct Another<P> {
    /// For so long it must be seen.
    least: Duration,
    revocation: Revocation,
    /// Which one is seen, and since when.
    seen: Option<(P, Instant)>,
}

impl<P: PartialEq + Clone + Display> Another<P> {
    fn new(least: Duration, revocation: Revocation) -> Self {
        Self {
            least,
            revocation,
            seen: None,
        }
    }

    /// Another puzzle is seen in a frame, or none.
    fn see(&mut self, puzzle: Option<&P>, taken: Instant) {
        let seen = self.seen.take();
        let Some(puzzle) = puzzle else {
            return;
        };
        let since = seen.filter(|(before, _)| before == puzzle);
        let since = since.map_or(taken, |(_, since)| since);
        if taken.saturating_duration_since(since) >= self.least {
            tracing::debug!(%puzzle, "another puzzle came up under what is being done");
            self.revocation.revoke();
        }
        self.seen = Some((puzzle.clone(), since));
    }
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
            answer: AnswerTime::default(),
            steady: SteadyTime::of(profile),
            aims: Aims::default(),
        }
    }

    /// Looks for what ways click where a board is seen, before anything lies over it.
    pub fn see_buttons(&mut self, seen: &SeenBoard<G>) {
        self.aims.see(self.profile, &seen.frame, &seen.spot());
    }

    /// The gestures of a way, its clicks where that is to be seen now which they are to hit.
    ///
    /// # Errors
    /// What is missing: a button, what a blank of the way is to be filled with, or what is to be clicked.
    pub fn gestures(&mut self, way: &Way, with: Filling) -> Result<Vec<Gesture>, String> {
        let gestures = self.profile.gestures(way, with)?;
        let seen = self.watcher.frame.clone().zip(self.watcher.last_spot());
        match seen {
            Some((frame, spot)) => self.aims.aimed(self.profile, &frame, &spot, gestures),
            None => Ok(gestures),
        }
    }

    /// Whether a way is keys, and clicks on what is to be seen now, though the board itself is not.
    pub fn is_seen(&mut self, way: &Way) -> bool {
        let seen = (self.watcher.likely_spot()).zip(self.watcher.frame.as_ref());
        let told = self.profile.gestures(way, Filling::default());
        told.is_ok_and(|told| {
            seen.is_some_and(|(spot, frame)| Aims::are_seen(self.profile, frame, &spot, &told))
        })
    }

    /// What a way clicked brought nothing.
    pub fn missed(&mut self) {
        let seen = self.watcher.frame.clone().zip(self.watcher.last_spot());
        if let Some((frame, spot)) = seen {
            self.aims.missed(self.profile, &frame, &spot);
        }
    }

    /// Performs gestures on the board at `spot`; the pointer rests at `park` (board pixels)
    /// afterwards. The window may have moved or been covered meanwhile: then not all are performed,
    /// and the next look waits for it.
    ///
    /// `boards` are the board as it is and what each gesture leads to, step by step, or none where that is not
    /// known. A game that is not clicked as fast as can be, or not known well enough for that, is
    /// watched meanwhile, and clicked when it is ready, and any game while something is dragged. So is one that
    /// gets several gestures at once: when it shows another puzzle, nothing more is pressed.
    pub fn perform(
        &mut self,
        gestures: Vec<Gesture>,
        boards: &[Vec<G::Puzzle>],
        spot: BoardSpot,
        beat: Beat,
        park: Point,
    ) -> Result<Done, Halt> {
        // One click says nothing of the next.
        let are_clicks = gestures.len() > 1 && gestures.iter().all(Gesture::is_click);
        let is_known = !boards.is_empty();
        let feel = self.pace.feel().filter(|_| are_clicks && is_known);
        let all = gestures.len();
        let is_one = all < 2;
        let drags = gestures.iter().any(Gesture::is_drag);
        let is_over = !gestures.iter().all(Gesture::is_typed);
        let follows = is_known && (feel.is_some() || beat.watched || drags);
        let shown = follows.then(EffectCounter::default);
        let revocation = Revocation::default();
        let batch = GestureBatch {
            allowed: self
                .profile
                .placed(spot.grid)
                .clickable(self.aims.elsewhere()),
            shown: shown.clone(),
            feel,
            drags: self.pace.drags,
            revocation: revocation.clone(),
            ..GestureBatch::plain(gestures, spot, beat, park)
        };
        if is_known {
            let ends = boards.iter().filter_map(|stages| stages.last());
            self.watcher.foresee(&ends.cloned().collect::<Vec<_>>());
        }
        self.watcher.hand(is_over);
        let begun = self.input.begin(batch);
        if begun.is_ok() && is_known && (follows || !is_one) {
            let least = if drags { MOVED } else { Duration::ZERO };
            let another = Another::new(least, revocation);
            self.watch(&boards.concat(), &shown.unwrap_or_default(), another);
        }
        let performed = begun.and_then(|()| self.input.done());
        self.watcher.hand(false);
        if is_known && drags {
            // What did not come along was let go on its way, and lies there.
            self.watcher.foresee(&boards.concat());
        }
        let done = performed.map_err(|error| Halt::Hand(format!("{error:#}")))?;
        self.judge(done, all)
    }

    /// Types keys into a dialog of the game's own, if it still has the keyboard; the pointer rests at `park`.
    pub fn answer_dialog(
        &mut self,
        keys: Gesture,
        spot: BoardSpot,
        beat: Beat,
        park: Point,
    ) -> Result<Done, Halt> {
        let batch = GestureBatch {
            into_dialog: true,
            ..GestureBatch::plain(vec![keys], spot, beat, park)
        };
        let done = self.input.perform(batch);
        self.judge(done.map_err(|error| Halt::Hand(format!("{error:#}")))?, 1)
    }

    /// Learns from what was performed, of so many gestures; an error if the session cannot go on.
    fn judge(&mut self, done: Done, all: usize) -> Result<Done, Halt> {
        if let Some(feel) = done.feel {
            self.pace.felt(feel);
        }
        self.pace.drags = done.drags;
        if let Some(longest) = done.longest {
            self.pace.shown(longest);
        }
        if let Some(trouble) = &done.trouble {
            tracing::debug!(done.performed, ?trouble, "interrupted");
        }
        if let Some(Interruption::Screen(by)) = &done.trouble {
            self.watcher.cover(by);
        }
        match &done.trouble {
            Some(Interruption::Stopped(by)) => Err(Halt::Stopped(*by)),
            Some(Interruption::Hand(why)) => Err(Halt::Hand(why.clone())),
            // The game may have closed its window by what was done.
            Some(Interruption::Screen(ScreenError::Gone)) if done.performed == all => Ok(done),
            Some(Interruption::Screen(end @ (ScreenError::Gone | ScreenError::Astray(_)))) => {
                Err(end.clone().into())
            }
            Some(Interruption::Screen(_) | Interruption::Revoked) | None => Ok(done),
        }
    }

    /// Tells the input thread which of the boards is on the screen, until it is done, and takes back what is left
    /// of a batch when another puzzle is; whether it is so is seen later.
    fn watch(
        &mut self,
        boards: &[G::Puzzle],
        shown: &EffectCounter,
        mut another: Another<G::Puzzle>,
    ) {
        let mut count = 0;
        while !self.input.is_done() {
            let further = match self.watcher.glance() {
                None => continue,
                Some(Observation::Board(seen)) => {
                    let is_another = !G::same_puzzle(&seen.puzzle, &boards[0]);
                    another.see(is_another.then_some(&seen.puzzle), seen.frame.taken);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all is taken back when another puzzle is seen at these times, in ms; none is seen at the others.
    fn is_revoked(least: u64, looks: &[(u64, Option<&'static str>)]) -> bool {
        let revocation = Revocation::default();
        let mut another = Another::new(Duration::from_millis(least), revocation.clone());
        let begin = Instant::now();
        for (ms, puzzle) in looks {
            another.see(puzzle.as_ref(), begin + Duration::from_millis(*ms));
        }
        revocation.is_revoked()
    }

    #[test]
    fn another_puzzle_counts_at_once_or_when_it_stays() {
        assert!(is_revoked(0, &[(0, None), (9, Some("another"))]));
        assert!(!is_revoked(0, &[(0, None), (9, None)]));
        let passing = [
            (0, Some("a")),
            (200, Some("b")),
            (400, None),
            (600, Some("b")),
        ];
        assert!(!is_revoked(300, &passing));
        let staying = [
            (0, Some("a")),
            (200, Some("b")),
            (400, Some("b")),
            (600, Some("b")),
        ];
        assert!(is_revoked(300, &staying));
    }
}
