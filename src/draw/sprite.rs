//! Small pictures with holes, drawn as text.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::{Colour, dot, mix, shade};
use crate::base::Point;

/// A picture in which pixels may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    pub width: i32,
    pub height: i32,
    pixels: Vec<Option<Colour>>,
}

impl Sprite {
    pub fn from_fn(
        width: i32,
        height: i32,
        mut colour: impl FnMut(i32, i32) -> Option<Colour>,
    ) -> Self {
        let pixels = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| colour(x, y))
            .collect();
        Self {
            width,
            height,
            pixels,
        }
    }

    pub fn pixel(&self, x: i32, y: i32) -> Option<Colour> {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return None;
        }
        self.pixels[(y * self.width + x) as usize]
    }

    /// Calls for every pixel that is there.
    pub fn each(&self, mut paint: impl FnMut(Point, Colour)) {
        for y in 0..self.height {
            for x in 0..self.width {
                if let Some(colour) = self.pixel(x, y) {
                    paint(Point::new(x, y), colour);
                }
            }
        }
    }

    /// Paints it with its top left corner at `at`.
    pub fn put(&self, canvas: &mut RgbaImage, at: Point) {
        self.each(|p, colour| dot(canvas, at + p, colour));
    }

    /// Paints its shape in other colours, chosen by the pixel's place in the sprite.
    pub fn stamp(&self, canvas: &mut RgbaImage, at: Point, colour: impl Fn(Point) -> Colour) {
        self.each(|p, _| dot(canvas, at + p, colour(p)));
    }

    /// One more than the last column with a pixel.
    pub fn right_edge(&self) -> i32 {
        let mut edge = 0;
        self.each(|p, _| edge = edge.max(p.x + 1));
        edge
    }

    /// The same picture at another size, each pixel taken from the nearest.
    pub fn resized(&self, width: i32, height: i32) -> Self {
        Self::from_fn(width, height, |x, y| {
            self.pixel(
                (2 * x + 1) * self.width / (2 * width),
                (2 * y + 1) * self.height / (2 * height),
            )
        })
    }
}

/// Reads a sheet of drawings by their names. Each begins with a line of its name and of what its letters
/// stand for (`k=18101e`, red, green and blue in hexadecimal); other letters are holes. The drawings are
/// part of the program: what cannot be read is left out.
pub fn sheet(text: &str) -> BTreeMap<&str, Sprite> {
    let read = |block| {
        let (head, rows) = str::split_once(block, '\n')?;
        let mut words = head.split_whitespace();
        let name = words.next()?;
        let colour = |word: &str| {
            let (letter, colour) = word.split_once('=')?;
            let [_, r, g, b] = u32::from_str_radix(colour, 16).ok()?.to_be_bytes();
            Some((*letter.as_bytes().first()?, [r, g, b]))
        };
        let colours: Vec<(u8, Colour)> = words.filter_map(colour).collect();
        let known = |letter: u8| Some(colours.iter().find(|(known, _)| *known == letter)?.1);
        let rows: Vec<&[u8]> = rows.lines().map(str::as_bytes).collect();
        let width = rows.iter().map(|row| row.len()).max()? as i32;
        let pixel = |x: i32, y: i32| known(*rows[y as usize].get(x as usize)?);
        Some((name, Sprite::from_fn(width, rows.len() as i32, pixel)))
    };
    text.split("\n\n").filter_map(read).collect()
}

/// Reads the shapes of letters: blocks of a line of letters and the rows of all of them side by side,
/// `#` where there is ink.
pub fn strips(text: &str) -> BTreeMap<char, Sprite> {
    let mut glyphs = BTreeMap::new();
    for block in text.split("\n\n") {
        let mut rows = block.lines();
        let letters = rows.next().unwrap_or_default().chars();
        let rows: Vec<Vec<&str>> = rows.map(|row| row.split(' ').collect()).collect();
        for (index, letter) in letters.enumerate() {
            let ink = |x: i32, y: i32| {
                let row = rows[y as usize].get(index)?.as_bytes();
                (*row.get(x as usize)? == b'#').then_some([255; 3])
            };
            let first = rows.first().and_then(|row| row.get(index));
            let width = first.map_or(0, |row| row.len()) as i32;
            glyphs.insert(letter, Sprite::from_fn(width, rows.len() as i32, ink));
        }
    }
    glyphs
}

/// Paints the pointer that some games paint themselves, with its tip at `at`.
pub fn pointer(canvas: &mut RgbaImage, at: Point) {
    let sheet = sheet(include_str!("pointer.txt"));
    sheet.values().for_each(|pointer| pointer.put(canvas, at));
}

/// A drawing of the left half, completed by its mirror image.
pub fn mirrored(half: &Sprite) -> Sprite {
    Sprite::from_fn(2 * half.width, half.height, |x, y| {
        half.pixel(x.min(2 * half.width - 1 - x), y)
    })
}

/// Twice the size, corners rounded where two neighbours agree (the Scale2x rule of Andrea
/// Mazzoleni).
pub fn doubled(small: &Sprite) -> Sprite {
    Sprite::from_fn(2 * small.width, 2 * small.height, |x, y| {
        let (cx, cy) = (x / 2, y / 2);
        let beside = small.pixel(cx + if x % 2 == 0 { -1 } else { 1 }, cy);
        let far_side = small.pixel(cx + if x % 2 == 0 { 1 } else { -1 }, cy);
        let above = small.pixel(cx, cy + if y % 2 == 0 { -1 } else { 1 });
        let below = small.pixel(cx, cy + if y % 2 == 0 { 1 } else { -1 });
        let corner = beside == above && beside != below && above != far_side;
        if corner { beside } else { small.pixel(cx, cy) }
    })
}

/// Light from above: the upper edges of the shape are brighter, the lower ones darker, and it gets
/// darker towards its feet.
pub fn lit(sprite: &Sprite) -> Sprite {
    Sprite::from_fn(sprite.width, sprite.height, |x, y| {
        let colour = sprite.pixel(x, y)?;
        let edge = match (sprite.pixel(x, y - 1), sprite.pixel(x, y + 1)) {
            (None, _) => 34,
            (_, None) => -30,
            _ => 0,
        };
        let side = match (sprite.pixel(x - 1, y), sprite.pixel(x + 1, y)) {
            (None, _) => 14,
            (_, None) => -18,
            _ => 0,
        };
        let fall = 10 - 24 * y / sprite.height;
        Some(shade(colour, edge + side + fall))
    })
}

/// A line of one pixel around the shape, one pixel larger on every side: the ink, coloured a little
/// by what it borders.
pub fn outlined(sprite: &Sprite, ink: Colour) -> Sprite {
    Sprite::from_fn(sprite.width + 2, sprite.height + 2, |x, y| {
        let (x, y) = (x - 1, y - 1);
        let around = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)];
        sprite.pixel(x, y).or_else(|| {
            let neighbour = around.iter().find_map(|&(x, y)| sprite.pixel(x, y))?;
            Some(mix(ink, neighbour, 40))
        })
    })
}
