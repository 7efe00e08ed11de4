//! Counts of puzzles and their answers, of which a report is made.

use std::collections::BTreeMap;

use super::Histogram;
use crate::base::record::{Effort, Facts, Verdict};
use crate::game::ability::Features;

/// What is counted. The numbers are in the tables of servers: they must never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum Quantity {
    Puzzles = 0,
    WithSeed = 1,
    /// Records whose content is there under another seed.
    Twins = 2,
    Conflicts = 3,
    /// By the number of the [`Verdict`].
    Verdict = 4,
    /// By the index of the game's grade.
    Grade = 5,
    /// By the number of binary digits of the nodes that were searched: 1 is no guess at all.
    Nodes = 6,
    /// In percent.
    Confidence = 7,
    /// The time of all searches that told theirs, and how many those are.
    Nanos = 8,
    Timed = 9,
}

/// The number of the game's first feature.
const FEATURES: i16 = 100;

/// Values below this are counted in a row of numbers, for that is quicker: nearly all are.
const SMALL: i64 = 128;

/// How often each value of each quantity occurs, or by how many that changes.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// By the number of the quantity, then by the value.
    small: Vec<Vec<i64>>,
    large: BTreeMap<(i16, i64), i64>,
}

impl Census {
    pub fn add(&mut self, what: Quantity, value: i64, number: i64) {
        self.enter(what as i16, value, number);
    }

    /// The same of a quantity as its number tells it.
    pub fn enter(&mut self, what: i16, value: i64, number: i64) {
        let (0..SMALL, Ok(row)) = (value, usize::try_from(what)) else {
            *self.large.entry((what, value)).or_default() += number;
            return;
        };
        if self.small.len() <= row {
            self.small.resize_with(row + 1, Vec::new);
        }
        let row = &mut self.small[row];
        if row.is_empty() {
            row.resize(SMALL as usize, 0);
        }
        row[value as usize] += number;
    }

    /// All that is counted: what, the value, and how often.
    fn all(&self) -> impl Iterator<Item = (i16, i64, i64)> {
        let rows = (0..).zip(&self.small);
        let small = rows.flat_map(|(what, row)| {
            let values = (0..).zip(row);
            values.map(move |(value, number)| (what, value, *number))
        });
        let large = self.large.iter();
        let large = large.map(|((what, value), number)| (*what, *value, *number));
        small.chain(large)
    }

    /// Counts a puzzle, its answer excepted.
    pub fn puzzle(&mut self, features: Option<&dyn Features>, packed: &[u8], facts: &Facts) {
        self.add(Quantity::Puzzles, 0, 1);
        if facts.seed.is_some() {
            self.add(Quantity::WithSeed, 0, 1);
        }
        if let Some(confidence) = facts.confidence {
            let percent = (confidence * 100.0).floor() as i64;
            self.add(Quantity::Confidence, percent, 1);
        }
        if let Some(features) = features {
            features.features(packed, &mut |feature, value| {
                self.enter(FEATURES + feature as i16, value as i64, 1);
            });
        }
    }

    /// Counts so many answers; fewer than none are taken back.
    pub fn answer(&mut self, verdict: Verdict, effort: &Effort, number: i64) {
        self.add(Quantity::Verdict, verdict as i64, number);
        if let Some(grade) = effort.grade {
            self.add(Quantity::Grade, grade.into(), number);
        }
        if let Some(nodes) = effort.nodes {
            self.add(Quantity::Nodes, digits(nodes), number);
        }
        if let Some(nanos) = effort.nanos {
            self.add(Quantity::Nanos, 0, nanos as i64 * number);
            self.add(Quantity::Timed, 0, number);
        }
    }

    /// Counts an answer that takes the place of another, or of none.
    pub fn answered(&mut self, before: (Verdict, Effort), now: (Verdict, Effort)) {
        self.answer(before.0, &before.1, -1);
        self.answer(now.0, &now.1, 1);
    }

    pub fn of(&self, what: Quantity) -> u64 {
        self.histogram(what).values().sum()
    }

    pub fn histogram(&self, what: Quantity) -> Histogram {
        self.values(what as i16)
    }

    /// The histogram of a feature of the game.
    pub fn feature(&self, feature: usize) -> Histogram {
        self.values(FEATURES + feature as i16)
    }

    fn values(&self, what: i16) -> Histogram {
        let there = self
            .all()
            .filter(|(own, _, number)| *own == what && *number > 0);
        there
            .map(|(_, value, number)| (value as usize, number as u64))
            .collect()
    }

    /// All that changes: what, the value, and by how many.
    #[cfg(feature = "postgres")]
    pub fn rows(&self) -> (Vec<i16>, Vec<i64>, Vec<i64>) {
        let (mut whats, mut values, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for (what, value, number) in self.all().filter(|(_, _, number)| *number != 0) {
            whats.push(what);
            values.push(value);
            numbers.push(number);
        }
        (whats, values, numbers)
    }
}

/// Binary digits of a number of nodes, at least one.
fn digits(nodes: u64) -> i64 {
    (u64::BITS - nodes.max(1).leading_zeros()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told_and_what_is_taken_back_is_not() {
        let mut census = Census::default();
        for (value, number) in [(3, 2), (3, 1), (SMALL, 1), (5 * SMALL, 4), (7, 1), (7, -1)] {
            census.add(Quantity::Nodes, value, number);
        }
        let expected = [(3, 3), (SMALL as usize, 1), (5 * SMALL as usize, 4)];
        assert_eq!(census.histogram(Quantity::Nodes), Histogram::from(expected));
        assert_eq!(census.of(Quantity::Nodes), 8);
        assert_eq!(census.of(Quantity::Grade), 0);
    }
}
