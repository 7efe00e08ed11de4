//! A picture of what was recognised where.

use image::imageops::{FilterType, resize};
use image::{Rgba, RgbaImage};
use smol_str::format_smolstr;

use super::{Note, Place, font};
use crate::base::{Point, Rect};
use crate::screen::Frame;

const SURE: Rgba<u8> = Rgba([64, 255, 96, 255]);
const UNSURE: Rgba<u8> = Rgba([255, 48, 48, 255]);
const BACK: Rgba<u8> = Rgba([0, 0, 0, 255]);

/// Small frames are enlarged to about this width and height, in pixels, at most [`MOST`] times.
const SIDE: u32 = 1600;
const MOST: u32 = 3;

/// Boxes lower than so many lines of text have their labels above them.
const LINES: i32 = 5;

/// The frame, enlarged if it is small, with a box around everything recognised and what it was taken
/// for: green where it is sure; red, with the confidence, where that is below `confidence`.
pub fn overlay(frame: &Frame, place: Place, notes: &[Note], confidence: f32) -> RgbaImage {
    let (width, height) = frame.image.dimensions();
    let times = (SIDE / width.max(height).max(1)).clamp(1, MOST);
    let picture = match times {
        1 => RgbaImage::clone(&frame.image),
        _ => resize(
            frame.image.as_ref(),
            width * times,
            height * times,
            FilterType::Nearest,
        ),
    };
    let mut drawing = Drawing {
        picture,
        times: times as i32,
    };
    for note in notes {
        let (colour, label) = match note.confidence < confidence {
            true => {
                let share = 100.0 * note.confidence;
                (UNSURE, format_smolstr!("{} {share:.0}%", note.label))
            }
            false => (SURE, note.label.clone()),
        };
        let area = drawing.scaled(note.area, place);
        drawing.outline(area, colour);
        drawing.write(area, &label, colour);
    }
    drawing.picture
}

/// An enlarged frame.
struct Drawing {
    picture: RgbaImage,
    times: i32,
}

impl Drawing {
    fn scaled(&self, area: Rect, place: Place) -> Rect {
        let s = place.scale as i32;
        Rect::new(
            (place.origin.x + area.x * s) * self.times,
            (place.origin.y + area.y * s) * self.times,
            area.width * s * self.times,
            area.height * s * self.times,
        )
    }

    fn outline(&mut self, area: Rect, colour: Rgba<u8>) {
        for x in area.x..area.x + area.width {
            self.dot(Point::new(x, area.y), colour);
            self.dot(Point::new(x, area.y + area.height - 1), colour);
        }
        for y in area.y..area.y + area.height {
            self.dot(Point::new(area.x, y), colour);
            self.dot(Point::new(area.x + area.width - 1, y), colour);
        }
    }

    /// A label on black: in the upper left corner of a large box, above a small one.
    fn write(&mut self, area: Rect, label: &str, colour: Rgba<u8>) {
        let size = (self.times + 1) / 2;
        let line = font::HEIGHT * size;
        let (left, top) = match area.height < LINES * line {
            true => (area.x, area.y - line),
            false => (area.x + 1, area.y + 1),
        };
        let width = font::ADVANCE * size;
        for (index, letter) in label.chars().enumerate() {
            for y in 0..line {
                for x in 0..width {
                    let ink = font::is_ink(letter, x / size, y / size);
                    let at = Point::new(left + index as i32 * width + x, top + y);
                    self.dot(at, if ink { colour } else { BACK });
                }
            }
        }
    }

    fn dot(&mut self, at: Point, colour: Rgba<u8>) {
        if let Some(pixel) = self.picture.get_pixel_mut_checked(at.x as u32, at.y as u32) {
            *pixel = colour;
        }
    }
}
