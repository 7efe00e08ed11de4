//! Finding the ink of numbers: the colour that makes a compact shape in the middle of its square.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;

use super::opaque;
use crate::base::Rect;
use crate::screen::Frame;
use crate::vision::{ColourSet, Patch, Place, Shape, View, shapes};

/// Fewer pixels than this are no digit.
const LEAST: usize = 12;

/// Colours of the same ink differ by no more than this on average: an ink may have a gradient, of
/// which each digit has its own share.
const SAME_INK: u8 = 16;

/// A digit's ink found in a square.
#[derive(Clone, Debug)]
pub struct Ink {
    /// Which example it is in.
    pub example: usize,
    pub shape: Shape,
    square: Patch,
}

impl Ink {
    pub fn same_colour(&self, other: &Ink) -> bool {
        let (a, b) = (self.shape.colour, other.shape.colour);
        (0..3).all(|i| a[i].abs_diff(b[i]) <= SAME_INK)
    }

    /// Whether nearly all of its pixels are pixels of `whole`, moved by a little.
    pub fn is_part_of(&self, whole: &Ink) -> bool {
        let whole: BTreeSet<_> = whole.shape.pixels.iter().collect();
        let mut shifts = (-6..=6).flat_map(|dy| (-6..=6).map(move |dx| (dx, dy)));
        shifts.any(|(dx, dy)| {
            let inside = self.shape.pixels.iter();
            let inside = inside.filter(|(x, y)| whole.contains(&(x + dx, y + dy)));
            inside.count() * 20 >= self.shape.pixels.len() * 19
        })
    }

    /// Its pixels on the board.
    pub fn on_board(&self) -> impl Iterator<Item = (i32, i32)> {
        let area = self.square.area;
        let pixels = self.shape.pixels.iter();
        pixels.map(move |(x, y)| (area.x + x, area.y + y))
    }

    /// Takes all pixels of these colours in its box and a little around it.
    fn fill_box(&mut self, palette: &ColourSet) {
        let across = || self.shape.pixels.iter().map(|p| p.0);
        let down = || self.shape.pixels.iter().map(|p| p.1);
        let (Some(left), Some(right)) = (across().min(), across().max()) else {
            return;
        };
        let (Some(top), Some(bottom)) = (down().min(), down().max()) else {
            return;
        };
        let is_ink = |&(x, y): &(i32, i32)| self.square.get(x, y).is_some_and(|c| palette.has(c));
        let margin = (bottom - top) / 4;
        self.shape.pixels = (left - margin..=right + margin)
            .flat_map(|x| (top - margin..=bottom + margin).map(move |y| (x, y)))
            .filter(is_ink)
            .collect();
    }

    pub fn picture(&self) -> RgbaImage {
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

/// Adds to each ink what else in its box has colours of its kind, as the reader will see it: shading
/// may have cut a digit into parts.
pub fn complete(inks: &mut BTreeMap<u8, Vec<Ink>>) {
    let mut kinds: Vec<(Ink, ColourSet)> = Vec::new();
    for ink in inks.values().flatten() {
        let mut palette = ColourSet::default();
        palette.add_all(&ink.shape.pixels, &ink.square);
        match kinds.iter_mut().find(|(kind, _)| kind.same_colour(ink)) {
            Some((_, known)) => known.merge(&palette),
            None => kinds.push((ink.clone(), palette)),
        }
    }
    for ink in inks.values_mut().flatten() {
        if let Some((_, palette)) = kinds.iter().find(|(kind, _)| kind.same_colour(ink)) {
            ink.fill_box(palette);
        }
    }
}

/// A number, and what in its square may be its ink.
pub type Square = (u8, Vec<Ink>);

/// The digits of a game are all of about one height: that of the most common ink. Others, such as
/// the hole of a zero, are dropped.
pub fn of_one_height(squares: Vec<Square>) -> Vec<Square> {
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
pub fn most_common<'a>(candidates: &'a [Ink], squares: &[Square]) -> Option<&'a Ink> {
    candidates.iter().max_by_key(|ink| {
        let has = |(_, other): &&Square| other.iter().any(|o| o.same_colour(ink));
        (squares.iter().filter(has).count(), ink.shape.pixels.len())
    })
}

/// The shapes of a square that may be a digit: compact, and not at its rim.
pub fn candidates(frame: &Frame, example: usize, area: Rect, step: u8) -> Vec<Ink> {
    let place = Place::whole();
    let mut square = Patch::default();
    square.fill(&View { frame, place }, area);
    shapes(&square, LEAST, step)
        .into_iter()
        .filter(|shape| !shape.touches_rim(&square) && shape.height() * 3 >= area.height)
        .map(|shape| Ink {
            example,
            shape,
            square: square.clone(),
        })
        .collect()
}
