//! A level as the solver sees it: the floor that the robot can get to, its cells numbered.

use crate::games::warehouse::puzzle::{Puzzle, Step, Tile};

/// A floor cell; the number of cells stands for everything else and counts as wall.
pub type Cell = u16;

/// The floor, and where all stands at the start.
#[derive(Clone, Debug)]
pub struct Board {
    /// The puzzle's cell of each floor cell, ascending.
    pub cells: Vec<usize>,
    /// The next floor cell in the direction of each of [`Step::ALL`]; one entry more, for walls.
    pub next: Vec<[Cell; 4]>,
    /// One entry more, for walls.
    pub is_goal: Vec<bool>,
    pub goals: Vec<Cell>,
    pub boxes: Vec<Cell>,
    pub robot: Cell,
}

/// The index of the opposite direction.
#[inline(always)]
pub const fn opposite(direction: usize) -> usize {
    (direction + 2) % 4
}

impl Board {
    /// None if it cannot be solved because of a box that the robot can never get to.
    pub fn new(puzzle: &Puzzle) -> Option<Board> {
        let mut cells = floor(puzzle);
        cells.sort_unstable();
        let number = |cell: usize| cells.binary_search(&cell).ok().map(|at| at as Cell);
        let wall = cells.len() as Cell;
        let neighbour = |cell, step| puzzle.next(cell, step).and_then(number).unwrap_or(wall);
        let mut next: Vec<[Cell; 4]> = cells
            .iter()
            .map(|&cell| Step::ALL.map(|step| neighbour(cell, step)))
            .collect();
        next.push([wall; 4]);
        let is_goal: Vec<bool> = cells
            .iter()
            .map(|&cell| puzzle.tiles[cell] == Tile::Goal)
            .chain([false])
            .collect();
        let goals: Vec<Cell> = (0..wall).filter(|&c| is_goal[c as usize]).collect();
        let out_of_reach = |&&cell: &&usize| number(cell).is_none();
        let stuck = puzzle.boxes.iter().filter(out_of_reach);
        if stuck.clone().any(|&cell| puzzle.tiles[cell] != Tile::Goal) {
            return None;
        }
        let boxes: Vec<Cell> = puzzle.boxes.iter().filter_map(|&c| number(c)).collect();
        let robot = number(puzzle.robot)?;
        (boxes.len() <= goals.len()).then_some(Board {
            next,
            is_goal,
            goals,
            boxes,
            robot,
            cells,
        })
    }

    /// The number of floor cells, and the number that stands for walls.
    #[inline(always)]
    pub fn wall(&self) -> Cell {
        self.cells.len() as Cell
    }

    /// Floor cells and the wall.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    #[inline(always)]
    pub fn next(&self, cell: Cell, direction: usize) -> Cell {
        self.next[cell as usize][direction]
    }
}

/// The cells that the robot could get to if there were no boxes.
fn floor(puzzle: &Puzzle) -> Vec<usize> {
    let mut seen = vec![false; puzzle.tiles.len()];
    seen[puzzle.robot] = true;
    let mut cells = vec![puzzle.robot];
    let mut done = 0;
    while let Some(&cell) = cells.get(done) {
        done += 1;
        for step in Step::ALL {
            if let Some(next) = puzzle.next(cell, step)
                && !std::mem::replace(&mut seen[next], true)
            {
                cells.push(next);
            }
        }
    }
    cells
}
