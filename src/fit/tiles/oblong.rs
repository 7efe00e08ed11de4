//! Boards whose tiles are higher than wide, or wider than high: rows of letters, pages that fill their window.

use image::RgbaImage;

use super::{TilePlace, by_tiles, closely, distinct};
use crate::vision::tiles::Lattice;

use super::sketch::TileSketch;

/// So many of the best places are tried with tiles of another shape.
const STRETCHED: usize = 3;

/// Tiles are not square where they are less unlike each other so, as a share: any small stretch gains something.
/// Chosen.
const CLEARLY: f32 = 0.6;

/// Where no square tiles agree so well with the text others are looked for everywhere, which takes long. Chosen: what
/// agrees less is said to be unsure.
const WELL: f32 = 0.7;

/// Heights of such tiles as shares of their widths: to the next one the last of seven tiles moves by a quarter.
/// Chosen: down to half as high or wide.
const HEIGHTS: [f64; 16] = [
    0.92, 1.08, 0.85, 1.17, 0.79, 1.27, 0.73, 1.37, 0.67, 1.48, 0.62, 1.6, 0.57, 1.73, 0.53, 1.87,
];

/// The places that were found with square tiles, stretched where others agree clearly better; and where none agrees
/// well, those of oblong tiles anywhere, unless it `is_known` where the board is.
pub fn stretched(
    image: &RgbaImage,
    sketch: &TileSketch,
    squares: Vec<TilePlace>,
    is_known: bool,
) -> Vec<TilePlace> {
    let best: Vec<Lattice> = squares
        .iter()
        .take(STRETCHED)
        .map(|place| place.lattice)
        .collect();
    let freely = closely(image, sketch, &best, |_| true);
    let mut places = squares;
    for (place, free) in places.iter_mut().zip(freely) {
        if 1.0 - free.agreement < CLEARLY * (1.0 - place.agreement) {
            *place = free;
        }
    }
    let agrees = places.iter().any(|place| place.agreement >= WELL);
    if !agrees && !is_known {
        let coarse = by_tiles(image, sketch, &HEIGHTS);
        places.extend(closely(image, sketch, &coarse, |_| true));
    }
    distinct(places)
}
