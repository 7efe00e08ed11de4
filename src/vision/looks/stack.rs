//! Where the ink of numbers is: where the places of different numbers differ.
//!
//! Plates, frames and the page are the same in all places. Places that are a fraction of a pixel apart
//! are drawn a pixel off now and then, so only what differs from all that is within a pixel counts, or
//! within two or three: where the ink may be is told by each, and others choose.

use super::Pixels;
use crate::base::{Point, Rect};
use crate::vision::median;
use crate::vision::regions::Region;

/// Less difference than these grey levels is no ink.
const LEAST: f32 = 12.0;

/// Parts lighter than this share of the heaviest are dirt.
const DIRT: f32 = 0.08;

/// Parts further away than this share of the heaviest one's height do not belong to it.
const NEAR: f32 = 0.3;

/// How far frames may be off their places, in pixels, and the share of the largest difference that is
/// ink.
const TRIES: [(usize, f32); 5] = [(1, 0.3), (2, 0.3), (3, 0.3), (1, 0.5), (1, 0.7)];

/// The share of the largest difference from the ground that is ink for certain.
const CLEAR: f32 = 0.5;

/// How far around the core the ground is looked at, in pixels.
const RING: i32 = 2;

/// What may be the box around the ink of all numbers, counted from the corner of their places, the
/// likeliest first. The places are of one size and may be much larger than the numbers; `core` is where
/// ink is for certain. Empty if the numbers do not differ.
pub fn ink_boxes(pixels: &impl Pixels, places: &[Rect], values: &[u8], core: Rect) -> Vec<Rect> {
    let Some([width, height]) = places.first().map(|place| [place.width, place.height]) else {
        return Vec::new();
    };
    let looks: Vec<Vec<[f32; 3]>> = places
        .iter()
        .map(|place| look(pixels, *place, core))
        .collect();
    let plays = [1, 2, 3].map(|play| Differences::new(&looks, values, width as usize, play));
    let found = |(play, share): (usize, f32)| {
        let ink = plays[play - 1].ink(core, share)?;
        // What is within so many pixels of another number's ink was not counted.
        Some(inside(ink.grown(play as i32), width, height))
    };
    let mut boxes: Vec<Rect> = Vec::new();
    for ink in TRIES.into_iter().filter_map(found) {
        if !boxes.contains(&ink) {
            boxes.push(ink);
        }
    }
    // Numbers leave some room; what does not are frames that are not quite where they should be, or
    // the grain of the page.
    boxes.sort_by_key(|ink| ink.width * 10 > width * 8 || ink.height * 10 > height * 8);
    boxes
}

/// The box made so wide and high that it holds whole digits, of which it may have but the part in which
/// they differ.
pub fn whole(pixels: &impl Pixels, places: &[Rect], ink: Rect, [width, height]: [i32; 2]) -> Rect {
    let digits = places.iter().filter_map(|place| digit(pixels, *place, ink));
    let all = digits.fold(ink, |all, digit| {
        let more = all.around(&digit);
        // What is larger is a plate, a frame or the page.
        let fits = more.width <= width && more.height <= height;
        if fits { more } else { all }
    });
    let corner = all.corner() - Point::new((width - all.width) / 2, (height - all.height) / 2);
    Rect::new(corner.x, corner.y, width, height)
}

/// The box around what is in the box of the ink, with all that it touches.
fn digit(pixels: &impl Pixels, place: Rect, ink: Rect) -> Option<Rect> {
    let size = |step: [f32; 3]| {
        step.iter()
            .fold(0.0, |most: f32, part| most.max(part.abs()))
    };
    let apart: Vec<f32> = look(pixels, place, ink).into_iter().map(size).collect();
    let limit = LEAST.max(CLEAR * largest(&apart, place.width, ink)?);
    let parts = Region::above(limit, &apart, place.width as usize).into_iter();
    let own = parts
        .map(|part| part.bounds)
        .filter(|part| part.overlaps(&ink));
    own.reduce(|all, part| all.around(&part))
}

/// How much the places of numbers differ, point by point.
struct Differences {
    apart: Vec<f32>,
    width: usize,
}

impl Differences {
    /// What is found in another place within `play` pixels is no difference.
    fn new(looks: &[Vec<[f32; 3]>], values: &[u8], width: usize, play: usize) -> Self {
        let mut apart = vec![0.0f32; looks[0].len()];
        for i in 0..looks.len() {
            for j in (0..looks.len()).filter(|j| values[i] != values[*j]) {
                for (at, most) in apart.iter_mut().enumerate() {
                    *most = most.max(gap(&looks[i], &looks[j], at, [width, play], *most));
                }
            }
        }
        Self { apart, width }
    }

    /// The box around the parts that differ, in and near the core.
    fn ink(&self, core: Rect, share: f32) -> Option<Rect> {
        let (width, height) = (self.width as i32, (self.apart.len() / self.width) as i32);
        let apart = &self.apart;
        let limit = LEAST.max(share * largest(apart, width, core)?);
        let mut parts = Region::above(limit, apart, self.width);
        parts.retain(|part| !is_line(part.bounds, width, height));
        let main = parts
            .iter()
            .filter(|part| part.bounds.overlaps(&core))
            .max_by(|a, b| a.weight.total_cmp(&b.weight))?
            .clone();
        let reach = (NEAR * main.bounds.height as f32).ceil() as i32;
        let near = main.bounds.grown(reach);
        let own = parts
            .iter()
            .filter(|part| part.weight >= DIRT * main.weight && part.bounds.overlaps(&near));
        Some(own.fold(main.bounds, |all, part| all.around(&part.bounds)))
    }
}

/// The pixels of a place, less the usual colour just outside its core.
fn look(pixels: &impl Pixels, place: Rect, core: Rect) -> Vec<[f32; 3]> {
    let at = |p: Point| pixels(place.x + p.x, place.y + p.y).map(f32::from);
    let ring = dots(core.grown(RING)).filter(|p| !core.contains(*p));
    let ring: Vec<[f32; 3]> = ring.map(at).collect();
    let ground = median(&ring);
    let whole = Rect::new(0, 0, place.width, place.height);
    let colours = dots(whole).map(at);
    colours
        .map(|colour| std::array::from_fn(|i| colour[i] - ground[i]))
        .collect()
}

/// The pixels of an area, row by row.
fn dots(area: Rect) -> impl Iterator<Item = Point> {
    (area.y..area.y + area.height)
        .flat_map(move |y| (area.x..area.x + area.width).map(move |x| Point::new(x, y)))
}

/// How much a point of one look differs from what is around it in another; given up below `most`.
fn gap(a: &[[f32; 3]], b: &[[f32; 3]], at: usize, [width, play]: [usize; 2], most: f32) -> f32 {
    let here = a[at];
    let mut least = f32::MAX;
    for near in within(play, at, width, a.len() / width) {
        let step = (0..3).map(|i| (here[i] - b[near][i]).abs());
        least = least.min(step.fold(0.0, f32::max));
        if least <= most {
            break;
        }
    }
    least
}

/// The points that are at most `reach` away in each direction.
fn within(reach: usize, at: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let range = |at: usize, end: usize| at.saturating_sub(reach)..(at + reach + 1).min(end);
    let (across, down) = (range(at % width, width), range(at / width, height));
    down.flat_map(move |y| across.clone().map(move |x| y * width + x))
}

/// Nearly the largest difference in the core.
fn largest(apart: &[f32], width: i32, core: Rect) -> Option<f32> {
    let all = dots(core).map(|p| p.y * width + p.x);
    let mut all: Vec<f32> = all
        .filter_map(|at| apart.get(at as usize).copied())
        .collect();
    all.sort_by(|a, b| b.total_cmp(a));
    all.get(all.len() / 200).copied()
}

/// Whether it is the edge of a plate or a frame, or what lies beyond the last plate.
fn is_line(part: Rect, width: i32, height: i32) -> bool {
    let is_line = |thick: i32, long: i32, whole: i32| {
        (thick <= 2 && long * 2 > whole) || (thick <= 5 && long * 10 > whole * 9)
    };
    is_line(part.width, part.height, height) || is_line(part.height, part.width, width)
}

fn inside(area: Rect, width: i32, height: i32) -> Rect {
    let (x, y) = (area.x.max(0), area.y.max(0));
    let right = (area.x + area.width).min(width);
    let bottom = (area.y + area.height).min(height);
    Rect::new(x, y, right - x, bottom - y)
}
