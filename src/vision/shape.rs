//! Shapes of one colour, or of colours that pass into each other.

use std::ops::Range;

use super::{Patch, apart};

/// Colours told apart by 5 bits of each channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourSet {
    slots: Vec<u64>,
}

impl Default for ColourSet {
    fn default() -> Self {
        Self {
            slots: vec![0; (1 << 15) / 64],
        }
    }
}

impl ColourSet {
    /// Adds a colour.
    pub fn add(&mut self, colour: [u8; 3]) {
        let [r, g, b] = colour.map(|channel| channel >> 3);
        self.set(r, g, b);
    }

    /// Adds a colour and those around it, by about [`super::TOLERANCE`].
    pub fn add_wide(&mut self, colour: [u8; 3]) {
        let [r, g, b] = colour.map(|channel| channel >> 3);
        let around = |channel: u8| channel.saturating_sub(1)..=(channel + 1).min(31);
        for r in around(r) {
            for g in around(g) {
                around(b).for_each(|b| self.set(r, g, b));
            }
        }
    }

    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Adds the colours of some pixels of a patch, and those around them.
    pub fn add_all(&mut self, pixels: &[(i32, i32)], patch: &Patch) {
        let colours = pixels.iter().filter_map(|&(x, y)| patch.get(x, y));
        colours.for_each(|colour| self.add_wide(colour));
    }

    pub fn merge(&mut self, other: &ColourSet) {
        for (own, new) in self.slots.iter_mut().zip(&other.slots) {
            *own |= new;
        }
    }

    #[inline]
    pub fn has(&self, colour: [u8; 3]) -> bool {
        let [r, g, b] = colour.map(|channel| channel >> 3);
        let slot = Self::slot(r, g, b);
        self.slots[slot / 64] >> (slot % 64) & 1 == 1
    }

    fn set(&mut self, r: u8, g: u8, b: u8) {
        let slot = Self::slot(r, g, b);
        self.slots[slot / 64] |= 1 << (slot % 64);
    }

    fn slot(r: u8, g: u8, b: u8) -> usize {
        usize::from(r) << 10 | usize::from(g) << 5 | usize::from(b)
    }
}

/// Pixels that touch each other, corners included, each of nearly the colour of the next.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Counted from the patch's corner; sorted.
    pub pixels: Vec<(i32, i32)>,
    /// The average colour.
    pub colour: [u8; 3],
}

impl Shape {
    fn of(pixels: &[(i32, i32)], patch: &Patch) -> Self {
        let mut sums = [0u32; 3];
        for colour in pixels.iter().filter_map(|&(x, y)| patch.get(x, y)) {
            (0..3).for_each(|i| sums[i] += u32::from(colour[i]));
        }
        Self {
            pixels: pixels.to_vec(),
            colour: sums.map(|sum| (sum / pixels.len().max(1) as u32) as u8),
        }
    }

    /// Whether a pixel of it lies on the patch's rim.
    pub fn touches_rim(&self, patch: &Patch) -> bool {
        let (right, bottom) = (patch.area.width - 1, patch.area.height - 1);
        let on_rim = |&(x, y): &(i32, i32)| x == 0 || y == 0 || x == right || y == bottom;
        self.pixels.iter().any(on_rim)
    }

    /// From the highest to the lowest pixel.
    pub fn height(&self) -> i32 {
        let rows = self.pixels.iter().map(|p| p.1);
        rows.clone().max().unwrap_or(0) - rows.min().unwrap_or(0) + 1
    }
}

/// All shapes of a patch with at least `least` pixels, the largest first; neighbours differ by no
/// more than `step` in any channel.
pub fn shapes(patch: &Patch, least: usize, step: u8) -> Vec<Shape> {
    let mut found = Shapes::default();
    found.find(patch, least, step);
    let shapes = (0..).map_while(|nth| found.get(nth));
    shapes.map(|pixels| Shape::of(pixels, patch)).collect()
}

/// The shapes of one patch after another, found in the same memory.
///
/// imageproc's `connected_components`, which [`super::regions`] stands on, is no slower (26 us beside
/// 51 us for a number's square of 40x40 pixels, 4 to 8 ms beside 6 to 7 ms for a board of 356x424), but
/// it joins equal pixels only, where a shaded ink passes from one colour to the next, and asks for
/// memory each time, which reading a known board must not.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Those of one shape side by side, sorted.
    pixels: Vec<(i32, i32)>,
    /// Which of them are a shape, the largest first.
    spans: Vec<Range<usize>>,
    seen: Vec<bool>,
}

impl Shapes {
    /// Finds what [`shapes`] does.
    pub fn find(&mut self, patch: &Patch, least: usize, step: u8) {
        let (width, height) = (patch.area.width, patch.area.height);
        let count = (width * height) as usize;
        self.seen.clear();
        self.seen.resize(count, false);
        self.pixels.clear();
        self.pixels.reserve(count);
        self.spans.clear();
        self.spans.reserve(count / least.max(1));
        for y in 0..height {
            for x in 0..width {
                if !self.seen[(y * width + x) as usize] {
                    let start = self.pixels.len();
                    self.flood(patch, (x, y), step);
                    match self.pixels.len() - start >= least {
                        true => self.spans.push(start..self.pixels.len()),
                        false => self.pixels.truncate(start),
                    }
                }
            }
        }
        let largest = |span: &Range<usize>| (std::cmp::Reverse(span.len()), span.start);
        self.spans.sort_unstable_by_key(largest);
    }

    /// The pixels of a shape, counted from the patch's corner; the largest is the first.
    pub fn get(&self, nth: usize) -> Option<&[(i32, i32)]> {
        Some(&self.pixels[self.spans.get(nth)?.clone()])
    }

    fn flood(&mut self, patch: &Patch, start: (i32, i32), step: u8) {
        let width = patch.area.width;
        let first = self.pixels.len();
        self.pixels.push(start);
        self.seen[(start.1 * width + start.0) as usize] = true;
        let mut next = first;
        while let Some(&(x, y)) = self.pixels.get(next) {
            next += 1;
            let Some(colour) = patch.get(x, y) else {
                continue;
            };
            for (nx, ny) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
                let is_new = patch
                    .get(nx, ny)
                    .is_some_and(|other| apart(other, colour) <= step)
                    && !self.seen[(ny * width + nx) as usize];
                if is_new {
                    self.seen[(ny * width + nx) as usize] = true;
                    self.pixels.push((nx, ny));
                }
            }
        }
        self.pixels[first..].sort_unstable();
    }
}
