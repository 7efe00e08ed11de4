//! How well masks explain colours.

use super::canvas::Colours;
use super::free::Free;
use super::mask::Mask;

/// Variances below this, squared grey levels, are noise.
const NOISE: f64 = 6.0;

/// Colours turned into three channels that have no mean, the same variance, and nothing to do with
/// each other: a mask's fit is then a sum of squares of correlations. Points that do not count are 0.
pub(super) struct Whitened {
    width: usize,
    height: usize,
    channels: [Vec<f32>; 3],
    /// 1 where a point counts, else 0.
    weights: Vec<f32>,
    count: f32,
}

impl Whitened {
    pub fn new(colours: &Colours, free: &Free) -> Self {
        let is_free = |at: usize| free.counts(at);
        let points = || {
            let points = colours.points.iter().enumerate();
            points.filter(|(at, _)| is_free(*at)).map(|(_, p)| p)
        };
        let count = points().count().max(1) as f64;
        let mean: [f64; 3] =
            std::array::from_fn(|i| points().map(|p| f64::from(p[i])).sum::<f64>() / count);
        let mut covariance = [[0.0f64; 3]; 3];
        for point in points() {
            let p: [f64; 3] = std::array::from_fn(|i| f64::from(point[i]) - mean[i]);
            for (i, row) in covariance.iter_mut().enumerate() {
                (0..3).for_each(|j| row[j] += p[i] * p[j] / count);
            }
        }
        (0..3).for_each(|i| covariance[i][i] += NOISE);
        let lower = cholesky(covariance);
        let mut channels: [Vec<f32>; 3] = Default::default();
        for (at, point) in colours.points.iter().enumerate() {
            // Solves `lower * white = point - mean` from the top.
            let mut white = [0.0f64; 3];
            for i in 0..3 {
                let known: f64 = (0..i).map(|j| lower[i][j] * white[j]).sum();
                white[i] = (f64::from(point[i]) - mean[i] - known) / lower[i][i];
                channels[i].push(if is_free(at) { white[i] as f32 } else { 0.0 });
            }
        }
        let weights = (0..colours.points.len()).map(|at| f32::from(u8::from(is_free(at))));
        Self {
            width: colours.width,
            height: colours.height,
            channels,
            weights: weights.collect(),
            count: count as f32,
        }
    }

    /// The best fit of a mask and its place: anywhere, or within some points of the mask's own place.
    pub fn best(&self, mask: &Mask, reach: Option<usize>) -> (f32, [usize; 2]) {
        if mask.width > self.width || mask.height > self.height {
            return (0.0, [0; 2]);
        }
        let range = |own: usize, room: usize| match reach {
            Some(reach) => own.saturating_sub(reach).min(room)..=(own + reach).min(room),
            None => 0..=room,
        };
        let across = range(mask.left, self.width - mask.width);
        let down = range(mask.top, self.height - mask.height);
        let places = down.flat_map(|y| across.clone().map(move |x| [x, y]));
        places
            .map(|at| (self.fit(mask, at), at))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or_default()
    }

    /// The best fit at a place, and a point left of it or above.
    pub fn near(&self, mask: &Mask, [x, y]: [usize; 2]) -> f32 {
        if x + mask.width > self.width || y + mask.height > self.height {
            return 0.0;
        }
        let rows = [y.saturating_sub(1), y];
        let places = rows
            .into_iter()
            .flat_map(|y| [[x.saturating_sub(1), y], [x, y]]);
        places.map(|at| self.fit(mask, at)).fold(0.0, f32::max)
    }

    fn fit(&self, mask: &Mask, [left, top]: [usize; 2]) -> f32 {
        let mut sums = [0.0f32; 3];
        let (mut total, mut squares) = (0.0f32, 0.0f32);
        for (y, row) in mask.ink.chunks_exact(mask.width).enumerate() {
            let start = (top + y) * self.width + left;
            let part = start..start + mask.width;
            for (sum, channel) in sums.iter_mut().zip(&self.channels) {
                let part = &channel[part.clone()];
                *sum += row.iter().zip(part).map(|(ink, c)| ink * c).sum::<f32>();
            }
            for (ink, weight) in row.iter().zip(&self.weights[part]) {
                total += ink * weight;
                squares += ink * ink * weight;
            }
        }
        let count = self.count;
        let variance = squares / count - (total / count).powi(2);
        let explained: f32 = sums.iter().map(|sum| (sum / count).powi(2)).sum();
        explained / variance.max(1e-4)
    }
}

/// The lower triangle whose product with its transpose is the matrix (Cholesky).
fn cholesky(matrix: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut lower = [[0.0f64; 3]; 3];
    for i in 0..3 {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            lower[i][j] = match i == j {
                true => (matrix[i][i] - known).max(1e-9).sqrt(),
                false => (matrix[i][j] - known) / lower[j][j],
            };
        }
    }
    lower
}
