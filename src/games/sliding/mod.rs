//! Sliding blocks: bring some blocks to their goals in the fewest moves.

use image::{RgbImage, RgbaImage};

use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::game::ability::{self, PracticeOption};
use crate::game::{Abilities, Game, Hurries, Storable, tiled};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::learn::{Learned, Lesson};
use crate::profile::{MoveBy, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

pub mod generate;
pub mod learn;
pub mod numbers;
pub mod picture;
pub mod plain;
pub mod play;
pub mod practice;
pub mod puzzle;
mod read;
mod sign;
pub mod solve;
mod text;
mod tiles;

pub use puzzle::{Block, Direction, Move, Puzzle};
pub use sign::Sign;

/// The game.
pub struct Sliding;

fn report(solved: solve::MovesReport) -> SolveReport<Move> {
    SolveReport {
        optimal: solved.optimal,
        bound: None,
        nodes: Some(solved.stats.expanded),
        outcome: solved.outcome,
    }
}

impl Hurries<Sliding> for Sliding {
    fn any(&self, puzzle: &Puzzle, limits: &Limits) -> SolveReport<Move> {
        report(solve::any(puzzle, limits))
    }
}

impl Game for Sliding {
    const NAME: &'static str = "sliding";
    const TITLE: &'static str = "Sliding blocks";
    const AT_ONCE: usize = 1;
    type Puzzle = Puzzle;
    type Move = Move;

    fn parse(text: &str) -> Result<Puzzle, TextError> {
        Puzzle::parse(text)
    }

    fn parse_move(text: &str) -> Option<Move> {
        Move::parse(text)
    }

    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Puzzle>, ReadError> {
        match profile.tiles.is_empty() {
            true => read::read(view, profile, memory, scratch),
            false => tiled::read(&Sliding, view, profile, memory, scratch),
        }
    }

    /// A move that the rules do not allow changes nothing.
    fn after(puzzle: &Puzzle, mv: &Move) -> Puzzle {
        puzzle.moved(mv).unwrap_or_else(|| puzzle.clone())
    }

    /// A block is dragged from cell to cell.
    fn stages(puzzle: &Puzzle, mv: &Move) -> Vec<Puzzle> {
        let steps = 1..=mv.path.len();
        let parts = steps.map(|steps| Move {
            block: mv.block,
            path: mv.path[..steps].to_vec(),
        });
        parts.map(|part| Self::after(puzzle, &part)).collect()
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved()
    }

    fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
        a.same_puzzle(b)
    }

    /// All boards of the same numbers have the same blocks and goals, and levels may have the same blocks at other places:
    /// more of them than a move takes elsewhere.
    fn is_next(last: &Puzzle, seen: &Puzzle) -> bool {
        let is_board_of_numbers = numbers::Numbers::of(seen).is_some();
        let was_there = |block: &&Block| last.blocks.iter().any(|b| b.cells == block.cells);
        let elsewhere = seen.blocks.iter().filter(|block| !was_there(block));
        let is_set_up = is_board_of_numbers || elsewhere.count() > 1;
        !last.same_puzzle(seen) || (is_set_up && last.is_solved() && !seen.is_solved())
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> SolveReport<Move> {
        report(solve::report(puzzle, limits))
    }

    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Puzzle>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String> {
        learn::templates(profile, lessons, solved).map(Learned::all)
    }

    fn parts(mv: &Move, profile: &Profile) -> Vec<Move> {
        play::parts(mv, profile.moves)
    }

    fn manners(puzzle: &Puzzle) -> &'static [MoveBy] {
        play::manners(puzzle)
    }

    fn gesture(puzzle: &Puzzle, mv: &Move, profile: &Profile) -> Gesture {
        play::gesture(puzzle, mv, profile.moves, &profile.cells)
    }

    fn practice(options: &Options) -> Box<dyn PracticeGame> {
        Box::new(practice::Game::new(options))
    }

    fn abilities() -> Abilities<Self> {
        Abilities {
            hurries: Some(&Sliding),
            answers: Some(&Sliding),
            pictures: Some(&Sliding),
            generates: Some(&Sliding),
            tiled: Some(&Sliding),
            beyond: Some(&Sliding),
            vocabulary: tiles::VOCABULARY,
            practice_options: &[PracticeOption::Skin, PracticeOption::Input],
            ..Abilities::default()
        }
    }
}

impl ability::Beyond<Self> for Sliding {
    fn beyond(&self, solved: &Puzzle, profile: &Profile) -> Option<Gesture> {
        play::beyond(solved, profile.moves, &profile.cells)
    }

    fn cells(&self, solved: &Puzzle) -> Vec<usize> {
        let goals = solved.blocks.iter().filter_map(|block| block.goal.clone());
        goals.flatten().collect()
    }
}

/// Whether it is a board of numbers whose goal cannot be reached.
fn is_odd(puzzle: &Puzzle) -> bool {
    numbers::Numbers::of(puzzle).is_some_and(|numbers| !numbers.is_solvable())
}

/// Every move in words, and the board after it.
impl ability::Answers<Sliding> for Sliding {
    fn write(&self, _: &str, puzzle: &Puzzle, outcome: &Outcome<Vec<Move>>) -> String {
        match outcome.solution() {
            Some(moves) => text::walk(puzzle, moves),
            None if is_odd(puzzle) => format!("{}: {}", outcome.word(), numbers::ODD),
            None => outcome.word().to_string(),
        }
    }
}

impl ability::Pictures<Sliding> for Sliding {
    fn picture(&self, puzzle: &Puzzle, moves: &[Move]) -> Option<RgbImage> {
        let after = |board: Puzzle, mv: &Move| Sliding::after(&board, mv);
        Some(picture::picture(&moves.iter().fold(puzzle.clone(), after)))
    }

    /// The solution, move by move.
    fn trace(&self, puzzle: &Puzzle, moves: &[Move]) -> Option<Vec<RgbImage>> {
        Some(picture::pictures(puzzle, moves))
    }
}

impl Storable for Sliding {}
