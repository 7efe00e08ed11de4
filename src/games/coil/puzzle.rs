//! A puzzle of Mortal Coil: types and rules, plain and obvious. The text formats are in `text`.

use std::fmt;

use super::lattice::Lattice;

pub use crate::base::Direction;

/// The most cells a board may have.
pub const MAX_CELLS: usize = 1 << 22;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Still to be visited.
    Open,
    Wall,
    /// The path has been here; the cell it has come to is one of these.
    Visited,
}

/// The order in which directions are tried.
pub const ORDER: [Direction; 4] = [
    Direction::Right,
    Direction::Down,
    Direction::Left,
    Direction::Up,
];

/// The place of a direction in [`ORDER`].
pub const fn place(direction: Direction) -> usize {
    (direction as usize + 3) % 4
}

/// The walls, and how far the player has come.
#[derive(Clone, Debug)]
pub struct Puzzle {
    width: usize,
    height: usize,
    /// Row by row.
    cells: Vec<Cell>,
    /// Index of the cell the path has come to; none before the start is chosen.
    head: Option<usize>,
    lattice: Option<Lattice>,
}

/// Where a board is shown makes it no other.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.width == other.width && self.head == other.head && self.cells == other.cells
    }
}

impl Eq for Puzzle {}

/// What a player does: choose the first cell, then slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Start { column: usize, row: usize },
    Slide(Direction),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Start { column, row } => write!(f, "{column},{row}"),
            Step::Slide(dir) => write!(f, "{}", dir.letter()),
        }
    }
}

impl Step {
    /// Reads what it displays as: `3,4` or `R`.
    pub fn parse(text: &str) -> Option<Step> {
        if let Some((column, row)) = text.split_once(',') {
            let (column, row) = (column.parse().ok()?, row.parse().ok()?);
            return Some(Step::Start { column, row });
        }
        let mut letters = text.chars();
        let dir = Direction::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(Step::Slide(dir))
    }
}

impl Puzzle {
    /// A board before the start is chosen, or with `head` on the cell the path has come to.
    ///
    /// # Panics
    /// When the number of cells does not fit the sides, or `head` is not on a visited cell.
    pub fn new(width: usize, height: usize, cells: Vec<Cell>, head: Option<usize>) -> Self {
        assert_eq!(cells.len(), width * height);
        assert!(head.is_none_or(|at| cells[at] == Cell::Visited));
        Self {
            width,
            height,
            cells,
            head,
            lattice: None,
        }
    }

    /// The same board, read off a picture in which it lies there.
    pub fn seen_at(self, lattice: Lattice) -> Self {
        Self {
            lattice: Some(lattice),
            ..self
        }
    }

    /// Where the board lies in the picture that it was read from, if it was.
    pub fn lattice(&self) -> Option<Lattice> {
        self.lattice
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// Row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn cell(&self, column: usize, row: usize) -> Cell {
        self.cells[row * self.width + column]
    }

    /// Index of the cell the path has come to.
    pub fn head(&self) -> Option<usize> {
        self.head
    }

    /// The number of cells still to be visited.
    pub fn open(&self) -> usize {
        self.cells.iter().filter(|&&c| c == Cell::Open).count()
    }

    /// The cell next to `at`, if it is on the board.
    pub fn neighbour(&self, at: usize, dir: Direction) -> Option<usize> {
        let (dx, dy) = dir.delta();
        let column = (at % self.width).checked_add_signed(dx as isize)?;
        let row = (at / self.width).checked_add_signed(dy as isize)?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// The cell next to `at`, if it is still to be visited.
    pub fn open_neighbour(&self, at: usize, dir: Direction) -> Option<usize> {
        self.neighbour(at, dir)
            .filter(|&next| self.cells[next] == Cell::Open)
    }

    /// The rules, in place. Returns whether the step was possible; if not, nothing changes.
    pub fn apply(&mut self, step: Step) -> bool {
        match (step, self.head) {
            (Step::Start { column, row }, None) => self.start(column, row),
            (Step::Slide(dir), Some(head)) => self.slide(head, dir),
            _ => false,
        }
    }

    fn start(&mut self, column: usize, row: usize) -> bool {
        let possible =
            column < self.width && row < self.height && self.cell(column, row) == Cell::Open;
        if possible {
            let at = row * self.width + column;
            self.cells[at] = Cell::Visited;
            self.head = Some(at);
        }
        possible
    }

    fn slide(&mut self, mut head: usize, dir: Direction) -> bool {
        let from = head;
        while let Some(next) = self.open_neighbour(head, dir) {
            self.cells[next] = Cell::Visited;
            head = next;
        }
        self.head = Some(head);
        head != from
    }

    /// The rules: the board after the step; unchanged if the step is not possible.
    pub fn after(&self, step: Step) -> Puzzle {
        let mut next = self.clone();
        next.apply(step);
        next
    }

    /// Whether every open cell has been visited, by a path that began somewhere.
    pub fn is_solved(&self) -> bool {
        self.head.is_some() && self.open() == 0
    }

    /// The board as it was before the start was chosen.
    pub fn level(&self) -> Puzzle {
        let unvisited = |cell: &Cell| match cell {
            Cell::Wall => Cell::Wall,
            Cell::Open | Cell::Visited => Cell::Open,
        };
        Puzzle {
            cells: self.cells.iter().map(unvisited).collect(),
            head: None,
            ..*self
        }
    }

    /// Plays the steps by the rules; says which one (counted from 0) is not possible.
    pub fn play(&self, steps: &[Step]) -> Result<Puzzle, usize> {
        let mut board = self.clone();
        for (index, &step) in steps.iter().enumerate() {
            if !board.apply(step) {
                return Err(index);
            }
        }
        Ok(board)
    }

    /// Whether the steps can be played from here and visit every open cell.
    pub fn is_solved_by(&self, steps: &[Step]) -> bool {
        self.play(steps).is_ok_and(|end| end.is_solved())
    }

    /// The cells that the steps visit one after the other, the present head first; stops at a step
    /// that is not possible.
    pub fn trail(&self, steps: &[Step]) -> Vec<usize> {
        let mut board = self.clone();
        let mut trail: Vec<usize> = self.head.into_iter().collect();
        for &step in steps {
            let from = board.head;
            if !board.apply(step) {
                break;
            }
            match (step, from) {
                (Step::Slide(dir), Some(from)) => {
                    let next = |&at: &usize| self.neighbour(at, dir);
                    let passed = std::iter::successors(next(&from), next);
                    let arrived = passed.take_while(|&at| Some(at) != board.head);
                    trail.extend(arrived);
                    trail.extend(board.head);
                }
                _ => trail.extend(board.head),
            }
        }
        trail
    }

    /// The slides of a path given cell by cell, from its first cell on: one per straight stretch.
    ///
    /// # Panics
    /// When two consecutive cells are not neighbours.
    pub fn slides(&self, path: &[usize]) -> Vec<Direction> {
        let dir_between = |pair: &[usize]| {
            let to = |dir: &Direction| self.neighbour(pair[0], *dir) == Some(pair[1]);
            ORDER.into_iter().find(to).expect("a path has no gaps")
        };
        let mut slides: Vec<Direction> = path.windows(2).map(dir_between).collect();
        slides.dedup();
        slides
    }
}
