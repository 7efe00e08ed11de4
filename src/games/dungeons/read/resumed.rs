//! Boards that are being played: numbers, monsters and treasures are known, walls come and go.

use smol_str::ToSmolStr;

use super::super::puzzle::{Cell, Puzzle};
use super::likeness::Spot;
use super::{Reader, letter, name};
use crate::base::Rect;
use crate::vision::looks::{FLOOR, Looks};

impl Reader<'_> {
    /// The known puzzle with the walls that the picture shows.
    pub(super) fn resumed<'s>(
        &mut self,
        looks: &Looks,
        known: &Puzzle,
        numbers: impl Iterator<Item = &'s Spot>,
        areas: &[Rect],
    ) -> Puzzle {
        let values = known.columns.iter().chain(&known.rows);
        for (spot, value) in numbers.zip(values) {
            self.note(spot.area, value.to_smolstr(), 1.0, Default::default);
        }
        let cells = areas.iter().zip(&known.cells).enumerate();
        Puzzle {
            cells: cells
                .map(|(index, (area, before))| self.later(looks, index, *area, *before))
                .collect(),
            ..known.clone()
        }
    }

    /// Whether a cell without a wall is marked now, where marks are made.
    fn is_marked(&self, looks: &Looks, index: usize, area: Rect) -> bool {
        if !self.profile.may_want_marks() || !looks.knows('o') {
            return false;
        }
        looks.is_on(&|x, y| self.view.pixel(x, y), area, index, 'o') >= self.profile.confidence
    }

    /// What a cell shows that was `before`.
    fn later(&mut self, looks: &Looks, index: usize, area: Rect, before: Cell) -> Cell {
        let view = self.view;
        let pixels = |x, y| view.pixel(x, y);
        let (cell, confidence) = match before {
            Cell::Monster | Cell::Treasure => {
                let gone = looks.is_bare(&pixels, area, index);
                (before, if gone { 0.0 } else { 1.0 })
            }
            _ => {
                let guess = looks.turned(&pixels, area, index, '#');
                let is_marked = || self.is_marked(looks, index, area);
                let cell = match guess.letter {
                    Some('#') => Cell::Wall,
                    Some(FLOOR) if before == Cell::Path || is_marked() => Cell::Path,
                    _ => Cell::Unknown,
                };
                (cell, guess.confidence)
            }
        };
        let columns = self.profile.cells.columns;
        self.note(area, letter(cell).into(), confidence, || {
            let why = match before {
                Cell::Monster | Cell::Treasure => format!("{} was there", name(before)),
                _ => format!("it looks a little like {}", name(cell)),
            };
            (
                format!("cell ({}, {})", index % columns, index / columns),
                why,
            )
        });
        cell
    }
}
