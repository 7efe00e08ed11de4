//! Boards of numbers as tiles: every number has a look of its own.

use super::{FREE, OUTSIDE, Seen, mark};
use crate::fit::tiles::TileSketch;
use crate::game::tiled::Part;
use crate::games::sliding::numbers::{Numbers, ODD};
use crate::games::sliding::puzzle::Puzzle;
use crate::vision::tiles::FoundTiles;

/// What such a board shows: each number by its mark, and no goals, for where it must go is written on it. Numbers that
/// there are no marks for are not to be read.
pub fn sketch(puzzle: &Puzzle) -> TileSketch {
    let mut letters = vec![FREE; puzzle.floor.len()];
    for (index, block) in puzzle.blocks.iter().enumerate() {
        letters[block.cells[0]] = number(index).unwrap_or(OUTSIDE);
    }
    TileSketch::of_letters(puzzle.columns, letters).with_numbers(FREE)
}

fn number(index: usize) -> Option<char> {
    mark(index).filter(|_| index < super::FIRST_TIE)
}

/// The rectangle around all numbers, if these are tiles of such a board: no number twice, and one free cell. What is not
/// sure may be a number, or lie on the free cell: some games fill that when all numbers are in their places.
pub fn part(all: &FoundTiles) -> Option<Part> {
    let seen: Vec<Seen> = all.tiles.iter().map(|tile| Seen::of(tile.class)).collect();
    let is_number =
        |at: &usize| all.tiles[*at].is_sure() && matches!(seen[*at], Seen::Block(Some(_), None));
    let places: Vec<usize> = (0..seen.len()).filter(is_number).collect();
    let range = |of: &dyn Fn(usize) -> usize| {
        let of = places.iter().map(|at| of(*at));
        Some((of.clone().min()?, of.max()?))
    };
    let (left, right) = range(&|at| at % all.columns)?;
    let (top, bottom) = range(&|at| at / all.columns)?;
    let size = [right - left + 1, bottom - top + 1];
    let within = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * all.columns + x));
    let (others, cells) = (within.filter(|at| !is_number(at)), size[0] * size[1]);
    let (unsure, known): (Vec<usize>, Vec<usize>) =
        others.partition(|at| !all.tiles[*at].is_sure());
    let is_one = match known[..] {
        [] => !unsure.is_empty(),
        [free] => seen[free] == Seen::Free(None),
        _ => false,
    };
    let mut numbers: Vec<Option<usize>> = places.iter().map(|at| seen[*at].mark()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let all_once = numbers.len() == places.len() && numbers.last() < Some(&Some(cells - 1));
    let is_board = all_once && is_one && 2 * places.len() > cells;
    (is_board && size.into_iter().all(|side| side > 1)).then_some(([left as i32, top as i32], size))
}

/// The board that tiles show, which has the numbers and the goal of one that is known.
///
/// # Errors
/// A number is not there once, or the goal cannot be reached: then two of them were taken for each other. Not if that very
/// board is known: somebody wrote down what it shows.
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
        Some(board) if free == 1 => match board.is_solvable() || puzzle.blocks == known.blocks {
            true => Ok(puzzle),
            false => Err(format!(
                "{ODD}: are two of them taken for each other, or can nobody solve it?"
            )),
        },
        _ => Err(format!("{free} cells are free")),
    }
}
