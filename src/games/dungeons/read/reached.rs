//! Monsters that are larger than their cell, and reach into the next.

use super::super::puzzle::Cell;
use super::Reader;
use super::sense::Change;
use crate::vision::looks::{FLOOR, Guess, Looks};

impl Reader<'_> {
    /// The cells that show nothing known, and that only beside a cell with a thing on it: they may be empty.
    pub(super) fn reached(&self, looks: &Looks, guesses: &[Guess]) -> Vec<Change> {
        let (cells, view) = (self.profile.cells, self.view);
        let places = self.profile.places().cells;
        let has_thing = |column: Option<usize>, row: Option<usize>| {
            let within = column.zip(row);
            let within =
                within.filter(|(column, row)| *column < cells.columns && *row < cells.rows);
            within.is_some_and(|(column, row)| {
                let letter = guesses[row * cells.columns + column].letter;
                !matches!(letter, Some(FLOOR | '#' | 'o'))
            })
        };
        let may_be_empty = |index: usize| {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let edges = [
                has_thing(Some(column), row.checked_sub(1)),
                has_thing(Some(column + 1), Some(row)),
                has_thing(Some(column), Some(row + 1)),
                has_thing(column.checked_sub(1), Some(row)),
            ];
            let pixels = |x, y| view.pixel(x, y);
            edges.contains(&true) && looks.is_bare_beside(&pixels, (index, places[index]), edges)
        };
        let strange = guesses.iter().enumerate();
        let strange = strange.filter(|(_, guess)| guess.letter.is_none());
        strange
            .filter(|(index, _)| may_be_empty(*index))
            .map(|(index, _)| Change::Cell(index, Cell::Unknown))
            .collect()
    }
}
