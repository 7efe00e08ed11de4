//! What is tried, one after the other.

use std::time::{Duration, Instant};

use image::RgbaImage;

use super::driver::Driver;
use super::effect::Effect;
use super::{ProbeError, Probed};
use crate::base::Rect;
use crate::bot::beat::Beat;
use crate::bot::{Stop, StoppedBy};
use crate::game::ability::ProbeArea;
use crate::hand::{Button, Gesture};
use crate::profile::Behaviour;
use crate::screen::Frame;

/// Paces that are tried, the fastest first, in ms from a press to its release and from there to the next
/// press: as fast as can be, then a frame and a little at 60, 30 and 20 frames a second, then up to what
/// games need that ignore presses for 100 to 150 ms after a release.
const PACES: [u64; 9] = [1, 4, 17, 34, 52, 70, 90, 120, 160];
/// What came no later than this, and a quarter of the pace, came at the pace that was tried.
const LATE: Duration = Duration::from_millis(17);
/// A pace is tried so often at the most to see it kept.
const TRIES: usize = 3;
/// The pace where none can be tried, in ms: a frame and a little at 20 frames a second.
const UNTRIED: u64 = 52;
/// A person's click, which every game follows.
const HUMAN: Beat = Beat {
    hold: Duration::from_millis(50),
    rest: Duration::ZERO,
    watched: false,
    step: Duration::ZERO,
};
/// What is more than an effect takes.
pub(super) const MORE: Duration = Duration::from_millis(80);
/// An effect shows within this time, or the click was lost.
const PATIENCE: Duration = Duration::from_millis(1200);
/// Clicks that may be lost before a game counts as dead. Chosen: the first may only give the window the
/// focus.
const CLICKS: usize = 4;
/// Clicks after which a cell must be as it was: a game may go through wall, mark and floor in turn.
const ROUND: usize = 3;
/// A cell that is lit differs in this share of its pixels.
const LIT: f32 = 0.5;
/// A cell with something else on it differs in this share, where a click does not go on from a wall to a mark.
pub(super) const OTHER: f32 = 0.02;
/// And in this one with a small dot.
pub(super) const DOT: f32 = 0.002;
/// More of the board changes only if another puzzle comes up.
const ANOTHER: f32 = 0.5;
/// Walls are drawn so often at the most to see whether they come up at once.
const DRAWN: usize = 3;

/// How a cell came to be as it was.
pub(super) struct Removed {
    clicks: usize,
    /// What was there after the first click, if it took a second one.
    between: Option<RgbaImage>,
}

pub(super) struct Prober<'a> {
    pub driver: Driver<'a>,
    pub ground: &'a ProbeArea,
    pub doubts: Vec<String>,
    pub tell: &'a mut dyn FnMut(&str),
    /// The board as it was, the pointer off it.
    pub base: Option<Frame>,
    /// Whether what is to be undone was done by right clicks.
    pub marking: bool,
    /// A cell with something else on it differs in this share.
    pub other: f32,
}

impl Prober<'_> {
    pub fn all(&mut self) -> Result<Probed, ProbeError> {
        self.driver.park()?;
        self.base = Some(self.driver.observer.idle()?);
        (self.tell)("moving over an empty cell");
        let hover = self.lights_up()?;
        (self.tell)("drawing a wall there");
        let (mut effect, walled) = self.draw()?;
        let numbers = &self.ground.numbers;
        let numbers_change = numbers.iter().any(|area| self.differs(&walled, *area));
        let mut pictures = vec![(
            "wall".into(),
            self.driver.observer.cut(&walled, self.cell(0)),
        )];
        (self.tell)("removing it, and drawing two more as fast as the game follows");
        let removed = self.remove(Button::Left)?;
        for _ in 1..DRAWN {
            if effect.is_known() {
                break;
            }
            effect = self.draw()?.0;
            self.remove(Button::Left)?;
        }
        let turns = removed.between.map(|picture| ("mark".into(), picture));
        let beat = match removed.clicks {
            1 => self.pace(effect)?,
            2 if turns.is_some() => {
                self.other = DOT;
                self.pace(effect)?
            }
            clicks => {
                self.doubts.push(format!(
                    "It takes {clicks} clicks to remove a wall: gridhand counts on one, and may not \
                     come to an end where it has to take a wall back."
                ));
                UNTRIED
            }
        };
        let left_marks = turns.is_some();
        let mut right_marks = false;
        pictures.extend(match turns {
            Some(mark) => Some(mark),
            None => {
                let mark = self.mark()?;
                right_marks = mark.is_some();
                mark
            }
        });
        let ms = |time: Duration| time.as_millis() as u64;
        Ok(Probed {
            behaviour: Behaviour {
                beat,
                reaction: ms(effect.first),
                fade: ms(effect.fade),
                hover,
                numbers_change,
                right_marks,
                left_marks,
            },
            pictures,
            doubts: std::mem::take(&mut self.doubts),
        })
    }

    pub(super) fn cell(&self, index: usize) -> Rect {
        self.ground.cells[index]
    }

    /// Whether an area is not as it was.
    pub(super) fn differs(&self, now: &Frame, area: Rect) -> bool {
        let base = self.base.as_ref();
        base.is_some_and(|base| self.driver.observer.changed(base, now, area) > self.other)
    }

    /// Whether the cell under the pointer looks different.
    fn lights_up(&mut self) -> Result<bool, ProbeError> {
        let area = self.cell(0);
        self.driver.point(area.centre())?;
        let now = self.driver.observer.settled(area)?;
        let base = self.base.as_ref();
        Ok(base.is_some_and(|base| self.driver.observer.changed(base, &now, area) > LIT))
    }

    /// Clicks a cell as a person does; the pointer stays there. None if it has no effect.
    pub(super) fn click(
        &mut self,
        index: usize,
        button: Button,
    ) -> Result<Option<Effect>, ProbeError> {
        let area = self.cell(index);
        let at = area.centre();
        self.driver.point(at)?;
        let before = self.driver.observer.settled(area)?;
        let begun = Instant::now();
        let click = vec![Gesture::Click { at, button }];
        self.driver.begin(click, HUMAN, at)?;
        // It may change while the button is still held.
        let change = self.driver.observer.change(&before, area, begun, PATIENCE);
        let done = self.driver.done()?;
        Ok(change?.map(|change| Effect::new(change, done.ended)))
    }

    /// Draws a wall, and returns when it came up and the board with it.
    fn draw(&mut self) -> Result<(Effect, Frame), ProbeError> {
        for _ in 0..CLICKS {
            let Some(effect) = self.click(0, Button::Left)? else {
                continue;
            };
            let now = self.driver.parked()?;
            if self.is_another(&now) {
                return Err(ProbeError::Game(
                    "a click on an empty cell changed the whole board".into(),
                ));
            }
            if self.differs(&now, self.cell(0)) {
                return Ok((effect, now));
            }
        }
        self.driver.touched = false;
        Err(ProbeError::Game(
            "clicks on an empty cell have no effect that is to be seen".into(),
        ))
    }

    fn is_another(&self, now: &Frame) -> bool {
        let bounds = self.driver.profile.cells.bounds();
        let base = self.base.as_ref();
        base.is_some_and(|base| self.driver.observer.changed(base, now, bounds) > ANOTHER)
    }

    /// Clicks the first cell until it is as it was. A small change after the first click is a mark if the next click
    /// takes it away, and a flicker if that brings back what was there.
    pub(super) fn remove(&mut self, button: Button) -> Result<Removed, ProbeError> {
        let area = self.cell(0);
        let mut shown: Vec<(f32, RgbaImage)> = Vec::new();
        for clicks in 1..=ROUND {
            self.click(0, button)?;
            let now = self.driver.parked()?;
            let base = self.base.as_ref();
            let share = base.map_or(0.0, |base| self.driver.observer.changed(base, &now, area));
            let first = shown.first().map(|(share, _)| *share);
            let flickers = first.is_some_and(|first| first <= OTHER) && clicks == ROUND;
            let is_as_before = flickers || first.is_some_and(|first| first > OTHER);
            if share <= DOT || (share <= OTHER && is_as_before) {
                self.driver.touched = false;
                let between = shown.pop().filter(|_| clicks == 2);
                return Ok(Removed {
                    clicks: if flickers { 1 } else { clicks },
                    between: between.map(|(_, picture)| picture),
                });
            }
            shown.push((share, self.driver.observer.cut(&now, area)));
        }
        Err(ProbeError::Game(
            "what a click has drawn does not go away by clicking again".into(),
        ))
    }

    /// The fastest pace at which clicks count one after the other, in ms.
    fn pace(&mut self, usual: Effect) -> Result<u64, ProbeError> {
        if self.follows(PACES[0], usual)? == Some(PACES[0]) {
            return Ok(PACES[0]);
        }
        // What is slow enough lies above `low`, at `high` or below.
        let (mut low, mut high) = (0, PACES.len() - 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            match self.follows(PACES[middle], usual)? {
                Some(_) => high = middle,
                None => low = middle,
            }
        }
        let slowest = PACES[PACES.len() - 1];
        for ms in PACES[high..].iter().copied() {
            match self.follows(ms, usual)? {
                None => {}
                Some(real) if real == ms => return Ok(ms),
                Some(real) => {
                    self.doubts.push(
                        "The machine was too busy to try how fast clicks may follow each other; \
                         they come slower than they might."
                            .into(),
                    );
                    return Ok(real.min(slowest));
                }
            }
        }
        self.doubts
            .push("Some clicks get lost however slow they come; they are made again.".into());
        Ok(slowest)
    }

    /// The pace in ms at which two clicks both counted, and two more, when they were to come at this one: on a busy
    /// machine they come later. None if one was lost.
    fn follows(&mut self, ms: u64, usual: Effect) -> Result<Option<u64>, ProbeError> {
        let mut real = u64::MAX;
        for _ in 0..TRIES {
            let Some(late) = self.counts(ms, usual)? else {
                return Ok(None);
            };
            if late <= LATE + Duration::from_millis(ms / 4) {
                return Ok(Some(ms));
            }
            // All of it may have been between the two presses, a hold and a rest apart.
            real = real.min(ms + late.as_millis() as u64 / 2);
        }
        Ok(Some(real))
    }

    /// How late clicks came, if two at a pace both counted, and two more.
    fn counts(&mut self, ms: u64, usual: Effect) -> Result<Option<Duration>, ProbeError> {
        let turns = self.other < OTHER;
        let mut late = self.both(ms, usual, true)?;
        if late.is_some() && turns {
            // The next two would leave something else there.
            self.tidy()?;
        }
        if let Some(before) = late {
            late = self.both(ms, usual, turns)?.map(|late| late.max(before));
        }
        self.tidy()?;
        Ok(late)
    }

    /// Clicks both cells, and says how late that was done if both have changed to walls or back.
    fn both(
        &mut self,
        ms: u64,
        usual: Effect,
        walls: bool,
    ) -> Result<Option<Duration>, ProbeError> {
        let clicks = self.ground.cells.map(|area| Gesture::click(area.centre()));
        let park = self.driver.profile.resting();
        let beat = Beat::even(Duration::from_millis(ms));
        let done = self.driver.perform(clicks.into(), beat, park)?;
        let late = (done.ended - done.began).saturating_sub(4 * beat.hold);
        self.driver
            .observer
            .rest(usual.whole.min(PATIENCE) + MORE)?;
        let now = self
            .driver
            .observer
            .settled(self.driver.profile.cells.bounds())?;
        let mut cells = self.ground.cells.iter();
        let all = cells.all(|area| self.differs(&now, *area) == walls);
        Ok(all.then_some(late))
    }

    /// Removes the walls that are left.
    pub(super) fn tidy(&mut self) -> Result<(), ProbeError> {
        for _ in 0..=ROUND {
            let now = self.driver.parked()?;
            let cells = [0, 1].into_iter();
            let left: Vec<usize> = cells
                .filter(|index| self.differs(&now, self.cell(*index)))
                .collect();
            if left.is_empty() {
                self.driver.touched = false;
                return Ok(());
            }
            if self.is_another(&now) {
                break;
            }
            for index in left {
                self.click(index, Button::Left)?;
            }
        }
        Err(ProbeError::Game(
            "walls do not go away by clicking again".into(),
        ))
    }

    /// Puts the board back as it was; the reason why the trial ended, and whether that succeeded.
    pub fn put_back(&mut self, why: ProbeError) -> ProbeError {
        let left = ProbeError::Left(why.to_string());
        match why {
            _ if !self.driver.touched => why,
            // The user has the mouse.
            ProbeError::Stopped(StoppedBy::Mouse) => left,
            _ => {
                self.driver.observer.obey(Stop::default());
                let unmarked = match self.marking {
                    true => self.unmark(),
                    false => Ok(()),
                };
                let tidy = unmarked.and_then(|()| self.tidy());
                tidy.map_or(left, |()| why)
            }
        }
    }
}
