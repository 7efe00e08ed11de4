//! The rules, plain and obvious: what a set of walls does wrong.

use std::fmt;

use super::puzzle::{Cell, Puzzle, Walls};

/// One broken rule. Coordinates are (column, row) from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A column with the wrong number of walls.
    Column { column: usize, walls: u8 },
    /// A row with the wrong number of walls.
    Row { row: usize, walls: u8 },
    /// A wall on a monster or a treasure.
    Covered { at: (usize, usize) },
    /// A monster without exactly one open neighbour.
    Monster { at: (usize, usize), open: u8 },
    /// An open cell with at most one open neighbour and no monster.
    DeadEnd { at: (usize, usize) },
    /// A treasure without a room of its own.
    Treasure { at: (usize, usize) },
    /// A 2x2 block of open cells outside rooms, by its top left cell.
    Hall { at: (usize, usize) },
    /// The open cells are not one region; an open cell that is cut off from the first.
    CutOff { at: (usize, usize) },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Column { column, walls } => write!(f, "column {column} has {walls} walls"),
            Violation::Row { row, walls } => write!(f, "row {row} has {walls} walls"),
            Violation::Covered { at } => write!(f, "the wall at {at:?} covers something"),
            Violation::Monster { at, open } => {
                write!(f, "the monster at {at:?} has {open} open neighbours")
            }
            Violation::DeadEnd { at } => write!(f, "the dead end at {at:?} has no monster"),
            Violation::Treasure { at } => write!(f, "the treasure at {at:?} has no room"),
            Violation::Hall { at } => write!(f, "the 2x2 block at {at:?} is open"),
            Violation::CutOff { at } => write!(f, "the cell at {at:?} is cut off"),
        }
    }
}

impl Puzzle {
    /// Whether the walls drawn so far are a solution.
    pub fn is_solved(&self) -> bool {
        violations(self, &self.walls()).is_empty()
    }
}

/// Every rule that the walls break.
pub fn violations(puzzle: &Puzzle, walls: &Walls) -> Vec<Violation> {
    let board = Board { puzzle, walls };
    let mut found = board.wrong_numbers();
    for at in board.cells() {
        found.extend(board.wrong_cell(at));
    }
    found.extend(board.halls());
    found.extend(board.cut_off());
    found
}

struct Board<'a> {
    puzzle: &'a Puzzle,
    walls: &'a Walls,
}

impl Board<'_> {
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    /// Whether the cell lies on the board and is no wall; coordinates may lie outside.
    fn open(&self, column: isize, row: isize) -> bool {
        let on_board = (0..self.puzzle.width() as isize).contains(&column)
            && (0..self.puzzle.height() as isize).contains(&row);
        on_board && !self.walls.at(column as usize, row as usize)
    }

    fn wrong_numbers(&self) -> Vec<Violation> {
        let mut columns = vec![0; self.puzzle.width()];
        let mut rows = vec![0; self.puzzle.height()];
        for (column, row) in self.cells().filter(|&(c, r)| self.walls.at(c, r)) {
            columns[column] += 1;
            rows[row] += 1;
        }
        let columns = columns.into_iter().enumerate();
        let columns = columns.filter(|&(column, walls)| walls != self.puzzle.columns[column]);
        let rows = rows.into_iter().enumerate();
        let rows = rows.filter(|&(row, walls)| walls != self.puzzle.rows[row]);
        columns
            .map(|(column, walls)| Violation::Column { column, walls })
            .chain(rows.map(|(row, walls)| Violation::Row { row, walls }))
            .collect()
    }

    fn wrong_cell(&self, at: (usize, usize)) -> Option<Violation> {
        let (column, row) = (at.0 as isize, at.1 as isize);
        let given = self.puzzle.cell(at.0, at.1);
        let is_given = given.is_given();
        if !self.open(column, row) {
            return is_given.then_some(Violation::Covered { at });
        }
        let open = neighbours(column, row)
            .into_iter()
            .filter(|&(c, r)| self.open(c, r))
            .count() as u8;
        match given {
            Cell::Monster => (open != 1).then_some(Violation::Monster { at, open }),
            Cell::Treasure if self.room_of(at).is_none() => Some(Violation::Treasure { at }),
            _ => (open <= 1).then_some(Violation::DeadEnd { at }),
        }
    }

    /// The top left cell of the room around a treasure. There is at most one: any other block of
    /// 3x3 open cells that holds the treasure would give this one a second entrance.
    fn room_of(&self, treasure: (usize, usize)) -> Option<(isize, isize)> {
        let (column, row) = (treasure.0 as isize, treasure.1 as isize);
        (row - 2..=row)
            .flat_map(|top| (column - 2..=column).map(move |left| (left, top)))
            .find(|&(left, top)| self.is_room(left, top))
    }

    fn is_room(&self, left: isize, top: isize) -> bool {
        let inside = || (0..9).map(move |i| (left + i % 3, top + i / 3));
        let around = (0..3).flat_map(|i| {
            [
                (left + i, top - 1),
                (left + i, top + 3),
                (left - 1, top + i),
                (left + 3, top + i),
            ]
        });
        let holds = |what: Cell| {
            inside()
                .filter(|&(c, r)| self.puzzle.cell(c as usize, r as usize) == what)
                .count()
        };
        inside().all(|(c, r)| self.open(c, r))
            && around.filter(|&(c, r)| self.open(c, r)).count() == 1
            && holds(Cell::Treasure) == 1
            && holds(Cell::Monster) == 0
    }

    /// The 2x2 blocks of open cells that do not lie inside one room.
    fn halls(&self) -> impl Iterator<Item = Violation> {
        self.cells().filter_map(|at| {
            let (left, top) = (at.0 as isize, at.1 as isize);
            let open = (0..4).all(|i| self.open(left + i % 2, top + i / 2));
            let in_room = (top - 1..=top)
                .flat_map(|r| (left - 1..=left).map(move |c| (c, r)))
                .any(|(c, r)| self.is_room(c, r));
            (open && !in_room).then_some(Violation::Hall { at })
        })
    }

    fn cut_off(&self) -> Option<Violation> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let mut reached = vec![false; width * height];
        let open = || self.cells().filter(|&(c, r)| !self.walls.at(c, r));
        let mut pending: Vec<(usize, usize)> = open().take(1).collect();
        while let Some((column, row)) = pending.pop() {
            if std::mem::replace(&mut reached[row * width + column], true) {
                continue;
            }
            let next = neighbours(column as isize, row as isize).into_iter();
            let next = next.filter(|&(c, r)| self.open(c, r));
            pending.extend(next.map(|(c, r)| (c as usize, r as usize)));
        }
        open()
            .find(|(column, row)| !reached[row * width + column])
            .map(|at| Violation::CutOff { at })
    }
}

fn neighbours(column: isize, row: isize) -> [(isize, isize); 4] {
    [
        (column, row - 1),
        (column + 1, row),
        (column, row + 1),
        (column - 1, row),
    ]
}
