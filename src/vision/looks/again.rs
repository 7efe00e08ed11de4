//! Cells of a board that is being played: what was there is known, and only a little can come of it.

use image::RgbaImage;

use super::cells::{self, Patch, Thing};
use super::{ALIKE, FLOOR, Guess, Looks, Pixels, pixels_of};
use crate::base::Rect;
use crate::vision::ramp;

/// What is further from all that a cell may show than this share of their difference is none of it.
const NEITHER: f32 = 0.65;

/// Shares by which the nearer of two is ahead of the other: nothing is certain, all is.
const AHEAD: [f32; 2] = [0.04, 0.15];

/// A point of a cell that differs from floor by more is covered, in grey levels.
const COVERED: f32 = 14.0;

/// What lies between two colours is so much farther from both together than they are from each other, or less. Chosen:
/// straight from one to the other is 1, and by way of a corner at right angles 1.4.
const DETOUR: f32 = 1.25;

/// Where a wall was never seen: it covers more of a cell than shadows and marks do.
const MOST: f32 = 0.55;

impl Looks {
    /// Learns a thing from a picture of a cell with it.
    pub fn show(&mut self, letter: char, picture: &RgbaImage) {
        let [width, height] = [picture.width(), picture.height()].map(|side| side as i32);
        let patch = Patch::new(&pixels_of(picture), Rect::new(0, 0, width, height));
        self.things.push(Thing::new(letter, patch, &self.floor));
        cells::set_limits(&mut self.things, &self.floor, ALIKE);
    }

    /// Whether a cell is certainly empty.
    pub fn is_bare(&self, pixels: &impl Pixels, area: Rect, index: usize) -> bool {
        let around = || Patch::around(pixels, area);
        let patch = Patch::new(pixels, area);
        self.floor.is_bare(index, around, &patch) == cells::Bare::Yes
    }

    /// Whether a cell is certainly empty but for what may reach into it over these edges: above, right, below, left.
    pub fn is_bare_beside(
        &self,
        pixels: &impl Pixels,
        (index, area): (usize, Rect),
        edges: [bool; 4],
    ) -> bool {
        let patch = Patch::new(pixels, area);
        let rest = self
            .floor
            .nearest(&patch)
            .map(|floor| patch.patched(floor, edges));
        rest.is_some_and(|rest| {
            let around = || vec![rest.clone()];
            self.floor.is_bare(index, around, &rest) == cells::Bare::Yes
        })
    }

    /// Whether a cell that was empty still is, or has a thing of this letter now. Shadows of neighbours,
    /// a change of the light and half of a fading count for what is nearer.
    pub fn turned(&self, pixels: &impl Pixels, area: Rect, index: usize, letter: char) -> Guess {
        let patch = Patch::new(pixels, area);
        let Some((floor, from_floor)) = self.floor.likest(index, &patch) else {
            return Guess {
                letter: None,
                confidence: 0.0,
                other: None,
            };
        };
        let around = Patch::around(pixels, area);
        let things = self.things.iter().filter(|thing| thing.letter == letter);
        let differences = things.map(|thing| thing.on(floor, &around));
        let nearest = differences.min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((from_thing, between)) = nearest else {
            return covered(&patch, floor, letter);
        };
        let least = from_floor.min(from_thing);
        let share = 0.5 - least / (from_floor + from_thing).max(1e-3);
        Guess {
            letter: Some(if from_floor <= from_thing {
                FLOOR
            } else {
                letter
            }),
            confidence: match least > NEITHER * between {
                true => 0.0,
                false => ramp(share, AHEAD[0], AHEAD[1]),
            },
            other: None,
        }
    }

    /// How certain it is, 0 to 1, that a small thing of this letter lies on a cell, by those points alone at which it
    /// does: shadows of neighbours lie beside them.
    pub fn is_on(&self, pixels: &impl Pixels, area: Rect, index: usize, letter: char) -> f32 {
        let around = Patch::around(pixels, area);
        let Some((floor, _)) = self.floor.likest(index, &around[0]) else {
            return 0.0;
        };
        let (own, others): (Vec<_>, Vec<_>) =
            self.things.iter().partition(|thing| thing.letter == letter);
        let others = || others.iter().map(|thing| thing.patch()).chain([floor]);
        let told = own
            .iter()
            .filter_map(|thing| thing.where_it_is(&around, others(), COVERED))
            .map(|(own, other)| 0.5 - own / (own + other).max(1e-3));
        ramp(told.fold(0.0, f32::max), AHEAD[0], AHEAD[1])
    }

    /// Whether a thing of this letter may be another one that is half faded in: where it is, floor becomes the other by
    /// way of it.
    pub fn may_be_half_of(&self, letter: char, other: char) -> bool {
        let of = |letter: char| self.things.iter().filter(move |t| t.letter == letter);
        let between = |(thing, other): (&Thing, &Thing)| {
            let floor = self.floor.nearest(thing.patch())?;
            let far = |a: &Patch, b: &Patch| thing.apart_where_it_is(a, b, COVERED);
            let by_way = far(floor, thing.patch())? + far(thing.patch(), other.patch())?;
            Some(by_way < DETOUR * far(floor, other.patch())?)
        };
        let pairs = of(letter).flat_map(|thing| of(other).map(move |other| (thing, other)));
        pairs.filter_map(between).any(|is_between| is_between)
    }
}

/// A thing that was never seen covers most of a cell, or is not there.
fn covered(patch: &Patch, floor: &Patch, letter: char) -> Guess {
    let share = patch.covered(floor, COVERED);
    Guess {
        letter: Some(if share < MOST { FLOOR } else { letter }),
        confidence: ramp((share - MOST).abs(), 0.02, 0.2),
        other: None,
    }
}
