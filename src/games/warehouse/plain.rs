//! The least number of pushes by plain breadth-first search: the reference for the solver.

use std::collections::{HashSet, VecDeque};

use super::puzzle::{Puzzle, Step};

/// What a plain search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    Pushes(usize),
    Impossible,
    /// It saw more positions than it was allowed to.
    TooMany,
}

/// Searches all positions in the order of their pushes, at most so many of them.
pub fn least_pushes(puzzle: &Puzzle, most: usize) -> Plain {
    let start = normalised(puzzle);
    let mut seen = HashSet::from([key(&start)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((position, pushes)) = queue.pop_front() {
        if position.is_solved() {
            return Plain::Pushes(pushes);
        }
        for next in one_push(&position) {
            if seen.insert(key(&next)) {
                queue.push_back((next, pushes + 1));
            }
        }
        if seen.len() > most {
            return Plain::TooMany;
        }
    }
    Plain::Impossible
}

fn key(puzzle: &Puzzle) -> (Vec<usize>, usize) {
    (puzzle.boxes.clone(), puzzle.robot)
}

/// The cells the robot gets to without a push.
fn reached(puzzle: &Puzzle) -> Vec<usize> {
    let mut cells = vec![puzzle.robot];
    let mut seen = vec![false; puzzle.tiles.len()];
    seen[puzzle.robot] = true;
    let mut done = 0;
    while let Some(&cell) = cells.get(done) {
        done += 1;
        for next in Step::ALL.iter().filter_map(|&step| puzzle.next(cell, step)) {
            if !puzzle.has_box(next) && !std::mem::replace(&mut seen[next], true) {
                cells.push(next);
            }
        }
    }
    cells
}

/// The same with the robot on the first cell it gets to.
fn normalised(puzzle: &Puzzle) -> Puzzle {
    Puzzle {
        robot: reached(puzzle).into_iter().min().unwrap_or(puzzle.robot),
        ..puzzle.clone()
    }
}

fn one_push(puzzle: &Puzzle) -> Vec<Puzzle> {
    let mut positions = Vec::new();
    for robot in reached(puzzle) {
        let there = Puzzle {
            robot,
            ..puzzle.clone()
        };
        for step in Step::ALL {
            if there.pushes(step) {
                positions.push(normalised(&there.after(step)));
            }
        }
    }
    positions
}
