//! Dungeons & Diagrams: find the walls of a dungeon from the number of walls in each row and column.

use image::{RgbImage, RgbaImage};

use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::game::{Game, ProbeArea};
use crate::hand::{Button, Gesture};
use crate::practice::{Options, PracticeGame};
use crate::profile::{Named, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

mod dice;
mod dig;
pub mod eight;
pub mod fit;
pub mod generate;
mod ground;
pub mod learn;
pub mod logic;
pub mod more;
pub mod picture;
pub mod plain;
pub mod practice;
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

    fn deduce(view: &View, profile: &Profile) -> Option<Puzzle> {
        read::deduce(view, profile)
    }

    fn taught(
        profile: &Profile,
        known: &[Named],
        board: RgbaImage,
        puzzle: &Puzzle,
    ) -> Option<(Profile, Named)> {
        more::with_example(profile, known, board, puzzle).ok()
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Toggle>> {
        solve::solve(puzzle, limits).map(|walls| puzzle.toggles_to(&walls))
    }

    fn report(puzzle: &Puzzle, limits: &Limits) -> SolveReport<Toggle> {
        let report = solve::report(puzzle, limits);
        SolveReport {
            nodes: Some(report.nodes),
            // Each cell that differs takes a click, and there is nothing else to differ from.
            optimal: matches!(report.outcome, Outcome::Unique(_)),
            outcome: report.outcome.map(|walls| puzzle.toggles_to(&walls)),
        }
    }

    fn is_line(line: &str) -> bool {
        text::is_one_line(line)
    }

    fn split(text: &str) -> Vec<(usize, &str)> {
        text::split(text)
    }

    fn answer(text: &str, puzzle: &Puzzle, outcome: &Outcome<Vec<Toggle>>) -> String {
        let after = |puzzle: Puzzle, toggle: &Toggle| puzzle.after(*toggle);
        let walls = outcome
            .solution()
            .map(|toggles| toggles.iter().fold(puzzle.clone(), after).walls());
        let mut out = String::new();
        puzzle.write_answer(text, walls.as_ref().ok_or(outcome.word()), &mut out);
        out
    }

    fn answer_line(
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

    fn explain(puzzle: &Puzzle) -> Option<String> {
        let steps = logic::Walkthrough::new(puzzle, &Limits::default());
        Some(steps.map_or_else(
            || "there is no single solution that steps could lead to".into(),
            |steps| steps.text(puzzle),
        ))
    }

    fn picture(puzzle: &Puzzle, toggles: &[Toggle]) -> Option<RgbImage> {
        let after = |puzzle: Puzzle, toggle: &Toggle| puzzle.after(*toggle);
        Some(picture::board(&toggles.iter().fold(puzzle.clone(), after)))
    }

    fn trace(puzzle: &Puzzle, _: &[Toggle]) -> Option<Vec<RgbImage>> {
        picture::search(puzzle)
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

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn ground(puzzle: &Puzzle, profile: &Profile) -> Option<ProbeArea> {
        ground::ground(puzzle, profile)
    }

    fn gesture(_: &Puzzle, toggle: &Toggle, profile: &Profile) -> Gesture {
        Gesture::Click {
            at: profile.cells.area(toggle.column, toggle.row).centre(),
            button: Button::Left,
        }
    }
}
