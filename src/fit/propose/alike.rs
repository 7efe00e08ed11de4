//! Which cells of a grid look alike.

use image::RgbaImage;

use crate::vision::tiles::{TileGrid, dots};

/// Dots along a cell's side.
const SIDE: usize = 12;

/// The share of a cell that is left out at each side: of gaps and frames only a part is there.
const RIM: f64 = 0.08;

/// Two cells are alike up to so many levels in any spot at least, and at most; between these up to so many times what
/// cells differ from the one that is most like them. By trial.
const ALIKE: [f32; 2] = [9.0, 30.0];
const TIMES: f32 = 1.7;

/// The number of each cell's group, row by row, counted from 0 in the order of their first cells.
pub(super) fn groups(image: &RgbaImage, grid: &TileGrid) -> Vec<usize> {
    let cells: Vec<Vec<[u8; 3]>> = (0..grid.rows * grid.columns)
        .map(|at| look(image, grid, at % grid.columns, at / grid.columns))
        .collect();
    let most = limit(&cells);
    let mut first: Vec<usize> = Vec::new();
    let group = |cell: usize| {
        let apart = |group: &usize| spot(&cells[first[*group]], &cells[cell]);
        let nearest = (0..first.len()).map(|group| (apart(&group), group));
        let nearest = nearest.min_by(|a, b| a.0.total_cmp(&b.0));
        match nearest {
            Some((apart, group)) if apart <= most => group,
            _ => {
                first.push(cell);
                first.len() - 1
            }
        }
    };
    (0..cells.len()).map(group).collect()
}

fn look(image: &RgbaImage, grid: &TileGrid, column: usize, row: usize) -> Vec<[u8; 3]> {
    let [left, top, width, height] = grid.lattice.tile(column as i32, row as i32);
    let inner = [
        left + RIM * width,
        top + RIM * height,
        (1.0 - 2.0 * RIM) * width,
        (1.0 - 2.0 * RIM) * height,
    ];
    dots(image, inner, SIDE)
}

/// Up to how much cells are alike in this picture: a grain makes all of them differ.
fn limit(cells: &[Vec<[u8; 3]>]) -> f32 {
    let nearest = |at: usize| {
        let others = (0..cells.len()).filter(|other| *other != at);
        let apart = others.map(|other| spot(&cells[at], &cells[other]));
        apart.fold(f32::MAX, f32::min)
    };
    let mut nearest: Vec<f32> = (0..cells.len()).map(nearest).collect();
    nearest.sort_by(f32::total_cmp);
    let usual = nearest.get(nearest.len() / 2).copied().unwrap_or(0.0);
    (TIMES * usual).clamp(ALIKE[0], ALIKE[1])
}

/// The largest difference of two cells in a spot of 2x2 dots, in mean levels of the channel in which it is most.
fn spot(a: &[[u8; 3]], b: &[[u8; 3]]) -> f32 {
    let part = |at: usize, i: usize| i32::from(a[at][i]) - i32::from(b[at][i]);
    let spot = |at: usize| {
        let off = |i: usize| {
            (part(at, i) + part(at + 1, i) + part(at + SIDE, i) + part(at + SIDE + 1, i)).abs()
        };
        off(0).max(off(1)).max(off(2))
    };
    let corners = (0..SIDE - 1).flat_map(|y| (0..SIDE - 1).map(move |x| y * SIDE + x));
    corners.map(spot).max().unwrap_or(0) as f32 / 4.0
}
