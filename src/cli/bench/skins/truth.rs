//! Where the practice game has its cells, to compare with.

use std::collections::BTreeMap;

use image::RgbaImage;

use crate::base::Point;
use crate::practice::PracticeGame;
use crate::vision::tiles::{Lattice, TileGrid};

/// A corner is right if it is no farther off than this, as a share of a cell.
const NEAR: f64 = 0.25;

/// Where the practice game takes presses for its cells.
pub fn truth(game: &dyn PracticeGame, picture: &RgbaImage) -> TileGrid {
    let mut spans = [BTreeMap::<i32, [i32; 2]>::new(), BTreeMap::new()];
    for (x, y, _) in picture.enumerate_pixels() {
        let at = [x as i32, y as i32];
        let hit = game.hit(Point::new(at[0], at[1]));
        let cell = hit
            .strip_prefix("cell ")
            .and_then(|cell| cell.split_once(','));
        let Some((column, row)) = cell else { continue };
        for ((span, index), at) in spans.iter_mut().zip([column, row]).zip(at) {
            let Ok(index) = index.parse() else { continue };
            let ends = span.entry(index).or_insert([at, at + 1]);
            *ends = [ends[0].min(at), ends[1].max(at + 1)];
        }
    }
    let ends = |span: &BTreeMap<i32, [i32; 2]>| {
        let first = span.values().next().copied().unwrap_or_default();
        [
            first,
            span.values().next_back().copied().unwrap_or_default(),
        ]
        .map(|[a, b]| [f64::from(a), f64::from(b)])
    };
    let pitches = spans.each_ref().map(|span| {
        let [first, last] = ends(span);
        (span.len() > 1).then(|| (last[0] - first[0]) / (span.len() - 1) as f64)
    });
    let pitch = pitches[0].or(pitches[1]).unwrap_or(1.0);
    let first = spans.each_ref().map(|span| {
        let [from, to] = ends(span)[0];
        // A gap belongs to the cells at both its sides.
        from - (pitch - (to - from)).max(0.0) / 2.0
    });
    TileGrid {
        lattice: Lattice {
            first,
            pitch: [pitches[0].unwrap_or(pitch), pitches[1].unwrap_or(pitch)],
        },
        columns: spans[0].len(),
        rows: spans[1].len(),
    }
}

/// From which column and row of a grid on the true cells are, if its lines run where theirs do.
pub fn shift(truth: &TileGrid, grid: &TileGrid) -> Option<[i32; 2]> {
    let pitch = truth.lattice.pitch;
    let by = [0, 1].map(|axis| {
        ((truth.lattice.first[axis] - grid.lattice.first[axis]) / pitch[axis]).round() as i32
    });
    is_near(&truth.lattice.from(-by[0], -by[1]), grid).then_some(by)
}

/// Whether the corners of a grid lie where a lattice has them.
fn is_near(truth: &Lattice, grid: &TileGrid) -> bool {
    let corners = [(0, 0), (grid.columns as i32, grid.rows as i32)];
    corners.into_iter().all(|(column, row)| {
        let (is, should) = (grid.lattice.tile(column, row), truth.tile(column, row));
        (0..2).all(|axis| (is[axis] - should[axis]).abs() < NEAR * truth.pitch[axis])
    })
}
