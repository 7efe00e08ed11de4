//! The cells still to be visited as a plane graph: its edges join neighbours, its nodes
//! are numbered in the order in which the search works through them.

use crate::games::coil::puzzle::{Cell, Direction, ORDER, Puzzle, place};

/// No neighbour in this direction.
pub const NONE: u32 = u32::MAX;

/// The board is worked through in squares of this many cells a side.
const TILE: usize = 16;

/// The graph of the open cells, with the head if the path has begun.
pub struct Graph {
    /// By node: the nodes to the right, below, to the left and above.
    neighbours: Vec<[u32; 4]>,
    /// By node: its cell on the board.
    cells: Vec<usize>,
    /// By node: its tile; the numbers never fall from one node to the next.
    tiles: Vec<u32>,
    /// The node where the path has to begin, if that is known.
    head: Option<u32>,
    width: usize,
}

/// In which order the nodes are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// Rows of tiles from the top, to the right and to the left in turn.
    Down,
    /// The same from the other end.
    Up,
}

impl Sweep {
    /// The tile of a cell by its place in the sweep: tiles of a kind compare alike.
    fn tile(self, column: usize, row: usize) -> [isize; 2] {
        let [x, y] = [column / TILE, row / TILE].map(|part| part as isize);
        let snake = [y, if y % 2 == 0 { x } else { -x }];
        match self {
            Sweep::Down => snake,
            Sweep::Up => snake.map(|part| -part),
        }
    }
}

impl Graph {
    pub fn new(puzzle: &Puzzle, sweep: Sweep) -> Graph {
        let width = puzzle.width();
        let tile = |at: usize| sweep.tile(at % width, at / width);
        let is_node = |at: &usize| puzzle.cells()[*at] == Cell::Open || puzzle.head() == Some(*at);
        let mut cells: Vec<usize> = (0..puzzle.cells().len()).filter(is_node).collect();
        cells.sort_by_key(|&at| tile(at));
        let mut node = vec![NONE; puzzle.cells().len()];
        for (index, &at) in cells.iter().enumerate() {
            node[at] = index as u32;
        }
        let neighbour =
            |at: usize, dir: Direction| puzzle.neighbour(at, dir).map_or(NONE, |next| node[next]);
        let around = |&at: &usize| ORDER.map(|dir| neighbour(at, dir));
        let mut tiles = vec![0; cells.len()];
        for index in 1..cells.len() {
            let is_new = tile(cells[index]) != tile(cells[index - 1]);
            tiles[index] = tiles[index - 1] + is_new as u32;
        }
        Graph {
            neighbours: cells.iter().map(around).collect(),
            head: puzzle.head().map(|at| node[at]),
            cells,
            tiles,
            width,
        }
    }

    /// The number of the node's tile in the order of the sweep.
    pub fn tile(&self, node: u32) -> u32 {
        self.tiles[node as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn nodes(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.cells.len() as u32
    }

    pub fn head(&self) -> Option<u32> {
        self.head
    }

    /// The node's cell on the board.
    pub fn cell(&self, node: u32) -> usize {
        self.cells[node as usize]
    }

    pub fn column_row(&self, node: u32) -> (usize, usize) {
        let cell = self.cell(node);
        (cell % self.width, cell / self.width)
    }

    /// Whether the node lies on a dark square of the checkerboard.
    pub fn is_dark(&self, node: u32) -> bool {
        let (column, row) = self.column_row(node);
        (column + row) % 2 == 1
    }

    pub fn neighbour(&self, node: u32, dir: Direction) -> Option<u32> {
        let next = self.neighbours[node as usize][place(dir)];
        (next != NONE).then_some(next)
    }

    /// The neighbours and the directions that lead to them.
    pub fn around(&self, node: u32) -> impl Iterator<Item = (Direction, u32)> + '_ {
        ORDER
            .into_iter()
            .zip(self.neighbours[node as usize])
            .filter(|&(_, next)| next != NONE)
    }

    pub fn degree(&self, node: u32) -> usize {
        self.around(node).count()
    }

    /// The borders of the faces: the walls' outlines, the squares of four open cells, and the outline
    /// of the whole. Each is a closed walk with its face on the right, given as steps.
    pub fn faces(&self) -> Vec<Vec<(u32, Direction)>> {
        let mut seen = vec![[false; 4]; self.len()];
        let mut faces = Vec::new();
        for node in self.nodes() {
            for (dir, _) in self.around(node) {
                if !seen[node as usize][place(dir)] {
                    faces.push(self.face((node, dir), &mut seen));
                }
            }
        }
        faces
    }

    fn face(&self, first: (u32, Direction), seen: &mut [[bool; 4]]) -> Vec<(u32, Direction)> {
        let mut walk = Vec::new();
        let mut step = first;
        while !std::mem::replace(&mut seen[step.0 as usize][place(step.1)], true) {
            walk.push(step);
            step = self.turn_right(step);
        }
        walk
    }

    /// The step after this one along the face on its right.
    fn turn_right(&self, (node, dir): (u32, Direction)) -> (u32, Direction) {
        let at = self.neighbours[node as usize][place(dir)];
        let turns = [1, 0, 3, 2].map(|turn| ORDER[(place(dir) + turn) % 4]);
        let open = |next: &Direction| self.neighbour(at, *next).is_some();
        let next = turns.into_iter().find(open).unwrap_or(dir.opposite());
        (at, next)
    }
}
