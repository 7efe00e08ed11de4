//! A practice game in memory, seen as a screen.

use super::{Frame, Guard, Screen, ScreenError};
use crate::plane::{Point, Rect};
use crate::practice::memory::MemoryGame;

impl Screen for MemoryGame {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        match self.failure() {
            None => Ok(MemoryGame::capture(self)),
            Some(why) => Err(ScreenError::Failed(why)),
        }
    }
}

impl Guard for MemoryGame {
    fn title(&mut self) -> Option<String> {
        Some(MemoryGame::title(self))
    }

    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError> {
        if self.area() != area || !area.contains(at) {
            return Err(ScreenError::Moved);
        }
        match self.cover() {
            Some(cover) if cover.contains(at) => Err(ScreenError::Covered("a window".into())),
            _ => Ok(()),
        }
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        match self.cover() {
            Some(_) => Err(ScreenError::Unfocused("a window".into())),
            None => Ok(()),
        }
    }
}
