//! Capital letters and digits, 7 pixels high, at most 5 wide.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use image::RgbaImage;

use super::sprite::{Sprite, doubled, strips};
use super::{Colour, mix};
use crate::base::{Point, Rect};

/// The height of a letter in pixels.
pub const HEIGHT: i32 = 7;

/// The height of a big letter in pixels.
pub const BIG_HEIGHT: i32 = 14;

/// Between two letters, and the width of a space.
const GAP: i32 = 1;
const SPACE: i32 = 3;

/// The width of a digit with its gap.
pub const ADVANCE: i32 = 6;

static GLYPHS: LazyLock<BTreeMap<char, Sprite>> =
    LazyLock::new(|| strips(include_str!("font.txt")));

/// The drawing of a letter, if there is one.
pub fn glyph(letter: char) -> Option<&'static Sprite> {
    GLYPHS.get(&letter)
}

/// How wide a line is, in pixels.
pub fn width(text: &str) -> i32 {
    lay_out(text, false, |_, _| {})
}

/// How wide a line of big letters is, in pixels.
pub fn big_width(text: &str) -> i32 {
    lay_out(text, true, |_, _| {})
}

/// Writes a line whose top left corner is at `at`; characters without a glyph are left out.
pub fn write(canvas: &mut RgbaImage, at: Point, text: &str, colour: Colour) {
    lay_out(text, false, |x, glyph| {
        glyph.stamp(canvas, at + Point::new(x, 0), |_| colour);
    });
}

/// Writes a line of letters twice as big, from one colour at the top to another at the bottom.
pub fn write_big(canvas: &mut RgbaImage, at: Point, text: &str, [top, bottom]: [Colour; 2]) {
    lay_out(text, true, |x, glyph| {
        glyph.stamp(canvas, at + Point::new(x, 0), |p| {
            mix(top, bottom, (p.y * 255 / BIG_HEIGHT) as u8)
        });
    });
}

/// The same with a shadow.
pub fn write_title(
    canvas: &mut RgbaImage,
    at: Point,
    text: &str,
    colours: [Colour; 2],
    shadow: Colour,
) {
    write_big(canvas, at + Point::new(1, 2), text, [shadow; 2]);
    write_big(canvas, at, text, colours);
}

/// Writes characters [`ADVANCE`] pixels apart, whatever their width.
pub fn write_spaced(canvas: &mut RgbaImage, at: Point, text: &str, colour: Colour) {
    for (glyph, x) in text.chars().map(glyph).zip((0..).step_by(ADVANCE as usize)) {
        if let Some(glyph) = glyph {
            glyph.stamp(canvas, at + Point::new(x, 0), |_| colour);
        }
    }
}

/// Writes a line into the middle of an area.
pub fn label(canvas: &mut RgbaImage, area: Rect, text: &str, colour: Colour) {
    write(canvas, centred(area, [width(text), HEIGHT]), text, colour);
}

/// Where a line of big letters begins that is in the middle of an area.
pub fn big_middle(area: Rect, text: &str) -> Point {
    centred(area, [big_width(text), BIG_HEIGHT])
}

fn centred(area: Rect, [width, height]: [i32; 2]) -> Point {
    area.corner() + Point::new((area.width - width) / 2, (area.height - height) / 2)
}

/// Calls for each glyph with its x; returns the width of the line.
fn lay_out(text: &str, big: bool, mut put: impl FnMut(i32, &Sprite)) -> i32 {
    let factor = 1 + i32::from(big);
    let mut x = 0;
    for letter in text.chars() {
        let Some(small) = glyph(letter) else {
            x += (SPACE + GAP) * factor;
            continue;
        };
        let twice = big.then(|| doubled(small));
        let glyph = twice.as_ref().unwrap_or(small);
        put(x, glyph);
        x += glyph.right_edge() + GAP * factor;
    }
    (x - GAP * factor).max(0)
}
