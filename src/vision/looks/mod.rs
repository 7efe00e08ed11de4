//! Reading a board by likeness: for games whose pictures are not the same pixels every time, because
//! sizes are fractions of pixels, edges are smoothed or floors are photographs.
//!
//! Cells are compared as small patches ([`cells`]), numbers by how well a digit's shape explains the
//! colours of its place ([`ink`]). What counts as alike is learned from the examples themselves.

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use self::cells::{Bare, Floor, Patch, Thing};
use self::ink::{Free, Mask};
use super::ramp;
use crate::plane::Rect;

mod again;
pub mod cells;
pub mod ink;
pub mod stack;

/// The pixels of a board: what is at a place.
pub trait Pixels: Fn(i32, i32) -> [u8; 3] {}
impl<T: Fn(i32, i32) -> [u8; 3]> Pixels for T {}

/// What an example shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The numbers above the columns and left of the rows.
    pub above: Vec<u8>,
    pub left: Vec<u8>,
    /// A letter a cell, a text a row; `.` is empty floor.
    pub cells: Vec<String>,
}

impl Shown {
    /// The letters, row by row.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.cells.iter().flat_map(|row| row.chars())
    }
}

/// The letter of empty floor.
pub const FLOOR: char = '.';

/// The letter of things that may look like anything: what is nothing else.
pub const OPEN: char = 'M';

/// Where the parts of a board are, cells row by row.
#[derive(Clone, Debug)]
pub struct Places {
    pub cells: Vec<Rect>,
    pub above: Vec<Rect>,
    pub left: Vec<Rect>,
}

/// Everything that was learned from examples.
#[derive(Clone, Debug)]
pub struct Looks {
    floor: Floor,
    things: Vec<Thing>,
    /// Of the numbers above, and of those on the left.
    masks: [Vec<Mask>; 2],
    /// The same, softened.
    soft: [Vec<Mask>; 2],
    free: [Free; 2],
    /// Of the masks.
    scale: f32,
    /// A number must fit so well, and so much better than the next.
    fit: f32,
    lead: f32,
}

/// The numbers that examples show: picture, side, value, place.
fn numbers<'a>(
    examples: &'a [(&RgbaImage, &Shown)],
    places: &'a Places,
) -> impl Iterator<Item = (&'a RgbaImage, Side, u8, Rect)> {
    examples.iter().flat_map(|(picture, shown)| {
        let above = shown.above.iter().zip(&places.above);
        let above = above.map(|number| (Side::Above, number));
        let left = shown.left.iter().zip(&places.left);
        let all = above.chain(left.map(|number| (Side::Left, number)));
        all.map(|(side, (value, area))| (*picture, side, *value, *area))
    })
}

/// A side of the board that has numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Above,
    Left,
}

/// The pixels of a picture; black outside.
pub fn pixels_of(picture: &RgbaImage) -> impl Pixels + '_ {
    |x, y| match picture.get_pixel_checked(x as u32, y as u32) {
        Some(pixel) => [pixel[0], pixel[1], pixel[2]],
        None => [0; 3],
    }
}

/// What a cell is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// None: certainly not floor, and nothing that was learned.
    pub letter: Option<char>,
    /// 0 to 1.
    pub confidence: f32,
    /// What it may be if it is not that.
    pub other: Option<char>,
}

/// A cell that differs from all things that were learned by less than this, relative to its
/// difference from floor, is one of them.
const ALIKE: f32 = 0.4;

/// How much more than that certainly is something else.
const UNLIKE: f32 = 1.2;

/// A number that fits a mask so well teaches nothing new.
const SAME: f32 = 0.985;

/// A number that fits so well, and so much better than the next, is worth to be confirmed.
const FAIR: [f32; 2] = [0.55, 0.025];

/// The same of one that was softened, which makes all numbers more alike.
const FAIR_IF_SOFT: [f32; 2] = [0.8, 0.06];

/// A number that is no more certain than this is looked at again, softened.
const DOUBTFUL: f32 = 0.5;

/// Numbers of which equal ones fit so much better than others are learned well.
const WELL_APART: f32 = 0.3;

/// Another way to learn them must be so much better.
const MARGIN: f32 = 0.05;

/// A number that fits nearly as well as the best, by so much, may be it.
const NEAR: f32 = 0.12;

impl Looks {
    /// Learns from pictures of which is known what they show. None if they have no number or no
    /// floor.
    pub fn learn(examples: &[(&RgbaImage, &Shown)], places: &Places) -> Option<Self> {
        let (mut bare, mut others) = (Vec::new(), Vec::new());
        for (picture, shown) in examples {
            for (index, (letter, area)) in shown.letters().zip(&places.cells).enumerate() {
                let patch = Patch::new(&pixels_of(picture), *area);
                match letter {
                    FLOOR => bare.push((index, patch)),
                    _ => others.push((letter, patch)),
                }
            }
        }
        if bare.is_empty() {
            return None;
        }
        let patches: Vec<Patch> = others.iter().map(|(_, patch)| patch.clone()).collect();
        let floor = Floor::learn(bare, &patches);
        let mut things: Vec<Thing> = others
            .into_iter()
            .map(|(letter, patch)| Thing::new(letter, patch, &floor))
            .collect();
        cells::set_limits(&mut things, &floor, ALIKE);
        let mut looks = Self {
            floor,
            things,
            masks: Default::default(),
            soft: Default::default(),
            free: Default::default(),
            scale: ink::scale(
                places
                    .above
                    .first()?
                    .height
                    .min(places.left.first()?.height),
            ),
            fit: 0.0,
            lead: 0.0,
        };
        looks.learn_numbers(examples, places);
        looks
            .masks
            .iter()
            .any(|masks| !masks.is_empty())
            .then_some(looks)
    }

    /// Learns the numbers in the way in which equal ones are most alike, and others least: what is
    /// around the numbers of a side is their ground, or they are on tight plates.
    fn learn_numbers(&mut self, examples: &[(&RgbaImage, &Shown)], places: &Places) {
        let mut best = f32::MIN;
        for open in [[true, true], [false, false], [true, false], [false, true]] {
            let mut tried = self.clone();
            let lead = tried.learn_masks(examples, places, open);
            if lead > best + MARGIN {
                best = lead;
                *self = tried;
            }
            if best > WELL_APART {
                break;
            }
        }
    }

    /// Learns masks, whether or not the ground of a side's numbers is what is around them; by how much
    /// equal numbers fit better than others.
    fn learn_masks(
        &mut self,
        examples: &[(&RgbaImage, &Shown)],
        places: &Places,
        open: [bool; 2],
    ) -> f32 {
        self.masks = Default::default();
        self.free = [Side::Above, Side::Left].map(|side| {
            let own = numbers(examples, places).filter(|(_, at, ..)| *at == side);
            let own: Vec<_> = own
                .map(|(picture, .., area)| (pixels_of(picture), area))
                .collect();
            Free::learn(&own, self.scale, open[side as usize])
        });
        for (picture, side, value, area) in numbers(examples, places) {
            let known = self.fits(&pixels_of(picture), side, area);
            if known.iter().any(|(fit, of)| *of == value && *fit > SAME) {
                continue;
            }
            let free = &self.free[side as usize];
            let mask = Mask::new(value, &pixels_of(picture), area, self.scale, free);
            self.masks[side as usize].extend(mask);
        }
        let soft = |masks: &Vec<Mask>| masks.iter().map(Mask::soft).collect();
        self.soft = self.masks.each_ref().map(soft);
        self.learn_limits(examples, places)
    }

    /// How well numbers fit that are the same, and those that are not: each number that was seen is
    /// compared with all others. Returns the least difference.
    fn learn_limits(&mut self, examples: &[(&RgbaImage, &Shown)], places: &Places) -> f32 {
        let (mut same, mut other) = (1.0f32, 0.0f32);
        for (picture, side, value, area) in numbers(examples, places) {
            let mut own = 0.0;
            for (fit, of) in self.fits(&pixels_of(picture), side, area) {
                match of == value {
                    true => own = fit,
                    false => other = other.max(fit),
                }
            }
            same = same.min(own);
        }
        // A number fits its own mask better than it will fit those of others.
        self.fit = (0.85 * same).min(0.5 * (same + other)).max(0.4);
        self.lead = (0.25 * (same - other)).clamp(0.02, 0.08);
        same - other
    }

    fn fits(&self, pixels: &impl Pixels, side: Side, area: Rect) -> Vec<(f32, u8)> {
        let free = &self.free[side as usize];
        let square = ink::Square::new(pixels, area, self.scale, free);
        ink::fits(by_side(&self.masks, side), &square)
    }

    /// The same, of softened pictures: where digits are drawn between pixels without smooth edges, no
    /// two are the same pixels.
    fn soft_fits(&self, pixels: &impl Pixels, side: Side, area: Rect) -> Vec<(f32, u8)> {
        let free = &self.free[side as usize];
        let square = ink::Square::soft(pixels, area, self.scale, free);
        ink::fits(by_side(&self.soft, side), &square)
    }

    /// The numbers that were never seen, up to `largest`.
    pub fn missing(&self, largest: u8) -> Vec<u8> {
        let seen = |value: &u8| self.masks.iter().flatten().any(|mask| mask.value == *value);
        (0..=largest).filter(|value| !seen(value)).collect()
    }

    /// Whether a thing of this letter was seen.
    pub fn knows(&self, letter: char) -> bool {
        self.things.iter().any(|thing| thing.letter == letter)
    }

    /// What a cell shows.
    pub fn cell(&self, pixels: &impl Pixels, area: Rect, index: usize) -> Guess {
        let patch = Patch::new(pixels, area);
        let around = || Patch::around(pixels, area);
        match self.floor.is_bare(index, around, &patch) {
            Bare::Yes => Guess {
                letter: Some(FLOOR),
                confidence: 1.0,
                other: None,
            },
            Bare::Unsure => Guess {
                letter: Some(FLOOR),
                confidence: 0.1,
                other: Some(OPEN),
            },
            Bare::No => self.thing(&around()),
        }
    }

    fn thing(&self, patches: &[Patch]) -> Guess {
        let ground = self.floor.nearest(&patches[0]);
        let share = |thing: &Thing| thing.differs(patches, ground) / thing.limit;
        let best = |open: bool| {
            let things = self
                .things
                .iter()
                .filter(|thing| (thing.letter == OPEN) == open);
            let shares = things.map(|thing| (share(thing), thing.letter));
            shares.min_by(|a, b| a.0.total_cmp(&b.0))
        };
        match best(false) {
            Some((share, letter)) if share < 1.0 => Guess {
                letter: Some(letter),
                confidence: ramp(1.0 - share, -0.1, 0.1),
                other: Some(OPEN),
            },
            closed => {
                let known = best(true).is_some_and(|(share, _)| share < 1.0);
                let unlike = closed.map_or(1.0, |(share, _)| ramp(share, 1.0, 2.0 * UNLIKE - 1.0));
                Guess {
                    letter: known.then_some(OPEN),
                    confidence: unlike,
                    other: closed.map(|(_, letter)| letter),
                }
            }
        }
    }

    /// The number at a place; None if nothing was learned.
    pub fn number(&self, pixels: &impl Pixels, side: Side, area: Rect) -> Option<Likely> {
        let sharp = Likely::new(&self.fits(pixels, side, area), FAIR)?;
        let well = ramp(sharp.fit, self.fit - 0.05, self.fit + 0.05);
        let confidence = well.min(ramp(sharp.lead, 0.0, 2.0 * self.lead));
        if confidence > DOUBTFUL {
            return Some(Likely {
                confidence,
                ..sharp
            });
        }
        let soft = Likely::new(&self.soft_fits(pixels, side, area), FAIR_IF_SOFT)?;
        Some(match soft.fair || soft.rival {
            true if soft.value == sharp.value => Likely { confidence, ..soft },
            true => soft,
            false => Likely {
                confidence,
                ..sharp
            },
        })
    }
}

/// What a number is taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likely {
    pub value: u8,
    /// 0 to 1.
    pub confidence: f32,
    /// The next best.
    pub next: Option<u8>,
    /// How well it fits, and by how much better than the next.
    fit: f32,
    lead: f32,
    /// Whether it is good enough if something else confirms it.
    pub fair: bool,
    /// Whether it may well be the next best, if something else tells so.
    pub rival: bool,
}

impl Likely {
    /// The best of some fits, the best first, with what makes it fair.
    fn new(fits: &[(f32, u8)], fair: [f32; 2]) -> Option<Self> {
        let (fit, value) = *fits.first()?;
        let next = fits.get(1);
        let lead = fit - next.map_or(0.0, |(fit, _)| *fit);
        Some(Self {
            value,
            confidence: 0.0,
            next: next.map(|(_, value)| *value),
            fit,
            lead,
            fair: fit > fair[0] && lead > fair[1],
            rival: fit > fair[0] && lead < NEAR,
        })
    }
}

/// The masks of a side, and those of the other.
fn by_side([above, left]: &[Vec<Mask>; 2], side: Side) -> [&[Mask]; 2] {
    match side {
        Side::Above => [above, left],
        Side::Left => [left, above],
    }
}
