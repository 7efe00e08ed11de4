//! Where the hand put the pointer: anywhere else it was moved by somebody else.

use std::collections::VecDeque;

use crate::base::Point;

/// A pointer this many pixels from where it was put was moved by somebody else. Chosen: what is lost when a
/// desktop with a scale rounds the place is less.
const NUDGE: i32 = 3;
/// So many places of the pointer are remembered. Chosen: a whole board's clicks.
const REMEMBERED: usize = 64;

/// Where the hand put the pointer lately, the last place first, and where it found it. The desktop may tell an earlier
/// one for a moment: a window manager that looks at a click holds up what follows.
#[derive(Default)]
pub struct Trail(VecDeque<Point>);

impl Trail {
    /// Whether the hand never put the pointer anywhere.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the hand put the pointer last.
    pub fn last(&self) -> Option<Point> {
        self.0.front().copied()
    }

    pub fn add(&mut self, put: Point) {
        self.0.truncate(REMEMBERED - 1);
        self.0.push_front(put);
    }

    /// Whether a pointer that is there now may have been put there by the hand; wherever it is, before it put any.
    pub fn may_be(&self, now: Point) -> bool {
        let near = |p: &Point| (now.x - p.x).abs().max((now.y - p.y).abs()) <= NUDGE;
        self.is_empty() || self.0.iter().any(near)
    }
}
