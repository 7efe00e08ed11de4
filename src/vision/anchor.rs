//! The parts of a board that always look the same, prepared for finding them.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::Sheet;
use crate::base::Point;

/// The side of the squares out of which one check each is taken, in board pixels: some hundreds of
/// checks on a board of 400 pixels.
const TILE: u32 = 12;

/// A check of less contrast than this, in grey levels summed over all channels of two neighbours, is flat: a page that
/// is flat fits it anywhere. Chosen: more than noise, less than a faint line.
const LIVELY: u32 = 24;

/// So many checks with contrast tell where a board is without the flat ones. Chosen: a frame around it has more.
const TELLING: usize = 24;

/// How many colours are tried as keys of the search.
const KEYS: usize = 64;

/// A pixel of the board and its colour.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub at: Point,
    pub colour: [u8; 3],
}

/// A picture of the board in which only the pixels that never change are opaque.
#[derive(Clone, Debug)]
pub struct Anchor {
    pub sheet: Sheet,
    /// Pixels spread over the board, in an order in which any few of them are spread, too.
    pub checks: Vec<Check>,
    /// Pixels of colours that are rare on the board, one of each; their left and upper neighbours
    /// have other colours, so that a scaled one has a corner.
    pub keys: Vec<Check>,
    /// Those of the checks that have contrast, if they are enough: else anything flat is like it.
    pub lively: Option<Vec<Check>>,
}

impl Anchor {
    pub fn new(image: &RgbaImage) -> Self {
        let found = checks(image);
        let lively = found.iter().filter(|found| found.is_lively());
        let lively: Vec<Check> = lively.map(|found| found.check).collect();
        Self {
            sheet: Sheet::of(image),
            checks: spread(found.into_iter().map(|found| found.check).collect()),
            keys: keys(image),
            lively: (lively.len() >= TELLING).then_some(lively),
        }
    }

    /// The colour at a pixel of the board, where it never changes.
    #[inline]
    pub fn colour(&self, x: i32, y: i32) -> Option<[u8; 3]> {
        self.sheet.get(x, y)
    }
}

fn opaque(image: &RgbaImage, x: i32, y: i32) -> Option<[u8; 3]> {
    let pixel = image.get_pixel_checked(x as u32, y as u32)?;
    (pixel[3] == 255).then(|| [pixel[0], pixel[1], pixel[2]])
}

/// How much a pixel differs from those left of it and above it; flat places tell little.
fn contrast(image: &RgbaImage, x: u32, y: u32) -> Option<u32> {
    let here = opaque(image, x as i32, y as i32)?;
    let step = |other: Option<[u8; 3]>| {
        other.map_or(0, |other| {
            (0..3).map(|i| u32::from(here[i].abs_diff(other[i]))).sum()
        })
    };
    let left = step(opaque(image, x as i32 - 1, y as i32));
    Some(left + step(opaque(image, x as i32, y as i32 - 1)))
}

/// A check, and how much its pixel differs from its neighbours.
struct Found {
    check: Check,
    contrast: u32,
}

impl Found {
    fn is_lively(&self) -> bool {
        self.contrast >= LIVELY
    }
}

/// In each tile the pixel with the most contrast.
fn checks(image: &RgbaImage) -> Vec<Found> {
    let (width, height) = image.dimensions();
    let mut found = Vec::new();
    for top in (0..height).step_by(TILE as usize) {
        for left in (0..width).step_by(TILE as usize) {
            let tile = (top..(top + TILE).min(height))
                .flat_map(|y| (left..(left + TILE).min(width)).map(move |x| (x, y)));
            let best = tile
                .filter_map(|(x, y)| contrast(image, x, y).map(|c| (c, x, y)))
                .max_by_key(|&(c, x, y)| (c, std::cmp::Reverse((y, x))));
            if let Some((contrast, x, y)) = best {
                let at = Point::new(x as i32, y as i32);
                let colour = image.get_pixel(x, y).0;
                let check = Check {
                    at,
                    colour: [colour[0], colour[1], colour[2]],
                };
                found.push(Found { check, contrast });
            }
        }
    }
    found
}

/// Reorders a list so that each prefix is spread over the whole: a walk by about the golden
/// section, made coprime with the length.
fn spread<T: Copy>(list: Vec<T>) -> Vec<T> {
    let n = list.len();
    if n < 3 {
        return list;
    }
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = (n as f64 * 0.618) as usize;
    let stride = (golden.max(1)..).find(|s| gcd(*s, n) == 1).unwrap_or(1);
    (0..n).map(|i| list[i * stride % n]).collect()
}

/// The rarest colours of each quarter of the board, each by one pixel that has a corner: whichever
/// part of the board is in a picture has keys of its own.
fn keys(image: &RgbaImage) -> Vec<Check> {
    let (width, height) = image.dimensions();
    let mut counts = BTreeMap::<[u8; 3], usize>::new();
    let mut corners: [BTreeMap<[u8; 3], Vec<Point>>; 4] = Default::default();
    for (x, y, _) in image.enumerate_pixels() {
        let at = Point::new(x as i32, y as i32);
        let Some(colour) = opaque(image, at.x, at.y) else {
            continue;
        };
        *counts.entry(colour).or_default() += 1;
        let differs = |other: Option<[u8; 3]>| other.is_some_and(|other| other != colour);
        if differs(opaque(image, at.x - 1, at.y)) && differs(opaque(image, at.x, at.y - 1)) {
            let quarter = usize::from(x * 2 >= width) + 2 * usize::from(y * 2 >= height);
            corners[quarter].entry(colour).or_default().push(at);
        }
    }
    let rarest = |quarter: BTreeMap<[u8; 3], Vec<Point>>| {
        let key = |(colour, at): (_, Vec<Point>)| Check {
            at: at[at.len() / 2],
            colour,
        };
        let mut keys: Vec<Check> = quarter.into_iter().map(key).collect();
        keys.sort_by_key(|key| (counts[&key.colour], key.at.y, key.at.x));
        keys.truncate(KEYS / 4);
        keys
    };
    corners.into_iter().flat_map(rarest).collect()
}
