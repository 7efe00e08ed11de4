//! How fast the hand may be, and how long the game takes to show what it did: both are learned from
//! the game while it is played.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::time::Duration;

use super::beat::{Beat, STEPS, between};
use super::drag_pace::DragPace;
use super::input_probe::InputProbe;
use crate::hand::Gesture;
use crate::profile::Behaviour;

/// The hand's pace: as fast as the game follows.
#[derive(Clone, Debug)]
pub struct InputTiming {
    step: usize,
    /// No faster one is tried.
    fastest: usize,
    /// How long a click must be held is known, and holds: nothing needs to be watched.
    tried_before: bool,
    tried: usize,
    lost: usize,
    /// Gestures in a row of which few were lost.
    kept: usize,
    /// So many of them, and a faster pace is tried again, or the pace is felt out again.
    trust: usize,
    /// What is known of a game that is still felt out.
    feel: Option<InputProbe>,
    /// The pace was felt out.
    felt: bool,
    /// Of drags.
    pub drags: DragPace,
    /// Held clicks show sooner than in a game for which the pace is right.
    soon: bool,
}

impl Default for InputTiming {
    fn default() -> Self {
        Self {
            feel: Some(InputProbe::default()),
            step: 0,
            fastest: 0,
            tried_before: false,
            tried: 0,
            lost: 0,
            kept: 0,
            trust: Self::TRUST,
            felt: false,
            drags: DragPace::default(),
            soon: false,
        }
    }
}

impl InputTiming {
    /// Before this many gestures nothing is concluded.
    const ENOUGH: usize = 4;
    /// A game that loses more than this share of its input is being hurried.
    const TOO_MUCH: f64 = 0.3;
    /// One that was tried, and misses more than this share of so many clicks, is not as it was when it was tried.
    /// Chosen: a few of a hundred are lost to a busy desktop.
    const CARELESS: f64 = 0.08;
    const TELLING: usize = 12;
    /// One that loses more than this share is far slower; one that loses all may be slower than any.
    const NEARLY_ALL: f64 = 0.7;
    /// Gestures before a faster pace is tried again: doubled with every slowing down, up to a limit.
    const TRUST: usize = 48;
    const MOST_TRUST: usize = 1536;
    /// Gestures before a pace that was felt out is felt out again: doubled as often as nothing else comes
    /// of it. Chosen: about seven dungeons of 8x8.
    const FELT: usize = 192;
    /// After so many times fewer if it seems too slow: within half a dungeon of 8x8.
    const SOONER: usize = 16;
    /// From this step on, as a place in the list of steps (144 frames a second), the game is taken to look
    /// at the mouse once a frame; the faster steps are for games that are told of every press.
    const WATCHED: usize = 2;
    /// A pace that was just slowed down, or is being felt out again, is tried with so many gestures.
    const TRIAL: usize = 6;

    /// The pace for a game of which may be known how fast it follows.
    pub fn of(behaviour: Option<&Behaviour>) -> Self {
        let beat = behaviour.map_or(0, |known| known.beat * 1000);
        let step = STEPS.iter().position(|step| *step >= beat);
        let fastest = step.unwrap_or(STEPS.len() - 1);
        Self {
            step: fastest,
            fastest,
            tried_before: behaviour.is_some(),
            feel: behaviour.is_none().then(InputProbe::default),
            ..Self::default()
        }
    }

    /// What is known of the game, if it is still to be felt out.
    pub fn feel(&self) -> Option<InputProbe> {
        self.feel
    }

    /// Takes over what was felt.
    pub fn felt(&mut self, feel: InputProbe) {
        let step = feel.step();
        self.feel = (step.is_none() && !feel.is_over()).then(|| feel.resumed());
        if let Some(step) = step {
            self.trust = match step.cmp(&self.step) {
                Ordering::Greater => self.trust.max(Self::FELT),
                Ordering::Equal if self.felt => (self.trust * 2).min(Self::MOST_TRUST),
                _ => self.trust,
            };
            (self.step, self.tried, self.lost) = (step, 0, 0);
            self.kept = Self::ENOUGH;
            (self.felt, self.soon) = (true, false);
            tracing::debug!(beat = ?self.beat(), "felt out");
        } else if self.feel.is_none() {
            // It cannot be felt: step by step, then.
            self.felt = false;
        }
    }

    /// Takes note of the longest time from a press to its effect, of clicks that were held until then, each
    /// after one that showed. Where the pace is right such a press usually comes early in a frame of the game,
    /// and shows at its end.
    pub fn shown(&mut self, longest: Duration) {
        let is_slow = self.step > Self::WATCHED;
        self.soon = self.felt && is_slow && longest * 2 < Duration::from_micros(STEPS[self.step]);
    }

    pub fn beat(&self) -> Beat {
        let time = Duration::from_micros(STEPS[self.step]);
        match !self.tried_before && self.step >= Self::WATCHED {
            true => Beat {
                hold: time,
                rest: between(time),
                watched: true,
                step: Duration::ZERO,
            },
            false => Beat::even(time),
        }
    }

    /// Whether no slower pace is left to be tried.
    pub fn is_slowest(&self) -> bool {
        self.step + 1 == STEPS.len()
    }

    /// The beat of the steps of a way: where there are several, each wants what the one before did to be there.
    pub fn beat_of(&self, way: &[Gesture]) -> Beat {
        match way.len() {
            0 | 1 => self.beat(),
            _ => self.beat().in_steps(),
        }
    }

    /// So many gestures are worth making before a look at what came of them.
    pub fn at_once(&self) -> usize {
        match self.step > self.fastest && self.kept < Self::ENOUGH {
            true => Self::TRIAL,
            false => usize::MAX,
        }
    }

    /// Takes note that of `tried` gestures `lost` had no effect; slows down where needed, and speeds
    /// up again when that has gone well for long.
    pub fn learn(&mut self, tried: usize, lost: usize) {
        if tried > 0 && lost == 0 {
            self.drags.came_about();
        }
        self.tried += tried;
        self.lost += lost;
        self.kept += tried;
        if self.tried < Self::ENOUGH {
            return;
        }
        let lost = self.lost as f64 / self.tried as f64;
        // It takes the pointer's place when it gets to a click, or is busy now: each click is to be seen.
        self.tried_before &= lost < Self::CARELESS || self.tried < Self::TELLING;
        let hurried = lost > Self::TOO_MUCH;
        if hurried {
            let steps = match lost {
                1.0 => 3,
                lost if lost > Self::NEARLY_ALL => 2,
                _ => 1,
            };
            self.step = (self.step + steps).min(STEPS.len() - 1);
            self.kept = 0;
            self.feel = None;
            self.trust = (self.trust * 2).min(Self::MOST_TRUST);
            self.soon = false;
        } else if self.step > self.fastest && self.kept >= self.trusted() {
            match self.felt {
                true => self.feel = Some(InputProbe::default()),
                false => self.step -= 1,
            }
            self.kept = 0;
        }
        // What was seen at another pace, or long ago, says nothing.
        if hurried || self.tried >= 32 {
            self.tried = 0;
            self.lost = 0;
        }
    }

    /// So many gestures that went well, and a faster pace is tried, or the pace is felt out again.
    fn trusted(&self) -> usize {
        match self.soon {
            true => self.trust / Self::SOONER,
            false => self.trust,
        }
    }
}

/// The time between a gesture and its effect on the screen.
#[derive(Clone, Debug, Default)]
pub struct Reaction {
    /// The last ones that were seen.
    seen: VecDeque<Duration>,
    /// Whether none was seen yet but what was known before: the game, or all of the computer, may be slower today.
    is_hearsay: bool,
}

impl Reaction {
    const UNKNOWN: Duration = Duration::from_millis(350);
    const LEAST: Duration = Duration::from_millis(60);
    /// The most that is waited for. Chosen: longer than games were seen to stand still while they save (2
    /// s).
    const MOST: Duration = Duration::from_millis(3000);
    /// So many effects are remembered. Chosen: one hiccup must not slow the rest of the day.
    const REMEMBERED: usize = 24;

    /// For a game of which may be known how long an effect takes.
    pub fn of(behaviour: Option<&Behaviour>) -> Self {
        Self {
            seen: behaviour.iter().map(|known| known.effect()).collect(),
            is_hearsay: true,
        }
    }

    /// Takes note of one that was seen.
    pub fn learn(&mut self, time: Duration) {
        self.seen.truncate(Self::REMEMBERED - 1);
        self.seen.push_front(time);
        self.is_hearsay = false;
    }

    /// Most effects show within this time.
    fn usual(&self) -> Option<Duration> {
        let mut times: Vec<Duration> = self.seen.iter().copied().collect();
        times.sort();
        times.get(times.len().saturating_sub(1) * 4 / 5).copied()
    }

    /// The time within which most effects show.
    pub fn quick(&self) -> Duration {
        self.usual()
            .map_or(Self::UNKNOWN, |usual| usual.max(Self::LEAST))
    }

    /// How long to wait for an effect before the gesture counts as lost.
    pub fn patience(&self) -> Duration {
        self.usual().map_or(Self::UNKNOWN, |usual| {
            let least = match self.is_hearsay {
                true => Self::UNKNOWN,
                false => Self::LEAST,
            };
            (usual * 2 + Duration::from_millis(30)).clamp(least, Self::MOST)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::bot::input_probe::Felt;

    #[test]
    fn the_pace_slows_only_when_much_is_lost() {
        let mut pace = InputTiming::default();
        for _ in 0..20 {
            pace.learn(10, 1);
        }
        assert_eq!(pace.beat().hold, Duration::from_millis(1));
        pace.learn(10, 10);
        pace.learn(10, 10);
        assert!(pace.beat().hold > Duration::from_millis(1));
    }

    #[test]
    fn a_pace_that_was_slowed_by_mishaps_recovers() {
        let mut pace = InputTiming::default();
        pace.learn(10, 10);
        let slow = pace.beat().hold;
        (0..400).for_each(|_| pace.learn(10, 0));
        assert!(pace.beat().hold < slow);
    }

    #[test]
    fn a_game_that_loses_all_comes_to_the_slowest_pace_soon() {
        let mut pace = InputTiming::default();
        (0..16).for_each(|_| pace.learn(1, 1));
        assert!(pace.is_slowest(), "{:?}", pace.beat());
    }

    #[test]
    fn however_often_it_was_slowed_it_recovers() {
        let mut pace = InputTiming::default();
        (0..1000).for_each(|_| pace.learn(10, 10));
        let slow = pace.beat().hold;
        (0..400).for_each(|_| pace.learn(10, 0));
        assert!(pace.beat().hold < slow);
    }

    /// Has the game felt out, with clicks that show after `frame`; a quick one does not if it `looks` at the
    /// mouse.
    fn feel_out(pace: &mut InputTiming, frame: Duration, looks: bool) {
        let mut feel = pace.feel().expect("it is felt out");
        let begun = Instant::now();
        let kept = |feel: &mut InputProbe, nth: u32| {
            let pressed = begun + frame * 2 * nth;
            feel.kept(Felt {
                pressed,
                taken: pressed + frame,
                seen: pressed + frame,
            });
        };
        kept(&mut feel, 0);
        kept(&mut feel, 1);
        match looks {
            true => _ = feel.lost(begun + frame * 4),
            false => kept(&mut feel, 2),
        }
        kept(&mut feel, 3);
        pace.felt(feel);
        assert_eq!(pace.feel(), None);
    }

    const FAST: Duration = Duration::from_millis(7);

    #[test]
    fn a_pace_that_was_felt_wrong_is_felt_again_when_clicks_show_too_soon() {
        let mut pace = InputTiming::default();
        // The game hesitates while it is felt out.
        feel_out(&mut pace, FAST * 2, true);
        let slow = pace.beat().hold;
        pace.shown(FAST);
        pace.learn(10, 0);
        feel_out(&mut pace, FAST, true);
        assert!(pace.beat().hold < slow);
    }

    /// How many gestures go well before a pace is felt out again, in a game of such frames, time and again.
    fn felt_again_after(frame: Duration) -> Vec<usize> {
        let mut pace = InputTiming::default();
        let times = (0..4).map(|_| {
            feel_out(&mut pace, frame, true);
            let goes_on = |pace: &mut InputTiming| {
                pace.shown(frame * 4 / 5);
                pace.learn(1, 0);
                pace.feel().is_none()
            };
            (1..).take_while(|_| goes_on(&mut pace)).count()
        });
        times.collect()
    }

    #[test]
    fn a_pace_that_is_right_is_felt_again_ever_more_seldom() {
        for frame in [FAST, FAST * 2] {
            let after = felt_again_after(frame);
            assert!(after[0] > 150, "{after:?}");
            let doubles = after.windows(2).all(|two| two[1] > two[0] * 19 / 10);
            assert!(doubles, "{after:?}");
        }
    }

    #[test]
    fn a_fast_game_that_hesitated_once_is_soon_clicked_fast_again() {
        let mut pace = InputTiming::default();
        feel_out(&mut pace, FAST, false);
        assert_eq!(pace.beat().hold, Duration::from_millis(1));
        pace.learn(30, 30);
        assert!(pace.beat().hold > Duration::from_millis(1));
        pace.learn(96, 0);
        assert!(pace.feel().is_some());
    }

    #[test]
    fn patience_follows_what_was_seen() {
        let mut reaction = Reaction::default();
        reaction.learn(Duration::from_millis(100));
        assert_eq!(reaction.patience(), Duration::from_millis(230));
    }

    #[test]
    fn a_game_that_was_quick_is_given_time_until_that_is_seen_again() {
        let known = Behaviour {
            beat: 1,
            reaction: 0,
            fade: 0,
            hover: false,
            numbers_change: false,
            right_marks: false,
            left_marks: false,
        };
        let mut reaction = Reaction::of(Some(&known));
        assert_eq!(reaction.patience(), Reaction::UNKNOWN);
        reaction.learn(Duration::from_millis(10));
        assert_eq!(reaction.patience(), Reaction::LEAST);
    }

    #[test]
    fn a_hiccup_does_not_count() {
        let mut reaction = Reaction::default();
        for ms in [20, 20, 20, 2000, 20, 20] {
            reaction.learn(Duration::from_millis(ms));
        }
        assert_eq!(reaction.patience(), Duration::from_millis(70));
    }
}
