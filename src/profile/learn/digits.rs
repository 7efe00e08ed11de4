//! The large digits.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;

use super::{Example, opaque, variant};
use crate::plane::{Point, Rect};
use crate::profile::Named;
use crate::screen::Frame;
use crate::vision::{Patch, Place, Shape, View, shapes};

/// Fewer pixels than this are no digit.
const LEAST: usize = 12;

/// Colours of the same ink differ by no more than this on average: an ink may have a gradient, of
/// which each digit has its own share.
const SAME_INK: u8 = 16;

/// A digit's ink found in a square.
#[derive(Clone, Debug)]
struct Ink {
    shape: Shape,
    square: Patch,
}

impl Ink {
    fn same_colour(&self, other: &Ink) -> bool {
        let (a, b) = (self.shape.colour, other.shape.colour);
        (0..3).all(|i| a[i].abs_diff(b[i]) <= SAME_INK)
    }

    /// Whether nearly all of its pixels are pixels of `whole`, moved by a little.
    fn is_part_of(&self, whole: &Ink) -> bool {
        let whole: BTreeSet<_> = whole.shape.pixels.iter().collect();
        let mut shifts = (-4..=4).flat_map(|dy| (-4..=4).map(move |dx| (dx, dy)));
        shifts.any(|(dx, dy)| {
            let inside = self.shape.pixels.iter();
            let inside = inside.filter(|(x, y)| whole.contains(&(x + dx, y + dy)));
            inside.count() * 20 >= self.shape.pixels.len() * 19
        })
    }

    fn picture(&self) -> RgbaImage {
        let area = self.square.area;
        let mut picture = RgbaImage::new(area.width as u32, area.height as u32);
        for &(x, y) in &self.shape.pixels {
            if let Some(colour) = self.square.get(x, y) {
                picture.put_pixel(x as u32, y as u32, opaque(colour));
            }
        }
        picture
    }
}

/// One template for each look of each digit that the examples show.
pub fn digits(examples: &[Example]) -> Result<Vec<Named>, String> {
    let mut squares = Vec::new();
    for example in examples {
        let frame = Frame::still(example.board.clone());
        for &(area, value) in &example.numbers {
            squares.push((value, candidates(&frame, area)));
        }
    }
    let squares = of_one_height(squares);
    let mut inks: BTreeMap<u8, Vec<Ink>> = BTreeMap::new();
    for (value, candidates) in &squares {
        let best = most_common(candidates, &squares)
            .ok_or_else(|| format!("no ink was found where a number {value} should be"))?;
        if *value <= 9 {
            inks.entry(*value).or_default().push(best.clone());
        }
    }
    let mut named = Vec::new();
    for (value, inks) in inks {
        for (index, ink) in distinct(inks).iter().enumerate() {
            named.push((variant(&format!("digit-{value}"), index), ink.picture()));
        }
    }
    Ok(named)
}

/// A number, and what in its square may be its ink.
type Square = (u8, Vec<Ink>);

/// The digits of a game are all of about one height: that of the most common ink. Others, such as
/// the hole of a zero, are dropped.
fn of_one_height(squares: Vec<Square>) -> Vec<Square> {
    let mut heights: Vec<i32> = squares
        .iter()
        .filter_map(|(_, candidates)| most_common(candidates, &squares))
        .map(|ink| ink.shape.height())
        .collect();
    heights.sort_unstable();
    let Some(&usual) = heights.get(heights.len() / 2) else {
        return squares;
    };
    let fits = |ink: &Ink| (ink.shape.height() - usual).abs() * 5 <= usual;
    squares
        .into_iter()
        .map(|(value, candidates)| (value, candidates.into_iter().filter(fits).collect()))
        .collect()
}

/// The ink makes a shape in most squares, a blotch of the background only here and there.
fn most_common<'a>(candidates: &'a [Ink], squares: &[Square]) -> Option<&'a Ink> {
    candidates.iter().max_by_key(|ink| {
        let has = |(_, other): &&Square| other.iter().any(|o| o.same_colour(ink));
        (squares.iter().filter(has).count(), ink.shape.pixels.len())
    })
}

/// The shapes of a square that may be a digit: compact, and not at its rim.
fn candidates(frame: &Frame, area: Rect) -> Vec<Ink> {
    let place = Place {
        origin: Point::default(),
        scale: 1,
    };
    let mut square = Patch::default();
    square.fill(&View { frame, place }, area);
    shapes(&square, LEAST)
        .into_iter()
        .filter(|shape| !shape.touches_rim(&square) && shape.height() * 3 >= area.height)
        .map(|shape| Ink {
            shape,
            square: square.clone(),
        })
        .collect()
}

/// The inks without those that are a part of another: the same digit, partly covered.
fn distinct(mut inks: Vec<Ink>) -> Vec<Ink> {
    inks.sort_by_key(|ink| (std::cmp::Reverse(ink.shape.pixels.len()), ink.shape.colour));
    let mut kept: Vec<Ink> = Vec::new();
    for ink in inks {
        if !kept
            .iter()
            .any(|k| k.same_colour(&ink) && ink.is_part_of(k))
        {
            kept.push(ink);
        }
    }
    kept
}
