//! A sliding-block puzzle: types and rules, plain and obvious.

use std::collections::VecDeque;
use std::fmt;

use super::sign::Sign;
pub use crate::base::Direction;

/// The side of the largest board.
pub const MAX_SIDE: usize = 64;

/// A board, the blocks on it, and where some of them must go.
///
/// Cells are numbered row by row: cell (column, row) is `row * columns + column`.
///
/// Two are equal if the same blocks lie in the same places of the same board and go to the same goals:
/// the screen shows no more than that. How the blocks are called does not matter, nor what is known of
/// the moves it takes.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub columns: usize,
    pub rows: usize,
    /// Whether each cell belongs to the board. Every row has a cell that does.
    pub floor: Vec<bool>,
    /// Cells of the floor, ascending, that only blocks with a goal may enter.
    pub gates: Vec<usize>,
    /// Whether a block that is longer one way than the other slides that way only, as cars do.
    pub lengthwise: bool,
    /// In the order of their signs. They lie on the floor and do not overlap; nor do their goals.
    pub blocks: Vec<Block>,
    /// The least number of moves from here, where it is known.
    pub min_moves: Option<u32>,
}

/// A piece that slides as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// How the text shows it.
    pub sign: Sign,
    /// The cells it covers, ascending. They need not touch: its parts move together.
    pub cells: Vec<usize>,
    /// The cells it must cover in the end, if that matters: the same shape.
    pub goal: Option<Vec<usize>>,
}

/// One block taken along a path of free cells, any distance, round corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The sign of the block.
    pub block: Sign,
    /// Its steps, one cell each.
    pub path: Vec<Direction>,
}

/// In words: `A right 2, down 1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.block)?;
        for (i, run) in self.path.chunk_by(|a, b| a == b).enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma} {} {}", run[0].word(), run.len())?;
        }
        Ok(())
    }
}

impl Move {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (block, runs) = text.split_once(' ')?;
        let mut path = Vec::new();
        for run in runs.split(", ") {
            let (word, cells) = run.split_once(' ')?;
            let direction = Direction::ALL.into_iter().find(|d| d.word() == word)?;
            let cells = cells.parse().ok().filter(|n| (1..=u8::MAX).contains(n))?;
            path.extend(std::iter::repeat_n(direction, cells.into()));
        }
        let block = Sign::parse(block)?;
        Some(Self { block, path })
    }
}

/// A place that a block can be moved to, and the shortest way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The cells covered there, ascending.
    pub cells: Vec<usize>,
    pub path: Vec<Direction>,
}

impl Puzzle {
    /// Column and row of a cell.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        (cell % self.columns, cell / self.columns)
    }

    /// The cells one step on, if all of them lie on the floor, and a block that covers these cells may go that way.
    pub fn step(&self, cells: &[usize], direction: Direction) -> Option<Vec<usize>> {
        if self.lengthwise && !self.is_lengthwise(cells, direction) {
            return None;
        }
        let (right, down) = direction.delta();
        let step = |&cell: &usize| {
            let (column, row) = self.position(cell);
            let column = column.checked_add_signed(right as isize)?;
            let row = row.checked_add_signed(down as isize)?;
            let inside = column < self.columns && row < self.rows;
            let next = row * self.columns + column;
            (inside && self.floor[next]).then_some(next)
        };
        cells.iter().map(step).collect()
    }

    /// Whether what covers these cells is at least as long that way as the other.
    fn is_lengthwise(&self, cells: &[usize], direction: Direction) -> bool {
        let extent = |along: &dyn Fn((usize, usize)) -> usize| {
            let places = cells.iter().map(|cell| along(self.position(*cell)));
            places.clone().max().zip(places.min())
        };
        let length = |range: Option<(usize, usize)>| range.map(|(last, first)| last - first);
        let (wide, high) = (length(extent(&|at| at.0)), length(extent(&|at| at.1)));
        match direction.delta() {
            (_, 0) => wide >= high,
            _ => high >= wide,
        }
    }

    /// The parts of a block that covers `cells`: what touches side by side. In the order of their first cells.
    pub fn parts(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = cells.to_vec();
        let mut parts = Vec::new();
        while !left.is_empty() {
            let mut part = vec![left.remove(0)];
            let mut done = 0;
            while done < part.len() {
                let beside = Direction::ALL.map(|way| self.step(&part[done..=done], way));
                let beside: Vec<usize> = beside.into_iter().flatten().flatten().collect();
                part.extend(left.extract_if(.., |cell| beside.contains(cell)));
                done += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Whether no gate keeps a block with or without a goal off these cells.
    pub fn admits(&self, has_goal: bool, cells: &[usize]) -> bool {
        has_goal || !cells.iter().any(|cell| self.gates.contains(cell))
    }

    /// Everywhere that one move can take the block with this index, nearest first.
    pub fn routes(&self, block: usize) -> Vec<Route> {
        let mut free = self.floor.clone();
        if self.blocks[block].goal.is_none() {
            self.gates.iter().for_each(|&cell| free[cell] = false);
        }
        for other in self.blocks.iter().enumerate().filter(|(i, _)| *i != block) {
            other.1.cells.iter().for_each(|&cell| free[cell] = false);
        }
        let start = self.blocks[block].cells.clone();
        let mut seen = vec![false; self.floor.len()];
        seen[start[0]] = true;
        let mut routes: Vec<Route> = Vec::new();
        let mut open = VecDeque::from([Route {
            cells: start,
            path: Vec::new(),
        }]);
        while let Some(here) = open.pop_front() {
            for direction in Direction::ALL {
                let Some(cells) = self.step(&here.cells, direction) else {
                    continue;
                };
                if cells.iter().all(|&cell| free[cell]) && !seen[cells[0]] {
                    seen[cells[0]] = true;
                    let mut path = here.path.clone();
                    path.push(direction);
                    open.push_back(Route { cells, path });
                }
            }
            if !here.path.is_empty() {
                routes.push(here);
            }
        }
        routes
    }

    /// The board after a move, or nothing if the rules do not allow it.
    pub fn moved(&self, mv: &Move) -> Option<Puzzle> {
        let block = self.blocks.iter().position(|b| b.sign == mv.block)?;
        let mut cells = self.blocks[block].cells.clone();
        let has_goal = self.blocks[block].goal.is_some();
        for &direction in &mv.path {
            cells = self.step(&cells, direction)?;
            let others = self.blocks.iter().enumerate().filter(|(i, _)| *i != block);
            let taken = |c: &usize| cells.contains(c);
            if others.flat_map(|(_, b)| &b.cells).any(taken) || !self.admits(has_goal, &cells) {
                return None;
            }
        }
        let mut next = self.clone();
        next.blocks[block].cells = cells;
        next.min_moves = None;
        Some(next)
    }

    /// Whether every block with a goal lies on it.
    pub fn is_solved(&self) -> bool {
        let home = |block: &Block| block.goal.as_ref().is_none_or(|goal| *goal == block.cells);
        self.blocks.iter().all(home)
    }

    /// Whether both have the same board, blocks and goals; where the blocks lie does not matter. In some games a gate is
    /// gone once a block went through.
    pub fn same_puzzle(&self, other: &Puzzle) -> bool {
        let blocks = |puzzle: &Puzzle| {
            puzzle.sorted(|block| (block.goal.clone(), puzzle.shape(&block.cells)))
        };
        let [fewer, more] = match self.gates.len() < other.gates.len() {
            true => [self, other],
            false => [other, self],
        };
        let are_left = fewer.gates.iter().all(|gate| more.gates.contains(gate));
        self.same_board(other) && are_left && blocks(self) == blocks(other)
    }

    /// Whether both have the same floor and rules, gates aside.
    fn same_board(&self, other: &Puzzle) -> bool {
        (self.columns, self.rows) == (other.columns, other.rows)
            && self.floor == other.floor
            && self.lengthwise == other.lengthwise
    }

    /// Something of each block, in an order that does not depend on the order of the blocks.
    fn sorted<T: Ord>(&self, of: impl Fn(&Block) -> T) -> Vec<T> {
        let mut all: Vec<T> = self.blocks.iter().map(of).collect();
        all.sort_unstable();
        all
    }

    /// Where cells lie as seen from the first of them: (columns to the right, rows down), in the
    /// order of `cells`. Equal for cells that differ by a shift only.
    pub fn shape(&self, cells: &[usize]) -> Vec<(i32, i32)> {
        let (column, row) = self.position(cells[0]);
        let from_first = |&cell: &usize| {
            let (c, r) = self.position(cell);
            (c as i32 - column as i32, r as i32 - row as i32)
        };
        cells.iter().map(from_first).collect()
    }

    /// The sign of the block on each cell.
    pub fn signs(&self) -> Vec<Option<Sign>> {
        let mut signs = vec![None; self.floor.len()];
        for block in &self.blocks {
            block
                .cells
                .iter()
                .for_each(|&c| signs[c] = Some(block.sign));
        }
        signs
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        let blocks =
            |puzzle: &Puzzle| puzzle.sorted(|block| (block.goal.clone(), block.cells.clone()));
        let has_same_gates = self.gates == other.gates;
        self.same_board(other) && has_same_gates && blocks(self) == blocks(other)
    }
}

impl Eq for Puzzle {}

/// The moves along a path of boards, each given by the cells of each of its blocks in any order:
/// which of several interchangeable blocks moves, the puzzle as it really stands tells.
///
/// # Panics
/// If two boards that follow each other do not differ by one move.
pub fn moves_along(puzzle: &Puzzle, path: &[Vec<Vec<usize>>]) -> Vec<Move> {
    let mut board = puzzle.clone();
    let mut moves = Vec::new();
    for pair in path.windows(2) {
        let only_in =
            |a: &[Vec<usize>], b: &[Vec<usize>]| a.iter().find(|cells| !b.contains(cells)).cloned();
        let left = only_in(&pair[0], &pair[1]);
        let entered = only_in(&pair[1], &pair[0]);
        let (block, route) = left
            .and_then(|left| board.blocks.iter().position(|block| block.cells == left))
            .and_then(|block| {
                let mut routes = board.routes(block).into_iter();
                let route = routes.find(|route| Some(&route.cells) == entered.as_ref());
                route.map(|route| (block, route))
            })
            .expect("a path of boards, one move each");
        board.blocks[block].cells = route.cells;
        moves.push(Move {
            block: board.blocks[block].sign,
            path: route.path,
        });
    }
    moves
}
