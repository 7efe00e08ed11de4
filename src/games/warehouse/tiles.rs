//! Levels as tiles.

use super::board::{Board, Thing};
use super::read::level;
use super::{Puzzle, Warehouse};
use crate::fit::tiles::TileSketch;
use crate::game::ability::Vocabulary;
use crate::game::tiled::{TileBoard, Tiled};
use crate::vision::tiles::Letters;

/// What each thing is called; outside and floor are two letters for what may be one thing.
const LETTERS: [(Thing, char); 8] = [
    (Thing::Outside, '-'),
    (Thing::Wall, '#'),
    (Thing::Floor, '_'),
    (Thing::Goal, '.'),
    (Thing::Box, '$'),
    (Thing::BoxHome, '*'),
    (Thing::Robot, '@'),
    (Thing::RobotHome, '+'),
];

/// What its boards show.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    letters: &[
        ('#', "wall"),
        ('_', "floor"),
        ('-', "outside"),
        ('.', "goal"),
        ('$', "box"),
        ('*', "box on a goal"),
        ('@', "robot"),
        ('+', "robot on a goal"),
    ],
    pictures: &[
        "wall",
        "bare",
        "target",
        "box",
        "box-home",
        "robot",
        "robot-home",
        "outside",
    ],
};

/// An error with the place where the robot or a box could leave the level: walls are missing there.
fn closed(puzzle: &Puzzle) -> Result<(), String> {
    let (width, last) = (puzzle.width, puzzle.height() - 1);
    let at_rim = |cell: &usize| {
        let (column, row) = (cell % width, cell / width);
        column == 0 || row == 0 || column + 1 == width || row == last
    };
    let inside = puzzle.inside();
    let mut open = (0..inside.len()).filter(|cell| inside[*cell]);
    match open.find(at_rim) {
        None => Ok(()),
        Some(cell) => Err(format!(
            "the walls are open at ({}, {}); is a part of the level outside the window?",
            cell % width,
            cell / width
        )),
    }
}

/// A robot hides the goal that it stands on: there is one if all others are seen, also those under boxes, and one is
/// missing.
fn uncover(things: &mut [Thing]) {
    let count = |wanted: fn(Thing) -> bool| things.iter().filter(|thing| wanted(**thing)).count();
    if count(Thing::is_box) == count(Thing::is_goal) + 1
        && let Some(robot) = things.iter_mut().find(|thing| **thing == Thing::Robot)
    {
        *robot = Thing::RobotHome;
    }
}

impl Tiled<Warehouse> for Warehouse {
    fn sketch(&self, board: &Board) -> TileSketch {
        let (columns, rows) = board.size();
        let letter = |thing: Thing| {
            let known = LETTERS.iter().find(|(known, _)| *known == thing);
            known.map_or(' ', |(_, letter)| *letter)
        };
        let things = board.things(columns, rows);
        TileSketch::of_letters(columns, things.into_iter().map(letter).collect())
    }

    fn letters(&self) -> Letters {
        Letters {
            page: "-",
            same: &["-_ "],
            like: |letter| match letter {
                '*' => Some('$'),
                '+' => Some('@'),
                _ => None,
            },
            ..Letters::default()
        }
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Board>) -> Result<Board, String> {
        let thing = |letter: char| {
            let known = LETTERS.iter().find(|(_, known)| *known == letter);
            known.map_or(Thing::Outside, |(thing, _)| *thing)
        };
        let mut things: Vec<Thing> = board.letters().into_iter().map(thing).collect();
        let is_told = |letter: char| board.was_shown(letter) && !board.is_unseen(letter);
        if is_told('*') && !is_told('+') {
            uncover(&mut things);
        }
        let board = level(board.columns(), &things, memory)?;
        match &board {
            Board::Level(puzzle) => closed(puzzle).map(|()| board),
            Board::Tape(_) => Ok(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a row of signs is after the goal under the robot was looked for.
    fn uncovered(row: &str) -> String {
        let known = |sign: char| LETTERS.iter().find(|(_, letter)| *letter == sign);
        let mut things: Vec<Thing> = row.chars().map(|sign| known(sign).unwrap().0).collect();
        uncover(&mut things);
        let sign = |thing: &Thing| LETTERS.iter().find(|(known, _)| known == thing).unwrap().1;
        things.iter().map(sign).collect()
    }

    #[test]
    fn a_goal_is_under_the_robot_only_if_just_one_is_missing() {
        assert_eq!(uncovered("#@$.*$#"), "#+$.*$#");
        assert_eq!(uncovered("#@$.*#"), "#@$.*#");
        assert_eq!(uncovered("#@$$#"), "#@$$#");
        assert_eq!(uncovered("#@$$$.#"), "#@$$$.#");
    }
}
