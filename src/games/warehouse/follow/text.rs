//! Text to map and moves. The usual text (a map, a blank line, lines of moves) is read without
//! copying the moves.

use std::borrow::Cow;

use super::{Map, Task};
use crate::base::TextError;

/// Reads a map and the moves behind it. Lines that start with `#` and a space, and blank lines, are
/// ignored.
pub fn parse(text: &str) -> Result<Task<'_>, TextError> {
    let (map, moves, first_line) = parse_map(text)?;
    let moves = if all(moves.as_bytes(), is_move) {
        Cow::Borrowed(moves.as_bytes())
    } else {
        Cow::Owned(checked_moves(moves, first_line)?)
    };
    Ok(Task { map, moves })
}

/// Looks at every byte even if an early one fails, which lets the compiler take many at a time.
fn all(bytes: &[u8], test: impl Fn(u8) -> bool) -> bool {
    bytes.iter().fold(0, |bad, &c| bad | u8::from(!test(c))) == 0
}

fn is_move(c: u8) -> bool {
    // Not `matches!`: a text is checked faster without branches or tables.
    (c == b'^')
        | (c == b'v')
        | (c == b'<')
        | (c == b'>')
        | (c == b'\n')
        | (c == b'\r')
        | (c == b' ')
}

fn is_cell(c: u8) -> bool {
    (c == b'#') | (c == b'.') | (c == b'O') | (c == b'@')
}

/// The map, the text behind it, and the number of the line where that starts.
fn parse_map(text: &str) -> Result<(Map, &str, usize), TextError> {
    let mut rows = Rows::default();
    let mut rest = text;
    let mut number = 0;
    while !rest.is_empty() {
        let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
        let line = line.trim_ascii_end();
        if line.starts_with(['^', 'v', '<', '>']) {
            break;
        }
        number += 1;
        if !line.is_empty() && !line.starts_with("# ") {
            rows.add(line.as_bytes(), number)?;
        }
        rest = behind;
    }
    Ok((rows.finish()?, rest, number + 1))
}

/// The rows of a map, as they are collected.
#[derive(Default)]
struct Rows {
    width: usize,
    cells: Vec<u8>,
    /// The line of the text that the last row came from.
    last: usize,
    /// The same of the row with the robot.
    robot: Option<usize>,
}

impl Rows {
    fn add(&mut self, row: &[u8], line: usize) -> Result<(), TextError> {
        let first = self.cells.is_empty();
        if first {
            self.width = row.len();
            // Most maps are about as high as they are wide.
            self.cells.reserve(row.len() * row.len());
        }
        if !all(row, is_cell) {
            return Err(TextError::new(line, unknown_sign(row)));
        }
        if row.len() != self.width {
            let what = format!("{} cells, but the first row has {}", row.len(), self.width);
            return Err(TextError::new(line, what));
        }
        if row[0] != b'#' || row[row.len() - 1] != b'#' || (first && !all_wall(row)) {
            return Err(no_border(line));
        }
        let robots: u8 = row
            .iter()
            .fold(0, |n, &c| n.saturating_add(u8::from(c == b'@')));
        if robots > 0 && (robots > 1 || self.robot.is_some()) {
            return Err(TextError::new(line, "a second robot"));
        }
        if robots == 1 {
            self.robot = Some(line);
        }
        self.cells.extend_from_slice(row);
        self.last = line;
        Ok(())
    }

    fn finish(self) -> Result<Map, TextError> {
        if self.cells.is_empty() {
            return Err(TextError::new(1, "no map"));
        }
        if !all_wall(&self.cells[self.cells.len() - self.width..]) {
            return Err(no_border(self.last));
        }
        if self.robot.is_none() {
            return Err(TextError::new(
                self.last,
                "the map ends without a robot `@`",
            ));
        }
        Ok(Map {
            width: self.width,
            cells: self.cells,
        })
    }
}

fn all_wall(row: &[u8]) -> bool {
    row.iter().all(|&c| c == b'#')
}

fn no_border(line: usize) -> TextError {
    TextError::new(line, "the map is not closed by walls `#` here")
}

fn unknown_sign(row: &[u8]) -> String {
    let text = String::from_utf8_lossy(row);
    let sign = text.chars().find(|&c| !c.is_ascii() || !is_cell(c as u8));
    match sign {
        Some(c) if is_move(c as u8) && c.is_ascii() => format!("a move {c:?} among the map"),
        Some(c) => format!("unknown sign {c:?}; a map has `#`, `.`, `O` and `@`"),
        None => "not a row of a map".to_string(),
    }
}

/// Moves with comments between them, or with something in them that is no move.
fn checked_moves(text: &str, first_line: usize) -> Result<Vec<u8>, TextError> {
    let mut moves = Vec::with_capacity(text.len());
    for (line, number) in text.lines().zip(first_line..) {
        if line.starts_with("# ") {
            continue;
        }
        if let Some(c) = line.chars().find(|&c| !c.is_ascii() || !is_move(c as u8)) {
            let what = format!("unknown move {c:?}; moves are `^`, `v`, `<` and `>`");
            return Err(TextError::new(number, what));
        }
        moves.extend_from_slice(line.as_bytes());
    }
    Ok(moves)
}
