//! Numbers by the shape of their ink, whatever its colour.
//!
//! A number that was seen is kept as a mask: how much of each point is ink. In a new picture a mask
//! fits if it explains the colours there: if the best linear function from colours to ink (least
//! squares over the three channels) leaves little unexplained. The share that is explained, the
//! coefficient of determination, does not depend on the colours of ink and ground.

use self::canvas::{Colours, canvas};
use self::white::Whitened;
use super::Pixels;
use crate::plane::Rect;

mod canvas;
mod free;
mod mask;
mod white;

pub use canvas::scale;
pub use free::Free;
pub use mask::Mask;

/// How far a number may be off its place, in pixels.
const JITTER: f32 = 1.5;

/// How well the best mask of each value fits; best first. Masks of numbers of the same side (`own`)
/// are looked for where they were, the others anywhere.
pub fn fits(
    [own, others]: [&[Mask]; 2],
    free: &Free,
    pixels: &impl Pixels,
    area: Rect,
    scale: f32,
) -> Vec<(f32, u8)> {
    // Between two points a thin stroke may be missed.
    let places = [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5]].map(|[right, down]| {
        let [left, top, width, height] = canvas(area);
        let moved = [left + right / scale, top + down / scale, width, height];
        Whitened::new(&Colours::new(pixels, moved, scale), free)
    });
    let reach = (JITTER * scale).ceil() as usize;
    let own = own.iter().map(|mask| (mask, Some(reach)));
    let mut best: Vec<(f32, u8)> = Vec::new();
    for (mask, reach) in own.chain(others.iter().map(|mask| (mask, None))) {
        let (fit, at) = places[0].best(mask, reach);
        let between = places[1..].iter().map(|place| place.near(mask, at));
        let fit = between.fold(fit, f32::max);
        match best.iter_mut().find(|(_, value)| *value == mask.value) {
            Some(known) => known.0 = known.0.max(fit),
            None => best.push((fit, mask.value)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best
}
