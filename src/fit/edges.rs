//! Fits a grid to the edges between its cells: lines, gaps, and the board's own edge.

use super::picture::Picture;
use super::{Grid, Sketch};

/// How much the pitch may differ from the coarse one, and its step in pixels.
const PITCH_REACH: f32 = 0.03;
const PITCH_STEP: f32 = 0.05;

/// The widest gap between cells, as a share of the pitch.
const GAP: f32 = 0.2;

/// The grid fitted, each axis on its own, and the grid as it came: an edge may be none of the
/// board's. With each, how much of an edge there is between its cells.
pub fn fit(picture: &Picture, sketch: &Sketch, coarse: Grid) -> [(Grid, f32); 2] {
    let mut grid = coarse;
    let (mut before, mut after) = (0.0, 0.0);
    for axis in 0..2 {
        let profile = Profile::new(picture, sketch, &coarse, axis);
        let (first, pitch) = (coarse.first[axis], coarse.pitch[axis]);
        before += profile.edges(first, pitch, pitch) / 4.0;
        let (first, pitch, size) = profile.fit(first, pitch);
        after += profile.edges(first, pitch, size) / 4.0;
        grid.first[axis] = first;
        grid.pitch[axis] = pitch;
        grid.size[axis] = size;
    }
    [(grid, after), (coarse, before)]
}

/// How much of an edge there is at each place along one axis, beside each cell of that axis.
struct Profile {
    cells: usize,
    /// By line between cells, then by pixel: 0 is the line before the first cell.
    strength: Vec<Vec<f32>>,
}

impl Profile {
    fn new(picture: &Picture, sketch: &Sketch, grid: &Grid, axis: usize) -> Self {
        let (cells, lines) = match axis {
            0 => (sketch.columns, sketch.rows),
            _ => (sketch.rows, sketch.columns),
        };
        let length = [picture.width, picture.height][axis];
        let other = 1 - axis;
        let rows: Vec<Vec<f32>> = (0..lines)
            .map(|line| {
                let from = grid.first[other] + (line as f32 + 0.2) * grid.pitch[other];
                let to = from + 0.6 * grid.pitch[other];
                edges(
                    picture,
                    axis,
                    length,
                    from.round() as i32,
                    to.round() as i32,
                )
            })
            .collect();
        let is_floor = |along: usize, line: usize| match axis {
            0 => sketch.is_floor(along, line),
            _ => sketch.is_floor(line, along),
        };
        let free = |between: usize, line: usize| {
            (between == 0 || is_floor(between - 1, line))
                && (between == cells || is_floor(between, line))
        };
        let strength = (0..=cells)
            .map(|between| {
                let mut sum = vec![0.0f32; length];
                let usable: Vec<_> = (0..lines).filter(|line| free(between, *line)).collect();
                for line in &usable {
                    sum.iter_mut().zip(&rows[*line]).for_each(|(s, e)| *s += e);
                }
                sum.iter_mut()
                    .for_each(|s| *s /= usable.len().max(1) as f32);
                let at = grid.first[axis] + between as f32 * grid.pitch[axis];
                compressed(sum, at, grid.pitch[axis])
            })
            .collect();
        Self { cells, strength }
    }

    /// How much of an edge there is at both ends of all cells.
    fn edges(&self, first: f32, pitch: f32, size: f32) -> f32 {
        self.comb(first, pitch, 0) + self.comb(first + size, pitch, 1)
    }

    /// First edge, pitch and size of the cells that lie best on the edges.
    fn fit(&self, first: f32, pitch: f32) -> (f32, f32, f32) {
        let middle = first + pitch * self.cells as f32 / 2.0;
        let mut best = (0.0, (first, pitch, pitch));
        let reach = (pitch * PITCH_REACH / PITCH_STEP) as i32;
        for pitch in (-reach..=reach).map(|step| pitch + step as f32 * PITCH_STEP) {
            let start = middle - pitch * self.cells as f32 / 2.0;
            let shifts = (pitch * 0.3 / 0.5) as i32;
            for first in (-shifts..=shifts).map(|step| start + step as f32 * 0.5) {
                let starts = self.comb(first, pitch, 0);
                for gap in 0..(pitch * GAP) as i32 {
                    let size = pitch - gap as f32;
                    let ends = self.comb(first + size, pitch, 1);
                    // Of equals the widest cells.
                    let score = starts + ends - 0.001 * gap as f32;
                    if score > best.0 {
                        best = (score, (first, pitch, size));
                    }
                }
            }
        }
        best.1
    }

    /// The mean strength at the first edges of all cells (`from` is 0) or at the last (1).
    fn comb(&self, at: f32, pitch: f32, from: usize) -> f32 {
        let strength = |cell: usize| {
            let place = (at + cell as f32 * pitch).round() as i32;
            let line = &self.strength[cell + from];
            let get = |p: i32| usize::try_from(p).ok().and_then(|p| line.get(p));
            let near = |p: i32| get(p).copied().unwrap_or(0.0);
            near(place)
                .max(0.6 * near(place - 1))
                .max(0.6 * near(place + 1))
        };
        (0..self.cells).map(strength).sum::<f32>() / self.cells as f32
    }
}

/// Strengths against the usual one near a place, on a scale on which one bold edge does not outweigh
/// many faint ones.
fn compressed(strengths: Vec<f32>, at: f32, pitch: f32) -> Vec<f32> {
    let low = (at - pitch / 2.0).max(0.0) as usize;
    let high = ((at + pitch / 2.0).max(0.0) as usize).min(strengths.len());
    let mut near = strengths.get(low..high).unwrap_or(&[]).to_vec();
    near.sort_by(f32::total_cmp);
    let usual = near.get(near.len() * 3 / 4).copied().unwrap_or(0.0);
    let compress = |s: f32| ((s - usual).max(0.0) / (1.0 + usual)).ln_1p();
    strengths.into_iter().map(compress).collect()
}

/// The strength of edges across an axis, seen in a stripe along it: of the mean over the stripe, so
/// that grain does not count.
fn edges(picture: &Picture, axis: usize, length: usize, from: i32, to: i32) -> Vec<f32> {
    let mean = |at: i32| {
        let mut sum = [0.0f32; 3];
        for across in from..to {
            let pixel = match axis {
                0 => picture.pixel(at, across),
                _ => picture.pixel(across, at),
            };
            (0..3).for_each(|i| sum[i] += pixel[i]);
        }
        sum.map(|s| s / (to - from).max(1) as f32)
    };
    let means: Vec<[f32; 3]> = (-1..length as i32).map(mean).collect();
    let steps = means.windows(2).map(|pair| {
        let step = |i: usize| (pair[0][i] - pair[1][i]).abs();
        (0..3).map(step).fold(0.0, f32::max).min(40.0)
    });
    steps.collect()
}
