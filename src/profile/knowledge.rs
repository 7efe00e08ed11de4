//! What a profile knows, and what it has never seen.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::templates::{PROBED, class_of, thing_of};
use super::{Named, Profile};
use crate::vision::tiles::{PAGE, TileExample};

/// By what a profile reads a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Nothing: it has learned nothing yet.
    Nothing,
    /// Templates of the same pixels, at known places.
    Templates,
    /// Likeness to examples.
    Likeness,
    /// What tiles look like.
    Tiles,
}

impl Method {
    /// Whether things are called by the letters of examples; else by the names of pictures.
    pub fn has_letters(self) -> bool {
        matches!(self, Method::Likeness | Method::Tiles)
    }
}

/// What a profile knows.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub method: Method,
    /// Boards of which a text says what they show.
    pub examples: usize,
    /// Pictures in its folder.
    pub pictures: usize,
    /// Things on cells, by letter or by name, and how many pictures show each.
    pub things: BTreeMap<String, usize>,
    /// Numbers beside the board that it can tell, and those that it was never shown; none in games without.
    pub numbers: Vec<u8>,
    pub unseen_numbers: Vec<u8>,
    /// Digits of the seed that it was never shown.
    pub unseen_seed_digits: Vec<u8>,
}

/// The largest number that a single digit shows.
const LAST_DIGIT: u8 = 9;

impl Profile {
    /// What it knows; `pictures` are those of its folder.
    pub fn knowledge(&self, pictures: &[Named]) -> Knowledge {
        let unseen_numbers = self.unseen_numbers();
        let is_seen = |number: &u8| !unseen_numbers.contains(number);
        Knowledge {
            method: self.method(),
            examples: self.examples.len() + self.tiles.len(),
            pictures: pictures.len(),
            things: self.things(pictures),
            numbers: self.single_numbers().filter(is_seen).collect(),
            unseen_numbers,
            unseen_seed_digits: self.unseen_seed_digits(),
        }
    }

    fn method(&self) -> Method {
        match () {
            () if self.templates.is_empty() => Method::Nothing,
            () if !self.tiles.is_empty() => Method::Tiles,
            () if !self.examples.is_empty() => Method::Likeness,
            () => Method::Templates,
        }
    }

    fn things(&self, pictures: &[Named]) -> BTreeMap<String, usize> {
        let mut things = BTreeMap::new();
        let mut count = |thing: &str| *things.entry(thing.to_string()).or_default() += 1;
        let mut letter = |letter: char| count(letter.encode_utf8(&mut [0; 4]));
        let tiles = self.tiles.iter().flat_map(TileExample::tiles);
        tiles.for_each(|(.., shown)| letter(shown));
        let cells = self.examples.iter().flat_map(|example| example.letters());
        cells.for_each(&mut letter);
        if self.examples.is_empty() && self.tiles.is_empty() {
            let named = pictures.iter().filter_map(|(name, _)| thing_of(name));
            named.for_each(count);
        } else {
            for (shown, class) in PROBED {
                let named = pictures.iter().filter(|(name, _)| class_of(name) == class);
                named.for_each(|_| letter(shown));
            }
        }
        things.remove(PAGE.encode_utf8(&mut [0; 4]));
        things
    }

    /// Numbers of one digit that may be beside its board.
    fn single_numbers(&self) -> impl Iterator<Item = u8> {
        let largest = self.cells.columns.max(self.cells.rows);
        let largest = largest.min(usize::from(LAST_DIGIT)) as u8;
        (0..=largest).filter(|_| self.numbers.is_some())
    }

    /// Numbers of one digit that may be beside its board, and that it was never shown.
    pub fn unseen_numbers(&self) -> Vec<u8> {
        let looks = self.templates.looks.as_ref();
        let by_likeness = looks.map(|looks| looks.digits.missing(LAST_DIGIT));
        let glyphs: BTreeSet<u8> = self.templates.glyphs.iter().map(|g| g.value).collect();
        let is_unseen = |number: &u8| match &by_likeness {
            Some(missing) => missing.contains(number),
            None => !glyphs.contains(number),
        };
        self.single_numbers().filter(is_unseen).collect()
    }

    fn unseen_seed_digits(&self) -> Vec<u8> {
        let known = &self.templates.small.glyphs;
        let is_unseen = |digit: &u8| !known.iter().any(|glyph| glyph.value == *digit);
        let all = (0..=LAST_DIGIT).filter(|_| self.seed.is_some());
        all.filter(is_unseen).collect()
    }
}
