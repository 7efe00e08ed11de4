//! Warehouse: a robot pushes boxes. Two games in one: [`follow`] a list of moves, or the classic,
//! which brings every box to a goal with the least pushes.

use image::{RgbImage, RgbaImage};

use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::game::ability::{self, PracticeOption};
use crate::game::{Abilities, Game, Hurries, Storable, tiled};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::learn::{Learned, Lesson};
use crate::profile::{MoveBy, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

pub mod board;
pub mod follow;
pub mod generate;
pub mod learn;
pub mod picture;
pub mod plain;
pub mod practice;
pub mod puzzle;
mod read;
pub mod solve;
pub mod text;
mod tiles;

pub use board::Board;
pub use puzzle::{Puzzle, Step, Tile};

/// The game.
pub struct Warehouse;

fn report(solved: solve::PushReport) -> SolveReport<Step> {
    SolveReport {
        nodes: Some(solved.stats.expanded.iter().sum()),
        optimal: solved.proved,
        bound: Some(solved.stats.least_pushes.into()).filter(|&least| least > 0),
        outcome: solved.outcome,
    }
}

impl Hurries<Warehouse> for Warehouse {
    fn any(&self, board: &Board, limits: &Limits) -> SolveReport<Step> {
        match board {
            Board::Level(puzzle) => report(solve::any(puzzle, limits)),
            Board::Tape(_) => Self::solve(board, limits),
        }
    }

    fn shorter(&self, board: &Board, steps: Vec<Step>, limits: &Limits) -> Vec<Step> {
        match board {
            Board::Level(puzzle) => solve::shorten(puzzle, steps, limits),
            Board::Tape(_) => steps,
        }
    }
}

impl Game for Warehouse {
    const NAME: &'static str = "warehouse";
    const TITLE: &'static str = "A robot pushes boxes to their goals";
    const AT_ONCE: usize = 1;
    const LETTERS: bool = true;
    type Puzzle = Board;
    type Move = Step;

    fn parse(text: &str) -> Result<Board, TextError> {
        Board::parse(text)
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
        memory: Option<&Board>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Board>, ReadError> {
        match profile.tiles.is_empty() {
            true => read::read(view, profile, memory, scratch),
            false => tiled::read(&Warehouse, view, profile, memory, scratch),
        }
    }

    fn after(board: &Board, step: &Step) -> Board {
        board.after(*step)
    }

    fn is_solved(board: &Board) -> bool {
        board.is_solved()
    }

    /// Some want a box on every goal.
    fn is_disputed(solved: &Board) -> bool {
        matches!(solved, Board::Level(level) if level.has_spare_goals())
    }

    fn same_puzzle(a: &Board, b: &Board) -> bool {
        a.same_start(b)
    }

    /// `optimal` is about pushes.
    fn solve(board: &Board, limits: &Limits) -> SolveReport<Step> {
        match board {
            Board::Level(puzzle) => report(solve::solve(puzzle, limits)),
            // There is nothing to choose.
            Board::Tape(tape) => SolveReport {
                outcome: Outcome::Solved(tape.moves().to_vec()),
                nodes: None,
                optimal: true,
                bound: None,
            },
        }
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Board>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::templates(profile, lessons, solved).map(Learned::all)
    }

    fn manners(_: &Board) -> &'static [MoveBy] {
        MoveBy::WALKS
    }

    fn gesture(_: &Board, step: &Step, profile: &Profile) -> Gesture {
        Gesture::Keys(vec![profile.way_key(step.0)])
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            hurries: Some(&Warehouse),
            collection: Some(&Warehouse),
            tiled: Some(&Warehouse),
            vocabulary: tiles::VOCABULARY,
            pictures: Some(&Warehouse),
            generates: Some(&Warehouse),
            practice_options: &[PracticeOption::Mode, PracticeOption::Skin],
            ..Abilities::default()
        }
    }
}

impl ability::Collection for Warehouse {
    fn split<'a>(&self, text: &'a str) -> Vec<(usize, &'a str)> {
        text::split(text)
    }
}

impl ability::Pictures<Warehouse> for Warehouse {
    fn picture(&self, board: &Board, steps: &[Step]) -> Option<RgbImage> {
        let end = steps.iter().fold(board.clone(), |b, step| b.after(*step));
        Some(picture::board(&end))
    }

    fn trace(&self, board: &Board, steps: &[Step]) -> Option<Vec<RgbImage>> {
        Some(picture::walk(board, steps))
    }
}

impl Storable for Warehouse {}

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
