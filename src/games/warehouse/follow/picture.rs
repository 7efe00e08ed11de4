//! The warehouse as a picture, and a whole walk as a moving one.

use std::io::Write;
use std::time::Duration;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, DynamicImage, Frame, ImageResult, Rgb, RgbImage};

use super::{Map, Task, Walker};

/// The most frames that a trace has; longer walks show every n-th move.
const FRAMES: usize = 300;
const FRAME_TIME: Duration = Duration::from_millis(60);
/// How long the end stays.
const LAST_TIME: Duration = Duration::from_secs(2);

const WALL: Rgb<u8> = Rgb([70, 74, 84]);
const FLOOR: Rgb<u8> = Rgb([236, 229, 214]);
const CRATE: Rgb<u8> = Rgb([186, 128, 62]);
const EDGE: Rgb<u8> = Rgb([122, 78, 30]);
const ROBOT: Rgb<u8> = Rgb([34, 116, 165]);

/// Draws the warehouse, one cell `side` pixels wide and high.
pub fn picture(map: &Map, side: u32) -> RgbImage {
    let mut image =
        RgbImage::from_pixel(map.width() as u32 * side, map.height() as u32 * side, FLOOR);
    for (row, cells) in (0..).zip(map.rows()) {
        for (column, &sign) in (0..).zip(cells) {
            for y in 0..side {
                for x in 0..side {
                    if let Some(colour) = colour(sign, x, y, side) {
                        image.put_pixel(column * side + x, row * side + y, colour);
                    }
                }
            }
        }
    }
    image
}

/// The colour of a pixel of a cell, if it is not plain floor.
fn colour(sign: u8, x: u32, y: u32, side: u32) -> Option<Rgb<u8>> {
    let last = side - 1;
    let edge = match sign {
        b'[' => x == 0 || y == 0 || y == last,
        b']' => x == last || y == 0 || y == last,
        _ => x == 0 || y == 0 || x == last || y == last,
    };
    match sign {
        b'#' => Some(WALL),
        b'O' | b'[' | b']' => Some(if edge { EDGE } else { CRATE }),
        b'@' => {
            let off = |v: u32| (2 * v + 1).abs_diff(side);
            (off(x).pow(2) + off(y).pow(2) <= side * side).then_some(ROBOT)
        }
        _ => None,
    }
}

/// Writes the walk as an animated GIF, one cell `side` pixels wide and high.
pub fn trace(task: &Task, wide: bool, side: u32, out: impl Write) -> ImageResult<()> {
    let moves: Vec<u8> = task
        .moves
        .iter()
        .copied()
        .filter(|c| !c.is_ascii_whitespace())
        .collect();
    let per_frame = moves.len().div_ceil(FRAMES).max(1);
    let mut encoder = GifEncoder::new_with_speed(out, 30);
    encoder.set_repeat(Repeat::Infinite)?;
    let mut walker = Walker::new(&task.map, wide);
    let mut show = |map: &Map, time| {
        let delay = Delay::from_saturating_duration(time);
        let picture = DynamicImage::from(picture(map, side)).into_rgba8();
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, delay))
    };
    show(&walker.map(), FRAME_TIME)?;
    let mut pieces = moves.chunks(per_frame).peekable();
    while let Some(piece) = pieces.next() {
        walker.run(piece);
        let time = if pieces.peek().is_some() {
            FRAME_TIME
        } else {
            LAST_TIME
        };
        show(&walker.map(), time)?;
    }
    Ok(())
}
