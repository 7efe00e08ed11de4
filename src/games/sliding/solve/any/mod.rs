//! Any solution, fast: searches that look for what is new, one setting after the other.

mod board;
mod kind;
mod meter;
mod novelty;
mod occupied;
mod regions;
mod search;
mod shorten;
mod states;
mod way;

use std::time::Instant;

use super::MovesReport;
use crate::base::{Limit, Limits, Outcome};
use crate::games::sliding::numbers::Numbers;
use crate::games::sliding::puzzle::{Move, Puzzle, moves_along};
use crate::search::{Budget, GraphStats};
use board::Board;
use meter::Meter;
use search::{End, Setting, search};
use shorten::{Path, shorten};

/// The settings and how many boards each may find in the first round. Chosen by what the puzzles at hand needed, the
/// quickest first.
const TURNS: [(Setting, u32); 3] = [
    (
        Setting {
            weight: 4,
            grain: 1,
            by_steps: true,
        },
        1 << 20,
    ),
    (
        Setting {
            weight: 4,
            grain: 8,
            by_steps: false,
        },
        1 << 21,
    ),
    (
        Setting {
            weight: 2,
            grain: 4,
            by_steps: false,
        },
        1 << 20,
    ),
];

/// How many times more boards each setting may find in the next round.
const MORE: u32 = 4;

/// Moves that bring every block with a goal there, often few, seldom the fewest. `Impossible` only if that is proved.
/// On boards of numbers the same as [`super::report`].
pub fn any(puzzle: &Puzzle, limits: &Limits) -> MovesReport {
    if Numbers::of(puzzle).is_some() {
        return super::report(puzzle, limits);
    }
    let begin = Instant::now();
    let (outcome, stats) = match Board::new(puzzle) {
        None => (Outcome::Impossible, GraphStats::default()),
        Some(board) => on_board(puzzle, &board, limits),
    };
    MovesReport {
        outcome,
        optimal: false,
        stats,
        time: begin.elapsed(),
    }
}

fn on_board(puzzle: &Puzzle, board: &Board, limits: &Limits) -> (Outcome<Vec<Move>>, GraphStats) {
    let (budget, mut meter) = (Budget::new(limits.memory), Meter::new(limits));
    let end = by_turns(board, &mut meter, &budget);
    let outcome = match end {
        End::Solved(path) => {
            let path = shorten(board, path, &mut meter, &budget);
            Outcome::Solved(moves(puzzle, board, &path))
        }
        End::Stopped(limit) => Outcome::Unknown(limit),
        // Boards were told apart by hashes, which proves nothing.
        End::NoMore | End::Turn => return super::fewest(puzzle, &meter.left(limits)),
    };
    let stats = GraphStats {
        states: meter.states,
        expanded: meter.expanded,
        generated: meter.generated,
        peak_bytes: budget.peak(),
        ..GraphStats::default()
    };
    (outcome, stats)
}

/// One setting after the other, then all of them again for longer, until one comes to an end.
fn by_turns(board: &Board, meter: &mut Meter, budget: &Budget) -> End {
    let mut more = 1u32;
    loop {
        let mut is_full = true;
        for (setting, most) in TURNS {
            let most = most.saturating_mul(more);
            match search(board, setting, most, meter, budget) {
                End::Turn => is_full = false,
                // Another may find its way with less.
                End::Stopped(Limit::Memory) => {}
                end => return end,
            }
        }
        if is_full {
            return End::Stopped(Limit::Memory);
        }
        more = more.saturating_mul(MORE);
    }
}

/// The moves along a path, made by the plain rules.
fn moves(puzzle: &Puzzle, board: &Board, path: &Path) -> Vec<Move> {
    let cells = |places: &Vec<u16>| {
        let blocks = places.iter().enumerate();
        let cells = blocks.map(|(block, &place)| board.cells_of(block, place));
        cells.collect()
    };
    let boards: Vec<Vec<Vec<usize>>> = path.iter().map(cells).collect();
    let moves = moves_along(puzzle, &boards);
    let end = moves
        .iter()
        .try_fold(puzzle.clone(), |now, mv| now.moved(mv));
    assert!(
        end.is_some_and(|end| end.is_solved()),
        "the moves solve the puzzle"
    );
    moves
}

#[cfg(test)]
mod tests;
