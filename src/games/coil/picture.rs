//! Pictures of a board and the path through it: from blue at the start over green and yellow to red
//! at the end.

use std::io::Write;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, ImageResult, Rgba, RgbaImage};

use super::puzzle::{Cell, Puzzle, Step};

const WALL: Rgba<u8> = Rgba([38, 40, 46, 255]);
const OPEN: Rgba<u8> = Rgba([236, 236, 230, 255]);
const VISITED: Rgba<u8> = Rgba([200, 200, 194, 255]);
const MARK: Rgba<u8> = Rgba([20, 20, 20, 255]);
/// Width and height of the largest picture, about, in pixels.
const LARGEST: usize = 2000;
/// How long a frame of the animation shows, and the last one, in milliseconds.
const FRAME_MS: u32 = 60;
const LAST_MS: u32 = 3000;

/// The side of a cell in pixels that suits the board.
pub fn cell_side(puzzle: &Puzzle) -> u32 {
    let longest = puzzle.width().max(puzzle.height());
    (LARGEST / longest).clamp(3, 24) as u32
}

/// The board and the path that the steps make, `side` pixels per cell.
pub fn draw(puzzle: &Puzzle, steps: &[Step], side: u32) -> RgbaImage {
    let mut picture = Picture::new(puzzle, side);
    let trail = puzzle.trail(steps);
    picture.draw_trail(&trail, 0..trail.len());
    picture.mark_ends(&trail);
    picture.image
}

/// Writes an animation (GIF) of the path being made, in at most `frames` steps of equal length.
pub fn animate(
    puzzle: &Puzzle,
    steps: &[Step],
    side: u32,
    frames: usize,
    out: impl Write,
) -> ImageResult<()> {
    let mut picture = Picture::new(puzzle, side);
    let trail = puzzle.trail(steps);
    let stride = trail.len().div_ceil(frames.max(1)).max(1);
    let mut encoder = GifEncoder::new_with_speed(out, 20);
    encoder.set_repeat(Repeat::Infinite)?;
    for from in (0..trail.len()).step_by(stride) {
        let to = trail.len().min(from + stride);
        picture.draw_trail(&trail, from..to);
        let is_last = to == trail.len();
        if is_last {
            picture.mark_ends(&trail);
        }
        let shown = Delay::from_numer_denom_ms(if is_last { LAST_MS } else { FRAME_MS }, 1);
        encoder.encode_frame(Frame::from_parts(picture.image.clone(), 0, 0, shown))?;
    }
    Ok(())
}

struct Picture {
    image: RgbaImage,
    /// Cells in a row.
    width: usize,
    /// Pixels of a cell's side.
    side: u32,
}

impl Picture {
    fn new(puzzle: &Puzzle, side: u32) -> Self {
        let size = |cells: usize| cells as u32 * side;
        let mut picture = Self {
            image: RgbaImage::new(size(puzzle.width()), size(puzzle.height())),
            width: puzzle.width(),
            side,
        };
        for (at, cell) in puzzle.cells().iter().enumerate() {
            let colour = match cell {
                Cell::Wall => WALL,
                Cell::Open => OPEN,
                Cell::Visited => VISITED,
            };
            picture.fill(at, at, 0, colour);
        }
        picture
    }

    /// Draws the part of the trail with these indices, and the way to it.
    fn draw_trail(&mut self, trail: &[usize], part: std::ops::Range<usize>) {
        for index in part {
            let from = trail[index.saturating_sub(1)];
            let colour = rainbow(index as f32 / trail.len() as f32);
            self.fill(from, trail[index], self.side / 4, colour);
        }
    }

    /// A ring where the path begins, a dot where it ends.
    fn mark_ends(&mut self, trail: &[usize]) {
        if let (Some(&first), Some(&last)) = (trail.first(), trail.last()) {
            self.fill(first, first, self.side / 6, MARK);
            self.fill(first, first, self.side / 3, rainbow(0.0));
            self.fill(last, last, self.side / 3, MARK);
        }
    }

    /// Fills the rectangle of two cells in the same row or column, less a margin on each side.
    fn fill(&mut self, a: usize, b: usize, margin: u32, colour: Rgba<u8>) {
        let (a, b) = (a.min(b), a.max(b));
        let left = (a % self.width) as u32 * self.side + margin;
        let top = (a / self.width) as u32 * self.side + margin;
        let right = (b % self.width + 1) as u32 * self.side - margin;
        let bottom = (b / self.width + 1) as u32 * self.side - margin;
        for y in top..bottom {
            for x in left..right {
                self.image.put_pixel(x, y, colour);
            }
        }
    }
}

/// Blue at 0, red at 1.
fn rainbow(part: f32) -> Rgba<u8> {
    let hue = (1.0 - part) * 4.0;
    let channel = |offset: f32| {
        let distance = (hue + offset).rem_euclid(6.0);
        let level = (distance - 3.0).abs() - 1.0;
        (40.0 + 190.0 * level.clamp(0.0, 1.0)) as u8
    };
    Rgba([channel(0.0), channel(4.0), channel(2.0), 255])
}
