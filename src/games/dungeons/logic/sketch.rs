//! What a person has drawn so far.

use std::fmt;

use super::super::puzzle::{Cell, Puzzle};
use super::Step;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Unknown,
    Open,
    Wall,
}

/// A cell, counted from 0; it displays as people count, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub column: usize,
    pub row: usize,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column + 1, self.row + 1)
    }
}

/// A row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Row(usize),
    Column(usize),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(row) => write!(f, "row {}", row + 1),
            Line::Column(column) => write!(f, "column {}", column + 1),
        }
    }
}

#[derive(Clone)]
pub struct Sketch<'a> {
    pub puzzle: &'a Puzzle,
    marks: Vec<Mark>,
    /// Each treasure and the top left cells of the rooms it may have.
    pub treasures: Vec<(At, Vec<At>)>,
}

impl<'a> Sketch<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let mark = |cell: &Cell| match cell {
            Cell::Monster | Cell::Treasure => Mark::Open,
            _ => Mark::Unknown,
        };
        let mut sketch = Self {
            puzzle,
            marks: puzzle.cells.iter().map(mark).collect(),
            treasures: Vec::new(),
        };
        let treasures = sketch.cells().filter(|&at| sketch.is(at, Cell::Treasure));
        sketch.treasures = treasures
            .map(|at| (at, sketch.rooms_on_board(at)))
            .collect();
        sketch
    }

    /// The rooms on the board that hold the treasure and nothing else.
    fn rooms_on_board(&self, treasure: At) -> Vec<At> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let rows = treasure.row.saturating_sub(2)..=treasure.row;
        let corners = rows.flat_map(|row| {
            let columns = treasure.column.saturating_sub(2)..=treasure.column;
            columns.map(move |column| At { column, row })
        });
        let stays_empty =
            |at: At| at == treasure || !self.is(at, Cell::Monster) && !self.is(at, Cell::Treasure);
        corners
            .filter(|at| at.column + 3 <= width && at.row + 3 <= height)
            .filter(|&corner| room(corner).all(stays_empty))
            .collect()
    }

    fn is(&self, at: At, cell: Cell) -> bool {
        self.puzzle.cell(at.column, at.row) == cell
    }

    pub fn is_monster(&self, at: At) -> bool {
        self.is(at, Cell::Monster)
    }

    pub fn mark(&self, at: At) -> Mark {
        self.marks[at.row * self.puzzle.width() + at.column]
    }

    pub fn set(&mut self, at: At, mark: Mark) {
        self.marks[at.row * self.puzzle.width() + at.column] = mark;
    }

    pub fn draw(&mut self, step: &Step) {
        for &at in &step.cells {
            self.set(at, step.mark);
        }
    }

    pub fn is_complete(&self) -> bool {
        !self.marks.contains(&Mark::Unknown)
    }

    pub fn cells(&self) -> impl Iterator<Item = At> + use<> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        (0..height).flat_map(move |row| (0..width).map(move |column| At { column, row }))
    }

    pub fn unknown(&self) -> impl Iterator<Item = At> {
        self.cells().filter(|&at| self.mark(at) == Mark::Unknown)
    }

    /// The neighbours on the board.
    pub fn neighbours(&self, at: At) -> impl Iterator<Item = At> + use<> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let At { column, row } = at;
        let left = (column > 0).then(|| At {
            column: column - 1,
            row,
        });
        let up = (row > 0).then(|| At {
            column,
            row: row - 1,
        });
        let right = (column + 1 < width).then_some(At {
            column: column + 1,
            row,
        });
        let down = (row + 1 < height).then_some(At {
            column,
            row: row + 1,
        });
        [left, up, right, down].into_iter().flatten()
    }

    /// How many neighbours are open, and how many are open or may be.
    pub fn ways(&self, at: At) -> (usize, usize) {
        let marks = self.neighbours(at).map(|next| self.mark(next));
        marks.fold((0, 0), |(open, ways), mark| match mark {
            Mark::Wall => (open, ways),
            Mark::Open => (open + 1, ways + 1),
            Mark::Unknown => (open, ways + 1),
        })
    }

    /// The cells among these that nothing is known of.
    pub fn unknown_of(&self, cells: impl IntoIterator<Item = At>) -> Vec<At> {
        let unknown = |at: &At| self.mark(*at) == Mark::Unknown;
        cells.into_iter().filter(unknown).collect()
    }

    /// The cells orthogonally around a room, on the board.
    pub fn ring(&self, corner: At) -> Vec<At> {
        let around = room(corner).flat_map(|at| self.neighbours(at));
        around.filter(|&at| !room_holds(corner, at)).collect()
    }

    /// Whether a room may be here, as far as is known.
    pub fn room_fits(&self, corner: At) -> bool {
        let ring = self.ring(corner);
        let count = |mark: Mark| ring.iter().filter(|&&at| self.mark(at) == mark).count();
        room(corner).all(|at| self.mark(at) != Mark::Wall)
            && count(Mark::Open) <= 1
            && count(Mark::Wall) < ring.len()
    }

    /// Forgets the rooms that no longer fit.
    pub fn drop_rooms(&mut self) {
        let mut treasures = std::mem::take(&mut self.treasures);
        for (_, rooms) in &mut treasures {
            rooms.retain(|&corner| self.room_fits(corner));
        }
        self.treasures = treasures;
    }

    /// Whether a cell may belong to a room.
    pub fn may_be_room(&self, at: At) -> bool {
        let mut rooms = self.treasures.iter().flat_map(|(_, rooms)| rooms);
        rooms.any(|&corner| room_holds(corner, at))
    }

    /// The four cells of each 2x2 block with no cell that may belong to a room.
    pub fn blocks(&self) -> impl Iterator<Item = [At; 4]> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        self.cells()
            .filter(move |at| at.column + 1 < width && at.row + 1 < height)
            .map(block)
            .filter(|cells| !cells.iter().any(|&at| self.may_be_room(at)))
    }

    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let rows = (0..self.puzzle.height()).map(Line::Row);
        rows.chain((0..self.puzzle.width()).map(Line::Column))
    }

    pub fn line(&self, line: Line) -> Vec<At> {
        match line {
            Line::Row(row) => (0..self.puzzle.width())
                .map(|column| At { column, row })
                .collect(),
            Line::Column(column) => (0..self.puzzle.height())
                .map(|row| At { column, row })
                .collect(),
        }
    }

    /// How many walls a line still lacks.
    pub fn lacking(&self, line: Line) -> usize {
        let number = match line {
            Line::Row(row) => self.puzzle.rows[row],
            Line::Column(column) => self.puzzle.columns[column],
        };
        let cells = self.line(line).into_iter();
        let walls = cells.filter(|&at| self.mark(at) == Mark::Wall).count();
        usize::from(number).saturating_sub(walls)
    }
}

/// The cells of a room.
pub fn room(corner: At) -> impl Iterator<Item = At> {
    (0..9).map(move |index| At {
        column: corner.column + index % 3,
        row: corner.row + index / 3,
    })
}

pub fn room_holds(corner: At, at: At) -> bool {
    (corner.column..corner.column + 3).contains(&at.column)
        && (corner.row..corner.row + 3).contains(&at.row)
}

/// The 2x2 block with this top left cell.
pub fn block(at: At) -> [At; 4] {
    [0, 1, 2, 3].map(|index| At {
        column: at.column + index % 2,
        row: at.row + index / 2,
    })
}
