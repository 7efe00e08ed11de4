//! How much tiles of a kind differ, beside all tiles: the F ratio of an analysis of variance, turned around.

use image::RgbaImage;

use crate::fit::picture::middle_of;
use crate::vision::tiles::{Lattice, dots};

/// Dots along a tile's side where it is looked at closely.
pub(super) const DOTS: usize = 12;

/// Variance of a feature or a dot that is noise, in squared levels.
pub(super) const NOISE: f32 = 9.0;

/// The middle of a tile, as a share of its sides: bevels and outlines are beside it. Chosen.
const MIDDLE: f64 = 0.64;

/// How much of the differences between tiles, dot by dot, is between those of a kind: 0 to about 1.
pub(super) fn unlikeness(
    image: &RgbaImage,
    tiles: &[(usize, usize, usize)],
    lattice: &Lattice,
) -> f32 {
    unlikeness_within(image, tiles, lattice, 1.0)
}

/// The same of what is in the middle of tiles.
pub(super) fn unlikeness_of_middles(
    image: &RgbaImage,
    tiles: &[(usize, usize, usize)],
    lattice: &Lattice,
) -> f32 {
    unlikeness_within(image, tiles, lattice, MIDDLE)
}

fn unlikeness_within(
    image: &RgbaImage,
    tiles: &[(usize, usize, usize)],
    lattice: &Lattice,
    share: f64,
) -> f32 {
    let size = DOTS * DOTS * 3;
    let mut groups: Vec<(f32, Vec<f32>)> = Vec::new();
    let (mut all, mut squares) = (vec![0.0f32; size], 0.0f64);
    for (column, row, kind) in tiles {
        let middle = middle_of(lattice.tile(*column as i32, *row as i32), share);
        let dots = dots(image, middle, DOTS);
        if groups.len() <= *kind {
            groups.resize(kind + 1, (0.0, vec![0.0; size]));
        }
        let (count, sums) = &mut groups[*kind];
        *count += 1.0;
        for ((sum, all), part) in sums.iter_mut().zip(&mut all).zip(dots.as_flattened()) {
            let part = f32::from(*part);
            *sum += part;
            *all += part;
            squares += f64::from(part * part);
        }
    }
    let explained = |count: f32, sums: &[f32]| -> f64 {
        let squares = sums.iter().map(|sum| f64::from(*sum) * f64::from(*sum));
        squares.sum::<f64>() / f64::from(count.max(1.0))
    };
    let kinds = groups.iter().filter(|(count, _)| *count > 0.0).count() as f64;
    let count = tiles.len() as f64;
    let between: f64 = groups
        .iter()
        .map(|(count, sums)| explained(*count, sums))
        .sum();
    let noise = f64::from(NOISE) * size as f64;
    let within = (squares - between) / (count - kinds).max(1.0) + noise;
    let all = (squares - explained(count as f32, &all)) / (count - 1.0).max(1.0) + noise;
    (within / all) as f32
}
