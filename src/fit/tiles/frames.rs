//! Finds a board on which no two tiles look alike but for their frames, as those with numbers: at the right place an
//! edge runs along every line between two tiles and around all of them, and none a little beside it. Where nothing
//! frames them, the numbers themselves tell.

use image::RgbaImage;
use rayon::prelude::*;

use super::{TO_LARGE, TilePlace, TileSketch, near};
use crate::base::Rect;
use crate::vision::tiles::Lattice;

mod apart;
mod bare;
mod evenly;

/// Neighbours that differ by so much are an edge. Levels of a channel; chosen: what a faint bevel has.
const STEP: u8 = 12;

/// At a coarse look an edge may be so many pixels off, and places so many apart are tried.
const SLACK: usize = 2;
const STRIDE: usize = 4;

/// From one pitch to the next, in pixels: the last line of a dozen tiles is still within the slack.
const GROWTH: f64 = 0.5;

/// An edge runs along so much of each line at least: where a tile is missing there may be none.
const EDGED: f32 = 0.6;

/// So far from its lines, as a share of a pitch, a tile is blank: its frame is narrower, and what is on it not so wide.
const BLANK: f64 = 0.16;

/// How many places are looked at closely.
const CANDIDATES: usize = 24;

/// Around them places and pitches are tried in so many steps of this share of a pixel.
const STEPS: i32 = 8;
const FINE: f64 = 0.5;

/// A line is about as sharp as another if so much of it is an edge, as a share. Chosen: at the rim of a board one side
/// of a gap is missing, and where a tile is missing both are.
const RIVAL: f32 = 0.7;

/// Tiles of a whole number of pixels are likelier than others by so much of each line. Chosen: as much as a fiftieth of
/// it hides.
const LIKELIER: f32 = 0.02;

/// On all tiles there are the same edges along their sides, up to so many pixels off: each has the same bevel. So much it
/// counts of each line, by trial: a line around the board may be as near to the rim of its tiles as the line between two
/// of them is, but it is no bevel.
const BEVEL: i32 = 2;
const BEVELLED: f32 = 0.1;

/// Where no place agrees so well with the text tiles with wide gaps between them are looked for, and such as are not
/// square. Chosen: what agrees less is said to be unsure.
const WELL: f32 = 0.7;

/// Where the rims of more tiles than this are not as those of most, gaps may be wider than they seem, a share. Chosen: the
/// rims of tiles of several colours are like none either, and then it takes a while longer.
const ODD: f32 = 0.5;

/// How well a place agrees that nothing but somebody's word speaks for. Chosen: enough to be tried, and to be said to be
/// unsure.
const TOLD: f32 = 0.51;

/// The places at which all lines are edges.
pub fn find(image: &RgbaImage, sketch: &TileSketch, within: Option<Rect>) -> Vec<TilePlace> {
    let lines = [Lines::across(image), Lines::down(image)];
    let board = Board {
        lines: &lines,
        size: [sketch.columns, sketch.rows],
    };
    let mut coarse = match within {
        Some(area) => vec![(1.0, super::around(area, sketch))],
        None => board.search([image.width(), image.height()]),
    };
    coarse.sort_by(|a, b| b.0.total_cmp(&a.0));
    // What a box around the tiles makes of the same lines is nearly the place, but rims are not alike there.
    let mut ranked: Vec<(f32, TilePlace)> = Vec::new();
    for lattice in board.unlike(&coarse) {
        let lattice = board.sharpest(lattice);
        let agreement = board.agreement(&lattice);
        let rank = agreement - apart::RIMS * apart::odd_rims(image, sketch, &lattice);
        let place = TilePlace { lattice, agreement };
        let same = |known: &&mut (f32, TilePlace)| near(&known.1.lattice, &lattice, super::CLOSE);
        match ranked.iter_mut().find(same) {
            Some(known) if known.0 < rank => *known = (rank, place),
            Some(_) => {}
            None => ranked.push((rank, place)),
        }
    }
    let mut places: Vec<TilePlace> = ranked.into_iter().map(|(_, place)| place).collect();
    let agreeing = TilePlace::best(&places).filter(|place| place.agreement >= WELL);
    if let Some(place) = agreeing {
        // The rim of what they lie on is an edge, too, unless somebody says where they are.
        if within.is_none() && apart::odd_rims(image, sketch, &place.lattice) > ODD {
            let others = apart::find(image, &lines, sketch).into_iter();
            places.extend(evenly::most_even(image, sketch, place, others));
        }
    } else {
        let mut others = apart::find(image, &lines, sketch);
        others.extend(bare::find(image, &lines, sketch));
        if let Some(area) = within {
            let told = super::around(area, sketch);
            // It may be said without the halves of the gaps at its rim.
            others.retain(|place| board.ends_near(&place.lattice, &told));
            others.push(TilePlace {
                lattice: told,
                agreement: TOLD,
            });
        }
        places.extend(others);
    }
    let best = |a: &&mut TilePlace, b: &&mut TilePlace| a.agreement.total_cmp(&b.agreement);
    if let Some(best) = places.iter_mut().max_by(best) {
        *best = evenly::evened(image, sketch, *best);
    }
    places
}

/// The edges of a picture in one direction: how many there are on a line before each pixel of it.
struct Lines {
    length: usize,
    /// With their strengths, and within the slack.
    sharp: Vec<u32>,
    loose: Vec<u32>,
}

impl Lines {
    /// Lines that run down: edges are between pixels side by side.
    fn across(image: &RgbaImage) -> Self {
        let [width, height] = [image.width(), image.height()].map(|side| side as usize);
        Self::of([width, height], |line, at| {
            step(
                image,
                [line as u32 - 1, at as u32],
                [line as u32, at as u32],
            )
        })
    }

    fn down(image: &RgbaImage) -> Self {
        let [width, height] = [image.width(), image.height()].map(|side| side as usize);
        Self::of([height, width], |line, at| {
            step(
                image,
                [at as u32, line as u32 - 1],
                [at as u32, line as u32],
            )
        })
    }

    /// `step` tells how much a pixel differs from the one before it, across the line.
    fn of([count, length]: [usize; 2], step: impl Fn(usize, usize) -> u8) -> Self {
        let mut edges = vec![false; (count + 1) * length];
        for line in 1..count {
            for at in 0..length {
                edges[line * length + at] = step(line, at) >= STEP;
            }
        }
        let sums = |is_edge: &dyn Fn(usize, usize) -> bool| {
            let mut sums = vec![0; (count + 1) * (length + 1)];
            for line in 0..=count {
                for at in 0..length {
                    let here = line * (length + 1) + at;
                    sums[here + 1] = sums[here] + u32::from(is_edge(line, at));
                }
            }
            sums
        };
        let around = |line: usize, at: usize| {
            let lines = line.saturating_sub(SLACK)..=(line + SLACK).min(count);
            // Tiles may reach to the window's rim.
            let is_edge = |line: usize| line.is_multiple_of(count) || edges[line * length + at];
            lines.into_iter().any(is_edge)
        };
        Self {
            length,
            sharp: sums(&|line, at| edges[line * length + at]),
            loose: sums(&around),
        }
    }

    /// How many edges there are on each line.
    fn totals(&self, sums: &[u32]) -> Vec<u32> {
        let lines = sums.chunks(self.length + 1);
        lines.map(|line| line[self.length]).collect()
    }

    /// The share of a part of a line that is an edge; none beyond the picture.
    fn share(&self, sums: &[u32], line: f64, [from, to]: [f64; 2]) -> f32 {
        let from = from.round().clamp(0.0, self.length as f64) as usize;
        let to = to.round().clamp(0.0, self.length as f64) as usize;
        let begin = line.round().max(0.0) as usize * (self.length + 1);
        if line.round() < 0.0 || to <= from || begin + to >= sums.len() {
            return 0.0;
        }
        (sums[begin + to] - sums[begin + from]) as f32 / (to - from) as f32
    }
}

fn step(image: &RgbaImage, [a, b]: [u32; 2], [c, d]: [u32; 2]) -> u8 {
    let (before, here) = (image.get_pixel(a, b).0, image.get_pixel(c, d).0);
    let steps = before.iter().zip(here).take(3);
    steps.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// A board of this size, looked for among lines.
struct Board<'a> {
    lines: &'a [Lines; 2],
    /// Columns and rows.
    size: [usize; 2],
}

/// How far off a place the middle of all lines near it is that are about as sharp: frames of two tiles have a gap
/// between them, of which each has a half. Whole pixels where tiles have so many, lest one is cut.
fn middle(pitch: f64, sharpness: impl Fn(f64) -> f32) -> f64 {
    let reach = (BLANK * pitch) as i32;
    let least = RIVAL * sharpness(0.0);
    let mut sharp = (-reach..=reach).filter(|off| sharpness(f64::from(*off)) >= least);
    let Some(first) = sharp.next() else {
        return 0.0;
    };
    let middle = f64::from(first + sharp.next_back().unwrap_or(first)) / 2.0;
    if pitch.fract() == 0.0 {
        middle.floor()
    } else {
        middle
    }
}

impl Board<'_> {
    /// Places at which an edge runs along each line, roughly.
    fn search(&self, picture: [u32; 2]) -> Vec<(f32, Lattice)> {
        let count = ((TO_LARGE[1] - TO_LARGE[0]) / GROWTH) as usize;
        let at_pitch = |step: usize| {
            let pitch = TO_LARGE[0] + step as f64 * GROWTH;
            let room = |axis: usize| {
                let left = f64::from(picture[axis]) - pitch * self.size[axis] as f64;
                (0..=left as i64)
                    .step_by(STRIDE)
                    .filter(move |_| left >= 0.0)
            };
            let mut best: Vec<(f32, Lattice)> = Vec::new();
            for (x, y) in room(0).flat_map(|x| room(1).map(move |y| (x, y))) {
                let lattice = Lattice {
                    first: [x as f64, y as f64],
                    pitch: [pitch; 2],
                };
                if let Some(share) = self.edged(&lattice) {
                    best.push((share - self.clutter(&lattice), lattice));
                }
            }
            best.sort_by(|a, b| b.0.total_cmp(&a.0));
            best.truncate(CANDIDATES);
            best
        };
        let steps: Vec<usize> = (0..count).collect();
        let found = steps.into_par_iter().flat_map_iter(at_pitch);
        found.collect()
    }

    /// The best of these that are looked at closely: each stands for those whose outermost lines are nearly its own.
    fn unlike(&self, coarse: &[(f32, Lattice)]) -> Vec<Lattice> {
        let near = |a: &Lattice, b: &Lattice| {
            (0..2).all(|axis| {
                let [a, b] = [a, b].map(|lattice| self.span(lattice, axis));
                (0..2).all(|end| (a[end] - b[end]).abs() <= STRIDE as f64)
            })
        };
        let mut kept: Vec<Lattice> = Vec::new();
        for (_, lattice) in coarse {
            if kept.len() == CANDIDATES {
                break;
            }
            if !kept.iter().any(|known| near(known, lattice)) {
                kept.push(*lattice);
            }
        }
        kept
    }

    /// The mean share of all lines that is an edge; None if one has too little.
    fn edged(&self, lattice: &Lattice) -> Option<f32> {
        let mut sum = 0.0;
        for axis in [0, 1] {
            let lines = &self.lines[axis];
            for index in 0..=self.size[axis] {
                let at = lattice.first[axis] + index as f64 * lattice.pitch[axis];
                let share = lines.share(&lines.loose, at, self.span(lattice, 1 - axis));
                if share < EDGED {
                    return None;
                }
                sum += share;
            }
        }
        Some(sum / (self.size[0] + self.size[1] + 2) as f32)
    }

    /// The mean share of edges where tiles should be blank.
    fn clutter(&self, lattice: &Lattice) -> f32 {
        let mut shares = Vec::new();
        for axis in [0, 1] {
            let lines = &self.lines[axis];
            for index in 0..self.size[axis] {
                for part in [BLANK, 1.0 - BLANK] {
                    let at = lattice.first[axis] + (index as f64 + part) * lattice.pitch[axis];
                    shares.push(lines.share(&lines.sharp, at, self.span(lattice, 1 - axis)));
                }
            }
        }
        shares.iter().sum::<f32>() / shares.len().max(1) as f32
    }

    /// Whether two places begin and end near each other.
    fn ends_near(&self, one: &Lattice, other: &Lattice) -> bool {
        (0..2).all(|axis| {
            let reach = super::CLOSE * one.pitch[axis];
            let [a, b] = [one, other].map(|lattice| self.span(lattice, axis));
            (0..2).all(|end| (a[end] - b[end]).abs() < reach)
        })
    }

    /// From where to where the board goes.
    fn span(&self, lattice: &Lattice, axis: usize) -> [f64; 2] {
        let (first, length) = (lattice.first[axis], self.size[axis] as f64);
        [first, first + length * lattice.pitch[axis]]
    }

    /// The place near this one whose lines are edges themselves: each axis by itself.
    fn sharpest(&self, lattice: Lattice) -> Lattice {
        let mut best = lattice;
        for axis in [0, 1] {
            let lines = &self.lines[axis];
            let span = self.span(&lattice, 1 - axis);
            let share = |line: f64| lines.share(&lines.sharp, line, span);
            let sharpness = |first: f64, pitch: f64| -> f32 {
                let all = 0..=self.size[axis];
                all.map(|index| share(first + index as f64 * pitch)).sum()
            };
            let nearly = |first: f64, pitch: f64| -> f32 {
                let last = first + self.size[axis] as f64 * pitch;
                // At the rim of the board there is one side of a gap only.
                let missed = [(first, 1.0), (last, -1.0)]
                    .map(|(line, inside)| (share(line + inside) - share(line)).max(0.0));
                let within = BEVELLED * self.bevel(axis, first, pitch, &share);
                sharpness(first, pitch) + missed.iter().sum::<f32>() + within
            };
            // Of a frame there are several edges in a row, so that places nearby may be as sharp.
            let likelier = LIKELIER * (self.size[axis] + 1) as f32;
            let mut most = f32::MIN;
            for (first, last) in
                (-STEPS..=STEPS).flat_map(|a| (-STEPS..=STEPS).map(move |b| (a, b)))
            {
                let length = self.size[axis] as f64;
                let pitch = lattice.pitch[axis] + f64::from(last - first) * FINE / length;
                let first = lattice.first[axis] + f64::from(first) * FINE;
                let is_whole = pitch.fract() == 0.0;
                let sharp = nearly(first, pitch) + if is_whole { likelier } else { 0.0 };
                if sharp > most {
                    most = sharp;
                    (best.first[axis], best.pitch[axis]) = (first, pitch);
                }
            }
            let (first, pitch) = (best.first[axis], best.pitch[axis]);
            let first = first + middle(pitch, |off| sharpness(first + off, pitch));
            // A pixel that is cut shows something of the next tile.
            best.first[axis] = if pitch.fract() == 0.0 {
                first.round()
            } else {
                first
            };
        }
        best
    }

    /// How much of the lines beside those between tiles is edges, of those that are so everywhere; for all lines together.
    fn bevel(&self, axis: usize, first: f64, pitch: f64, share: &dyn Fn(f64) -> f32) -> f32 {
        let common = |off: i32| {
            let lines = (1..self.size[axis]).map(|index| first + index as f64 * pitch);
            everywhere(lines.map(|line| share(line + f64::from(off))))
        };
        let offs = (-BEVEL..=BEVEL).filter(|off| *off != 0);
        offs.map(common).sum::<f32>() * (self.size[axis] + 1) as f32
    }

    /// 0 to 1: how much of the lines is edges, and how little of what is beside them.
    fn agreement(&self, lattice: &Lattice) -> f32 {
        let edged = self.edged(lattice).unwrap_or(0.0);
        (edged - self.clutter(lattice)).clamp(0.0, 1.0)
    }
}

/// Of the shares of lines that are edges, what they all have.
fn everywhere(shares: impl Iterator<Item = f32>) -> f32 {
    shares.fold(1.0, f32::min)
}
