//! Digits as bitmaps, and how well one fits another.

use image::{GrayImage, Luma, RgbaImage};
use imageproc::distance_transform::Norm;
use imageproc::map::map_pixels;
use imageproc::morphology::dilate;

/// How far a number may be off its place, in board pixels.
pub const SHIFT: i32 = 4;

/// Values that fit worse than this (of 1, a perfect fit) are no rivals of anything.
const NO_RIVAL: f32 = 0.4;

/// A bitmap of up to 64 x 64 pixels; bit `x` of row `y`. A number's square lies in it at
/// ([`SHIFT`], [`SHIFT`]).
pub type Bitmap = [u64; 64];

/// A digit.
#[derive(Clone, Debug)]
pub struct Glyph {
    pub value: u8,
    /// For each row of the square: pixels that are ink, and pixels that are not; those beside ink
    /// are neither.
    rows: Vec<(u64, u64)>,
    /// The rows, those with the most ink first: they tell soonest that a glyph does not fit.
    order: Vec<usize>,
    /// The number of ink pixels.
    weight: u32,
    /// Top left corner of the ink.
    left: u32,
    top: u32,
    /// The glyph of another value that fits this one's own ink best.
    rival: Option<(f32, u8)>,
}

impl Glyph {
    /// A glyph out of a picture of the square: what is opaque is ink. `None` if nothing is, or if
    /// the picture is too large.
    pub fn new(value: u8, picture: &RgbaImage) -> Option<Self> {
        let (width, height) = picture.dimensions();
        let largest = 64 - 2 * SHIFT as u32;
        if width > largest || height > largest {
            return None;
        }
        let ink = map_pixels(picture, |pixel| {
            Luma([if pixel[3] == 255 { 255u8 } else { 0 }])
        });
        let with_rim = dilate(&ink, Norm::LInf, 1);
        let bits = |picture: &GrayImage, y: u32, is: u8| {
            let pixels = (0..width).map(|x| (x, picture.get_pixel(x, y)[0]));
            pixels.fold(0u64, |bits, (x, own)| bits | u64::from(own == is) << x)
        };
        let rows: Vec<(u64, u64)> = (0..height)
            .map(|y| (bits(&ink, y, 255), bits(&with_rim, y, 0)))
            .collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|y| std::cmp::Reverse(rows[*y].0.count_ones()));
        let all = rows.iter().fold(0, |all, (ink, _)| all | ink);
        Some(Self {
            value,
            order,
            weight: rows.iter().map(|(ink, _)| ink.count_ones()).sum(),
            left: lowest(all)?,
            top: rows.iter().position(|(ink, _)| *ink != 0)? as u32,
            rival: None,
            rows,
        })
    }

    /// Whether both are the same ink, moved.
    pub fn same_shape(&self, other: &Glyph) -> bool {
        let ink = |glyph: &Glyph| -> Vec<u64> {
            let rows = glyph.rows.iter().skip(glyph.top as usize);
            let rows = rows.map(|(ink, _)| ink >> glyph.left);
            rows.filter(|row| *row != 0).collect()
        };
        self.value == other.value && self.weight == other.weight && ink(self) == ink(other)
    }

    /// Whether ink of this many pixels may be it: half of it may be covered, and some background
    /// may have the same colour.
    pub fn may_weigh(&self, weight: u32) -> bool {
        weight * 2 >= self.weight && weight < self.weight * 4
    }

    /// Its ink alone, in its own place.
    fn ink(&self) -> Bitmap {
        let mut bitmap = [0; 64];
        for (row, (ink, _)) in bitmap[SHIFT as usize..].iter_mut().zip(&self.rows) {
            *row = ink << SHIFT;
        }
        bitmap
    }

    /// The fit when it is moved by (dx, dy) from its place, 1 for a perfect one: less by the ink
    /// that is missing, and twice by the ink where there must be none. `None` if it is below `bar`.
    fn score(&self, bitmap: &Bitmap, dx: i32, dy: i32, bar: f32) -> Option<f32> {
        let (dx, dy) = ((SHIFT + dx) as u32, (SHIFT + dy) as usize);
        let limit = ((1.0 - bar) * self.weight as f32) as u32;
        let mut cost = 0;
        for y in &self.order {
            let (ink, blank) = self.rows[*y];
            let row = bitmap[dy + y];
            let missing = (ink << dx) & !row;
            let extra = (blank << dx) & row;
            cost += missing.count_ones() + 2 * extra.count_ones();
            if cost > limit {
                return None;
            }
        }
        Some(1.0 - cost as f32 / self.weight as f32)
    }

    /// The best fit over all small shifts.
    fn search(&self, bitmap: &Bitmap, best: &mut Best) {
        for dy in middle_out() {
            for dx in middle_out() {
                if let Some(score) = self.score(bitmap, dx, dy, best.bar(self.value)) {
                    best.offer(score, self.value);
                }
            }
        }
    }
}

/// The two best values, each with its score from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Best {
    pub first: Option<(f32, u8)>,
    pub second: Option<(f32, u8)>,
}

impl Best {
    pub fn offer(&mut self, score: f32, value: u8) {
        match self.first {
            Some((best, same)) if same == value => self.first = Some((best.max(score), value)),
            Some((best, _)) if best >= score => {
                if self.second_score() < score {
                    self.second = Some((score, value));
                }
            }
            previous => {
                self.first = Some((score, value));
                self.second = previous;
            }
        }
    }

    /// The score of the second, no less than that of values that are no rivals.
    pub fn second_score(&self) -> f32 {
        self.second
            .map_or(NO_RIVAL, |(score, _)| score.max(NO_RIVAL))
    }

    /// The score that a value must exceed to change anything.
    fn bar(&self, value: u8) -> f32 {
        match self.first {
            Some((score, same)) if same == value => score.max(NO_RIVAL),
            _ => self.second_score(),
        }
    }
}

/// Looks for each glyph at the one place where its ink's corner is the bitmap's: quick, and enough
/// for a number with nothing in its way. `None` if none fits, or more than one value does.
pub fn at_corner(glyphs: &[Glyph], bitmap: &Bitmap) -> Option<Best> {
    const EXACT: f32 = 0.96;
    let left = lowest(bitmap.iter().fold(0, |all, row| all | row))? as i32;
    let top = bitmap.iter().position(|row| *row != 0)? as i32;
    let mut found: Option<(f32, &Glyph)> = None;
    for glyph in glyphs {
        let dx = left - SHIFT - glyph.left as i32;
        let dy = top - SHIFT - glyph.top as i32;
        if dx.abs() > SHIFT || dy.abs() > SHIFT {
            continue;
        }
        if let Some(score) = glyph.score(bitmap, dx, dy, EXACT) {
            match found {
                Some((_, other)) if other.value != glyph.value => return None,
                Some((best, _)) if best >= score => {}
                _ => found = Some((score, glyph)),
            }
        }
    }
    found.map(|(score, glyph)| Best {
        first: Some((score, glyph.value)),
        second: glyph.rival,
    })
}

/// Looks for each glyph at all small shifts.
pub fn everywhere<'a>(
    glyphs: impl IntoIterator<Item = &'a Glyph>,
    bitmap: &Bitmap,
    best: &mut Best,
) {
    glyphs
        .into_iter()
        .for_each(|glyph| glyph.search(bitmap, best));
}

/// The best digit of a part of a bitmap, wherever it is.
pub fn alone(glyphs: &[Glyph], part: &Bitmap) -> Best {
    let mut best = Best::default();
    let (Some(left), Some(top)) = (
        lowest(part.iter().fold(0, |all, row| all | row)),
        part.iter().position(|row| *row != 0),
    ) else {
        return best;
    };
    for glyph in glyphs.iter().filter(|glyph| glyph.value <= 9) {
        // The part is moved to where the glyph has its own ink.
        let across = glyph.left as i32 + SHIFT - left as i32;
        let down = glyph.top as i32 + SHIFT - top as i32;
        let moved = moved(part, across, down);
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            if let Some(score) = glyph.score(&moved, dx, dy, best.bar(glyph.value)) {
                best.offer(score, glyph.value);
            }
        }
    }
    best
}

/// Finds for each glyph the other value that it resembles most.
pub fn set_rivals(glyphs: &mut [Glyph]) {
    let rivals: Vec<Option<(f32, u8)>> = glyphs
        .iter()
        .map(|glyph| {
            let mut best = Best::default();
            let others = glyphs.iter().filter(|other| other.value != glyph.value);
            everywhere(others, &glyph.ink(), &mut best);
            best.first
        })
        .collect();
    for (glyph, rival) in glyphs.iter_mut().zip(rivals) {
        glyph.rival = rival;
    }
}

/// All shifts along one axis, the smallest first: most numbers sit where the template has them.
fn middle_out() -> impl Iterator<Item = i32> {
    (0..=2 * SHIFT).map(|i| if i % 2 == 1 { (i + 1) / 2 } else { -(i / 2) })
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

/// The number of the lowest bit that is set.
pub fn lowest(bits: u64) -> Option<u32> {
    (bits != 0).then(|| bits.trailing_zeros())
}

/// The number of the highest bit that is set.
pub fn highest(bits: u64) -> Option<u32> {
    (bits != 0).then(|| 63 - bits.leading_zeros())
}
