//! Dungeons & Diagrams: find the walls of a dungeon from the number of walls in each row and column.

use crate::games::{Game, Limits, Outcome, TextError};
use crate::hand::{Button, Gesture};
use crate::practice::{Options, PracticeGame};
use crate::profile::Profile;
use crate::vision::{ReadError, Reading, View};

pub mod generate;
pub mod learn;
pub mod plain;
pub mod practice;
pub mod puzzle;
mod read;
pub mod rules;
pub mod solve;
pub mod text;

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

    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Puzzle>,
    ) -> Result<Reading<Puzzle>, ReadError> {
        read::read(view, profile, memory)
    }

    fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Toggle>> {
        solve::solve(puzzle, limits).map(|walls| puzzle.toggles_to(&walls))
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

    fn gesture(_: &Puzzle, toggle: &Toggle, profile: &Profile) -> Gesture {
        Gesture::Click {
            at: profile.cells.area(toggle.column, toggle.row).centre(),
            button: Button::Left,
        }
    }
}
