//! Lamps: light all of them. The smallest complete game, and the form to copy for a new one.
//!
//! A click on a dark lamp lights it. Text: a row of lamps a line, `o` dark and `*` lit: `o*oo`.

use std::fmt;

use image::RgbaImage;

use crate::base::{Limit, Limits, Outcome, SolveReport, TextError};
use crate::game::ability::PracticeOption;
use crate::game::{Abilities, Game, Storable};
use crate::hand::{Button, Gesture};
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
    /// Row by row: whether it is lit.
    lit: Vec<bool>,
}

/// Lights a lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light {
    column: usize,
    row: usize,
}

impl fmt::Display for Lamps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.lit.chunks(self.columns) {
            let lamps = row.iter().map(|lit| if *lit { '*' } else { 'o' });
            writeln!(f, "{}", lamps.collect::<String>())?;
        }
        Ok(())
    }
}

impl fmt::Display for Light {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

impl Lamps {
    fn lamps(&self) -> impl Iterator<Item = (Light, bool)> {
        let at = |index| Light {
            column: index % self.columns,
            row: index / self.columns,
        };
        (0..).map(at).zip(self.lit.iter().copied())
    }
}

impl Game for Null {
    const NAME: &'static str = "null";
    const TITLE: &'static str = "Lamps: the smallest game, for who adds another";
    const AT_ONCE: usize = usize::MAX;
    type Puzzle = Lamps;
    type Move = Light;

    fn parse(text: &str) -> Result<Lamps, TextError> {
        let (mut columns, mut lit) = (None, Vec::new());
        let meant = |(line, _): &(&str, usize)| !line.trim().is_empty() && !line.starts_with("# ");
        for (row, line) in text.lines().zip(1..).filter(meant) {
            let row = row.trim();
            if *columns.get_or_insert(row.len()) != row.len() {
                return Err(TextError::new(line, "it is not as long as the first row"));
            }
            for sign in row.chars() {
                match sign {
                    'o' | '*' => lit.push(sign == '*'),
                    _ => return Err(TextError::new(line, format!("{sign:?} is no lamp"))),
                }
            }
        }
        let columns = columns.ok_or(TextError::new(1, "there are no lamps"))?;
        Ok(Lamps { columns, lit })
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
        let row = next.lit.chunks_mut(puzzle.columns).nth(light.row);
        if let Some(lit) = row.and_then(|row| row.get_mut(light.column)) {
            *lit = true;
        }
        next
    }

    fn is_solved(puzzle: &Lamps) -> bool {
        puzzle.lit.iter().all(|lit| *lit)
    }

    /// All lamps look the same: any board of that size may have come of any other.
    fn same_puzzle(a: &Lamps, b: &Lamps) -> bool {
        (a.columns, a.lit.len()) == (b.columns, b.lit.len())
    }

    fn solve(puzzle: &Lamps, _: &Limits) -> SolveReport<Light> {
        let dark = puzzle.lamps().filter(|(_, lit)| !lit);
        SolveReport {
            outcome: Outcome::Solved(dark.map(|(at, _)| at).collect()),
            nodes: None,
            optimal: true,
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
        let (mut lit, mut confidence) = (Vec::new(), 1.0f32);
        let all =
            (0..cells.rows).flat_map(|row| (0..cells.columns).map(move |column| (column, row)));
        for (column, row) in all {
            let area = cells.area(column, row);
            let cell = CellReader::new(*view, &profile.templates, scratch).read(area);
            if cell.seen == Seen::Other || cell.confidence < profile.confidence {
                return Err(ReadError::Unsure {
                    what: format!("lamp ({column}, {row})"),
                    why: format!("{:?}, {:.2}", cell.seen, cell.confidence),
                });
            }
            let is_lit = cell.seen != Seen::Floor;
            lit.push(is_lit);
            confidence = confidence.min(cell.confidence);
            scratch.notes.push(Note {
                area,
                label: ["dark", "lit"][usize::from(is_lit)].into(),
                confidence: cell.confidence,
            });
        }
        let columns = cells.columns;
        let puzzle = Lamps { columns, lit };
        Ok(Reading { puzzle, confidence })
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Lamps>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::check_sizes(profile, lessons, solved)?;
        let label = |lit: &bool| match lit {
            true => Label::Sprite("lit"),
            false => Label::Floor,
        };
        let example = |lesson: &Lesson<Lamps>| Example {
            name: lesson.name.clone(),
            board: lesson.picture.clone(),
            cells: lesson.puzzle.lit.iter().map(label).collect(),
            numbers: Vec::new(),
            seed: None,
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
        Gesture::Click {
            at: profile.cells.area(light.column, light.row).centre(),
            button: Button::Left,
        }
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Room::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            practice_options: &[PracticeOption::Input],
            // There is nothing to search.
            never_reached: &[Limit::Time, Limit::Nodes, Limit::Memory],
            ..Abilities::default()
        }
    }
}

impl Storable for Null {}
