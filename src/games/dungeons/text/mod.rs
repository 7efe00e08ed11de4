//! The two text formats: a page for people, a line for big files.
//!
//! ```text
//! seed 00000042
//!   2 1 2
//! 1 . . .          a cell is one of `.` unknown, `M` monster, `T` treasure,
//! 2 . M .          `#` wall, `o` marked as path
//! 2 . . .
//! ```
//!
//! The line is `columns rows grid [solution]`, the rows of a grid split by `/`:
//! `212 122 .../.M./...`. Where a number is above 9 its field is separated by commas.
//!
//! A page may show the solution to the right of the puzzle, a line as its fourth field. Blank lines
//! and lines that start with `# ` are ignored.

use super::puzzle::Cell;

mod read;
mod write;

/// The words that stand in the place of a solution where there is none to show.
pub const NO_SOLUTION: [&str; 3] = ["impossible", "several", "unknown"];

/// A line of the text and its number, counted from 1.
type Line<'a> = (usize, &'a str);

/// Cuts a file into the texts of its puzzles, each with the number of its first line.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut starts: Vec<Line> = Vec::new();
    let mut seed_pending = false;
    for (number, line) in lines(text) {
        let is_seed = line.starts_with("seed");
        let is_header = is_seed || is_one_line(line) || line.split_whitespace().all(is_number);
        if (is_header && !seed_pending) || starts.is_empty() {
            starts.push((number, line));
        }
        seed_pending = is_seed;
    }
    let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    let ends = starts.iter().skip(1).map(|(_, line)| offset(line));
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    let texts = starts.iter().zip(ends);
    texts
        .map(|((number, line), end)| (*number, &text[offset(line)..end]))
        .collect()
}

impl Cell {
    /// The letter of the text formats.
    pub const fn letter(self) -> char {
        match self {
            Cell::Unknown => '.',
            Cell::Monster => 'M',
            Cell::Treasure => 'T',
            Cell::Wall => '#',
            Cell::Path => 'o',
        }
    }
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let is_comment = |line: &str| line == "#" || line.starts_with("# ");
    text.lines()
        .enumerate()
        .filter(move |(_, line)| !line.trim().is_empty() && !is_comment(line))
        .map(|(index, line)| (index + 1, line))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a line is a puzzle: it has numbers, numbers, a grid. The rows of a page have but one
/// number, its head has no grid.
pub fn is_one_line(line: &str) -> bool {
    let numbers = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b',');
    let mut words = line.split_whitespace();
    let (first, second, third) = (words.next(), words.next(), words.next());
    matches!((first, second, third), (Some(a), Some(b), Some(c))
        if numbers(a) && numbers(b) && !is_number(c))
}
