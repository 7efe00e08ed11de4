//! Tiles that are wider than what lies on them: a thing may have an outline of its own, a little within its tiles.

use rayon::prelude::*;

use super::TilePlace;
use super::ridges::{ALIKE, Border, Steps, widened};
use crate::vision::tiles::{Lattice, climb};

/// So far within its tiles an outline may run. As shares of a tile; chosen.
const INSETS: [f64; 3] = [0.08, 0.12, 0.16];

/// Of so many borders with an edge at most one is between two things where outlines are looked for. Chosen.
const MET: usize = 8;

/// So many places are tried with wider tiles. Chosen.
const PLACES: usize = 2;

/// In half a tile so many places are tried. Chosen.
const PHASES: i32 = 12;

/// Where a place is moved to begin with, as a share of a tile. Chosen.
const STEP: f64 = 0.07;

/// Wider tiles are not wider than this, as shares of others. Chosen: the widest that the insets of a thing of two tiles make.
const WIDER: std::ops::Range<f64> = 1.02..1.17;

/// Tiles differ clearly less if it is by this factor, as its logarithm. Chosen.
const CLEARLY: f32 = -0.5;

/// Where they do, edges may agree less by this factor. Chosen.
const NEARLY: f32 = 0.85;

/// Places around these with wider tiles. How alike tiles are tells how wide they are, but not where they begin, where all
/// is repeated from tile to tile: that is told by edges.
pub(super) fn around(
    steps: &Steps,
    borders: &[Border],
    extent: [usize; 2],
    found: &[TilePlace],
    unlike: impl Fn(&Lattice) -> f32 + Sync,
) -> Vec<TilePlace> {
    let ends: Vec<&Border> = borders.iter().filter(|border| border.is_edge()).collect();
    let met = ends.iter().filter(|border| border.end() == 0.0).count();
    if met * MET > ends.len() {
        return Vec::new();
    }
    let starts = found.iter().take(PLACES);
    let starts = starts.flat_map(|place| INSETS.map(|inset| widened(place.lattice, &ends, inset)));
    let starts: Vec<Lattice> = starts.collect();
    let wider = starts.into_par_iter().map(|start| {
        let lattice = climb(start, extent, STEP, &unlike);
        let told = |lattice: Lattice| {
            let place = steps.told(borders, lattice, true);
            (place.agreement - ALIKE * unlike(&lattice), place)
        };
        let best = (0..2).fold(told(lattice), |best, axis| {
            let others = beside(best.1.lattice, axis).map(told);
            others
                .chain([best])
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .unwrap_or(best)
        });
        let even = (0..2).fold(best.1.lattice, |lattice, axis| {
            evened(steps, borders, lattice, axis)
        });
        steps.told(borders, even, true)
    });
    wider.collect()
}

/// The same moved along an axis until things lie as far inside of their tiles on one side as on the other.
pub(super) fn evened(steps: &Steps, borders: &[Border], lattice: Lattice, axis: usize) -> Lattice {
    let lean = |far: bool| {
        let along = borders.iter().filter(|border| border.beside == (axis == 0));
        let ends = along.filter(|border| {
            if far {
                border.end() < 0.0
            } else {
                border.end() > 0.0
            }
        });
        let leans: Vec<f32> = ends.map(|border| steps.leans(border, &lattice)).collect();
        let sum: f32 = leans.iter().sum();
        (!leans.is_empty()).then(|| f64::from(sum) / leans.len() as f64)
    };
    let mut moved = lattice;
    if let (Some(near), Some(far)) = (lean(false), lean(true)) {
        moved.first[axis] += (near + far) / 2.0;
    }
    moved
}

/// The same moved along an axis, up to half a tile.
fn beside(lattice: Lattice, axis: usize) -> impl Iterator<Item = Lattice> {
    (-PHASES..=PHASES).map(move |step| {
        let mut moved = lattice;
        moved.first[axis] += f64::from(step) / f64::from(2 * PHASES) * lattice.pitch[axis];
        moved
    })
}

/// Where tiles that are a little wider than those of the best place differ clearly less, they are the better ones: edges of
/// things that are smaller than their tiles agree well with tiles as large as the things, too.
pub(super) fn prefer_repeated(places: &mut [TilePlace], unlike: impl Fn(&Lattice) -> f32) {
    let Some(best) = TilePlace::best(places) else {
        return;
    };
    let least = unlike(&best.lattice) + CLEARLY;
    let is_wider = |place: &TilePlace| {
        (0..2).all(|axis| {
            let wider = place.lattice.pitch[axis] / best.lattice.pitch[axis];
            WIDER.contains(&wider)
        })
    };
    let is_near =
        |place: &&mut TilePlace| is_wider(place) && place.agreement > NEARLY * best.agreement;
    let wider = places.iter_mut().filter(is_near).filter_map(|place| {
        let costs = unlike(&place.lattice);
        (costs < least).then_some((place.agreement - ALIKE * costs, place))
    });
    if let Some((_, better)) = wider.max_by(|a, b| a.0.total_cmp(&b.0)) {
        better.agreement = best.agreement / super::NEXT;
    }
}
