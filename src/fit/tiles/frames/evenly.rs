//! The way from one tile to the next at which framed tiles are most alike: shadows inside their sides make lines of them
//! that are not, and then each tile is cut out a little farther beside its place than the one before.

use image::RgbaImage;

use super::{FINE, WELL};
use crate::fit::tiles::unlike::DOTS;
use crate::fit::tiles::{TilePlace, TileSketch};
use crate::vision::tiles::{Lattice, dots};

/// All tiles together are longer or shorter by up to so many steps of this share of a pixel. Chosen: shadows are a few
/// pixels wide.
const STEPS: i32 = 8;

/// So much less tiles must differ, as a share. Chosen: what a number in each tile's middle makes of it is less.
const BETTER: f32 = 0.75;

/// The same of a place that lies elsewhere. Chosen: a half, for that is no small correction.
const EVENER: f32 = 0.5;

/// What differs by less is noise. Mean levels; chosen.
const NOISE: f32 = 0.3;

/// The same place, with tiles a little wider or higher about the board's middle if these are clearly more alike.
pub(super) fn evened(image: &RgbaImage, sketch: &TileSketch, place: TilePlace) -> TilePlace {
    let size = [sketch.columns, sketch.rows];
    let lattice = (0..2).fold(place.lattice, |lattice, axis| {
        let known = unlike(image, sketch, &lattice);
        if known < NOISE {
            return lattice;
        }
        let others = (-STEPS..=STEPS).filter(|step| *step != 0);
        let others = others.map(|step| stretched(lattice, axis, size[axis], step));
        let others = others.map(|other| (unlike(image, sketch, &other), other));
        let best = others.min_by(|a, b| a.0.total_cmp(&b.0));
        best.filter(|(cost, _)| *cost < BETTER * known)
            .map_or(lattice, |(_, other)| other)
    });
    TilePlace { lattice, ..place }
}

/// Of these places the one at which tiles are most alike, if they clearly are more so than at this one, with which it agrees
/// as well.
pub(super) fn most_even(
    image: &RgbaImage,
    sketch: &TileSketch,
    place: TilePlace,
    others: impl Iterator<Item = TilePlace>,
) -> Option<TilePlace> {
    let known = unlike(image, sketch, &place.lattice);
    let others = others.map(|other| (unlike(image, sketch, &other.lattice), other));
    let (cost, best) = others.min_by(|a, b| a.0.total_cmp(&b.0))?;
    tracing::debug!(?place, known, ?best, cost, "is another more even?");
    let agreement = place.agreement + f32::EPSILON;
    let agrees = best.agreement >= WELL.min(place.agreement);
    (known > NOISE && cost < EVENER * known && agrees).then_some(TilePlace { agreement, ..best })
}

/// The same about its middle, with all tiles together longer by so many steps.
fn stretched(lattice: Lattice, axis: usize, count: usize, step: i32) -> Lattice {
    let longer = f64::from(step) * FINE;
    let mut other = lattice;
    other.first[axis] -= longer / 2.0;
    other.pitch[axis] += longer / count as f64;
    other
}

/// How much tiles differ but for what is on a few of them: of each dot the median of how far it is from what is usual.
/// Mean levels.
fn unlike(image: &RgbaImage, sketch: &TileSketch, lattice: &Lattice) -> f32 {
    let numbers = (0..sketch.letters.len()).filter(|at| Some(sketch.letters[*at]) != sketch.free);
    let tiles: Vec<_> = numbers
        .map(|at| [at % sketch.columns, at / sketch.columns].map(|index| index as i32))
        .map(|[column, row]| dots(image, lattice.tile(column, row), DOTS))
        .collect();
    let far = |at: usize| {
        let usual = [0, 1, 2].map(|i| median(tiles.iter().map(|tile| tile[at][i]).collect()));
        let off = |tile: &Vec<[u8; 3]>| {
            let parts = usual.iter().zip(&tile[at]);
            parts.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
        };
        f32::from(median(tiles.iter().map(off).collect()))
    };
    (0..DOTS * DOTS).map(far).sum::<f32>() / (DOTS * DOTS) as f32
}

fn median(mut levels: Vec<u8>) -> u8 {
    levels.sort_unstable();
    levels.get(levels.len() / 2).copied().unwrap_or(0)
}
