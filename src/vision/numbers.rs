//! Numbers as shapes: games recolour them, so a digit is known by where its ink is, not by its
//! colour.
//!
//! A number's square becomes a bitmap of the pixels that have an ink's colours: of one that was
//! learned, or of any shape in the square, since a game may show colours that no example had. A glyph has pixels that
//! must be ink, pixels that must not be, and a rim between them that does not count, since outlines
//! and highlights come and go with the colour. The best glyph over all small shifts wins; its lead
//! over the best glyph of another value is the confidence.

use super::{Palette, Patch, TOLERANCE, View, near, ramp, shapes};
use crate::plane::Rect;
use crate::profile::{Glyph, Templates};

/// How far a number may be off its place, in board pixels.
pub const SHIFT: i32 = 4;

/// Smaller shapes are no digits.
const LEAST_SHAPE: usize = 12;

/// How many of a square's shapes are tried as ink, the largest first.
const MOST_SHAPES: usize = 12;

/// A bitmap of up to 64 x 64 pixels; bit `x` of row `y`.
pub type Bitmap = [u64; 64];

/// What a number's square is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub value: u8,
    /// 0 to 1.
    pub confidence: f32,
    /// The next best value, if any comes near.
    pub rival: Option<u8>,
}

/// Reads numbers with the glyphs of a profile.
pub struct NumberReader<'a> {
    view: View<'a>,
    templates: &'a Templates,
    /// Numbers may have two digits.
    pairs: bool,
    patch: Patch,
    /// The pixels of the patch that are as the board always is: no ink.
    ground: Bitmap,
}

/// The two best values, each with its score from 0 to 1.
#[derive(Clone, Copy, Default)]
struct Best {
    first: Option<(f32, u8)>,
    second: Option<(f32, u8)>,
}

impl Best {
    fn offer(&mut self, score: f32, value: u8) {
        match self.first {
            Some((best, same)) if same == value => self.first = Some((best.max(score), value)),
            Some((best, _)) if best >= score => {
                if self.bar() < score {
                    self.second = Some((score, value));
                }
            }
            previous => {
                self.first = Some((score, value));
                self.second = previous;
            }
        }
    }

    /// The score below which another value is of no interest.
    fn bar(&self) -> f32 {
        self.second.map_or(0.0, |(score, _)| score)
    }

    fn number(&self) -> Option<Number> {
        let (score, value) = self.first?;
        // A shape that fits exactly needs only a short lead; one that is partly covered must be
        // far better than the next.
        let (error, next_error) = (1.0 - score, 1.0 - self.bar());
        let lead = next_error - 1.5 * error;
        Some(Number {
            value,
            confidence: ramp(score, 0.45, 0.8).min(ramp(lead, 0.0, 0.1)),
            rival: self.second.map(|(_, value)| value),
        })
    }
}

impl<'a> NumberReader<'a> {
    /// `largest` is the largest number that can appear.
    pub fn new(view: View<'a>, templates: &'a Templates, largest: usize) -> Self {
        Self {
            view,
            templates,
            pairs: largest > 9,
            patch: Patch::default(),
            ground: [0; 64],
        }
    }

    /// Reads the number in a square of the board; `None` if nothing resembles a number.
    pub fn read(&mut self, area: Rect) -> Option<Number> {
        let wide = Rect::new(
            area.x - SHIFT,
            area.y - SHIFT,
            area.width + 2 * SHIFT,
            area.height + 2 * SHIFT,
        );
        self.patch.fill(&self.view, wide);
        self.ground = self.ground();
        let mut best = Best::default();
        for ink in &self.templates.inks {
            self.try_ink(ink, &mut best);
            if let Some(number) = best.number().filter(|n| n.confidence >= 0.95) {
                return Some(number);
            }
        }
        for shape in shapes(&self.patch, LEAST_SHAPE, TOLERANCE)
            .iter()
            .take(MOST_SHAPES)
        {
            self.try_ink(&shape.palette(&self.patch), &mut best);
        }
        best.number()
    }

    fn ground(&self) -> Bitmap {
        let mut ground = [0; 64];
        let Some(anchor) = &self.templates.anchor else {
            return ground;
        };
        let corner = self.patch.area;
        for (y, (row, pixels)) in ground.iter_mut().zip(self.patch.rows()).enumerate() {
            for (x, colour) in pixels.iter().take(64).enumerate() {
                let expected = anchor.colour(corner.x + x as i32, corner.y + y as i32);
                *row |= u64::from(expected.is_some_and(|e| near(e, *colour))) << x;
            }
        }
        ground
    }

    fn try_ink(&self, ink: &Palette, best: &mut Best) {
        let mut bitmap = bitmap(&self.patch, |colour| ink.has(colour));
        for (row, ground) in bitmap.iter_mut().zip(&self.ground) {
            *row &= !ground;
        }
        let weight: u32 = bitmap.iter().map(|row| row.count_ones()).sum();
        for glyph in &self.templates.glyphs {
            // Less ink than half the glyph cannot be it, far more is a background.
            if weight * 2 >= glyph.weight && weight < glyph.weight * 4 {
                self.try_glyph(&bitmap, glyph, best);
            }
        }
        if self.pairs {
            self.try_pair(&bitmap, best);
        }
    }

    fn try_glyph(&self, bitmap: &Bitmap, glyph: &Glyph, best: &mut Best) {
        let span = 2 * SHIFT;
        for dy in middle_out(span) {
            for dx in middle_out(span) {
                let floor = match best.first {
                    Some((score, value)) if value == glyph.value => score,
                    _ => best.bar(),
                };
                let limit = ((1.0 - floor) * glyph.weight as f32) as u32;
                if let Some(cost) = cost(bitmap, glyph, dx as u32, dy as usize, limit) {
                    best.offer(1.0 - cost as f32 / glyph.weight as f32, glyph.value);
                }
            }
        }
    }

    /// Two digits side by side: the ink is split at a gap, and each part is matched at its own
    /// place.
    fn try_pair(&self, bitmap: &Bitmap, best: &mut Best) {
        let columns = bitmap.iter().fold(0, |all, row| all | row);
        let (Some(first), Some(last)) = (lowest(columns), highest(columns)) else {
            return;
        };
        for gap in first + 1..last {
            if columns >> gap & 1 == 1 || columns >> (gap - 1) & 1 == 0 {
                continue;
            }
            let left = bitmap.map(|row| row & ((1 << gap) - 1));
            let right = bitmap.map(|row| row >> gap << gap);
            let (left, right) = (self.alone(&left), self.alone(&right));
            if let (Some((a, tens)), Some((b, ones))) = (left.first, right.first)
                && tens > 0
                && tens <= 9
                && ones <= 9
            {
                best.offer(a.min(b), tens * 10 + ones);
                for (other, value) in [
                    (left.second.map(|(s, tens)| (s.min(b), tens)), None),
                    (right.second.map(|(s, ones)| (s.min(a), ones)), Some(tens)),
                ] {
                    if let Some((score, digit)) = other {
                        let value = value.map_or(digit * 10 + ones, |tens| tens * 10 + digit);
                        best.offer(score, value);
                    }
                }
            }
        }
    }

    /// The best digit of a part of a bitmap, wherever it is.
    fn alone(&self, part: &Bitmap) -> Best {
        let mut best = Best::default();
        let (Some(left), Some(top)) = (
            lowest(part.iter().fold(0, |all, row| all | row)),
            part.iter().position(|row| *row != 0),
        ) else {
            return best;
        };
        for glyph in self
            .templates
            .glyphs
            .iter()
            .filter(|glyph| glyph.value <= 9)
        {
            for dy in -1..=1 {
                for dx in -1..=1 {
                    // Move the part to where the glyph has its own ink.
                    let down = glyph.top as i32 + dy - top as i32;
                    let across = glyph.left as i32 + dx - left as i32;
                    let moved = moved(part, across, down);
                    if let Some(cost) = cost(&moved, glyph, 0, 0, glyph.weight) {
                        best.offer(1.0 - cost as f32 / glyph.weight as f32, glyph.value);
                    }
                }
            }
        }
        best
    }
}

/// The pixels of a patch that pass a test.
pub fn bitmap(patch: &Patch, is: impl Fn([u8; 3]) -> bool) -> Bitmap {
    let mut bitmap = [0; 64];
    for (row, pixels) in bitmap.iter_mut().zip(patch.rows()) {
        for (x, colour) in pixels.iter().take(64).enumerate() {
            *row |= u64::from(is(*colour)) << x;
        }
    }
    bitmap
}

/// The glyph moved by (dx, dy): missing ink, plus twice the ink where there must be none. `None`
/// as soon as it exceeds the limit.
fn cost(bitmap: &Bitmap, glyph: &Glyph, dx: u32, dy: usize, limit: u32) -> Option<u32> {
    let mut cost = 0;
    for (row, (ink, blank)) in bitmap.iter().skip(dy).zip(&glyph.rows) {
        let missing = (ink << dx) & !row;
        let extra = (blank << dx) & row;
        cost += missing.count_ones() + 2 * extra.count_ones();
        if cost > limit {
            return None;
        }
    }
    Some(cost)
}

/// 0..=span, the middle first: most numbers sit where the template has them.
fn middle_out(span: i32) -> impl Iterator<Item = i32> {
    let half = span / 2;
    (0..=span).map(move |i| half + if i % 2 == 1 { (i + 1) / 2 } else { -(i / 2) })
}

fn moved(part: &Bitmap, dx: i32, dy: i32) -> Bitmap {
    let mut out = [0; 64];
    for (y, row) in part.iter().enumerate() {
        let to = y as i32 + dy;
        if (0..64).contains(&to) && dx.abs() < 64 {
            out[to as usize] = if dx < 0 { row >> -dx } else { row << dx };
        }
    }
    out
}

fn lowest(bits: u64) -> Option<u32> {
    (bits != 0).then(|| bits.trailing_zeros())
}

fn highest(bits: u64) -> Option<u32> {
    (bits != 0).then(|| 63 - bits.leading_zeros())
}
