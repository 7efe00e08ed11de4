//! The fonts of this machine, and a font of our own where there are none.

use std::sync::OnceLock;

use ab_glyph::{Font, FontVec, PxScale, ScaleFont, point};
use image::RgbaImage;

use crate::base::Point;
use crate::draw::brush::{Area, fill};
use crate::draw::{Colour, glaze};

/// The rows of the digits of our own font, 5 x 7 pixels, a bit each.
const DIGITS: [[u8; 7]; 10] = [
    [14, 17, 19, 21, 25, 17, 14],
    [4, 12, 4, 4, 4, 4, 14],
    [14, 17, 1, 2, 4, 8, 31],
    [31, 2, 4, 2, 1, 17, 14],
    [2, 6, 10, 18, 31, 2, 2],
    [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14],
    [31, 1, 2, 4, 8, 8, 8],
    [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
];

/// A text in some font and size, ready to be measured and painted.
pub struct Writer {
    font: Option<&'static FontVec>,
    size: f32,
    smooth: bool,
}

impl Writer {
    /// `font` picks one of the machine's fonts; none is our own.
    pub fn new(font: Option<u32>, size: f32, smooth: bool) -> Self {
        let all = machine();
        let font = font.filter(|_| !all.is_empty());
        Self {
            font: font.map(|n| &all[n as usize % all.len()]),
            size,
            smooth,
        }
    }

    /// Width and height of the ink of a number.
    pub fn extent(&self, number: u8) -> [f32; 2] {
        let text = number.to_string();
        let Some(font) = self.font else {
            let dot = self.dot();
            return [(6 * text.len() - 1) as f32 * dot, 7.0 * dot];
        };
        let scaled = font.as_scaled(PxScale::from(self.size));
        let width = text
            .chars()
            .map(|c| scaled.h_advance(font.glyph_id(c)))
            .sum();
        [width, digit_height(font, self.size)]
    }

    /// Paints a number with the top left corner of its box at a place.
    pub fn write(&self, canvas: &mut RgbaImage, left: f32, top: f32, number: u8, ink: Colour) {
        let text = number.to_string();
        let Some(font) = self.font else {
            self.write_dots(canvas, left, top, &text, ink);
            return;
        };
        let scale = PxScale::from(self.size);
        let baseline = top + digit_height(font, self.size);
        let mut pen = left;
        for letter in text.chars() {
            let id = font.glyph_id(letter);
            let glyph = id.with_scale_and_position(scale, point(pen, baseline));
            pen += font.as_scaled(scale).h_advance(id);
            let Some(outline) = font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                let at = Point::new(corner.x as i32 + x as i32, corner.y as i32 + y as i32);
                let cover = match self.smooth {
                    true => cover.clamp(0.0, 1.0),
                    false => f32::from(u8::from(cover > 0.5)),
                };
                glaze(canvas, at, ink, (cover * 255.0) as u8);
            });
        }
    }

    /// The side of a pixel of our own font.
    fn dot(&self) -> f32 {
        match self.smooth {
            true => self.size / 9.5,
            false => (self.size / 9.5).round().max(1.0),
        }
    }

    fn write_dots(&self, canvas: &mut RgbaImage, left: f32, top: f32, text: &str, ink: Colour) {
        let dot = self.dot();
        let (left, top) = match self.smooth {
            true => (left, top),
            false => (left.round(), top.round()),
        };
        for (index, letter) in text.bytes().enumerate() {
            let rows = &DIGITS[usize::from(letter.saturating_sub(b'0')) % 10];
            for (y, row) in rows.iter().enumerate() {
                for x in (0..5).filter(|x| row >> (4 - x) & 1 == 1) {
                    let at = (6 * index + x) as f32;
                    let area = Area::new(left + at * dot, top + y as f32 * dot, dot, dot);
                    fill(canvas, area, ink);
                }
            }
        }
    }
}

/// From the baseline to the top of a digit.
fn digit_height(font: &FontVec, size: f32) -> f32 {
    let glyph = font.glyph_id('8').with_scale(PxScale::from(size));
    let outline = font.outline_glyph(glyph);
    outline.map_or(size * 0.7, |outline| -outline.px_bounds().min.y)
}

/// Fonts that nearly every Linux has (DejaVu, and those of Ghostscript), by what their names begin with.
const USUAL: [&str; 8] = [
    "DejaVu",
    "C059",
    "Nimbus",
    "P052",
    "Standard",
    "URWBookman",
    "URWGothic",
    "Z003",
];

/// The machine's fonts that have digits, sorted by name: the usual ones, so that a skin looks the same on
/// other machines that have them all, or whatever there is.
fn machine() -> &'static [FontVec] {
    static FONTS: OnceLock<Vec<FontVec>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut database = fontdb::Database::new();
        database.load_system_fonts();
        let mut faces: Vec<_> = database.faces().collect();
        faces.sort_by(|a, b| a.post_script_name.cmp(&b.post_script_name));
        faces.dedup_by(|a, b| a.post_script_name == b.post_script_name);
        let is_usual = |face: &&fontdb::FaceInfo| {
            let name = &face.post_script_name;
            USUAL.iter().any(|usual| name.starts_with(usual))
        };
        if faces.iter().any(is_usual) {
            faces.retain(is_usual);
        }
        let load = |face: &&fontdb::FaceInfo| {
            let load = |data: &[u8], index| FontVec::try_from_vec_and_index(data.to_vec(), index);
            database.with_face_data(face.id, load)?.ok()
        };
        faces.iter().filter_map(load).filter(has_digits).collect()
    })
}

/// Whether all digits are there, and look as different as digits do.
fn has_digits(font: &FontVec) -> bool {
    let shape = |digit: char| {
        let outline = font.outline_glyph(font.glyph_id(digit).with_scale(40.0))?;
        let bounds = outline.px_bounds();
        (bounds.height() > 16.0 && bounds.width() < 40.0).then_some(bounds)
    };
    ('0'..='9').all(|digit| font.glyph_id(digit).0 != 0 && shape(digit).is_some())
}
