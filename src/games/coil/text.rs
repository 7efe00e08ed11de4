//! The text formats of levels, boards and solutions.

use std::fmt;

use super::puzzle::{Cell, Direction, MAX_CELLS, Puzzle, Step};
use crate::base::TextError;

/// A start and the slides from there: `x=1&y=0&path=RDLDR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub column: usize,
    pub row: usize,
    pub path: Vec<Direction>,
}

impl Solution {
    /// The solution that these steps are; none if the first does not choose the start or a later
    /// one does.
    pub fn from_steps(steps: &[Step]) -> Option<Solution> {
        let (&Step::Start { column, row }, rest) = steps.split_first()? else {
            return None;
        };
        let slide = |step: &Step| match step {
            Step::Slide(dir) => Some(*dir),
            Step::Start { .. } => None,
        };
        let path = rest.iter().map(slide).collect::<Option<_>>()?;
        Some(Solution { column, row, path })
    }

    pub fn steps(&self) -> Vec<Step> {
        let start = Step::Start {
            column: self.column,
            row: self.row,
        };
        let slides = self.path.iter().map(|&dir| Step::Slide(dir));
        std::iter::once(start).chain(slides).collect()
    }

    /// Reads the one-line form.
    pub fn parse(text: &str) -> Result<Solution, TextError> {
        let (number, line) = only_line(text)?;
        let [column, row, path] = fields(number, line, ["x", "y", "path"])?;
        let dir = |letter: char| {
            Direction::from_letter(letter).ok_or_else(|| {
                TextError::new(
                    number,
                    format!("{letter:?} is none of the directions U, D, L, R"),
                )
            })
        };
        Ok(Solution {
            column: whole_number(number, "x", column)?,
            row: whole_number(number, "y", row)?,
            path: path.chars().map(dir).collect::<Result<_, _>>()?,
        })
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x={}&y={}&path=", self.column, self.row)?;
        write_letters(f, &self.path)
    }
}

fn write_letters(f: &mut fmt::Formatter<'_>, path: &[Direction]) -> fmt::Result {
    let letters: String = path.iter().map(|dir| dir.letter()).collect();
    f.write_str(&letters)
}

impl Puzzle {
    /// Reads a level line (`x=3&y=3&board=X.......X`) or a grid: `.` open, `#` or `X` wall, `o`
    /// visited, `@` the cell the path has come to.
    pub fn parse(text: &str) -> Result<Puzzle, TextError> {
        let lines: Vec<(usize, &str)> = lines(text).collect();
        match lines[..] {
            [] => Err(TextError::new(1, "a level was expected, found nothing")),
            [(number, line)] if is_level_line(line) => level_line(number, line),
            _ => grid(&lines),
        }
    }

    /// The level as one line; moves already made are not part of it.
    pub fn level_line(&self) -> String {
        let sign = |cell: &Cell| if *cell == Cell::Wall { 'X' } else { '.' };
        let board: String = self.cells().iter().map(sign).collect();
        format!("x={}&y={}&board={board}", self.width(), self.height())
    }

    fn sign(&self, at: usize) -> char {
        match self.cells()[at] {
            Cell::Open => '.',
            Cell::Wall => '#',
            Cell::Visited if self.head() == Some(at) => '@',
            Cell::Visited => 'o',
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height() {
            let signs = (0..self.width()).map(|column| self.sign(row * self.width() + column));
            writeln!(f, "{}", signs.collect::<String>())?;
        }
        Ok(())
    }
}

/// Whether a line is meant as a whole level.
pub fn is_level_line(line: &str) -> bool {
    line.contains('=')
}

/// Cuts a text into the texts of its levels, each with the number of its first line: every level line
/// is one, so is a grid up to the next blank line.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut levels: Vec<(usize, &str)> = Vec::new();
    let mut grid_from = None;
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let (from, number) = (at, index + 1);
        at += line.len();
        let is_blank = line.trim_end().is_empty();
        if is_blank || is_level_line(line) {
            grid_from = None;
        }
        if is_blank || line.starts_with("# ") {
            continue;
        }
        match grid_from {
            _ if is_level_line(line) => levels.push((number, line)),
            None => {
                grid_from = Some(from);
                levels.push((number, line));
            }
            Some(begin) => {
                if let Some(level) = levels.last_mut() {
                    level.1 = &text[begin..at];
                }
            }
        }
    }
    levels
}

/// The lines that carry something, counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("# "))
}

fn only_line(text: &str) -> Result<(usize, &str), TextError> {
    let mut lines = lines(text);
    let first = lines
        .next()
        .ok_or_else(|| TextError::new(1, "a line was expected, found nothing"))?;
    match lines.next() {
        None => Ok(first),
        Some((number, _)) => Err(TextError::new(number, "only one line was expected")),
    }
}

/// The values of `key=value&key=value`, in the order of `keys`.
fn fields<'a, const N: usize>(
    number: usize,
    line: &'a str,
    keys: [&str; N],
) -> Result<[&'a str; N], TextError> {
    let pairs: Vec<_> = line.split('&').map(|pair| pair.split_once('=')).collect();
    let mut values = [""; N];
    for (value, key) in values.iter_mut().zip(keys) {
        let mut found = pairs.iter().flatten().filter(|(k, _)| *k == key);
        *value = match (found.next(), found.next()) {
            (Some((_, value)), None) => value,
            (None, _) => return Err(TextError::new(number, format!("{key}= is missing"))),
            _ => return Err(TextError::new(number, format!("{key}= is given twice"))),
        };
    }
    if pairs.len() != N {
        let known = keys.join("=, ");
        return Err(TextError::new(
            number,
            format!("only {known}= were expected, joined by &"),
        ));
    }
    Ok(values)
}

fn whole_number(number: usize, key: &str, value: &str) -> Result<usize, TextError> {
    value
        .parse()
        .map_err(|_| TextError::new(number, format!("{key}={value} is not a whole number")))
}

fn level_line(number: usize, line: &str) -> Result<Puzzle, TextError> {
    let [width, height, board] = fields(number, line, ["x", "y", "board"])?;
    let width = whole_number(number, "x", width)?;
    let height = whole_number(number, "y", height)?;
    check_size(number, width, height)?;
    let length = board.chars().count();
    if length != width * height {
        let what = format!(
            "x={width} times y={height} needs {} cells, board has {length}",
            width * height
        );
        return Err(TextError::new(number, what));
    }
    let cell = |sign: char| match sign {
        '.' => Ok(Cell::Open),
        'X' => Ok(Cell::Wall),
        other => {
            let what = format!("{other:?} in the board is neither . (open) nor X (wall)");
            Err(TextError::new(number, what))
        }
    };
    let cells: Vec<Cell> = board.chars().map(cell).collect::<Result<_, _>>()?;
    finish(number, width, height, cells, None)
}

fn grid(lines: &[(usize, &str)]) -> Result<Puzzle, TextError> {
    let (first, top) = lines[0];
    let width = top.chars().count();
    check_size(first, width, lines.len())?;
    let mut cells = Vec::with_capacity(width * lines.len());
    let mut head = None;
    for &(number, line) in lines {
        for sign in line.chars() {
            if sign == '@' && head.replace(cells.len()).is_some() {
                return Err(TextError::new(
                    number,
                    "a second @; the path is in one place",
                ));
            }
            cells.push(grid_cell(number, sign)?);
        }
        if line.chars().count() != width {
            let what = format!("{} cells, the first row has {width}", line.chars().count());
            return Err(TextError::new(number, what));
        }
    }
    finish(first, width, lines.len(), cells, head)
}

fn grid_cell(number: usize, sign: char) -> Result<Cell, TextError> {
    match sign {
        '.' => Ok(Cell::Open),
        '#' | 'X' => Ok(Cell::Wall),
        'o' | '@' => Ok(Cell::Visited),
        other => {
            let what = format!("{other:?} is none of . (open), # (wall), o (visited), @ (here)");
            Err(TextError::new(number, what))
        }
    }
}

fn check_size(number: usize, width: usize, height: usize) -> Result<(), TextError> {
    match width.checked_mul(height) {
        Some(1..=MAX_CELLS) => Ok(()),
        _ => {
            let what =
                format!("a board of {width} x {height}: at least 1, at most {MAX_CELLS} cells");
            Err(TextError::new(number, what))
        }
    }
}

fn finish(
    number: usize,
    width: usize,
    height: usize,
    cells: Vec<Cell>,
    head: Option<usize>,
) -> Result<Puzzle, TextError> {
    if cells.iter().all(|&cell| cell == Cell::Wall) {
        return Err(TextError::new(number, "the board has no open cell"));
    }
    if head.is_none() && cells.contains(&Cell::Visited) {
        return Err(TextError::new(
            number,
            "visited cells (o), but no @ where the path has come to",
        ));
    }
    Ok(Puzzle::new(width, height, cells, head))
}
