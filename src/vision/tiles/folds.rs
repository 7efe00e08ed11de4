//! Where in their tiles edges lie.
//!
//! Where things lie on a lattice, the edges of each lie in the same places of their tiles. So if all columns of a picture
//! are laid over each other, as many as a tile is wide, edges gather in few of them; at any other width they are
//! everywhere. (In astronomy this is how the period of a star is found: by folding.) And where they gather is what they
//! did in another picture of the game, moved by how far tiles begin from the picture's rim.

use image::RgbaImage;

use super::cut::part;
use super::{Lattice, TileExample};

/// Differences of two pixels, in levels: what is less is a slope or noise, and what is more is an edge like another.
/// Chosen: the slopes of soft shadows, and what is told apart at a glance.
const EDGE: [u8; 2] = [8, 72];

/// Places that are told apart along a tile. Chosen: half a pixel of tiles as they mostly are.
const PLACES: usize = 96;

/// An edge may be so many places off and is still there, the less so the farther: lines are rounded to pixels.
const OFF: usize = 3;

/// So many places are likely, across and down each. Chosen: what is beside a board may have edges as long as its own.
const LIKELY: usize = 3;

/// How much of an edge runs before each column of a picture, and before each row. Levels, summed up.
pub fn edges(picture: &RgbaImage) -> [Vec<f64>; 2] {
    edges_where(picture, |_, _| true)
}

/// The same of the pixels that count: those before which an edge along a column (axis 0) or along a row may run.
pub fn edges_where(picture: &RgbaImage, counts: impl Fn(usize, [u32; 2]) -> bool) -> [Vec<f64>; 2] {
    [0, 1].map(|axis| {
        let (width, height) = picture.dimensions();
        let mut sums = vec![0.0; [width, height][axis] as usize];
        for (x, y, pixel) in picture.enumerate_pixels() {
            let before = match axis {
                0 => x.checked_sub(1).map(|x| picture.get_pixel(x, y)),
                _ => y.checked_sub(1).map(|y| picture.get_pixel(x, y)),
            };
            let differ =
                |before: &image::Rgba<u8>| (0..3).map(|i| pixel[i].abs_diff(before[i])).max();
            let most = before.and_then(differ).unwrap_or(0).min(EDGE[1]);
            if most > EDGE[0] && counts(axis, [x, y]) {
                sums[[x, y][axis] as usize] += f64::from(most);
            }
        }
        sums
    })
}

/// Sums along a picture laid over each other, in so many places along a pitch, the first of them at `first`.
fn fold(sums: &[f64], first: f64, pitch: f64, places: usize) -> Vec<f64> {
    let mut folded = vec![0.0; places];
    for (at, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
        let place = (at as f64 - first).rem_euclid(pitch) / pitch * places as f64;
        let (before, part) = (place as usize % places, place.fract());
        folded[before] += sum * (1.0 - part);
        folded[(before + 1) % places] += sum * part;
    }
    folded
}

/// How much edges gather in a few places of their tiles, at this pitch: about 1 if they lie anywhere.
pub fn gathered(sums: &[f64], pitch: f64) -> f64 {
    let folded = fold(sums, 0.0, pitch, pitch.ceil() as usize);
    let mean = folded.iter().sum::<f64>() / folded.len() as f64;
    let all: f64 = sums.iter().map(|sum| sum * sum).sum();
    let gathered = folded.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>();
    gathered / all.max(1.0)
}

/// Where in their tiles edges lie, across and down.
#[derive(Clone, Debug)]
pub struct Folds([Vec<f64>; 2]);

impl Folds {
    /// As examples show it.
    pub fn learn(examples: &[(&RgbaImage, &TileExample)]) -> Self {
        let mut folds = [0, 1].map(|_| vec![0.0; PLACES]);
        for (picture, example) in examples {
            let (board, from) = part(picture, example.grid().area());
            let from = [from.x, from.y].map(f64::from);
            for (axis, sums) in edges(&board).iter().enumerate() {
                let first = example.first[axis] - from[axis];
                let seen = fold(sums, first, example.pitch[axis], PLACES);
                folds[axis]
                    .iter_mut()
                    .zip(seen)
                    .for_each(|(fold, seen)| *fold += seen);
            }
        }
        Self(folds.map(|fold| blurred(&fold)))
    }

    /// Where tiles of a size may begin in a picture with these edges, in several places across and down, the likeliest
    /// first.
    pub fn lattices(&self, sums: &[Vec<f64>; 2], size: [f64; 2]) -> impl Iterator<Item = Lattice> {
        let [across, down] = [0, 1].map(|axis| self.likeliest(&sums[axis], axis, size[axis]));
        let all = (0..LIKELY * LIKELY).map(|at| [at % LIKELY, at / LIKELY]);
        all.filter_map(move |[x, y]| {
            let first = [*across.get(x)?, *down.get(y)?];
            Some(Lattice { first, pitch: size })
        })
    }

    /// Where they may begin along an axis, the likeliest first.
    fn likeliest(&self, sums: &[f64], axis: usize, pitch: f64) -> Vec<f64> {
        let seen = fold(sums, 0.0, pitch, PLACES);
        let alike = |by: usize| -> f64 {
            let moved = seen.iter().cycle().skip(by).zip(&self.0[axis]);
            moved.map(|(seen, known)| seen * known).sum()
        };
        let alike: Vec<f64> = (0..PLACES).map(alike).collect();
        let near = |at: usize, off: usize| alike[(at + PLACES + off - OFF) % PLACES];
        let is_peak = |at: &usize| (0..=2 * OFF).all(|off| near(*at, off) <= alike[*at]);
        let mut peaks: Vec<usize> = (0..PLACES).filter(is_peak).collect();
        peaks.sort_by(|a, b| alike[*b].total_cmp(&alike[*a]));
        let peaks = peaks.into_iter().take(LIKELY);
        peaks.map(|at| at as f64 * pitch / PLACES as f64).collect()
    }
}

/// Each with what is near it.
fn blurred(fold: &[f64]) -> Vec<f64> {
    let count = fold.len();
    let at = |at: usize| -> f64 {
        let near = (0..=2 * OFF).map(|off| {
            let share = 1.0 - off.abs_diff(OFF) as f64 / (OFF + 1) as f64;
            share * fold[(at + count + off - OFF) % count]
        });
        near.sum()
    };
    (0..count).map(at).collect()
}
