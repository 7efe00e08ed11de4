//! Reading a board by likeness: for games whose pictures are not the same pixels every time, because
//! sizes are fractions of pixels, edges are smoothed or floors are photographs.
//!
//! Cells are compared as small patches ([`cells`]), numbers ([`digits`]) by how well a digit's shape
//! explains the colours of its place ([`ink`]). What counts as alike is learned from the examples
//! themselves.
//!
//! Its limits were set by trial, on skins of the practice game (`gridhand bench skins`) and on captures
//! of real games; `tests/skins.rs` and `tests/captures` hold them.

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use self::cells::{Bare, Floor, Patch, Thing};
use self::digits::Digits;
pub use self::finder::Finder;
use super::ramp;
use crate::base::Rect;

mod again;
pub mod cells;
pub mod digits;
mod finder;
pub mod ink;
pub mod stack;

/// The pixels of a board: what is at a place.
pub trait Pixels: Fn(i32, i32) -> [u8; 3] {}
impl<T: Fn(i32, i32) -> [u8; 3]> Pixels for T {}

/// What an example shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleText {
    /// The numbers above the columns and left of the rows.
    pub above: Vec<u8>,
    pub left: Vec<u8>,
    /// A letter a cell, a text a row; `.` is empty floor.
    pub cells: Vec<String>,
}

impl ExampleText {
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
    pub digits: Digits,
    /// Finds the board anywhere.
    pub finder: Option<Finder>,
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

impl Looks {
    /// Learns from pictures of which is known what they show. None if they have no number or no
    /// floor.
    pub fn learn(examples: &[(&RgbaImage, &ExampleText)], places: &Places) -> Option<Self> {
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
        Some(Self {
            floor,
            things,
            digits: Digits::learn(examples, places)?,
            finder: None,
        })
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

    /// Which cells show the same thing: their numbers in the order given, thing by thing.
    pub fn alike(
        &self,
        pixels: &impl Pixels,
        cells: impl Iterator<Item = Rect>,
    ) -> Vec<Vec<usize>> {
        let mut things: Vec<(Thing, Vec<usize>)> = Vec::new();
        for (index, area) in cells.enumerate() {
            let patches = Patch::around(pixels, area);
            let ground = self.floor.nearest(&patches[0]);
            let is_same = |thing: &Thing| thing.differs(&patches, ground) < ALIKE;
            match things.iter_mut().find(|(thing, _)| is_same(thing)) {
                Some((_, cells)) => cells.push(index),
                None => {
                    let thing = Thing::new(OPEN, patches[0].clone(), &self.floor);
                    things.push((thing, vec![index]));
                }
            }
        }
        things.into_iter().map(|(_, cells)| cells).collect()
    }
}
