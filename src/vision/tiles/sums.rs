//! Sums of a picture's pixels, from which the dots of large tiles are told at little cost, wherever the tiles are.

use image::{Rgba, RgbaImage};
use imageproc::definitions::Image;
use imageproc::integral_image::integral_image;

use super::SIDE;
use super::compare::Dots;

/// Tiles from this size on are told by sums: by the number of steps, smaller ones are looked through as fast. Pixels.
const LARGE: f64 = 40.0;

/// And up to this size: of larger ones the sums are no longer exact.
const LARGEST: f64 = 250.0;

/// Where a side of a dot lies: in a pixel, and which share of it is before it.
#[derive(Clone, Copy)]
struct Side {
    pixel: usize,
    share: f32,
}

/// The sums of all pixels above and left of each, channel by channel.
pub(super) struct PixelSums(Image<Rgba<u32>>);

impl PixelSums {
    pub fn of(picture: &RgbaImage) -> Self {
        Self(integral_image(picture))
    }

    /// Whether sums tell the dots of such a tile sooner than a look through it.
    pub fn is_worth([_, _, width, height]: [f64; 4]) -> bool {
        width.min(height) >= LARGE && width.max(height) <= LARGEST
    }

    /// The dots of a tile: left, top, width and height. None if it is not whole.
    pub fn dots(&self, [left, top, width, height]: [f64; 4]) -> Option<Dots> {
        let across = self.sides(0, left, width)?;
        let down = self.sides(1, top, height)?;
        let corner = [across[0].pixel, down[0].pixel];
        let rows = down.map(|side| self.row(&across, corner, side));
        let count = (SIDE * SIDE) as f64 / (width * height);
        let dot = |at: usize| {
            let (row, column) = (at / SIDE, at % SIDE);
            let (above, below) = (&rows[row], &rows[row + 1]);
            [0, 1, 2].map(|i| {
                let sum = below[column + 1][i] - below[column][i] - above[column + 1][i]
                    + above[column][i];
                (sum * count as f32 + 0.5) as u8
            })
        };
        Some((0..SIDE * SIDE).map(dot).collect::<Vec<_>>().into())
    }

    /// Where the sides of dots lie along an axis.
    fn sides(&self, axis: usize, start: f64, length: f64) -> Option<[Side; SIDE + 1]> {
        let most = [self.0.width(), self.0.height()][axis] as usize - 1;
        let is_within = start >= 0.0 && start + length <= most as f64;
        is_within.then(|| {
            std::array::from_fn(|nth| {
                let at = start + length * nth as f64 / SIDE as f64;
                let pixel = (at as usize).min(most - 1);
                Side {
                    pixel,
                    share: (at - pixel as f64) as f32,
                }
            })
        })
    }

    /// The sums from a corner to each side of the dots of a row.
    fn row(
        &self,
        across: &[Side; SIDE + 1],
        [x, y]: [usize; 2],
        down: Side,
    ) -> [[f32; 4]; SIDE + 1] {
        let stride = self.0.width() as usize * 4;
        let row = |y: usize| &self.0.as_raw()[y * stride..][..stride];
        let (first, above, below) = (row(y), row(down.pixel), row(down.pixel + 1));
        let sum = |of: &[u32], at: usize| -> [f32; 4] {
            std::array::from_fn(|i| {
                let strip = |at: usize| of[at * 4 + i] - first[at * 4 + i];
                (strip(at) - strip(x)) as f32
            })
        };
        across.map(|side| {
            let [a, b] = [side.pixel, side.pixel + 1].map(|at| {
                let (above, below) = (sum(above, at), sum(below, at));
                between(above, below, down.share)
            });
            between(a, b, side.share)
        })
    }
}

fn between(a: [f32; 4], b: [f32; 4], share: f32) -> [f32; 4] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
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
        assert!(PixelSums::is_worth(inside[3]) && !PixelSums::is_worth([0.0, 0.0, 20.0, 64.0]));
    }
}
