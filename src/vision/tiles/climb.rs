//! Fitting a lattice by trial.

use super::Lattice;

/// Around a place that was found coarsely others are tried: so many steps in each direction, of this share of a tile.
const STEPS: i32 = 2;
pub(super) const STEP: f64 = 1.0 / 24.0;

/// Moves and stretches a lattice of so many columns and rows by ever smaller steps, from a share of its pitch
/// on, as long as that costs less.
pub fn climb(
    mut lattice: Lattice,
    extent: [usize; 2],
    share: f64,
    cost: impl Fn(&Lattice) -> f32,
) -> Lattice {
    let mut least = cost(&lattice);
    let mut step = lattice.pitch[0] * share;
    while step > 0.04 {
        let mut better = false;
        for (axis, tiles) in extent.into_iter().enumerate() {
            let wide = step / tiles.max(1) as f64 * 2.0;
            // Moved; stretched around the middle, the left end, the right end.
            for [moved, stretched] in [
                [step, 0.0],
                [-step, 0.0],
                [-step, wide],
                [step, -wide],
                [0.0, wide],
                [0.0, -wide],
            ] {
                let mut tried = lattice;
                tried.first[axis] += moved;
                tried.pitch[axis] += stretched;
                let costs = cost(&tried);
                if costs < least {
                    (lattice, least, better) = (tried, costs, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    lattice
}

/// The places around this one, so many steps of a share of a tile in each direction.
pub(super) fn around(
    lattice: &Lattice,
    steps: i32,
    share: f64,
) -> impl Iterator<Item = Lattice> + use<> {
    let lattice = *lattice;
    let all = (-steps..=steps).flat_map(move |x| (-steps..=steps).map(move |y| [x, y]));
    all.map(move |steps| {
        let mut moved = lattice;
        for (axis, steps) in steps.into_iter().enumerate() {
            moved.first[axis] += f64::from(steps) * lattice.pitch[axis] * share;
        }
        moved
    })
}

/// The best of the places around this one, as far as places that are tried coarsely are apart. Where a fine pattern lies
/// over all tiles, as scan lines do, there are several good ones side by side: more are tried where it is worth it.
pub(super) fn nearest(lattice: Lattice, fine: bool, cost: impl Fn(&Lattice) -> f32) -> Lattice {
    let parts = if fine { 2 } else { 1 };
    let places = around(&lattice, STEPS * parts, STEP / f64::from(parts));
    let places = places.map(|place| (cost(&place), place));
    let best = places.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(lattice, |(_, best)| best)
}
