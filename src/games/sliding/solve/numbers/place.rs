//! Some way to the goal, at once: line after line, each tile by a search of its own.

use std::collections::{HashMap, VecDeque};

use super::super::super::numbers::Numbers;

/// A board that is put in order.
struct Placing {
    board: Numbers,
    beside: Vec<Vec<u8>>,
    /// Cells that are in order for good.
    is_fixed: Vec<bool>,
    path: Vec<u8>,
}

/// The cells that become free on a way to the goal, which is not short. The board is solvable.
pub fn solve(board: &Numbers) -> Vec<u8> {
    let mut placing = Placing {
        beside: board.beside(),
        is_fixed: vec![false; board.tiles.len()],
        board: board.clone(),
        path: Vec::new(),
    };
    // What is left to be put in order: from and to so many columns and rows.
    let mut left = [(0, board.columns), (0, board.rows())];
    let (column, row) = board.position(board.home);
    for (axis, keep) in [(1, row), (0, column)] {
        while left[axis].1 - left[axis].0 > 2 {
            let (first, end) = left[axis];
            let line = if keep == first { end - 1 } else { first };
            placing.line(axis, line, left[1 - axis]);
            left[axis] = if line == first {
                (first + 1, end)
            } else {
                (first, end - 1)
            };
        }
    }
    let rest: Vec<u8> = (0..board.tiles.len() as u8)
        .filter(|cell| !placing.is_fixed[usize::from(*cell)] && *cell != board.home)
        .collect();
    placing.bring(&rest);
    placing.path
}

impl Placing {
    /// A row (axis 1) or column: the last two of its tiles have to come together.
    fn line(&mut self, axis: usize, line: usize, (from, to): (usize, usize)) {
        let cell = |at: usize| match axis {
            1 => (line * self.board.columns + at) as u8,
            _ => (at * self.board.columns + line) as u8,
        };
        let cells: Vec<u8> = (from..to).map(cell).collect();
        let (single, pair) = cells.split_at(cells.len() - 2);
        for group in single.chunks(1).chain([pair]) {
            self.bring(group);
        }
    }

    /// Brings the tiles of these cells home by the fewest moves that touch nothing fixed, and fixes them.
    fn bring(&mut self, tiles: &[u8]) {
        let at = |tile: &u8| self.board.tiles.iter().position(|other| other == tile);
        let mut start: Vec<u8> = tiles.iter().filter_map(at).map(|cell| cell as u8).collect();
        start.push(self.board.blank);
        let mut from: HashMap<Vec<u8>, Vec<u8>> = HashMap::from([(start.clone(), start.clone())]);
        let mut open = VecDeque::from([start.clone()]);
        while let Some(scene) = open.pop_front() {
            if scene[..tiles.len()] == *tiles {
                self.go(&from, scene);
                break;
            }
            let blank = scene[tiles.len()];
            for &to in &self.beside[usize::from(blank)] {
                if self.is_fixed[usize::from(to)] {
                    continue;
                }
                let moved = |cell: &u8| if *cell == to { blank } else { *cell };
                let mut next: Vec<u8> = scene.iter().map(moved).collect();
                next[tiles.len()] = to;
                if !from.contains_key(&next) {
                    from.insert(next.clone(), scene.clone());
                    open.push_back(next);
                }
            }
        }
        for tile in tiles {
            self.is_fixed[usize::from(*tile)] = true;
        }
    }

    /// Makes the moves that lead to a scene.
    fn go(&mut self, from: &HashMap<Vec<u8>, Vec<u8>>, end: Vec<u8>) {
        let mut way = Vec::new();
        let mut scene = &end;
        while from[scene] != *scene {
            way.extend(scene.last());
            scene = &from[scene];
        }
        for cell in way.into_iter().rev() {
            self.board.slide(cell);
            self.path.push(cell);
        }
    }
}
