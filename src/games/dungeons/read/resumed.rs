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

    /// How certain it is that a cell is marked now, where marks are made.
    fn mark(&self, looks: &Looks, index: usize, area: Rect) -> f32 {
        match self.profile.may_want_marks() {
            true => looks.is_on(&|x, y| self.view.pixel(x, y), area, index, 'o'),
            false => 0.0,
        }
    }

    /// What a cell shows on which walls and marks are drawn, and how certain that is.
    fn drawn(&self, looks: &Looks, index: usize, area: Rect, before: Cell) -> (Cell, f32) {
        let view = self.view;
        let guess = looks.turned(&|x, y| view.pixel(x, y), area, index, '#');
        let sure = self.profile.confidence;
        let mark = || self.mark(looks, index, area);
        let cell = match guess.letter {
            // A mark may be as unlike floor as a wall is.
            _ if guess.confidence < sure => match mark() {
                mark if mark >= sure && !looks.may_be_half_of('o', '#') => {
                    return (Cell::Path, mark);
                }
                _ if guess.letter == Some('#') => Cell::Wall,
                _ => Cell::Unknown,
            },
            Some('#') => Cell::Wall,
            Some(FLOOR) if before == Cell::Path || mark() >= sure => Cell::Path,
            _ => Cell::Unknown,
        };
        (cell, guess.confidence)
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
            _ => self.drawn(looks, index, area, before),
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
