//! Dungeons & Diagrams: find the walls of a dungeon from the number of walls in each row and column.

use image::{RgbImage, RgbaImage};

use crate::base::{Limit, Limits, Outcome, SolveReport, TextError};
use crate::game::ability::{self, Fitted, Hints, Marks, PracticeOption, ProbeArea};
use crate::game::{Abilities, Game};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::learn::{Learned, Lesson};
use crate::profile::{Named, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

mod dice;
mod dig;
pub mod eight;
pub mod fit;
pub mod generate;
pub mod learn;
pub mod logic;
mod marks;
pub mod more;
pub mod picture;
pub mod plain;
pub mod practice;
mod probe_area;
pub mod puzzle;
mod read;
pub mod rules;
pub mod solve;
mod storable;
pub mod text;

pub use eight::Eight;
pub use puzzle::{Cell, Puzzle, Toggle, Walls};

/// The game.
pub struct Dungeons;

impl Game for Dungeons {
    const NAME: &'static str = "dungeons";
    const TITLE: &'static str = "Dungeons & Diagrams";
    const AT_ONCE: usize = usize::MAX;
    type Puzzle = Puzzle;
    type Move = Toggle;

    fn parse(text: &str) -> Result<Puzzle, TextError> {
        Puzzle::parse(text)
    }

    fn parse_move(text: &str) -> Option<Toggle> {
        let (column, row) = text.split_once(',')?;
        Some(Toggle {
            column: column.parse().ok()?,
            row: row.parse().ok()?,
        })
    }

    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Puzzle>, ReadError> {
        read::read(view, profile, memory, scratch)
    }

    fn after(puzzle: &Puzzle, toggle: &Toggle) -> Puzzle {
        puzzle.after(*toggle)
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved()
    }

    fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
        a.givens() == b.givens()
    }

    fn gesture(_: &Puzzle, toggle: &Toggle, profile: &Profile) -> Gesture {
        Gesture::click(profile.cells.area(toggle.column, toggle.row).centre())
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> SolveReport<Toggle> {
        let report = solve::report(puzzle, limits);
        SolveReport {
            nodes: Some(report.nodes),
            // Each cell that differs takes a click, and there is nothing else to differ from.
            optimal: matches!(report.outcome, Outcome::Unique(_)),
            bound: None,
            outcome: report.outcome.map(|walls| puzzle.toggles_to(&walls)),
        }
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Puzzle>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::templates(profile, lessons, solved)
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            lines: Some(&Dungeons),
            collection: Some(&Dungeons),
            answers: Some(&Dungeons),
            hurries: None,
            explains: Some(&Dungeons),
            pictures: Some(&Dungeons),
            generates: Some(&Dungeons),
            fits: Some(&Dungeons),
            tiled: None,
            grades: Some(&Dungeons),
            features: Some(&Dungeons),
            drawn: Some(&Dungeons),
            beyond: None,
            vocabulary: VOCABULARY,
            practice_options: &[PracticeOption::Skin, PracticeOption::Input],
            // The search keeps no tables.
            never_reached: &[Limit::Memory],
        }
    }
}

/// What its boards show.
const VOCABULARY: ability::Vocabulary = ability::Vocabulary {
    letters: &[
        ('.', "empty floor"),
        ('M', "monster"),
        ('T', "treasure"),
        ('#', "wall"),
        ('o', "mark"),
    ],
    pictures: &["treasure", "wall", "mark"],
};

impl ability::Lines for Dungeons {
    fn is_line(&self, line: &str) -> bool {
        text::is_one_line(line)
    }

    /// Without the moves in between, and 8x8 puzzles without a puzzle in between.
    fn answer_line(
        &self,
        line: &str,
        limits: &Limits,
        out: &mut String,
    ) -> Result<Outcome<()>, TextError> {
        if let Some(eight) = Eight::read(line.as_bytes()) {
            let outcome = solve::eight(&eight, limits);
            Eight::write_answer(line, outcome.solution().copied().ok_or(outcome.word()), out);
            return Ok(outcome.map(|_| ()));
        }
        let (puzzle, _) = Puzzle::parse_line(line)?;
        let outcome = solve::solve(&puzzle, limits);
        puzzle.write_answer_line(line, outcome.solution().ok_or(outcome.word()), out);
        Ok(outcome.map(|_| ()))
    }
}

impl ability::Collection for Dungeons {
    fn split<'a>(&self, text: &'a str) -> Vec<(usize, &'a str)> {
        text::split(text)
    }
}

impl ability::Answers<Dungeons> for Dungeons {
    fn write(&self, text: &str, puzzle: &Puzzle, outcome: &Outcome<Vec<Toggle>>) -> String {
        let walls = outcome
            .solution()
            .map(|toggles| puzzle.with_toggles(toggles).walls());
        let mut out = String::new();
        puzzle.write_answer(text, walls.as_ref().ok_or(outcome.word()), &mut out);
        out
    }
}

impl ability::Explains<Dungeons> for Dungeons {
    fn explain(&self, puzzle: &Puzzle, limits: &Limits) -> String {
        let steps = logic::Walkthrough::new(puzzle, limits);
        steps.map_or_else(
            || "there is no single solution that steps could lead to".into(),
            |steps| steps.text(puzzle),
        )
    }
}

impl ability::Pictures<Dungeons> for Dungeons {
    fn picture(&self, puzzle: &Puzzle, toggles: &[Toggle]) -> Option<RgbImage> {
        Some(picture::board(&puzzle.with_toggles(toggles)))
    }

    fn trace(&self, puzzle: &Puzzle, _: &[Toggle]) -> Option<Vec<RgbImage>> {
        picture::search(puzzle)
    }
}

impl ability::Fits<Dungeons> for Dungeons {
    fn fit(
        &self,
        name: &str,
        window: &str,
        lessons: &[Lesson<Puzzle>],
        hints: &Hints,
    ) -> Result<Fitted, String> {
        fit::fit(name, window, lessons, hints)
    }

    fn board(&self, picture: &RgbaImage, profile: &Profile) -> Result<RgbaImage, String> {
        more::board(picture, profile)
    }

    fn with_example(
        &self,
        profile: &Profile,
        known: &[Named],
        board: RgbaImage,
        puzzle: &Puzzle,
    ) -> Result<(Profile, Named), String> {
        more::with_example(profile, known, board, puzzle)
    }

    fn deduce(&self, view: &View, profile: &Profile) -> Option<Puzzle> {
        read::deduce(view, profile)
    }

    fn size(&self, puzzle: &Puzzle) -> [usize; 2] {
        [puzzle.width(), puzzle.height()]
    }

    fn probe_area(&self, puzzle: &Puzzle, profile: &Profile) -> Option<ProbeArea> {
        probe_area::probe_area(puzzle, profile)
    }

    fn marks(&self, solved: &Puzzle, seen: &Puzzle, profile: &Profile) -> Marks<Puzzle> {
        marks::marks(solved, seen, profile)
    }
}
