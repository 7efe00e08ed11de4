//! Where edges run in a picture, and how well they run where a text says that one thing ends and another begins.

use image::RgbaImage;
use rayon::prelude::*;

use super::{TilePlace, oblong};
use crate::vision::apart;
use crate::vision::tiles::{Lattice, climb};
pub(super) use nudge::{rounded, wholes, widened};
pub(super) use sharp::Ridges;
use sharp::{agreement, widen, within};

mod nudge;
mod sharp;

/// Steps of a channel count up to so many levels: a bold edge is no more than an edge. Chosen.
const BOLD: f32 = 40.0;

/// The part of a border that is looked at, as a share of a tile: corners may be round.
const STRETCH: f64 = 0.6;

/// Edges count by how near they are to where tiles meet, at first up to about so far, then nearer. As a share of a
/// tile; by trial.
const REACHES: [f64; 2] = [0.18, 0.1];

/// Where a thing ends there is no edge farther outside than this. Pixels; chosen.
const BLUR: f64 = 1.2;

/// The steps by which a place is moved, as a share of that. Chosen.
const STEP: f64 = 0.7;

/// How much it counts in the end how alike tiles are. By trial.
pub(super) const ALIKE: f32 = 0.1;

/// How much it counts where edges are not around the middle of a border: two things have a rim each. By trial.
const ASKEW: f32 = 0.1;

/// How much it counts that tiles are square. By trial.
const OBLONG: f32 = 2.0;

/// Where things end an edge is seen so near. As a share of a tile; by trial.
const EDGE: f64 = 0.1;

/// Things as large as their tiles are likelier than smaller ones by so much. By trial.
const SMALLER: f32 = 0.02;

/// Tiles of a whole number of pixels are likelier than others by so much: as a share of what sharp edges tell. By
/// trial.
const LIKELIER: f32 = 0.03;

/// A thing may have a line along its outline, of which the inner edge is the bolder one: the outer is looked for so far
/// outside. As shares of a tile; chosen.
const INSETS: [f64; 5] = [0.0, 0.04, 0.08, 0.12, 0.16];

/// A border between two tiles: the second is beside the first, or below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    pub column: i32,
    pub row: i32,
    pub beside: bool,
    /// What covers the two: 0 is nothing.
    pub things: [usize; 2],
    /// Whether one of them is outside of the board, which may look like anything.
    pub at_rim: bool,
}

impl Border {
    /// Whether something ends there.
    pub fn is_edge(&self) -> bool {
        self.things[0] != self.things[1]
    }

    /// Where the thing is if one ends there and nothing begins: 1 is behind the border, -1 before it, 0 if none ends, or two
    /// touch.
    pub fn end(&self) -> f64 {
        match self.things {
            [0, _] => 1.0,
            [_, 0] => -1.0,
            _ => 0.0,
        }
    }

    /// Whether it runs along this axis, and a point is no farther from it than a share of a tile.
    pub fn is_near(&self, axis: usize, at: [f64; 2], lattice: &Lattice, share: f64) -> bool {
        let middle = self.middle(lattice);
        let off = |axis: usize| (at[axis] - middle[axis]).abs() / lattice.pitch[axis];
        self.beside == (axis == 0) && off(axis) < share && off(1 - axis) < 0.5 + share
    }

    /// Its middle.
    fn middle(&self, lattice: &Lattice) -> [f64; 2] {
        let [left, top, width, height] = lattice.tile(self.column, self.row);
        match self.beside {
            true => [left + width, top + height / 2.0],
            false => [left + width / 2.0, top + height],
        }
    }
}

/// How much each pixel differs from the ones around it, summed along columns and along rows.
pub(super) struct Steps {
    width: usize,
    height: usize,
    /// Of steps to the right, sums down each column; of steps down, sums along each row.
    sums: [Vec<f32>; 2],
}

impl Steps {
    pub fn of(image: &RgbaImage) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let bytes = image.as_raw();
        let pixel = |x: usize, y: usize| {
            let at = (y * width + x) * 4;
            [bytes[at], bytes[at + 1], bytes[at + 2]]
        };
        let across = |x: usize, y: usize| match (x, x + 1 < width) {
            (1.., true) => f32::from(apart(pixel(x - 1, y), pixel(x + 1, y))).min(BOLD),
            _ => 0.0,
        };
        let down = |x: usize, y: usize| match (y, y + 1 < height) {
            (1.., true) => f32::from(apart(pixel(x, y - 1), pixel(x, y + 1))).min(BOLD),
            _ => 0.0,
        };
        let mut sums = [0, 1].map(|_| vec![0.0; (width + 1) * (height + 1)]);
        for y in 0..height {
            for x in 0..width {
                let at = (y + 1) * (width + 1) + x;
                sums[0][at] = sums[0][at - width - 1] + across(x, y);
                let at = y * (width + 1) + x + 1;
                sums[1][at] = sums[1][at - 1] + down(x, y);
            }
        }
        Self {
            width,
            height,
            sums,
        }
    }

    /// Width and height of the picture.
    pub fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }

    /// How sharp an edge is at a pixel, over so many pixels to both sides along it: one that runs down (axis 0), or
    /// across.
    fn sharp(&self, axis: usize, x: usize, y: usize, half: usize) -> f32 {
        let sums = &self.sums[axis];
        let sum = |x: usize, y: usize| sums[y * (self.width + 1) + x];
        let (along, length) = if axis == 0 {
            (y, self.height)
        } else {
            (x, self.width)
        };
        let (from, to) = (along.saturating_sub(half), (along + half).min(length));
        let total = match axis {
            0 => sum(x, to) - sum(x, from),
            _ => sum(to, y) - sum(from, y),
        };
        total / (to - from).max(1) as f32
    }

    /// The edges that are as long as most of a tile's side. Each is drawn out to `reach` tiles at both sides.
    pub fn ridges(&self, pitch: f64, reach: f64) -> Ridges {
        let half = half(pitch);
        let reach = (reach * pitch).round() as usize;
        let (width, height) = (self.width, self.height);
        let mut sharp = [0, 1].map(|axis| {
            let at = |index: usize| self.sharp(axis, index % width, index / width, half);
            (0..width * height).map(at).collect::<Vec<f32>>()
        });
        let mut line = Vec::new();
        for row in sharp[0].chunks_mut(width) {
            widen(row, reach, &mut line);
        }
        let mut column = vec![0.0; height];
        for x in 0..width {
            for (y, to) in column.iter_mut().enumerate() {
                *to = sharp[1][y * width + x];
            }
            widen(&mut column, reach, &mut line);
            for (y, from) in column.iter().enumerate() {
                sharp[1][y * width + x] = *from;
            }
        }
        Ridges {
            width,
            height,
            sharp,
        }
    }

    /// The places near these at which edges run exactly where things end.
    pub fn closely(
        &self,
        borders: &[Border],
        extent: [usize; 2],
        coarse: &[Lattice],
        unlike: impl Fn(&Lattice) -> f32 + Sync,
    ) -> Vec<TilePlace> {
        let ends: Vec<&Border> = borders.iter().filter(|border| border.is_edge()).collect();
        // Where no two things touch there are outlines only.
        let insets = match ends.iter().all(|border| border.end() != 0.0) {
            true => &INSETS[..],
            false => &INSETS[..1],
        };
        let both = coarse
            .par_iter()
            .flat_map(|lattice| [false, true].map(|smaller| (lattice, smaller)));
        let fits = both.map(|(lattice, smaller)| {
            let blunt = |lattice: &Lattice, reach: f64, outside: f32| {
                let near = ends
                    .iter()
                    .map(|border| self.near(border, lattice, reach, outside));
                let near: Vec<Near> = near.collect();
                OBLONG * oblong(lattice) - even(&near, smaller) / ends.len() as f32
            };
            let closer = |lattice: Lattice, reach: &f64| {
                climb(lattice, extent, STEP * reach, |lattice| {
                    blunt(lattice, *reach, 1.0)
                })
            };
            let near = REACHES.iter().fold(*lattice, closer);
            let [.., reach] = REACHES;
            let cost = |lattice: &Lattice| blunt(lattice, reach, -1.0) + ALIKE * unlike(lattice);
            let fits = insets.iter().map(|inset| {
                let start = widened(near, &ends, *inset);
                let fit = climb(start, extent, STEP * reach, cost);
                (cost(&fit), fit)
            });
            let best = fits.min_by(|a, b| a.0.total_cmp(&b.0));
            let (costs, exact) = best.expect("there is always an inset");
            let wholes = wholes(exact, extent).map(|whole| {
                let whole = moved(whole, extent, STEP * reach, cost);
                (cost(&whole), whole)
            });
            let whole = wholes.min_by(|a, b| a.0.total_cmp(&b.0));
            let whole = whole.filter(|(whole, _)| *whole < costs + LIKELIER);
            let lattice = whole.map_or(exact, |(_, whole)| rounded(whole));
            self.told(borders, lattice, smaller)
        });
        fits.collect()
    }

    /// A place, and how well edges agree with it.
    pub fn told(&self, borders: &[Border], lattice: Lattice, smaller: bool) -> TilePlace {
        let ends = borders.iter().filter(|border| border.is_edge());
        let (off, count) = ends.fold((0.0, 0.0), |(off, count), border| {
            (off + self.off(border, &lattice), count + 1.0)
        });
        let off: f32 = off / f32::max(count, 1.0);
        let agreement = agreement(borders, |border| self.at(border, &lattice));
        TilePlace {
            lattice,
            agreement: agreement * (1.0 - ASKEW * off.min(1.0))
                - if smaller { SMALLER } else { 0.0 },
        }
    }

    /// How sharp edges are at a border: the nearer the more they count. Where a thing ends, edges beyond that count
    /// `outside` times.
    fn near(&self, border: &Border, lattice: &Lattice, reach: f64, outside: f32) -> Near {
        let wide = reach * lattice.pitch[0];
        let profile = self.profile(border, lattice, 2.0 * reach);
        let (mut sum, mut moment) = (0.0, 0.0);
        for (off, sharp) in profile {
            let far = (off / wide) as f32;
            let near = sharp * sharp * (-far * far).exp();
            let beyond = off * border.end() < -BLUR;
            sum += near * if beyond { outside } else { 1.0 };
            moment += near * far;
        }
        let scale = BOLD * BOLD * wide as f32;
        Near {
            sum: sum / scale,
            moment: moment / scale,
            end: border.end() as f32,
        }
    }

    /// How sharp the sharpest edge at a border is, in levels; one that is farther off it counts less.
    fn at(&self, border: &Border, lattice: &Lattice) -> f32 {
        let wide = EDGE * lattice.pitch[0];
        let profile = self.profile(border, lattice, 2.0 * EDGE);
        let all =
            profile.map(|(off, sharp)| sharp * (2.0 - off.abs() / wide).clamp(0.0, 1.0) as f32);
        all.fold(0.0, f32::max)
    }

    /// How far the middle of the edges near a border is off it: as a share of how far an edge may be.
    fn off(&self, border: &Border, lattice: &Lattice) -> f32 {
        self.leans(border, lattice).abs() / (EDGE * lattice.pitch[0]) as f32
    }

    /// How far the middle of the edges near a border is behind it, in pixels.
    pub fn leans(&self, border: &Border, lattice: &Lattice) -> f32 {
        let (mut sum, mut moment) = (0.0, 0.0);
        for (off, sharp) in self.profile(border, lattice, 2.0 * EDGE) {
            sum += sharp * sharp;
            moment += sharp * sharp * off as f32;
        }
        moment / sum.max(1.0)
    }

    /// How sharp edges are along a border, each with how far it is off it in pixels, up to a share of a tile.
    fn profile(
        &self,
        border: &Border,
        lattice: &Lattice,
        reach: f64,
    ) -> impl Iterator<Item = (f64, f32)> {
        let axis = usize::from(!border.beside);
        let pitch = lattice.pitch[axis];
        let middle = border.middle(lattice);
        let line = middle[axis];
        let range = (|| {
            let from = within(line - reach * pitch, self.size()[axis])?;
            let to = within(line + reach * pitch, self.size()[axis])?;
            Some((
                within(middle[1 - axis], self.size()[1 - axis])?,
                from..to + 1,
            ))
        })();
        let (across, range) = range.unwrap_or((0, 0..0));
        range.map(move |at| {
            let [x, y] = if axis == 0 {
                [at, across]
            } else {
                [across, at]
            };
            (at as f64 + 0.5 - line, self.sharp(axis, x, y, half(pitch)))
        })
    }
}

/// Edges near a border.
struct Near {
    /// How sharp they are, 0 to about 1.
    sum: f32,
    /// How much more of that is behind the border than before it.
    moment: f32,
    /// As of [`Border::end`].
    end: f32,
}

/// How sharp edges are at borders, and how evenly they lie around them, added up. Where things are `smaller` than their
/// tiles those of ends lie as far inside as at other ends.
fn even(near: &[Near], smaller: bool) -> f32 {
    let ends = near.iter().filter(|near| near.end != 0.0);
    let (inside, all) = ends.fold((0.0, 0.0), |(inside, all), near| {
        (inside + near.moment * near.end, all + near.sum.max(0.0))
    });
    let inset = match smaller {
        true => (inside / f32::max(all, 0.001)).clamp(0.0, 1.0),
        false => 0.0,
    };
    let askew = |near: &Near| match near.end {
        0.0 => near.moment,
        end => near.moment * end - inset * near.sum.max(0.0),
    };
    near.iter().map(|near| near.sum - askew(near).abs()).sum()
}

/// The place with tiles of this size that costs least, near this one.
fn moved(
    lattice: Lattice,
    extent: [usize; 2],
    share: f64,
    cost: impl Fn(&Lattice) -> f32,
) -> Lattice {
    climb(lattice, extent, share, |moved| {
        match moved.pitch == lattice.pitch {
            true => cost(moved),
            false => f32::MAX,
        }
    })
}

/// Half of the stretch of a border that is looked at, in pixels.
fn half(pitch: f64) -> usize {
    ((STRETCH * pitch / 2.0).round() as usize).max(1)
}
