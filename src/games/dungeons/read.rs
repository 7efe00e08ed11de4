//! Frame and profile to puzzle.

use super::puzzle::{Cell, Puzzle};
use crate::plane::Rect;
use crate::profile::Profile;
use crate::vision::cells::{CellReader, Neighbours, Seen, Verdict};
use crate::vision::numbers::{Number, NumberReader};
use crate::vision::{Note, ReadError, Reading, View};

mod check;
mod seed;

/// The classes of sprites that a profile of this game has.
pub const TREASURE: &str = "treasure";
pub const WALL: &str = "wall";
pub const MARK: &str = "mark";

/// Less of the frame around a cell than this: something large lies over it.
const UNCOVERED: f32 = 0.25;

/// Reads the board. With `memory`, monsters and treasures are taken from it, and only walls and
/// marks are told apart; the numbers are always read, so that another puzzle is noticed.
///
/// # Errors
/// [`ReadError::Unsure`] with the cell or number that is not certain.
pub fn read(
    view: &View,
    profile: &Profile,
    memory: Option<&Puzzle>,
) -> Result<Reading<Puzzle>, ReadError> {
    let missing = |what: &str| ReadError::NotLearned {
        profile: profile.name.clone(),
        missing: format!("{what}; learn with `gridhand calibrate`"),
    };
    if profile.numbers.is_none() {
        return Err(missing("it does not say where the numbers are"));
    }
    if !profile.templates.has_floor() || profile.templates.glyphs.is_empty() {
        return Err(missing("it has no templates"));
    }
    let mut reader = Reader {
        view: *view,
        profile,
        notes: Vec::with_capacity(96),
        doubts: Vec::new(),
    };
    let puzzle = reader.puzzle(memory);
    reader.finish(puzzle)
}

/// A reading under way.
struct Reader<'a> {
    view: View<'a>,
    profile: &'a Profile,
    notes: Vec<Note>,
    doubts: Vec<Doubt>,
}

/// Something that is not certain.
struct Doubt {
    confidence: f32,
    what: String,
    why: String,
}

impl Reader<'_> {
    fn puzzle(&mut self, memory: Option<&Puzzle>) -> Puzzle {
        let (columns, rows) = self.numbers(memory);
        let seed = self.seed();
        let known = memory
            .filter(|known| known.columns == columns && known.rows == rows && known.seed == seed);
        let puzzle = Puzzle {
            seed,
            columns,
            rows,
            cells: self.cells(known),
        };
        self.check(&puzzle, known.is_some());
        puzzle
    }

    fn numbers(&mut self, memory: Option<&Puzzle>) -> (Vec<u8>, Vec<u8>) {
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

    fn cells(&mut self, known: Option<&Puzzle>) -> Vec<Cell> {
        let cells = self.profile.cells;
        let mut reader = CellReader::new(self.view, &self.profile.templates);
        let mut verdicts = Vec::with_capacity(cells.columns * cells.rows);
        for row in 0..cells.rows {
            for column in 0..cells.columns {
                verdicts.push(reader.read(cells.area(column, row)));
            }
        }
        // From the bottom up: a cell that turns out to be empty reaches nowhere.
        for index in (0..verdicts.len()).rev() {
            let column = index % cells.columns;
            let has_monster = |at: usize| verdicts.get(at).is_some_and(|v| v.seen == Seen::Other);
            let from = Neighbours {
                below: has_monster(index + cells.columns),
                left: column > 0 && has_monster(index - 1),
                right: column + 1 < cells.columns && has_monster(index + 1),
            };
            if from != Neighbours::default() && is_doubtful(&verdicts[index]) {
                let own = reader.own_share(cells.area(column, index / cells.columns), from);
                correct(&mut verdicts[index], own);
            }
        }
        let mut read = Vec::with_capacity(verdicts.len());
        for (index, verdict) in verdicts.into_iter().enumerate() {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let before = known.map(|puzzle| puzzle.cell(column, row));
            read.push(self.cell(verdict, column, row, before));
        }
        read
    }

    fn cell(&mut self, verdict: Verdict, column: usize, row: usize, before: Option<Cell>) -> Cell {
        let area = self.profile.cells.area(column, row);
        let unlearned_wall = !self.profile.templates.knows(WALL);
        let seen = match verdict.seen {
            Seen::Floor => Cell::Unknown,
            Seen::Sprite(TREASURE) => Cell::Treasure,
            Seen::Sprite(WALL) => Cell::Wall,
            Seen::Sprite(_) => Cell::Path,
            Seen::Other => Cell::Monster,
        };
        let (cell, mut confidence) = match (before, seen) {
            (Some(given @ (Cell::Monster | Cell::Treasure)), Cell::Monster | Cell::Treasure) => {
                (given, 1.0)
            }
            (Some(Cell::Monster | Cell::Treasure), other) => (other, 0.0),
            (Some(_), Cell::Monster) if unlearned_wall => (Cell::Wall, verdict.confidence),
            // A monster does not come to a board that is already known.
            (Some(_), Cell::Monster | Cell::Treasure) => (seen, 0.0),
            _ => (seen, verdict.confidence),
        };
        let covered = verdict.frame < UNCOVERED && cell != Cell::Unknown && cell != Cell::Wall;
        if covered {
            confidence = confidence.min(0.1);
        }
        self.note(area, letter(cell).into(), confidence, || {
            let why = if covered {
                "something large seems to lie over it".into()
            } else {
                match verdict.rival {
                    Some(rival) => format!("it looks like {}, or like {rival}", name(cell)),
                    None => format!("it looks a little like {}", name(cell)),
                }
            };
            (format!("cell ({column}, {row})"), why)
        });
        cell
    }

    /// Keeps a note, and a doubt if the confidence is below the profile's.
    fn note(
        &mut self,
        area: Rect,
        label: String,
        confidence: f32,
        doubt: impl FnOnce() -> (String, String),
    ) {
        if confidence < self.profile.confidence {
            let (what, why) = doubt();
            let why = format!("{why} (confidence {confidence:.2})");
            self.doubts.push(Doubt {
                confidence,
                what,
                why,
            });
        }
        self.notes.push(Note {
            area,
            label,
            confidence,
        });
    }

    /// The reading, or the least certain part of it.
    fn finish(self, puzzle: Puzzle) -> Result<Reading<Puzzle>, ReadError> {
        let worst = self
            .doubts
            .into_iter()
            .min_by(|a, b| a.confidence.total_cmp(&b.confidence));
        if let Some(Doubt { what, why, .. }) = worst {
            return Err(ReadError::Unsure {
                what,
                why,
                notes: self.notes,
            });
        }
        let lowest = |low: f32, note: &Note| low.min(note.confidence);
        Ok(Reading {
            puzzle,
            confidence: self.notes.iter().fold(1.0, lowest),
            notes: self.notes,
        })
    }
}

/// Whether something on a neighbouring cell may have led to this verdict.
fn is_doubtful(verdict: &Verdict) -> bool {
    match verdict.seen {
        Seen::Floor => verdict.confidence < 1.0,
        Seen::Other => true,
        Seen::Sprite(_) => false,
    }
}

/// Corrects the verdict about a cell of which only a share `own` is covered by something that does
/// not come from its neighbours.
fn correct(verdict: &mut Verdict, own: f32) {
    const NOTHING: f32 = 0.08;
    const SOMETHING: f32 = 0.25;
    if own <= NOTHING {
        verdict.seen = Seen::Floor;
        verdict.confidence = verdict.confidence.max(0.8);
        verdict.frame = 1.0;
    } else if own < SOMETHING {
        verdict.confidence = 0.0;
    }
}

fn letter(cell: Cell) -> &'static str {
    match cell {
        Cell::Unknown => "",
        Cell::Monster => "M",
        Cell::Treasure => "T",
        Cell::Wall => "#",
        Cell::Path => "o",
    }
}

fn name(cell: Cell) -> &'static str {
    match cell {
        Cell::Unknown => "floor",
        Cell::Monster => "a monster",
        Cell::Treasure => "a treasure",
        Cell::Wall => "a wall",
        Cell::Path => "a mark",
    }
}
