//! A practice game in memory, seen as a screen.

use super::{Frame, Guard, Screen, ScreenError};
use crate::plane::Point;
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
    fn clear(&mut self, origin: Point, at: Point) -> Result<(), ScreenError> {
        let area = self.area();
        if Point::new(area.x, area.y) != origin || !area.contains(at) {
            return Err(ScreenError::Moved);
        }
        match self.cover() {
            Some(cover) if cover.contains(at) => Err(ScreenError::Covered("a window".into())),
            _ => Ok(()),
        }
    }
}
