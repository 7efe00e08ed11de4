//! Where the lines of a grid are exactly: in the middle of the edges around each of them.

use super::edges::Edges;
use crate::vision::tiles::{Lattice, TileGrid};

/// Edges so near a line are of the cells at its sides, at first and then. As shares of a cell; chosen: gaps are up to a
/// quarter of them.
const REACHES: [f64; 3] = [0.15, 0.25, 0.15];

/// Cells are square: where the axes differ by more than this share some edges were none of the grid's. Chosen.
const SQUARE: f64 = 0.025;

/// The same grid where its edges are.
pub(super) fn exact(edges: &[Edges; 2], grid: &TileGrid) -> TileGrid {
    let mut fitted = *grid;
    for reach in REACHES {
        let axes = [0, 1].map(|axis| axis_of(&edges[axis], &fitted, axis, reach));
        for (axis, found) in axes.into_iter().enumerate() {
            if let Some((first, pitch)) = found {
                fitted.lattice.first[axis] = first;
                fitted.lattice.pitch[axis] = pitch;
            }
        }
    }
    squared(fitted).unwrap_or(*grid)
}

/// The first line and the pitch that agree best with the edges across an axis.
fn axis_of(edges: &Edges, grid: &TileGrid, axis: usize, reach: f64) -> Option<(f64, f64)> {
    let count = [grid.columns, grid.rows][axis];
    let Lattice { first, pitch } = grid.lattice;
    // Of a gap at the rim only one side is there.
    let lines = if count > 3 { 1..count } else { 0..count + 1 };
    let middles: Vec<[f64; 3]> = lines
        .filter_map(|line| {
            let place = first[axis] + line as f64 * pitch[axis];
            let (middle, weight) = middle(edges, grid, axis, [place, reach])?;
            Some([line as f64, middle, weight])
        })
        .collect();
    let (start, step) = line_through(&middles)?;
    let is_near = (step / pitch[axis] - 1.0).abs() < 0.03;
    is_near.then_some((start, step))
}

/// The middle of the edges near a line, and how many there are.
fn middle(
    edges: &Edges,
    grid: &TileGrid,
    axis: usize,
    [place, reach]: [f64; 2],
) -> Option<(f64, f64)> {
    let Lattice { first, pitch } = grid.lattice;
    let reach = (reach * pitch[axis]).round().max(1.0) as i32;
    let cells = [grid.columns, grid.rows][1 - axis];
    let (mut sum, mut moment) = (0.0, 0.0);
    for cell in 0..cells {
        let start = first[1 - axis] + cell as f64 * pitch[1 - axis];
        let stretches = edges.between([0.25, 0.75].map(|share| start + share * pitch[1 - axis]));
        let line = place.round() as i32;
        for at in line - reach..=line + reach {
            let edge = f64::from(edges.on(at, stretches)).powi(2);
            sum += edge;
            moment += edge * f64::from(at);
        }
    }
    (sum > 0.3).then(|| (moment / sum, sum.min(4.0)))
}

/// Start and step of the line through points of which each counts as much as its weight.
fn line_through(points: &[[f64; 3]]) -> Option<(f64, f64)> {
    let total: f64 = points.iter().map(|[.., weight]| weight).sum();
    if points.len() < 2 {
        return None;
    }
    let mean = |part: usize| {
        points
            .iter()
            .map(|point| point[part] * point[2])
            .sum::<f64>()
            / total
    };
    let (x, y) = (mean(0), mean(1));
    let spread: f64 = points.iter().map(|[at, _, w]| w * (at - x).powi(2)).sum();
    let slope: f64 = points
        .iter()
        .map(|[at, to, w]| w * (at - x) * (to - y))
        .sum();
    (spread > 0.0).then(|| (y - slope / spread * x, slope / spread))
}

/// The same with cells of a whole number of pixels, around the same middle.
pub(super) fn whole(grid: &TileGrid) -> TileGrid {
    let mut whole = *grid;
    for (axis, count) in [grid.columns, grid.rows].into_iter().enumerate() {
        let pitch = grid.lattice.pitch[axis];
        let off = (pitch - pitch.round()) * count as f64 / 2.0;
        whole.lattice.pitch[axis] = pitch.round();
        whole.lattice.first[axis] += off;
    }
    whole
}

/// The same with square cells, around the same middle, if they are nearly square.
fn squared(mut grid: TileGrid) -> Option<TileGrid> {
    let pitch = grid.lattice.pitch;
    if (pitch[0] / pitch[1] - 1.0).abs() > SQUARE {
        return None;
    }
    let count = [grid.columns, grid.rows].map(|count| count as f64);
    let common = (pitch[0] * count[0] + pitch[1] * count[1]) / (count[0] + count[1]);
    for axis in [0, 1] {
        grid.lattice.first[axis] += (pitch[axis] - common) * count[axis] / 2.0;
        grid.lattice.pitch[axis] = common;
    }
    Some(grid)
}
