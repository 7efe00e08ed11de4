//! Lamps: light all of them. The smallest complete game, and the form to copy for a new one.
//!
//! A click on a dark lamp lights it. Text: a row of lamps a line, `o` dark and `*` lit.
//!
//! ```text
//! o*oo
//! oo*o
//! ```

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
        let meant = |(line, _): &(&str, usize)| !line.trim().is_empty() && !line.starts_with("# ");
        let rows: Vec<(&str, usize)> = text.lines().zip(1..).filter(meant).collect();
        let (first, _) = rows
            .first()
            .ok_or(TextError::new(1, "there are no lamps"))?;
        let columns = first.trim().chars().count();
        let mut lit = Vec::new();
        for (row, line) in rows {
            if row.trim().chars().count() != columns {
                let text = format!("the row has not {columns} lamps as the first");
                return Err(TextError::new(line, text));
            }
            for sign in row.trim().chars() {
                lit.push(match sign {
                    'o' => false,
                    '*' => true,
                    _ => return Err(TextError::new(line, format!("{sign:?} is no lamp"))),
                });
            }
        }
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
        let index = light
            .row
            .saturating_mul(next.columns)
            .saturating_add(light.column);
        if let Some(lit) = next
            .lit
            .get_mut(index)
            .filter(|_| light.column < puzzle.columns)
        {
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
        for index in 0..cells.columns * cells.rows {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let area = cells.area(column, row);
            let cell = CellReader::new(*view, &profile.templates, scratch).read(area);
            let label = if cell.seen == Seen::Floor {
                "dark"
            } else {
                "lit"
            };
            scratch.notes.push(Note {
                area,
                label: label.into(),
                confidence: cell.confidence,
            });
            if cell.seen == Seen::Other || cell.confidence < profile.confidence {
                return Err(ReadError::Unsure {
                    what: format!("lamp ({column}, {row})"),
                    why: format!("{label}, {:.2}", cell.confidence),
                });
            }
            confidence = confidence.min(cell.confidence);
            lit.push(cell.seen != Seen::Floor);
        }
        let columns = cells.columns;
        Ok(Reading {
            puzzle: Lamps { columns, lit },
            confidence,
        })
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Lamps>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::check_sizes(profile, lessons, solved)?;
        let label = |lit: &bool| {
            if *lit {
                Label::Sprite("lit")
            } else {
                Label::Floor
            }
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
        for lesson in lessons {
            lesson.read_back(&taught, &lesson.puzzle, |view, profile, scratch| {
                Self::read(view, profile, None, scratch)
            })?;
        }
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
