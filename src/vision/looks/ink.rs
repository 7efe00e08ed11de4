//! Numbers by the shape of their ink, whatever its colour.
//!
//! A number that was seen is kept as a mask: how much of each point is ink. In a new picture a mask
//! fits if it explains the colours there: if the best linear function from colours to ink (least
//! squares over the three channels) leaves little unexplained. The share that is explained, the
//! coefficient of determination, does not depend on the colours of ink and ground.

use super::Pixels;
use super::stack::{around, parts};
use crate::plane::{Point, Rect};

/// Masks are kept at a size at which digits are about so high.
const HEIGHT: f32 = 18.0;

/// How far a number may be off its place, in pixels.
const JITTER: f32 = 1.5;

/// Ground around the box of a number that is looked at: pixels, and a share of its height.
const MARGIN: [f32; 2] = [1.6, 0.06];

/// A line of the canvas of which more is so is a frame, even in the box.
const LINE: f32 = 0.93;

/// In so large a share of the numbers something must lie beside the box to be a part of the page.
const FIXED: f32 = 0.8;

/// Squared grey levels between ground and ink that are hard to tell from noise.
const FAINT: f32 = 100.0;

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

    fn place(&self, at: usize) -> Point {
        Point::new((at % self.width) as i32, (at / self.width) as i32)
    }

    /// How each point differs from the ground.
    fn apart(&self) -> Vec<[f32; 3]> {
        let ground = ground(self);
        let points = self.points.iter();
        points
            .map(|p| std::array::from_fn(|i| p[i] - ground[i]))
            .collect()
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

/// The points of a side's numbers that count: in and beside the boxes of numbers there may be frames,
/// plates or the board's edge.
#[derive(Clone, Debug, Default)]
pub struct Free(Vec<bool>);

impl Free {
    /// Learns from all numbers of a side.
    pub fn learn<P: Pixels>(numbers: &[(P, Rect)], scale: f32) -> Self {
        let Some((_, first)) = numbers.first() else {
            return Self::default();
        };
        let inner = inner(*first, scale);
        let seen: Vec<Inked> = numbers
            .iter()
            .map(|(pixels, area)| Inked::new(pixels, *area, inner, scale))
            .collect();
        let (width, height) = (seen[0].width, seen[0].inked.len() / seen[0].width);
        let fixed = |at: usize, across: bool| {
            let count = seen.iter().filter(|seen| seen.is_near(at, across)).count();
            count as f32 >= FIXED * numbers.len() as f32
        };
        let is_line = |points: &mut dyn Iterator<Item = usize>, across: bool| {
            let fixed: Vec<bool> = points.map(|at| fixed(at, across)).collect();
            let reaches_rim = fixed.first() == Some(&true) || fixed.last() == Some(&true);
            let count = fixed.iter().filter(|fixed| **fixed).count();
            reaches_rim && count as f32 > LINE * fixed.len() as f32
        };
        let rows: Vec<bool> = (0..height)
            .map(|y| is_line(&mut (y * width..(y + 1) * width), false))
            .collect();
        let columns: Vec<bool> = (0..width)
            .map(|x| is_line(&mut (0..height).map(|y| y * width + x), true))
            .collect();
        let counts = |at: usize| {
            let (x, y) = (at % width, at / width);
            let inside = inner.contains(Point::new(x as i32, y as i32));
            let beside = || fixed(at, false) || fixed(at, true);
            !(rows[y] || columns[x]) && (inside || !beside())
        };
        Self((0..width * height).map(counts).collect())
    }
}

/// Where a number's place is not the ground.
struct Inked {
    width: usize,
    inked: Vec<bool>,
}

impl Inked {
    fn new(pixels: &impl Pixels, area: Rect, inner: Rect, scale: f32) -> Self {
        let colours = Colours::new(pixels, canvas(area), scale);
        let apart = colours.apart();
        let own = (0..apart.len()).filter(|at| inner.contains(colours.place(*at)));
        let most = own.map(|at| length(&apart[at])).fold(0.0, f32::max);
        Self {
            width: colours.width,
            inked: apart.iter().map(|p| length(p) > 0.2 * most).collect(),
        }
    }

    /// Frames may be a pixel off from one place to the next: whether this point or the next one across
    /// (else up or down) is not the ground.
    fn is_near(&self, at: usize, across: bool) -> bool {
        let step = if across { 1 } else { self.width };
        let get = |at: Option<usize>| at.and_then(|at| self.inked.get(at)) == Some(&true);
        get(Some(at)) || get(at.checked_sub(step)) || get(Some(at + step))
    }
}

/// The points of the canvas that lie in the box of the number.
fn inner(area: Rect, scale: f32) -> Rect {
    let point = |pixels: i32| (pixels as f32 * scale).round() as i32;
    let start = point(margin(area));
    Rect::new(start, start, point(area.width), point(area.height))
}

/// A number's ink, cropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    pub value: u8,
    /// Where the ink begins on the canvas of the side it was seen on.
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
    /// 0 to 1, row by row.
    pub ink: Vec<f32>,
}

impl Mask {
    /// The ink in the box of a number that was seen; `scale` as of [`scale`]. None if there is none.
    pub fn new(
        value: u8,
        pixels: &impl Pixels,
        area: Rect,
        scale: f32,
        free: &Free,
    ) -> Option<Self> {
        let colours = Colours::new(pixels, canvas(area), scale);
        let mut apart = colours.apart();
        let fixed = apart.iter_mut().zip(&free.0).filter(|(_, free)| !**free);
        fixed.for_each(|(p, _)| *p = [0.0; 3]);
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
        if norm < FAINT {
            return None;
        }
        let ink: Vec<f32> = apart
            .iter()
            .map(|p| ((0..3).map(|i| p[i] * way[i]).sum::<f32>() / norm).clamp(0.0, 1.0))
            .map(|ink| if ink < 0.15 { 0.0 } else { ink })
            .collect();
        let mask = Self {
            value,
            left: 0,
            top: 0,
            width: colours.width,
            height: colours.height,
            ink,
        };
        mask.without_dirt().cropped()
    }

    /// Without parts that are much lighter than the heaviest.
    fn without_dirt(mut self) -> Self {
        let parts = parts(&self.ink, self.width, 0.3);
        let most = parts.iter().map(|part| part.weight).fold(0.0, f32::max);
        let mut kept = vec![0.0; self.ink.len()];
        for part in parts.iter().filter(|part| part.weight > 0.1 * most) {
            for at in &part.points {
                // With the faint edge around it.
                around(*at, self.width, self.height).for_each(|near| kept[near] = self.ink[near]);
            }
        }
        self.ink = kept;
        self
    }

    fn cropped(self) -> Option<Self> {
        let inked = |at: &usize| self.ink[*at] > 0.0;
        let place = |at: usize| Rect::new((at % self.width) as i32, (at / self.width) as i32, 1, 1);
        let bounds = (0..self.ink.len()).filter(inked).map(place);
        let bounds = bounds.reduce(|all, dot| all.around(&dot))?;
        let [left, top, width, height] = <[i32; 4]>::from(bounds).map(|part| part.max(0) as usize);
        let rows = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        Some(Self {
            value: self.value,
            left,
            top,
            width,
            height,
            ink: rows.map(|(x, y)| self.ink[y * self.width + x]).collect(),
        })
    }
}

fn length(p: &[f32; 3]) -> f32 {
    p.iter().map(|part| part * part).sum::<f32>().sqrt()
}

/// The colour of most of the rim.
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

/// What is looked at of a number whose ink lies in this box.
fn canvas(area: Rect) -> [f32; 4] {
    <[i32; 4]>::from(area.grown(margin(area))).map(|part| part as f32)
}

fn margin(area: Rect) -> i32 {
    (MARGIN[0] + MARGIN[1] * area.height as f32).round() as i32
}

/// Points a pixel at which masks of numbers in boxes of this height are kept.
pub fn scale(height: i32) -> f32 {
    HEIGHT / height.max(1) as f32
}

/// How well the best mask of each value fits; best first. Masks of numbers of the same side (`own`)
/// are looked for where they were, the others anywhere.
pub fn fits(
    [own, others]: [&[Mask]; 2],
    free: &Free,
    pixels: &impl Pixels,
    area: Rect,
    scale: f32,
) -> Vec<(f32, u8)> {
    // Between two points a thin stroke may be missed.
    let places = [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5]].map(|[right, down]| {
        let [left, top, width, height] = canvas(area);
        let moved = [left + right / scale, top + down / scale, width, height];
        Whitened::new(&Colours::new(pixels, moved, scale), free)
    });
    let reach = (JITTER * scale).ceil() as usize;
    let own = own.iter().map(|mask| (mask, Some(reach)));
    let mut best: Vec<(f32, u8)> = Vec::new();
    for (mask, reach) in own.chain(others.iter().map(|mask| (mask, None))) {
        let (fit, at) = places[0].best(mask, reach);
        let between = places[1..].iter().map(|place| place.near(mask, at));
        let fit = between.fold(fit, f32::max);
        match best.iter_mut().find(|(_, value)| *value == mask.value) {
            Some(known) => known.0 = known.0.max(fit),
            None => best.push((fit, mask.value)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best
}

/// Colours turned into three channels that have no mean, the same variance, and nothing to do with
/// each other: a mask's fit is then a sum of squares of correlations. Points that do not count are 0.
struct Whitened {
    width: usize,
    height: usize,
    channels: [Vec<f32>; 3],
    /// 1 where a point counts, else 0.
    weights: Vec<f32>,
    count: f32,
}

impl Whitened {
    fn new(colours: &Colours, free: &Free) -> Self {
        let is_free = |at: usize| free.0.get(at).copied().unwrap_or(true);
        let points = || {
            let points = colours.points.iter().enumerate();
            points.filter(|(at, _)| is_free(*at)).map(|(_, p)| p)
        };
        let count = points().count().max(1) as f64;
        let mean: [f64; 3] =
            std::array::from_fn(|i| points().map(|p| f64::from(p[i])).sum::<f64>() / count);
        let mut covariance = [[0.0f64; 3]; 3];
        for point in points() {
            let p: [f64; 3] = std::array::from_fn(|i| f64::from(point[i]) - mean[i]);
            for (i, row) in covariance.iter_mut().enumerate() {
                (0..3).for_each(|j| row[j] += p[i] * p[j] / count);
            }
        }
        (0..3).for_each(|i| covariance[i][i] += NOISE);
        let lower = cholesky(covariance);
        let mut channels: [Vec<f32>; 3] = Default::default();
        for (at, point) in colours.points.iter().enumerate() {
            // Solves `lower * white = point - mean` from the top.
            let mut white = [0.0f64; 3];
            for i in 0..3 {
                let known: f64 = (0..i).map(|j| lower[i][j] * white[j]).sum();
                white[i] = (f64::from(point[i]) - mean[i] - known) / lower[i][i];
                channels[i].push(if is_free(at) { white[i] as f32 } else { 0.0 });
            }
        }
        let weights = (0..colours.points.len()).map(|at| f32::from(u8::from(is_free(at))));
        Self {
            width: colours.width,
            height: colours.height,
            channels,
            weights: weights.collect(),
            count: count as f32,
        }
    }

    /// The best fit of a mask and its place: anywhere, or within some points of the mask's own place.
    fn best(&self, mask: &Mask, reach: Option<usize>) -> (f32, [usize; 2]) {
        if mask.width > self.width || mask.height > self.height {
            return (0.0, [0; 2]);
        }
        let range = |own: usize, room: usize| match reach {
            Some(reach) => own.saturating_sub(reach).min(room)..=(own + reach).min(room),
            None => 0..=room,
        };
        let across = range(mask.left, self.width - mask.width);
        let down = range(mask.top, self.height - mask.height);
        let places = down.flat_map(|y| across.clone().map(move |x| [x, y]));
        places
            .map(|at| (self.fit(mask, at), at))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or_default()
    }

    /// The best fit at a place, and a point left of it or above.
    fn near(&self, mask: &Mask, [x, y]: [usize; 2]) -> f32 {
        if x + mask.width > self.width || y + mask.height > self.height {
            return 0.0;
        }
        let rows = [y.saturating_sub(1), y];
        let places = rows
            .into_iter()
            .flat_map(|y| [[x.saturating_sub(1), y], [x, y]]);
        places.map(|at| self.fit(mask, at)).fold(0.0, f32::max)
    }

    fn fit(&self, mask: &Mask, [left, top]: [usize; 2]) -> f32 {
        let mut sums = [0.0f32; 3];
        let (mut total, mut squares) = (0.0f32, 0.0f32);
        for (y, row) in mask.ink.chunks_exact(mask.width).enumerate() {
            let start = (top + y) * self.width + left;
            let part = start..start + mask.width;
            for (sum, channel) in sums.iter_mut().zip(&self.channels) {
                let part = &channel[part.clone()];
                *sum += row.iter().zip(part).map(|(ink, c)| ink * c).sum::<f32>();
            }
            for (ink, weight) in row.iter().zip(&self.weights[part]) {
                total += ink * weight;
                squares += ink * ink * weight;
            }
        }
        let count = self.count;
        let variance = squares / count - (total / count).powi(2);
        let explained: f32 = sums.iter().map(|sum| (sum / count).powi(2)).sum();
        explained / variance.max(1e-4)
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
