//! The worm: three rings, the head with eyes that look where it goes.

use image::RgbaImage;

use super::layout::CELL;
use crate::plane::{Point, Rect};
use crate::practice::art::{Colour, dot, mix, shade};

const SKIN: Colour = [232, 122, 140];
const RIM: Colour = [112, 34, 58];
const EYE: Colour = [252, 250, 244];
const PUPIL: Colour = [28, 20, 34];

/// Half the worm's width, and half the head's.
const BODY: f32 = 7.5;
const HEAD: f32 = 9.5;
const TAIL: f32 = 4.5;
/// The width of the line around it.
const OUTLINE: f32 = 1.6;

type Place = (f32, f32);

/// Paints the worm, the squares of its cells head first.
pub fn paint(canvas: &mut RgbaImage, cells: [Rect; 3]) {
    let middles = cells.map(|cell| {
        let half = CELL as f32 / 2.0;
        (cell.x as f32 + half, cell.y as f32 + half)
    });
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    for y in top..top + 3 * CELL {
        for x in left..left + 3 * CELL {
            if let Some(colour) = colour(middles, (x as f32 + 0.5, y as f32 + 0.5)) {
                dot(canvas, Point::new(x, y), colour);
            }
        }
    }
}

/// The worm's colour at a place, if it is there.
fn colour(middles: [Place; 3], at: Place) -> Option<Colour> {
    let [head, neck, tail] = middles;
    let ahead = (
        (head.0 - neck.0) / CELL as f32,
        (head.1 - neck.1) / CELL as f32,
    );
    if let Some(colour) = eye(head, ahead, at) {
        return Some(colour);
    }
    let (to_head, _) = nearest(head, head, at);
    if to_head < HEAD {
        return Some(skin(to_head, HEAD, 1.0));
    }
    let (to_front, front) = nearest(head, neck, at);
    let (to_back, back) = nearest(neck, tail, at);
    let width = BODY + (TAIL - BODY) * back;
    match (to_front < BODY, to_back < width) {
        (true, _) if to_front <= to_back => Some(skin(to_front, BODY, front)),
        (_, true) => Some(skin(to_back, width, 1.0 + back)),
        (true, _) => Some(skin(to_front, BODY, front)),
        _ => None,
    }
}

/// Darker towards the edge and between the rings; `along` counts cells from the head.
fn skin(distance: f32, width: f32, along: f32) -> Colour {
    if distance > width - OUTLINE {
        return RIM;
    }
    let between = (along * 2.0 - 0.5).fract().abs();
    let ring = if (0.42..0.58).contains(&between) {
        -34
    } else {
        0
    };
    let light = 12 - (distance / width * 26.0) as i32;
    shade(mix(SKIN, RIM, 10), light + ring)
}

/// An eye on either side of where the head looks.
fn eye(head: Place, ahead: Place, at: Place) -> Option<Colour> {
    let side = (-ahead.1, ahead.0);
    for sign in [-1.0, 1.0] {
        let there = |forward: f32, out: f32| {
            (
                head.0 + ahead.0 * forward + side.0 * out * sign,
                head.1 + ahead.1 * forward + side.1 * out * sign,
            )
        };
        if apart(there(5.0, 4.0), at) < 1.5 {
            return Some(PUPIL);
        }
        if apart(there(3.5, 4.0), at) < 3.2 {
            return Some(EYE);
        }
    }
    None
}

/// How far a place is from the line between two, and at which share of the line it is nearest.
fn nearest(from: Place, to: Place, at: Place) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).max(f32::EPSILON);
    let share = ((at.0 - from.0) * dx + (at.1 - from.1) * dy) / length;
    let share = share.clamp(0.0, 1.0);
    let foot = (from.0 + dx * share, from.1 + dy * share);
    (apart(foot, at), share)
}

fn apart(a: Place, b: Place) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
