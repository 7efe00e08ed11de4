//! The small digits of a seed, and how its surroundings tell whether there is one.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::{Example, majority, opaque, variant};
use crate::base::Rect;
use crate::profile::Named;
use crate::screen::Frame;
use crate::vision::{Patch, Place, View, line};

/// How far around the seed its surroundings reach.
pub const MARGIN: i32 = 8;

/// Pictures of the digits, and of the surroundings with and without a seed.
pub fn seeds(area: Rect, examples: &[Example]) -> Result<Vec<Named>, String> {
    let mut looks: BTreeMap<u8, Vec<RgbaImage>> = BTreeMap::new();
    for example in examples {
        if let Some(seed) = &example.seed {
            for (value, look) in digits(area, example, seed)? {
                let known = looks.entry(value).or_default();
                if !known.contains(&look) {
                    known.push(look);
                }
            }
        }
    }
    let mut named = Vec::new();
    for (value, looks) in looks {
        for (index, look) in looks.into_iter().enumerate() {
            named.push((variant(&format!("seed-{value}"), index), look));
        }
    }
    for (name, shown) in [("seed-shown", true), ("seed-absent", false)] {
        let boards: Vec<&RgbaImage> = examples
            .iter()
            .filter(|example| example.seed.is_some() == shown)
            .map(|example| &example.board)
            .collect();
        if !boards.is_empty() {
            named.push((
                name.into(),
                majority(&boards, line::grown(area, MARGIN), 0.6),
            ));
        }
    }
    Ok(named)
}

/// Whether a line keeps away from both ends of a patch: what reaches them is the field behind.
fn is_inside(segments: &[line::Segment], width: i32) -> bool {
    let first = segments.first().is_some_and(|(left, _)| *left > 0);
    let ends = segments
        .last()
        .map(|(left, columns)| left + columns.len() as i32);
    first && ends < Some(width)
}

/// The digits of one example: the colour is the ink that makes as many of them as the seed has.
fn digits(area: Rect, example: &Example, seed: &str) -> Result<Vec<(u8, RgbaImage)>, String> {
    let frame = Frame::still(example.board.clone());
    let place = Place::whole();
    let mut patch = Patch::default();
    patch.fill(
        &View {
            frame: &frame,
            place,
        },
        line::grown(area, 1),
    );
    let inks = patch.frequent(8, 12).into_iter();
    let found = inks
        .map(|ink| (ink, line::segments(&patch, ink, 1)))
        .find(|(_, segments)| segments.len() == seed.len() && is_inside(segments, patch.area.width))
        .ok_or_else(|| {
            format!(
                "no line of {} digits was found where {seed} should be",
                seed.len()
            )
        })?;
    let (ink, segments) = found;
    let values = seed.bytes().map(|digit| digit - b'0');
    let look = |columns: &[u32]| {
        RgbaImage::from_fn(columns.len() as u32, area.height as u32, |x, y| {
            let is_ink = columns[x as usize] >> y & 1 == 1;
            if is_ink {
                opaque(ink)
            } else {
                image::Rgba([0; 4])
            }
        })
    };
    Ok(values
        .zip(segments)
        .map(|(value, (_, columns))| (value, look(&columns)))
        .collect())
}
