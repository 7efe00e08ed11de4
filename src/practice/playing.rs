//! A practice game in memory, seen and played as any other: a screen, its guard and a hand.

use super::memory::MemoryGame;
use crate::base::{Point, Rect};
use crate::hand::{Button, Hand, Key};
use crate::screen::{Frame, Guard, Screen, ScreenError};

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

impl Hand for MemoryGame {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        self.pointer_to(at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        MemoryGame::button(self, button, down)
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        MemoryGame::key(self, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Ok(Some(MemoryGame::pointer(self)))
    }
}
