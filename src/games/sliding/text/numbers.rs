//! Boards of numbers as text: words with blanks between.

use super::{Grid, Rows};
use crate::base::TextError;
use crate::games::sliding::numbers::{MAX_CELLS, Numbers};
use crate::games::sliding::puzzle::{Block, Puzzle};
use crate::games::sliding::sign::Sign;

/// Whether a puzzle is written so: a board of all numbers from one on.
pub fn is_numbered(puzzle: &Puzzle) -> bool {
    let numbers = || puzzle.blocks.iter().map(|block| block.sign.number());
    let first = numbers().next().flatten().unwrap_or(1);
    let all = first..=u16::MAX;
    numbers().eq(all.map(Some).take(puzzle.blocks.len()))
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
    let numbers = start
        .cells
        .iter()
        .flatten()
        .filter_map(|sign| sign.number());
    // On a board on which the first cell is free in the end they begin with 2.
    let first = usize::from(numbers.min().unwrap_or(1));
    let all = || first..first + count - 1;
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
            cells: all().map(word).chain([Some(FREE)]).collect(),
        },
    };
    for grid in [&start, &goal] {
        let number = |number: &usize| !grid.cells.contains(&word(*number));
        if let Some(missing) = all().find(number) {
            let what = format!(
                "{missing} is missing: each number from {first} to {} is there once",
                all().end - 1
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sliding::Move;

    #[track_caller]
    fn error(text: &str, line: usize, part: &str) {
        let error = Puzzle::parse(text).expect_err("not a puzzle");
        assert!(error.line == line && error.what.contains(part), "{error}");
    }

    #[test]
    fn numbers_are_words_and_their_goal_may_be_left_out() {
        let text = "min_moves 4\nnumbers\n 1  2  3  4\n 5  6  7  8\n 9 10 11  .\n";
        let puzzle = Puzzle::parse(text).unwrap();
        assert_eq!(
            (puzzle.to_string().as_str(), puzzle.is_solved()),
            (text, true)
        );
        let other = text.to_string() + "goal\n .  1  2  3\n 4  5  6  7\n 8  9 10 11\n";
        assert_eq!(Puzzle::parse(&other).unwrap().to_string(), other);
        // The same with signs.
        let signs = "start\n31\n.2\ngoal\n12\n3.\n";
        let words = "numbers\n3 1\n. 2\n";
        assert_eq!(Puzzle::parse(signs).unwrap().to_string(), words);
        // Where the first cell is free in the end.
        let text = "numbers\n2 .\n4 3\ngoal\n. 2\n3 4\n";
        assert_eq!(Puzzle::parse(text).unwrap().to_string(), text);
        let right = Move::parse("10 down 1").map(|mv| mv.to_string());
        assert_eq!(right.as_deref(), Some("10 down 1"));
        error("numbers\n1 2\n3\n", 3, "1 cells, 2 in the first row");
        error("numbers\n1 2\n3 4\n", 2, "no cell is free");
        error("numbers\n1 2\n3 x\n", 3, "'x'");
        error("numbers\n1 2\n2 .\n", 2, "3 is missing");
        error("numbers\n1 2 .\n", 2, "two columns and rows");
        error("numbers\n1 2\n3 .\ngoal\n. 1\n2 4\n", 5, "3 is missing");
        error("numbers\n1 2\n3 .\ngoal\n", 4, "without rows");
    }
}
