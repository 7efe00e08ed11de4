//! Where the numbers are: above the columns and left of the rows, at some depth. There equal numbers
//! look equal and different ones different.

use self::known::Known;
use super::picture::Picture;
use super::{BoardSketch, Grid};
use crate::vision::median;

mod known;

/// How far from the board numbers may be, in pitches.
const DEPTH: f32 = 2.2;

/// Less than this many grey levels of difference, averaged over a line of a place, is no ink.
const LIVELY: f32 = 0.6;

/// Numbers are at least so high and wide, in pixels.
const LEAST: usize = 5;

/// A side whose numbers agree so well tells what numbers look like, 0 to 1.
const SURE: f32 = 0.95;

/// The numbers of one side of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The box that contains the ink of the first number: left, top, width, height.
    pub first: [f32; 4],
    /// 0 to 1: how well looks and numbers agree.
    pub agreement: f32,
    /// 0 to 1: how much less equal numbers differ than different ones.
    pub sharpness: f32,
}

impl Band {
    /// Agreement, and a little sharpness.
    pub fn merit(&self) -> f32 {
        self.agreement * (0.7 + 0.3 * self.sharpness)
    }
}

/// How far the pitch may be off, as a share of it.
const PITCH_REACH: f32 = 0.05;

/// In how many steps to each side it is tried: each moves the last of eight numbers by about half a
/// pixel where the pitch is 45 pixels.
const PITCH_STEPS: i32 = 37;

/// The grid with the pitches at which equal numbers look most equal.
pub fn fit(picture: &Picture, sketch: &BoardSketch, grid: Grid) -> Option<Grid> {
    let mut fitted = grid;
    for (axis, numbers) in [&sketch.above, &sketch.left].into_iter().enumerate() {
        let tried = |step: i32| {
            let mut grid = grid;
            let pitch = grid.pitch[axis];
            grid.pitch[axis] *= 1.0 + PITCH_REACH * step as f32 / PITCH_STEPS as f32;
            let middle = (numbers.len() as f32 - 1.0) / 2.0;
            grid.first[axis] += middle * (pitch - grid.pitch[axis]);
            let band = Side::new(picture, numbers, grid, axis, 0).band()?;
            // Of equals the smallest change.
            Some((
                band.agreement + band.sharpness - 0.002 * step.abs() as f32,
                grid,
            ))
        };
        let best = (-PITCH_STEPS..=PITCH_STEPS).filter_map(tried);
        let (_, best) = best.max_by(|a, b| a.0.total_cmp(&b.0))?;
        fitted.pitch[axis] = best.pitch[axis];
        fitted.first[axis] = best.first[axis];
    }
    Some(fitted)
}

/// The numbers above and left of a grid.
pub fn find(picture: &Picture, sketch: &BoardSketch, grid: Grid) -> Option<[Band; 2]> {
    let side = |numbers: &[u8], axis: usize| {
        let bands = [0, 1].map(|play| Side::new(picture, numbers, grid, axis, play).band());
        let bands = bands.into_iter().flatten();
        bands.max_by(|a, b| a.merit().total_cmp(&b.merit()))
    };
    let mut bands = [side(&sketch.above, 0)?, side(&sketch.left, 1)?];
    let sure = usize::from(bands[1].merit() > bands[0].merit());
    // On plates that differ, numbers are told by those of the other side.
    if bands[sure].agreement >= SURE && bands[1 - sure].agreement < SURE {
        let known = Known::new(picture, sketch, grid, sure, bands[sure]);
        let like = known.find(1 - sure);
        bands[1 - sure] = like
            .filter(|like| like.merit() > bands[1 - sure].merit())
            .unwrap_or(bands[1 - sure]);
    }
    Some(bands)
}

/// One side of the board. *Along* is the direction from number to number, *away* leads away from the
/// board.
struct Side<'a> {
    picture: &'a Picture,
    numbers: &'a [u8],
    grid: Grid,
    axis: usize,
    along: usize,
    away: usize,
    /// The usual colour of each line of each number's place: a page may get darker from one to the next, and plates
    /// of many colours may lie on it.
    grounds: Vec<Vec<[f32; 3]>>,
    /// How far plates and frames may be off their places, in pixels.
    play: usize,
}

impl<'a> Side<'a> {
    fn new(picture: &'a Picture, numbers: &'a [u8], grid: Grid, axis: usize, play: usize) -> Self {
        let room = grid.first[1 - axis].max(0.0);
        let mut side = Self {
            picture,
            numbers,
            grid,
            axis,
            along: grid.pitch[axis].ceil() as usize,
            away: room.min(grid.pitch[1 - axis] * DEPTH) as usize,
            grounds: vec![Vec::new(); numbers.len()],
            play,
        };
        side.grounds = (0..numbers.len()).map(|index| side.ground(index)).collect();
        side
    }

    fn ground(&self, index: usize) -> Vec<[f32; 3]> {
        let line = |away: usize| {
            let pixels = (0..self.along).map(|along| self.plain(index, along, away));
            median(&pixels.collect::<Vec<_>>())
        };
        (0..self.away).map(line).collect()
    }

    /// A pixel of a number's place: `along` from its start, `away` from the board's edge; less the
    /// usual colour of its line there.
    fn pixel(&self, index: usize, along: usize, away: usize) -> [f32; 3] {
        let pixel = self.plain(index, along, away);
        let ground = self.grounds[index][away];
        std::array::from_fn(|i| pixel[i] - ground[i])
    }

    /// The same as it is in the picture.
    fn plain(&self, index: usize, along: usize, away: usize) -> [f32; 3] {
        let start = self.grid.first[self.axis] + index as f32 * self.grid.pitch[self.axis];
        let gap = (self.grid.pitch[self.axis] - self.grid.size[self.axis]) / 2.0;
        let a = (start - gap).round() as i32 + along as i32;
        let b = self.grid.first[1 - self.axis].round() as i32 - 1 - away as i32;
        match self.axis {
            0 => self.picture.pixel(a, b),
            _ => self.picture.pixel(b, a),
        }
    }

    fn band(&self) -> Option<Band> {
        let differences = self.differences();
        let lines =
            |share: fn(&Excess) -> f32| -> Vec<f32> { differences.iter().map(share).collect() };
        let excess = lines(|e| e.different - e.equal);
        let largest = excess.iter().copied().fold(0.0, f32::max);
        if largest < LIVELY {
            return None;
        }
        let mut best: Option<(f32, Band)> = None;
        let longest = 1.6 * self.grid.pitch[1 - self.axis];
        let limits = [0.12, 0.3, 0.5].into_iter();
        for (from, to) in limits.flat_map(|share| runs(&excess, share * largest)) {
            if to - from < LEAST || (to - from) as f32 > longest {
                continue;
            }
            let (agreement, sharpness) = self.agreement(from, to);
            // Of equally good places the one next to the board.
            let score = agreement - 0.02 * from as f32 / self.grid.pitch[1 - self.axis];
            if best.is_none_or(|(most, _)| score > most) {
                let band = Band {
                    first: self.area(from, to),
                    agreement,
                    sharpness,
                };
                best = Some((score, band));
            }
        }
        best.map(|(_, band)| band)
    }

    /// For each line away from the board: how much numbers differ there.
    fn differences(&self) -> Vec<Excess> {
        (0..self.away)
            .map(|away| {
                let strip = |index| -> Vec<[f32; 3]> {
                    (0..self.along)
                        .map(|along| self.pixel(index, along, away))
                        .collect()
                };
                self.excess(
                    &(0..self.numbers.len()).map(strip).collect::<Vec<_>>(),
                    self.play,
                )
            })
            .collect()
    }

    /// How much the looks of equal and of different numbers differ, on average.
    fn excess(&self, looks: &[Vec<[f32; 3]>], play: usize) -> Excess {
        let mut sums = [(0.0, 0); 2];
        for (i, j) in pairs(looks.len()) {
            let kind = usize::from(self.numbers[i] == self.numbers[j]);
            sums[kind].0 += self.apart(&looks[i], &looks[j], play);
            sums[kind].1 += 1;
        }
        let mean = |(sum, count): (f32, i32)| sum / count.max(1) as f32;
        Excess {
            different: mean(sums[0]),
            equal: mean(sums[1]),
        }
    }

    /// The mean difference of two looks, line by line along the board; what is found within `play`
    /// pixels is none.
    fn apart(&self, a: &[[f32; 3]], b: &[[f32; 3]], play: usize) -> f32 {
        let width = self.along.min(a.len());
        let lines = a.chunks(width).zip(b.chunks(width));
        let sum: f32 = match play {
            0 => a.iter().zip(b).map(|(a, b)| step(a, b)).sum(),
            play => {
                let both = |(a, b)| (off(a, b, play) + off(b, a, play)) / 2.0;
                lines.map(both).sum()
            }
        };
        sum / a.len().max(1) as f32
    }

    /// How well the looks between two depths agree with the numbers, as in [`agreement`].
    fn agreement(&self, from: usize, to: usize) -> (f32, f32) {
        let look = |index: usize| -> Vec<[f32; 3]> {
            (from..to)
                .flat_map(|away| (0..self.along).map(move |along| (along, away)))
                .map(|(along, away)| self.pixel(index, along, away))
                .collect()
        };
        let looks: Vec<_> = (0..self.numbers.len()).map(look).collect();
        let (mut equal, mut different) = (Vec::new(), Vec::new());
        for (i, j) in pairs(looks.len()) {
            let apart = self.apart(&looks[i], &looks[j], self.play);
            match self.numbers[i] == self.numbers[j] {
                true => equal.push(apart),
                false => different.push(apart),
            }
        }
        agreement(&equal, &different)
    }

    /// The box of the first number's ink, for numbers between two depths.
    fn area(&self, from: usize, to: usize) -> [f32; 4] {
        let along: Vec<f32> = (0..self.along)
            .map(|along| {
                let strip = |index| -> Vec<[f32; 3]> {
                    (from..to)
                        .map(|away| self.pixel(index, along, away))
                        .collect()
                };
                let looks: Vec<_> = (0..self.numbers.len()).map(strip).collect();
                let excess = self.excess(&looks, 0);
                excess.different - excess.equal
            })
            .collect();
        let largest = along.iter().copied().fold(0.0, f32::max);
        // Without equal numbers nothing tells ink from the edges of plates.
        let telling = pairs(self.numbers.len()).any(|(i, j)| self.numbers[i] == self.numbers[j]);
        let limit = if telling { 0.2 * largest } else { f32::MIN };
        let is_ink = |excess: &f32| *excess > limit;
        let start = along.iter().position(is_ink).unwrap_or(0);
        let end = along
            .iter()
            .rposition(is_ink)
            .map_or(self.along, |last| last + 1);
        let gap = (self.grid.pitch[self.axis] - self.grid.size[self.axis]) / 2.0;
        let a = (self.grid.first[self.axis] - gap).round() + start as f32;
        let b = self.grid.first[1 - self.axis].round() - to as f32;
        let (length, depth) = ((end - start) as f32, (to - from) as f32);
        match self.axis {
            0 => [a, b, length, depth],
            _ => [b, a, depth, length],
        }
    }
}

/// The share of pairs of an equal and an unequal pair in which the equal one differs less, and how much less it differs
/// on average.
fn agreement(equal: &[f32], different: &[f32]) -> (f32, f32) {
    if equal.is_empty() {
        return (0.9, 0.5);
    }
    let wins = equal
        .iter()
        .flat_map(|e| different.iter().map(move |d| f32::from(u8::from(e < d))));
    let share = wins.sum::<f32>() / (equal.len() * different.len()).max(1) as f32;
    let mean = |list: &[f32]| list.iter().sum::<f32>() / list.len().max(1) as f32;
    let sharpness = 1.0 - (mean(equal) / mean(different).max(0.1)).min(1.0);
    (share, sharpness)
}

/// How much looks of different and of equal numbers differ.
#[derive(Clone, Copy, Debug)]
struct Excess {
    different: f32,
    equal: f32,
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
}

fn step(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f32::max)
}

/// How much of a line is not found in another within `play` pixels.
fn off(a: &[[f32; 3]], b: &[[f32; 3]], play: usize) -> f32 {
    let nearest = |(at, here): (usize, &[f32; 3])| {
        let near = &b[at.saturating_sub(play)..(at + play + 1).min(b.len())];
        near.iter()
            .map(|there| step(here, there))
            .fold(f32::MAX, f32::min)
    };
    a.iter().enumerate().map(nearest).sum()
}

/// Runs of values above a limit; gaps of two are bridged.
fn runs(values: &[f32], limit: f32) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in values.iter().enumerate().filter(|(_, v)| **v > limit) {
        match runs.last_mut() {
            Some((_, end)) if at <= *end + 2 => *end = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}
