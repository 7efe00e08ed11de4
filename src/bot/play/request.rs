//! Asking the game for something: all moves back here, puzzles in [`next`](super::next).

use std::time::{Duration, Instant};

use super::{BLOCKED, Player, in_the_way};
use crate::bot::Halt;
use crate::bot::input_thread::Done;
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::PuzzleReport;
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::{Filling, Way};

/// A reset is given at least so long to show an effect: made once more it does no harm.
const REQUEST: Duration = Duration::from_millis(400);
/// The longest time that one attempt counts for, when it is added up how long something is in the way.
const ATTEMPT: Duration = Duration::from_secs(1);
/// The board is where it was seen so long ago.
const RECENT: Duration = Duration::from_millis(20);
/// Requests to take back all moves of one puzzle.
const RESETS: usize = 12;
/// The same where none was made: the board may be as it begins, and nothing to be taken back.
const RESETS_UNTOUCHED: usize = 3;
/// A button that opens a dialog has done so by then. Chosen: as long as is waited between the steps of a way.
const OPENS: Duration = Duration::from_millis(250);
/// From one look at the keyboard to the next.
const BLINK: Duration = Duration::from_millis(5);

impl<G: Game> Player<'_, G> {
    /// Has the game take back all moves; the board after that, None if nothing came of it.
    pub(super) fn reset(
        &mut self,
        spoiled: &SeenBoard<G>,
        report: &mut PuzzleReport<G>,
    ) -> Result<Option<SeenBoard<G>>, Halt> {
        let way = self.gestures(&self.session.profile.reset, Filling::default())?;
        if way.is_empty() {
            return Ok(None);
        }
        let most = match report.gestures {
            0 => RESETS_UNTOUCHED,
            _ => RESETS,
        };
        for _ in report.resets..most {
            report.resets += 1;
            let Some(done) = self.insist(&way, report.resets)? else {
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

    /// The gestures of a way; an error if it lacks something.
    pub(super) fn gestures(&mut self, way: &Way, with: Filling) -> Result<Vec<Gesture>, Halt> {
        self.session.gestures(way, with).map_err(Halt::Game)
    }

    /// Types the last of the keys again that ask for the next puzzle: one may have been lost, and what the last one answers
    /// lies over the board yet; or a single one came before the sign that it answers, or what lies over the board now.
    pub(super) fn finishes_way(&mut self, hidden: &Hidden) -> Result<(), Halt> {
        let way = self.gestures(&self.session.profile.next, Filling::default())?;
        if let [.., last] = &way[..]
            && are_keys(&way)
            && (way.len() > 1 || self.has_sign_over() || hidden.place.is_none())
        {
            self.insist(std::slice::from_ref(last), 2)?;
        }
        Ok(())
    }

    /// Types the first keys of a way into a dialog of the game's own, one after the other, for as long as it waits for
    /// an answer: how many. A dialog lies over the board, or beside it and keeps the keyboard.
    pub(super) fn answer_dialog(&mut self, way: &[Gesture], times: usize) -> Result<usize, Halt> {
        let park = self.session.profile.resting_after(way);
        let beat = self.session.pace.beat_of(way).for_time(times);
        let mut answered = 0;
        while way.get(answered).is_some_and(Gesture::is_typed) && self.session.watcher.is_asked() {
            let Some(spot) = self.session.watcher.last_spot() else {
                break;
            };
            let rest = spot.rest(park, self.session.profile);
            let keys = way[answered].clone();
            let done = self.session.answer_dialog(keys, spot, beat, rest)?;
            if done.performed == 0 {
                break;
            }
            answered += 1;
            self.session.watcher.until_answered();
        }
        Ok(answered)
    }

    /// Whether a dialog of the game's own gets the keyboard so soon.
    fn asks_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        loop {
            let asks = self.session.watcher.is_asked();
            if asks || Instant::now() > end {
                return asks;
            }
            std::thread::sleep(BLINK);
        }
    }

    /// Makes gestures, again and again while something is in their way; None where no board is to be seen.
    pub(super) fn insist(&mut self, way: &[Gesture], times: usize) -> Result<Option<Done>, Halt> {
        let park = self.session.profile.resting_after(way);
        let mut blocked = Duration::ZERO;
        let mut since = Instant::now() - RECENT;
        let mut made = 0;
        let mut first: Option<Instant> = None;
        let mut last: Option<Done> = None;
        loop {
            let begun = Instant::now();
            let keys = &way[made..];
            if made > 0 && keys[0].is_typed() && self.asks_within(OPENS) {
                made += self.answer_dialog(keys, times)?;
                if let Some(done) = last.take().filter(|_| made == way.len()) {
                    return Ok(Some(done));
                }
            }
            let patience = self.settings.patience;
            let Some(spot) = self.session.watcher.spot_of_way(since, patience)? else {
                return Ok(None);
            };
            let beat = self.session.pace.beat_of(way).for_time(times);
            let rest = spot.rest(park, self.session.profile);
            let part = &way[made..made + until_typed(&way[made..])];
            let done = self.session.perform(part.to_vec(), &[], spot, beat, rest)?;
            self.parked = done.trouble.is_none().then(|| spot.on_screen(rest));
            made += done.performed;
            let began = *first.get_or_insert(done.began);
            let done = Done { began, ..done };
            if made == way.len() {
                return Ok(Some(done));
            }
            if done.performed == part.len() {
                last = Some(done);
                continue;
            }
            if way[made].is_text() {
                made = 0;
            }
            since = Instant::now();
            // A pause may lie before it; it does not count.
            blocked += begun.elapsed().min(ATTEMPT);
            if blocked > BLOCKED {
                return Err(Halt::Game(in_the_way(&done)));
            }
        }
    }
}

/// Whether a way is keys and nothing else.
pub(super) fn are_keys(way: &[Gesture]) -> bool {
    let is_key = |step: &Gesture| step.is_typed() && !step.is_text();
    way.iter().all(is_key)
}

/// How many gestures of a way come before the first one after a click that is typed: it may be for a dialog that the click
/// opened.
fn until_typed(way: &[Gesture]) -> usize {
    let is_answer = |at: &usize| way[*at].is_typed() && !way[at - 1].is_typed();
    (1..way.len()).find(is_answer).unwrap_or(way.len())
}
