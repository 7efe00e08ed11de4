//! A puzzle of Dungeons & Diagrams and what a player can do to it.

use std::fmt;

use smallvec::SmallVec;

/// The side of the largest board.
pub const MAX_SIDE: usize = 32;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// `.`: floor; nothing was said about it yet.
    Unknown,
    /// `M`
    Monster,
    /// `T`
    Treasure,
    /// `#`
    Wall,
    /// `o`: marked as path by the player.
    Path,
}

impl Cell {
    /// Whether it is a thing that the puzzle gives: neither solving nor playing changes it.
    pub fn is_given(self) -> bool {
        matches!(self, Self::Monster | Self::Treasure)
    }
}

/// The numbers of a side; those of the usual board need no memory of their own.
pub type Numbers = SmallVec<[u8; 8]>;

/// Cells row by row; those of the usual board need no memory of their own.
pub type Cells = SmallVec<[Cell; 64]>;

/// The numbers, the monsters and treasures, and what the player has drawn so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game's "room", 0..=99999999.
    pub seed: Option<u32>,
    /// Walls in each column, from the left.
    pub columns: Numbers,
    /// Walls in each row, from the top.
    pub rows: Numbers,
    /// Row by row.
    pub cells: Cells,
}

/// A left click on a cell: a wall appears, or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toggle {
    pub column: usize,
    pub row: usize,
}

impl fmt::Display for Toggle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

/// The walls of a board: bit `c` of `rows[r]` is the cell in column `c` of row `r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    pub rows: [u32; MAX_SIDE],
}

impl Walls {
    /// Whether the cell is a wall.
    pub fn at(&self, column: usize, row: usize) -> bool {
        self.rows[row] >> column & 1 == 1
    }
}

impl Puzzle {
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    pub fn height(&self) -> usize {
        self.rows.len()
    }

    pub fn cell(&self, column: usize, row: usize) -> Cell {
        self.cells[row * self.width() + column]
    }

    /// The puzzle as it was before the player drew anything.
    pub fn givens(&self) -> Puzzle {
        let blank = |cell: &Cell| match cell {
            Cell::Wall | Cell::Path => Cell::Unknown,
            &given => given,
        };
        Puzzle {
            cells: self.cells.iter().map(blank).collect(),
            ..self.clone()
        }
    }

    /// The rules of a click: a wall appears on floor or mark, a wall goes, all else stays.
    pub fn after(&self, toggle: Toggle) -> Puzzle {
        let mut next = self.clone();
        let at = toggle.row * self.width() + toggle.column;
        next.cells[at] = match self.cells[at] {
            Cell::Unknown | Cell::Path => Cell::Wall,
            Cell::Wall => Cell::Unknown,
            given => given,
        };
        next
    }

    /// The board after these clicks.
    pub fn with_toggles(&self, toggles: &[Toggle]) -> Self {
        let after = |puzzle: Self, toggle: &Toggle| puzzle.after(*toggle);
        toggles.iter().fold(self.clone(), after)
    }

    /// The clicks that turn the walls drawn so far into `walls`.
    pub fn toggles_to(&self, walls: &Walls) -> Vec<Toggle> {
        let differs = |column: usize, row: usize| {
            (self.cell(column, row) == Cell::Wall) != walls.at(column, row)
        };
        (0..self.height())
            .flat_map(|row| (0..self.width()).map(move |column| Toggle { column, row }))
            .filter(|t| differs(t.column, t.row))
            .collect()
    }

    /// The walls drawn so far.
    pub fn walls(&self) -> Walls {
        let mut walls = Walls::default();
        for (row, cells) in self.cells.chunks(self.width()).enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                walls.rows[row] |= u32::from(*cell == Cell::Wall) << column;
            }
        }
        walls
    }

    /// The puzzle with exactly these walls drawn, and no marks.
    pub fn with_walls(&self, walls: &Walls) -> Puzzle {
        let mut drawn = self.givens();
        for (at, cell) in drawn.cells.iter_mut().enumerate() {
            if walls.at(at % self.columns.len(), at / self.columns.len()) {
                *cell = Cell::Wall;
            }
        }
        drawn
    }
}
