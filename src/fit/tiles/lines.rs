//! How wide tiles are by what is repeated from tile to tile: a chequered ground, lines inside of things. Where things are smaller
//! than their tiles, tiles a little smaller or larger agree nearly as well with where things end, and a pixel more at each is
//! some pixels more at the last.

use image::RgbaImage;

use super::TilePlace;
use super::ridges::{Border, Steps, rounded};
use super::wider::evened;
use crate::vision::tiles::{TileGrid, edges_where, part, size_told};

/// Where a thing ends there are edges that tell how large it is, and not its tiles, up to this share of a tile on both sides.
/// Chosen: the widest rim of a thing, and half as much.
const END: f64 = 0.25;

/// Tiles of so nearly a whole number of pixels have that: the last of them is off by less than this. Pixels; chosen.
const WHOLE: f64 = 0.5;

/// The best place with tiles as large as what is repeated there clearly tells, if they have not that size.
pub(super) fn repeated(
    image: &RgbaImage,
    steps: &Steps,
    borders: &[Border],
    [columns, rows]: [usize; 2],
    places: &[TilePlace],
) -> Option<TilePlace> {
    let best = TilePlace::best(places)?;
    let lattice = best.lattice;
    let grid = TileGrid {
        lattice,
        columns,
        rows,
    };
    let (tiles, corner) = part(image, grid.area());
    let ends: Vec<&Border> = borders.iter().filter(|border| border.is_edge()).collect();
    let is_at_end = |axis: usize, at: [u32; 2]| {
        let at = [
            f64::from(at[0]) + f64::from(corner.x),
            f64::from(at[1]) + f64::from(corner.y),
        ];
        ends.iter().any(|end| end.is_near(axis, at, &lattice, END))
    };
    let edges = edges_where(&tiles, |axis, at| !is_at_end(axis, at));
    let told = size_told(&edges, lattice.pitch)?;
    let count = [columns, rows];
    let is_whole =
        |axis: usize| (told[axis] - told[axis].round()).abs() * (count[axis] as f64) < WHOLE;
    let all_whole = is_whole(0) && is_whole(1);
    let pitch = if all_whole {
        told.map(f64::round)
    } else {
        told
    };
    let about = lattice.sized(pitch, count);
    let even = (0..2).fold(about, |about, axis| evened(steps, borders, about, axis));
    let lattice = if all_whole { rounded(even) } else { even };
    let agreement = best.agreement / super::NEXT;
    tracing::debug!(?lattice, "as what is repeated tells");
    Some(TilePlace { lattice, agreement })
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::super::TileSketch;
    use super::*;
    use crate::base::Rect;
    use crate::draw;
    use crate::vision::tiles::Lattice;

    const TILE: i32 = 29;
    const FIRST: [i32; 2] = [20, 22];
    const EXTENT: [usize; 2] = [11, 7];

    /// A block of five by four tiles, a little smaller than these, on a ground of two shades, and what a text says of it.
    fn block(shades: [[u8; 3]; 2]) -> (RgbaImage, TileSketch) {
        let mut picture = RgbaImage::from_pixel(400, 280, Rgba([210, 214, 204, 255]));
        let tile = |column: i32, row: i32| {
            Rect::new(FIRST[0] + column * TILE, FIRST[1] + row * TILE, TILE, TILE)
        };
        for (column, row) in (0..7).flat_map(|row| (0..11).map(move |column| (column, row))) {
            let shade = shades[((column + row) % 2) as usize];
            draw::fill(&mut picture, tile(column, row), shade);
        }
        let whole = tile(3, 3).around(&tile(7, 6));
        draw::fill(&mut picture, whole.grown(-2), [24, 90, 200]);
        let is_block = |at: &usize| (3..8).contains(&(at % 11)) && (3..7).contains(&(at / 11));
        let letters = (0..77).map(|at| if is_block(&at) { '#' } else { '.' });
        let things = (0..77).map(|at| usize::from(is_block(&at)));
        let sketch = TileSketch::of_letters(11, letters.collect());
        (picture, sketch.with_things(things.collect(), '-'))
    }

    #[test]
    fn tiles_are_as_large_as_what_is_repeated_tells() {
        let shades = [[116, 166, 152], [76, 126, 112]];
        let right = Lattice {
            first: FIRST.map(f64::from),
            pitch: [f64::from(TILE); 2],
        };
        let smaller = Lattice {
            first: [22.0, 24.1],
            pitch: [28.54; 2],
        };
        let found = told(shades, smaller).expect("other tiles");
        assert_eq!((found.first, found.pitch), (right.first, right.pitch));
        assert!(told(shades, right).is_none());
        // How large a thing is does not tell how large tiles are.
        let plain = [shades[0]; 2];
        assert!(told(plain, smaller).is_none());
        assert!(told(plain, right).is_none());
    }

    /// The place that is told of one.
    fn told(shades: [[u8; 3]; 2], lattice: Lattice) -> Option<Lattice> {
        let (picture, sketch) = block(shades);
        let (steps, borders) = (Steps::of(&picture), sketch.borders());
        let places = [TilePlace {
            lattice,
            agreement: 0.8,
        }];
        repeated(&picture, &steps, &borders, EXTENT, &places).map(|place| place.lattice)
    }
}
