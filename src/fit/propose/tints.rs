//! Where the colour changes from cell to cell: within one thing it does not, whatever lines run through it.

use image::{Rgba, RgbaImage};
use imageproc::definitions::Image;
use imageproc::integral_image::{integral_image, sum_image_pixels};

use crate::vision::tiles::TileGrid;

/// The share of a half of a cell that is looked at, each side: what is near its borders may be its neighbour's.
const MIDDLE: f64 = 0.7;

/// A larger difference of colours counts as much as this one, in levels; a smaller one than that is none. Chosen: more
/// than a texture's mean differs from cell to cell.
const MOST: f32 = 64.0;
const LEAST: f32 = 12.0;

/// From so much of all changes on at borders of cells are where colours change. By trial: half of them are by chance.
const TOLD: f32 = 0.65;

/// The mean colours of any rectangle of a picture.
pub(super) struct Tints(Image<Rgba<f64>>);

impl Tints {
    pub fn of(image: &RgbaImage) -> Self {
        Self(integral_image(image))
    }

    fn mean(&self, [left, top, width, height]: [f64; 4]) -> [f32; 3] {
        let most = [self.0.width() - 2, self.0.height() - 2];
        let ends = |axis: usize, from: f64, length: f64| {
            let margin = (1.0 - MIDDLE) / 2.0 * length;
            let first = ((from + margin).round().max(0.0) as u32).min(most[axis]);
            let last = ((from + length - margin).round().max(1.0) as u32 - 1).min(most[axis]);
            (first, last.max(first))
        };
        let ((x0, x1), (y0, y1)) = (ends(0, left, width), ends(1, top, height));
        let count = f64::from((x1 - x0 + 1) * (y1 - y0 + 1));
        let [r, g, b, _] = sum_image_pixels(&self.0, x0, y0, x1, y1);
        [r, g, b].map(|sum| (sum / count) as f32)
    }

    /// Whether colours change between the cells of a grid rather than within them.
    pub fn agree(&self, grid: &TileGrid) -> bool {
        let (mut between, mut within) = (0.0, 0.0);
        for axis in [0, 1] {
            let cells = [grid.columns, grid.rows];
            for cell in 0..cells[1 - axis] {
                let halves: Vec<[f32; 3]> = (0..2 * cells[axis])
                    .map(|half| self.mean(half_of(grid, axis, half, cell)))
                    .collect();
                for (at, pair) in halves.windows(2).enumerate() {
                    let sum = if at % 2 == 0 {
                        &mut within
                    } else {
                        &mut between
                    };
                    *sum += change(&pair[0], &pair[1]);
                }
            }
        }
        between >= TOLD * (between + within)
    }
}

/// A half of a cell, counted along an axis.
fn half_of(grid: &TileGrid, axis: usize, half: usize, cell: usize) -> [f64; 4] {
    let along = half as i32 / 2;
    let [column, row] = match axis {
        0 => [along, cell as i32],
        _ => [cell as i32, along],
    };
    let mut area = grid.lattice.tile(column, row);
    area[2 + axis] /= 2.0;
    if half % 2 == 1 {
        area[axis] += area[2 + axis];
    }
    area
}

fn change(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    let off = (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f32::max);
    match off < LEAST {
        true => 0.0,
        false => off.min(MOST).powi(2),
    }
}
