//! Numbers by the shape of their ink, whatever its colour.
//!
//! A number that was seen is kept as a mask: how much of each point is ink. In a new picture a mask
//! fits if it explains the colours there: if the best linear function from colours to ink (least
//! squares over the three channels) leaves little unexplained. The share that is explained, the
//! coefficient of determination, does not depend on the colours of ink and ground.

use super::Pixels;
use crate::plane::Rect;

/// Masks are kept at a size at which digits are about so high.
const HEIGHT: f32 = 18.0;

/// How far a number may be off its place, as a share of its box.
const REACH: f32 = 0.22;

/// Ground around a number's ink that is looked at when it is learned, in pixels.
const MARGIN: f32 = 2.0;

/// Variances below this, squared grey levels, are noise.
const NOISE: f64 = 6.0;

/// A place's colours at the masks' size.
#[derive(Clone, Debug)]
struct Colours {
    width: usize,
    height: usize,
    points: Vec<[f32; 3]>,
}

impl Colours {
    /// The pixels of an area, `scale` points a pixel.
    fn new(pixels: &impl Pixels, area: [f32; 4], scale: f32) -> Self {
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

/// A number's ink.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    pub value: u8,
    pub width: usize,
    pub height: usize,
    /// 0 to 1, row by row.
    pub ink: Vec<f32>,
}

impl Mask {
    /// The ink in the box of a number that was seen; `scale` as of [`scale`].
    pub fn new(value: u8, pixels: &impl Pixels, area: Rect, scale: f32) -> Option<Self> {
        Some(Self::extract(value, pixels, area, scale)?.0)
    }

    /// The ink, and where in the box it begins.
    fn extract(
        value: u8,
        pixels: &impl Pixels,
        area: Rect,
        scale: f32,
    ) -> Option<(Self, [usize; 2])> {
        let margin = margin(area);
        let area = [
            area.x as f32,
            area.y as f32,
            area.width as f32,
            area.height as f32,
        ];
        let colours = Colours::new(pixels, grown(area, margin), scale);
        let ground = ground(&colours);
        let mut apart: Vec<[f32; 3]> = colours
            .points
            .iter()
            .map(|p| std::array::from_fn(|i| p[i] - ground[i]))
            .collect();
        clear_rim(&mut apart, colours.width, colours.height);
        let most = apart.iter().map(length).fold(0.0, f32::max);
        // The ink's own colour: the mean of what differs most from the ground.
        let mut way = [0.0f32; 3];
        let mut count = 0.0;
        for p in apart.iter().filter(|p| length(p) > 0.7 * most) {
            (0..3).for_each(|i| way[i] += p[i]);
            count += 1.0;
        }
        let way = way.map(|part| part / f32::max(count, 1.0));
        let norm: f32 = way.iter().map(|part| part * part).sum();
        if norm < 100.0 {
            return None;
        }
        let ink: Vec<f32> = apart
            .iter()
            .map(|p| ((0..3).map(|i| p[i] * way[i]).sum::<f32>() / norm).clamp(0.0, 1.0))
            .map(|ink| if ink < 0.15 { 0.0 } else { ink })
            .collect();
        let mut mask = Self {
            value,
            width: colours.width,
            height: colours.height,
            ink,
        };
        mask.keep_digits();
        mask.cropped()
    }

    /// Keeps only the digits: each is one connected shape that does not touch the rim. What else
    /// there is are frames, plates and dirt.
    fn keep_digits(&mut self) {
        let mut shapes = self.shapes();
        let inner: Vec<Shape> = shapes
            .iter()
            .filter(|s| !s.on_rim && !s.is_frame())
            .cloned()
            .collect();
        if inner.iter().any(|s| s.height() * 3 >= self.height) {
            shapes = inner;
        }
        shapes.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        shapes.truncate(if self.value > 9 { 2 } else { 1 });
        let mut kept = vec![0.0; self.ink.len()];
        for at in shapes.iter().flat_map(|shape| &shape.points) {
            // With the faint edge around it.
            around(*at, self.width, self.height).for_each(|near| kept[near] = self.ink[near]);
        }
        self.ink = kept;
    }

    /// Connected points that are mostly ink.
    fn shapes(&self) -> Vec<Shape> {
        let (width, height) = (self.width, self.height);
        let mut seen = vec![false; self.ink.len()];
        let mut shapes = Vec::new();
        for start in 0..self.ink.len() {
            if seen[start] || self.ink[start] < 0.3 {
                continue;
            }
            seen[start] = true;
            let mut shape = Shape {
                left: start % width,
                top: start / width,
                ..Shape::default()
            };
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                let (x, y) = (at % width, at / width);
                shape.weight += self.ink[at];
                shape.left = shape.left.min(x);
                shape.right = shape.right.max(x);
                shape.bottom = shape.bottom.max(y);
                shape.top = shape.top.min(y);
                shape.on_rim |= x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                shape.points.push(at);
                for next in around(at, width, height) {
                    if !seen[next] && self.ink[next] >= 0.3 {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
            shapes.push(shape);
        }
        shapes
    }

    fn cropped(self) -> Option<(Self, [usize; 2])> {
        let inked = |at: &usize| self.ink[*at] > 0.25;
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for at in (0..self.ink.len()).filter(inked) {
            let (x, y) = (at % self.width, at / self.width);
            left = left.min(x);
            right = right.max(x);
            top = top.min(y);
            bottom = bottom.max(y);
        }
        if left > right || bottom - top < 4 {
            return None;
        }
        let (left, top) = (left.saturating_sub(1), top.saturating_sub(1));
        let (right, bottom) = ((right + 2).min(self.width), (bottom + 2).min(self.height));
        let rows = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let mask = Self {
            value: self.value,
            width: right - left,
            height: bottom - top,
            ink: rows.map(|(x, y)| self.ink[y * self.width + x]).collect(),
        };
        Some((mask, [left, top]))
    }
}

fn length(p: &[f32; 3]) -> f32 {
    p.iter().map(|part| part * part).sum::<f32>().sqrt()
}

/// Removes what differs from the ground and reaches the rim, such as the board's edge, unless that is
/// all there is.
fn clear_rim(apart: &mut [[f32; 3]], width: usize, height: usize) {
    let most = apart.iter().map(length).fold(0.0, f32::max);
    let on_rim = |at: usize| {
        let (x, y) = (at % width, at / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    let differs = |at: usize| length(&apart[at]) > 0.3 * most;
    let mut open: Vec<usize> = (0..apart.len())
        .filter(|at| on_rim(*at) && differs(*at))
        .collect();
    let mut reached = vec![false; apart.len()];
    open.iter().for_each(|at| reached[*at] = true);
    while let Some(at) = open.pop() {
        for next in around(at, width, height) {
            if !reached[next] && differs(next) {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    let inner = (0..apart.len()).filter(|at| !reached[*at]);
    let left = inner.filter(|at| differs(*at)).count();
    if left * 40 >= apart.len() {
        for (point, _) in apart
            .iter_mut()
            .zip(&reached)
            .filter(|(_, reached)| **reached)
        {
            *point = [0.0; 3];
        }
    }
}

/// Points of ink that touch each other.
#[derive(Clone, Debug, Default)]
struct Shape {
    points: Vec<usize>,
    weight: f32,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    on_rim: bool,
}

impl Shape {
    fn height(&self) -> usize {
        self.bottom - self.top + 1
    }

    /// Whether it is thin lines around a lot of nothing.
    fn is_frame(&self) -> bool {
        let width = self.right - self.left + 1;
        self.weight < 0.16 * (width * self.height()) as f32 && width * 3 > self.height() * 2
    }
}

/// A point and those that touch it.
fn around(at: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (at % width, at / width);
    (y.saturating_sub(1)..(y + 2).min(height))
        .flat_map(move |y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x))
}

/// The box of a number's ink in pixels, if the place has any. The place may be larger; what nearly
/// fills it is taken for a plate on which the number stands.
pub fn ink_box(value: u8, pixels: &impl Pixels, area: Rect, roomy: bool) -> Option<Rect> {
    let (mask, [left, top]) = Mask::extract(value, pixels, area, 1.0)?;
    let margin = margin(area);
    let at = |start: i32, offset: usize| (start as f32 - margin + offset as f32).round() as i32 + 1;
    let (x, y) = (at(area.x, left), at(area.y, top));
    let found = Rect::new(x, y, mask.width as i32 - 2, mask.height as i32 - 2);
    let fills = found.width * 10 > area.width * 7 && found.height * 10 > area.height * 6;
    if !roomy || !fills || area.width.min(area.height) < 12 {
        return Some(found);
    }
    let inset = margin.ceil() as i32 + 2 + found.width.min(found.height) / 20;
    let plate = Rect::new(
        x + inset,
        y + inset,
        found.width - 2 * inset,
        found.height - 2 * inset,
    );
    ink_box(value, pixels, plate, false)
}

fn margin(area: Rect) -> f32 {
    MARGIN + 0.04 * area.height as f32
}

/// The colour of most of the box's rim.
fn ground(colours: &Colours) -> [f32; 3] {
    let (width, height) = (colours.width, colours.height);
    let on_rim = |at: &usize| {
        let (x, y) = (at % width, at / width);
        x < 2 || y < 2 || x + 2 >= width || y + 2 >= height
    };
    std::array::from_fn(|i| {
        let rim = (0..colours.points.len()).filter(on_rim);
        let mut parts: Vec<f32> = rim.map(|at| colours.points[at][i]).collect();
        parts.sort_by(f32::total_cmp);
        parts[parts.len() / 2]
    })
}

fn grown([left, top, width, height]: [f32; 4], by: f32) -> [f32; 4] {
    [left - by, top - by, width + 2.0 * by, height + 2.0 * by]
}

/// Points a pixel at which masks of numbers in boxes of this height are kept.
pub fn scale(height: i32) -> f32 {
    HEIGHT / height as f32
}

/// How well the best mask of each value fits; best first.
pub fn fits(masks: &[Mask], pixels: &impl Pixels, area: Rect, scale: f32) -> Vec<(f32, u8)> {
    let (width, height) = (area.width as f32, area.height as f32);
    let area = grown(
        [area.x as f32, area.y as f32, width, height],
        REACH * width.max(height).min(height * 1.5),
    );
    let place = Whitened::new(&Colours::new(pixels, area, scale));
    let mut best: Vec<(f32, u8)> = Vec::new();
    for mask in masks {
        let fit = place.best(mask);
        match best.iter_mut().find(|(_, value)| *value == mask.value) {
            Some(known) => known.0 = known.0.max(fit),
            None => best.push((fit, mask.value)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best
}

/// Colours turned into three channels that have no mean, the same variance, and nothing to do with
/// each other: a mask's fit is then a sum of squares of correlations.
struct Whitened {
    width: usize,
    height: usize,
    channels: [Vec<f32>; 3],
}

impl Whitened {
    fn new(colours: &Colours) -> Self {
        let count = colours.points.len() as f64;
        let mean: [f64; 3] = std::array::from_fn(|i| {
            colours.points.iter().map(|p| f64::from(p[i])).sum::<f64>() / count
        });
        let mut covariance = [[0.0f64; 3]; 3];
        for point in &colours.points {
            let p: [f64; 3] = std::array::from_fn(|i| f64::from(point[i]) - mean[i]);
            for (i, row) in covariance.iter_mut().enumerate() {
                (0..3).for_each(|j| row[j] += p[i] * p[j] / count);
            }
        }
        (0..3).for_each(|i| covariance[i][i] += NOISE);
        let lower = cholesky(covariance);
        let mut channels: [Vec<f32>; 3] = Default::default();
        for point in &colours.points {
            // Solves `lower * white = point - mean` from the top.
            let mut white = [0.0f64; 3];
            for i in 0..3 {
                let known: f64 = (0..i).map(|j| lower[i][j] * white[j]).sum();
                white[i] = (f64::from(point[i]) - mean[i] - known) / lower[i][i];
                channels[i].push(white[i] as f32);
            }
        }
        Self {
            width: colours.width,
            height: colours.height,
            channels,
        }
    }

    /// The best fit of a mask over all places: every other one first, then around the best.
    fn best(&self, mask: &Mask) -> f32 {
        if mask.width > self.width || mask.height > self.height {
            return 0.0;
        }
        let (right, bottom) = (self.width - mask.width, self.height - mask.height);
        let fit = |x: usize, y: usize| (self.fit(mask, x, y), x, y);
        let coarse = (0..=bottom)
            .step_by(2)
            .flat_map(|y| (0..=right).step_by(2).map(move |x| (x, y)));
        let Some(best) = coarse
            .map(|(x, y)| fit(x, y))
            .max_by(|a, b| a.0.total_cmp(&b.0))
        else {
            return 0.0;
        };
        let (_, bx, by) = best;
        let around = (by.saturating_sub(1)..=(by + 1).min(bottom))
            .flat_map(|y| (bx.saturating_sub(1)..=(bx + 1).min(right)).map(move |x| (x, y)));
        around
            .map(|(x, y)| self.fit(mask, x, y))
            .fold(best.0, f32::max)
    }

    fn fit(&self, mask: &Mask, left: usize, top: usize) -> f32 {
        let count = (self.width * self.height) as f32;
        let mut sums = [0.0f32; 3];
        for (y, row) in mask.ink.chunks_exact(mask.width).enumerate() {
            let start = (top + y) * self.width + left;
            for (sum, channel) in sums.iter_mut().zip(&self.channels) {
                let part = &channel[start..start + mask.width];
                *sum += row.iter().zip(part).map(|(ink, c)| ink * c).sum::<f32>();
            }
        }
        let total: f32 = mask.ink.iter().sum();
        let squares: f32 = mask.ink.iter().map(|ink| ink * ink).sum();
        let variance = squares / count - (total / count).powi(2);
        let explained: f32 = sums.iter().map(|sum| (sum / count).powi(2)).sum();
        explained / variance.max(1e-6)
    }
}

/// The lower triangle whose product with its transpose is the matrix (Cholesky).
fn cholesky(matrix: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut lower = [[0.0f64; 3]; 3];
    for i in 0..3 {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            lower[i][j] = match i == j {
                true => (matrix[i][i] - known).max(1e-9).sqrt(),
                false => (matrix[i][j] - known) / lower[j][j],
            };
        }
    }
    lower
}
