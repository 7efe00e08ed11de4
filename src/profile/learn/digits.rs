//! The large digits.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::{Example, opaque, variant};
use crate::plane::{Point, Rect};
use crate::profile::Named;
use crate::screen::Frame;
use crate::vision::{Patch, Place, View, near};

/// Fewer pixels than this are no digit.
const LEAST: usize = 12;

/// A digit's ink found in a square.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    ink: [u8; 3],
    /// Pixels of the ink, counted from the square's corner.
    pixels: Vec<(i32, i32)>,
    square: (i32, i32),
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
    let common = commonness(squares.iter().map(|(_, candidates)| candidates.as_slice()));
    let mut shapes: BTreeMap<u8, Vec<Shape>> = BTreeMap::new();
    for (value, candidates) in squares {
        let best = candidates
            .into_iter()
            .max_by_key(|shape| {
                (
                    common.get(&shape.ink).copied().unwrap_or(0),
                    shape.pixels.len(),
                )
            })
            .ok_or_else(|| format!("no ink was found where a number {value} should be"))?;
        if value <= 9 {
            shapes.entry(value).or_default().push(best);
        }
    }
    let mut named = Vec::new();
    for (value, shapes) in shapes {
        for (index, shape) in distinct(shapes).iter().enumerate() {
            named.push((variant(&format!("digit-{value}"), index), picture(shape)));
        }
    }
    Ok(named)
}

/// In how many squares each colour makes a digit-like shape: the ink does so in most of them, a
/// blotch of the background only here and there.
fn commonness<'a>(squares: impl Iterator<Item = &'a [Shape]>) -> BTreeMap<[u8; 3], usize> {
    let mut counts = BTreeMap::new();
    for shape in squares.flatten() {
        *counts.entry(shape.ink).or_insert(0) += 1;
    }
    counts
}

/// The colours of a square that make one compact shape which does not touch the square's edge.
fn candidates(frame: &Frame, area: Rect) -> Vec<Shape> {
    let place = Place {
        origin: Point::default(),
        scale: 1,
    };
    let mut patch = Patch::default();
    patch.fill(&View { frame, place }, area);
    let colours = patch.frequent(LEAST, 12).into_iter();
    colours.filter_map(|ink| shape(&patch, ink)).collect()
}

fn shape(patch: &Patch, ink: [u8; 3]) -> Option<Shape> {
    let (width, height) = (patch.area.width, patch.area.height);
    let all: Vec<(i32, i32)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .filter(|&(x, y)| patch.get(x, y).is_some_and(|colour| near(colour, ink)))
        .collect();
    let pixels = largest_component(&all);
    let edge = |&&(x, y): &&(i32, i32)| x == 0 || y == 0 || x == width - 1 || y == height - 1;
    let (top, bottom) = (
        pixels.iter().map(|p| p.1).min()?,
        pixels.iter().map(|p| p.1).max()?,
    );
    let is_digit = pixels.len() >= LEAST
        && pixels.len() * 10 >= all.len() * 7
        && pixels.iter().filter(edge).count() == 0
        && (bottom - top + 1) * 3 >= height;
    is_digit.then_some(Shape {
        ink,
        pixels,
        square: (width, height),
    })
}

/// The largest set of pixels that touch each other, corners included; in the given order.
fn largest_component(pixels: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut left: std::collections::BTreeSet<(i32, i32)> = pixels.iter().copied().collect();
    let mut best = Vec::new();
    while let Some(start) = left.pop_first() {
        let mut component = vec![start];
        let mut next = 0;
        while next < component.len() {
            let (x, y) = component[next];
            next += 1;
            for dy in -1..=1 {
                for dx in -1..=1 {
                    if left.remove(&(x + dx, y + dy)) {
                        component.push((x + dx, y + dy));
                    }
                }
            }
        }
        if component.len() > best.len() {
            best = component;
        }
    }
    best.sort_unstable();
    best
}

/// The shapes without those that are a part of another: the same digit, partly covered.
fn distinct(mut shapes: Vec<Shape>) -> Vec<Shape> {
    shapes.sort_by(|a, b| b.pixels.len().cmp(&a.pixels.len()).then(a.ink.cmp(&b.ink)));
    let mut kept: Vec<Shape> = Vec::new();
    for shape in shapes {
        if !kept
            .iter()
            .any(|k| k.ink == shape.ink && is_part(&shape, k))
        {
            kept.push(shape);
        }
    }
    kept
}

/// Whether nearly all pixels of `part` are pixels of `whole`, moved by a little.
fn is_part(part: &Shape, whole: &Shape) -> bool {
    let whole: std::collections::BTreeSet<_> = whole.pixels.iter().collect();
    let shifts = (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| (dx, dy)));
    shifts.into_iter().any(|(dx, dy)| {
        let inside = part
            .pixels
            .iter()
            .filter(|(x, y)| whole.contains(&(x + dx, y + dy)));
        inside.count() * 20 >= part.pixels.len() * 19
    })
}

fn picture(shape: &Shape) -> RgbaImage {
    let mut picture = RgbaImage::new(shape.square.0 as u32, shape.square.1 as u32);
    for &(x, y) in &shape.pixels {
        picture.put_pixel(x as u32, y as u32, opaque(shape.ink));
    }
    picture
}
