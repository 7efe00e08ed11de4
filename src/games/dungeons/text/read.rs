//! Text to puzzles.

use super::super::puzzle::{Cell, Cells, MAX_SIDE, Numbers, Puzzle, Walls};
use super::{Line, NO_SOLUTION, is_number, is_one_line, lines};
use crate::base::TextError;

const MAX_SEED: u32 = 99_999_999;

impl Puzzle {
    /// Reads either format; a solution that the text shows is checked and dropped.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Puzzle, TextError> {
        Self::parse_solved(text).map(|(puzzle, _)| puzzle)
    }

    /// Reads either format, with the solution if the text shows one.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse_solved(text: &str) -> Result<(Puzzle, Option<Walls>), TextError> {
        let mut lines = lines(text);
        let (number, first) = lines
            .next()
            .ok_or_else(|| TextError::new(1, "there is no puzzle in this text"))?;
        if !is_one_line(first) {
            return parse_page((number, first), lines);
        }
        if let Some((extra, _)) = lines.next() {
            return Err(TextError::new(extra, "the puzzle ended on the line before"));
        }
        parse_line(first).map_err(|what| TextError::new(number, what))
    }

    /// Reads a line, with its solution if it shows one.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse_line(line: &str) -> Result<(Puzzle, Option<Walls>), TextError> {
        parse_line(line).map_err(|what| TextError::new(1, what))
    }
}

/// The cells by their letters.
const CELLS: [Option<Cell>; 256] = {
    let mut cells = [None; 256];
    let all = [
        Cell::Unknown,
        Cell::Monster,
        Cell::Treasure,
        Cell::Wall,
        Cell::Path,
    ];
    let mut index = 0;
    while index < all.len() {
        cells[all[index].letter() as usize] = Some(all[index]);
        index += 1;
    }
    cells
};

fn parse_line(line: &str) -> Result<(Puzzle, Option<Walls>), String> {
    let mut fields = line.split_ascii_whitespace();
    let mut field = || fields.next().unwrap_or("");
    let (columns, rows, grid, solved) = (field(), field(), field(), field());
    if fields.next().is_some() {
        return Err("more than 4 fields; a line is `columns rows grid [solution]`".into());
    }
    let width = grid.find('/').unwrap_or(grid.len());
    let height = 1 + grid.bytes().filter(|&byte| byte == b'/').count();
    check_side("column", width)?;
    check_side("row", height)?;
    let puzzle = Puzzle {
        seed: None,
        columns: parse_field("column", columns, width, height)?,
        rows: parse_field("row", rows, height, width)?,
        cells: parse_grid(grid, (width, height))?,
    };
    let solution = match solved {
        "" => None,
        word if NO_SOLUTION.contains(&word) => None,
        grid => Some(solution(&puzzle, &parse_grid(grid, (width, height))?)?),
    };
    Ok((puzzle, solution))
}

fn parse_page<'a>(
    first: Line<'a>,
    mut lines: impl Iterator<Item = Line<'a>>,
) -> Result<(Puzzle, Option<Walls>), TextError> {
    let at = |number: usize| move |what: String| TextError::new(number, what);
    let (mut number, mut head) = first;
    let mut seed = None;
    if let Some(word) = head.strip_prefix("seed") {
        seed = Some(parse_seed(word.trim()).map_err(at(number))?);
        (number, head) = lines
            .next()
            .ok_or_else(|| TextError::new(number, "the numbers of the columns are missing"))?;
    }
    let words: Vec<&str> = head.split_whitespace().collect();
    check_side("column", words.len()).map_err(at(number))?;
    let width = words.len();
    let head_number = number;

    let (mut rows, mut cells, mut solved) = (Numbers::new(), Cells::new(), Cells::new());
    for (line_number, line) in lines {
        let (row, mut line_cells) = parse_row(line, rows.len(), width).map_err(at(line_number))?;
        solved.extend(line_cells.drain(width..));
        rows.push(row);
        cells.append(&mut line_cells);
        check_side("row", rows.len()).map_err(at(line_number))?;
        if !solved.is_empty() && solved.len() != cells.len() {
            let what = "some rows show a solution at their right, others none";
            return Err(TextError::new(line_number, what));
        }
    }
    check_side("row", rows.len()).map_err(at(head_number))?;
    let columns = parse_numbers("column", &words, rows.len()).map_err(at(head_number))?;
    let puzzle = Puzzle {
        seed,
        columns,
        rows,
        cells,
    };
    let solution = match solved.is_empty() {
        true => None,
        false => Some(solution(&puzzle, &solved).map_err(at(head_number))?),
    };
    Ok((puzzle, solution))
}

/// A row of a page: its number, its cells, and the cells of the solution at the right if shown.
fn parse_row(line: &str, row: usize, width: usize) -> Result<(u8, Cells), String> {
    let mut words = line.split_whitespace();
    let number = parse_number("row", row, words.next().unwrap_or(""), width)?;
    let letters: String = words.collect();
    let mut cells = Cells::with_capacity(2 * width);
    push_cells(&mut cells, letters.as_bytes(), row)?;
    if cells.len() != width && cells.len() != 2 * width {
        return Err(format!(
            "row {} has {} cells, not {width}",
            row + 1,
            cells.len()
        ));
    }
    Ok((number, cells))
}

fn parse_seed(word: &str) -> Result<u32, String> {
    match word.parse() {
        Ok(seed) if seed <= MAX_SEED && is_number(word) => Ok(seed),
        _ => Err(format!("{word:?} is not a seed; seeds are 0..={MAX_SEED}")),
    }
}

fn check_side(what: &str, count: usize) -> Result<(), String> {
    match count {
        0 => Err(format!("the puzzle has no {what}s")),
        1..=MAX_SIDE => Ok(()),
        _ => Err(format!("{count} {what}s; {MAX_SIDE} is the largest side")),
    }
}

/// The numbers of a line's field: a digit each, or separated by commas.
fn parse_field(what: &str, field: &str, count: usize, limit: usize) -> Result<Numbers, String> {
    let digit = |byte: u8| byte.is_ascii_digit() && usize::from(byte - b'0') <= limit;
    if field.len() == count && field.bytes().all(digit) {
        return Ok(field.bytes().map(|byte| byte - b'0').collect());
    }
    let one_each = field.len() == count && !field.contains(',');
    let numbers: Vec<&str> = match one_each {
        true => field.split("").filter(|word| !word.is_empty()).collect(),
        false => field.split(',').collect(),
    };
    if numbers.len() != count {
        let found = match field.contains(',') {
            true => numbers.len(),
            false => field.chars().count(),
        };
        return Err(format!(
            "{found} {what} numbers, the grid has {count} {what}s"
        ));
    }
    parse_numbers(what, &numbers, limit)
}

fn parse_numbers(what: &str, words: &[&str], limit: usize) -> Result<Numbers, String> {
    let numbers = words.iter().enumerate();
    numbers
        .map(|(index, word)| parse_number(what, index, word, limit))
        .collect()
}

fn parse_number(what: &str, index: usize, word: &str, limit: usize) -> Result<u8, String> {
    let index = index + 1;
    if word.is_empty() || !is_number(word) {
        return Err(format!("{word:?} is not the number of {what} {index}"));
    }
    match word.parse() {
        Ok(number) if usize::from(number) <= limit => Ok(number),
        _ => Err(format!(
            "the number of {what} {index} is {word}, but it has only {limit} cells"
        )),
    }
}

fn parse_grid(grid: &str, (width, height): (usize, usize)) -> Result<Cells, String> {
    let mut cells = Cells::with_capacity(width * height);
    let mut row = 0;
    for letters in grid.as_bytes().split(|&byte| byte == b'/') {
        push_cells(&mut cells, letters, row)?;
        row += 1;
        if cells.len() != width * row {
            let found = letters.len();
            return Err(format!("row {row} has {found} cells, not {width}"));
        }
    }
    match row == height {
        true => Ok(cells),
        false => Err(format!("the solution has {row} rows, the puzzle {height}")),
    }
}

fn push_cells(cells: &mut Cells, letters: &[u8], row: usize) -> Result<(), String> {
    for &letter in letters {
        let cell = CELLS[usize::from(letter)];
        cells.push(cell.ok_or_else(|| unknown_character(letters, row))?);
    }
    Ok(())
}

fn unknown_character(letters: &[u8], row: usize) -> String {
    let letters = String::from_utf8_lossy(letters);
    let is_unknown = |&(_, c): &(usize, char)| !".MT#o".contains(c);
    let found = letters.chars().enumerate().find(is_unknown);
    let (column, letter) = found.unwrap_or_default();
    format!(
        "unknown character {letter:?} in column {}, row {}",
        column + 1,
        row + 1
    )
}

/// The walls of a solution, whose monsters and treasures must be those of the puzzle.
fn solution(puzzle: &Puzzle, cells: &[Cell]) -> Result<Walls, String> {
    let solved = Puzzle {
        cells: cells.into(),
        ..puzzle.clone()
    };
    match solved.givens() == puzzle.givens() {
        true => Ok(solved.walls()),
        false => Err("the solution has other monsters and treasures than the puzzle".into()),
    }
}
