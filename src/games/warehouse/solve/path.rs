//! From the positions that a search has stored to the robot's steps.

use std::collections::VecDeque;

use super::board::{Board, Cell, opposite};
use super::engine::Engine;
use super::level::{Level, State};
use super::reach::Reach;
use crate::games::warehouse::puzzle::Step;

/// A box's cell before a push, and its direction.
type Push = (Cell, usize);

/// The steps of a solution through `at`, a position that both sides of the search know, or that is
/// solved. None if the positions stored do not make a way, which would be a fault of the search.
pub fn steps<const W: usize>(level: &Level, engine: &Engine<W>, at: State<W>) -> Option<Vec<Step>> {
    let mut tracer = Tracer {
        level,
        engine,
        reach: Reach::new(&level.board),
        blocked: Vec::new(),
    };
    let mut pushes = tracer.way_to_start(at)?;
    pushes.reverse();
    pushes.extend(tracer.way_to_end(at)?);
    walk(&level.board, &pushes)
}

struct Tracer<'a, const W: usize> {
    level: &'a Level,
    engine: &'a Engine<'a, W>,
    reach: Reach,
    blocked: Vec<bool>,
}

impl<const W: usize> Tracer<'_, W> {
    /// The pushes from the start to a position, the last one first.
    fn way_to_start(&mut self, mut at: State<W>) -> Option<Vec<Push>> {
        let mut pushes = Vec::new();
        let mut depth = self.engine.depth(0, &at)?;
        while depth > 0 {
            let (before, push, nearer) = self.nearest(0, &at).filter(|next| next.2 < depth)?;
            (at, depth) = (before, nearer);
            pushes.push(push);
        }
        Some(pushes)
    }

    fn way_to_end(&mut self, mut at: State<W>) -> Option<Vec<Push>> {
        let mut pushes = Vec::new();
        let mut depth = self.engine.depth(1, &at).unwrap_or(0);
        while depth > 0 {
            let (after, push, nearer) = self.nearest(1, &at).filter(|next| next.2 < depth)?;
            (at, depth) = (after, nearer);
            pushes.push(push);
        }
        Some(pushes)
    }

    /// The position nearest to an end among those one push before (`side` 0) or after `at`.
    fn nearest(&mut self, side: usize, at: &State<W>) -> Option<(State<W>, Push, u16)> {
        let board = &self.level.board;
        let mut boxes = Vec::new();
        self.level.unpack(&at.boxes, &mut boxes);
        let mut best: Option<(State<W>, Push, u16)> = None;
        for &cell in &boxes {
            for direction in 0..4 {
                // The box was pushed from `other`, or will be pushed to it.
                let back = board.next(cell, opposite(direction));
                let other = if side == 0 {
                    back
                } else {
                    board.next(cell, direction)
                };
                let (needed, robot) = if side == 0 {
                    (back, board.next(back, opposite(direction)))
                } else {
                    (back, cell)
                };
                let Some(next) = self.moved(at, &boxes, (cell, other), (needed, robot)) else {
                    continue;
                };
                let Some(depth) = self.engine.depth(side, &next) else {
                    continue;
                };
                if best.is_none_or(|best| depth < best.2) {
                    let from = if side == 0 { other } else { cell };
                    best = Some((next, (from, direction), depth));
                }
            }
        }
        best
    }

    /// The position after a box went from one cell to another, if the robot can get to `needed`
    /// before, and is on `robot` after that.
    fn moved(
        &mut self,
        at: &State<W>,
        boxes: &[Cell],
        (from, to): (Cell, Cell),
        (needed, robot): (Cell, Cell),
    ) -> Option<State<W>> {
        let level = self.level;
        let board = &level.board;
        self.block(boxes);
        if !level.single.live[to as usize] || self.blocked[to as usize] {
            return None;
        }
        self.reach.fill(board, at.robot, &self.blocked);
        if self.blocked[needed as usize] || !self.reach.has(needed) {
            return None;
        }
        self.blocked[from as usize] = false;
        self.blocked[to as usize] = true;
        if self.blocked[robot as usize] {
            return None;
        }
        let robot = self.reach.fill(board, robot, &self.blocked);
        let mut next = State {
            boxes: at.boxes,
            robot,
        };
        level.flip(&mut next.boxes, from);
        level.flip(&mut next.boxes, to);
        Some(next)
    }

    fn block(&mut self, boxes: &[Cell]) {
        let board = &self.level.board;
        self.blocked.clear();
        self.blocked.resize(board.len(), false);
        for &cell in boxes.iter().chain([&board.wall()]) {
            self.blocked[cell as usize] = true;
        }
    }
}

/// The pushes with the shortest walks between them.
fn walk(board: &Board, pushes: &[Push]) -> Option<Vec<Step>> {
    let mut blocked = vec![false; board.len()];
    for &cell in board.boxes.iter().chain([&board.wall()]) {
        blocked[cell as usize] = true;
    }
    let mut robot = board.robot;
    let mut steps = Vec::new();
    for &(cell, direction) in pushes {
        let behind = board.next(cell, opposite(direction));
        steps.extend(shortest_walk(board, &blocked, robot, behind)?);
        steps.push(Step::ALL[direction]);
        blocked[cell as usize] = false;
        blocked[board.next(cell, direction) as usize] = true;
        robot = cell;
    }
    Some(steps)
}

fn shortest_walk(board: &Board, blocked: &[bool], from: Cell, to: Cell) -> Option<Vec<Step>> {
    let mut came: Vec<Option<usize>> = vec![None; board.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            break;
        }
        for direction in 0..4 {
            let next = board.next(cell, direction);
            if next != from && !blocked[next as usize] && came[next as usize].is_none() {
                came[next as usize] = Some(direction);
                queue.push_back(next);
            }
        }
    }
    let mut steps = Vec::new();
    let mut cell = to;
    while cell != from {
        let direction = came[cell as usize]?;
        steps.push(Step::ALL[direction]);
        cell = board.next(cell, opposite(direction));
    }
    steps.reverse();
    Some(steps)
}
