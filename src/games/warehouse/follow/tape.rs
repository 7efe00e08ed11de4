//! Follow mode at a walk: the warehouse as it is now, and the moves that are left.

use std::fmt;

use super::plain::{self, Way};
use super::{Map, Task};
use crate::base::Direction::{Down, Left, Right, Up};
use crate::games::warehouse::puzzle::Step;

/// A robot that has still to obey these moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tape {
    map: Map,
    moves: Vec<Step>,
}

impl Tape {
    /// All moves of a text, in the wide warehouse or not.
    pub fn new(task: &Task, wide: bool) -> Self {
        let signs = task.moves.iter().map(|&sign| char::from(sign));
        Self {
            map: if wide {
                task.map.doubled()
            } else {
                task.map.clone()
            },
            moves: signs.filter_map(Step::from_char).collect(),
        }
    }

    /// What was read off a screen: the signs `#.O[]@` row by row, and the moves. None if that is no
    /// warehouse: it must be closed by walls, with one robot, and wide boxes must be whole.
    pub fn of_signs(width: usize, cells: Vec<u8>, moves: Vec<Step>) -> Option<Self> {
        let map = Map { width, cells };
        let robots = map.cells.iter().filter(|&&sign| sign == b'@').count();
        let (first, last) = (map.rows().next()?, map.rows().next_back()?);
        let is_wall = |sign: &u8| *sign == b'#';
        let closed = first.iter().chain(last).all(is_wall)
            && map
                .rows()
                .all(|row| row.first().is_some_and(is_wall) && row.last().is_some_and(is_wall));
        (closed && robots == 1 && map.rows().all(has_whole_boxes)).then_some(Self { map, moves })
    }

    pub fn map(&self) -> &Map {
        &self.map
    }

    pub fn moves(&self) -> &[Step] {
        &self.moves
    }

    /// The robot makes a move, and one is taken off the tape: the first one, whichever was made.
    pub fn after(&self, step: Step) -> Tape {
        let way = match step {
            Step(Up) => Way::UP,
            Step(Right) => Way::RIGHT,
            Step(Down) => Way::DOWN,
            Step(Left) => Way::LEFT,
        };
        let mut map = self.map.clone();
        plain::make(&mut map, plain::robot(&self.map), way);
        Tape {
            map,
            moves: self.moves.iter().skip(1).copied().collect(),
        }
    }

    /// Whether both may come of one start: the walls are the same, and one's moves end with the
    /// other's.
    pub fn same_start(&self, other: &Tape) -> bool {
        let walls = |map: &Map| -> Vec<bool> { map.cells.iter().map(|c| *c == b'#').collect() };
        self.map.width == other.map.width
            && walls(&self.map) == walls(&other.map)
            && (self.moves.ends_with(&other.moves) || other.moves.ends_with(&self.moves))
    }
}

impl fmt::Display for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.map)?;
        let signs: String = self.moves.iter().map(|step| step.0.arrow()).collect();
        writeln!(f, "{signs}")
    }
}

/// Every left half has its right one behind it, and every right one its left one before it.
fn has_whole_boxes(row: &[u8]) -> bool {
    let mut open = false;
    for &sign in row {
        if (sign == b']') != open {
            return false;
        }
        open = sign == b'[';
    }
    !open
}
