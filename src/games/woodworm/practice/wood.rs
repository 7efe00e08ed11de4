//! Wood with its grain, on the block and on the paper.

use std::f32::consts::TAU;

use image::RgbaImage;

use super::skin::{Grain, Wood};
use crate::base::Rect;
use crate::draw::{Colour, bevel, dot, each, fill, jitter, shade};

/// Lines of grain in a cell, and how far they wind up and down.
const GRAINS: f32 = 4.0;
const WAVE: f32 = 1.6;
/// A place in which lengths are as they are written here, in pixels.
const USUAL: f32 = 24.0;

/// Sides on which the piece ends, and corners at which it does although it goes on at both sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    pub above: bool,
    pub below: bool,
    pub left: bool,
    pub right: bool,
    /// Upper left, upper right, lower left, lower right.
    pub corners: [bool; 4],
}

/// One cell of wood, of one of the wood's kinds; the grain goes on from cell to cell.
pub fn paint(canvas: &mut RgbaImage, area: Rect, wood: &Wood, kind: i32, ends: Ends) {
    each(area, |at| {
        let (x, y) = (at.x - area.x, at.y - area.y);
        let colour = match ends.at(x, y, area.width, wood.border) {
            true => wood.line,
            false => wood.grain(x, y, area.width, kind),
        };
        dot(canvas, at, colour);
    });
}

impl Ends {
    /// Whether a pixel of a cell so wide is part of the line around the piece.
    fn at(&self, x: i32, y: i32, side: i32, border: i32) -> bool {
        let low = |n: i32| n < border;
        let high = |n: i32| n >= side - border;
        let [upper_left, upper_right, lower_left, lower_right] = self.corners;
        self.above && low(y)
            || self.below && high(y)
            || self.left && low(x)
            || self.right && high(x)
            || upper_left && low(x) && low(y)
            || upper_right && high(x) && low(y)
            || lower_left && low(x) && high(y)
            || lower_right && high(x) && high(y)
    }
}

impl Wood {
    fn grain(&self, x: i32, y: i32, side: i32, kind: i32) -> Colour {
        let turn = |n: f32| n / side as f32 * TAU;
        let scale = side as f32 / USUAL;
        let phase = kind as f32 * 1.3;
        let line = match self.grain {
            Grain::None => return self.colour,
            Grain::Waves => {
                let wave = (turn(x as f32) + phase).sin() * WAVE * scale;
                (turn(y as f32 + wave) * GRAINS).sin()
            }
            Grain::Upright => (turn(x as f32) * GRAINS + phase).sin(),
            Grain::Speckled => jitter(x / 2, y / 2, 92 + kind as u32, 10) as f32 / 10.0,
            Grain::Rings => {
                let middle = side as f32 / 2.0;
                let far = (x as f32 - middle).hypot(y as f32 - middle);
                (turn(far) * GRAINS + phase).sin()
            }
        };
        shade(
            self.colour,
            (line * self.depth) as i32 + jitter(x, y, 91, 3),
        )
    }
}

/// A cell of the wanted shape.
pub fn paint_small(canvas: &mut RgbaImage, area: Rect, wood: &Wood) {
    fill(canvas, area, wood.colour);
    bevel(canvas, area, shade(wood.colour, 18), wood.edge);
}
