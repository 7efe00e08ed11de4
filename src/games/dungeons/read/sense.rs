//! Real puzzles have one solution: numbers and cells of which that is not true are misread.

use super::super::puzzle::{Cell, Puzzle};
use super::super::solve;
use crate::games::{Limits, Outcome};
use crate::vision::looks::{FLOOR, Shown};

/// Far more than puzzles that people play need.
const NODES: u64 = 100_000;

/// Whether what is given has exactly one solution; None if that is not found out soon.
pub(super) fn has_one_solution(puzzle: &Puzzle) -> Option<bool> {
    let sum = |numbers: &[u8]| numbers.iter().map(|n| u32::from(*n)).sum::<u32>();
    if sum(&puzzle.columns) != sum(&puzzle.rows) {
        return Some(false);
    }
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    match solve::solve(&puzzle.givens(), &limits) {
        Outcome::Unique(_) => Some(true),
        Outcome::Unknown(_) => None,
        _ => Some(false),
    }
}

/// The puzzle that an example shows.
pub(super) fn puzzle(shown: &Shown) -> Puzzle {
    let cell = |letter| match letter {
        FLOOR => Cell::Unknown,
        'T' => Cell::Treasure,
        '#' => Cell::Wall,
        'o' => Cell::Path,
        _ => Cell::Monster,
    };
    Puzzle {
        seed: None,
        columns: shown.above.clone(),
        rows: shown.left.clone(),
        cells: shown.letters().map(cell).collect(),
    }
}
