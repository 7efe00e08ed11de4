//! Makes a solution shorter: what lies between two of its positions is solved anew with the least pushes, window after
//! window, until none is left in which anything is gained.

use std::time::Instant;

use super::board::{Board, Cell, opposite};
use super::path::{Push, walk};
use super::solve;
use crate::base::Limits;
use crate::games::warehouse::puzzle::{Puzzle, Step, Tile};

/// A window of a solution.
#[derive(Clone, Copy)]
struct Window {
    /// Pushes in it.
    pushes: usize,
    /// Whether boxes that were not pushed in it stay where they are, like walls.
    fixed: bool,
}

/// Windows, those that cost least first. By trial on the classic levels.
const WINDOWS: [Window; 4] = [
    Window {
        pushes: 24,
        fixed: true,
    },
    Window {
        pushes: 80,
        fixed: true,
    },
    Window {
        pushes: 12,
        fixed: false,
    },
    Window {
        pushes: 30,
        fixed: false,
    },
];

/// Positions that are expanded for a window. By trial: what is found at all is mostly found sooner.
const NODES: u64 = 1 << 14;

/// A solution.
struct Way<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    pushes: Vec<Push>,
    /// With the shortest walks between the pushes.
    steps: Vec<Step>,
}

/// The same solution with fewer pushes, or fewer steps, as far as there is time.
pub fn shorten(puzzle: &Puzzle, steps: Vec<Step>, limits: &Limits) -> Vec<Step> {
    let deadline = limits.deadline();
    let is_over = || deadline.is_some_and(|at| Instant::now() >= at);
    let Some(board) = Board::new(puzzle) else {
        return steps;
    };
    let mut way = Way {
        puzzle,
        board: &board,
        pushes: pushes(&board, puzzle, &steps),
        steps,
    };
    loop {
        let before = way.cost();
        for window in WINDOWS {
            let mut at = 0;
            while at + 1 < way.pushes.len() {
                if is_over() {
                    return way.steps;
                }
                let time = deadline.map(|at| at.saturating_duration_since(Instant::now()));
                match way.without_detour(at, window, &Limits { time, ..*limits }) {
                    Some(shorter) => way = shorter,
                    None => at += window.pushes / 2,
                }
            }
        }
        if way.cost() == before {
            return way.steps;
        }
    }
}

impl Way<'_> {
    fn cost(&self) -> (usize, usize) {
        (self.pushes.len(), self.steps.len())
    }

    /// The way with a shorter one through a window that begins with a push.
    fn without_detour(&self, from: usize, window: Window, limits: &Limits) -> Option<Self> {
        let to = (from + window.pushes).min(self.pushes.len());
        let start = after(self.board, self.puzzle, &self.pushes[..from]);
        let end = after(self.board, &start, &self.pushes[from..to]);
        let part = between(&start, &end, window.fixed);
        let nodes = limits.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        let limits = Limits {
            nodes: Some(nodes),
            ..*limits
        };
        let report = solve(&part, &limits);
        let found = pushes(self.board, &part, report.outcome.solution()?);
        let pushes = [&self.pushes[..from], &found, &self.pushes[to..]].concat();
        let shorter = Self {
            steps: walk(self.board, &pushes)?,
            pushes,
            ..*self
        };
        // The robot may be where it cannot go on from.
        let is_one = || self.puzzle.replay(&shorter.steps).0.is_solved();
        (shorter.cost() < self.cost() && is_one()).then_some(shorter)
    }
}

/// The puzzle that is solved by what lies between two positions. Boxes that are `fixed` are walls in it if both have
/// them.
fn between(start: &Puzzle, end: &Puzzle, fixed: bool) -> Puzzle {
    let mut part = start.clone();
    for (cell, tile) in part.tiles.iter_mut().enumerate() {
        *tile = match (*tile, end.has_box(cell)) {
            (Tile::Wall, _) => Tile::Wall,
            (_, true) if fixed && start.has_box(cell) => Tile::Wall,
            (_, true) => Tile::Goal,
            (_, false) => Tile::Floor,
        };
    }
    part.boxes.retain(|cell| part.tiles[*cell] != Tile::Wall);
    part
}

/// The pushes among steps.
fn pushes(board: &Board, puzzle: &Puzzle, steps: &[Step]) -> Vec<Push> {
    let number = |cell| board.cells.binary_search(&cell).expect("it is floor") as Cell;
    let mut now = puzzle.clone();
    let mut pushes = Vec::new();
    for step in steps {
        let is_push = now.pushes(*step);
        now = now.after(*step);
        if is_push {
            pushes.push((number(now.robot), step.0 as usize));
        }
    }
    pushes
}

/// The position after pushes.
fn after(board: &Board, puzzle: &Puzzle, pushes: &[Push]) -> Puzzle {
    let mut now = puzzle.clone();
    for (cell, direction) in pushes {
        now.robot = board.cells[usize::from(board.next(*cell, opposite(*direction)))];
        now = now.after(Step::ALL[*direction]);
    }
    now
}
