//! The reference: breadth-first search in the plainest words, for tests, benchmarks and boards too
//! large for the packed states of the fast solver.

use std::collections::HashSet;
use std::time::Instant;

use super::puzzle::{Move, Puzzle};
use crate::games::{Limit, Limits, Outcome};

/// A rough price in bytes of one block of one stored state: a `Vec` of cells, twice.
const BLOCK_BYTES: usize = 100;

/// The shortest solution by breadth-first search over whole puzzles, and the number of states seen.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> (Outcome<Vec<Move>>, u64) {
    let deadline = limits.deadline();
    let price = (puzzle.blocks.len() * BLOCK_BYTES) as u64;
    let mut seen = HashSet::from([canonical(puzzle)]);
    // Every state with the index of the one it was reached from.
    let mut reached: Vec<(Puzzle, usize)> = vec![(puzzle.clone(), 0)];
    let mut done = 0;
    while done < reached.len() {
        let limit = passed(limits, deadline, done as u64, reached.len() as u64 * price);
        if let Some(limit) = limit {
            return (Outcome::Unknown(limit), seen.len() as u64);
        }
        if reached[done].0.is_solved() {
            return (Outcome::Solved(way_to(&reached, done)), seen.len() as u64);
        }
        for next in neighbours(&reached[done].0) {
            if seen.insert(canonical(&next)) {
                reached.push((next, done));
            }
        }
        done += 1;
    }
    (Outcome::Impossible, seen.len() as u64)
}

fn passed(limits: &Limits, deadline: Option<Instant>, nodes: u64, bytes: u64) -> Option<Limit> {
    if limits.memory.is_some_and(|limit| bytes > limit) {
        Some(Limit::Memory)
    } else if limits.nodes.is_some_and(|limit| nodes >= limit) {
        Some(Limit::Nodes)
    } else {
        deadline
            .filter(|&end| Instant::now() >= end)
            .map(|_| Limit::Time)
    }
}

/// Every board one move on.
pub fn neighbours(puzzle: &Puzzle) -> Vec<Puzzle> {
    let blocks = 0..puzzle.blocks.len();
    let moves = blocks.flat_map(|block| puzzle.routes(block).into_iter().map(move |r| (block, r)));
    moves
        .map(|(block, route)| {
            let mut next = puzzle.clone();
            next.blocks[block].cells = route.cells;
            next.min_moves = None;
            next
        })
        .collect()
}

/// What tells states apart: blocks of one shape without a goal are interchangeable.
pub fn canonical(puzzle: &Puzzle) -> Vec<(usize, usize)> {
    let kinds = kinds(puzzle);
    let mut state: Vec<_> = kinds
        .iter()
        .zip(&puzzle.blocks)
        .map(|(&kind, block)| (kind, block.cells[0]))
        .collect();
    state.sort_unstable();
    state
}

/// For each block the first block that it may be exchanged with.
fn kinds(puzzle: &Puzzle) -> Vec<usize> {
    let shapes: Vec<_> = puzzle
        .blocks
        .iter()
        .map(|b| puzzle.shape(&b.cells))
        .collect();
    let free = |i: usize| puzzle.blocks[i].goal.is_none();
    let first = |i: usize| (0..i).find(|&j| free(i) && free(j) && shapes[i] == shapes[j]);
    (0..shapes.len()).map(|i| first(i).unwrap_or(i)).collect()
}

fn way_to(reached: &[(Puzzle, usize)], end: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = end;
    while at != 0 {
        let (after, from) = &reached[at];
        let before = &reached[*from].0;
        let differs = |&i: &usize| before.blocks[i].cells != after.blocks[i].cells;
        let block = (0..before.blocks.len()).find(differs);
        let route = block.and_then(|i| {
            let mut routes = before.routes(i).into_iter();
            routes.find(|route| route.cells == after.blocks[i].cells)
        });
        if let (Some(block), Some(route)) = (block, route) {
            moves.push(Move {
                block: before.blocks[block].sign,
                path: route.path,
            });
        }
        at = *from;
    }
    moves.reverse();
    moves
}
