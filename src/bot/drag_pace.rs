//! How fast a thing may be dragged. Many games take what the pointer did within a frame for one motion, and let a
//! thing go on to the neighbouring cell only: so each step of a drag waits until the one before shows.

use std::time::Duration;

/// Before anything was seen of a game it is taken to draw a frame in this time. Chosen: a little more than one of 30
/// frames a second.
const FRAME: Duration = Duration::from_micros(34_500);

/// So long is a step waited for at least before it counts as lost. Chosen: as for a move of a game of which nothing
/// is known; what seldom happens may take long, and nothing is lost by it.
const PATIENCE: Duration = Duration::from_millis(350);

/// Where steps take longer to show they are waited for so many times as long as they took. Chosen: a machine under
/// load takes twice as long as before, and then some.
const TIMES: u32 = 3;

/// After so many drags in a row that came about, and of which nothing showed before the button was let go, steps are
/// no longer waited for. Chosen: one may be an accident.
const UNSEEN: usize = 2;

/// A thing is held at most 2 to this power times as long. Chosen: about a second, as long as a machine under load keeps
/// a game from looking at the mouse.
const MOST: u32 = 5;

/// After so many drags in a row that went well it is held for half the time again. Chosen: about a small puzzle.
const TRUST: u32 = 24;

/// What is known of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DragPace {
    /// From a step of the pointer until it shows; the longest lately.
    shown: Option<Duration>,
    /// Drags in a row of which nothing showed on the way.
    unseen: usize,
    /// Whether something of the last drag showed on the way; None if nothing was dragged.
    last: Option<bool>,
    /// So often a thing was not taken hold of, less what went well since.
    missed: u32,
    /// Drags in a row that went well.
    kept: u32,
}

impl DragPace {
    /// How long the button is held before the pointer moves on, and rests before it leaves. A busy game may get to a
    /// press when the pointer is elsewhere, and take hold of what is there: then twice as long, however fast it was
    /// before.
    pub fn grip(&self) -> Duration {
        match self.missed {
            0 => self.shown.map_or(FRAME, |shown| shown.min(FRAME)),
            missed => FRAME * 2u32.pow(missed),
        }
    }

    /// How long to wait for a step to show; None where that is in vain. A game that gets to a press late gets to a step
    /// late, too.
    pub fn patience(&self) -> Option<Duration> {
        let patience = self.shown.unwrap_or_default() * TIMES;
        (self.unseen < UNSEEN).then(|| patience.max(PATIENCE).max(self.grip()))
    }

    /// Whether the game is known to show steps.
    pub fn is_seen(&self) -> bool {
        self.shown.is_some()
    }

    /// How long a step takes that does not show.
    pub fn blind(&self, beat: Duration) -> Duration {
        beat.max(FRAME)
    }

    /// A drag begins.
    pub fn begin(&mut self) {
        if self.last == Some(false) {
            (self.missed, self.kept) = ((self.missed + 1).min(MOST), 0);
        }
        self.last = Some(false);
    }

    /// A step showed after so long.
    pub fn kept(&mut self, took: Duration) {
        // One hiccup is forgotten within some drags.
        let before = self.shown.unwrap_or_default() * 7 / 8;
        self.shown = Some(took.max(before));
        (self.last, self.unseen) = (Some(true), 0);
    }

    /// The last drag came about. One of which nothing showed on the way was taken hold of, too.
    pub fn came_about(&mut self) {
        let Some(showed) = self.last.take() else {
            return;
        };
        self.kept += 1;
        self.unseen += usize::from(!showed);
        if self.kept >= TRUST {
            (self.missed, self.kept) = (self.missed.saturating_sub(1), 0);
        }
    }

    /// Things are dragged in another way from now on: what did not come along was lost to the way, not to haste.
    pub fn begin_anew(&mut self) {
        (self.missed, self.kept, self.last) = (0, 0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_show_drags_at_their_end_are_no_longer_waited_for() {
        let mut pace = DragPace::default();
        for _ in 0..UNSEEN {
            assert!(pace.patience().is_some());
            pace.begin();
            pace.came_about();
            // What was clicked says nothing of drags.
            pace.came_about();
        }
        assert_eq!(pace.patience(), None);
    }

    #[test]
    fn a_drag_that_was_lost_says_nothing() {
        let mut pace = DragPace::default();
        (0..10).for_each(|_| pace.begin());
        assert!(pace.patience().is_some());
    }

    #[test]
    fn what_is_missed_is_held_longer_and_then_as_before() {
        let mut pace = DragPace::default();
        let before = pace.grip();
        (0..3).for_each(|_| pace.begin());
        assert_eq!(pace.grip(), before * 4);
        for _ in 0..3 * TRUST {
            pace.begin();
            pace.kept(FRAME);
            pace.came_about();
        }
        assert_eq!(pace.grip(), before);
    }

    #[test]
    fn what_shows_nothing_on_the_way_is_held_as_before_too_once_drags_come_about() {
        let mut pace = DragPace::default();
        let before = pace.grip();
        (0..4).for_each(|_| pace.begin());
        assert_eq!(pace.grip(), before * 8);
        for _ in 0..4 * TRUST {
            pace.begin();
            pace.came_about();
        }
        assert_eq!(pace.grip(), before);
    }

    #[test]
    fn drags_lost_to_the_way_are_not_lost_to_haste() {
        let mut pace = DragPace::default();
        let before = pace.grip();
        (0..4).for_each(|_| pace.begin());
        pace.begin_anew();
        assert_eq!(pace.grip(), before);
        pace.begin();
        assert_eq!(pace.grip(), before);
    }

    #[test]
    fn slow_games_are_given_longer_for_a_while() {
        let mut pace = DragPace::default();
        pace.kept(Duration::from_millis(400));
        assert!(pace.patience() > Some(Duration::from_secs(1)));
        (0..40).for_each(|_| pace.kept(Duration::from_millis(17)));
        assert_eq!(pace.patience(), Some(PATIENCE));
        assert!(pace.grip() < FRAME);
    }
}
