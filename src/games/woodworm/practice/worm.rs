//! The worm: three rings, the head with eyes that look where it goes.

use image::RgbaImage;

use super::skin::Worm;
use crate::base::{Point, Rect};
use crate::draw::{Colour, dot, mix, shade};

/// A place in which lengths are as a skin gives them, in pixels.
const USUAL: f32 = 24.0;

type Place = (f32, f32);

/// Paints the worm, the squares of its cells head first; `pitch` is from one place to the next.
pub fn paint(canvas: &mut RgbaImage, worm: &Worm, cells: [Rect; 3], pitch: i32) {
    let scale = USUAL / pitch as f32;
    let middles = cells.map(|cell| {
        let half = cell.width as f32 / 2.0;
        (
            (cell.x as f32 + half) * scale,
            (cell.y as f32 + half) * scale,
        )
    });
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    for y in top..top + 3 * pitch {
        for x in left..left + 3 * pitch {
            let at = ((x as f32 + 0.5) * scale, (y as f32 + 0.5) * scale);
            if let Some(colour) = worm.colour(middles, at) {
                dot(canvas, Point::new(x, y), colour);
            }
        }
    }
}

impl Worm {
    /// The worm's colour at a place, if it is there.
    fn colour(&self, middles: [Place; 3], at: Place) -> Option<Colour> {
        let [head, neck, tail] = middles;
        let ahead = ((head.0 - neck.0) / USUAL, (head.1 - neck.1) / USUAL);
        if let Some(colour) = self.eye_at(head, ahead, at) {
            return Some(colour);
        }
        let [head_width, front_width, tail_width] = self.widths;
        let (to_head, _) = self.nearest(head, head, at);
        if to_head < head_width {
            return Some(self.skin_at(to_head, head_width, 1.0));
        }
        let (to_front, front) = self.nearest(head, neck, at);
        let (to_back, back) = self.nearest(neck, tail, at);
        let width = front_width + (tail_width - front_width) * back;
        match (to_front < front_width, to_back < width) {
            (true, _) if to_front <= to_back => Some(self.skin_at(to_front, front_width, front)),
            (_, true) => Some(self.skin_at(to_back, width, 1.0 + back)),
            (true, _) => Some(self.skin_at(to_front, front_width, front)),
            _ => None,
        }
    }

    /// Darker towards the edge and between the rings; `along` counts cells from the head.
    fn skin_at(&self, distance: f32, width: f32, along: f32) -> Colour {
        if distance > width - self.outline {
            return self.rim;
        }
        let between = (along * 2.0 - 0.5).fract().abs();
        let ring = match self.ringed && (0.42..0.58).contains(&between) {
            true => -34,
            false => 0,
        };
        let light = 12 - (distance / width * 26.0) as i32;
        shade(mix(self.skin, self.rim, 10), light + ring)
    }

    /// An eye on either side of where the head looks.
    fn eye_at(&self, head: Place, ahead: Place, at: Place) -> Option<Colour> {
        let side = (-ahead.1, ahead.0);
        let [forward, aside, radius] = self.eyes;
        for sign in [-1.0, 1.0] {
            let there = |forward: f32| {
                (
                    head.0 + ahead.0 * forward + side.0 * aside * sign,
                    head.1 + ahead.1 * forward + side.1 * aside * sign,
                )
            };
            if apart(there(forward + 1.5), at) < 1.5 {
                return Some(self.pupil);
            }
            if apart(there(forward), at) < radius {
                return Some(self.eye);
            }
        }
        None
    }

    /// How far a place is from the line between two, and at which share of the line it is nearest.
    fn nearest(&self, from: Place, to: Place, at: Place) -> (f32, f32) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        let share = ((at.0 - from.0) * dx + (at.1 - from.1) * dy) / length;
        let share = share.clamp(0.0, 1.0);
        let foot = (from.0 + dx * share, from.1 + dy * share);
        let distance = match self.round {
            true => apart(foot, at),
            false => (foot.0 - at.0).abs().max((foot.1 - at.1).abs()),
        };
        (distance, share)
    }
}

fn apart(a: Place, b: Place) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
