//! Rules that every real puzzle obeys: a picture caught while it changes breaks them.

use super::super::puzzle::{Cell, Puzzle};
use super::{Doubt, Reader, WALL, sums};

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
        for ((line, number, _), room) in lines(puzzle).zip(rooms) {
            if usize::from(number) > room {
                let why = format!("it says {number}, but there is room for {room} walls");
                self.doubt(format!("the number of {line}"), why);
            }
        }
    }

    /// Where walls were never learned, anything that covers the floor is taken for one: more of
    /// them than a line can have are something else, such as a banner.
    fn check_unlearned_walls(&mut self, puzzle: &Puzzle) {
        for (line, number, cells) in lines(puzzle) {
            let walls = cells.iter().filter(|cell| **cell == Cell::Wall).count();
            if walls > usize::from(number) {
                let why = format!("{walls} of its cells are covered, but it has {number} walls");
                self.doubt(line, why);
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

/// Every column and row: its name, its number and its cells.
fn lines(puzzle: &Puzzle) -> impl Iterator<Item = (String, u8, Vec<Cell>)> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let columns = (0..width).map(move |column| {
        let cells = (0..height).map(|row| puzzle.cell(column, row)).collect();
        (
            format!("column {}", column + 1),
            puzzle.columns[column],
            cells,
        )
    });
    let rows = (0..height).map(move |row| {
        let cells = (0..width).map(|column| puzzle.cell(column, row)).collect();
        (format!("row {}", row + 1), puzzle.rows[row], cells)
    });
    columns.chain(rows)
}
