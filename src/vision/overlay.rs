//! A picture of what was recognised where.

use image::{Rgba, RgbaImage};

use super::{Note, Place, font};
use crate::plane::{Point, Rect};
use crate::screen::Frame;

const SURE: Rgba<u8> = Rgba([64, 255, 96, 255]);
const UNSURE: Rgba<u8> = Rgba([255, 48, 48, 255]);
const BACK: Rgba<u8> = Rgba([0, 0, 0, 255]);

/// A label is at most this part as high as its box.
const LABEL: i32 = 3;
/// And enlarged so many times at most.
const LARGEST: i32 = 3;

/// The frame with a box around everything recognised, what it was taken for, and how sure that is in
/// hundredths where it is not quite: green where it is sure, red where the confidence is below
/// `confidence`.
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
        let zoom = (area.height / (LABEL * font::HEIGHT)).clamp(1, LARGEST);
        let corner = Point::new(area.x + 1, area.y + 1);
        write(&mut picture, corner, &note.label, zoom, colour);
        if note.confidence < 0.995 {
            let percent = format!("{:.0}", note.confidence * 100.0);
            let bottom = area.y + area.height - 1 - font::HEIGHT;
            write(
                &mut picture,
                Point::new(area.x + 1, bottom),
                &percent,
                1,
                colour,
            );
        }
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

/// A text on black, each of its pixels `zoom` pixels wide and high.
fn write(picture: &mut RgbaImage, corner: Point, text: &str, zoom: i32, colour: Rgba<u8>) {
    for (index, letter) in text.chars().enumerate() {
        let left = corner.x + index as i32 * font::ADVANCE * zoom;
        for y in 0..font::HEIGHT * zoom {
            for x in 0..font::ADVANCE * zoom {
                let ink = font::is_ink(letter, x / zoom, y / zoom);
                let at = Point::new(left + x, corner.y + y);
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
