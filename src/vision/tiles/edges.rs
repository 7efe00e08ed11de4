//! What runs between things, and how that differs from what is on them.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::super::border::{self, Border, EdgeLimits, Side, contrasts, mostly};
use super::joins::{DOWN, RIGHT};
use super::looks::PAGE;
use super::{Lattice, TileExample};

/// Where along a border it is told whether an edge runs there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Along {
    /// By most of it.
    #[default]
    Most,
    /// By what is near both its ends: a picture in the middle of a thing may lie across it.
    Ends,
}

/// Near its ends a border tells edges only where it does so better by this much: of two contrasts by which share of
/// their sum they differ. Chosen: there corners are round.
const BETTER: f32 = 0.2;

/// An edge tells that clearly from what is on things: it is nine times as sharp. Chosen.
const CLEAR: f32 = 0.8;

/// How sharp edges are between things, and within them: beside each other, below each other.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    limits: [(Along, EdgeLimits); 2],
    /// Why they are not known: there never were two things, and how one ends may be on things, too.
    pub(super) unknown: Option<String>,
    /// Letters of what is no thing, side by side on boards with an edge between: lines run between free cells, too.
    apart: Vec<[char; 2]>,
}

/// The contrasts that were seen.
#[derive(Debug, Default)]
struct Shown {
    /// The sharpest within a thing, the least sharp between two, and at the end of one.
    within: Option<f32>,
    between: Option<f32>,
    at_ends: Option<f32>,
}

impl Edges {
    /// By examples in which it is known what goes on where.
    ///
    /// # Errors
    /// Edges look like what is on things.
    pub(super) fn learn(examples: &[(&RgbaImage, &TileExample)]) -> Result<Self, String> {
        let mut learned = Self::default();
        let shown = [RIGHT, DOWN].map(|side| Shown::by(examples, side));
        let mut vague = None;
        for (at, (along, shown)) in shown.iter().enumerate() {
            match shown.limits() {
                Ok(limits) => learned.limits[at] = (*along, limits),
                Err(why) if shown.between.is_none() => {
                    learned.unknown = Some(why);
                    vague = Some(at);
                }
                Err(why) => return Err(why),
            }
        }
        // Things are drawn alike across and down.
        if let Some(at) = vague
            && let [(_, own), (along, other)] = [&shown[at], &shown[1 - at]]
            && let Some(limits) = own.as_of(other)
        {
            learned.limits[at] = (*along, limits);
            learned.unknown = None;
        }
        for (picture, example) in examples {
            learned.set_apart(picture, example);
        }
        Ok(learned)
    }

    fn set_apart(&mut self, picture: &RgbaImage, example: &TileExample) {
        let letters: BTreeMap<[i32; 2], char> = example
            .tiles()
            .filter(|(column, row, letter)| {
                *letter != PAGE && example.joins(*column, *row).is_none()
            })
            .map(|(column, row, letter)| ([column, row], letter))
            .collect();
        for ([column, row], letter) in &letters {
            for (side, next) in [(RIGHT, [column + 1, *row]), (DOWN, [*column, row + 1])] {
                let Some(next) = letters.get(&next) else {
                    continue;
                };
                let border = self.between(picture, &example.lattice(), [*column, *row], side);
                if border.divided {
                    self.apart.extend([[*letter, *next], [*next, *letter]]);
                }
            }
        }
    }

    /// What runs between a tile and the next one on a side of it.
    pub(super) fn between(
        &self,
        picture: &RgbaImage,
        lattice: &Lattice,
        at: [i32; 2],
        side: u8,
    ) -> Border {
        let (along, limits) = self.limits[usize::from(side == DOWN)];
        match self.unknown {
            Some(_) => Border::NONE,
            None => Border::by(
                contrast(picture, lattice, at, (side, along), Side::Both),
                limits,
            ),
        }
    }

    /// Whether an edge was seen between tiles of these letters, none of which is a thing.
    pub(super) fn are_apart(&self, letters: [char; 2]) -> bool {
        self.apart.contains(&letters)
    }

    /// Whether an edge was seen between two letters that are one and the same but for signs on them: signs have outlines.
    pub(super) fn outline_signs(&self, plain: impl Fn(char) -> char) -> bool {
        let differ = |[a, b]: &[char; 2]| a != b && plain(*a) == plain(*b);
        self.apart.iter().any(differ)
    }
}

impl Shown {
    /// What examples show on a side of tiles, and where along their borders it tells more.
    fn by(examples: &[(&RgbaImage, &TileExample)], side: u8) -> (Along, Self) {
        let [most, ends] = [Along::Most, Along::Ends].map(|along| {
            let mut shown = Self::default();
            for (picture, example) in examples {
                shown.add(picture, example, (side, along));
            }
            tracing::debug!(side, ?along, ?shown, "edges");
            shown
        });
        match ends.told() > most.told() + BETTER {
            true => (Along::Ends, ends),
            false => (Along::Most, most),
        }
    }

    /// The limits by which things are told that never met on this side, but on the other.
    fn as_of(&self, other: &Self) -> Option<EdgeLimits> {
        let within = [self.within?, other.within?].into_iter().reduce(f32::max);
        EdgeLimits::learn(within, Some(other.between?))
    }

    /// The limits by which things are told.
    fn limits(&self) -> Result<EdgeLimits, String> {
        let between = self.edge();
        EdgeLimits::learn(self.within, between).ok_or_else(|| {
            format!(
                "where two things meet it looks like the middle of one: a contrast of {:.0}, and {:.0} on \
                 things themselves",
                between.unwrap_or(0.0),
                self.within.unwrap_or(0.0)
            )
        })
    }

    /// The least sharp edge between two things, or at the end of one: an end is looked at from one side only, so it counts
    /// where no two things met, and where it is as clear as an edge that may be. A few things may have met that are of
    /// colours that differ more than others.
    fn edge(&self) -> Option<f32> {
        let usual = EdgeLimits::default().edge;
        let clear = |end: &f32| *end > usual && self.tells(*end) > CLEAR;
        match self.between {
            Some(between) => {
                let end = self.at_ends.filter(clear);
                Some(end.map_or(between, |end| between.min(end)))
            }
            None => self.at_ends,
        }
    }

    /// How well edges are told from what is on things, -1 to 1.
    fn told(&self) -> f32 {
        self.tells(self.edge().unwrap_or(0.0))
    }

    fn tells(&self, edge: f32) -> f32 {
        let within = self.within.unwrap_or(0.0);
        (edge - within) / (edge + within).max(1.0)
    }

    fn add(&mut self, picture: &RgbaImage, example: &TileExample, (side, along): (u8, Along)) {
        let lattice = example.lattice();
        let most =
            |known: &mut Option<f32>, seen: f32| *known = Some(known.unwrap_or(0.0).max(seen));
        let least = |known: &mut Option<f32>, seen: f32| {
            *known = Some(known.unwrap_or(f32::MAX).min(seen));
        };
        for (column, row, letter) in example.tiles() {
            let (right, down) = if side == RIGHT { (1, 0) } else { (0, 1) };
            let here = example.joins(column, row);
            let there = example.joins(column + right, row + down);
            let sides = match (here, there) {
                (Some(_), Some(_)) => Side::Both,
                (Some(_), None) => Side::First,
                (None, Some(_)) => Side::Second,
                (None, None) => continue,
            };
            let seen = contrast(picture, &lattice, [column, row], (side, along), sides);
            match sides {
                Side::Both if here.is_some_and(|here| here & side != 0) => {
                    most(&mut self.within, seen)
                }
                Side::Both => least(&mut self.between, seen),
                _ if letter != PAGE => least(&mut self.at_ends, seen),
                _ => {}
            }
        }
    }
}

/// How sharp the border of a tile on a side is.
fn contrast(
    picture: &RgbaImage,
    lattice: &Lattice,
    [column, row]: [i32; 2],
    (side, along): (u8, Along),
    sides: Side,
) -> f32 {
    let (right, down) = if side == RIGHT { (1, 0) } else { (0, 1) };
    let (width, height) = picture.dimensions();
    let pixel = |x: i32, y: i32| {
        let x = x.clamp(0, width as i32 - 1) as u32;
        let y = y.clamp(0, height as i32 - 1) as u32;
        let [r, g, b, _] = picture.get_pixel(x, y).0;
        [r, g, b]
    };
    let cells = [[0, 0], [right, down]].map(|[x, y]| lattice.area(column + x, row + y));
    match along {
        Along::Most => mostly(contrasts(pixel, cells, sides, border::MIDDLE)),
        Along::Ends => contrasts(pixel, cells, sides, border::ENDS)
            .into_iter()
            .fold(f32::MAX, f32::min),
    }
}
