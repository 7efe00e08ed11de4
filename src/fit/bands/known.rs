//! Where the numbers of one side are, by what those of the other look like: plates may differ more than numbers do.

use super::super::picture::Picture;
use super::{Band, BoardSketch, DEPTH, Grid, agreement, step};
use crate::vision::median;

/// From one place that is tried to the next at first, in pixels.
const COARSE: i32 = 2;

/// A number, and the pixels of the box around it, less their usual colour.
struct Number {
    value: u8,
    pixels: Vec<[f32; 3]>,
}

/// The numbers of a side that was found.
pub(super) struct Known<'a> {
    picture: &'a Picture,
    sketch: &'a BoardSketch,
    grid: Grid,
    size: [i32; 2],
    numbers: Vec<Number>,
}

impl<'a> Known<'a> {
    /// The numbers above (0) or on the left (1), in the boxes of a band.
    pub fn new(
        picture: &'a Picture,
        sketch: &'a BoardSketch,
        grid: Grid,
        side: usize,
        band: Band,
    ) -> Self {
        let [left, top, width, height] = band.first.map(|part| part.round() as i32);
        let mut known = Self {
            picture,
            sketch,
            grid,
            size: [width, height],
            numbers: Vec::new(),
        };
        known.numbers = known.numbers_at(side, [left, top]);
        known
    }

    /// The numbers of the other side: where they look most like these.
    pub fn find(&self, side: usize) -> Option<Band> {
        let first = self.grid.first.map(|at| at.round() as i32);
        let pitch = self.grid.pitch.map(|pitch| pitch.round() as i32);
        let away = 1 - side;
        let depth = (self.grid.pitch[away] * DEPTH) as i32;
        let along = first[side]..=first[side] + pitch[side] - self.size[side];
        let from = (first[away] - depth).max(0);
        let places = along.flat_map(|along| {
            let deep = from..=first[away] - self.size[away];
            deep.map(move |deep| {
                if side == 0 {
                    [along, deep]
                } else {
                    [deep, along]
                }
            })
        });
        let places: Vec<[i32; 2]> = places.collect();
        let few = places
            .iter()
            .filter(|at| at.iter().all(|at| at % COARSE == 0));
        let best = self.best(side, few)?;
        let near = |at: &&[i32; 2]| (0..2).all(|axis| (at[axis] - best.0[axis]).abs() < COARSE);
        let ([x, y], (agreement, sharpness)) = self.best(side, places.iter().filter(near))?;
        let [width, height] = self.size;
        Some(Band {
            first: [x, y, width, height].map(|part| part as f32),
            agreement,
            sharpness,
        })
    }

    fn best<'p>(
        &self,
        side: usize,
        places: impl Iterator<Item = &'p [i32; 2]>,
    ) -> Option<([i32; 2], (f32, f32))> {
        let scored = places.map(|at| (*at, self.agreement(&self.numbers_at(side, *at))));
        let merit = |(agreement, sharpness): (f32, f32)| agreement + sharpness;
        scored.max_by(|a, b| merit(a.1).total_cmp(&merit(b.1)))
    }

    /// The numbers of a side whose first has its box there.
    fn numbers_at(&self, side: usize, [left, top]: [i32; 2]) -> Vec<Number> {
        let values = [&self.sketch.above, &self.sketch.left][side];
        let number = |(index, value): (usize, &u8)| {
            let step = (index as f32 * self.grid.pitch[side]).round() as i32;
            let [left, top] = if side == 0 {
                [left + step, top]
            } else {
                [left, top + step]
            };
            let [width, height] = self.size;
            let dots = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
            let pixels: Vec<[f32; 3]> = dots.map(|(x, y)| self.picture.pixel(x, y)).collect();
            let ground = median(&pixels);
            let less = |pixel: [f32; 3]| std::array::from_fn(|i| pixel[i] - ground[i]);
            Number {
                value: *value,
                pixels: pixels.into_iter().map(less).collect(),
            }
        };
        values.iter().enumerate().map(number).collect()
    }

    /// How well these agree with those that are known, as in [`agreement`].
    fn agreement(&self, numbers: &[Number]) -> (f32, f32) {
        let (mut equal, mut different) = (Vec::new(), Vec::new());
        for number in numbers {
            for known in &self.numbers {
                let steps = number.pixels.iter().zip(&known.pixels);
                let sum: f32 = steps.map(|(a, b)| step(a, b)).sum();
                let apart = sum / number.pixels.len().max(1) as f32;
                match number.value == known.value {
                    true => equal.push(apart),
                    false => different.push(apart),
                }
            }
        }
        agreement(&equal, &different)
    }
}
