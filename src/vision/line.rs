//! A line of small digits of different widths, one pixel apart, such as a seed.

use smallvec::{SmallVec, smallvec};

use super::{ColourSet, Patch, View, near, ramp};
use crate::base::Rect;

/// The confidence of a digit that is known only because it is none of the other nine.
const BY_ELIMINATION: f32 = 0.6;

/// A small digit: its columns from the left, the top row in the lowest bit.
#[derive(Clone, Debug)]
pub struct SmallGlyph {
    pub value: u8,
    pub columns: Vec<u32>,
}

/// The digits of a line, and their colours.
#[derive(Clone, Debug, Default)]
pub struct SmallFont {
    pub glyphs: Vec<SmallGlyph>,
    pub inks: Vec<[u8; 3]>,
    /// The colours behind the digits.
    pub field: ColourSet,
}

/// What a line of digits says.
pub type Line = SmallVec<[Digit; 8]>;

/// The columns of a digit, as bits, top row first.
type Columns = SmallVec<[u32; 8]>;

/// The first column of a run of columns with ink, and the run.
pub type Segment = (i32, Columns);

/// One digit of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digit {
    pub value: u8,
    /// 0 to 1.
    pub confidence: f32,
    /// Where it is, in board pixels.
    pub area: Rect,
}

impl SmallFont {
    /// Reads all digits in an area, in one of the inks; they may be off by a pixel up or down.
    pub fn read(&self, view: &View, area: Rect, patch: &mut Patch) -> Line {
        patch.fill(view, grown(area, 1));
        let mut best = Line::new();
        let mut best_score = -1.0;
        for ink in &self.inks {
            for rise in 0..=2 {
                let segments = segments(patch, *ink, rise);
                let mut digits: Line = segments
                    .iter()
                    .map(|(left, columns)| digit(columns, &self.glyphs, patch.area, *left))
                    .collect();
                self.eliminate(patch, *ink, &segments, &mut digits);
                let score = digits.iter().map(|d| d.confidence).sum::<f32>();
                if score > best_score {
                    best_score = score;
                    best = digits;
                }
            }
        }
        best
    }

    /// Where nine of the ten digits were learned, a clean shape that is none of them is the tenth.
    fn eliminate(&self, patch: &Patch, ink: [u8; 3], segments: &[Segment], digits: &mut [Digit]) {
        let is_known = |value: &u8| self.glyphs.iter().any(|glyph| glyph.value == *value);
        let mut missing = (0..=9).filter(|value| !is_known(value));
        let (Some(tenth), None) = (missing.next(), missing.next()) else {
            return;
        };
        let mut shape: Option<&[u32]> = None;
        for ((_, columns), digit) in segments.iter().zip(digits) {
            let is_new = digit.confidence < BY_ELIMINATION
                && shape.is_none_or(|shape| shape == columns.as_slice())
                && self.is_whole(columns, digit.area.height)
                && self.is_clean(patch, ink, digit.area)
                && self
                    .glyphs
                    .iter()
                    .all(|g| similarity(columns, &g.columns) < 0.85);
            if is_new {
                shape = Some(columns);
                digit.value = tenth;
                digit.confidence = BY_ELIMINATION;
            }
        }
    }

    /// Whether a shape is as wide and high as digits are.
    fn is_whole(&self, columns: &[u32], height: i32) -> bool {
        let widths = || self.glyphs.iter().map(|glyph| glyph.columns.len());
        let wide = widths().min() <= Some(columns.len()) && Some(columns.len()) <= widths().max();
        let rows = columns.iter().fold(0, |all, column| all | column);
        wide && rows & 1 == 1 && rows >> (height - 1) & 1 == 1
    }

    /// Whether nothing but ink and the field behind it is in a digit's box.
    fn is_clean(&self, patch: &Patch, ink: [u8; 3], area: Rect) -> bool {
        let (left, top) = (area.x - patch.area.x, area.y - patch.area.y);
        (top..top + area.height)
            .flat_map(|y| (left..left + area.width).map(move |x| (x, y)))
            .filter_map(|(x, y)| patch.get(x, y))
            .all(|colour| near(colour, ink) || self.field.has(colour))
    }
}

/// The rectangle with a margin.
pub fn grown(area: Rect, by: i32) -> Rect {
    Rect::new(
        area.x - by,
        area.y - by,
        area.width + 2 * by,
        area.height + 2 * by,
    )
}

/// Runs of columns with ink; `rise` rows are skipped at the top, `2 - rise` at the bottom.
pub fn segments(patch: &Patch, ink: [u8; 3], rise: i32) -> SmallVec<[Segment; 8]> {
    let mut found = SmallVec::<[Segment; 8]>::new();
    let mut open = false;
    for x in 0..patch.area.width {
        let rows = (rise..patch.area.height - 2 + rise).enumerate();
        let bits = rows.fold(0u32, |bits, (i, y)| {
            let is = patch.get(x, y).is_some_and(|colour| near(colour, ink));
            bits | u32::from(is) << i
        });
        match (bits, open) {
            (0, _) => open = false,
            (_, true) => {
                if let Some((_, columns)) = found.last_mut() {
                    columns.push(bits);
                }
            }
            (_, false) => {
                found.push((x, smallvec![bits]));
                open = true;
            }
        }
    }
    found
}

fn digit(columns: &[u32], glyphs: &[SmallGlyph], patch: Rect, left: i32) -> Digit {
    let (mut first, mut second) = ((0.0f32, 0u8), 0.0f32);
    for glyph in glyphs {
        let score = similarity(columns, &glyph.columns);
        if score > first.0 {
            if glyph.value != first.1 {
                second = first.0;
            }
            first = (score, glyph.value);
        } else if glyph.value != first.1 {
            second = second.max(score);
        }
    }
    Digit {
        value: first.1,
        confidence: ramp(first.0, 0.7, 0.95).min(ramp(first.0 - second, 0.03, 0.15)),
        area: Rect::new(
            patch.x + left,
            patch.y + 1,
            columns.len() as i32,
            patch.height - 2,
        ),
    }
}

/// 1 for the same ink, less by the share of pixels that differ.
fn similarity(a: &[u32], b: &[u32]) -> f32 {
    let column = |side: &[u32], i: usize| side.get(i).copied().unwrap_or(0);
    let (mut differ, mut ink) = (0, 0);
    for i in 0..a.len().max(b.len()) {
        let (x, y) = (column(a, i), column(b, i));
        differ += (x ^ y).count_ones();
        ink += (x | y).count_ones();
    }
    1.0 - differ as f32 / ink.max(1) as f32
}
