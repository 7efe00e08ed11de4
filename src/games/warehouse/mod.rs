//! Warehouse: a robot pushes boxes. Two games in one: [`follow`] a list of moves, or the classic,
//! which brings every box to a goal with the least pushes.

use image::RgbImage;

use crate::corpus::Keep;
use crate::games::{Game, Limits, Outcome, Report, TextError};
use crate::hand::{Gesture, Key};
use crate::practice::{Options, PracticeGame};
use crate::profile::Profile;
use crate::vision::{ReadError, Reading, View};

pub mod bench;
pub mod follow;
pub mod generate;
pub mod picture;
pub mod plain;
pub mod practice;
pub mod puzzle;
mod read;
pub mod solve;
pub mod text;

pub use puzzle::{Puzzle, Step, Tile};

/// The classic game.
pub struct Warehouse;

impl Game for Warehouse {
    const NAME: &'static str = "warehouse";
    const AT_ONCE: usize = 1;
    const LETTERS: bool = true;
    type Puzzle = Puzzle;
    type Move = Step;

    fn parse(text: &str) -> Result<Puzzle, TextError> {
        text::parse(text)
    }

    /// The signs `^>v<`, or the letters of solutions (`urdl`, capital ones for pushes).
    fn parse_move(text: &str) -> Option<Step> {
        let mut signs = text.chars();
        let step = Step::from_char(signs.next()?)?;
        signs.next().is_none().then_some(step)
    }

    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Puzzle>,
    ) -> Result<Reading<Puzzle>, ReadError> {
        read::read(view, profile, memory)
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Step>> {
        solve::solve(puzzle, limits).outcome
    }

    /// `optimal` is about pushes.
    fn report(puzzle: &Puzzle, limits: &Limits) -> Report<Step> {
        let solved = solve::solve(puzzle, limits);
        Report {
            nodes: Some(solved.stats.expanded.iter().sum()),
            optimal: solved.pushes.is_some(),
            outcome: solved.outcome,
        }
    }

    fn split(text: &str) -> Vec<(usize, &str)> {
        text::split(text)
    }

    fn picture(puzzle: &Puzzle, steps: &[Step]) -> Option<RgbImage> {
        Some(picture::board(&puzzle.replay(steps).0))
    }

    fn trace(puzzle: &Puzzle) -> Option<Vec<RgbImage>> {
        let solved = solve::solve(puzzle, &Limits::default());
        solved
            .outcome
            .solution()
            .map(|steps| picture::walk(puzzle, steps))
    }

    fn after(puzzle: &Puzzle, step: &Step) -> Puzzle {
        puzzle.after(*step)
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved()
    }

    fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
        a.same_level(b)
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn gesture(_: &Puzzle, step: &Step, _: &Profile) -> Gesture {
        Gesture::Keys(vec![match step {
            Step::Up => Key::Up,
            Step::Right => Key::Right,
            Step::Down => Key::Down,
            Step::Left => Key::Left,
        }])
    }
}

impl Keep for Warehouse {}

#[cfg(test)]
pub(crate) fn data_folder() -> Option<std::path::PathBuf> {
    let root = std::env::var_os("GRIDHAND_DATA").map(Into::into);
    let root: std::path::PathBuf = root
        .unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    let folder = root.join("warehouse");
    if !folder.is_dir() {
        println!("skipped: no {}", folder.display());
        return None;
    }
    Some(folder)
}
