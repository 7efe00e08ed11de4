//! Levels as tiles.

use super::board::{Board, Thing};
use super::puzzle::Tile;
use super::read::level;
use super::{Puzzle, Warehouse};
use crate::fit::tiles::TileSketch;
use crate::game::ability::Vocabulary;
use crate::game::tiled::{Part, TileBoard, Tiled};
use crate::vision::tiles::{FoundTiles, Letters, PAGE};

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

/// What lies on a floor, which may be chequered.
const SIGNS: [(char, char, char); 5] = [
    ('.', '_', '.'),
    ('$', '_', '$'),
    ('*', '_', '*'),
    ('@', '_', '@'),
    ('+', '_', '+'),
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

/// A robot may hide the goal that it stands on, wholly or but for its rim: there is none if there are as many others as
/// boxes, and there is one if one is missing and those under boxes are seen.
fn uncover(things: &mut [Thing], shows_homes: bool) {
    let Some(robot) = things
        .iter()
        .position(|thing| matches!(thing, Thing::Robot | Thing::RobotHome))
    else {
        return;
    };
    let others = |wanted: fn(Thing) -> bool| {
        let others = things.iter().enumerate().filter(|(at, _)| *at != robot);
        others.filter(|(_, thing)| wanted(**thing)).count()
    };
    let (boxes, goals) = (others(Thing::is_box), others(Thing::is_goal));
    if boxes == goals {
        things[robot] = Thing::Robot;
    } else if boxes == goals + 1 && shows_homes {
        things[robot] = Thing::RobotHome;
    }
}

/// The rectangle around all that is surely neither floor nor outside: no level reaches beyond its walls. What lies beyond
/// them, where the robot cannot come, is a page with the colour of a goal or a box.
fn walled(all: &FoundTiles) -> Option<Part> {
    let is_beyond = beyond(all);
    let is_thing = |at: &usize| {
        let tile = &all.tiles[*at];
        tile.is_sure() && !matches!(tile.class, '-' | '_' | PAGE) && !is_beyond[*at]
    };
    let things: Vec<usize> = (0..all.tiles.len()).filter(is_thing).collect();
    let range = |of: &dyn Fn(usize) -> usize| {
        let of = things.iter().map(|at| of(*at));
        let (least, most) = (of.clone().min()?, of.max()?);
        Some((least as i32, most - least + 1))
    };
    let (left, columns) = range(&|at| at % all.columns)?;
    let (top, rows) = range(&|at| at / all.columns)?;
    Some(([left, top], [columns, rows]))
}

/// What can be reached from the rim without going through a wall; nothing if no robot is within walls.
fn beyond(all: &FoundTiles) -> Vec<bool> {
    let (columns, count) = (all.columns, all.tiles.len());
    let is_wall = |at: usize| all.tiles[at].class == '#';
    let at_rim = |at: &usize| {
        let (column, row) = (at % columns, at / columns);
        column == 0 || row == 0 || column + 1 == columns || row + 1 == count / columns
    };
    let mut is_beyond = vec![false; count];
    let mut open: Vec<usize> = (0..count).filter(at_rim).collect();
    while let Some(at) = open.pop() {
        if is_beyond[at] || is_wall(at) {
            continue;
        }
        is_beyond[at] = true;
        let sides = [
            (at % columns > 0).then(|| at - 1),
            (at % columns + 1 < columns).then_some(at + 1),
            at.checked_sub(columns),
            Some(at + columns).filter(|below| *below < count),
        ];
        open.extend(sides.into_iter().flatten());
    }
    let is_robot = |at: &usize| matches!(all.tiles[*at].class, '@' | '+');
    let robots: Vec<usize> = (0..count).filter(is_robot).collect();
    match robots.iter().any(|at| !is_beyond[*at]) {
        true => is_beyond,
        false => vec![false; count],
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

    /// Some games draw walls wherever neither the robot nor a box gets.
    fn walled_in(&self, board: &Board) -> Option<Board> {
        let Board::Level(puzzle) = board else {
            return None;
        };
        let mut puzzle = puzzle.clone();
        let inside = puzzle.inside();
        let tiles = puzzle.tiles.iter_mut().zip(inside);
        let outside = tiles.filter(|(tile, inside)| **tile == Tile::Floor && !inside);
        let count = outside.map(|(tile, _)| *tile = Tile::Wall).count();
        (count > 0).then_some(Board::Level(puzzle))
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
            signs: &SIGNS,
            ..Letters::default()
        }
    }

    fn counted(&self, board: &Board) -> &'static str {
        let Board::Level(puzzle) = board else {
            return "";
        };
        let goals = puzzle.tiles.iter().filter(|tile| **tile == Tile::Goal);
        match puzzle.boxes.len() == goals.count() {
            true => "@$.",
            false => "@",
        }
    }

    /// Beyond the walls it may look as on the floor.
    fn part(
        &self,
        all: &FoundTiles,
        _before: Option<[i32; 2]>,
        _memory: Option<&Board>,
    ) -> Result<Option<Part>, String> {
        Ok(walled(all))
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Board>) -> Result<Board, String> {
        let thing = |letter: char| {
            let known = LETTERS.iter().find(|(_, known)| *known == letter);
            known.map_or(Thing::Outside, |(thing, _)| *thing)
        };
        let mut things: Vec<Thing> = board.letters().into_iter().map(thing).collect();
        uncover(&mut things, board.was_shown('*') && !board.is_unseen('*'));
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
    fn uncovered(row: &str, shows_homes: bool) -> String {
        let known = |sign: char| LETTERS.iter().find(|(_, letter)| *letter == sign);
        let mut things: Vec<Thing> = row.chars().map(|sign| known(sign).unwrap().0).collect();
        uncover(&mut things, shows_homes);
        let sign = |thing: &Thing| LETTERS.iter().find(|(known, _)| known == thing).unwrap().1;
        things.iter().map(sign).collect()
    }

    #[test]
    fn a_goal_is_under_the_robot_only_if_just_one_is_missing() {
        assert_eq!(uncovered("#@$.*$#", true), "#+$.*$#");
        assert_eq!(uncovered("#@$.*#", true), "#@$.*#");
        assert_eq!(uncovered("#@$$#", true), "#@$$#");
        assert_eq!(uncovered("#@$$$.#", true), "#@$$$.#");
        // It may be under a box.
        assert_eq!(uncovered("#@$.$#", false), "#@$.$#");
    }

    #[test]
    fn no_goal_is_under_the_robot_where_none_is_missing() {
        assert_eq!(uncovered("#+$.*$.#", false), "#@$.*$.#");
        assert_eq!(uncovered("#+$.$#", false), "#+$.$#");
        assert_eq!(uncovered("#+$..#", false), "#+$..#");
    }
}
