//! Follow mode as the rules say it: the reference for the fast way, in tests and benchmarks.

use std::collections::BTreeSet;

use super::{Map, Task};

/// A row and a column.
type At = (isize, isize);

/// Follows all moves, in the wide warehouse or not, and returns how the warehouse looks then.
pub fn follow(task: &Task, wide: bool) -> Map {
    let mut map = if wide {
        task.map.doubled()
    } else {
        task.map.clone()
    };
    let robot = map.cells.iter().position(|&c| c == b'@').unwrap_or(0);
    let mut robot = ((robot / map.width) as isize, (robot % map.width) as isize);
    for &sign in task.moves.iter() {
        let step = match sign {
            b'^' => (-1, 0),
            b'v' => (1, 0),
            b'<' => (0, -1),
            b'>' => (0, 1),
            _ => continue,
        };
        if make(&mut map, robot, step) {
            robot = add(robot, step);
        }
    }
    map
}

fn index(map: &Map, at: At) -> usize {
    at.0 as usize * map.width + at.1 as usize
}

fn add(at: At, step: At) -> At {
    (at.0 + step.0, at.1 + step.1)
}

/// One move: everything that would have to move with the robot moves, or nothing does.
fn make(map: &mut Map, robot: At, step: At) -> bool {
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
