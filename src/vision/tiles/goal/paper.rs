//! The paper that a wanted shape is drawn on.

use std::rc::Rc;

use image::RgbaImage;

use crate::base::Rect;
use crate::vision::tiles::compare::same_shade;

/// Mean colours of cells that are alike differ by no more than this. Levels; chosen: paper that is lighter than its empty
/// cells differs by more.
const SHADE: u8 = 10;

/// The share of a cell's sides that is its rim, at each side: lines may be there.
const RIM: f64 = 0.2;

/// A cell is full if so much of what is not its rim is, and not from so little on.
const FULL: f64 = 0.85;

/// The pixels that belong to such a picture.
pub(super) struct Paper {
    pub bounds: Rect,
    pub full: Rect,
    pub width: usize,
    /// Of all pixels of the picture, by their colours.
    pub kinds: Rc<Vec<f32>>,
}

impl Paper {
    /// Which of so many cells are full, by what tells it of each; None if some are in part.
    pub fn shape(
        &self,
        [across, down]: [usize; 2],
        cell: impl Fn([i32; 2]) -> Option<bool>,
    ) -> Option<Vec<bool>> {
        let places =
            (0..across * down).map(|at| [at % across, at / across].map(|side| side as i32));
        places.map(cell).collect()
    }

    /// How many cells beside a shape of such a size look as those do that are empty within it, if it begins in this column of
    /// so many.
    pub fn empties(
        &self,
        picture: &RgbaImage,
        shape: &[bool],
        [across, down]: [usize; 2],
        [left, columns]: [usize; 2],
    ) -> usize {
        let colour = |at: [i32; 2]| mean(picture, pixels(inner(self.area([across, down], at))));
        let within = (0..shape.len()).filter(|at| !shape[*at]);
        let known = within.map(|at| colour([at % across, at / across].map(|side| side as i32)));
        let known: Vec<[u8; 3]> = known.collect();
        let (left, columns) = (left as i32, columns as i32);
        let beside = (-left..columns - left).filter(|column| !(0..across as i32).contains(column));
        let cells = beside.flat_map(|column| (0..down as i32).map(move |row| [column, row]));
        let is_empty = |at: &[i32; 2]| {
            let seen = colour(*at);
            known.iter().any(|known| same_shade(known, &seen, SHADE))
        };
        cells.filter(is_empty).count()
    }

    /// Where a cell is, counted from the first of a shape of such a size.
    pub fn area(&self, [across, down]: [usize; 2], [column, row]: [i32; 2]) -> [f64; 4] {
        let wide = f64::from(self.full.width) / across as f64;
        let high = f64::from(self.full.height) / down as f64;
        let x = f64::from(self.full.x) + f64::from(column) * wide;
        let y = f64::from(self.full.y) + f64::from(row) * high;
        [x, y, wide, high]
    }

    /// The share of its area that is not as a shape of such a size says, rims of cells too.
    pub fn wrong(&self, [across, down]: [usize; 2], shape: &[bool]) -> f64 {
        let area = self.full;
        let columns = (0..area.width).map(|x| (x, x as usize * across / area.width as usize));
        let places = columns.flat_map(|(x, column)| {
            let rows = (0..area.height).map(|y| (y, y as usize * down / area.height as usize));
            rows.map(move |(y, row)| (x, y, row * across + column))
        });
        let is_wrong = |&(x, y, cell): &(i32, i32, usize)| {
            let at = (area.y + y) as usize * self.width + (area.x + x) as usize;
            (self.kinds[at] == 2.0) != shape[cell]
        };
        places.filter(is_wrong).count() as f64 / f64::from((area.width * area.height).max(1))
    }

    /// Whether a cell is full; None if it is in part.
    pub fn cell(&self, size: [usize; 2], at: [i32; 2]) -> Option<bool> {
        let (mut seen, mut all) = ([0, 0, 0], 0);
        for (x, y) in pixels(inner(self.area(size, at))) {
            all += 1;
            seen[self.kinds[y as usize * self.width + x as usize] as usize] += 1;
        }
        let [other, empty, full] = seen.map(|count| f64::from(count) / f64::from(all.max(1)));
        match full > FULL {
            true => Some(true),
            false => (full < 1.0 - FULL && empty > other).then_some(false),
        }
    }
}

/// A cell without its rim.
pub(super) fn inner([left, top, width, height]: [f64; 4]) -> [f64; 4] {
    let part = 1.0 - 2.0 * RIM;
    [
        left + RIM * width,
        top + RIM * height,
        width * part,
        height * part,
    ]
}

/// The mean colour of some pixels, of those that are in the picture.
pub(super) fn mean(picture: &RgbaImage, dots: impl Iterator<Item = (u32, u32)>) -> [u8; 3] {
    let (mut sums, mut count) = ([0u32; 3], 0);
    for pixel in dots.filter_map(|(x, y)| picture.get_pixel_checked(x, y)) {
        count += 1;
        (0..3).for_each(|channel| sums[channel] += u32::from(pixel[channel]));
    }
    sums.map(|sum| (sum / count.max(1)) as u8)
}

/// The pixels of a rectangle: left, top, width, height.
pub(super) fn pixels([left, top, width, height]: [f64; 4]) -> impl Iterator<Item = (u32, u32)> {
    let range = |from: f64, length: f64| {
        from.round().max(0.0) as u32..(from + length).round().max(0.0) as u32
    };
    let across = range(left, width);
    range(top, height).flat_map(move |y| across.clone().map(move |x| (x, y)))
}
