//! Boards whose tiles are higher than wide, or wider than high: rows of letters, pages that fill their window.

use image::RgbaImage;

use super::{PITCHES, TilePlace, by_tiles, closely, distinct};
use crate::fit::picture::Picture;
use crate::vision::tiles::Lattice;

use super::sketch::TileSketch;

/// So many of the best places are tried with tiles of another shape.
const STRETCHED: usize = 3;

/// Tiles are not square where they are less unlike each other so, as a share: any small stretch gains something.
/// Chosen.
const CLEARLY: f32 = 0.6;

/// Heights of such tiles as shares of their widths: to the next one the last of seven tiles moves by a quarter.
/// Chosen: down to half as high or wide.
const HEIGHTS: [f64; 16] = [
    0.92, 1.08, 0.85, 1.17, 0.79, 1.27, 0.73, 1.37, 0.67, 1.48, 0.62, 1.6, 0.57, 1.73, 0.53, 1.87,
];

/// A wall as the texts of games write it.
const WALL: char = '#';

/// The places that were found with square tiles, stretched where others agree clearly better.
pub fn stretched(
    image: &RgbaImage,
    sketch: &TileSketch,
    squares: Vec<TilePlace>,
) -> Vec<TilePlace> {
    let best: Vec<Lattice> = squares
        .iter()
        .take(STRETCHED)
        .map(|place| place.lattice)
        .collect();
    let freely = closely(image, sketch, &best, |_| true);
    let mut places = squares;
    for (place, free) in places.iter_mut().zip(freely) {
        if is_clearly_better(free.agreement, place.agreement) {
            *place = free;
        }
    }
    distinct(places)
}

/// Whether tiles of any shape agree so much better with a text than square ones that they are the board's.
pub fn is_clearly_better(agreement: f32, squares: f32) -> bool {
    1.0 - agreement < CLEARLY * (1.0 - squares)
}

/// The places of tiles of other shapes, which takes some ten times as long as those of squares.
pub fn anywhere(image: &RgbaImage, sketch: &TileSketch) -> Vec<TilePlace> {
    let picture = Picture::new(image);
    let sides = sides(sketch);
    let may_be = |lattice: &Lattice| sides.iter().all(|side| is_shown(&picture, side, lattice));
    let coarse = by_tiles(&picture, sketch, PITCHES, &HEIGHTS, may_be);
    let free = closely(image, sketch, &coarse, |_| true);
    let free = free.into_iter().filter(|place| may_be(&place.lattice));
    distinct(free.collect())
}

/// The walls along each side of the board.
fn sides(sketch: &TileSketch) -> [Vec<(i32, i32)>; 4] {
    let [columns, rows] = [sketch.columns, sketch.rows];
    let walls = (0..).zip(&sketch.letters).filter(|(_, of)| **of == WALL);
    let walls: Vec<(usize, usize)> = walls
        .map(|(at, _): (usize, _)| (at % columns, at / columns))
        .collect();
    let along = |is_there: &dyn Fn(usize, usize) -> bool| {
        let there = walls.iter().filter(|(column, row)| is_there(*column, *row));
        there
            .map(|(column, row)| (*column as i32, *row as i32))
            .collect()
    };
    [
        along(&|column, _| column == 0),
        along(&|column, _| column + 1 == columns),
        along(&|_, row| row == 0),
        along(&|_, row| row + 1 == rows),
    ]
}

/// Whether there is something at one half of a side's walls: tiles of any shape would lie well on what is blank.
fn is_shown(picture: &Picture, side: &[(i32, i32)], lattice: &Lattice) -> bool {
    let shown = side.iter().filter(|(column, row)| {
        let [left, top, width, height] = lattice.tile(*column, *row);
        !picture.is_blank([left, top, width, height].map(|part| part as f32))
    });
    2 * shown.count() >= side.len()
}
