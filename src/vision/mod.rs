//! Pixels to cells: locate the board, match templates, read digits. Knows no game.

use image::RgbaImage;
use image::imageops::{FilterType, resize};
use smol_str::SmolStr;
use thiserror::Error;

use crate::base::{Point, Rect};
use crate::screen::Frame;

mod anchor;
pub mod border;
mod button;
pub mod cells;
mod font;
pub mod glyph;
pub mod line;
mod locate;
pub mod looks;
pub mod numbers;
mod overlay;
mod patch;
pub mod regions;
mod scratch;
mod shape;
pub mod sheet;
mod templates;
pub mod tiles;
mod tint;

pub use anchor::Anchor;
pub use border::{Border, EdgeLimits, Side, contrasts};
pub use button::ButtonLook;
pub use locate::locate;
pub use overlay::{inscribe, inscription, overlay};
pub use patch::{Patch, TOLERANCE, apart, median, near};
pub use scratch::ReadScratch;
pub use shape::{ColourSet, Shape, Shapes, shapes};
pub use sheet::Sheet;
pub use templates::{Sprite, SpritePixel, Templates, opaque};
pub use tint::Tints;

/// 0 up to `low`, 1 from `high` on, linear between: turns scores into confidences.
pub fn ramp(value: f32, low: f32, high: f32) -> f32 {
    ((value - low) / (high - low)).clamp(0.0, 1.0)
}

/// Where the board lies in a frame: board pixel (0, 0) is frame pixel `origin`, and a board pixel is
/// `scale` x `scale` frame pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub origin: Point,
    /// A whole number where the board was found by its anchor.
    pub scale: f64,
}

impl Place {
    /// The whole frame, pixel by pixel.
    pub fn whole() -> Self {
        Self::enlarged(Point::default(), 1)
    }

    /// A board whose pixels are so many frame pixels wide and high.
    pub fn enlarged(origin: Point, scale: u32) -> Self {
        Self {
            origin,
            scale: scale.into(),
        }
    }

    /// The frame pixels of an area of the board.
    pub fn area(&self, board: Rect) -> Rect {
        let [x, y, width, height] = [board.x, board.y, board.width, board.height]
            .map(|length| (f64::from(length) * self.scale).round() as i32);
        Rect::new(self.origin.x + x, self.origin.y + y, width, height)
    }

    /// The frame pixel in the middle of a board pixel.
    pub fn to_frame(&self, board: Point) -> Point {
        let middle = |at: i32| ((f64::from(at) + 0.5) * self.scale).floor() as i32;
        Point::new(
            self.origin.x + middle(board.x),
            self.origin.y + middle(board.y),
        )
    }

    /// The board pixel that covers a frame pixel.
    pub fn to_board(&self, frame: Point) -> Point {
        let off = frame - self.origin;
        let steps = |off: i32| (f64::from(off) / self.scale).floor() as i32;
        Point::new(steps(off.x), steps(off.y))
    }
}

/// The board as it lies in a frame, addressed in board pixels.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub frame: &'a Frame,
    pub place: Place,
}

impl<'a> View<'a> {
    /// All of a picture.
    pub fn whole(frame: &'a Frame) -> Self {
        Self {
            frame,
            place: Place::whole(),
        }
    }

    /// A picture of the board, so many of its pixels large; what lies outside the frame is as its edge.
    pub fn board(&self, [width, height]: [u32; 2]) -> RgbaImage {
        let image = &self.frame.image;
        let all = self
            .place
            .area(Rect::new(0, 0, width as i32, height as i32));
        let inside = |at: i32, side: u32| at.clamp(0, side as i32 - 1) as u32;
        let picture = RgbaImage::from_fn(all.width as u32, all.height as u32, |x, y| {
            let [x, y] = [all.x + x as i32, all.y + y as i32];
            *image.get_pixel(inside(x, image.width()), inside(y, image.height()))
        });
        match picture.dimensions() == (width, height) {
            true => picture,
            false => resize(&picture, width, height, FilterType::Triangle),
        }
    }

    /// The colour of a board pixel; black outside the frame.
    #[inline]
    pub fn pixel(&self, x: i32, y: i32) -> [u8; 3] {
        let p = self.place.to_frame(Point::new(x, y));
        match self.frame.image.get_pixel_checked(p.x as u32, p.y as u32) {
            Some(pixel) => [pixel[0], pixel[1], pixel[2]],
            None => [0; 3],
        }
    }
}

/// What was read, and how sure the least sure part of it is.
#[derive(Clone, Debug)]
pub struct Reading<P> {
    pub puzzle: P,
    /// 0 (a guess) to 1 (exactly as learned): the lowest over everything read.
    pub confidence: f32,
    /// Where the tiles are, in profiles that know the game by them.
    pub grid: Option<tiles::TileGrid>,
}

impl<P> Reading<P> {
    /// A board whose cells are where the profile has them.
    pub fn new(puzzle: P, confidence: f32) -> Self {
        Self {
            puzzle,
            confidence,
            grid: None,
        }
    }
}

/// One thing recognised in the picture.
#[derive(Clone, Debug)]
pub struct Note {
    /// In board pixels.
    pub area: Rect,
    /// What it is taken for: `M`, `3`, `wall` …
    pub label: SmolStr,
    pub confidence: f32,
}

/// Why a picture was not read.
#[derive(Clone, Debug, Error)]
pub enum ReadError {
    #[error("the board was not found in this picture ({0})")]
    NoBoard(String),
    #[error("{what} is not certain: {why}")]
    Unsure {
        /// Which cell or digit: `cell (3, 5)`, `the number of column 2`.
        what: String,
        /// What it could be, and the confidence.
        why: String,
    },
    #[error("profile {profile:?} cannot read this: {missing}")]
    NotLearned { profile: String, missing: String },
}
