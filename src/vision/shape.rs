//! Shapes of one colour, or of colours that pass into each other.

use super::{Patch, apart};

/// Colours told apart by 5 bits of each channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    slots: Vec<u64>,
}

impl Default for Palette {
    fn default() -> Self {
        Self {
            slots: vec![0; (1 << 15) / 64],
        }
    }
}

impl Palette {
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

    pub fn merge(&mut self, other: &Palette) {
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

    /// The colours of its pixels, with those near to them.
    pub fn palette(&self, patch: &Patch) -> Palette {
        let mut palette = Palette::default();
        let colours = self.pixels.iter().filter_map(|&(x, y)| patch.get(x, y));
        colours.for_each(|colour| palette.add_wide(colour));
        palette
    }
}

/// All shapes of a patch with at least `least` pixels, the largest first; neighbours differ by no
/// more than `step` in any channel.
pub fn shapes(patch: &Patch, least: usize, step: u8) -> Vec<Shape> {
    let (width, height) = (patch.area.width, patch.area.height);
    let mut seen = vec![false; (width * height) as usize];
    let mut found = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if !seen[(y * width + x) as usize] {
                let shape = flood(patch, (x, y), step, &mut seen);
                if shape.pixels.len() >= least {
                    found.push(shape);
                }
            }
        }
    }
    found.sort_by_key(|shape| std::cmp::Reverse(shape.pixels.len()));
    found
}

fn flood(patch: &Patch, start: (i32, i32), step: u8, seen: &mut [bool]) -> Shape {
    let width = patch.area.width;
    let mut shape = Shape {
        pixels: vec![start],
        colour: [0; 3],
    };
    seen[(start.1 * width + start.0) as usize] = true;
    let mut sums = [0u32; 3];
    let mut next = 0;
    while let Some(&(x, y)) = shape.pixels.get(next) {
        next += 1;
        let Some(colour) = patch.get(x, y) else {
            continue;
        };
        (0..3).for_each(|i| sums[i] += u32::from(colour[i]));
        for (nx, ny) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
            let is_new = patch
                .get(nx, ny)
                .is_some_and(|other| apart(other, colour) <= step)
                && !seen[(ny * width + nx) as usize];
            if is_new {
                seen[(ny * width + nx) as usize] = true;
                shape.pixels.push((nx, ny));
            }
        }
    }
    shape.colour = sums.map(|sum| (sum / shape.pixels.len() as u32) as u8);
    shape.pixels.sort_unstable();
    shape
}
