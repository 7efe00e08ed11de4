//! Boards that are read by likeness.

use super::super::puzzle::{Cell, Puzzle};
use super::{Doubt, Reader, letter, name, sense};
use crate::plane::Rect;
use crate::vision::View;
use crate::vision::looks::{FLOOR, Guess, Likely, Looks, Side};

/// A number's place, with what it looks like.
pub(super) struct Spot {
    pub side: Side,
    pub index: usize,
    pub area: Rect,
    pub seen: Option<Likely>,
}

impl Spot {
    pub fn value(&self) -> u8 {
        self.seen.map_or(0, |seen| seen.value)
    }
}

impl Reader<'_> {
    pub(super) fn alike(&mut self, looks: &Looks, memory: Option<&Puzzle>) -> Puzzle {
        let places = self.profile.places();
        let above = spots(looks, &self.view, Side::Above, &places.above);
        let left = spots(looks, &self.view, Side::Left, &places.left);
        if let Some(known) = memory.filter(|known| agree(known, &above, &left)) {
            return self.resumed(looks, known, above.iter().chain(&left), &places.cells);
        }
        let cells = places.cells.iter().enumerate();
        let puzzle = Puzzle {
            seed: None,
            columns: above.iter().map(Spot::value).collect(),
            rows: left.iter().map(Spot::value).collect(),
            cells: cells
                .map(|(i, area)| self.cell_alike(looks, i, *area))
                .collect(),
        };
        let makes_sense = sense::has_one_solution(&puzzle);
        for spot in above.iter().chain(&left) {
            self.number_alike(looks, spot, makes_sense == Some(true));
        }
        if makes_sense == Some(false) && self.examples_make_sense() {
            self.doubts.push(Doubt {
                confidence: 0.0,
                what: "one of the numbers or cells".into(),
                why: "the puzzle would not have exactly one solution".into(),
            });
        }
        puzzle
    }

    /// Whether this is a game whose puzzles have one solution.
    fn examples_make_sense(&self) -> bool {
        let examples = &self.profile.examples;
        let has_one = |shown| sense::has_one_solution(&sense::puzzle(shown)) == Some(true);
        examples.iter().all(has_one)
    }

    /// Notes a number. If all of them together make sense, they confirm each other: one wrong number is
    /// noticed by the sums, two by the solution.
    fn number_alike(&mut self, looks: &Looks, spot: &Spot, makes_sense: bool) {
        let Likely {
            value,
            mut confidence,
            next,
            fair,
        } = spot.seen.unwrap_or_default();
        if makes_sense && fair {
            confidence = confidence.max(self.profile.confidence);
        }
        self.note(spot.area, value.to_string(), confidence, || {
            let missing = looks.missing(
                self.profile
                    .cells
                    .columns
                    .max(self.profile.cells.rows)
                    .min(9) as u8,
            );
            let next = next.map_or(String::new(), |next| format!(", or like {next}"));
            let unseen = match missing.is_empty() {
                true => String::new(),
                false => format!("; no example showed {}", list(&missing)),
            };
            let line = match spot.side {
                Side::Above => "column",
                Side::Left => "row",
            };
            (
                format!("the number of {line} {}", spot.index + 1),
                format!("it looks a little like {value}{next}{unseen}"),
            )
        });
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

/// The numbers of a side.
pub(super) fn spots(looks: &Looks, view: &View, side: Side, areas: &[Rect]) -> Vec<Spot> {
    let areas = areas.iter().enumerate();
    areas
        .map(|(index, area)| Spot {
            side,
            index,
            area: *area,
            seen: looks.number(&|x, y| view.pixel(x, y), side, *area),
        })
        .collect()
}

/// Whether the numbers are those of a puzzle that is known: no two puzzles share most of them.
fn agree(known: &Puzzle, above: &[Spot], left: &[Spot]) -> bool {
    let before = known.columns.iter().chain(&known.rows);
    let same = |(spot, value): &(&Spot, &u8)| spot.value() == **value;
    let same = above.iter().chain(left).zip(before).filter(same).count();
    known.columns.len() == above.len() && same * 4 >= (above.len() + left.len()) * 3
}

/// Numbers in a sentence.
fn list(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    words.join(", ")
}
