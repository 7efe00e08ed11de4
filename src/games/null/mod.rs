//! Lamps: light all of them. The smallest complete game, and the form to copy for a new one.
//!
//! A click on a dark lamp lights it. Text: a row of lamps a line, as in `o+*o`: `o` dark, `*` lit, `+` one
//! that burns from the start.

use std::fmt;

use image::RgbaImage;

use crate::base::{Limit, Limits, Outcome, SolveReport, TextError};
use crate::game::ability::{PracticeOption, Vocabulary};
use crate::game::{Abilities, Game, Storable};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::Profile;
use crate::profile::learn::{self, Example, Label, Learned, Lesson};
use crate::vision::cells::{CellReader, Seen};
use crate::vision::{Note, ReadError, ReadScratch, Reading, View};

mod practice;

/// The game.
pub struct Null;

/// What there is to light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lamps {
    columns: usize,
    /// Row by row, as in the text.
    signs: Vec<char>,
}

/// Lights a lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light {
    column: usize,
    row: usize,
}

impl fmt::Display for Lamps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = self.signs.chunks(self.columns);
        rows.try_for_each(|row| writeln!(f, "{}", row.iter().collect::<String>()))
    }
}

impl fmt::Display for Light {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

impl Lamps {
    fn lamps(&self) -> impl Iterator<Item = (Light, char)> {
        let at = |index| Light {
            column: index % self.columns,
            row: index / self.columns,
        };
        (0..).map(at).zip(self.signs.iter().copied())
    }
}

impl Game for Null {
    const NAME: &'static str = "null";
    const TITLE: &'static str = "Lamps: the smallest game, for who adds another";
    const AT_ONCE: usize = usize::MAX;
    type Puzzle = Lamps;
    type Move = Light;

    fn parse(text: &str) -> Result<Lamps, TextError> {
        let (mut columns, mut signs) = (None, Vec::new());
        let meant = |(row, _): &(&str, usize)| !row.is_empty() && !row.starts_with("# ");
        for (row, line) in text.lines().map(str::trim).zip(1..).filter(meant) {
            if *columns.get_or_insert(row.len()) != row.len() {
                return Err(TextError::new(line, "it is not as long as the first row"));
            }
            for sign in row.chars() {
                match sign {
                    'o' | '*' | '+' => signs.push(sign),
                    _ => return Err(TextError::new(line, format!("{sign:?} is no lamp"))),
                }
            }
        }
        let columns = columns.ok_or(TextError::new(1, "there are no lamps"))?;
        Ok(Lamps { columns, signs })
    }

    fn parse_move(text: &str) -> Option<Light> {
        let (column, row) = text.split_once(',')?;
        Some(Light {
            column: column.parse().ok()?,
            row: row.parse().ok()?,
        })
    }

    fn after(puzzle: &Lamps, light: &Light) -> Lamps {
        let mut next = puzzle.clone();
        let row = next.signs.chunks_mut(puzzle.columns).nth(light.row);
        if let Some(dark @ 'o') = row.and_then(|row| row.get_mut(light.column)) {
            *dark = '*';
        }
        next
    }

    fn is_solved(puzzle: &Lamps) -> bool {
        !puzzle.signs.contains(&'o')
    }

    fn same_puzzle(a: &Lamps, b: &Lamps) -> bool {
        let fresh = |lamps: &Lamps| lamps.to_string().replace('*', "o");
        fresh(a) == fresh(b)
    }

    fn solve(puzzle: &Lamps, _: &Limits) -> SolveReport<Light> {
        let dark = puzzle.lamps().filter(|(_, sign)| *sign == 'o');
        SolveReport {
            outcome: Outcome::Solved(dark.map(|(at, _)| at).collect()),
            nodes: None,
            optimal: true,
            bound: None,
        }
    }

    fn read(
        view: &View,
        profile: &Profile,
        _: Option<&Lamps>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Lamps>, ReadError> {
        profile.ready()?;
        scratch.clear();
        let cells = profile.cells;
        let (columns, mut signs, mut confidence) = (cells.columns, Vec::new(), 1.0f32);
        for index in 0..columns * cells.rows {
            let area = cells.area(index % columns, index / columns);
            let cell = CellReader::new(*view, &profile.templates, scratch).read(area);
            let sign = match cell.seen {
                Seen::Floor => 'o',
                Seen::Sprite("lit") => '*',
                Seen::Sprite(_) => '+',
                Seen::Other => '?',
            };
            if sign == '?' || cell.confidence < profile.confidence {
                return Err(ReadError::Unsure {
                    what: format!("lamp {}", index + 1),
                    why: format!("{sign}, {:.2}", cell.confidence),
                });
            }
            signs.push(sign);
            confidence = confidence.min(cell.confidence);
            scratch.notes.push(Note {
                area,
                label: sign.encode_utf8(&mut [0; 4]).into(),
                confidence: cell.confidence,
            });
        }
        let puzzle = Lamps { columns, signs };
        Ok(Reading::new(puzzle, confidence))
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Lamps>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::check_sizes(profile, lessons, solved)?;
        let label = |sign: &char| match sign {
            '*' => Label::Sprite("lit"),
            '+' => Label::Sprite("burning"),
            _ => Label::Floor,
        };
        let example = |lesson: &Lesson<Lamps>| Example {
            name: lesson.name.clone(),
            board: lesson.picture.clone(),
            cells: lesson.puzzle.signs.iter().map(label).collect(),
            ..Example::default()
        };
        let examples: Vec<Example> = lessons.iter().map(example).collect();
        let pictures = learn::learn(profile, &examples)?;
        let taught = learn::taught(profile, &pictures)?;
        let read = |view: &View, profile: &Profile, scratch: &mut ReadScratch| {
            Self::read(view, profile, None, scratch)
        };
        let again = |lesson: &Lesson<Lamps>| lesson.read_back(&taught, &lesson.puzzle, read);
        lessons.iter().try_for_each(again)?;
        Ok(Learned::all(pictures))
    }

    fn gesture(_: &Lamps, light: &Light, profile: &Profile) -> Gesture {
        Gesture::click(profile.cells.area(light.column, light.row).centre())
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Room::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            practice_options: &[PracticeOption::Input],
            vocabulary: Vocabulary {
                letters: &[],
                pictures: &["lit", "burning"],
            },
            // There is nothing to search.
            never_reached: &[Limit::Time, Limit::Nodes, Limit::Memory],
            ..Abilities::default()
        }
    }
}

impl Storable for Null {}
