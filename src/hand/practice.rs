//! The hand that plays a practice game in memory.

use super::{Button, Hand, Key};
use crate::plane::Point;
use crate::practice::memory::MemoryGame;

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
