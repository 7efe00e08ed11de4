//! A picture of what was recognised where.

use image::RgbaImage;
use image::imageops::{FilterType, resize};
use smol_str::format_smolstr;

use super::{Note, Place, font};
use crate::base::{Point, Rect};
use crate::draw::{Colour, bevel, each, fill};
use crate::screen::Frame;

const SURE: Colour = [64, 255, 96];
const UNSURE: Colour = [255, 48, 48];
const BACK: Colour = [0; 3];

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
    let mut picture = match times {
        1 => RgbaImage::clone(&frame.image),
        _ => resize(
            frame.image.as_ref(),
            width * times,
            height * times,
            FilterType::Nearest,
        ),
    };
    let times = times as i32;
    for note in notes {
        let (colour, label) = match note.confidence < confidence {
            true => {
                let share = 100.0 * note.confidence;
                (UNSURE, format_smolstr!("{} {share:.0}%", note.label))
            }
            false => (SURE, note.label.clone()),
        };
        let area = place.area(note.area);
        let area = Rect::new(
            area.x * times,
            area.y * times,
            area.width * times,
            area.height * times,
        );
        bevel(&mut picture, area, colour, colour);
        write(&mut picture, area, &label, colour, (times + 1) / 2);
    }
    picture
}

/// A label on black, its dots so large: in the upper left corner of a large box, above a small one.
fn write(picture: &mut RgbaImage, area: Rect, label: &str, colour: Colour, size: i32) {
    let line = font::HEIGHT * size;
    let (left, top) = match area.height < LINES * line {
        true => (area.x, area.y - line),
        false => (area.x + 1, area.y + 1),
    };
    inscribe(picture, Point::new(left, top), label, colour, size);
}

/// A line on black whose top left corner is at a place, its dots so large.
pub fn inscribe(picture: &mut RgbaImage, at: Point, line: &str, colour: Colour, size: i32) {
    for (index, letter) in (0..).zip(line.chars()) {
        let left = at.x + index * font::ADVANCE * size;
        let ground = Rect::new(left, at.y, font::ADVANCE * size, font::HEIGHT * size);
        fill(picture, ground, BACK);
        each(Rect::new(0, 0, font::ADVANCE, font::HEIGHT), |p| {
            if font::is_ink(letter, p.x, p.y) {
                let dot = Rect::new(left + p.x * size, at.y + p.y * size, size, size);
                fill(picture, dot, colour);
            }
        });
    }
}

/// Width and height of such a line.
pub fn inscription(line: &str, size: i32) -> [i32; 2] {
    let letters = line.chars().count() as i32;
    [letters * font::ADVANCE * size, font::HEIGHT * size]
}
