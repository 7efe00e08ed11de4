//! Pictures of boards and what they show, as examples to learn from.

use image::RgbaImage;

use super::puzzle::{Cell, Puzzle};
use super::read::{MARK, TREASURE, WALL};
use crate::profile::Profile;
use crate::profile::learn::{Example, Label};

/// What `board`, a picture of exactly the board, shows according to `puzzle`. The error says what
/// does not fit together.
pub fn example(profile: &Profile, board: RgbaImage, puzzle: &Puzzle) -> Result<Example, String> {
    let cells = profile.cells;
    if (puzzle.width(), puzzle.height()) != (cells.columns, cells.rows) {
        return Err(format!(
            "the text has {}x{} cells, the profile {}x{}",
            puzzle.width(),
            puzzle.height(),
            cells.columns,
            cells.rows
        ));
    }
    let numbers = profile
        .numbers
        .ok_or("the profile does not say where the numbers are")?;
    let columns = puzzle.columns.iter().enumerate();
    let rows = puzzle.rows.iter().enumerate();
    Ok(Example {
        board,
        cells: puzzle.cells.iter().map(|cell| label(*cell)).collect(),
        numbers: columns
            .map(|(i, n)| (numbers.of_column(&cells, i), *n))
            .chain(rows.map(|(i, n)| (numbers.of_row(&cells, i), *n)))
            .collect(),
        seed: puzzle.seed.map(|seed| format!("{seed:08}")),
    })
}

fn label(cell: Cell) -> Label {
    match cell {
        Cell::Unknown => Label::Floor,
        // Nobody has seen all monsters: they are whatever nothing else is.
        Cell::Monster => Label::Other,
        Cell::Treasure => Label::Sprite(TREASURE),
        Cell::Wall => Label::Sprite(WALL),
        Cell::Path => Label::Sprite(MARK),
    }
}
