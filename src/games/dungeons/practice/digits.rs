//! The big digits of the numbers, drawn at half their size.

use image::RgbaImage;

use super::layout;
use crate::base::Point;
use crate::draw::sprite::{Sprite, doubled, outlined};
use crate::draw::{Colour, dot, mix};

const STRIP: [&str; 10] = [
    ".####. ..##.. .####. .####. ...##. ###### ..###. ###### .####. .####.",
    "##..## .###.. ##..## ##..## ..###. ##.... .##... ##..## ##..## ##..##",
    "##..## ####.. ##..## ....## .####. ##.... ##.... ....## ##..## ##..##",
    "##..## ..##.. ....## ....## ##.##. ##.... ##.... ...##. ##..## ##..##",
    "##..## ..##.. ...##. ..###. ##.##. #####. #####. ...##. .####. ##..##",
    "##..## ..##.. ..##.. ....## ##.##. ....## ##..## ..##.. ##..## .#####",
    "##..## ..##.. .##... ....## ###### ....## ##..## ..##.. ##..## ....##",
    "##..## ..##.. ##.... ....## ...##. ....## ##..## .##... ##..## ....##",
    "##..## ..##.. ##..## ##..## ...##. ##..## ##..## .##... ##..## ...##.",
    ".####. ###### ###### .####. ..#### .####. .####. .##... .####. .###..",
];
const CELL: usize = 7;

/// How a number stands to the walls drawn so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Fewer walls than wanted.
    Open,
    Satisfied,
    Exceeded,
}

impl State {
    pub fn of(walls: usize, wanted: usize) -> Self {
        match walls.cmp(&wanted) {
            std::cmp::Ordering::Less => Self::Open,
            std::cmp::Ordering::Equal => Self::Satisfied,
            std::cmp::Ordering::Greater => Self::Exceeded,
        }
    }

    /// The colours at the top and at the bottom of a digit.
    fn colours(self) -> (Colour, Colour) {
        match self {
            Self::Open => ([255, 232, 150], [226, 158, 66]),
            Self::Satisfied => ([112, 138, 128], [76, 98, 98]),
            Self::Exceeded => ([255, 128, 170], [214, 48, 96]),
        }
    }
}

/// The ten digits.
pub fn sprites() -> Vec<Sprite> {
    let digit = |n: usize| {
        let ink = |x: i32, y: i32| STRIP[y as usize].as_bytes()[n * CELL + x as usize] == b'#';
        doubled(&Sprite::from_fn(
            CELL as i32 - 1,
            STRIP.len() as i32,
            |x, y| ink(x, y).then_some([0; 3]),
        ))
    };
    (0..10).map(digit).collect()
}

/// Paints a digit with its top left corner at `at`.
pub fn paint(canvas: &mut RgbaImage, digit: &Sprite, at: Point, state: State) {
    let (top, bottom) = state.colours();
    let rim = outlined(digit, [0; 3]);
    rim.stamp(canvas, at + Point::new(0, 0), |_| [30, 20, 38]);
    rim.stamp(canvas, at - Point::new(1, 1), |_| [30, 20, 38]);
    digit.each(|p, _| {
        let bright = digit.pixel(p.x, p.y - 1).is_none() || digit.pixel(p.x - 1, p.y).is_none();
        let fall = (p.y * 255 / (layout::DIGIT[1] - 1)) as u8;
        let colour = mix(top, bottom, fall);
        let colour = if bright {
            mix(colour, [255; 3], 70)
        } else {
            colour
        };
        dot(canvas, at + p, colour);
    });
}
