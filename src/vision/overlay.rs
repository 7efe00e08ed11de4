//! A picture of what was recognised where.

use image::{Rgba, RgbaImage};

use super::{Note, Place, font};
use crate::plane::{Point, Rect};
use crate::screen::Frame;

const SURE: Rgba<u8> = Rgba([64, 255, 96, 255]);
const UNSURE: Rgba<u8> = Rgba([255, 48, 48, 255]);
const BACK: Rgba<u8> = Rgba([0, 0, 0, 255]);

/// The frame with a box around everything recognised, and what it was taken for: green where it is
/// sure, red where the confidence is below `confidence`.
pub fn overlay(frame: &Frame, place: Place, notes: &[Note], confidence: f32) -> RgbaImage {
    let mut picture = RgbaImage::clone(&frame.image);
    for note in notes {
        let colour = if note.confidence < confidence {
            UNSURE
        } else {
            SURE
        };
        let area = scaled(note.area, place);
        outline(&mut picture, area, colour);
        write(&mut picture, area, &note.label, colour);
    }
    picture
}

fn scaled(area: Rect, place: Place) -> Rect {
    let s = place.scale as i32;
    Rect::new(
        place.origin.x + area.x * s,
        place.origin.y + area.y * s,
        area.width * s,
        area.height * s,
    )
}

fn outline(picture: &mut RgbaImage, area: Rect, colour: Rgba<u8>) {
    for x in area.x..area.x + area.width {
        dot(picture, Point::new(x, area.y), colour);
        dot(picture, Point::new(x, area.y + area.height - 1), colour);
    }
    for y in area.y..area.y + area.height {
        dot(picture, Point::new(area.x, y), colour);
        dot(picture, Point::new(area.x + area.width - 1, y), colour);
    }
}

/// A label in the upper left corner of a box, on black.
fn write(picture: &mut RgbaImage, area: Rect, label: &str, colour: Rgba<u8>) {
    for (index, letter) in label.chars().enumerate() {
        let left = area.x + 1 + index as i32 * font::ADVANCE;
        for y in 0..font::HEIGHT {
            for x in 0..font::ADVANCE {
                let ink = font::is_ink(letter, x, y);
                let at = Point::new(left + x, area.y + 1 + y);
                dot(picture, at, if ink { colour } else { BACK });
            }
        }
    }
}

fn dot(picture: &mut RgbaImage, at: Point, colour: Rgba<u8>) {
    if let Some(pixel) = picture.get_pixel_mut_checked(at.x as u32, at.y as u32) {
        *pixel = colour;
    }
}
