//! Where the pointer may rest beside a board.

use image::RgbaImage;

use super::picture::Picture;
use crate::base::{Point, Rect};

/// So far around the pointer nothing should be: buttons are larger, their rims and labels lively. Pixels.
const AROUND: i32 = 10;

/// The pointer rests so far off a board at least: it may be large. Pixels.
const OFF: i32 = 4;

/// From one place that is tried to the next. Pixels.
const STEP: usize = 5;

/// Less liveliness than this is none, in grey levels: of equally calm places the nearest is taken.
const CALM: f32 = 2.0;

/// The calmest place of a picture off the board; of equals the one that is nearest to `wished`. That one if there is no
/// room.
pub fn resting(image: &RgbaImage, within: Rect, board: Rect, wished: Point) -> Point {
    let picture = Picture::new(image);
    let avoid = board.grown(OFF);
    let lively = |at: &Point| {
        let around = Rect::new(at.x, at.y, 1, 1).grown(AROUND);
        let area = [around.x, around.y, around.width, around.height].map(|part| part as f32);
        let [_, deviation, lively, ..] = picture.features(area)?;
        (!around.overlaps(&avoid)).then(|| (deviation + lively).max(CALM))
    };
    let far = |at: &Point| (at.x - wished.x).abs() + (at.y - wished.y).abs();
    let rows = (within.y + AROUND..within.y + within.height - AROUND).step_by(STEP);
    let places = rows.flat_map(|y| {
        let columns = (within.x + AROUND..within.x + within.width - AROUND).step_by(STEP);
        columns.map(move |x| Point::new(x, y))
    });
    let scored = places.filter_map(|at| Some((lively(&at)?, far(&at), at)));
    let best = scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    best.map_or(wished, |(.., at)| at)
}
