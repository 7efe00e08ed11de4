//! Sums of a picture's pixels, from which the dots of tiles are told at little cost, wherever the tiles are.

use bytemuck::cast;
use image::{Rgba, RgbaImage};
use imageproc::definitions::Image;
use imageproc::integral_image::integral_image;
use wide::{f32x4, i32x4};

use super::SIDE;
use super::compare::Dots;

/// Tiles from this size on are told by sums, in pixels: dots of smaller ones are less than a pixel.
const LEAST: f64 = 16.0;

/// And up to this size: of larger ones the sums are no longer exact.
const MOST: f64 = 250.0;

/// Where a side of a dot lies: in a pixel, and which share of it is before it.
#[derive(Clone, Copy, Default)]
struct Side {
    pixel: usize,
    share: f32,
}

/// The sums at the sides of the dots of a row, channel by channel.
type Corners = [f32x4; SIDE + 1];

/// The sums of all pixels above and left of each, channel by channel.
pub(super) struct PixelSums(Image<Rgba<u32>>);

impl PixelSums {
    pub fn of(picture: &RgbaImage) -> Self {
        Self(integral_image(picture))
    }

    /// Whether sums tell the dots of such a tile sooner than a look through it.
    pub fn is_worth([_, _, width, height]: [f64; 4]) -> bool {
        width.min(height) >= LEAST && width.max(height) <= MOST
    }

    /// The dots of a tile: left, top, width and height. None if it is not whole.
    pub fn dots(&self, [left, top, width, height]: [f64; 4]) -> Option<Dots> {
        let across = self.sides(0, left, width)?;
        let down = self.sides(1, top, height)?;
        let corner = [across[0].pixel, down[0].pixel];
        let mut rows = [[f32x4::ZERO; SIDE + 1]; SIDE + 1];
        for (row, side) in rows.iter_mut().zip(down) {
            *row = self.row(&across, corner, side);
        }
        let count = f32x4::splat(((SIDE * SIDE) as f64 / (width * height)) as f32);
        let dot = |at: usize| {
            let (row, column) = (at / SIDE, at % SIDE);
            let (above, below) = (&rows[row], &rows[row + 1]);
            let sum = below[column + 1] - below[column] - above[column + 1] + above[column];
            let mean = (sum * count + f32x4::HALF).trunc_int();
            let [r, g, b, _] = mean.to_array();
            [r as u8, g as u8, b as u8]
        };
        Some((0..SIDE * SIDE).map(dot).collect::<Vec<_>>().into())
    }

    /// Where the sides of dots lie along an axis.
    fn sides(&self, axis: usize, start: f64, length: f64) -> Option<[Side; SIDE + 1]> {
        let most = [self.0.width(), self.0.height()][axis] as usize - 1;
        let is_within = start >= 0.0 && start + length <= most as f64;
        if !is_within {
            return None;
        }
        let mut sides = [Side::default(); SIDE + 1];
        for (nth, side) in sides.iter_mut().enumerate() {
            let at = start + length * nth as f64 / SIDE as f64;
            side.pixel = (at as usize).min(most - 1);
            side.share = (at - side.pixel as f64) as f32;
        }
        Some(sides)
    }

    /// The sums from a corner to each side of the dots of a row.
    fn row(&self, across: &[Side; SIDE + 1], [x, y]: [usize; 2], down: Side) -> Corners {
        let width = self.0.width() as usize;
        let (sums, _) = self.0.as_raw().as_chunks();
        let line = |y: usize| &sums[y * width..][..width];
        let first = line(y);
        let strip = |of: &[[u32; 4]], at: usize| -> i32x4 {
            let (end, start): (i32x4, i32x4) = (cast(of[at]), cast(first[at]));
            end - start
        };
        let (above, below) = (line(down.pixel), line(down.pixel + 1));
        let starts = (strip(above, x), strip(below, x));
        let sum = |at: usize| {
            let above = (strip(above, at) - starts.0).round_float();
            let below = (strip(below, at) - starts.1).round_float();
            between(above, below, down.share)
        };
        let mut corners = [f32x4::ZERO; SIDE + 1];
        for (corner, side) in corners.iter_mut().zip(across) {
            *corner = between(sum(side.pixel), sum(side.pixel + 1), side.share);
        }
        corners
    }
}

fn between(a: f32x4, b: f32x4, share: f32) -> f32x4 {
    a + (b - a) * f32x4::splat(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_as_if_they_were_looked_through() {
        let picture = RgbaImage::from_fn(300, 260, |x, y| {
            let wild = (x * 7919 + y * 104_729) % 251;
            Rgba([wild as u8, (x % 256) as u8, 255 - (y % 256) as u8, 255])
        });
        let sums = PixelSums::of(&picture);
        let inside = [
            [0.0, 0.0, 64.0, 64.0],
            [17.3, 41.9, 63.97, 64.19],
            [49.5, 9.25, 250.0, 250.0],
            [259.0, 219.0, 41.0, 41.0],
        ];
        for area in inside {
            let (told, seen) = (
                sums.dots(area).expect("it is inside"),
                Dots::of(&picture, area),
            );
            let far = told.iter().flatten().zip(seen.iter().flatten());
            let far = far.map(|(a, b)| a.abs_diff(*b)).max();
            assert!(far <= Some(1), "{area:?}: {far:?}");
        }
        for area in [[-0.5, 0.0, 64.0, 64.0], [0.0, 200.0, 64.0, 64.0]] {
            assert!(sums.dots(area).is_none(), "{area:?}");
        }
        assert!(PixelSums::is_worth(inside[3]) && !PixelSums::is_worth([0.0, 0.0, 12.0, 64.0]));
    }
}
