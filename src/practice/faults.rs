//! What goes wrong on purpose, the same way every time for the same seed.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::options::Troubles;
use super::{Options, Trouble};
use crate::base::{Point, Rect};

/// How far the window wanders from where it was opened, in screen pixels.
const REACH: i32 = 24;
/// How much larger than its content the window gets, in screen pixels.
const STRETCH: i32 = 120;
/// How much larger than its content the window is in every second puzzle, in screen pixels.
const ROOM: Point = Point::new(90, 60);
/// The share of clicks and keys that count twice, of those that come late, and of releases that are lost.
const ODD: f64 = 0.05;
/// How long the game stands still.
const FREEZE: Duration = Duration::from_secs(2);

/// Something the world around the host has to carry out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Put the window this far from where it was opened.
    Move(Point),
    /// Make the window this much larger than its content.
    Stretch(Point),
    /// Show the game at its usual scale, or one above.
    Rescale {
        larger: bool,
    },
    /// Do nothing for so long.
    Freeze(Duration),
    Begin(OverlayWindow),
    End(OverlayWindow),
}

/// What keeps the window from being seen, or from being told from others, for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OverlayWindow {
    /// Another window here, relative to the window's content.
    Cover(Rect),
    /// The same, and it takes the focus.
    Dialog(Rect),
    /// A window with the same title somewhere else.
    Twin,
    /// A small window here, relative to the window's content.
    Tooltip(Rect),
    Minimised,
    Closed,
}

impl OverlayWindow {
    /// As the log calls it.
    pub fn name(&self) -> &'static str {
        match self {
            OverlayWindow::Cover(_) => "cover",
            OverlayWindow::Dialog(_) => "dialog",
            OverlayWindow::Twin => "twin",
            OverlayWindow::Tooltip(_) => "tooltip",
            OverlayWindow::Minimised => "minimised",
            OverlayWindow::Closed => "window closed",
        }
    }
}

/// A trouble that comes again and again.
struct Recurring {
    trouble: Trouble,
    due: Duration,
    /// What is there now, and ends when it is due.
    veil: Option<OverlayWindow>,
}

pub(super) struct Faults {
    share: f64,
    troubles: Troubles,
    /// So many puzzles were shown.
    shown: usize,
    /// The window is to be given another size for the puzzle that is shown now.
    fits: bool,
    drops: ChaCha8Rng,
    timing: ChaCha8Rng,
    size: [i32; 2],
    recurring: Vec<Recurring>,
}

impl Faults {
    /// `size` is the window's, in screen pixels.
    pub fn new(options: &Options, size: [u32; 2]) -> Self {
        let troubles = options.troubles();
        let mut faults = Self {
            share: options.drop_input,
            troubles: troubles.clone(),
            shown: 0,
            fits: true,
            drops: ChaCha8Rng::seed_from_u64(u64::from(options.seed) << 1),
            timing: ChaCha8Rng::seed_from_u64(u64::from(options.seed) << 1 | 1),
            size: size.map(|side| side as i32),
            recurring: Vec::new(),
        };
        for trouble in troubles.iter() {
            if let Some(pause) = pause(trouble) {
                let due = faults.after(Duration::ZERO, pause);
                faults.recurring.push(Recurring {
                    trouble,
                    due,
                    veil: None,
                });
            }
        }
        faults
    }

    /// Whether the click or key that arrives now is lost.
    pub fn loses(&mut self) -> bool {
        self.share > 0.0 && self.drops.random_bool(self.share)
    }

    /// Whether the click or key counts twice.
    pub fn doubles(&mut self) -> bool {
        self.troubles.has(Trouble::Double) && self.drops.random_bool(ODD)
    }

    /// How late the click or key comes.
    pub fn delays(&mut self) -> Duration {
        match self.troubles.has(Trouble::Late) && self.drops.random_bool(ODD) {
            true => Duration::from_millis(self.drops.random_range(100..=400)),
            false => Duration::ZERO,
        }
    }

    /// Whether the release of a button is lost.
    pub fn sticks(&mut self) -> bool {
        self.troubles.has(Trouble::Stick) && self.drops.random_bool(ODD)
    }

    /// A puzzle is shown.
    pub fn shows(&mut self) {
        self.shown += 1;
        self.fits = !self.troubles.has(Trouble::Shrink);
    }

    /// The next fault that is due, if any.
    pub fn due(&mut self, now: Duration) -> Option<Fault> {
        if !std::mem::replace(&mut self.fits, true) {
            let room = if self.shown.is_multiple_of(2) {
                Point::default()
            } else {
                ROOM
            };
            return Some(Fault::Stretch(room));
        }
        let index = self.recurring.iter().position(|r| r.due <= now)?;
        let trouble = self.recurring[index].trouble;
        if let Some(veil) = self.recurring[index].veil.take() {
            self.recurring[index].due = self.after(now, pause(trouble)?);
            return Some(Fault::End(veil));
        }
        let fault = self.fault(trouble)?;
        let next = match fault {
            Fault::Begin(veil) => {
                self.recurring[index].veil = Some(veil);
                500..=1000
            }
            _ => pause(trouble)?,
        };
        self.recurring[index].due = self.after(now, next);
        Some(fault)
    }

    fn fault(&mut self, trouble: Trouble) -> Option<Fault> {
        let mut side = |reach: std::ops::RangeInclusive<i32>| self.timing.random_range(reach);
        Some(match trouble {
            Trouble::Wander => Fault::Move(Point::new(side(-REACH..=REACH), side(-REACH..=REACH))),
            Trouble::Resize => Fault::Stretch(Point::new(side(0..=STRETCH), side(0..=STRETCH))),
            Trouble::Rescale => Fault::Rescale {
                larger: side(0..=1) == 1,
            },
            Trouble::Freeze => Fault::Freeze(FREEZE),
            Trouble::Cover => Fault::Begin(OverlayWindow::Cover(self.covering())),
            Trouble::Dialog => Fault::Begin(OverlayWindow::Dialog(self.covering())),
            Trouble::Twin => Fault::Begin(OverlayWindow::Twin),
            Trouble::Minimise => Fault::Begin(OverlayWindow::Minimised),
            Trouble::Reopen => Fault::Begin(OverlayWindow::Closed),
            _ => return None,
        })
    }

    fn after(&mut self, now: Duration, millis: std::ops::RangeInclusive<u64>) -> Duration {
        now + Duration::from_millis(self.timing.random_range(millis))
    }

    /// At least half as wide and high as the window, so that the window's middle is covered.
    fn covering(&mut self) -> Rect {
        let [width, height] = self.size;
        let w = self.timing.random_range(width * 11 / 20..=width * 21 / 20);
        let h = self
            .timing
            .random_range(height * 11 / 20..=height * 21 / 20);
        let mut place = |free: i32| self.timing.random_range(free.min(0)..=free.max(0));
        Rect::new(place(width - w), place(height - h), w, h)
    }
}

/// How long it is away each time, in ms; None for what happens to single inputs, frames and puzzles.
fn pause(trouble: Trouble) -> Option<std::ops::RangeInclusive<u64>> {
    match trouble {
        Trouble::Wander => Some(1000..=3000),
        Trouble::Cover => Some(2000..=4000),
        Trouble::Resize
        | Trouble::Rescale
        | Trouble::Freeze
        | Trouble::Dialog
        | Trouble::Twin
        | Trouble::Minimise
        | Trouble::Reopen => Some(6000..=15000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covering_hides_the_middle_and_ends() {
        let options = Options {
            cover: true,
            ..Options::default()
        };
        let mut faults = Faults::new(&options, [300, 400]);
        let mut covered = 0;
        let mut last = None;
        for ms in 0..100_000 {
            let Some(fault) = faults.due(Duration::from_millis(ms)) else {
                continue;
            };
            match fault {
                Fault::Begin(OverlayWindow::Cover(area)) => {
                    assert!(area.contains(Point::new(150, 200)), "{area:?}");
                    assert_ne!(last, Some("cover"));
                    covered += 1;
                    last = Some("cover");
                }
                Fault::End(_) => {
                    assert_eq!(last, Some("cover"));
                    last = Some("uncover");
                }
                other => panic!("{other:?} was not asked for"),
            }
        }
        assert!((20..=40).contains(&covered), "{covered}");
    }

    #[test]
    fn the_share_of_drops_is_kept() {
        let options = Options {
            drop_input: 0.1,
            ..Options::default()
        };
        let mut faults = Faults::new(&options, [300, 400]);
        let lost = (0..10_000).filter(|_| faults.loses()).count();
        assert!((800..1200).contains(&lost), "{lost}");
    }
}
