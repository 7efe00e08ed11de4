//! What the hand is given to do, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::base::{Point, Rect};
use crate::bot::beat::Beat;
use crate::bot::drag_pace::DragPace;
use crate::bot::effect_counter::EffectCounter;
use crate::bot::input_probe::InputProbe;
use crate::bot::look::BoardSpot;
use crate::bot::stop::StoppedBy;
use crate::hand::Gesture;
use crate::screen::ScreenError;

/// Gestures to perform, one after the other.
#[derive(Clone, Debug)]
pub struct GestureBatch {
    pub gestures: Vec<Gesture>,
    /// Where the board was when the batch was given.
    pub spot: BoardSpot,
    pub beat: Beat,
    /// Where buttons may be pressed, in board pixels.
    pub allowed: Vec<Rect>,
    /// Where the pointer rests afterwards, in board pixels.
    pub park: Point,
    /// Somebody tells here how many steps of the gestures have shown their effect: clicks may be held until then,
    /// and drags go on.
    pub shown: Option<EffectCounter>,
    /// What is known of a game that is felt out, if it is and somebody tells.
    pub feel: Option<InputProbe>,
    pub drags: DragPace,
    /// The keys answer a dialog of the game's own, and go nowhere else.
    pub into_dialog: bool,
    /// Somebody who looks on may take back what was not pressed yet.
    pub revocation: Revocation,
}

/// Whether a batch was taken back: the board that it is for is no longer there. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Revocation(Arc<AtomicBool>);

impl Revocation {
    /// Nothing more is pressed from now on.
    pub fn revoke(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is so.
    pub fn is_revoked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl GestureBatch {
    /// Gestures that nobody follows or takes back. No button may be pressed.
    pub fn plain(gestures: Vec<Gesture>, spot: BoardSpot, beat: Beat, park: Point) -> Self {
        Self {
            gestures,
            spot,
            beat,
            allowed: Vec::new(),
            park,
            shown: None,
            feel: None,
            drags: DragPace::default(),
            into_dialog: false,
            revocation: Revocation::default(),
        }
    }

    /// How many steps there are before a gesture.
    pub(super) fn steps_before(&self, nth: usize) -> usize {
        self.gestures[..nth].iter().map(Gesture::steps).sum()
    }

    /// Asked right before each press: what was pressed counts, and is released.
    pub(super) fn still_holds(&self) -> Result<(), Interruption> {
        match self.revocation.is_revoked() {
            true => Err(Interruption::Revoked),
            false => Ok(()),
        }
    }

    /// A press outside is a fault of ours; it must never reach the game.
    pub(super) fn check(&self, at: Point) -> Result<(), Interruption> {
        match self.allowed.iter().any(|area| area.contains(at)) {
            true => Ok(()),
            false => Err(Interruption::Hand(format!(
                "{at} is neither on the board nor a button"
            ))),
        }
    }
}

/// What came of a batch.
#[derive(Clone, Debug)]
pub struct Done {
    /// How many of its gestures were performed whole.
    pub performed: usize,
    pub began: Instant,
    /// What is seen earlier says nothing of what came of it: something may yet be in hand.
    pub since: Instant,
    /// When the pause after the last gesture ends: that may be yet to come.
    pub ended: Instant,
    pub trouble: Option<Interruption>,
    /// What is known now.
    pub feel: Option<InputProbe>,
    /// The longest time from a press to its effect, of clicks that were held until then, each after one that
    /// showed.
    pub longest: Option<Duration>,
    pub drags: DragPace,
}

impl Done {
    /// Whether the window was closed meanwhile.
    pub fn is_closed(&self) -> bool {
        matches!(self.trouble, Some(Interruption::Screen(ScreenError::Gone)))
    }
}

/// Why the hand stopped before the end of a batch.
#[derive(Clone, Debug)]
pub enum Interruption {
    Screen(ScreenError),
    Stopped(StoppedBy),
    Hand(String),
    /// It was taken back.
    Revoked,
}

impl From<ScreenError> for Interruption {
    fn from(error: ScreenError) -> Self {
        Interruption::Screen(error)
    }
}

impl From<anyhow::Error> for Interruption {
    fn from(error: anyhow::Error) -> Self {
        Interruption::Hand(format!("{error:#}"))
    }
}
