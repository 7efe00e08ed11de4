//! From the positions that a search has stored to the robot's steps.

use std::collections::VecDeque;

use super::board::{Board, Cell, opposite};
use super::engine::Engine;
use super::level::{LevelTables, State};
use super::reach::Reach;
use crate::games::warehouse::puzzle::Step;

/// A box's cell before a push, and its direction.
pub type Push = (Cell, usize);

/// The steps of a solution through `at`, a position that both sides of the search know, or that is
/// solved. None if the positions stored do not make a way, which would be a fault of the search.
pub fn steps<const W: usize>(
    level: &LevelTables,
    engine: &Engine<W>,
    at: State<W>,
) -> Option<Vec<Step>> {
    let mut tracer = Tracer {
        level,
        engine,
        reach: Reach::new(&level.board),
        blocked: Vec::new(),
    };
    let mut pushes = tracer.back_to_start(at)?;
    pushes.reverse();
    pushes.extend(tracer.on_to_end(at)?);
    walk(&level.board, &pushes)
}

/// A way between two stored positions.
struct Jump<const W: usize> {
    to: State<W>,
    pushes: Vec<Push>,
    depth: u16,
}

struct Tracer<'a, const W: usize> {
    level: &'a LevelTables,
    engine: &'a Engine<'a, W>,
    reach: Reach,
    blocked: Vec<bool>,
}

impl<const W: usize> Tracer<'_, W> {
    /// The pushes from the start to a position, the last one first.
    fn back_to_start(&mut self, mut at: State<W>) -> Option<Vec<Push>> {
        let mut pushes = Vec::new();
        let mut depth = self.engine.depth(0, &at)?;
        while depth > 0 {
            let jump = self.jump(0, &at, depth)?;
            pushes.extend(jump.pushes);
            (at, depth) = (jump.to, jump.depth);
        }
        Some(pushes)
    }

    fn on_to_end(&mut self, mut at: State<W>) -> Option<Vec<Push>> {
        let mut pushes = Vec::new();
        let mut depth = self.engine.depth(1, &at).unwrap_or(0);
        while depth > 0 {
            let jump = self.jump(1, &at, depth)?;
            pushes.extend(jump.pushes);
            (at, depth) = (jump.to, jump.depth);
        }
        Some(pushes)
    }

    /// The way to a position that a side has stored and that is nearer to its end by one push or by
    /// several of the same box in the same direction (on side 0, against it).
    fn jump(&mut self, side: usize, at: &State<W>, depth: u16) -> Option<Jump<W>> {
        let mut boxes = Vec::new();
        self.level.unpack(&at.boxes, &mut boxes);
        for &cell in &boxes {
            for direction in 0..4 {
                let jump = self.jump_of(side, at, depth, (cell, direction));
                if jump.is_some() {
                    return jump;
                }
            }
        }
        None
    }

    fn jump_of(
        &mut self,
        side: usize,
        at: &State<W>,
        depth: u16,
        (mut cell, direction): Push,
    ) -> Option<Jump<W>> {
        let mut to = *at;
        let mut pushes = Vec::new();
        loop {
            let (next, from, beyond) = self.one_step(side, &to, (cell, direction))?;
            pushes.push((from, direction));
            let nearer = self.engine.depth(side, &next);
            if let Some(nearer) = nearer.filter(|nearer| nearer + pushes.len() as u16 <= depth) {
                return Some(Jump {
                    to: next,
                    pushes,
                    depth: nearer,
                });
            }
            (to, cell) = (next, beyond);
        }
    }

    /// The position one push before (side 0) or after, the cell that the box is pushed from, and the
    /// cell where it is in that position.
    fn one_step(
        &mut self,
        side: usize,
        at: &State<W>,
        (cell, direction): Push,
    ) -> Option<(State<W>, Cell, Cell)> {
        let board = &self.level.board;
        let back = board.next(cell, opposite(direction));
        if side == 0 {
            let robot = board.next(back, opposite(direction));
            let next = self.moved(at, (cell, back), (back, robot))?;
            Some((next, back, back))
        } else {
            let to = board.next(cell, direction);
            let next = self.moved(at, (cell, to), (back, cell))?;
            Some((next, cell, to))
        }
    }

    /// The position after a box went from one cell to another, if the robot can get to `needed`
    /// before, and is on `robot` after that.
    fn moved(
        &mut self,
        at: &State<W>,
        (from, to): (Cell, Cell),
        (needed, robot): (Cell, Cell),
    ) -> Option<State<W>> {
        let level = self.level;
        let board = &level.board;
        let mut boxes = Vec::new();
        level.unpack(&at.boxes, &mut boxes);
        self.block(&boxes);
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
pub fn walk(board: &Board, pushes: &[Push]) -> Option<Vec<Step>> {
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
