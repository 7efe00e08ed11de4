//! Rules that every real puzzle obeys: a picture caught while it changes breaks them.

use std::fmt;

use super::super::puzzle::{Cell, Puzzle};
use super::{Doubt, Reader, WALL, sense, sums};

impl Reader<'_> {
    pub(super) fn check(&mut self, puzzle: &Puzzle, known: bool) {
        self.check_sums(puzzle);
        self.check_room(puzzle);
        if known && !self.profile.templates.knows(WALL) {
            self.check_unlearned_walls(puzzle);
        }
    }

    /// Columns and rows count the same walls.
    fn check_sums(&mut self, puzzle: &Puzzle) {
        let sum = |numbers: &[u8]| numbers.iter().map(|n| u32::from(*n)).sum::<u32>();
        let (columns, rows) = (sum(&puzzle.columns), sum(&puzzle.rows));
        if columns != rows {
            let why = format!(
                "the columns have {columns} walls and the rows {rows}; is the picture about to \
                 change?"
            );
            self.doubt("one of the numbers".into(), why);
        }
    }

    /// Monsters and treasures leave room for the walls of each column and row.
    fn check_room(&mut self, puzzle: &Puzzle) {
        let is_given = |at: usize| puzzle.cells[at].is_given();
        let rooms = sums::rooms([puzzle.width(), puzzle.height()], is_given);
        for (line, room) in Line::all(puzzle).zip(rooms) {
            let number = line.number(puzzle);
            if usize::from(number) > room {
                let why = format!("it says {number}, but there is room for {room} walls");
                self.doubt(format!("the number of {line}"), why);
            }
        }
    }

    /// What has no solution, or several, is no puzzle that somebody made.
    pub(super) fn check_sense(&mut self, puzzle: &Puzzle) {
        if sense::has_one_solution(puzzle) == Some(false) {
            let doubt = self.without_sense(&[]);
            self.doubts.push(doubt);
        }
    }

    /// Where walls were never learned, anything that covers the floor is taken for one: more of
    /// them than a line can have are something else, such as a banner.
    fn check_unlearned_walls(&mut self, puzzle: &Puzzle) {
        for line in Line::all(puzzle) {
            let (walls, number) = (line.walls(puzzle), line.number(puzzle));
            if walls > usize::from(number) {
                let why = format!("{walls} of its cells are covered, but it has {number} walls");
                self.doubt(line.to_string(), why);
            }
        }
    }

    fn doubt(&mut self, what: String, why: String) {
        self.doubts.push(Doubt {
            confidence: 0.0,
            what,
            why,
        });
    }
}

/// A column or a row.
#[derive(Clone, Copy)]
enum Line {
    Column(usize),
    Row(usize),
}

impl Line {
    fn all(puzzle: &Puzzle) -> impl Iterator<Item = Self> + use<> {
        let columns = (0..puzzle.width()).map(Self::Column);
        columns.chain((0..puzzle.height()).map(Self::Row))
    }

    fn number(self, puzzle: &Puzzle) -> u8 {
        match self {
            Self::Column(column) => puzzle.columns[column],
            Self::Row(row) => puzzle.rows[row],
        }
    }

    /// The walls that were drawn in it.
    fn walls(self, puzzle: &Puzzle) -> usize {
        let is_wall = |column, row| puzzle.cell(column, row) == Cell::Wall;
        match self {
            Self::Column(column) => (0..puzzle.height())
                .filter(|row| is_wall(column, *row))
                .count(),
            Self::Row(row) => (0..puzzle.width())
                .filter(|column| is_wall(*column, row))
                .count(),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(column) => write!(f, "column {}", column + 1),
            Self::Row(row) => write!(f, "row {}", row + 1),
        }
    }
}
