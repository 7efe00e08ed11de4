//! The pointer that a game paints itself.

use image::RgbaImage;

use super::sprite::{Palette, Sprite};
use crate::base::Point;

const ROWS: [&str; 14] = [
    "k.........",
    "kk........",
    "kwk.......",
    "kwwk......",
    "kwwwk.....",
    "kwwwwk....",
    "kwwwwwk...",
    "kwwwwwwk..",
    "kwwwwwwwk.",
    "kwwwwkkkkk",
    "kwkgwk....",
    "kk.kgwk...",
    "k..kgwk...",
    "....kk....",
];

const COLOURS: Palette = &[
    ('k', [24, 16, 30]),
    ('w', [250, 240, 214]),
    ('g', [206, 180, 140]),
];

/// Paints the pointer with its tip at `at`.
pub fn paint(canvas: &mut RgbaImage, at: Point) {
    Sprite::drawn(&ROWS, COLOURS).put(canvas, at);
}
