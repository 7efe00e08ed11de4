//! Puzzles to text.

use std::fmt::{self, Write};

use super::super::puzzle::{Cell, MAX_SIDE, Puzzle, Walls};
use super::is_one_line;

impl Puzzle {
    /// The puzzle as one line; the seed has no place in it.
    pub fn one_line(&self) -> String {
        let mut line = String::with_capacity(2 * (self.cells.len() + self.columns.len() + 8));
        push_numbers(&mut line, &self.columns);
        line.push(' ');
        push_numbers(&mut line, &self.rows);
        line.push(' ');
        for (row, cells) in self.cells.chunks(self.width()).enumerate() {
            if row > 0 {
                line.push('/');
            }
            line.extend(cells.iter().map(|cell| cell.letter()));
        }
        line
    }

    /// Appends the grid as it looks with these walls: the fourth field of a line.
    pub fn write_solution(&self, walls: &Walls, out: &mut String) {
        for (row, cells) in self.cells.chunks_exact(self.width()).enumerate() {
            if row > 0 {
                out.push('/');
            }
            let mut letters = [0; MAX_SIDE];
            for (column, (letter, cell)) in letters.iter_mut().zip(cells).enumerate() {
                *letter = match cell {
                    Cell::Monster => b'M',
                    Cell::Treasure => b'T',
                    _ if walls.at(column, row) => b'#',
                    _ => b'.',
                };
            }
            let letters = &letters[..cells.len()];
            out.push_str(std::str::from_utf8(letters).expect("letters are ASCII"));
        }
    }

    /// Appends the puzzle that was given as `text` with its solution, or the word for there being
    /// none: a line gets it as its fourth field, a page is drawn solved or followed by a comment.
    pub fn write_answer(&self, text: &str, walls: Result<&Walls, &str>, out: &mut String) {
        if is_one_line(text) {
            return self.write_answer_line(text, walls, out);
        }
        match walls {
            Ok(walls) => out.push_str(&self.with_walls(walls).to_string()),
            Err(word) => out.extend([&self.to_string(), "# ", word]),
        }
    }

    /// As [`Self::write_answer`] for a line.
    pub fn write_answer_line(&self, line: &str, walls: Result<&Walls, &str>, out: &mut String) {
        for field in line.split_ascii_whitespace().take(3) {
            out.push_str(field);
            out.push(' ');
        }
        match walls {
            Ok(walls) => self.write_solution(walls, out),
            Err(word) => out.push_str(word),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed:08}")?;
        }
        let numbers = self.columns.iter().chain(&self.rows);
        let digits = if numbers.max() > Some(&9) { 2 } else { 1 };
        write!(f, "{:digits$}", "")?;
        for number in &self.columns {
            write!(f, " {number:digits$}")?;
        }
        writeln!(f)?;
        for (number, cells) in self.rows.iter().zip(self.cells.chunks(self.width())) {
            write!(f, "{number:digits$}")?;
            for cell in cells {
                write!(f, " {:>digits$}", cell.letter())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn push_numbers(line: &mut String, numbers: &[u8]) {
    let separator = match numbers.iter().any(|&number| number > 9) {
        true => ",",
        false => "",
    };
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            line.push_str(separator);
        }
        write!(line, "{number}").expect("writing to a string does not fail");
    }
}
