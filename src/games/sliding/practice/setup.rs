//! The puzzle of a seed: not too hard, on a board that may have holes, with one goal or two. In some the block that
//! has to go there is in two parts.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::layout::{COLUMNS, ROWS};
use crate::base::Limits;
use crate::games::sliding::generate::{aim, aim_at, scatter, tie};
use crate::games::sliding::{Puzzle, solve};

/// Sets of blocks with more arrangements than this are passed over: making a puzzle must not take long.
const MAX_STATES: u64 = 30_000;

/// The fewest moves that a puzzle needs are from 4 to 9.
const MOVES: std::ops::RangeInclusive<usize> = 4..=9;

/// Seeds that end so have a block in two parts.
const TIED: u32 = 9;

/// The same one for the same seed.
pub fn puzzle(seed: u32) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(seed));
    std::iter::repeat_with(|| attempt(&mut rng, seed % 10 == TIED))
        .flatten()
        .next()
        .expect("it goes on until there is one")
}

fn attempt(rng: &mut ChaCha8Rng, is_tied: bool) -> Option<Puzzle> {
    let mut puzzle = scatter(rng, COLUMNS, ROWS, 3..=5);
    for _ in 0..rng.random_range(0..=5) {
        punch(rng, &mut puzzle);
    }
    match is_tied {
        true => {
            let block = tie(rng, &mut puzzle)?;
            aim_at(rng, &mut puzzle, block);
        }
        false => aim(rng, &mut puzzle),
    }
    let limits = Limits {
        nodes: Some(MAX_STATES),
        ..Limits::default()
    };
    let hardest = solve::hardest(&puzzle, &limits)?;
    let wanted = rng.random_range(MOVES);
    let two_goals = rng.random_bool(0.4);
    let moves = match solve::solve(&hardest, &limits).solution() {
        Some(moves) if moves.len() >= wanted => moves.clone(),
        _ => return None,
    };
    // The end of a shortest solution is a shortest one, too.
    let (skipped, left) = moves.split_at(moves.len() - wanted);
    let go = |board: Puzzle, moves: &[_]| moves.iter().try_fold(board, |board, mv| board.moved(mv));
    let mut start = go(hardest, skipped)?;
    if two_goals {
        // And so it is when it ends at both goals.
        let end = go(start.clone(), left)?;
        let others: Vec<usize> = (0..end.blocks.len())
            .filter(|&block| end.blocks[block].goal.is_none())
            .collect();
        let second = *others.choose(rng)?;
        start.blocks[second].goal = Some(end.blocks[second].cells.clone());
    }
    start.min_moves = Some(wanted as u32);
    Some(start)
}

/// A block becomes a hole, if it is small and every row and column keeps some floor.
fn punch(rng: &mut ChaCha8Rng, puzzle: &mut Puzzle) {
    let block = rng.random_range(0..puzzle.blocks.len());
    let mut floor = puzzle.floor.clone();
    let cells = &puzzle.blocks[block].cells;
    cells.iter().for_each(|&cell| floor[cell] = false);
    let row_left = |row: &[bool]| row.contains(&true);
    let column_left = |column: usize| (0..ROWS).any(|row| floor[row * COLUMNS + column]);
    let whole = floor.chunks(COLUMNS).all(row_left) && (0..COLUMNS).all(column_left);
    if cells.len() <= 2 && whole && puzzle.blocks.len() > 3 {
        puzzle.floor = floor;
        puzzle.blocks.remove(block);
    }
}
