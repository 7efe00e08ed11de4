//! Where the cells may be: every place and size, coarsely.

use rayon::prelude::*;

use super::picture::{FEATURES, Picture, middle_of};
use super::{BoardSketch, Grid, Shape};

/// Pitches to try, in pixels.
const PITCHES: [f32; 2] = [20.0, 130.0];

/// From one pitch to the next, as a factor; of cells that are not square, of which there are so many more shapes.
const GROWTH: f32 = 1.03;
const COARSE_GROWTH: f32 = 1.06;

/// Heights of cells that are not square, as shares of their widths: rows of a table are as high as their letters. The
/// steps are no larger than what is fitted to the edges afterwards. Chosen: down to half as high or wide.
const OBLONG: [f32; 16] = [
    0.92, 1.08, 0.85, 1.17, 0.79, 1.27, 0.73, 1.37, 0.67, 1.48, 0.62, 1.6, 0.57, 1.73, 0.53, 1.87,
];

/// Places that are tried in a pitch, in each direction.
const STEPS: f32 = 4.0;

/// The share of a cell's sides that is looked at: its middle, where neighbours' frames do not reach.
const MIDDLE: f32 = 0.8;

/// The best places, best first, where cells have one of the shapes.
pub fn search(picture: &Picture, sketch: &BoardSketch, shape: Shape, most: usize) -> Vec<Grid> {
    let (heights, growth): (&[f32], f32) = match shape {
        Shape::Square => (&[1.0], GROWTH),
        Shape::Oblong => (&OBLONG, COARSE_GROWTH),
    };
    let widths = std::iter::successors(Some(PITCHES[0]), |pitch| Some(pitch * growth))
        .take_while(|pitch| *pitch < PITCHES[1]);
    let pitches: Vec<[f32; 2]> = widths
        .flat_map(|width| heights.iter().map(move |height| [width, width * height]))
        .filter(|[_, height]| (PITCHES[0]..PITCHES[1]).contains(height))
        .collect();
    let scores: Vec<Vec<(f32, Grid)>> = pitches
        .par_iter()
        .map(|pitch| at_pitch(picture, sketch, *pitch).collect())
        .collect();
    let mut best: Vec<(f32, Grid)> = Vec::new();
    for (score, grid) in scores.into_iter().flatten() {
        offer(&mut best, score, grid, most);
    }
    let climbed = best.into_par_iter();
    climbed
        .map(|(score, grid)| climb(picture, sketch, score, grid))
        .collect()
}

/// Moves a grid by ever smaller steps as long as it agrees better with the text.
fn climb(picture: &Picture, sketch: &BoardSketch, mut score: f32, mut grid: Grid) -> Grid {
    let mut step = grid.pitch[0] / STEPS;
    while step > 0.4 {
        step /= 2.0;
        for _ in 0..4 {
            let cells = sketch.columns as f32;
            let moves = [
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [-0.5, -0.5, 1.0],
            ];
            let tries = moves
                .iter()
                .flat_map(|way| [1.0, -1.0].map(|sign| way.map(|w| w * sign)));
            let height = grid.pitch[1] / grid.pitch[0];
            let moved = tries.map(|[x, y, wider]| {
                let pitch = grid.pitch[0] + 2.0 * wider * step / cells;
                let pitch = [pitch, pitch * height];
                Grid {
                    first: [grid.first[0] + x * step, grid.first[1] + y * step],
                    pitch,
                    size: pitch,
                }
            });
            let scored = moved.map(|grid| (agreement(picture, sketch, grid), grid));
            let Some(better) = scored.max_by(|a, b| a.0.total_cmp(&b.0)) else {
                break;
            };
            if better.0 <= score {
                break;
            }
            (score, grid) = better;
        }
    }
    grid
}

/// The places for one pitch that agree with the text at all.
fn at_pitch<'a>(
    picture: &'a Picture,
    sketch: &'a BoardSketch,
    pitch: [f32; 2],
) -> impl Iterator<Item = (f32, Grid)> + 'a {
    let step = pitch.map(|pitch| pitch / STEPS);
    // Numbers need some room left of the board and above it.
    let room = |axis: usize, side: usize, cells: usize| {
        let places = (side as f32 - pitch[axis] * (cells as f32 + 0.3)) / step[axis];
        (places + 1.0).max(0.0) as usize
    };
    let (across, down) = (
        room(0, picture.width, sketch.columns),
        room(1, picture.height, sketch.rows),
    );
    (0..across * down).filter_map(move |index| {
        let at = |axis: usize, steps: usize| pitch[axis] * 0.3 + steps as f32 * step[axis];
        let grid = Grid {
            first: [at(0, index % across), at(1, index / across)],
            pitch,
            size: pitch,
        };
        let score = agreement(picture, sketch, grid);
        (score > 0.3).then_some((score, grid))
    })
}

/// Keeps a list of the best, of which no two are nearly the same.
fn offer(best: &mut Vec<(f32, Grid)>, score: f32, grid: Grid, most: usize) {
    if let Some(known) = best.iter_mut().find(|(_, other)| grid.is_near(other)) {
        if known.0 < score {
            *known = (score, grid);
        }
    } else if best.len() < most || best.last().is_some_and(|(last, _)| *last < score) {
        best.push((score, grid));
    } else {
        return;
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.truncate(most);
}

/// How well floor and other cells are told apart by the best of the features, 0 to 1.
pub fn agreement(picture: &Picture, sketch: &BoardSketch, grid: Grid) -> f32 {
    let mut groups = [Group::default(), Group::default()];
    for row in 0..sketch.rows {
        for column in 0..sketch.columns {
            let middle = middle_of(grid.cell(column, row), MIDDLE);
            let Some(features) = picture.features(middle) else {
                return 0.0;
            };
            groups[usize::from(sketch.is_floor(column, row))].add(features);
        }
    }
    let [things, floor] = groups;
    let apart = |i: usize| {
        let (a, b) = (things.mean(i), floor.mean(i));
        let spread = floor.deviation(i) + 0.4 * things.deviation(i) + 0.6;
        (a - b).abs() / spread
    };
    let best = (0..FEATURES).map(apart).fold(0.0, f32::max);
    best / (best + 2.0)
}

/// Sums over a kind of cells.
#[derive(Clone, Copy, Default)]
struct Group {
    count: f32,
    sums: [f32; FEATURES],
    squares: [f32; FEATURES],
}

impl Group {
    fn add(&mut self, features: [f32; FEATURES]) {
        self.count += 1.0;
        for (i, feature) in features.into_iter().enumerate() {
            self.sums[i] += feature;
            self.squares[i] += feature * feature;
        }
    }

    fn mean(&self, i: usize) -> f32 {
        self.sums[i] / self.count.max(1.0)
    }

    fn deviation(&self, i: usize) -> f32 {
        let mean = self.mean(i);
        (self.squares[i] / self.count.max(1.0) - mean * mean)
            .max(0.0)
            .sqrt()
    }
}
