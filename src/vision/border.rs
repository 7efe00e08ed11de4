//! Whether two neighbouring cells show one thing or two: the outline, bevel or gap between two things
//! runs all along the border, while what is drawn on one thing only crosses it.

use super::{View, apart, ramp};
use crate::base::Rect;

/// How far to both sides of the border is looked, as a share of a cell.
const REACH: f64 = 0.2;

/// The parts of the border that are looked at, each by itself; corners may be round. In percent.
const STRETCHES: [[i32; 2]; 3] = [[20, 40], [40, 60], [60, 80]];

/// Pixels over which an edge may be blurred.
const BLUR: usize = 3;

/// Differences of a channel across the border, in grey levels: up to the first it is the grain of one
/// thing, from the second on it is an edge. Set by trial on the skins of sliding blocks;
/// `tests/sliding_reading.rs` holds them.
const GRAIN: f32 = 9.0;
const EDGE: f32 = 17.0;

/// What runs between two cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// Whether an edge separates them.
    pub divided: bool,
    /// 0 to 1.
    pub confidence: f32,
}

/// Looks at the border between a cell and the next one, to the right or below.
pub fn border(view: &View, cell: Rect, next: Rect) -> Border {
    let edges = STRETCHES.map(|stretch| {
        let contrast = contrast(view, cell, next, stretch);
        ramp(f32::from(contrast), GRAIN, EDGE)
    });
    // An edge runs along all stretches, or else along none: anything else can be read in two ways.
    let divided = edges.into_iter().fold(1.0, f32::min);
    let whole = 1.0 - edges.into_iter().fold(0.0, f32::max);
    Border {
        divided: divided > whole,
        confidence: divided.max(whole),
    }
}

/// The sharpest step across the border, along a stretch of it: of the colours that are the median of
/// their row or column of pixels.
fn contrast(view: &View, cell: Rect, next: Rect, [from, to]: [i32; 2]) -> u8 {
    let beside = next.x > cell.x;
    let (length, side, edge) = match beside {
        true => (cell.height, cell.width, (cell.x + cell.width + next.x) / 2),
        false => (cell.width, cell.height, (cell.y + cell.height + next.y) / 2),
    };
    let reach = (f64::from(side) * REACH).round() as i32;
    let along = length * from / 100..length * to / 100;
    let colours: Vec<[u8; 3]> = (edge - reach..edge + reach)
        .map(|across| {
            let pixels = along.clone().map(|along| match beside {
                true => view.pixel(across, cell.y + along),
                false => view.pixel(cell.x + along, across),
            });
            median(pixels.collect())
        })
        .collect();
    let steps = (1..=BLUR).flat_map(|gap| colours.iter().zip(&colours[gap..]));
    steps.map(|(a, b)| apart(*a, *b)).max().unwrap_or(0)
}

/// The median of each channel.
fn median(pixels: Vec<[u8; 3]>) -> [u8; 3] {
    let channel = |i: usize| {
        let mut values: Vec<u8> = pixels.iter().map(|pixel| pixel[i]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(0)
    };
    [channel(0), channel(1), channel(2)]
}
