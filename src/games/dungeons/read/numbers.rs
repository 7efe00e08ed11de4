//! The numbers above and beside the board.

use std::ops::ControlFlow;

use smallvec::SmallVec;
use smol_str::ToSmolStr;

use super::super::puzzle::{self, Cell, Puzzle};
use super::{Reader, sums};
use crate::base::Rect;
use crate::profile::Numbers;
use crate::vision::numbers::{Number, NumberReader};

/// What all squares show.
pub(super) type Squares = SmallVec<[Option<Number>; 16]>;

/// More numbers than these that are not certain are not deduced.
const DOUBTS: usize = 3;

impl Reader<'_> {
    /// What the squares of the columns' numbers, then of the rows', show.
    pub(super) fn numbers(&mut self, memory: Option<&Puzzle>) -> Squares {
        let (squares, templates) = (self.squares(), &self.profile.templates);
        let largest = self.profile.cells.columns.max(self.profile.cells.rows);
        let mut reader = NumberReader::new(self.view, templates, largest, self.scratch);
        let mut seen: Squares = squares.map(|area| reader.read(area)).collect();
        if let Some(memory) = memory {
            self.remember(&mut seen, memory);
        }
        seen
    }

    /// The numbers' squares: those of the columns, then those of the rows.
    fn squares(&self) -> impl Iterator<Item = Rect> + use<> {
        let cells = self.profile.cells;
        let columns = move |of: Numbers| (0..cells.columns).map(move |i| of.of_column(&cells, i));
        let rows = move |of: Numbers| (0..cells.rows).map(move |i| of.of_row(&cells, i));
        let both = move |of| columns(of).chain(rows(of));
        self.profile.numbers.into_iter().flat_map(both)
    }

    /// The numbers of the columns and those of the rows; each leaves a note.
    pub(super) fn noted(&mut self, seen: &[Option<Number>]) -> [puzzle::Numbers; 2] {
        let cells = self.profile.cells;
        let mut squares = self.squares().zip(seen).enumerate();
        let mut side = |count| {
            let squares = squares.by_ref().take(count);
            let value = |(index, (area, number)): (_, (_, &_))| self.number(index, area, *number);
            squares.map(value).collect()
        };
        [side(cells.columns), side(cells.rows)]
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

    /// Columns and rows count the same walls, no more than there is room for: of a few numbers that
    /// are not certain, this may tell which of its two likeliest values each has.
    pub(super) fn deduce(&self, seen: &mut [Option<Number>], cells: &[Cell]) {
        let enough = self.profile.confidence;
        let is_sure = |n: &Option<Number>| n.is_some_and(|n| n.confidence >= enough);
        let doubtful = seen.iter().filter(|number| !is_sure(number)).count();
        if !(1..=DOUBTS).contains(&doubtful) {
            return;
        }
        let size = [self.profile.cells.columns, self.profile.cells.rows];
        let is_given = |at: usize| cells[at].is_given();
        let possible = |(number, room): (&Option<Number>, usize)| {
            let values = number.iter().flat_map(|n| [Some(n.value), n.rival]);
            let values = values.flatten().filter(|value| usize::from(*value) <= room);
            match number {
                Some(n) if is_sure(number) => vec![n.value],
                _ => values.collect(),
            }
        };
        let values = seen.iter().zip(sums::rooms(size, is_given));
        let values: Vec<Vec<u8>> = values.map(possible).collect();
        let mut only = None;
        let all = sums::even(
            &values,
            size[0],
            &mut |way| match only.replace(way.to_vec()) {
                None => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            },
        );
        let Some(only) = only.filter(|_| all.is_continue()) else {
            return;
        };
        for (number, value) in seen.iter_mut().zip(only) {
            if !is_sure(number) {
                *number = Some(Number {
                    value,
                    confidence: enough,
                    rival: None,
                });
            }
        }
    }

    fn number(&mut self, index: usize, area: Rect, number: Option<Number>) -> u8 {
        let (label, confidence) = match number {
            Some(number) => (number.value.to_smolstr(), number.confidence),
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
