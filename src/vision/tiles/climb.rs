//! Fitting a lattice by trial.

use super::Lattice;

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
