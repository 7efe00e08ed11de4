//! Moves a grid that was placed by hand to the edges near it.

use super::edges::Edges;
use super::exact::exact;
use crate::vision::tiles::TileGrid;

/// How far each end of the grid may be moved, as a share of a cell. Chosen: a hand is nearer than that.
const REACH: f64 = 0.35;

/// In how many steps to each side.
const STEPS: i32 = 14;

/// What a move by a whole cell takes off, as a share of what the lines of a grid tell at most. Chosen: of equals the
/// nearest.
const FAR: f32 = 0.05;

/// The same columns and rows on the edges near the grid; the grid itself where there are none.
pub(super) fn snap(edges: &[Edges; 2], grid: &TileGrid) -> TileGrid {
    let mut moved = *grid;
    for axis in [0, 1] {
        let shift = best(&edges[axis], grid, axis);
        let cells = [grid.columns, grid.rows][axis] as f64;
        moved.lattice.first[axis] += shift[0];
        moved.lattice.pitch[axis] += (shift[1] - shift[0]) / cells;
    }
    exact(edges, &moved)
}

/// By how much both ends of an axis are moved best.
fn best(edges: &Edges, grid: &TileGrid, axis: usize) -> [f64; 2] {
    let step = REACH * grid.lattice.pitch[axis] / f64::from(STEPS);
    let ends = (-STEPS..=STEPS).flat_map(|from| (-STEPS..=STEPS).map(move |to| [from, to]));
    let told = ends.map(|ends| {
        let shift = ends.map(|end| f64::from(end) * step);
        let far = (ends[0].abs() + ends[1].abs()) as f32 / STEPS as f32;
        (told(edges, grid, axis, shift) - FAR * far, shift)
    });
    let best = told.max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or([0.0; 2], |(_, shift)| shift)
}

/// The share of a grid's lines across an axis that is an edge, both ends moved.
fn told(edges: &Edges, grid: &TileGrid, axis: usize, shift: [f64; 2]) -> f32 {
    let count = [grid.columns, grid.rows];
    let other = 1 - axis;
    let (first, pitch) = (grid.lattice.first, grid.lattice.pitch);
    let start = first[axis] + shift[0];
    let pitch_here = pitch[axis] + (shift[1] - shift[0]) / count[axis] as f64;
    let ends = [
        first[other],
        first[other] + count[other] as f64 * pitch[other],
    ];
    let stretches = edges.between(ends);
    let line = |line: usize| edges.near(start + line as f64 * pitch_here, 0, stretches);
    (0..=count[axis]).map(line).sum::<f32>() / (count[axis] + 1) as f32
}
