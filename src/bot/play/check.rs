//! Looking what came of a batch of gestures.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use image::RgbaImage;

use super::Player;
use crate::bot::input_thread::Done;
use crate::bot::input_timing::Reaction;
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::Evidence;
use crate::bot::{Activity, Halt};
use crate::game::Game;
use crate::hand::Gesture;
use crate::screen::{Frame, ScreenError};
use crate::vision::ReadError;

/// A board that should be solved now, and in each frame for so long is hidden by what is no other window, is taken
/// to lie under the game's solved sign.
const SIGN: Duration = Duration::from_millis(600);

/// Where something still moves then, it is waited for so long in all. Chosen: things leave a board in a second or two.
const MOVING: Duration = Duration::from_millis(1800);

/// A game that ends with the last move has closed its window by then. Chosen: some wait a second or two before.
const CLOSES: Duration = Duration::from_secs(3);

/// What has not changed for so long does not move. Chosen: what slides slows down, and moves by parts of a pixel in
/// the end.
const STILL: Duration = Duration::from_millis(250);

/// A board that cannot be read for so long may show something that was never seen. Chosen: longer than a sign takes.
const DEDUCED: Duration = Duration::from_millis(1500);

/// In a game that was never seen before what reads as another puzzle is one if it stands for so long. Chosen: longer than
/// most animations of a step, in which a block may be out of sight.
const STANDS: Duration = Duration::from_millis(400);

/// For so long at least may a gesture that was taken for lost, and made again, yet have its effect.
const LATE: Duration = Duration::from_secs(1);

/// Where each move builds on the last, one that seems lost is given so long at least: made twice it may spoil the
/// board. Chosen: as for a game of which nothing is known.
const SERIAL: Duration = Duration::from_millis(350);

/// A game that takes no notice of anything for so long is taken to be awake. Chosen: no game slept for longer.
const ASLEEP: Duration = Duration::from_secs(30);

/// What the screen showed after a batch of gestures.
pub(super) enum After<G: Game> {
    /// Just what the rules say.
    AsPlanned(SeenBoard<G>),
    /// The game says that the puzzle is solved.
    Solved(Evidence),
    /// It should be solved, and the next puzzle came by itself.
    Next(SeenBoard<G>),
    /// It should be solved, but nothing that can be read says so.
    Unconfirmed(Hidden),
    /// Something else, and it stays so.
    Otherwise(SeenBoard<G>),
    /// Another puzzle.
    Replaced(SeenBoard<G>),
    Lost(Hidden),
}

/// What was seen so far of the effect of a batch.
pub(super) struct Watch<'a, G: Game> {
    pub start: &'a SeenBoard<G>,
    batch: usize,
    /// When the batch ended.
    ended: Instant,
    pub expected: G::Puzzle,
    solves: bool,
    /// Whether the last of it was done by keys: no click can have opened a menu.
    pub by_keys: bool,
    /// Frames that were taken before are of no interest.
    since: Instant,
    last: Option<SeenBoard<G>>,
    /// When the board last changed.
    changed: Instant,
    /// Another puzzle must stand for so long.
    stands: Duration,
    /// For how long it was looked at since it cannot be read.
    hidden_for: Duration,
    /// From then on it is deduced what it may show.
    deduce_after: Duration,
    /// The sign that it is solved, since when it is there, and for how long that was looked at.
    sign: Option<(Evidence, Instant, Duration)>,
    /// The picture that was seen last without a board, and since when it is so.
    still: Option<(Arc<RgbaImage>, Instant)>,
}

impl<'a, G: Game> Watch<'a, G> {
    fn of(
        start: &'a SeenBoard<G>,
        batch: usize,
        done: &Done,
        expected: G::Puzzle,
        by_keys: bool,
        stands: Duration,
    ) -> Self {
        Self {
            start,
            batch,
            by_keys,
            ended: done.ended,
            solves: G::is_solved(&expected),
            expected,
            since: done.since,
            last: None,
            changed: done.ended,
            stands,
            hidden_for: Duration::ZERO,
            deduce_after: DEDUCED,
            sign: None,
            still: None,
        }
    }

    /// The time from the end of the batch until then.
    fn after(&self, then: Instant) -> Duration {
        then.saturating_duration_since(self.ended)
    }

    /// Whether a window that is closed now was closed by the last move.
    fn may_close(&self) -> bool {
        self.solves && self.ended.elapsed() < CLOSES
    }

    /// A board is to be seen.
    fn board(
        &mut self,
        seen: SeenBoard<G>,
        reaction: &mut Reaction,
        is_awake: impl FnMut(Instant) -> bool,
    ) -> Option<After<G>> {
        let taken = seen.frame.taken;
        self.since = taken + Duration::from_micros(1);
        self.hidden_for = Duration::ZERO;
        self.sign = None;
        let is_same_again = self.last.as_ref().is_some_and(|l| l.puzzle == seen.puzzle);
        let is_another = self.is_another(&seen);
        if is_another {
            if is_same_again && taken.saturating_duration_since(self.changed) >= self.stands {
                return Some(match self.solves {
                    true => After::Next(seen),
                    false => After::Replaced(seen),
                });
            }
        } else if seen.puzzle == self.expected {
            if self.batch > 0 {
                reaction.learn(self.after(taken));
            }
            return Some(After::AsPlanned(seen));
        }
        if !is_same_again {
            self.changed = self.changed.max(taken);
        } else if !is_another && self.is_final(&seen, reaction, is_awake) {
            return Some(After::Otherwise(seen));
        }
        self.last = Some(seen);
        None
    }

    /// Whether a board that has not changed since the last look has come to rest. Where the effect of some
    /// gestures was seen, the last tells how long it takes. A game that has yet to notice them may still do so.
    fn is_final(
        &self,
        seen: &SeenBoard<G>,
        reaction: &mut Reaction,
        mut is_awake: impl FnMut(Instant) -> bool,
    ) -> bool {
        let mut learned = reaction.clone();
        if seen.puzzle != self.start.puzzle {
            learned.learn(self.after(self.changed));
        }
        let still = seen.frame.taken.saturating_duration_since(self.changed);
        let patience = match G::AT_ONCE {
            1 => learned.patience().max(SERIAL),
            _ => learned.patience(),
        };
        let is_final = still > patience && (still > ASLEEP || is_awake(self.ended));
        if is_final {
            *reaction = learned;
        }
        is_final
    }

    /// Whether the board cannot be read for so long that what was never seen is worth to be deduced, now and then.
    fn is_long_hidden(&mut self) -> bool {
        let is_due = self.hidden_for > self.deduce_after;
        if is_due {
            self.deduce_after = 2 * self.hidden_for;
        }
        is_due
    }

    /// The sign that it is solved, if it is there for long enough: something may yet be on its way, and what is pressed
    /// meanwhile is lost.
    fn signed(&mut self, frame: &Frame) -> Option<(Evidence, Instant)> {
        let before = self.still.take();
        let before = before.filter(|(picture, _)| *picture == frame.image);
        let since = before.map_or(frame.taken, |(_, since)| since);
        self.still = Some((frame.image.clone(), since));
        let is_still = frame.taken.saturating_duration_since(since) > STILL;
        let (evidence, begun, looked_at) = self.sign?;
        (looked_at > MOVING || (looked_at > SIGN && is_still)).then_some((evidence, begun))
    }

    fn is_another(&self, seen: &SeenBoard<G>) -> bool {
        !G::same_puzzle(&seen.puzzle, &self.start.puzzle)
    }

    /// Whether what should be solved now reads as another board that is: no puzzle begins so.
    fn is_sign(&self, seen: &SeenBoard<G>) -> bool {
        self.solves && G::is_solved(&seen.puzzle) && self.is_another(seen)
    }

    /// The board cannot be read in a frame that was looked at for so long; it may be a sign.
    fn hidden(&mut self, taken: Instant, looked_at: Duration, sign: Option<Evidence>) {
        self.hidden_for += looked_at;
        self.sign = sign.map(|sign| match self.sign {
            // What was left once is no sign over the board.
            Some((Evidence::Left, since, so_far)) => (Evidence::Left, since, so_far + looked_at),
            Some((_, since, so_far)) => (sign, since, so_far + looked_at),
            None => (sign, taken, Duration::ZERO),
        });
    }
}

impl<G: Game> Player<'_, G> {
    /// Watches until the screen shows what the batch should have done, or clearly will not.
    pub(super) fn check(
        &mut self,
        start: &SeenBoard<G>,
        batch: usize,
        done: &Done,
    ) -> Result<After<G>, Halt> {
        let by_keys = self.is_by_keys(batch);
        let stands = match self.session.profile.seen_at {
            Some(_) => STANDS,
            None => Duration::ZERO,
        };
        let expected = self.planned(batch);
        let mut watch = Watch::of(start, batch, done, expected, by_keys, stands);
        self.session.watcher.awaits_sign = watch.solves;
        self.session
            .watcher
            .tries(!self.manner.is_sure() && !watch.solves);
        if watch.solves {
            self.settings.onlooker.now(Activity::Confirming);
        }
        let after = self.watch(&mut watch);
        self.session.watcher.awaits_sign = false;
        after
    }

    fn watch(&mut self, watch: &mut Watch<G>) -> Result<After<G>, Halt> {
        loop {
            let (begun, read) = (Instant::now(), self.session.watcher.costs.read);
            let look = match self.session.watcher.latest(watch.since) {
                // Some games end when they are solved.
                Err(Halt::Screen(ScreenError::Gone))
                    if watch.may_close() && !self.settings.reopens =>
                {
                    return Ok(After::Solved(Evidence::Left));
                }
                look => look?,
            };
            match self.believed(watch, look) {
                Observation::Board(seen) => {
                    let session = &mut self.session;
                    let is_awake = |since| session.watcher.is_awake(since);
                    if let Some(after) = watch.board(seen, &mut session.reaction, is_awake) {
                        return Ok(after);
                    }
                }
                Observation::Solved(frame) => {
                    self.session.reaction.learn(watch.after(frame.taken));
                    return Ok(After::Solved(Evidence::Sign));
                }
                Observation::Hidden(hidden) => {
                    let taken = hidden.frame.taken;
                    watch.since = taken + Duration::from_micros(1);
                    self.clear_view(&hidden)?;
                    let sign = match watch.solves {
                        true => self.sign_of(watch, &hidden),
                        false => None,
                    };
                    let looked_at =
                        self.session
                            .watcher
                            .looked_at(begun, read, self.settings.patience);
                    watch.hidden(taken, looked_at, sign);
                    if let Some((evidence, since)) = watch.signed(&hidden.frame) {
                        self.session.reaction.learn(watch.after(since));
                        return Ok(After::Solved(evidence));
                    }
                    if watch.solves && watch.is_long_hidden() {
                        // The next puzzle may have other sizes, or show what was never seen.
                        self.session.watcher.expect_another();
                        let next = self.deduce(&hidden)?;
                        if let Some(next) = next.filter(|next| watch.is_another(next)) {
                            return Ok(After::Next(next));
                        }
                    }
                    if watch.hidden_for > self.settings.patience {
                        return Ok(match watch.solves {
                            true => After::Unconfirmed(hidden),
                            false => After::Lost(hidden),
                        });
                    }
                }
            }
        }
    }

    /// The same, but what cannot be the board is none that can be read: one in a shade, unless it is the one that is
    /// expected, and another that is solved already.
    fn believed(&self, watch: &Watch<G>, look: Observation<G>) -> Observation<G> {
        let Observation::Board(seen) = look else {
            return look;
        };
        let why = if seen.puzzle == watch.expected {
            None
        } else if watch.is_sign(&seen) {
            Some("it reads as another one that is solved already: something may lie over it")
        } else {
            let is_shaded = self.is_in_shade(watch.start, &seen.frame);
            is_shaded.then_some("it lies in a shade")
        };
        match why {
            None => Observation::Board(seen),
            Some(why) => Observation::Hidden(Hidden {
                error: ReadError::Unsure {
                    what: "the board".into(),
                    why: why.into(),
                },
                place: Some(seen.place),
                frame: seen.frame,
            }),
        }
    }

    /// After the last move, `ended` then, a board that no game declares solved may still change by what came
    /// late: the board after that, None if nothing else of the same puzzle is to be seen.
    pub(super) fn late(
        &mut self,
        last: &SeenBoard<G>,
        ended: Instant,
    ) -> Result<Option<SeenBoard<G>>, Halt> {
        let end = last.frame.taken + LATE.max(self.session.reaction.patience());
        Ok(match self.changed(&last.puzzle, last.frame.taken, end)? {
            Some(Observation::Board(now)) if G::same_puzzle(&now.puzzle, &last.puzzle) => {
                let took = now.frame.taken.saturating_duration_since(ended);
                self.session.reaction.learn(took);
                Some(now)
            }
            _ => None,
        })
    }

    /// What is to be seen instead of a board, two frames agreeing if it is another; None if nothing is
    /// until `end`.
    pub(super) fn changed(
        &mut self,
        from: &G::Puzzle,
        mut since: Instant,
        end: Instant,
    ) -> Result<Option<Observation<G>>, Halt> {
        while since < end {
            match self
                .session
                .watcher
                .settled(since, self.settings.patience)?
            {
                Observation::Board(seen) if seen.puzzle == *from => {
                    since = seen.frame.taken + Duration::from_micros(1);
                }
                other => return Ok(Some(other)),
            }
        }
        Ok(None)
    }

    /// Whether what comes of the first moves of the plan tells how things are moved.
    pub(super) fn tells_of_manner(&self, batch: usize) -> bool {
        batch > 0 && self.manner.tells_of(self.is_by_keys(batch))
    }

    /// Whether the last move of a batch is made by keys.
    fn is_by_keys(&self, batch: usize) -> bool {
        let last = self.plan[..batch].last();
        last.is_some_and(|(board, mv)| {
            let profile = self.manner.of(Cow::Borrowed(self.session.profile));
            let gesture = G::gesture(board, mv, &profile);
            matches!(gesture, Gesture::Keys(_) | Gesture::Chord(_))
        })
    }
}
