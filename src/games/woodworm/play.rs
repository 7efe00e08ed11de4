//! Steps to keys.

use super::puzzle::Step;
use crate::hand::{Gesture, Key};

/// Every step is an arrow key.
pub fn gesture(step: Step) -> Gesture {
    Gesture::Keys(vec![match step {
        Step::Up => Key::Up,
        Step::Right => Key::Right,
        Step::Down => Key::Down,
        Step::Left => Key::Left,
    }])
}

/// What a key does in the game.
pub fn step(key: Key) -> Option<Step> {
    match key {
        Key::Up => Some(Step::Up),
        Key::Right => Some(Step::Right),
        Key::Down => Some(Step::Down),
        Key::Left => Some(Step::Left),
        _ => None,
    }
}
