//! Fits a grid to the edges between its cells: lines, gaps, and the board's own edge.

use super::picture::Picture;
use super::{BoardSketch, Grid};
use crate::vision::median;

/// How much the pitch may differ from the coarse one, as a share: coarse pitches are 3 % apart.
pub const PITCH_REACH: f32 = 0.06;

/// From one pitch that is tried to the next, as a share.
const PITCH_STEP: f32 = 0.0008;

/// How much the place may differ, as a share of the pitch: coarse places are a quarter of it apart.
const SHIFT: f32 = 0.3;

/// From one place that is tried to the next, in pixels.
const PLACE_STEP: f32 = 0.5;

/// How many times as much the board's own edges count as those between cells.
const OUTER: f32 = 3.0;

/// The widest gap between cells, as a share of the pitch. Chosen: signs in the wide cells of a table leave a third.
const GAP: f32 = 0.36;

/// In how many steps gaps up to that are tried.
const GAPS: usize = 43;

/// The grid fitted, and the grid as it came: an edge may be none of the board's. With each, how much
/// of an edge there is between its cells. The pitch may change by a share of up to `reach`. Cells that
/// came as squares stay squares.
pub fn fit(picture: &Picture, sketch: &BoardSketch, coarse: Grid, reach: f32) -> [(Grid, f32); 2] {
    let profiles = [0, 1].map(|axis| Profile::new(picture, sketch, &coarse, axis));
    let mut grid = coarse;
    let fits: [Vec<Fit>; 2] =
        [0, 1].map(|axis| profiles[axis].fits(coarse.first[axis], coarse.pitch[axis], reach));
    let best = |score: &dyn Fn(usize) -> f32| {
        (0..fits[0].len().min(fits[1].len())).max_by(|a, b| score(*a).total_cmp(&score(*b)))
    };
    let is_square = (coarse.pitch[0] / coarse.pitch[1] - 1.0).abs() < 0.01;
    let both = best(&|step| fits[0][step].score + fits[1][step].score);
    for (axis, fits) in fits.iter().enumerate() {
        let step = match is_square {
            true => both,
            false => best(&|step| fits[step].score),
        };
        if let Some(fit) = step.map(|step| fits[step]) {
            grid.first[axis] = fit.first;
            grid.pitch[axis] = fit.pitch;
            grid.size[axis] = fit.size;
        }
    }
    let edges = |grid: &Grid| {
        let along =
            |axis: usize| profiles[axis].edges(grid.first[axis], grid.pitch[axis], grid.size[axis]);
        (along(0) + along(1)) / 4.0
    };
    [(grid, edges(&grid)), (coarse, edges(&coarse))]
}

/// Where the cells of an axis lie best for one pitch.
#[derive(Clone, Copy)]
struct Fit {
    score: f32,
    first: f32,
    pitch: f32,
    size: f32,
}

/// How much of an edge there is at each place along one axis, where cells begin and where they end.
struct Profile {
    cells: usize,
    /// By cell, then by pixel.
    starts: Vec<Vec<f32>>,
    ends: Vec<Vec<f32>>,
}

impl Profile {
    fn new(picture: &Picture, sketch: &BoardSketch, grid: &Grid, axis: usize) -> Self {
        let (cells, lines) = match axis {
            0 => (sketch.columns, sketch.rows),
            _ => (sketch.rows, sketch.columns),
        };
        let other = 1 - axis;
        let stripes: Vec<Vec<[f32; 3]>> = (0..lines)
            .map(|line| {
                let from = grid.first[other] + (line as f32 + 0.2) * grid.pitch[other];
                let to = from + 0.6 * grid.pitch[other];
                stripe(picture, axis, from.round() as i32, to.round() as i32)
            })
            .collect();
        let is_floor = |along: usize, line: usize| match axis {
            0 => sketch.is_floor(along, line),
            _ => sketch.is_floor(line, along),
        };
        // A thing on the cell, or beyond the edge, has edges of its own.
        let free = |cell: usize, beyond: Option<usize>, line: usize| {
            is_floor(cell, line) && beyond.is_none_or(|at| at >= cells || is_floor(at, line))
        };
        let strength = |cell: usize, begins: bool| {
            let beyond = match begins {
                true => cell.checked_sub(1),
                false => Some(cell + 1),
            };
            let start = grid.first[axis] + cell as f32 * grid.pitch[axis];
            let usable: Vec<&Vec<[f32; 3]>> = (0..lines)
                .filter(|line| free(cell, beyond, *line))
                .map(|line| &stripes[line])
                .collect();
            let mut sum = vec![0.0f32; stripes.first().map_or(0, Vec::len)];
            for stripe in &usable {
                let inside = interior(stripe, start, grid.pitch[axis]);
                let steps = sum.iter_mut().zip(stripe.windows(2));
                steps.for_each(|(sum, pair)| *sum += edge(pair, inside, begins));
            }
            sum.iter_mut()
                .for_each(|s| *s /= usable.len().max(1) as f32);
            let at = if begins {
                start
            } else {
                start + grid.pitch[axis]
            };
            compressed(sum, at, grid.pitch[axis])
        };
        Self {
            cells,
            starts: (0..cells).map(|cell| strength(cell, true)).collect(),
            ends: (0..cells).map(|cell| strength(cell, false)).collect(),
        }
    }

    /// How much of an edge there is at both ends of all cells.
    fn edges(&self, first: f32, pitch: f32, size: f32) -> f32 {
        self.comb(first, pitch, 0) + self.comb(first + size, pitch, 1)
    }

    /// The best fit for each pitch near a coarse one; the middle of the board stays where it is, but
    /// for some shift. The steps are shares of the pitch, so that those of two axes belong together.
    fn fits(&self, first: f32, pitch: f32, reach: f32) -> Vec<Fit> {
        let middle = first + pitch * self.cells as f32 / 2.0;
        let reach = (reach / PITCH_STEP).round() as i32;
        let pitches = (-reach..=reach).map(|step| pitch * (1.0 + step as f32 * PITCH_STEP));
        pitches
            .flat_map(|pitch| self.with_gaps(middle - pitch * self.cells as f32 / 2.0, pitch))
            .collect()
    }

    /// The best place for each gap between the cells, in steps of a share of the pitch.
    fn with_gaps(&self, start: f32, pitch: f32) -> impl Iterator<Item = Fit> {
        let steps = |pixels: f32| (pixels / PLACE_STEP).round() as i32;
        let (shifts, most) = (steps(pitch * SHIFT), steps(pitch * GAP));
        let at = |step: i32| start + step as f32 * PLACE_STEP;
        let starts: Vec<f32> = (-shifts..=shifts)
            .map(|step| self.comb(at(step), pitch, 0))
            .collect();
        // The cells' last edges lie up to a gap before the first edges of the next ones.
        let ends: Vec<f32> = (-shifts - most..=shifts)
            .map(|step| self.comb(at(step) + pitch, pitch, 1))
            .collect();
        (0..=GAPS).map(move |share| {
            let gap = steps(pitch * GAP * share as f32 / GAPS as f32);
            // Of equals the widest cells.
            let score = |step: i32| {
                let ends = ends[(step + shifts + most - gap) as usize];
                starts[(step + shifts) as usize] + ends - 0.001 * share as f32
            };
            let scored = (-shifts..=shifts).map(|step| (score(step), step));
            let (score, step) =
                scored.fold(
                    (f32::MIN, 0),
                    |best, next| {
                        if next.0 > best.0 { next } else { best }
                    },
                );
            Fit {
                score,
                first: start + step as f32 * PLACE_STEP,
                pitch,
                size: pitch - gap as f32 * PLACE_STEP,
            }
        })
    }

    /// The mean strength at the first edges of all cells (`from` is 0) or at the last (1). The board's
    /// own edges count more: textures have none there.
    fn comb(&self, at: f32, pitch: f32, from: usize) -> f32 {
        let lines = [&self.starts, &self.ends][from];
        let outer = [0, self.cells - 1][from];
        let strength = |cell: usize| {
            let place = (at + cell as f32 * pitch).round() as i32;
            let get = |p: i32| usize::try_from(p).ok().and_then(|p| lines[cell].get(p));
            let near = |p: i32| get(p).copied().unwrap_or(0.0);
            let here = near(place)
                .max(0.6 * near(place - 1))
                .max(0.6 * near(place + 1));
            if cell == outer { OUTER * here } else { here }
        };
        let sum: f32 = (0..self.cells).map(strength).sum();
        sum / (self.cells as f32 - 1.0 + OUTER)
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

/// The mean colours of a stripe along an axis, so that grain does not count; the pixel before the
/// picture first.
fn stripe(picture: &Picture, axis: usize, from: i32, to: i32) -> Vec<[f32; 3]> {
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
    let length = [picture.width, picture.height][axis] as i32;
    (-1..length).map(mean).collect()
}

/// The usual colour of a cell in a stripe.
fn interior(stripe: &[[f32; 3]], start: f32, pitch: f32) -> [f32; 3] {
    let index = |at: f32| (at.max(0.0) as usize + 1).min(stripe.len());
    let inner = &stripe[index(start + 0.25 * pitch)..index(start + 0.75 * pitch)];
    median(inner)
}

/// How much of an edge there is between two pixels of which one belongs to the cell: the outer edge of
/// a frame around the cell is none.
fn edge(pair: &[[f32; 3]], inside: [f32; 3], begins: bool) -> f32 {
    let apart = |a: [f32; 3], b: [f32; 3]| (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f32::max);
    let own = pair[usize::from(begins)];
    (apart(pair[0], pair[1]) - apart(own, inside)).clamp(0.0, 40.0)
}
