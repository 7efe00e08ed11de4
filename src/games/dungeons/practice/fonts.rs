//! The fonts of this machine, and a font of our own where there are none.

use std::sync::OnceLock;

use ab_glyph::{Font, FontVec, PxScale, ScaleFont, point};
use image::RgbaImage;

use crate::base::Point;
use crate::draw::brush::{Area, fill};
use crate::draw::{Colour, font, glaze};

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
        for (index, glyph) in text.chars().filter_map(font::glyph).enumerate() {
            glyph.each(|p, _| {
                let (x, y) = ((6 * index as i32 + p.x) as f32, p.y as f32);
                fill(
                    canvas,
                    Area::new(left + x * dot, top + y * dot, dot, dot),
                    ink,
                );
            });
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
const USUAL: &str = "DejaVu C059 Nimbus P052 Standard URWBookman URWGothic Z003";

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
            USUAL.split(' ').any(|usual| name.starts_with(usual))
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
