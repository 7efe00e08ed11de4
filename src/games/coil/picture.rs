//! Pictures of a board and the path through it: from blue at the start over green and yellow to red
//! at the end.

use image::{RgbImage, RgbaImage};

use super::puzzle::{Cell, Puzzle, Step};
use crate::base::Rect;
use crate::draw::{self, Colour, finished};

const WALL: Colour = [38, 40, 46];
const OPEN: Colour = [236, 236, 230];
const VISITED: Colour = [200, 200, 194];
const MARK: Colour = [20, 20, 20];
/// Width or height of the largest picture, about, in pixels; of an animation's, less.
const LARGEST: usize = 2000;
const LARGEST_FRAME: usize = 600;
/// Frames of an animation that shows enough.
pub const FRAMES: usize = 120;

/// The board and the path that the steps make.
pub fn draw(puzzle: &Puzzle, steps: &[Step]) -> RgbImage {
    let mut picture = Picture::new(puzzle, cell_side(puzzle, LARGEST));
    let trail = puzzle.trail(steps);
    picture.draw_trail(&trail, 0..trail.len());
    picture.mark_ends(&trail);
    finished(picture.image)
}

/// The path being made, in at most `frames` pictures, each with as many cells more than the last.
pub fn animate(puzzle: &Puzzle, steps: &[Step], frames: usize) -> Vec<RgbImage> {
    let mut picture = Picture::new(puzzle, cell_side(puzzle, LARGEST_FRAME));
    let trail = puzzle.trail(steps);
    let stride = trail.len().div_ceil(frames.max(1)).max(1);
    let mut pictures = Vec::new();
    if trail.is_empty() {
        pictures.push(finished(picture.image.clone()));
    }
    for from in (0..trail.len()).step_by(stride) {
        let to = trail.len().min(from + stride);
        picture.draw_trail(&trail, from..to);
        if to == trail.len() {
            picture.mark_ends(&trail);
        }
        pictures.push(finished(picture.image.clone()));
    }
    pictures
}

/// The side of a cell in pixels for a picture of about this size.
fn cell_side(puzzle: &Puzzle, largest: usize) -> i32 {
    let longest = puzzle.width().max(puzzle.height());
    (largest / longest).clamp(3, 24) as i32
}

struct Picture {
    image: RgbaImage,
    /// Cells in a row.
    width: usize,
    /// Pixels of a cell's side.
    side: i32,
}

impl Picture {
    fn new(puzzle: &Puzzle, side: i32) -> Self {
        let size = [puzzle.width(), puzzle.height()].map(|cells| cells as i32 * side);
        let mut picture = Self {
            image: draw::canvas(size),
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
    fn fill(&mut self, a: usize, b: usize, margin: i32, colour: Colour) {
        let cell = |at: usize| {
            let [column, row] = [at % self.width, at / self.width].map(|n| n as i32 * self.side);
            Rect::new(column, row, self.side, self.side).grown(-margin)
        };
        draw::fill(&mut self.image, cell(a).around(&cell(b)), colour);
    }
}

/// Blue at 0, red at 1.
fn rainbow(part: f32) -> Colour {
    let hue = (1.0 - part) * 4.0;
    let channel = |offset: f32| {
        let distance = (hue + offset).rem_euclid(6.0);
        let level = (distance - 3.0).abs() - 1.0;
        (40.0 + 190.0 * level.clamp(0.0, 1.0)) as u8
    };
    [channel(0.0), channel(4.0), channel(2.0)]
}
