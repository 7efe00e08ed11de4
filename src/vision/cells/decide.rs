//! What the shares of floor and sprites in a cell add up to.

use super::fit::Fit;
use super::{Seen, Verdict};
use crate::vision::ramp;

/// Shares of a cell that are floor.
#[derive(Clone, Copy)]
pub struct Floor {
    /// Of its middle half.
    pub middle: f32,
    /// Of its innermost third.
    pub core: f32,
    /// Of all of it.
    pub whole: f32,
}

impl Floor {
    /// How sure it is that the cell is empty. Something large on a neighbouring cell may reach into
    /// the middle, but leaves the core free; whatever stands on the cell itself does not.
    fn bare(&self) -> f32 {
        let reached = ramp(self.core, 0.75, 0.9).min(ramp(self.middle, 0.4, 0.55));
        ramp(self.middle, 0.65, 0.85).max(reached)
    }

    /// How sure it is that something as large as a monster stands there: a pointer is smaller.
    fn occupied(&self) -> f32 {
        ramp(0.6 - self.middle, 0.0, 0.2).min(ramp(0.8 - self.whole, 0.0, 0.1))
    }
}

/// Weighs floor, the best sprite and the best of another class.
pub fn decide<'a>(floor: Floor, best: Fit<'a>, second: Fit<'a>, likeness: f32) -> Verdict<'a> {
    let verdict = |seen, confidence, rival| Verdict {
        seen,
        confidence,
        frame: 1.0,
        visible: floor.whole,
        rival,
    };
    // Nothing stands on what fills its cell: what does not fit belongs to a neighbour.
    if let Some(class) = best.class()
        && best.filling() > 0.5
    {
        let sure = ramp(best.filling(), 0.4, 0.6);
        return verdict(Seen::Sprite(class), sure, second.class().or(Some("floor")));
    }
    if let Some(class) = best.class()
        && best.sprite > 0.65
        && best.sprite > best.floor + 0.2
    {
        let sure = ramp(best.whole, 0.65, 0.9)
            .min(ramp(best.sprite - best.floor, 0.15, 0.5))
            .min(ramp(best.whole - second.whole, 0.0, 0.2));
        // A sprite that does not fit well enough may still be a stranger that resembles it.
        if sure > 0.0 && best.whole > 0.72 {
            return verdict(Seen::Sprite(class), sure, second.class().or(Some("floor")));
        }
    }
    let bare = floor.bare();
    if bare > 0.0 {
        let clear = match best.class() {
            Some(_) => ramp(best.floor - best.sprite, -0.1, 0.3),
            None => 1.0,
        };
        return verdict(Seen::Floor, bare.min(clear), best.class());
    }
    let stranger = ramp(0.8 - likeness, 0.0, 0.15).min(floor.occupied());
    let rival = if floor.middle > likeness {
        Some("floor")
    } else {
        best.class()
    };
    verdict(Seen::Other, stranger, rival)
}
