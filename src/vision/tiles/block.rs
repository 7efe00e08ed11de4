//! Boards that begin with one block of things: its colours tell where it is, and its outline how large tiles are.
//!
//! So such a board is found at any size without trying all of them.

use std::collections::HashMap;

use image::RgbaImage;

use super::super::patch::apart;
use super::super::regions::Region;
use super::palette::{Palette, SAME};
use super::sizes::SCALES;
use super::{Lattice, PAGE, TileExample};
use crate::base::{Point, Rect};

/// The most colours that are looked at in a palette: of a block with a grain, and of all that is around it.
const COLOURS: usize = 160;

/// Of the rows and columns of a block at least so much has its colours. Chosen: there may be lines on it.
const FULL: f64 = 0.6;

/// Lines between tiles are so thick at most, as a share of a tile where it was seen. Chosen: of a tile of 25 pixels three.
const LINE: f64 = 0.12;

/// An outline may be off by so many pixels at both ends together. Chosen: ends are smoothed, and a line around a block
/// may stay as thick as it is while tiles change their size.
const BLUR: f64 = 3.5;

/// What rounding to whole pixels may move an outline, in pixels.
const ROUNDED: f64 = 1.2;

/// Tiles are as wide as high up to this share. Chosen: outlines of small blocks are rounded.
const SQUARE: f64 = 0.03;

/// What such a block looks like.
#[derive(Clone, Debug)]
pub(super) struct BlockLook {
    own: Palette,
    others: Palette,
    /// The size of tiles where it was seen.
    pitch: f64,
    /// How far inside its tiles it begins and ends, as shares of a tile: left and right, top and bottom.
    margins: [[f64; 2]; 2],
}

impl BlockLook {
    /// By an example in which all things are one block, a rectangle that is full.
    pub fn learn(picture: &RgbaImage, example: &TileExample) -> Option<Self> {
        let tiles = block(example)?;
        let lattice = example.lattice().from(tiles.x, tiles.y);
        let last = lattice.area(tiles.width - 1, tiles.height - 1);
        let area = lattice.area(0, 0).around(&last);
        let colours = |own: bool| {
            let is_wanted =
                move |x: u32, y: u32| area.contains(Point::new(x as i32, y as i32)) == own;
            let pixels = picture.enumerate_pixels();
            let pixels = pixels.filter(move |(x, y, _)| is_wanted(*x, *y));
            pixels.map(|(.., p)| [p[0], p[1], p[2]])
        };
        let [within, around] = [true, false].map(|own| Shares::of(colours(own)));
        let mut look = Self {
            // Through gaps between tiles the ground is seen.
            own: Palette::of(colours(true), COLOURS)
                .only(|colour| within.share(colour) >= around.share(colour)),
            others: Palette::of(colours(false), COLOURS),
            pitch: lattice.pitch[0],
            margins: [[0.0; 2]; 2],
        };
        let seen = look.outline(picture)?;
        let spans = [(seen.x, seen.width), (seen.y, seen.height)];
        for (axis, (from, length)) in spans.into_iter().enumerate() {
            let (first, pitch) = (lattice.first[axis], lattice.pitch[axis]);
            let count = [tiles.width, tiles.height][axis];
            let end = first + f64::from(count) * pitch;
            look.margins[axis] = [
                (f64::from(from) - first) / pitch,
                (end - f64::from(from + length)) / pitch,
            ];
        }
        let is_near = |margin: &f64| margin.abs() < 0.3;
        look.margins
            .as_flattened()
            .iter()
            .all(is_near)
            .then_some(look)
    }

    /// Where tiles may be if a picture shows such a block, counted from its first one.
    pub fn places(&self, picture: &RgbaImage) -> Vec<Lattice> {
        let Some(seen) = self.outline(picture) else {
            return Vec::new();
        };
        let [inside, above] = self.margins.map(|[from, to]| from + to);
        let [width, height] = [seen.width, seen.height].map(f64::from);
        let place = |across: usize| {
            let wide = width / (across as f64 - inside);
            let down = (height / wide + above).round();
            let high = height / (down - above).max(0.1);
            let off = (height - (down - above) * wide).abs();
            let is_square = (wide / high - 1.0).abs() < SQUARE;
            (down >= 1.0 && off < BLUR && is_square).then(|| {
                let pitch = whole([wide, high], [across as f64, down]);
                let first =
                    |axis: usize, from: i32| f64::from(from) - self.margins[axis][0] * pitch[axis];
                Lattice {
                    first: [first(0, seen.x), first(1, seen.y)],
                    pitch,
                }
            })
        };
        let [least, most] = SCALES.map(|scale| (width / (scale * self.pitch)).round() as usize);
        (most.max(1)..=least).filter_map(place).collect()
    }

    /// The outline of what has most of the block's colours, if that is a rectangle.
    fn outline(&self, picture: &RgbaImage) -> Option<Rect> {
        let width = picture.width() as usize;
        let mut known: HashMap<[u8; 3], bool> = HashMap::new();
        let is_own = picture.pixels().map(|pixel| {
            let colour = [pixel[0], pixel[1], pixel[2]];
            let is_own = known.entry(colour).or_insert_with(|| self.is_own(colour));
            *is_own
        });
        let gap = (LINE * self.pitch).ceil() as usize;
        let is_own = closed(&is_own.collect::<Vec<bool>>(), width, gap);
        let regions = Region::above(0.5, &is_own, width);
        let largest = regions
            .into_iter()
            .max_by_key(|region| region.points.len())?;
        let Rect {
            x,
            y,
            width: wide,
            height: high,
        } = largest.bounds;
        let (mut columns, mut rows) = (vec![0; wide as usize], vec![0; high as usize]);
        for at in &largest.points {
            columns[at % width - x as usize] += 1;
            rows[at / width - y as usize] += 1;
        }
        // Little things stick out of it.
        let ends = |counts: &[i32], of: i32| {
            let full = |count: &i32| f64::from(*count) >= FULL * f64::from(of);
            let from = counts.iter().position(full)? as i32;
            let to = counts.iter().rposition(full)? as i32;
            Some((from, to + 1 - from))
        };
        let (left, across) = ends(&columns, high)?;
        let (top, down) = ends(&rows, wide)?;
        let outline = Rect::new(x + left, y + top, across, down);
        let is_full = largest.points.len() as f64 >= FULL * f64::from(wide * high);
        is_full.then_some(outline)
    }

    fn is_own(&self, colour: [u8; 3]) -> bool {
        self.own.has(colour) && self.own.far(colour) <= self.others.far(colour)
    }
}

/// How many pixels of each colour there are.
struct Shares {
    counts: HashMap<[u8; 3], usize>,
    all: usize,
}

impl Shares {
    fn of(colours: impl Iterator<Item = [u8; 3]>) -> Self {
        let mut counts = HashMap::new();
        colours.for_each(|colour| *counts.entry(colour).or_insert(0) += 1);
        let all = counts.values().sum();
        Self { counts, all }
    }

    /// The share of pixels that are nearly of a colour.
    fn share(&self, colour: &[u8; 3]) -> f64 {
        let near = self.counts.iter();
        let near = near.filter(|(other, _)| apart(**other, *colour) <= SAME);
        near.map(|(_, count)| *count).sum::<usize>() as f64 / self.all.max(1) as f64
    }
}

/// What lies between two pixels that are own, `gap` or fewer in a row or column, is own, 1 for such: lines between tiles,
/// and a third colour where two meet.
fn closed(is_own: &[bool], width: usize, gap: usize) -> Vec<f32> {
    let mut closed: Vec<f32> = is_own.iter().map(|own| f32::from(u8::from(*own))).collect();
    let height = is_own.len() / width;
    let mut close = |count: usize, at: &dyn Fn(usize) -> usize| {
        let mut last = None;
        for own in (0..count).filter(|n| is_own[at(*n)]) {
            if let Some(last) = last.filter(|last| own - last <= gap + 1) {
                (last..own).for_each(|n| closed[at(n)] = 1.0);
            }
            last = Some(own);
        }
    };
    (0..height).for_each(|y| close(width, &|x| y * width + x));
    (0..width).for_each(|x| close(height, &|y| y * width + x));
    closed
}

/// Columns and rows of the tiles of an example that are one block: where it begins, and how many.
fn block(example: &TileExample) -> Option<Rect> {
    let tiles = example.tiles().filter(|(.., letter)| *letter != PAGE);
    let covered =
        tiles.filter_map(|(column, row, _)| Some((column, row, example.joins(column, row)?)));
    let covered: Vec<(i32, i32, u8)> = covered.collect();
    let tile = |(column, row, _): &(i32, i32, u8)| Rect::new(*column, *row, 1, 1);
    let all = covered.iter().map(tile).reduce(|a, b| a.around(&b))?;
    let goes_on = |(column, row, joins): &(i32, i32, u8)| {
        let right = column + 1 == all.x + all.width || joins & super::RIGHT != 0;
        let down = row + 1 == all.y + all.height || joins & super::DOWN != 0;
        right && down
    };
    let is_full = covered.len() as i32 == all.width * all.height;
    (is_full && covered.len() >= 4 && covered.iter().all(goes_on)).then_some(all)
}

/// Sizes of a whole number of pixels are likelier: the nearest, if that is as good.
fn whole(pitch: [f64; 2], count: [f64; 2]) -> [f64; 2] {
    let near = ((pitch[0] + pitch[1]) / 2.0).round();
    let off = |axis: usize| (pitch[axis] - near).abs() * count[axis];
    match off(0).max(off(1)) < ROUNDED {
        true => [near; 2],
        false => pitch,
    }
}

#[cfg(test)]
mod tests;
