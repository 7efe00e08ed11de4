//! The large digits.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::inks::{Ink, candidates, complete, most_common, of_one_height};
use super::{Example, variant};
use crate::profile::Named;
use crate::screen::Frame;

/// How much neighbouring pixels of an ink may differ: that at which the digits have the fewest looks.
/// Flat inks need little, shaded ones more; the last of equals is taken, so the least comes last.
const STEPS: [u8; 3] = [48, 32, 16];

/// One template for each look of each digit that the examples show.
pub fn digits(examples: &[Example]) -> Result<Digits, String> {
    let looks = STEPS
        .map(|step| looks_by_value(examples, step))
        .into_iter()
        .max_by_key(|looks| (looks.most, looks.by_value.len(), Reverse(looks.count())))
        .unwrap_or_default();
    let Looks {
        by_value: looks,
        inked,
        ..
    } = looks;
    let mut numbers = examples.iter().flat_map(|example| &example.numbers);
    if let Some((_, value)) = numbers.find(|(_, v)| *v <= 9 && !looks.contains_key(v)) {
        return Err(format!("no ink was found where a number {value} should be"));
    }
    let mut named = Vec::new();
    for (value, inks) in looks {
        for (index, ink) in inks.iter().enumerate() {
            named.push((variant(&format!("digit-{value}"), index), ink.picture()));
        }
    }
    Ok(Digits {
        pictures: named,
        inked,
    })
}

/// What was learned about digits.
pub struct Digits {
    pub pictures: Vec<Named>,
    /// Pixels that are ink: the example, and where on its board.
    pub inked: Vec<(usize, (i32, i32))>,
}

/// The different looks of each digit.
#[derive(Default)]
struct Looks {
    by_value: BTreeMap<u8, Vec<Ink>>,
    inked: Vec<(usize, (i32, i32))>,
    /// Whether most of the numbers have an ink: some may be covered.
    most: bool,
}

impl Looks {
    fn count(&self) -> usize {
        self.by_value.values().map(Vec::len).sum()
    }
}

fn looks_by_value(examples: &[Example], step: u8) -> Looks {
    let mut squares = Vec::new();
    for (index, example) in examples.iter().enumerate() {
        let frame = Frame::still(example.board.clone());
        for &(area, value) in &example.numbers {
            squares.push((value, candidates(&frame, index, area, step)));
        }
    }
    let squares = of_one_height(squares);
    let mut inks: BTreeMap<u8, Vec<Ink>> = BTreeMap::new();
    let mut found = 0;
    for (value, candidates) in &squares {
        if let Some(best) = most_common(candidates, &squares) {
            found += 1;
            if *value <= 9 {
                inks.entry(*value).or_default().push(best.clone());
            }
        }
    }
    complete(&mut inks);
    let all = inks.values().flatten();
    Looks {
        inked: all
            .flat_map(|ink| ink.on_board().map(|at| (ink.example, at)))
            .collect(),
        by_value: inks
            .into_iter()
            .map(|(v, inks)| (v, distinct(inks)))
            .collect(),
        most: found * 10 >= squares.len() * 9,
    }
}

/// The inks without those that are a part of another: the same digit, partly covered.
fn distinct(mut inks: Vec<Ink>) -> Vec<Ink> {
    inks.sort_by_key(|ink| (Reverse(ink.shape.pixels.len()), ink.shape.colour));
    let mut kept: Vec<Ink> = Vec::new();
    for ink in inks {
        if !kept
            .iter()
            .any(|k| k.same_colour(&ink) && ink.is_part_of(k))
        {
            kept.push(ink);
        }
    }
    kept
}
