//! A hand that touches nothing and remembers what it was told: dry runs.

use super::{Button, Hand, Key};
use crate::base::Point;

/// One thing a hand was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Point(Point),
    Button(Button, bool),
    Key(Key, bool),
}

/// Remembers every act, performs none.
#[derive(Debug, Default)]
pub struct Recorder {
    pub acts: Vec<Act>,
    at: Option<Point>,
}

impl Hand for Recorder {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        self.at = Some(at);
        self.acts.push(Act::Point(at));
        Ok(())
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        self.acts.push(Act::Button(button, down));
        Ok(())
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        self.acts.push(Act::Key(key, down));
        Ok(())
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Ok(self.at)
    }
}
