//! Whether two neighbouring cells show one thing or two: the outline, bevel or gap between two things
//! runs all along the border, while what is drawn on one thing only crosses it.

use super::{apart, ramp};
use crate::base::Rect;

/// How far to both sides of the border is looked, as a share of a cell.
const REACH: f64 = 0.2;

/// Parts of a border that are looked at, each by itself: from where to where along it, in percent. Chosen.
pub type Stretch = [i32; 2];

/// Most of a border; corners may be round.
pub const MIDDLE: [Stretch; 3] = [[20, 40], [40, 60], [60, 80]];

/// What is beside a picture in the middle of a thing, which may lie across a border.
pub const ENDS: [Stretch; 2] = [[8, 20], [80, 92]];

/// Pixels over which an edge may be blurred.
const BLUR: usize = 3;

/// Differences of a channel across a border, in grey levels: up to the first it is the grain of one thing,
/// from the second on it is an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeLimits {
    pub grain: f32,
    pub edge: f32,
}

/// Set by trial on the skins of sliding blocks; `tests/sliding_reading.rs` holds them.
impl Default for EdgeLimits {
    fn default() -> Self {
        Self {
            grain: 9.0,
            edge: 17.0,
        }
    }
}

/// Of all contrasts between what is one thing and those at an edge, so much is left open between the two, at
/// either side. Chosen.
const OPEN: f32 = 0.25;

/// An edge has at least so much more contrast than grain. Chosen.
const STEP: f32 = 4.0;

/// Edges so many times as sharp as grain are told from it by how many times as sharp one is, not by how much sharper.
/// Chosen.
const CLEAR: f32 = 9.0;

impl EdgeLimits {
    /// By the contrasts of borders of which it is known what they are: within one thing, and between two. None
    /// if they cannot be told apart.
    pub fn learn(grain: Option<f32>, edge: Option<f32>) -> Option<Self> {
        let usual = Self::default();
        let grain = grain.or_else(|| edge.map(|edge| usual.grain.min(edge / 3.0)));
        let grain = grain.unwrap_or(usual.grain);
        let edge = edge.unwrap_or(usual.edge.max(3.0 * grain));
        // Colours that were not seen side by side may differ far less than those that were: where nothing is on things
        // half of an edge is one, too.
        let least = grain.max(STEP);
        let between = |part: f32| match edge > CLEAR * least {
            true => least * (edge / least).powf(part),
            false => grain + part * (edge - grain),
        };
        (edge > grain + STEP).then_some(Self {
            grain: between(OPEN),
            edge: between(1.0 - OPEN),
        })
    }
}

/// What runs between two cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// Whether an edge separates them.
    pub divided: bool,
    /// 0 to 1.
    pub confidence: f32,
}

/// How sharp a border is along most of it: a corner or a mark may reach one of its stretches.
pub fn mostly(mut contrasts: [f32; 3]) -> f32 {
    contrasts.sort_by(f32::total_cmp);
    contrasts[1]
}

impl Border {
    /// No edge for sure.
    pub const NONE: Self = Self {
        divided: false,
        confidence: 1.0,
    };

    /// By how sharp it is as a whole.
    pub fn by(contrast: f32, limits: EdgeLimits) -> Self {
        let edge = ramp(contrast, limits.grain, limits.edge);
        Self {
            divided: edge > 0.5,
            confidence: edge.max(1.0 - edge),
        }
    }

    /// By how sharp it is along each of its stretches.
    pub fn of(contrasts: [f32; 3], limits: EdgeLimits) -> Self {
        let edges = contrasts.map(|contrast| ramp(contrast, limits.grain, limits.edge));
        // An edge runs along all stretches, or else along none: anything else can be read in two ways.
        let divided = edges.into_iter().fold(1.0, f32::min);
        let whole = 1.0 - edges.into_iter().fold(0.0, f32::max);
        Self {
            divided: divided > whole,
            confidence: divided.max(whole),
        }
    }
}

/// At which side of a border is looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Both,
    First,
    Second,
}

/// The sharpest steps across the border between a cell and the next one, to the right or below, along each
/// stretch of it: in grey levels, of the colours that are the median of their row or column of pixels.
pub fn contrasts<const N: usize>(
    pixel: impl Fn(i32, i32) -> [u8; 3],
    [cell, next]: [Rect; 2],
    sides: Side,
    stretches: [Stretch; N],
) -> [f32; N] {
    let beside = next.x > cell.x;
    let (length, side, edge) = match beside {
        true => (cell.height, cell.width, (cell.x + cell.width + next.x) / 2),
        false => (cell.width, cell.height, (cell.y + cell.height + next.y) / 2),
    };
    let reach = (f64::from(side) * REACH).round() as i32;
    let looked_at = match sides {
        Side::Both => edge - reach..edge + reach,
        Side::First => edge - reach..edge,
        Side::Second => edge..edge + reach,
    };
    stretches.map(|[from, to]| {
        let along = length * from / 100..length * to / 100;
        let colours: Vec<[u8; 3]> = looked_at
            .clone()
            .map(|across| {
                let pixels = along.clone().map(|along| match beside {
                    true => pixel(across, cell.y + along),
                    false => pixel(cell.x + along, across),
                });
                median(pixels.collect())
            })
            .collect();
        let steps =
            (1..=BLUR).flat_map(|gap| colours.iter().zip(&colours[gap.min(colours.len())..]));
        f32::from(steps.map(|(a, b)| apart(*a, *b)).max().unwrap_or(0))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_on_things_half_of_an_edge_is_one() {
        let plain = EdgeLimits::learn(Some(0.0), Some(98.0)).expect("they are told apart");
        let at = |contrast| Border::by(contrast, plain);
        assert!(at(47.0).divided && at(47.0).confidence > 0.9, "{plain:?}");
        assert!(!at(6.0).divided && at(6.0).confidence > 0.9, "{plain:?}");
        // Where much is on them it is not.
        let grained = EdgeLimits::learn(Some(20.0), Some(98.0)).expect("they are told apart");
        assert!(!Border::by(47.0, grained).divided, "{grained:?}");
    }
}
