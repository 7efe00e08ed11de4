//! Kinds of blocks, and where they can be.

use std::collections::HashMap;

use crate::games::sliding::puzzle::{Direction, Puzzle};

/// Blocks that are interchangeable: one shape, and no goal of their own (a block with a goal is a kind by itself).
pub struct Kind {
    /// Where a block of this kind can ever be; first where its blocks lie at the start.
    pub places: Vec<Place>,
    /// The place that its one block must reach.
    pub goal: Option<u16>,
    /// The number of its first place among the places of all kinds.
    pub first: u32,
}

/// A place of a block.
pub struct Place {
    /// The cells it covers there, as numbered in the puzzle, ascending.
    pub covers: Vec<u16>,
    /// The ways on from there.
    pub steps: Vec<Step>,
}

/// One step of a block.
pub struct Step {
    /// The cells it did not cover before.
    pub enters: Vec<u16>,
    pub to: u16,
}

impl Kind {
    /// The kind of these blocks, whose places are numbered from `first`. None if its block could not reach its goal
    /// if it were alone.
    pub fn new(puzzle: &Puzzle, blocks: &[usize], first: u32) -> Option<Self> {
        let (places, ways) = reachable(puzzle, blocks);
        let goal = match &puzzle.blocks[blocks[0]].goal {
            Some(goal) => Some(places.iter().position(|cells| cells == goal)? as u16),
            None => None,
        };
        let place = |(covers, ways): (&Vec<usize>, &Vec<u16>)| Place {
            covers: short(covers.iter().copied()),
            steps: ways.iter().map(|&to| step(covers, &places, to)).collect(),
        };
        Some(Self {
            places: places.iter().zip(&ways).map(place).collect(),
            goal,
            first,
        })
    }
}

fn step(covers: &[usize], places: &[Vec<usize>], to: u16) -> Step {
    let entered = places[usize::from(to)].iter().copied();
    Step {
        enters: short(entered.filter(|cell| !covers.contains(cell))),
        to,
    }
}

/// A board has fewer than 2^16 cells.
fn short(cells: impl Iterator<Item = usize>) -> Vec<u16> {
    cells.map(|cell| cell as u16).collect()
}

/// Every place that one of the blocks could slide to if it were alone on the board, and for each those one step on.
fn reachable(puzzle: &Puzzle, blocks: &[usize]) -> (Vec<Vec<usize>>, Vec<Vec<u16>>) {
    let has_goal = puzzle.blocks[blocks[0]].goal.is_some();
    let starts = blocks
        .iter()
        .map(|&block| puzzle.blocks[block].cells.clone());
    let mut places: Vec<Vec<usize>> = starts.collect();
    let firsts = places.iter().map(|cells| cells[0]);
    let mut numbers: HashMap<usize, u16> = firsts.zip(0..).collect();
    let mut ways = Vec::new();
    while let Some(here) = places.get(ways.len()).cloned() {
        let next = Direction::ALL.into_iter();
        let next = next.filter_map(|way| puzzle.step(&here, way));
        let next = next.filter(|cells| puzzle.admits(has_goal, cells));
        let number = |cells: Vec<usize>| {
            *numbers.entry(cells[0]).or_insert_with(|| {
                places.push(cells);
                places.len() as u16 - 1
            })
        };
        ways.push(next.map(number).collect());
    }
    (places, ways)
}
