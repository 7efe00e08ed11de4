//! Wood with its grain, on the block and on the paper.

use std::f32::consts::TAU;

use image::RgbaImage;

use super::layout::CELL;
use crate::plane::{Point, Rect};
use crate::practice::art::{Colour, bevel, dot, fill, jitter, shade};

const WOOD: Colour = [198, 143, 84];
const LINE: Colour = [82, 50, 27];
/// The width of the line around a piece.
const BORDER: i32 = 2;
const INK: Colour = [128, 84, 46];

/// Lines of grain in a cell, and how far they wind up and down.
const GRAINS: f32 = 4.0;
const WAVE: f32 = 1.6;

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

/// One cell of wood; the grain goes on from cell to cell.
pub fn paint(canvas: &mut RgbaImage, area: Rect, ends: Ends) {
    for y in 0..CELL {
        for x in 0..CELL {
            let colour = match ends.at(x, y) {
                true => LINE,
                false => grain(x, y),
            };
            dot(canvas, Point::new(area.x + x, area.y + y), colour);
        }
    }
}

impl Ends {
    /// Whether a pixel of the cell is part of the line around the piece.
    fn at(&self, x: i32, y: i32) -> bool {
        let low = |n: i32| n < BORDER;
        let high = |n: i32| n >= CELL - BORDER;
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

fn grain(x: i32, y: i32) -> Colour {
    let turn = |n: f32| n / CELL as f32 * TAU;
    let wave = turn(x as f32).sin() * WAVE;
    let line = (turn(y as f32 + wave) * GRAINS).sin();
    shade(WOOD, (line * 11.0) as i32 + jitter(x, y, 91, 3))
}

/// A cell of the wanted shape.
pub fn paint_small(canvas: &mut RgbaImage, area: Rect) {
    fill(canvas, area, WOOD);
    bevel(canvas, area, shade(WOOD, 18), INK);
}
