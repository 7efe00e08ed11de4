//! Numbers by the shape of their ink, whatever its colour.
//!
//! A number that was seen is kept as a mask: how much of each point is ink. In a new picture a mask
//! fits if it explains the colours there: if the best linear function from colours to ink (least
//! squares over the three channels) leaves little unexplained. The share that is explained, the
//! coefficient of determination, does not depend on the colours of ink and ground.

use image::{Rgba, Rgba32FImage};
use imageproc::filter::filter;
use imageproc::kernel::Kernel;

use self::canvas::{Colours, canvas};
use self::white::Whitened;
use super::Pixels;
use crate::base::Rect;

mod canvas;
mod free;
mod lines;
mod mask;
mod white;

pub use canvas::scale;
pub use free::Free;
pub use mask::Mask;

/// How far a number may be off its place, in pixels.
const JITTER: f32 = 1.5;

/// The square of a number that is to be read.
pub struct Square {
    /// As it is, and moved by half a point: between two points a thin stroke may be missed.
    moved: [Whitened; 4],
    /// How far a number may be off its place, in points.
    reach: usize,
}

impl Square {
    /// A box in a picture, `scale` points a pixel.
    pub fn new(pixels: &impl Pixels, area: Rect, scale: f32, free: &Free) -> Self {
        Self::of(area, scale, |area| {
            Whitened::new(&Colours::new(pixels, area, scale), free)
        })
    }

    /// The same, softened.
    pub fn soft(pixels: &impl Pixels, area: Rect, scale: f32, free: &Free) -> Self {
        Self::of(area, scale, |area| {
            Whitened::new(&Colours::new(pixels, area, scale).soft(), free)
        })
    }

    fn of(area: Rect, scale: f32, look: impl Fn([f32; 4]) -> Whitened) -> Self {
        let [left, top, width, height] = canvas(area);
        let moved = |[right, down]: [f32; 2]| {
            look([left + right / scale, top + down / scale, width, height])
        };
        Self {
            moved: [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5]].map(moved),
            reach: (JITTER * scale).ceil() as usize,
        }
    }
}

/// How well the best mask of each value fits; best first. Masks of numbers of the same side (`own`)
/// are looked for where they were, the others anywhere.
pub fn fits<'m>(masks: impl Iterator<Item = (&'m Mask, bool)>, square: &Square) -> Vec<(f32, u8)> {
    let [first, between @ ..] = &square.moved;
    let mut best: Vec<(f32, u8)> = Vec::new();
    for (mask, own) in masks {
        let reach = own.then_some(square.reach);
        let (fit, at) = first.best(mask, reach);
        let between = between.iter().map(|place| place.near(mask, at));
        let fit = between.fold(fit, f32::max);
        match best.iter_mut().find(|(_, value)| *value == mask.value) {
            Some(known) => known.0 = known.0.max(fit),
            None => best.push((fit, mask.value)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best
}

/// How much a point and its neighbours weigh when it is softened.
const SOFT: [f32; 9] = [
    0.0625, 0.125, 0.0625, 0.125, 0.25, 0.125, 0.0625, 0.125, 0.0625,
];

/// Points softened, with a rim of one more around them: each the weighted sum of itself and those that
/// touch it. Outside there is nothing, so a fourth channel that is 1 inside tells how much counted.
fn softened([width, height]: [u32; 2], point: impl Fn(usize) -> [f32; 4]) -> Rgba32FImage {
    let inside = |x: u32, y: u32| (1..=width).contains(&x) && (1..=height).contains(&y);
    let padded = Rgba32FImage::from_fn(width + 2, height + 2, |x, y| match inside(x, y) {
        true => Rgba(point(((y - 1) * width + x - 1) as usize)),
        false => Rgba([0.0; 4]),
    });
    filter(&padded, Kernel::new(&SOFT, 3, 3), |sum: f32| sum)
}
