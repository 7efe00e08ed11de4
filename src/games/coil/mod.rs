//! Mortal Coil: fill the grid by sliding.

use image::{RgbImage, RgbaImage};

use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::game::ability::{self, PracticeOption};
use crate::game::{self, Abilities, Game, Storable, tiled};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::learn::{Learned, Lesson};
use crate::profile::{MoveBy, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

pub mod generate;
pub mod lattice;
pub mod learn;
pub mod picture;
pub mod plain;
mod play;
pub mod practice;
pub mod puzzle;
mod read;
pub mod solve;
pub mod text;
mod tiles;

pub use puzzle::{Cell, Direction, Puzzle, Step};
pub use text::Solution;

/// The game.
pub struct Coil;

impl Game for Coil {
    const NAME: &'static str = "coil";
    const TITLE: &'static str = "Mortal Coil";
    const AT_ONCE: usize = 1;
    type Puzzle = Puzzle;
    type Move = Step;

    fn parse(text: &str) -> Result<Puzzle, TextError> {
        Puzzle::parse(text)
    }

    fn parse_move(text: &str) -> Option<Step> {
        Step::parse(text)
    }

    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Puzzle>, ReadError> {
        match profile.tiles.is_empty() {
            true => read::read(view, profile, scratch),
            // Where the path has come to may have no mark of its own: the board before tells it.
            false => tiled::read(&Coil, view, profile, memory, scratch),
        }
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> SolveReport<Step> {
        let (outcome, effort) = solve::solve_with_effort(puzzle, limits);
        SolveReport {
            outcome,
            nodes: Some(effort.nodes),
            optimal: false,
            bound: None,
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
        MoveBy::SLIDES
    }

    fn gesture(puzzle: &Puzzle, step: &Step, profile: &Profile) -> Gesture {
        play::gesture(puzzle, *step, profile)
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            lines: Some(&Coil),
            collection: Some(&Coil),
            answers: Some(&Coil),
            pictures: Some(&Coil),
            tiled: Some(&Coil),
            vocabulary: tiles::VOCABULARY,
            generates: Some(&Coil),
            practice_options: &[
                PracticeOption::Size,
                PracticeOption::Skin,
                PracticeOption::Input,
            ],
            ..Abilities::default()
        }
    }

    fn after(puzzle: &Puzzle, step: &Step) -> Puzzle {
        puzzle.after(*step)
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved()
    }

    fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
        a.level() == b.level()
    }
}

impl ability::Lines for Coil {
    fn is_line(&self, line: &str) -> bool {
        text::is_level_line(line)
    }

    fn answer_line(
        &self,
        line: &str,
        limits: &Limits,
        out: &mut String,
    ) -> Result<Outcome<()>, TextError> {
        game::answer_line::<Coil>(line, limits, out)
    }
}

impl ability::Collection for Coil {
    fn split<'a>(&self, text: &'a str) -> Vec<(usize, &'a str)> {
        text::split(text)
    }
}

/// The solution line; only the slides if the path has already begun.
impl ability::Answers<Coil> for Coil {
    fn write(&self, _: &str, _: &Puzzle, outcome: &Outcome<Vec<Step>>) -> String {
        let Some(steps) = outcome.solution() else {
            return outcome.word().to_string();
        };
        match Solution::from_steps(steps) {
            Some(solution) => solution.to_string(),
            None => steps.iter().map(ToString::to_string).collect(),
        }
    }

    fn parse(&self, text: &str) -> Option<Vec<Step>> {
        Solution::parse(text).ok().map(|solution| solution.steps())
    }
}

impl ability::Pictures<Coil> for Coil {
    fn picture(&self, puzzle: &Puzzle, steps: &[Step]) -> Option<RgbImage> {
        Some(picture::draw(puzzle, steps))
    }

    /// The path being made.
    fn trace(&self, puzzle: &Puzzle, steps: &[Step]) -> Option<Vec<RgbImage>> {
        Some(picture::animate(puzzle, steps, picture::FRAMES))
    }
}

impl Storable for Coil {
    fn start(puzzle: &Puzzle) -> Puzzle {
        puzzle.level()
    }
}
