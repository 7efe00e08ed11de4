//! The reference: breadth-first search in the plainest words, for tests, benchmarks and boards too
//! large for the packed states of the fast solver.

use std::collections::{HashMap, VecDeque};

use super::puzzle::{Direction, Move, Puzzle, moves_along};
use crate::base::{Limit, Limits, Outcome};

/// For every block its kind and its first cell, sorted: blocks of one kind are interchangeable.
type State = Vec<(usize, usize)>;

/// What a stored state takes beside its blocks, roughly: two vectors and a slot of the table.
const STATE_BYTES: usize = 100;

/// A block of a stored state, once as the state and once as where another came from.
const BLOCK_BYTES: usize = 2 * size_of::<(usize, usize)>();

/// The shortest solution by breadth-first search, and the number of states seen.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> (Outcome<Vec<Move>>, u64) {
    let deadline = limits.deadline();
    let price = STATE_BYTES + puzzle.blocks.len() * BLOCK_BYTES;
    let shapes = Shapes::of(puzzle);
    let start = shapes.state(puzzle);
    let mut from = HashMap::from([(start.clone(), start.clone())]);
    let mut open = VecDeque::from([start]);
    let mut done = 0;
    let end = |outcome, from: &HashMap<State, State>| (outcome, from.len() as u64);
    while let Some(state) = open.pop_front() {
        if shapes.is_goal(&state) {
            return end(Outcome::Solved(shapes.way_to(&from, state)), &from);
        }
        if limits.nodes.is_some_and(|limit| done >= limit) {
            return end(Outcome::Unknown(Limit::Nodes), &from);
        }
        if limits
            .memory
            .is_some_and(|limit| (from.len() * price) as u64 > limit)
        {
            return end(Outcome::Unknown(Limit::Memory), &from);
        }
        if deadline.is_some_and(|end| std::time::Instant::now() >= end) {
            return end(Outcome::Unknown(Limit::Time), &from);
        }
        for next in shapes.neighbours(&state) {
            if !from.contains_key(&next) {
                from.insert(next.clone(), state.clone());
                open.push_back(next);
            }
        }
        done += 1;
    }
    end(Outcome::Impossible, &from)
}

struct Shapes<'a> {
    puzzle: &'a Puzzle,
    /// For each block its kind: the first block that it may be exchanged with.
    kinds: Vec<usize>,
    /// For each kind the cells as seen from the first.
    shapes: Vec<Vec<(i32, i32)>>,
}

impl<'a> Shapes<'a> {
    fn of(puzzle: &'a Puzzle) -> Self {
        let blocks = &puzzle.blocks;
        let shapes: Vec<_> = blocks.iter().map(|b| puzzle.shape(&b.cells)).collect();
        let alike = |i: usize, j: usize| {
            blocks[i].goal.is_none() && blocks[j].goal.is_none() && shapes[i] == shapes[j]
        };
        let kind = |i: usize| (0..i).find(|&j| alike(i, j)).unwrap_or(i);
        Self {
            puzzle,
            kinds: (0..blocks.len()).map(kind).collect(),
            shapes,
        }
    }

    fn state(&self, puzzle: &Puzzle) -> State {
        let blocks = self.kinds.iter().zip(&puzzle.blocks);
        let mut state: State = blocks
            .map(|(&kind, block)| (kind, block.cells[0]))
            .collect();
        state.sort_unstable();
        state
    }

    fn is_goal(&self, state: &State) -> bool {
        state.iter().all(|&(kind, first)| {
            let goal = &self.puzzle.blocks[kind].goal;
            goal.as_ref().is_none_or(|goal| goal[0] == first)
        })
    }

    /// The cells of a block of this kind, if all lie on the floor and no gate forbids it.
    fn cells(&self, kind: usize, (column, row): (i32, i32)) -> Option<Vec<usize>> {
        let (columns, rows) = (self.puzzle.columns as i32, self.puzzle.rows as i32);
        let cell = |&(right, down): &(i32, i32)| {
            let (c, r) = (column + right, row + down);
            let inside = (0..columns).contains(&c) && (0..rows).contains(&r);
            let cell = (r * columns + c) as usize;
            (inside && self.puzzle.floor[cell]).then_some(cell)
        };
        let cells: Option<Vec<usize>> = self.shapes[kind].iter().map(cell).collect();
        let has_goal = self.puzzle.blocks[kind].goal.is_some();
        cells.filter(|cells| self.puzzle.admits(has_goal, cells))
    }

    /// Whether a block of this kind may go that way.
    fn goes(&self, kind: usize, way: Direction) -> bool {
        let cells = &self.shapes[kind];
        let length = |along: &dyn Fn(&(i32, i32)) -> i32| {
            let places = cells.iter().map(along);
            places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
        };
        let (wide, high) = (length(&|at| at.0), length(&|at| at.1));
        let is_across = matches!(way, Direction::Left | Direction::Right);
        !self.puzzle.lengthwise
            || if is_across {
                wide >= high
            } else {
                high >= wide
            }
    }

    fn position(&self, cell: usize) -> (i32, i32) {
        let (column, row) = self.puzzle.position(cell);
        (column as i32, row as i32)
    }

    fn neighbours(&self, state: &State) -> Vec<State> {
        let mut found = Vec::new();
        for (i, &(kind, first)) in state.iter().enumerate() {
            let mut taken = vec![false; self.puzzle.floor.len()];
            for (_, &(kind, first)) in state.iter().enumerate().filter(|(j, _)| *j != i) {
                let cells = self.cells(kind, self.position(first));
                cells
                    .into_iter()
                    .flatten()
                    .for_each(|cell| taken[cell] = true);
            }
            let mut reached = vec![first];
            let mut done = 0;
            while done < reached.len() {
                let (column, row) = self.position(reached[done]);
                for way in Direction::ALL
                    .into_iter()
                    .filter(|way| self.goes(kind, *way))
                {
                    let (right, down) = way.delta();
                    let Some(cells) = self.cells(kind, (column + right, row + down)) else {
                        continue;
                    };
                    if cells.iter().all(|&cell| !taken[cell]) && !reached.contains(&cells[0]) {
                        reached.push(cells[0]);
                        let mut next = state.clone();
                        next[i].1 = cells[0];
                        next.sort_unstable();
                        found.push(next);
                    }
                }
                done += 1;
            }
        }
        found
    }

    fn way_to(&self, from: &HashMap<State, State>, end: State) -> Vec<Move> {
        let mut path = vec![end];
        loop {
            let last = &path[path.len() - 1];
            let before = &from[last];
            if before == last {
                break;
            }
            path.push(before.clone());
        }
        let cells = |state: &State| {
            let blocks = state.iter();
            let cells = blocks.filter_map(|&(kind, first)| self.cells(kind, self.position(first)));
            cells.collect()
        };
        let path: Vec<_> = path.iter().rev().map(cells).collect();
        moves_along(self.puzzle, &path)
    }
}
