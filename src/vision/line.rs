//! A line of small digits of different widths, one pixel apart, such as a seed.

use super::{Patch, View, near, ramp};
use crate::plane::Rect;
use crate::profile::SmallGlyph;

/// What a line of digits says.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub digits: Vec<Digit>,
}

/// One digit of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digit {
    pub value: u8,
    /// 0 to 1.
    pub confidence: f32,
    /// Where it is, in board pixels.
    pub area: Rect,
}

/// Reads all digits in an area; the ink has one of the colours it was learned in. The digits may
/// be off by a pixel up or down.
pub fn read(view: &View, area: Rect, glyphs: &[SmallGlyph], inks: &[[u8; 3]]) -> Line {
    let mut patch = Patch::default();
    patch.fill(view, grown(area, 1));
    let mut best = Line { digits: Vec::new() };
    let mut best_score = -1.0;
    for ink in inks {
        for rise in 0..=2 {
            let digits: Vec<Digit> = segments(&patch, *ink, rise)
                .into_iter()
                .map(|(left, columns)| digit(&columns, glyphs, patch.area, left))
                .collect();
            let score = digits.iter().map(|d| d.confidence).sum::<f32>();
            if score > best_score {
                best_score = score;
                best.digits = digits;
            }
        }
    }
    best
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

/// Runs of columns with ink: the first column of each, and its columns as bits, top row first.
/// `rise` rows are skipped at the top, `2 - rise` at the bottom.
pub fn segments(patch: &Patch, ink: [u8; 3], rise: i32) -> Vec<(i32, Vec<u32>)> {
    let mut found: Vec<(i32, Vec<u32>)> = Vec::new();
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
                found.push((x, vec![bits]));
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
