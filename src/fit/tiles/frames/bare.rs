//! Numbers that nothing frames: words that stand in rows and columns, each in the middle of its tile.

use image::RgbaImage;

use super::apart::OBLONG;
use super::{BLANK, EDGED, Lines, STEP, step};
use crate::base::Rect;
use crate::fit::tiles::{PITCHES, TilePlace, TileSketch};
use crate::vision::regions::Region;
use crate::vision::tiles::Lattice;

/// Digits of a number are so near each other, as a share of their height. Chosen: the narrowest that is found first is
/// taken, for numbers that nearly fill their tiles are not much farther apart.
const GAPS: [f64; 3] = [0.15, 0.3, 0.5];

/// Digits are so high at least, in pixels. Chosen: smaller ones cannot be read.
const LOWEST: i32 = 5;

/// What more of them lie within is no digit but a frame. Chosen: an 8 has two holes.
const HOLES: usize = 3;

/// A picture with more marks than this shows something else. Chosen: a page of text has about as many.
const MOST: usize = 1000;

/// The middle of a number is at most so far from that of its tile, as a share of a tile; nothing is so near the middle
/// of the one that is free. Chosen: slanted digits are a twelfth off.
const OFF: f64 = 0.17;
const FREE: f64 = 0.4;

/// Sides of tiles are one, and whole pixels, if they are so near, a share and pixels. Chosen: what digits of several widths
/// are off in the mean.
const SQUARE: f64 = 0.02;
const WHOLE: f64 = 0.4;

/// How much is off at which a place agrees no more, as a share of a tile, in the mean.
const LOOSE: f64 = 0.15;

/// The places at which each tile but the free one has a word in its middle.
pub(super) fn find(image: &RgbaImage, lines: &[Lines; 2], sketch: &TileSketch) -> Vec<TilePlace> {
    let Some(free) = sketch.free else {
        return Vec::new();
    };
    let is_number: Vec<bool> = sketch
        .letters
        .iter()
        .map(|letter| *letter != free)
        .collect();
    let marks = marks(image);
    if marks.len() > MOST {
        return Vec::new();
    }
    let places = GAPS.into_iter().flat_map(|gap| {
        let words = words(marks.clone(), gap);
        let board = Board {
            lines,
            columns: sketch.columns,
            is_number: &is_number,
            middles: &words.iter().map(middle).collect::<Vec<_>>(),
        };
        board.places()
    });
    places.collect()
}

/// What may be a digit: connected edges that are as large as one.
fn marks(image: &RgbaImage) -> Vec<Rect> {
    let [width, height] = [image.width(), image.height()];
    let edge = |x: u32, y: u32| {
        let across = x > 0 && step(image, [x - 1, y], [x, y]) >= STEP;
        let down = y > 0 && step(image, [x, y - 1], [x, y]) >= STEP;
        f32::from(u8::from(across || down))
    };
    let edges = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let edges: Vec<f32> = edges.map(|(x, y)| edge(x, y)).collect();
    let regions = Region::above(0.5, &edges, width as usize).into_iter();
    let most = PITCHES[1] as i32;
    let marks: Vec<Rect> = regions
        .map(|region| region.bounds)
        .filter(|bounds| (LOWEST..most).contains(&bounds.height) && bounds.width < most)
        .collect();
    let within = |mark: &Rect| {
        marks
            .iter()
            .filter(|other| mark.around(other) == *mark)
            .count()
    };
    let is_frame = |mark: &&Rect| within(mark) > 1 + HOLES;
    marks
        .iter()
        .filter(|mark| !is_frame(mark))
        .copied()
        .collect()
}

/// Marks side by side, or one in another, are one word.
fn words(mut marks: Vec<Rect>, gap: f64) -> Vec<Rect> {
    let joins = |a: &Rect, b: &Rect| {
        let overlap = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
        let apart = a.x.max(b.x) - (a.x + a.width).min(b.x + b.width);
        let height = a.height.min(b.height);
        2 * overlap > height && f64::from(apart) <= gap * f64::from(height)
    };
    let mut at = 0;
    while at < marks.len() {
        let (first, others) = marks.split_at(at + 1);
        match others.iter().position(|other| joins(&first[at], other)) {
            Some(other) => {
                let other = marks.swap_remove(at + 1 + other);
                marks[at] = marks[at].around(&other);
                // What is larger now may reach what it did not before.
                at = 0;
            }
            None => at += 1,
        }
    }
    marks
}

fn middle(word: &Rect) -> [f64; 2] {
    [
        f64::from(word.x) + f64::from(word.width) / 2.0,
        f64::from(word.y) + f64::from(word.height) / 2.0,
    ]
}

/// A board of numbers, looked for among words.
struct Board<'a> {
    lines: &'a [Lines; 2],
    columns: usize,
    /// For each tile, row by row, whether there is a number on it.
    is_number: &'a [bool],
    middles: &'a [[f64; 2]],
}

impl Board<'_> {
    fn place(&self, at: usize) -> [f64; 2] {
        [at % self.columns, at / self.columns].map(|index| index as f64)
    }

    /// One place for each three words that may be a number, the one beside it and the one below.
    fn places(&self) -> Vec<TilePlace> {
        let beside = |at: &usize| {
            let ends = (at + 1).is_multiple_of(self.columns);
            let has_right = !ends && self.is_number[at + 1];
            let below = self.is_number.get(at + self.columns).copied();
            self.is_number[*at] && has_right && below == Some(true)
        };
        let Some(corner) = (0..self.is_number.len()).find(beside) else {
            return Vec::new();
        };
        let mut places: Vec<TilePlace> = Vec::new();
        for first in self.middles {
            for [across, down] in self.pitches(first) {
                let at = self.place(corner);
                let lattice = Lattice {
                    first: [
                        first[0] - (at[0] + 0.5) * across,
                        first[1] - (at[1] + 0.5) * down,
                    ],
                    pitch: [across, down],
                };
                places.extend(self.fitted(&lattice));
            }
        }
        places
    }

    /// How far it may be to the next tiles, if this is the middle of one.
    fn pitches(&self, first: &[f64; 2]) -> Vec<[f64; 2]> {
        let along = |axis: usize| -> Vec<f64> {
            let others = self.middles.iter();
            let steps =
                others.map(|other| [other[axis] - first[axis], other[1 - axis] - first[1 - axis]]);
            let is_pitch = |[pitch, off]: &[f64; 2]| {
                (PITCHES[0]..PITCHES[1]).contains(pitch) && off.abs() < 2.0 * OFF * pitch
            };
            steps.filter(is_pitch).map(|[pitch, _]| pitch).collect()
        };
        let (across, down) = (along(0), along(1));
        let is_tile = |[a, b]: &[f64; 2]| (1.0 / OBLONG..=OBLONG).contains(&(a / b));
        let pairs = across
            .iter()
            .flat_map(|a| down.iter().map(move |b| [*a, *b]));
        pairs.filter(is_tile).collect()
    }

    /// The lattice near this one in whose tiles' middles the words are, if each has its one.
    fn fitted(&self, lattice: &Lattice) -> Option<TilePlace> {
        let words = self.words(lattice)?;
        let numbers = (0..self.is_number.len()).filter(|at| self.is_number[*at]);
        let places: Vec<[f64; 2]> = numbers.map(|at| self.place(at)).collect();
        let known = |axis: usize| {
            let both = places.iter().zip(&words);
            both.map(move |(place, word)| [place[axis] + 0.5, word[axis]])
        };
        let steps = [0, 1].map(|axis| rise(&known(axis).collect::<Vec<_>>()));
        let pitch = likeliest(steps);
        let first = [0, 1].map(|axis| {
            let firsts = known(axis).map(|[place, word]| word - place * pitch[axis]);
            firsts.sum::<f64>() / words.len() as f64
        });
        let best = self.within_frame(Lattice { first, pitch });
        let off = |(place, word): (&[f64; 2], &[f64; 2])| off(&best, *place, word);
        let off: f64 = places.iter().zip(&words).map(off).sum::<f64>() / words.len() as f64;
        (off < LOOSE).then_some(TilePlace {
            lattice: best,
            agreement: (1.0 - off / LOOSE) as f32,
        })
    }

    /// The lattice near this one that fills a frame, if there is one around all tiles.
    fn within_frame(&self, lattice: Lattice) -> Lattice {
        let size = [self.columns, self.is_number.len() / self.columns].map(|count| count as f64);
        let end = |axis: usize| lattice.first[axis] + size[axis] * lattice.pitch[axis];
        // The nearest: a frame has another side outside.
        let side = |axis: usize, at: f64| {
            let (lines, reach) = (&self.lines[axis], (BLANK * lattice.pitch[axis]) as i32);
            let span = [lattice.first[1 - axis], end(1 - axis)];
            let mut offs: Vec<i32> = (-reach..=reach).collect();
            offs.sort_by_key(|off| off.abs());
            let mut near = offs.into_iter().map(|off| at.round() + f64::from(off));
            near.find(|line| lines.share(&lines.sharp, *line, span) >= EDGED)
        };
        let mut framed = lattice;
        for axis in [0, 1] {
            let (Some(first), Some(last)) =
                (side(axis, lattice.first[axis]), side(axis, end(axis)))
            else {
                return lattice;
            };
            framed.first[axis] = first;
            framed.pitch[axis] = (last - first) / size[axis];
        }
        framed
    }

    /// The middle of each number on a lattice; None if one has none or what is free has one.
    fn words(&self, lattice: &Lattice) -> Option<Vec<[f64; 2]>> {
        let mut words = Vec::new();
        for (at, is_number) in self.is_number.iter().enumerate() {
            let place = self.place(at);
            let off = |middle: &[f64; 2]| off(lattice, place, middle);
            let nearest = self
                .middles
                .iter()
                .min_by(|a, b| off(a).total_cmp(&off(b)))?;
            match is_number {
                true if off(nearest) > 2.0 * OFF => return None,
                true => words.push(*nearest),
                false if off(nearest) < FREE => return None,
                false => {}
            }
        }
        Some(words)
    }
}

/// How far a point is from the middle of a tile, as a share of the tile's sides.
fn off(lattice: &Lattice, place: [f64; 2], at: &[f64; 2]) -> f64 {
    let off = |axis: usize| {
        let middle = lattice.first[axis] + (place[axis] + 0.5) * lattice.pitch[axis];
        (at[axis] - middle).abs() / lattice.pitch[axis]
    };
    off(0).max(off(1))
}

/// How much the straight line rises that is nearest to points, by least squares.
fn rise(points: &[[f64; 2]]) -> f64 {
    let count = points.len() as f64;
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
    let means = [mean(0), mean(1)];
    let sum = |axis: usize| -> f64 {
        let parts = points.iter();
        parts
            .map(|point| (point[0] - means[0]) * (point[axis] - means[axis]))
            .sum()
    };
    sum(1) / sum(0)
}

/// Tiles are likely square and of whole pixels, where they nearly are: no two numbers are equally far from the middle of
/// theirs.
fn likeliest(pitch: [f64; 2]) -> [f64; 2] {
    let mean = (pitch[0] + pitch[1]) / 2.0;
    let square = match (pitch[0] / pitch[1] - 1.0).abs() < SQUARE {
        true => [mean; 2],
        false => pitch,
    };
    square.map(|side| match (side - side.round()).abs() < WHOLE {
        true => side.round(),
        false => side,
    })
}
