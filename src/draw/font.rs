//! Capital letters and digits, 7 pixels high, at most 5 wide.

use image::RgbaImage;

use super::sprite::{Sprite, doubled};
use super::{Colour, dot};
use crate::base::Point;

/// The height of a letter in pixels.
pub const HEIGHT: i32 = 7;

/// The height of a big letter in pixels.
pub const BIG_HEIGHT: i32 = 14;

/// Between two letters.
const GAP: i32 = 1;

/// The width of a space, of a full glyph cell in the tables, and of a digit with its gap.
const SPACE: i32 = 3;
const CELL: usize = 6;
pub const ADVANCE: i32 = 6;

struct Strip {
    letters: &'static str,
    rows: [&'static str; 7],
}

const STRIPS: [Strip; 4] = [
    Strip {
        letters: "ABCDEFGHIJ",
        rows: [
            ".###. ####. .###. ####. ##### ##### .###. #...# ###.. ..###",
            "#...# #...# #...# #...# #.... #.... #...# #...# .#... ...#.",
            "#...# #...# #.... #...# #.... #.... #.... #...# .#... ...#.",
            "##### ####. #.... #...# ####. ####. #.### ##### .#... ...#.",
            "#...# #...# #.... #...# #.... #.... #...# #...# .#... ...#.",
            "#...# #...# #...# #...# #.... #.... #...# #...# .#... #..#.",
            "#...# ####. .###. ####. ##### #.... .#### #...# ###.. .##..",
        ],
    },
    Strip {
        letters: "KLMNOPQRST",
        rows: [
            "#...# #.... #...# #...# .###. ####. .###. ####. .#### #####",
            "#..#. #.... ##.## ##..# #...# #...# #...# #...# #.... ..#..",
            "#.#.. #.... #.#.# #.#.# #...# #...# #...# #...# #.... ..#..",
            "##... #.... #.#.# #.#.# #...# ####. #...# ####. .###. ..#..",
            "#.#.. #.... #...# #.#.# #...# #.... #.#.# #.#.. ....# ..#..",
            "#..#. #.... #...# #..## #...# #.... #..#. #..#. ....# ..#..",
            "#...# ##### #...# #...# .###. #.... .##.# #...# ####. ..#..",
        ],
    },
    Strip {
        letters: "UVWXYZ!_'-",
        rows: [
            "#...# #...# #...# #...# #...# ##### #.... ..... #.... .....",
            "#...# #...# #...# #...# #...# ....# #.... ..... #.... .....",
            "#...# #...# #.#.# .#.#. .#.#. ...#. #.... ..... ..... .....",
            "#...# #...# #.#.# ..#.. ..#.. ..#.. #.... ..... ..... ####.",
            "#...# .#.#. #.#.# .#.#. ..#.. .#... #.... ..... ..... .....",
            "#...# .#.#. ##.## #...# ..#.. #.... ..... ..... ..... .....",
            ".###. ..#.. #...# #...# ..#.. ##### #.... ##### ..... .....",
        ],
    },
    Strip {
        letters: "0123456789",
        rows: [
            ".###. ..#.. .###. ####. ...#. ##### .###. ##### .###. .###.",
            "#...# .##.. #...# ....# ..##. #.... #.... ....# #...# #...#",
            "#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#",
            "#.#.# ..#.. ..##. .###. #..#. ....# ####. ...#. .###. .####",
            "##..# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....#",
            "#...# ..#.. #.... ....# ...#. #...# #...# ..#.. #...# ....#",
            ".###. .###. ##### ####. ...#. .###. .###. ..#.. .###. .###.",
        ],
    },
];

fn glyph(letter: char) -> Option<Sprite> {
    STRIPS.iter().find_map(|strip| {
        let index = strip.letters.chars().position(|known| known == letter)?;
        let ink = |x: i32, y: i32| {
            let row = strip.rows[y as usize].as_bytes();
            row[index * CELL + x as usize] == b'#'
        };
        Some(Sprite::from_fn(ADVANCE - GAP, HEIGHT, |x, y| {
            ink(x, y).then_some([255; 3])
        }))
    })
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

/// Writes a line of letters twice as big; `colour` takes the row of the letter, 0..14.
pub fn write_big(canvas: &mut RgbaImage, at: Point, text: &str, colour: impl Fn(i32) -> Colour) {
    lay_out(text, true, |x, glyph| {
        glyph.stamp(canvas, at + Point::new(x, 0), |p| colour(p.y));
    });
}

/// Writes characters [`ADVANCE`] pixels apart, whatever their width.
pub fn write_spaced(canvas: &mut RgbaImage, at: Point, text: &str, colour: Colour) {
    for (i, letter) in text.chars().enumerate() {
        let at = at + Point::new(i as i32 * ADVANCE, 0);
        if let Some(glyph) = glyph(letter) {
            glyph.each(|p, _| dot(canvas, at + p, colour));
        }
    }
}

/// Calls for each glyph with its x; returns the width of the line.
fn lay_out(text: &str, big: bool, mut put: impl FnMut(i32, &Sprite)) -> i32 {
    let factor = 1 + i32::from(big);
    let mut x = 0;
    for letter in text.chars() {
        let Some(mut glyph) = glyph(letter) else {
            x += (SPACE + GAP) * factor;
            continue;
        };
        if big {
            glyph = doubled(&glyph);
        }
        put(x, &glyph);
        x += glyph.right_edge() + GAP * factor;
    }
    (x - GAP * factor).max(0)
}
