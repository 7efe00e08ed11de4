//! The numbers above and beside the board.

use super::super::puzzle::Puzzle;
use super::Reader;
use crate::plane::Rect;
use crate::vision::numbers::{Number, NumberReader};

impl Reader<'_> {
    /// Those of the columns, and those of the rows.
    pub(super) fn numbers(&mut self, memory: Option<&Puzzle>) -> (Vec<u8>, Vec<u8>) {
        let Some(numbers) = self.profile.numbers else {
            return Default::default();
        };
        let (cells, templates) = (self.profile.cells, &self.profile.templates);
        let largest = cells.columns.max(cells.rows);
        let mut reader = NumberReader::new(self.view, templates, largest);
        let columns = (0..cells.columns).map(|i| numbers.of_column(&cells, i));
        let rows = (0..cells.rows).map(|i| numbers.of_row(&cells, i));
        let areas: Vec<Rect> = columns.chain(rows).collect();
        let mut seen: Vec<Option<Number>> = areas.iter().map(|area| reader.read(*area)).collect();
        if let Some(memory) = memory {
            self.remember(&mut seen, memory);
        }
        self.deduce(&mut seen);
        let mut values: Vec<u8> = areas
            .into_iter()
            .zip(seen)
            .enumerate()
            .map(|(index, (area, number))| self.number(index, area, number))
            .collect();
        let rows = values.split_off(cells.columns);
        (values, rows)
    }

    /// Where most numbers are certain and all of those as they were before, the others are, too: a
    /// monster may reach over some, and that may be one that grew.
    fn remember(&self, seen: &mut [Option<Number>], memory: &Puzzle) {
        let before = || memory.columns.iter().chain(&memory.rows).copied();
        if before().count() != seen.len() {
            return;
        }
        let is_sure = |number: &Number| number.confidence >= self.profile.confidence;
        let sure = seen.iter().zip(before());
        let sure = sure.filter_map(|(n, before)| n.filter(is_sure).map(|n| (n.value, before)));
        let agree = sure.clone().all(|(now, before)| now == before);
        if !agree || sure.count() * 4 < seen.len() * 3 {
            return;
        }
        for (number, value) in seen.iter_mut().zip(before()) {
            let possible = |n: Number| n.value == value || n.rival == Some(value);
            if !number.is_some_and(|n| is_sure(&n)) && number.is_none_or(possible) {
                *number = Some(Number {
                    value,
                    confidence: self.profile.confidence,
                    rival: None,
                });
            }
        }
    }

    /// Columns and rows count the same walls: of a single number that is not certain, this tells which
    /// of its two likeliest values it has.
    fn deduce(&self, seen: &mut [Option<Number>]) {
        let is_sure =
            |n: &Option<Number>| n.is_some_and(|n| n.confidence >= self.profile.confidence);
        let mut doubtful = (0..seen.len()).filter(|i| !is_sure(&seen[*i]));
        let (Some(at), None) = (doubtful.next(), doubtful.next()) else {
            return;
        };
        let columns = self.profile.cells.columns;
        let sign = |i: usize| if i < columns { 1 } else { -1 };
        let others = seen.iter().enumerate().filter(|(i, _)| *i != at);
        let excess: i32 = others
            .filter_map(|(i, n)| n.map(|n| sign(i) * i32::from(n.value)))
            .sum();
        let wanted = -sign(at) * excess;
        if let Some(number) = &mut seen[at]
            && let Some(value) = [Some(number.value), number.rival]
                .into_iter()
                .flatten()
                .find(|value| i32::from(*value) == wanted)
        {
            number.value = value;
            number.confidence = self.profile.confidence;
        }
    }

    fn number(&mut self, index: usize, area: Rect, number: Option<Number>) -> u8 {
        let (label, confidence) = match number {
            Some(number) => (number.value.to_string(), number.confidence),
            None => ("?".into(), 0.0),
        };
        let columns = self.profile.cells.columns;
        self.note(area, label, confidence, || {
            let line = match index.checked_sub(columns) {
                None => format!("column {}", index + 1),
                Some(row) => format!("row {}", row + 1),
            };
            let why = match number {
                None => "nothing there looks like a number".into(),
                Some(n) => match n.rival {
                    Some(rival) => format!("it may be {} or {rival}", n.value),
                    None => format!("it may be {}", n.value),
                },
            };
            (format!("the number of {line}"), why)
        });
        number.map_or(0, |number| number.value)
    }
}
