//! Mortal Coil: fill the grid by sliding.

use image::RgbImage;

use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::game::Game;
use crate::game::Storable;
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::Profile;
use crate::vision::{ReadError, ReadScratch, Reading, View};

pub mod bench;
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

pub use puzzle::{Cell, Direction, Puzzle, Step};
pub use text::Solution;

/// The game.
pub struct Coil;

impl Game for Coil {
    const NAME: &'static str = "coil";
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
        _: Option<&Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Puzzle>, ReadError> {
        read::read(view, profile, scratch)
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Step>> {
        solve::solve(puzzle, limits)
    }

    fn report(puzzle: &Puzzle, limits: &Limits) -> SolveReport<Step> {
        let (outcome, effort) = solve::solve_with_effort(puzzle, limits);
        SolveReport {
            outcome,
            nodes: Some(effort.nodes),
            optimal: false,
        }
    }

    fn is_line(line: &str) -> bool {
        text::is_level_line(line)
    }

    fn split(text: &str) -> Vec<(usize, &str)> {
        text::split(text)
    }

    /// The solution line; only the slides if the path has already begun.
    fn answer(_: &str, _: &Puzzle, outcome: &Outcome<Vec<Step>>) -> String {
        let Some(steps) = outcome.solution() else {
            return outcome.word().to_string();
        };
        match Solution::from_steps(steps) {
            Some(solution) => solution.to_string(),
            None => steps.iter().map(ToString::to_string).collect(),
        }
    }

    /// The solution line.
    fn parse_answer(text: &str) -> Option<Vec<Step>> {
        Solution::parse(text).ok().map(|solution| solution.steps())
    }

    fn picture(puzzle: &Puzzle, steps: &[Step]) -> Option<RgbImage> {
        Some(picture::draw(puzzle, steps))
    }

    /// The path being made, if there is one.
    fn trace(puzzle: &Puzzle, steps: &[Step]) -> Option<Vec<RgbImage>> {
        Some(picture::animate(puzzle, steps, picture::FRAMES))
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

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn gesture(puzzle: &Puzzle, step: &Step, profile: &Profile) -> Gesture {
        play::gesture(puzzle, *step, profile)
    }
}

impl Storable for Coil {
    fn start(puzzle: &Puzzle) -> Puzzle {
        puzzle.level()
    }
}
