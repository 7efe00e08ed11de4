//! The classic: types, text format and rules, plain and obvious.

use std::fmt;

use crate::base::Direction::{self, Down, Left, Right, Up};

/// What a cell of the floor plan is made of; boxes and the robot stand on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// `#`
    Wall,
    /// A space; also everything outside the walls.
    Floor,
    /// `.`: a box belongs here.
    Goal,
}

/// A level with its boxes and the robot where they stand now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// Cells of a row.
    pub width: usize,
    /// Row by row.
    pub tiles: Vec<Tile>,
    /// The cells (row times width plus column) with a box, in ascending order.
    pub boxes: Vec<usize>,
    /// The robot's cell.
    pub robot: usize,
}

/// The robot goes to the next cell, pushing the box that stands there. Displays as an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step(pub Direction);

impl Step {
    pub const ALL: [Step; 4] = [Step(Up), Step(Right), Step(Down), Step(Left)];

    /// The letter that collections of solutions use, a capital one if the step pushes a box.
    pub const fn letter(self, pushes: bool) -> char {
        let letter = self.0.letter();
        if pushes {
            letter
        } else {
            letter.to_ascii_lowercase()
        }
    }

    /// The step that an arrow or a letter stands for.
    pub const fn from_char(c: char) -> Option<Step> {
        match c {
            '^' | 'u' | 'U' => Some(Step(Up)),
            '>' | 'r' | 'R' => Some(Step(Right)),
            'v' | 'd' | 'D' => Some(Step(Down)),
            '<' | 'l' | 'L' => Some(Step(Left)),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.arrow())
    }
}

impl Puzzle {
    pub fn height(&self) -> usize {
        self.tiles.len() / self.width
    }

    pub fn has_box(&self, cell: usize) -> bool {
        self.boxes.binary_search(&cell).is_ok()
    }

    /// The cell that a step from `cell` leads to, if it is on the plan and no wall.
    pub fn next(&self, cell: usize, step: Step) -> Option<usize> {
        let column = cell % self.width;
        let next = match step {
            Step(Up) => cell.checked_sub(self.width)?,
            Step(Right) if column + 1 < self.width => cell + 1,
            Step(Down) => cell + self.width,
            Step(Left) if column > 0 => cell - 1,
            _ => return None,
        };
        (*self.tiles.get(next)? != Tile::Wall).then_some(next)
    }

    /// Whether the step moves a box.
    pub fn pushes(&self, step: Step) -> bool {
        self.next(self.robot, step).is_some_and(|at| {
            self.has_box(at) && self.next(at, step).is_some_and(|to| !self.has_box(to))
        })
    }

    /// The rules of a step: it moves the robot, and the one box before it; a step that is not
    /// possible changes nothing.
    pub fn after(&self, step: Step) -> Puzzle {
        let mut after = self.clone();
        let Some(at) = self.next(self.robot, step) else {
            return after;
        };
        if let Ok(index) = self.boxes.binary_search(&at) {
            match self.next(at, step) {
                Some(to) if !self.has_box(to) => after.boxes[index] = to,
                _ => return after,
            }
            after.boxes.sort_unstable();
        }
        after.robot = at;
        after
    }

    /// Every box stands on a goal.
    pub fn is_solved(&self) -> bool {
        self.boxes
            .iter()
            .all(|&cell| self.tiles[cell] == Tile::Goal)
    }

    /// Whether there are more goals than boxes.
    pub fn has_spare_goals(&self) -> bool {
        let goals = self.tiles.iter().filter(|tile| **tile == Tile::Goal);
        goals.count() > self.boxes.len()
    }

    /// Whether both are states of one and the same level.
    pub fn same_level(&self, other: &Puzzle) -> bool {
        self.width == other.width
            && self.tiles == other.tiles
            && self.boxes.len() == other.boxes.len()
    }

    /// The cells that the robot or a box could be on, boxes not minded.
    pub fn inside(&self) -> Vec<bool> {
        let mut inside = vec![false; self.tiles.len()];
        let mut open = self.boxes.clone();
        open.push(self.robot);
        while let Some(cell) = open.pop() {
            if !std::mem::replace(&mut inside[cell], true) {
                open.extend(Step::ALL.iter().filter_map(|&step| self.next(cell, step)));
            }
        }
        inside
    }

    /// Plays the steps; the final state and the number of pushes.
    pub fn replay(&self, steps: &[Step]) -> (Puzzle, usize) {
        let mut state = self.clone();
        let mut pushes = 0;
        for &step in steps {
            pushes += usize::from(state.pushes(step));
            state = state.after(step);
        }
        (state, pushes)
    }

    /// The steps in the letters of the public collections: small ones walk, capital ones push.
    pub fn letters(&self, steps: &[Step]) -> String {
        let mut state = self.clone();
        let mut letters = String::with_capacity(steps.len());
        for &step in steps {
            letters.push(step.letter(state.pushes(step)));
            state = state.after(step);
        }
        letters
    }

    pub(super) fn sign(&self, cell: usize) -> char {
        let on_goal = self.tiles[cell] == Tile::Goal;
        match (self.has_box(cell), self.robot == cell) {
            (true, _) if on_goal => '*',
            (true, _) => '$',
            (_, true) if on_goal => '+',
            (_, true) => '@',
            _ => match self.tiles[cell] {
                Tile::Wall => '#',
                Tile::Floor => ' ',
                Tile::Goal => '.',
            },
        }
    }
}

impl fmt::Display for Puzzle {
    /// The rows without the blanks at their ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height() {
            let line: String = (0..self.width)
                .map(|column| self.sign(row * self.width + column))
                .collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
