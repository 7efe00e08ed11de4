//! Whether a right click marks a cell, or opens a menu.

use std::time::{Duration, Instant};

use super::ProbeError;
use super::prober::{DOT, MORE, Prober};
use crate::base::Point;
use crate::hand::{Button, Key};
use crate::profile::Named;
use crate::screen::{Frame, ScreenError};

/// A mark and its surroundings are no larger, in cells.
const MARK: f32 = 4.0;
/// A menu is gone within this time after the key that closes it. Chosen: menus that fade out take 300 ms.
const CLOSING: Duration = Duration::from_millis(1500);
/// A small mark is one that is still there at each of so many looks: flicker is not.
const LOOKS: usize = 2;
/// What is not marked by a right click is said so.
const NO_MARK: &str = "A right click does not mark a cell; gridhand makes none.";

impl Prober<'_> {
    /// The picture of a mark, if a right click makes one.
    pub(super) fn mark(&mut self) -> Result<Option<Named>, ProbeError> {
        (self.tell)("setting a mark by a right click");
        self.marking = true;
        let before = self.driver.parked()?;
        match self.click(0, Button::Right) {
            Err(ProbeError::Screen(ScreenError::Covered(_) | ScreenError::Coming)) => {
                return self.leave_menu();
            }
            Err(why) => return Err(why),
            Ok(None) => return self.dot(&before),
            Ok(Some(_)) => {}
        }
        let now = match self.driver.parked() {
            Err(ProbeError::Screen(ScreenError::Covered(_) | ScreenError::Coming)) => {
                return self.leave_menu();
            }
            now => now?,
        };
        let cells = self.driver.profile.cells;
        let share = MARK / (cells.columns * cells.rows) as f32;
        let base = self.base.as_ref();
        let all = base.map_or(0.0, |base| {
            self.driver.observer.changed(base, &now, cells.bounds())
        });
        if all > share {
            return self.leave_menu();
        }
        let picture = self.driver.observer.cut(&now, self.cell(0));
        self.remove(Button::Right)?;
        Ok(Some(("mark".into(), picture)))
    }

    /// The picture of a mark too small for a change, if a right click has made one: it is there as long as it is not
    /// clicked again, and then it is gone.
    fn dot(&mut self, before: &Frame) -> Result<Option<Named>, ProbeError> {
        let mut picture = None;
        for _ in 0..LOOKS {
            let now = self.driver.parked()?;
            if !self.has_dot(before, &now) {
                self.driver.touched = false;
                return Ok(None);
            }
            picture = Some(self.driver.observer.cut(&now, self.cell(0)));
            self.driver.observer.rest(MORE)?;
        }
        self.remove(Button::Right)?;
        let now = self.driver.parked()?;
        Ok(picture
            .filter(|_| !self.has_dot(before, &now))
            .map(|picture| ("mark".into(), picture)))
    }

    fn has_dot(&self, before: &Frame, now: &Frame) -> bool {
        self.driver.observer.changed(before, now, self.cell(0)) > DOT
    }

    /// Closes the menu that a right click opened, be it drawn by the game or a window of its own. A cell that was
    /// changed all the same is put back.
    fn leave_menu(&mut self) -> Result<Option<Named>, ProbeError> {
        self.close()?;
        self.uncovered()?;
        self.driver.observer.rest(MORE)?;
        let now = self.driver.parked()?;
        self.driver.touched = self.differs(&now, self.driver.profile.cells.bounds());
        if self.differs(&now, self.cell(0)) {
            self.tidy()?;
        }
        self.doubts.push(NO_MARK.into());
        Ok(None)
    }

    /// Strikes the key that closes menus, which a menu takes wherever the pointer is, as soon as the guard lets it.
    fn close(&mut self) -> Result<(), ProbeError> {
        // The resting place may lie under the menu, which opens to the lower right of the pointer as a rule.
        let beside = self.cell(0).corner() + Point::new(1, 1);
        let places = [self.driver.profile.resting(), beside];
        let end = Instant::now() + CLOSING;
        for at in places.into_iter().cycle() {
            match self.driver.strike(Key::Escape, at) {
                Err(ProbeError::Screen(ScreenError::Covered(_) | ScreenError::Coming))
                    if Instant::now() < end =>
                {
                    self.driver.observer.rest(MORE)?;
                }
                struck => return struck.map(|_| ()),
            }
        }
        Ok(())
    }

    /// Waits until nothing lies over the board.
    fn uncovered(&mut self) -> Result<(), ProbeError> {
        let end = Instant::now() + CLOSING;
        loop {
            match self.driver.park() {
                Err(ProbeError::Screen(ScreenError::Covered(_) | ScreenError::Coming))
                    if Instant::now() < end =>
                {
                    self.driver.observer.rest(MORE)?;
                }
                parked => return parked,
            }
        }
    }

    /// Takes a mark away if there is one.
    pub(super) fn unmark(&mut self) -> Result<(), ProbeError> {
        let now = self.driver.parked()?;
        let base = self.base.as_ref();
        match base.is_some_and(|base| self.has_dot(base, &now)) {
            true => self.remove(Button::Right).map(|_| ()),
            false => Ok(()),
        }
    }
}
