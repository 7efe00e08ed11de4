//! Woodworm: eat a block of wood until what is left is the wanted picture.

use image::{RgbImage, RgbaImage};

use crate::base::{Limits, SolveReport, TextError};
use crate::game::ability::{self, PracticeOption};
use crate::game::{Abilities, Game, Storable, tiled};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::learn::{Learned, Lesson};
use crate::profile::{MoveBy, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

pub mod bits;
pub mod field;
pub mod generate;
pub mod learn;
pub mod picture;
pub mod posture;
pub mod practice;
pub mod puzzle;
pub mod read;
pub mod reference;
pub mod rules;
pub mod shapes;
pub mod solve;
mod text;
mod tiles;

pub use puzzle::{Cell, Direction, Puzzle, parse_steps};

/// The game.
pub struct Woodworm;

impl Game for Woodworm {
    const NAME: &'static str = "woodworm";
    const TITLE: &'static str = "Woodworm";
    const AT_ONCE: usize = 1;
    const LETTERS: bool = true;
    type Puzzle = Puzzle;
    type Move = Direction;

    fn parse(text: &str) -> Result<Puzzle, TextError> {
        Puzzle::parse(text)
    }

    fn parse_move(text: &str) -> Option<Direction> {
        match &text.chars().collect::<Vec<_>>()[..] {
            [letter] => Direction::from_letter(*letter),
            _ => None,
        }
    }

    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Puzzle>, ReadError> {
        match profile.tiles.is_empty() {
            true => read::read(view, profile, scratch),
            false => tiled::read(&Woodworm, view, profile, memory, scratch),
        }
    }

    fn after(puzzle: &Puzzle, step: &Direction) -> Puzzle {
        puzzle.after(*step).unwrap_or_else(|| puzzle.clone())
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved()
    }

    fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
        a.givens() == b.givens()
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> SolveReport<Direction> {
        let report = solve::solve(puzzle, limits);
        SolveReport {
            nodes: Some(report.nodes),
            optimal: report.is_optimal(),
            bound: None,
            outcome: report.outcome(),
        }
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Puzzle>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::templates(profile, lessons, solved).map(Learned::all)
    }

    fn manners(_: &Puzzle) -> &'static [MoveBy] {
        MoveBy::WALKS
    }

    fn gesture(_: &Puzzle, step: &Direction, profile: &Profile) -> Gesture {
        Gesture::Keys(vec![profile.way_key(*step)])
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            pictures: Some(&Woodworm),
            generates: Some(&Woodworm),
            tiled: Some(&Woodworm),
            vocabulary: tiles::VOCABULARY,
            practice_options: &[PracticeOption::Skin],
            ..Abilities::default()
        }
    }
}

impl ability::Pictures<Woodworm> for Woodworm {
    fn picture(&self, puzzle: &Puzzle, steps: &[Direction]) -> Option<RgbImage> {
        let end = puzzle.after_all(steps).ok()?;
        Some(picture::picture(&end))
    }

    /// The solution, step by step.
    fn trace(&self, puzzle: &Puzzle, steps: &[Direction]) -> Option<Vec<RgbImage>> {
        Some(picture::pictures(puzzle, steps))
    }
}

impl Storable for Woodworm {}
