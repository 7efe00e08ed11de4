//! What the game's window shows: a level to be solved, or a robot with moves to obey.

use std::fmt;

use super::follow::Tape;
use super::puzzle::{Puzzle, Step};
use super::text;
use crate::base::TextError;

/// A board of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// The classic.
    Level(Puzzle),
    /// Follow mode, one move after the other.
    Tape(Tape),
}

impl Board {
    /// Reads a level.
    ///
    /// # Errors
    /// The text is no level, or several.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        text::parse(text).map(Board::Level)
    }

    /// The rules of a step.
    pub fn after(&self, step: Step) -> Board {
        match self {
            Board::Level(puzzle) => Board::Level(puzzle.after(step)),
            Board::Tape(tape) => Board::Tape(tape.after(step)),
        }
    }

    /// Every box is on a goal; no move is left.
    pub fn is_solved(&self) -> bool {
        match self {
            Board::Level(puzzle) => puzzle.is_solved(),
            Board::Tape(tape) => tape.moves().is_empty(),
        }
    }

    /// Whether both are states of the same start.
    pub fn same_start(&self, other: &Board) -> bool {
        match (self, other) {
            (Board::Level(one), Board::Level(two)) => one.same_level(two),
            (Board::Tape(one), Board::Tape(two)) => one.same_start(two),
            _ => false,
        }
    }

    /// Columns and rows of cells.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Board::Level(puzzle) => (puzzle.width, puzzle.height()),
            Board::Tape(tape) => (tape.map().width(), tape.map().height()),
        }
    }

    /// What stands on each of so many columns and rows of cells, the board in the top left corner.
    pub fn things(&self, columns: usize, rows: usize) -> Vec<Thing> {
        let mut things = vec![Thing::Outside; columns * rows];
        let own = match self {
            Board::Level(puzzle) => level_things(puzzle),
            Board::Tape(tape) => tape_things(tape),
        };
        for (own, row) in own.chunks(self.size().0).zip(things.chunks_mut(columns)) {
            for (own, thing) in own.iter().zip(row) {
                *thing = *own;
            }
        }
        things
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Board::Level(puzzle) => puzzle.fmt(f),
            Board::Tape(tape) => tape.fmt(f),
        }
    }
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// Neither the robot nor a box ever gets there, and it is no wall.
    Outside,
    Wall,
    Floor,
    Goal,
    Box,
    BoxHome,
    Robot,
    RobotHome,
    /// The halves of a wide box.
    Left,
    Right,
}

impl Thing {
    pub const ALL: [Thing; 10] = [
        Thing::Outside,
        Thing::Wall,
        Thing::Floor,
        Thing::Goal,
        Thing::Box,
        Thing::BoxHome,
        Thing::Robot,
        Thing::RobotHome,
        Thing::Left,
        Thing::Right,
    ];

    /// As the templates call it.
    pub const fn name(self) -> &'static str {
        match self {
            Thing::Outside => "outside",
            Thing::Wall => "wall",
            Thing::Floor => "bare",
            Thing::Goal => "target",
            Thing::Box => "box",
            Thing::BoxHome => "box-home",
            Thing::Robot => "robot",
            Thing::RobotHome => "robot-home",
            Thing::Left => "box-left",
            Thing::Right => "box-right",
        }
    }

    pub fn named(name: &str) -> Option<Thing> {
        Self::ALL.into_iter().find(|thing| thing.name() == name)
    }

    pub const fn is_robot(self) -> bool {
        matches!(self, Thing::Robot | Thing::RobotHome)
    }

    /// A whole box.
    pub const fn is_box(self) -> bool {
        matches!(self, Thing::Box | Thing::BoxHome)
    }

    /// Whether it shows that a goal is there.
    pub const fn is_goal(self) -> bool {
        matches!(self, Thing::Goal | Thing::BoxHome | Thing::RobotHome)
    }
}

fn level_things(puzzle: &Puzzle) -> Vec<Thing> {
    let inside = puzzle.inside();
    let thing = |cell: usize| match puzzle.sign(cell) {
        '#' => Thing::Wall,
        '.' => Thing::Goal,
        '$' => Thing::Box,
        '*' => Thing::BoxHome,
        '@' => Thing::Robot,
        '+' => Thing::RobotHome,
        _ if inside[cell] => Thing::Floor,
        _ => Thing::Outside,
    };
    (0..puzzle.tiles.len()).map(thing).collect()
}

fn tape_things(tape: &Tape) -> Vec<Thing> {
    let thing = |sign: &u8| match sign {
        b'#' => Thing::Wall,
        b'O' => Thing::Box,
        b'[' => Thing::Left,
        b']' => Thing::Right,
        b'@' => Thing::Robot,
        _ => Thing::Floor,
    };
    tape.map().rows().flatten().map(thing).collect()
}
