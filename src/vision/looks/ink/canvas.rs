//! The place of a number, resampled to the size of the masks.

use image::{GenericImageView, Rgba};

use super::super::Pixels;
use crate::base::{Point, Rect};
use crate::vision::median;

/// Masks are kept at a size at which digits are about so many points high; smaller ones as they are.
const HEIGHT: f32 = 20.0;

/// Ground around the box of a number that is looked at: pixels, and a share of its height.
const MARGIN: [f32; 2] = [2.6, 0.06];

/// A rim of which a larger share differs from its usual colour is of two colours.
const SECOND: f32 = 0.15;

/// It differs where it is apart by more than this share of the largest difference.
pub(super) const OTHER: f32 = 0.3;

/// Colours are near each other that are apart by no more than so many grey levels, or such a share of
/// the largest difference.
const ALIKE: [f32; 2] = [12.0, 0.15];

/// So many colours tell which is usual.
const ENOUGH: usize = 500;

/// Ink covers at least such a share of a number's place.
const LEAST: f32 = 0.03;

/// A place's colours at the masks' size.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    pub width: usize,
    pub height: usize,
    pub points: Vec<[f32; 3]>,
}

impl Colours {
    /// The pixels of an area, `scale` points a pixel.
    pub fn new(pixels: &impl Pixels, area: [f32; 4], scale: f32) -> Self {
        let [left, top, width, height] = area;
        let side = |length: f32| ((length * scale).round() as usize).max(4);
        let (across, down) = (side(width), side(height));
        let mut points = Vec::with_capacity(across * down);
        for y in 0..down {
            for x in 0..across {
                let u = left + (x as f32 + 0.5) / scale;
                let v = top + (y as f32 + 0.5) / scale;
                points.push(sample(pixels, u, v, 1.0 / scale));
            }
        }
        Self {
            width: across,
            height: down,
            points,
        }
    }

    /// All points softened, by what of their neighbours there is.
    pub fn soft(&self) -> Self {
        let size = [self.width, self.height].map(|side| side as u32);
        let soft = super::softened(size, |at| {
            let [r, g, b] = self.points[at];
            [r, g, b, 1.0]
        });
        let inner = soft.view(1, 1, size[0], size[1]);
        let points = inner
            .pixels()
            .map(|(.., Rgba([r, g, b, all]))| [r / all, g / all, b / all]);
        Self {
            points: points.collect(),
            ..*self
        }
    }

    pub fn place(&self, at: usize) -> Point {
        Point::new((at % self.width) as i32, (at / self.width) as i32)
    }

    /// The ground: the usual colour of the rim.
    pub fn ground(&self) -> [f32; 3] {
        usual(self.rim().map(|at| self.points[at]))
    }

    /// The points in a box.
    pub fn within(&self, area: Rect) -> impl Iterator<Item = [f32; 3]> {
        let points = self.points.iter().enumerate();
        let own = points.filter(move |(at, _)| area.contains(self.place(*at)));
        own.map(|(_, colour)| *colour)
    }

    /// How each point differs from a ground.
    pub fn apart_from(&self, ground: [f32; 3]) -> Vec<[f32; 3]> {
        self.points.iter().map(|p| minus(p, &ground)).collect()
    }

    /// How each point differs from the grounds, if there are two: a plate and the page around it, and
    /// what is between them at the plate's smooth edge. Only points that count are looked at.
    pub fn apart_from_both(&self, counts: impl Fn(usize) -> bool) -> Vec<[f32; 3]> {
        let mut apart = self.apart_from(self.ground());
        let free = || (0..apart.len()).filter(|at| counts(*at));
        let most = free().map(|at| length(&apart[at])).fold(0.0, f32::max);
        let count = self.rim().count() as f32;
        let far: Vec<[f32; 3]> = self
            .rim()
            .filter(|at| counts(*at))
            .map(|at| apart[at])
            .filter(|p| length(p) > OTHER * most)
            .collect();
        if (far.len() as f32) < SECOND * count {
            return apart;
        }
        let second = median(&far);
        let along = |p: &[f32; 3]| -> [f32; 3] {
            let share = dot(p, &second) / dot(&second, &second).max(1e-3);
            second.map(|part| part * share.clamp(0.0, 1.0))
        };
        let beyond: Vec<[f32; 3]> = apart.iter().map(|p| minus(p, &along(p))).collect();
        // Otherwise it was a frame of the ink's colour.
        let inked = free()
            .filter(|at| length(&beyond[*at]) > 0.5 * most)
            .count();
        if inked as f32 > LEAST * beyond.len() as f32 {
            apart = beyond;
        }
        apart
    }

    fn rim(&self) -> impl Iterator<Item = usize> {
        let (width, height) = (self.width, self.height);
        (0..self.points.len()).filter(move |at| {
            let (x, y) = (at % width, at / width);
            x < 2 || y < 2 || x + 2 >= width || y + 2 >= height
        })
    }
}

/// The colour around a place: between pixels where they are large, the mean where they are small.
fn sample(pixels: &impl Pixels, u: f32, v: f32, reach: f32) -> [f32; 3] {
    let reach = reach.max(1.0);
    let (left, right) = (u - reach / 2.0, u + reach / 2.0);
    let (top, bottom) = (v - reach / 2.0, v + reach / 2.0);
    let mut sum = [0.0; 3];
    let mut all = 0.0;
    for y in top.floor() as i32..=bottom.floor() as i32 {
        let down = bottom.min(y as f32 + 1.0) - top.max(y as f32);
        for x in left.floor() as i32..=right.floor() as i32 {
            let weight = down * (right.min(x as f32 + 1.0) - left.max(x as f32));
            if weight > 0.0 {
                let colour = pixels(x, y);
                (0..3).for_each(|i| sum[i] += weight * f32::from(colour[i]));
                all += weight;
            }
        }
    }
    sum.map(|s| s / f32::max(all, 1e-6))
}

pub(super) fn length(p: &[f32; 3]) -> f32 {
    p.iter().map(|part| part * part).sum::<f32>().sqrt()
}

pub(super) fn minus(a: &[f32; 3], b: &[f32; 3]) -> [f32; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// The colour that most others are near to; where there are many, of a part of them.
pub(super) fn usual(colours: impl Iterator<Item = [f32; 3]>) -> [f32; 3] {
    let mut colours: Vec<[f32; 3]> = colours.collect();
    let step = colours.len() / ENOUGH + 1;
    colours = colours.into_iter().step_by(step).collect();
    let apart = |a: &[f32; 3], b: &[f32; 3]| length(&minus(a, b));
    let middle = median(&colours);
    let most = colours.iter().map(|p| apart(p, &middle));
    let limit = ALIKE[0].max(ALIKE[1] * most.fold(0.0, f32::max));
    let near = |p: &[f32; 3]| {
        let near = colours.iter().filter(|other| apart(p, other) <= limit);
        near.count()
    };
    let Some(usual) = colours.iter().max_by_key(|p| near(p)) else {
        return middle;
    };
    let near = colours.iter().filter(|p| apart(usual, p) <= limit);
    median(&near.copied().collect::<Vec<_>>())
}

/// What is looked at of a number whose ink lies in this box.
pub(super) fn canvas(area: Rect) -> [f32; 4] {
    <[i32; 4]>::from(area.grown(margin(area))).map(|part| part as f32)
}

/// The points of the canvas that lie in the box of the number.
pub(super) fn inner(area: Rect, scale: f32) -> Rect {
    let point = |pixels: i32| (pixels as f32 * scale).round() as i32;
    let start = point(margin(area));
    Rect::new(start, start, point(area.width), point(area.height))
}

fn margin(area: Rect) -> i32 {
    (MARGIN[0] + MARGIN[1] * area.height as f32).round() as i32
}

/// Points a pixel at which masks of numbers in boxes of this height are kept: a point is a whole number
/// of pixels, since thin strokes between pixels are lost.
pub fn scale(height: i32) -> f32 {
    1.0 / (height as f32 / HEIGHT).round().max(1.0)
}
