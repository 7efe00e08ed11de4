//! What the walls and blocks of skins look like, at any size.

use image::RgbaImage;

use super::brush::{Area, wash};
use super::{Colour, jitter, noise, shade};

/// How a cell that nobody enters is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallArt {
    Flat,
    Bevelled,
    Bricks,
    Speckled,
    Hatched,
}

/// Paints a wall with a strength of 0 to 1.
pub fn wall(canvas: &mut RgbaImage, area: Area, art: WallArt, colour: Colour, strength: f32) {
    let course = (area.height() / 4.0).max(4.0) as i32;
    let edge = (area.height() / 10.0).max(1.0) as i32;
    let (left, top) = (area.left.round() as i32, area.top.round() as i32);
    let (width, height) = (area.width() as i32, area.height() as i32);
    wash(canvas, area, strength, |x, y| {
        let (u, v) = (x - left, y - top);
        let light = match art {
            WallArt::Bricks => {
                let row = v / course;
                let along = u + if row % 2 == 0 { 0 } else { course };
                match v % course == 0 || along % (2 * course) == 0 {
                    true => -40,
                    false => (noise(row, along / (2 * course), 9) % 24) as i32,
                }
            }
            WallArt::Bevelled if u < edge || v < edge => 34,
            WallArt::Bevelled if u >= width - edge || v >= height - edge => -34,
            WallArt::Speckled => jitter(u, v, 17, 12),
            WallArt::Hatched if (x + y).rem_euclid(6) < 2 => -18,
            WallArt::Hatched => 6,
            WallArt::Flat | WallArt::Bevelled => 0,
        };
        shade(colour, light)
    });
}

/// How a goal, a mark or an end of a path is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkArt {
    Disc,
    Ring,
    Cross,
    Diamond,
    Square,
}

impl MarkArt {
    /// Whether it is there, at a place of a square that goes from -1 to 1 both ways.
    pub fn covers(self, x: f32, y: f32) -> bool {
        let far = x.hypot(y);
        match self {
            Self::Disc => far <= 1.0,
            Self::Ring => (0.5..=1.0).contains(&far),
            Self::Cross => far <= 1.0 && (x.abs() - y.abs()).abs() < 0.28,
            Self::Diamond => x.abs() + y.abs() <= 1.0,
            Self::Square => x.abs().max(y.abs()) < 0.8,
        }
    }
}
