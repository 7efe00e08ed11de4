//! The sign that a game shows over its board when the puzzle is solved.

use super::{View, near};
use crate::profile::Profile;

/// The sign is there when this share of its pixels is.
const ENOUGH: f64 = 0.9;

/// Whether the board shows the solved sign; false if the profile knows none.
pub fn shows_solved(view: &View, profile: &Profile) -> bool {
    let sign = &profile.templates.solved;
    let shown = sign
        .iter()
        .filter(|(at, colour)| near(view.pixel(at.x, at.y), *colour))
        .count();
    !sign.is_empty() && shown as f64 >= ENOUGH * sign.len() as f64
}
