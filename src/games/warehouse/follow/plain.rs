//! Follow mode as the rules say it: the reference for the fast way, in tests and benchmarks.

use std::collections::BTreeSet;

use super::{Map, Task};

/// A row and a column.
type At = (isize, isize);

/// What a move adds to row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(At);

impl Way {
    pub const UP: Way = Way((-1, 0));
    pub const DOWN: Way = Way((1, 0));
    pub const LEFT: Way = Way((0, -1));
    pub const RIGHT: Way = Way((0, 1));

    fn from_sign(sign: u8) -> Option<Way> {
        match sign {
            b'^' => Some(Way::UP),
            b'v' => Some(Way::DOWN),
            b'<' => Some(Way::LEFT),
            b'>' => Some(Way::RIGHT),
            _ => None,
        }
    }
}

/// Follows all moves, in the wide warehouse or not, and returns how the warehouse looks then.
pub fn follow(task: &Task, wide: bool) -> Map {
    let mut map = if wide {
        task.map.doubled()
    } else {
        task.map.clone()
    };
    let mut at = robot(&map);
    for way in task.moves.iter().filter_map(|&sign| Way::from_sign(sign)) {
        if make(&mut map, at, way) {
            at = add(at, way.0);
        }
    }
    map
}

/// Where the robot is.
pub(super) fn robot(map: &Map) -> At {
    let cell = map.cells.iter().position(|&c| c == b'@').unwrap_or(0);
    ((cell / map.width) as isize, (cell % map.width) as isize)
}

fn index(map: &Map, at: At) -> usize {
    at.0 as usize * map.width + at.1 as usize
}

fn add(at: At, step: At) -> At {
    (at.0 + step.0, at.1 + step.1)
}

/// One move: everything that would have to move with the robot moves, or nothing does.
pub(super) fn make(map: &mut Map, robot: At, Way(step): Way) -> bool {
    let mut moving: BTreeSet<At> = BTreeSet::new();
    let mut open = vec![robot];
    while let Some(at) = open.pop() {
        match map.cells[index(map, at)] {
            b'#' => return false,
            b'.' => continue,
            _ if !moving.insert(at) => continue,
            b'[' => open.push(add(at, (0, 1))),
            b']' => open.push(add(at, (0, -1))),
            _ => {}
        }
        open.push(add(at, step));
    }
    let signs: Vec<u8> = moving.iter().map(|&at| map.cells[index(map, at)]).collect();
    for &at in &moving {
        let cell = index(map, at);
        map.cells[cell] = b'.';
    }
    for (&at, sign) in moving.iter().zip(signs) {
        let cell = index(map, add(at, step));
        map.cells[cell] = sign;
    }
    true
}
