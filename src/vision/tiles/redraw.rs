//! A board as it would be drawn with tiles of another size, where lines between tiles have the same width at each.

use std::ops::Range;

use image::{Rgba, RgbaImage};

use super::{Lattice, Shares, TileExample, TileGrid};

/// Lines are narrower than this share of a tile.
const NARROW: f64 = 1.0 / 3.0;
/// One side of a line is at least so clear by the other. Chosen: tiles on both sides are of the same kinds.
const CLEAR: f64 = 0.4;
/// What is left of a tile without its lines is at least so wide. Pixels; chosen: less is nothing that can be told.
const LEAST: f64 = 4.0;
/// A side of a line differs from what is beside it by so many levels at least, in the mean. Chosen.
const VISIBLE: f64 = 4.0;

/// An example as it would be drawn with tiles of this size; None if no lines run between its tiles, or it has no room for
/// them. What is around the board stays as large as it is.
pub(super) fn redrawn(
    picture: &RgbaImage,
    example: &TileExample,
    pitch: [f64; 2],
) -> Option<(RgbaImage, TileExample)> {
    let grid = example.grid();
    let [across, down] = [0, 1].map(|axis| Stretch::of(picture, &grid, axis, pitch[axis]));
    let (across, down) = (across?, down?);
    let picture = down.picture(&across.picture(picture, 0), 1);
    let lattice = Lattice {
        first: example.first,
        pitch,
    };
    let mut drawn = TileExample::at(&lattice, example.rows.clone());
    drawn.text.clone_from(&example.text);
    Some((picture, drawn))
}

/// How columns or rows of pixels are stretched or squeezed.
struct Stretch {
    /// Where the first tile begins behind its line, and how many tiles there are.
    first: f64,
    count: usize,
    line: f64,
    /// The size of tiles with their lines, before and after.
    pitch: [f64; 2],
}

impl Stretch {
    fn of(picture: &RgbaImage, grid: &TileGrid, axis: usize, pitch: f64) -> Option<Self> {
        let before = grid.lattice.pitch[axis];
        let [from, to] = line(picture, grid, axis)?;
        let line = to - from;
        (before.min(pitch) - line >= LEAST).then(|| Self {
            first: grid.lattice.first[axis] + to,
            count: [grid.columns, grid.rows][axis],
            line,
            pitch: [before, pitch],
        })
    }

    /// Where it was before what is there now.
    fn before(&self, now: f64) -> f64 {
        let [was, is] = self.pitch;
        let at = now - self.first;
        let board = self.count as f64;
        // In front of the line before the first tile, and from the line behind the last one on.
        if at < 0.0 {
            return now;
        }
        if at >= board * is - self.line {
            return now + board * (was - is);
        }
        let tile = (at / is).floor();
        let within = at - tile * is;
        let inner = is - self.line;
        let within = match within < inner {
            true => within * (was - self.line) / inner,
            false => within - inner + was - self.line,
        };
        self.first + tile * was + within
    }

    /// A picture stretched so along an axis: each pixel is the mean of what it covers.
    fn picture(&self, picture: &RgbaImage, axis: usize) -> RgbaImage {
        let [width, height] = [picture.width(), picture.height()];
        let length = [width, height][axis];
        let [was, is] = self.pitch;
        let stretched = f64::from(length) + self.count as f64 * (is - was);
        let stretched = stretched.round().max(1.0) as u32;
        let covered = |at: u32| {
            let [from, to] = [at, at + 1].map(|at| self.before(f64::from(at)));
            Shares::of(from, (to - from).max(0.01), 1, length)
        };
        let shares: Vec<Shares> = (0..stretched).map(covered).collect();
        let size = match axis {
            0 => [stretched, height],
            _ => [width, stretched],
        };
        RgbaImage::from_fn(size[0], size[1], |x, y| {
            let along = [x, y][axis] as usize;
            let mut sum = [0.5f32; 4];
            for (_, share, at) in &shares[along].0 {
                let pixel = match axis {
                    0 => picture.get_pixel(*at as u32, y),
                    _ => picture.get_pixel(x, *at as u32),
                };
                sum.iter_mut()
                    .zip(pixel.0)
                    .for_each(|(sum, level)| *sum += share * f32::from(level));
            }
            Rgba(sum.map(|sum| sum as u8))
        })
    }
}

/// Where the line between tiles begins and ends, counted from where a tile begins; None if none is to be seen.
fn line(picture: &RgbaImage, grid: &TileGrid, axis: usize) -> Option<[f64; 2]> {
    let lattice = &grid.lattice;
    let pitch = lattice.pitch[axis];
    let (count, length) = match axis {
        0 => (grid.columns, picture.width()),
        _ => (grid.rows, picture.height()),
    };
    let reach = (NARROW * pitch).floor() as i32;
    let board = grid.area();
    let beside = [
        board.y..board.y + board.height,
        board.x..board.x + board.width,
    ][axis]
        .clone();
    let step = |at: i32| step(picture, axis, at, beside.clone());
    // Between tiles only: the line around a board may be another.
    let begins = |tile: usize| (lattice.first[axis] + tile as f64 * pitch).round() as i32;
    let differs = |off: i32| -> f64 {
        let places = (1..count).map(|tile| begins(tile) + off);
        let places = places.filter(|at| (1..length as i32).contains(at));
        places.map(step).sum::<f64>() / count.saturating_sub(1).max(1) as f64
    };
    let mut sides: Vec<(f64, i32)> = (-reach..=reach).map(|off| (differs(off), off)).collect();
    sides.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [(most, one), (other, two), ..] = sides[..] else {
        return None;
    };
    let is_clear = most > VISIBLE && other > CLEAR * most;
    let width = (one - two).abs();
    (is_clear && f64::from(width) < NARROW * pitch)
        .then(|| [one.min(two), one.max(two)].map(f64::from))
}

/// How much a column or row of pixels differs from the one before, in mean levels of the channel in which it does most.
fn step(picture: &RgbaImage, axis: usize, at: i32, beside: Range<i32>) -> f64 {
    let [width, height] = [picture.width(), picture.height()].map(|side| side as i32);
    let most = [height, width][axis];
    let beside = beside.start.max(0)..beside.end.min(most);
    let count = beside.len().max(1) as f64;
    let pixel = |at: i32, along: i32| match axis {
        0 => picture.get_pixel(at as u32, along as u32),
        _ => picture.get_pixel(along as u32, at as u32),
    };
    let differs = |along: i32| {
        let (a, b) = (pixel(at - 1, along), pixel(at, along));
        let part = |i: usize| f64::from(a[i].abs_diff(b[i]));
        part(0).max(part(1)).max(part(2))
    };
    beside.map(differs).sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Rgba<u8> = Rgba([30, 0, 80, 255]);
    const TILES: [Rgba<u8>; 2] = [Rgba([100, 190, 250, 255]), Rgba([10, 110, 10, 255])];

    /// A board of tiles of this size with lines of five pixels between them, and where it is.
    fn board(size: u32) -> (RgbaImage, TileExample) {
        let rows = ["..X..", ".X...", "...XX"].map(String::from).to_vec();
        let mut picture = RgbaImage::from_pixel(60 + 5 * size, 50 + 3 * size, PAGE);
        for (row, text) in (0..).zip(&rows) {
            for (column, letter) in (0..).zip(text.chars()) {
                let [left, top] = [31 + column * size, 24 + row * size];
                for (x, y) in (0..size - 5).flat_map(|y| (0..size - 5).map(move |x| (x, y))) {
                    picture.put_pixel(left + x, top + y, TILES[usize::from(letter == 'X')]);
                }
            }
        }
        let lattice = Lattice {
            first: [31.0, 24.0],
            pitch: [f64::from(size); 2],
        };
        (picture, TileExample::at(&lattice, rows))
    }

    #[test]
    fn lines_are_as_wide_on_smaller_and_larger_tiles() {
        let (picture, example) = board(40);
        for size in [17, 40, 63] {
            let (drawn, there) = redrawn(&picture, &example, [f64::from(size); 2]).expect("lines");
            let (wanted, lies) = board(size);
            assert_eq!(there, lies);
            assert_eq!(drawn.dimensions(), wanted.dimensions());
            let differ = drawn.pixels().zip(wanted.pixels());
            let differ = differ.filter(|(a, b)| (0..3).any(|i| a[i].abs_diff(b[i]) > 2));
            assert_eq!(differ.count(), 0, "{size}");
        }
    }

    #[test]
    fn tiles_without_lines_between_them_are_not_drawn_anew() {
        let (picture, mut example) = board(40);
        let plain = RgbaImage::from_pixel(picture.width(), picture.height(), TILES[0]);
        assert!(redrawn(&plain, &example, [20.0; 2]).is_none());
        example.pitch = [8.0; 2];
        assert!(redrawn(&picture, &example, [6.0; 2]).is_none());
    }
}
