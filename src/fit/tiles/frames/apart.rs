//! Framed tiles with wide gaps between them, or that are not square: each direction is looked at by itself first.

use image::RgbaImage;
use rayon::prelude::*;

use super::{BEVEL, BEVELLED, BLANK, EDGED, FINE, LIKELIER, Lines, SLACK, STEP, STEPS, everywhere};
use crate::fit::tiles::{PITCHES, TO_LARGE, TilePlace, TileSketch};
use crate::vision::tiles::{Lattice, PAGE, dots};

/// A gap is at most so large a share of the way from one tile to the next. Chosen: wider ones make islands of tiles.
const WIDEST: f64 = 0.28;

/// Gaps that are tried differ by so many pixels. Chosen: the slack covers what lies between.
const GAPS: usize = 2;

/// Tiles are at most so many times as long in one direction as in the other. Chosen: buttons that are as large as their
/// labels need are about twice as wide as high.
pub(super) const OBLONG: f64 = 2.2;

/// Of each pitch so many rows are kept, and of all so many, and of those of large ones. Chosen: rows of buttons above a board are
/// some more; of tiles that are as large hardly more than a board has room.
const OF_PITCH: usize = 4;
const OF_ALL: usize = 160;
const OF_LARGE: usize = 16;

/// A line on tiles is as blank as the calmest of those beside it, up to so large a share of a pitch: a bold bevel may end
/// right there. Chosen: less than a stroke of a digit, of which there are some everywhere.
const CALM: f64 = 0.04;

/// How many pairs of them are looked at closely.
const CANDIDATES: usize = 48;

/// Dots along a side where rims are compared, and by how much less a place is likely where all rims differ. Chosen: that
/// only tells places apart between which nothing else decides.
const DOTS: usize = 12;
pub(super) const RIMS: f32 = 0.15;

/// Where tiles lie in one direction, in pixels: where the first begins, from one to the next, and between them.
#[derive(Clone, Copy, Debug)]
struct Row {
    first: f64,
    pitch: f64,
    gap: f64,
}

impl Row {
    /// Where each of so many tiles begins and ends.
    fn tiles(self, count: usize) -> impl Iterator<Item = [f64; 2]> {
        (0..count).map(move |index| {
            let begin = self.first + index as f64 * self.pitch;
            [begin, begin + self.pitch - self.gap]
        })
    }

    /// Lines on tiles at which these are blank.
    fn blanks(self, count: usize) -> impl Iterator<Item = f64> {
        let in_from = BLANK * (self.pitch - self.gap);
        self.tiles(count)
            .flat_map(move |[begin, end]| [begin + in_from, end - in_from])
    }

    fn span(self, count: usize) -> [f64; 2] {
        let length = count as f64 * self.pitch - self.gap;
        [self.first, self.first + length]
    }
}

/// The places at which both sides of all tiles are edges, each with how well they are.
pub(super) fn find(image: &RgbaImage, lines: &[Lines; 2], sketch: &TileSketch) -> Vec<TilePlace> {
    let size = [sketch.columns, sketch.rows];
    let free = sketch
        .letters
        .iter()
        .position(|of| Some(*of) == sketch.free);
    let free = free.map(|at| [at % sketch.columns, at / sketch.columns]);
    let rows = [0, 1].map(|axis| rows(&lines[axis], size[axis], size[1 - axis]));
    let is_tile = |[a, b]: [Row; 2]| {
        let shape = (a.pitch - a.gap) / (b.pitch - b.gap);
        (1.0 / OBLONG..=OBLONG).contains(&shape)
    };
    let pairs = rows[0]
        .par_iter()
        .flat_map_iter(|across| rows[1].iter().map(move |down| [*across, *down]));
    let score = |pair: [Row; 2]| Some((agreement(lines, size, free, pair)?, pair));
    let mut found: Vec<(f32, [Row; 2])> = pairs
        .filter(|pair| is_tile(*pair))
        .filter_map(score)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(CANDIDATES);
    let places = found.into_par_iter().filter_map(|(_, pair)| {
        let pair = sharpest(lines, size, pair);
        let agreement = agreement(lines, size, free, pair)?;
        let lattice = Lattice {
            first: pair.map(|row| row.first - row.gap / 2.0),
            pitch: pair.map(|row| row.pitch),
        };
        let odd = odd_rims(image, sketch, &lattice);
        Some(TilePlace {
            lattice,
            agreement: (agreement - RIMS * odd).clamp(0.0, 1.0),
        })
    });
    places.collect()
}

/// Rows of `count` tiles of which all sides may be edges, each side as long as `others` tiles.
fn rows(lines: &Lines, count: usize, others: usize) -> Vec<Row> {
    let sharp = lines.totals(&lines.sharp);
    let last = sharp.len() - 1;
    let near: Vec<u32> = (0..=last)
        .map(|line| match is_rim(line as f64, last) {
            true => lines.length as u32,
            false => *sharp[line - 1..=line + 1].iter().max().unwrap_or(&0),
        })
        .collect();
    let pitches = ((TO_LARGE[1] - TO_LARGE[0]) / FINE) as usize;
    let at_pitch = |step: usize| {
        let pitch = TO_LARGE[0] + step as f64 * FINE;
        let calm = calmest(&sharp, pitch);
        let most = others as f64 * pitch * OBLONG;
        let least = f64::from(EDGED) * others as f64 * pitch * (1.0 - WIDEST) / OBLONG;
        let mut best: Vec<(f64, Row)> = Vec::new();
        let gaps = (0..=(WIDEST * pitch) as usize).step_by(GAPS);
        for gap in gaps.map(|gap| gap as f64) {
            let room = near.len() as f64 - 1.0 - (count as f64 * pitch - gap);
            for first in (0..=room.max(-1.0) as i64).map(|first| first as f64) {
                let row = Row { first, pitch, gap };
                let total = |line: f64| f64::from(near[line as usize]).min(most);
                let mut sides = row.tiles(count).flatten();
                if sides.any(|side| total(side) < least) {
                    continue;
                }
                let sum: f64 = row.tiles(count).flatten().map(total).sum();
                let clutter: f64 = row
                    .blanks(count)
                    .map(|line| f64::from(calm[line as usize]))
                    .sum();
                offer(&mut best, sum - clutter, row);
            }
        }
        best
    };
    let found = (0..pitches).into_par_iter().flat_map_iter(at_pitch);
    let is_large = |(_, row): &(f64, Row)| row.pitch >= PITCHES[1];
    let (mut large, mut usual): (Vec<_>, Vec<_>) = found.partition(is_large);
    for (rows, most) in [(&mut usual, OF_ALL), (&mut large, OF_LARGE)] {
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.truncate(most);
    }
    usual.into_iter().chain(large).map(|(_, row)| row).collect()
}

/// Of each line the least of those that lie beside it at a pitch.
fn calmest(sharp: &[u32], pitch: f64) -> Vec<u32> {
    let reach = (CALM * pitch).round() as usize;
    let least = |line: usize| {
        let lines = line.saturating_sub(reach)..=(line + reach).min(sharp.len() - 1);
        sharp[lines].iter().copied().min().unwrap_or(0)
    };
    (0..sharp.len()).map(least).collect()
}

/// Keeps the best rows of a pitch, of which no two begin at nearly the same place.
fn offer(best: &mut Vec<(f64, Row)>, score: f64, row: Row) {
    let near = |other: &Row| (other.first - row.first).abs() < row.pitch / 2.0;
    match best.iter_mut().find(|(_, other)| near(other)) {
        Some(known) if known.0 < score => *known = (score, row),
        Some(_) => {}
        None => best.push((score, row)),
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.truncate(OF_PITCH);
}

/// Whether a line is about that at which the picture begins, or that at which it ends.
fn is_rim(line: f64, last: usize) -> bool {
    line < 2.0 || line > last as f64 - 2.0
}

/// The share of each side of all tiles that is an edge, at the pixel or `nearly`: then it may be the picture's rim, too.
fn edged(lines: &Lines, row: Row, count: usize, span: [f64; 2], nearly: bool) -> Vec<f32> {
    let share = |line: f64| lines.share(&lines.sharp, line, span);
    let last = lines.sharp.len() / (lines.length + 1) - 1;
    let around = |line: f64| match is_rim(line.round(), last) {
        true => 1.0,
        false => share(line - 1.0).max(share(line)).max(share(line + 1.0)),
    };
    let sides = row.tiles(count).flatten();
    sides
        .map(|side| match nearly {
            true => around(side),
            false => share(side),
        })
        .collect()
}

/// How much of the sides of tiles is edges, less what of blank lines is; None if one side has too little. Where no tile is,
/// at the column and row that are `free`, there is no side.
fn agreement(
    lines: &[Lines; 2],
    size: [usize; 2],
    free: Option<[usize; 2]>,
    pair: [Row; 2],
) -> Option<f32> {
    let mean = |shares: &[f32]| shares.iter().sum::<f32>() / shares.len().max(1) as f32;
    let (mut sides, mut blanks) = (Vec::new(), Vec::new());
    for axis in [0, 1] {
        let other = pair[1 - axis];
        let span = other.span(size[1 - axis]);
        // In the gaps there are none.
        let gaps = 1.0 - (other.gap / other.pitch) as f32;
        let full = |side: usize| match free {
            Some(free) if free[axis] == side / 2 => gaps * (1.0 - 1.0 / size[1 - axis] as f32),
            _ => gaps,
        };
        let shares = edged(&lines[axis], pair[axis], size[axis], span, true);
        let shares = shares.iter().enumerate();
        sides.extend(shares.map(|(side, share)| (share / full(side)).min(1.0)));
        if sides.iter().any(|share| *share < EDGED) {
            return None;
        }
        let reach = (CALM * pair[axis].pitch).round() as i32;
        blanks.extend(pair[axis].blanks(size[axis]).map(|line| {
            let beside = (-reach..=reach).map(|off| line + f64::from(off));
            everywhere(beside.map(|line| lines[axis].share(&lines[axis].sharp, line, span)))
        }));
    }
    Some(mean(&sides) - mean(&blanks))
}

/// The place near this one whose sides are edges themselves: each direction by itself.
fn sharpest(lines: &[Lines; 2], size: [usize; 2], pair: [Row; 2]) -> [Row; 2] {
    let mut best = pair;
    for axis in [0, 1] {
        let span = pair[1 - axis].span(size[1 - axis]);
        let slack = SLACK as i32;
        let offs = |reach: i32| (-reach..=reach).map(f64::from);
        let rows = offs(STEPS).flat_map(|first| {
            offs(STEPS).flat_map(move |last| offs(2 * slack).map(move |gap| [first, last, gap]))
        });
        let mut most = f32::MIN;
        for [first, last, gap] in rows {
            let row = Row {
                first: pair[axis].first + first * FINE,
                pitch: pair[axis].pitch + (last - first) * FINE / size[axis] as f64,
                gap: (pair[axis].gap + gap * FINE).max(0.0),
            };
            let shares = edged(&lines[axis], row, size[axis], span, false);
            let is_whole = row.pitch.fract() == 0.0;
            let likelier = if is_whole { LIKELIER } else { 0.0 };
            let likelier = likelier + BEVELLED * bevel(&lines[axis], row, size[axis], span);
            let sum = shares.iter().sum::<f32>() + likelier * shares.len() as f32;
            if sum > most {
                (most, best[axis]) = (sum, row);
            }
        }
    }
    best
}

/// How much of the lines just inside the sides of tiles is edges, of those that all tiles have.
fn bevel(lines: &Lines, row: Row, count: usize, span: [f64; 2]) -> f32 {
    let common = |side: usize, off: i32| {
        let inside = f64::from(if side == 0 { off } else { -off });
        let at = row.tiles(count).map(|sides| sides[side] + inside);
        everywhere(at.map(|line| lines.share(&lines.sharp, line, span)))
    };
    let all = (1..=BEVEL).flat_map(|off| [0, 1].map(|side| common(side, off)));
    all.sum::<f32>() / 2.0
}

/// The share of tiles whose rim is not as that of most: a row that is none of the board's, or a
/// place that is one tile off.
pub(super) fn odd_rims(image: &RgbaImage, sketch: &TileSketch, lattice: &Lattice) -> f32 {
    let tiles: Vec<[[f32; 3]; 4]> = (0..sketch.letters.len())
        .filter(|at| sketch.letters[*at] != PAGE)
        .map(|at| {
            let [column, row] = [at % sketch.columns, at / sketch.columns];
            let tile = lattice.tile(column as i32, row as i32);
            sides(&dots(image, tile, DOTS))
        })
        .collect();
    let usual = |side: usize, channel: usize| {
        let mut values: Vec<f32> = tiles.iter().map(|tile| tile[side][channel]).collect();
        values.sort_by(f32::total_cmp);
        values[values.len() / 2]
    };
    if tiles.is_empty() {
        return 0.0;
    }
    let usual = [0, 1, 2, 3].map(|side| [0, 1, 2].map(|channel| usual(side, channel)));
    let is_odd = |tile: &&[[f32; 3]; 4]| {
        let parts = tile.iter().flatten().zip(usual.iter().flatten());
        parts.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) > f32::from(STEP) / 2.0
    };
    tiles.iter().filter(is_odd).count() as f32 / tiles.len() as f32
}

/// The mean colours of the outermost dots at the four sides of a tile.
fn sides(dots: &[[u8; 3]]) -> [[f32; 3]; 4] {
    let line = |at: &dyn Fn(usize) -> usize| {
        let mut sum = [0.0; 3];
        for index in 0..DOTS {
            let dot = dots[at(index)];
            (0..3).for_each(|channel| sum[channel] += f32::from(dot[channel]) / DOTS as f32);
        }
        sum
    };
    [
        line(&|index| index),
        line(&|index| (DOTS - 1) * DOTS + index),
        line(&|index| index * DOTS),
        line(&|index| index * DOTS + DOTS - 1),
    ]
}
