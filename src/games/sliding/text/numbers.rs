//! Boards of numbers as text: words with blanks between.

use super::{Grid, Rows};
use crate::base::TextError;
use crate::games::sliding::numbers::{MAX_CELLS, Numbers};
use crate::games::sliding::puzzle::{Block, Puzzle};
use crate::games::sliding::sign::Sign;

/// Whether a puzzle is written so: a board of all numbers from 1 on.
pub fn is_numbered(puzzle: &Puzzle) -> bool {
    let numbers = puzzle.blocks.iter().map(|block| block.sign.number());
    numbers.eq((1..=puzzle.blocks.len() as u16).map(Some))
        && puzzle.gates.is_empty()
        && Numbers::of(puzzle).is_some()
}

/// Whether the goal of such a puzzle is the usual one: the numbers in order, and nothing on the last cell.
pub fn is_usual(puzzle: &Puzzle) -> bool {
    let goals = puzzle.blocks.iter().map(|block| block.goal.as_deref());
    goals.enumerate().all(|(at, goal)| goal == Some(&[at]))
}

/// The rows of a grid that shows some cells of each block.
pub fn rows<'a>(
    puzzle: &'a Puzzle,
    shown: impl Fn(&'a Block) -> Option<&'a Vec<usize>>,
) -> Vec<String> {
    let mut words = vec![".".to_string(); puzzle.floor.len()];
    for block in &puzzle.blocks {
        for cell in shown(block).into_iter().flatten() {
            words[*cell] = block.sign.to_string();
        }
    }
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let row = |row: &[String]| {
        let words: Vec<String> = row.iter().map(|word| format!("{word:>width$}")).collect();
        words.join(" ")
    };
    words.chunks(puzzle.columns).map(row).collect()
}

/// Start and goal; without rows the goal is the usual one.
pub fn grids(start: &Rows, goal: &Rows) -> Result<(Grid, Grid), TextError> {
    let start = grid(start)?;
    let count = start.cells.len();
    if start.columns < 2 || start.lines.len() < 2 || count > MAX_CELLS {
        let what = format!(
            "a board of numbers has two columns and rows or more, and at most {MAX_CELLS} cells"
        );
        return Err(TextError::new(start.lines[0], what));
    }
    let goal = match goal.is_empty() {
        false => grid(goal)?,
        true => Grid {
            columns: start.columns,
            lines: start.lines.clone(),
            cells: (1..count).map(word).chain([Some(FREE)]).collect(),
        },
    };
    for grid in [&start, &goal] {
        let number = |number: &usize| !grid.cells.contains(&word(*number));
        if let Some(missing) = (1..grid.cells.len()).find(number) {
            let what = format!(
                "{missing} is missing: each number up to {} is there once",
                grid.cells.len() - 1
            );
            return Err(TextError::new(grid.lines[0], what));
        }
        if !grid.cells.contains(&Some(FREE)) {
            return Err(TextError::new(
                grid.lines[0],
                "no cell is free, which is written '.'",
            ));
        }
    }
    Ok((start, goal))
}

const FREE: Sign = Sign::Character('.');

fn word(number: usize) -> Option<Sign> {
    Some(Sign::of_number(number as u16))
}

fn grid(rows: &Rows) -> Result<Grid, TextError> {
    let mut grid = Grid {
        columns: rows[0].1.split_whitespace().count(),
        lines: rows.iter().map(|row| row.0).collect(),
        cells: Vec::new(),
    };
    for &(line, row) in rows {
        for word in row.split_whitespace() {
            let sign = Sign::parse(word).filter(|sign| *sign == FREE || sign.number().is_some());
            let what = || format!("'{word}' is neither a number nor '.', a free cell");
            grid.cells
                .push(Some(sign.ok_or_else(|| TextError::new(line, what()))?));
        }
        let count = row.split_whitespace().count();
        if count != grid.columns {
            let what = format!("{count} cells, {} in the first row", grid.columns);
            return Err(TextError::new(line, what));
        }
    }
    Ok(grid)
}
