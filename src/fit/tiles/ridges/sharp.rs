//! How well edges run where things end, by the sharpest edge near each border.

use super::{BOLD, Border};
use crate::vision::tiles::Lattice;

/// The variance of steps that is noise, in squared levels. Chosen: a step of four levels.
const NOISE: f32 = 16.0;

/// How sharp the sharpest edge near each pixel is, in levels: of those that run down, and of those that run across.
pub(in super::super) struct Ridges {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) sharp: [Vec<f32>; 2],
}

impl Ridges {
    fn at(&self, lattice: &Lattice, border: &Border) -> f32 {
        let [x, y] = border.middle(lattice);
        match (within(x, self.width), within(y, self.height)) {
            (Some(x), Some(y)) => self.sharp[usize::from(!border.beside)][y * self.width + x],
            _ => 0.0,
        }
    }

    /// How well edges run where things end and nowhere else, 0 to 1.
    pub fn agreement(&self, borders: &[Border], lattice: &Lattice) -> f32 {
        agreement(borders, |border| self.at(lattice, border))
    }
}

/// How well edges run where things end and nowhere else, 0 to 1, by how sharp they are in levels. What is beside
/// each other is compared with that, and what is below with that: grain goes one way.
pub(super) fn agreement(borders: &[Border], sharp: impl Fn(&Border) -> f32) -> f32 {
    // Of each way, and without and with an edge: how many, the sum, and that of squares.
    let mut all = [[[0.0f32; 3]; 2]; 2];
    for border in borders.iter().filter(|border| !border.at_rim) {
        let sharp = sharp(border);
        let [count, sum, squares] =
            &mut all[usize::from(border.beside)][usize::from(border.is_edge())];
        (*count, *sum, *squares) = (*count + 1.0, *sum + sharp, *squares + sharp * sharp);
    }
    let told = all.iter().filter(|[_, between]| between[0] > 0.0);
    let leads: Vec<f32> = told
        .map(|[within, between]| lead(within, between))
        .collect();
    leads.iter().sum::<f32>() / leads.len().max(1) as f32
}

/// How much more edges differ from none than among each other; how sharp they are, where there should be edges only.
fn lead(within: &[f32; 3], between: &[f32; 3]) -> f32 {
    if within[0] == 0.0 {
        return (between[1] / between[0] / BOLD).min(1.0);
    }
    let [within, between] = [within, between].map(|[count, sum, squares]| {
        let mean = sum / count;
        (mean, (squares / count - mean * mean).max(0.0))
    });
    let lead = ((between.0 - within.0) / 2.0).max(0.0).powi(2);
    lead / (lead + (within.1 + between.1) / 2.0 + NOISE)
}

/// The pixel at a place, if it is in the picture.
pub(super) fn within(at: f64, length: usize) -> Option<usize> {
    (at >= 0.0 && at < length as f64).then_some(at as usize)
}

/// Each value becomes the largest of those around it, up to so many away.
pub(super) fn widen(values: &mut [f32], reach: usize, from: &mut Vec<f32>) {
    // From each on, the largest of so many: twice as many each time, then of two stretches that overlap.
    let wide = 2 * reach + 1;
    from.clear();
    from.resize(reach, 0.0);
    from.extend_from_slice(values);
    from.resize(values.len() + 2 * reach, 0.0);
    let mut length = 1;
    while 2 * length <= wide {
        for at in 0..from.len() - length {
            from[at] = from[at].max(from[at + length]);
        }
        length *= 2;
    }
    for (at, value) in values.iter_mut().enumerate() {
        *value = from[at].max(from[at + wide - length]);
    }
}
