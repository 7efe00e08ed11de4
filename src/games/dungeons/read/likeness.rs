//! Boards that are read by likeness.

use super::super::puzzle::{Cell, Puzzle};
use super::{Reader, letter, name};
use crate::plane::Rect;
use crate::vision::looks::{FLOOR, Guess, Looks, Side};

impl Reader<'_> {
    pub(super) fn alike(&mut self, looks: &Looks) -> Puzzle {
        let places = self.profile.places();
        let mut number = |side: Side, index: usize, area: &Rect| {
            let line = match side {
                Side::Above => "column",
                Side::Left => "row",
            };
            let what = format!("the number of {line} {}", index + 1);
            self.number_alike(looks, what, side, *area)
        };
        let above = places.above.iter().enumerate();
        let columns = above
            .map(|(i, area)| number(Side::Above, i, area))
            .collect();
        let left = places.left.iter().enumerate();
        let rows = left.map(|(i, area)| number(Side::Left, i, area)).collect();
        let cells = places.cells.iter().enumerate();
        let cells = cells
            .map(|(i, area)| self.cell_alike(looks, i, *area))
            .collect();
        Puzzle {
            seed: None,
            columns,
            rows,
            cells,
        }
    }

    fn number_alike(&mut self, looks: &Looks, what: String, side: Side, area: Rect) -> u8 {
        let view = self.view;
        let found = looks.number(&|x, y| view.pixel(x, y), side, area);
        let (value, confidence, next) = found.unwrap_or_default();
        self.note(area, value.to_string(), confidence, || {
            let missing = looks.missing(9);
            let next = next.map_or(String::new(), |next| format!(", or like {next}"));
            let unseen = match missing.is_empty() {
                true => String::new(),
                false => format!("; no example showed {}", list(&missing)),
            };
            (
                what,
                format!("it looks a little like {value}{next}{unseen}"),
            )
        });
        value
    }

    fn cell_alike(&mut self, looks: &Looks, index: usize, area: Rect) -> Cell {
        let view = self.view;
        let Guess {
            letter: seen,
            mut confidence,
        } = looks.cell(&|x, y| view.pixel(x, y), area, index);
        let cell = match seen {
            Some(FLOOR) => Cell::Unknown,
            Some('T') => Cell::Treasure,
            Some('#') => Cell::Wall,
            Some('o') => Cell::Path,
            // Nobody has seen all monsters: they are whatever nothing else is.
            Some(_) | None => Cell::Monster,
        };
        let columns = self.profile.cells.columns;
        let what = format!("cell ({}, {})", index % columns, index / columns);
        let unknown_treasure = seen.is_none() && !looks.knows('T');
        if unknown_treasure {
            confidence = confidence.min(0.1);
        }
        self.note(area, letter(cell).into(), confidence, || {
            let why = match unknown_treasure {
                true => "it may be a treasure, and no example showed one".into(),
                false => format!("it looks a little like {}", name(cell)),
            };
            (what, why)
        });
        cell
    }
}

/// Numbers in a sentence.
fn list(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    words.join(", ")
}
