//! The numbers of a board that is read by likeness.

use image::RgbaImage;

use super::ink::{self, Free, Mask, Square};
use super::{ExampleText, Pixels, Places, pixels_of};
use crate::base::Rect;
use crate::vision::ramp;

/// A number that fits a mask so well teaches nothing new.
const SAME: f32 = 0.985;

/// A number that fits so well, and so much better than the next, is worth to be confirmed.
const FAIR: [f32; 2] = [0.55, 0.025];

/// The same of one that was softened, which makes all numbers more alike.
const FAIR_IF_SOFT: [f32; 2] = [0.8, 0.06];

/// A number that is no more certain than this is looked at again, softened.
const DOUBTFUL: f32 = 0.5;

/// Two numbers that are the same fit each other so well at least. Chosen: different ones of the captures at hand fit
/// less.
const ALIKE: f32 = 0.9;

/// Tight plates must tell numbers apart so much better than an open ground.
const MARGIN: f32 = 0.05;

/// A number that fits nearly as well as the best, by so much, may be it.
const NEAR: f32 = 0.12;

/// A side of the board that has numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Above,
    Left,
}

/// A number that an example shows.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub picture: &'a RgbaImage,
    pub value: u8,
    /// The box around its ink.
    pub area: Rect,
}

/// All numbers of a side that examples show.
fn seen<'a>(
    examples: &[(&'a RgbaImage, &ExampleText)],
    places: &Places,
    side: Side,
) -> Vec<Seen<'a>> {
    let of = |(picture, shown): &(&'a RgbaImage, &ExampleText)| {
        let (values, areas) = match side {
            Side::Above => (&shown.above, &places.above),
            Side::Left => (&shown.left, &places.left),
        };
        let picture = *picture;
        let numbers = values.iter().zip(areas);
        let numbers = numbers.map(|(value, area)| Seen {
            picture,
            value: *value,
            area: *area,
        });
        numbers.collect::<Vec<_>>()
    };
    examples.iter().flat_map(of).collect()
}

/// Everything that was learned about numbers.
#[derive(Clone, Debug)]
pub struct Digits {
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
    /// Two numbers that fit each other better are the same.
    alike: f32,
}

impl Digits {
    /// Learns from examples; None if they show no number.
    pub(super) fn learn(examples: &[(&RgbaImage, &ExampleText)], places: &Places) -> Option<Self> {
        let height = |areas: &[Rect]| areas.first().map(|area| area.height);
        let scale = ink::scale(height(&places.above)?.min(height(&places.left)?));
        let seen = [Side::Above, Side::Left].map(|side| (side, seen(examples, places, side)));
        let mut digits = Self {
            masks: Default::default(),
            soft: Default::default(),
            free: seen.each_ref().map(|(_, numbers)| best(numbers, scale).1),
            scale,
            fit: 0.0,
            lead: 0.0,
            alike: ALIKE,
        };
        let seen = || {
            let numbers = seen.iter();
            numbers.flat_map(|(side, numbers)| numbers.iter().map(|number| (*side, number)))
        };
        for (side, number) in seen() {
            digits.learn_mask(side, number);
        }
        let soft = |masks: &Vec<Mask>| masks.iter().map(Mask::soft).collect();
        digits.soft = digits.masks.each_ref().map(soft);
        digits.learn_limits(seen());
        let has_some = digits.masks.iter().any(|masks| !masks.is_empty());
        has_some.then_some(digits)
    }

    fn learn_mask(&mut self, side: Side, number: &Seen) {
        let pixels = pixels_of(number.picture);
        let known = self.fits(&pixels, side, number.area);
        let is_known = |(fit, value): &(f32, u8)| *value == number.value && *fit > SAME;
        if !known.iter().any(is_known) {
            let free = &self.free[side as usize];
            let mask = Mask::new(number.value, &pixels, number.area, self.scale, free);
            self.masks[side as usize].extend(mask);
        }
    }

    /// How well numbers fit that are the same, and those that are not.
    fn learn_limits<'s>(&mut self, seen: impl Iterator<Item = (Side, &'s Seen<'s>)>) {
        let (mut same, mut other) = (1.0f32, 0.0f32);
        for (side, number) in seen {
            let mut own = 0.0;
            for (fit, of) in self.fits(&pixels_of(number.picture), side, number.area) {
                match of == number.value {
                    true => own = fit,
                    false => other = other.max(fit),
                }
            }
            // One of which nothing was learned tells nothing of the others.
            if own > 0.0 {
                same = same.min(own);
            }
        }
        // A number fits its own mask better than it will fit those of others.
        self.fit = (0.85 * same).min(0.5 * (same + other)).max(0.4);
        self.lead = (0.25 * (same - other)).clamp(0.02, 0.08);
        self.alike = ALIKE.max(0.5 * (1.0 + other));
    }

    fn fits(&self, pixels: &impl Pixels, side: Side, area: Rect) -> Vec<(f32, u8)> {
        let free = &self.free[side as usize];
        let square = Square::new(pixels, area, self.scale, free);
        ink::fits(by_side(&self.masks, side), &square)
    }

    /// The same, of softened pictures: where digits are drawn between pixels without smooth edges, no
    /// two are the same pixels.
    fn soft_fits(&self, pixels: &impl Pixels, side: Side, area: Rect) -> Vec<(f32, u8)> {
        let free = &self.free[side as usize];
        let square = Square::soft(pixels, area, self.scale, free);
        ink::fits(by_side(&self.soft, side), &square)
    }

    /// Whether two places surely show the same number, be it known or not: they fit each other better than any two that
    /// differ do.
    pub fn alike(&self, pixels: &impl Pixels, [one, other]: [(Side, Rect); 2]) -> bool {
        let free = |side: Side| &self.free[side as usize];
        let mask = Mask::new(0, pixels, one.1, self.scale, free(one.0));
        let square = Square::new(pixels, other.1, self.scale, free(other.0));
        let masks = mask.iter().map(|mask| (mask, one.0 == other.0));
        let fits = ink::fits(masks, &square);
        fits.first().is_some_and(|(fit, _)| *fit > self.alike)
    }

    /// The numbers that were never seen, up to `largest`.
    pub fn missing(&self, largest: u8) -> Vec<u8> {
        let seen = |value: &u8| self.masks.iter().flatten().any(|mask| mask.value == *value);
        (0..=largest).filter(|value| !seen(value)).collect()
    }

    /// The number at a place; None if nothing was learned.
    pub fn read(&self, pixels: &impl Pixels, side: Side, area: Rect) -> Option<Likely> {
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

/// How well the boxes around a side's numbers tell them apart, from -1 to 1: by how much equal numbers
/// fit each other better than others do, in the mean over those that have an equal, times the share of
/// the boxes that counts. 0 if no two are equal.
pub fn separation(numbers: &[Seen]) -> f32 {
    let scale = numbers.first().map(|number| ink::scale(number.area.height));
    scale.map_or(0.0, |scale| best(numbers, scale).0)
}

/// What of the places of a side's numbers counts, and their separation with it: what is around them is
/// their ground, or they are on tight plates.
fn best(numbers: &[Seen], scale: f32) -> (f32, Free) {
    let places: Vec<_> = numbers
        .iter()
        .map(|number| (pixels_of(number.picture), number.area))
        .collect();
    let [open, tight] = [true, false].map(|open| {
        let free = Free::learn(&places, scale, open);
        (free.share() * apart(numbers, scale, &free), free)
    });
    match tight.0 > open.0 + MARGIN {
        true => tight,
        false => open,
    }
}

/// By how much equal numbers fit each other better than others do: each is compared with all others.
fn apart(numbers: &[Seen], scale: f32, free: &Free) -> f32 {
    let mask = |n: &Seen| Mask::new(n.value, &pixels_of(n.picture), n.area, scale, free);
    let masks: Vec<Option<Mask>> = numbers.iter().map(mask).collect();
    let lead = |(at, number): (usize, &Seen)| {
        let others = || (0..numbers.len()).filter(|other| *other != at);
        if !others().any(|other| numbers[other].value == number.value) {
            return None;
        }
        let square = Square::new(&pixels_of(number.picture), number.area, scale, free);
        let masks = others().filter_map(|other| masks[other].as_ref());
        let fits = ink::fits(masks.map(|mask| (mask, true)), &square);
        let best = |equal: bool| {
            let fits = fits.iter().filter(|(_, of)| (*of == number.value) == equal);
            fits.map(|(fit, _)| *fit).fold(0.0, f32::max)
        };
        Some(best(true) - best(false))
    };
    let leads: Vec<f32> = numbers.iter().enumerate().filter_map(lead).collect();
    leads.iter().sum::<f32>() / leads.len().max(1) as f32
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
    pub fit: f32,
    pub lead: f32,
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

/// All masks, and whether each is of this side.
fn by_side(masks: &[Vec<Mask>; 2], side: Side) -> impl Iterator<Item = (&Mask, bool)> {
    let own = masks[side as usize].iter().map(|mask| (mask, true));
    let others = masks[1 - side as usize].iter();
    own.chain(others.map(|mask| (mask, false)))
}
