//! Mortal Coil: fill the grid by sliding.

use crate::games::{Game, Limits, Outcome, TextError};
use crate::hand::{Button, Gesture, Key};
use crate::profile::Profile;
use crate::vision::{ReadError, Reading, View};

pub mod generate;
pub mod picture;
pub mod plain;
pub mod puzzle;
mod read;
pub mod solve;
mod text;

pub use puzzle::{Cell, Dir, Puzzle, Step};
pub use text::Solution;

/// The game.
pub struct Coil;

impl Game for Coil {
    const NAME: &'static str = "coil";
    const FREE_ORDER: bool = false;
    type Puzzle = Puzzle;
    type Move = Step;

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

    fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Step>> {
        solve::solve(puzzle, limits)
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

    /// The start is clicked, slides are arrow keys.
    fn gesture(_: &Puzzle, step: &Step, profile: &Profile) -> Gesture {
        match *step {
            Step::Start { column, row } => Gesture::Click {
                at: profile.cells.area(column, row).centre(),
                button: Button::Left,
            },
            Step::Slide(dir) => Gesture::Keys(vec![key(dir)]),
        }
    }
}

fn key(dir: Dir) -> Key {
    match dir {
        Dir::Right => Key::Right,
        Dir::Down => Key::Down,
        Dir::Left => Key::Left,
        Dir::Up => Key::Up,
    }
}
