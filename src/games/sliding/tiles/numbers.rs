//! Boards of numbers as tiles: every number has a look of its own.

use super::Seen;
use crate::games::sliding::numbers::{Numbers, ODD};
use crate::games::sliding::puzzle::Puzzle;

/// The board that tiles show, which has the numbers and the goal of one that is known.
///
/// # Errors
/// A number is not there once, or the goal cannot be reached: then two of them were taken for each other.
pub fn puzzle(cells: &[Seen], known: &Puzzle) -> Result<Puzzle, String> {
    let mut puzzle = known.clone();
    puzzle.min_moves = None;
    for (index, block) in puzzle.blocks.iter_mut().enumerate() {
        let is_it = |cell: &usize| cells[*cell] == Seen::Block(Some(index), None);
        block.cells = (0..cells.len()).filter(is_it).collect();
        let count = block.cells.len();
        if count != 1 {
            return Err(format!("{} is there {count} times", block.sign));
        }
    }
    let free = cells
        .iter()
        .filter(|seen| **seen == Seen::Free(None))
        .count();
    match Numbers::of(&puzzle) {
        Some(board) if free == 1 => match board.is_solvable() {
            true => Ok(puzzle),
            false => Err(format!("{ODD}: are two of them taken for each other?")),
        },
        _ => Err(format!("{free} cells are free")),
    }
}
