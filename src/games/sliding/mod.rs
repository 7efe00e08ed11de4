//! Sliding blocks: bring some blocks to their goals in the fewest moves.

use crate::games::{Game, Limits, Outcome, TextError};
use crate::hand::Gesture;
use crate::profile::Profile;
use crate::vision::{ReadError, Reading, View};

pub mod plain;
pub mod puzzle;
pub mod solve;
mod text;

pub use puzzle::{Block, Direction, Move, Puzzle};

/// The game.
pub struct Sliding;

impl Game for Sliding {
    const NAME: &'static str = "sliding";
    const FREE_ORDER: bool = false;
    type Puzzle = Puzzle;
    type Move = Move;

    fn parse(text: &str) -> Result<Puzzle, TextError> {
        Puzzle::parse(text)
    }

    fn read(
        _view: &View,
        profile: &Profile,
        _memory: Option<&Puzzle>,
    ) -> Result<Reading<Puzzle>, ReadError> {
        Err(ReadError::NotLearned {
            profile: profile.name.clone(),
            missing: "everything".into(),
        })
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Move>> {
        solve::solve(puzzle, limits)
    }

    /// A move that the rules do not allow changes nothing.
    fn after(puzzle: &Puzzle, mv: &Move) -> Puzzle {
        puzzle.moved(mv).unwrap_or_else(|| puzzle.clone())
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved()
    }

    fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
        a.same_puzzle(b)
    }

    /// A drag along the path, held at the first cell of the block.
    fn gesture(puzzle: &Puzzle, mv: &Move, profile: &Profile) -> Gesture {
        let block = puzzle.blocks.iter().find(|block| block.sign == mv.block);
        let mut cells = block.map(|block| vec![block.cells[0]]).unwrap_or_default();
        for &direction in &mv.path {
            let next = cells
                .last()
                .and_then(|&cell| puzzle.step(&[cell], direction));
            cells.extend(next.into_iter().flatten());
        }
        let centre = |&cell: &usize| {
            let (column, row) = puzzle.position(cell);
            profile.cells.area(column, row).centre()
        };
        Gesture::Drag {
            path: cells.iter().map(centre).collect(),
        }
    }
}
