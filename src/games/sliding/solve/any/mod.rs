//! Any solution, fast: searches that look for what is new, one setting after the other.

mod board;
mod kind;
mod meter;
mod novelty;
mod occupied;
mod open;
mod plan;
mod regions;
mod search;
mod shorten;
mod states;
mod water;
mod way;

use std::time::Instant;

use super::MovesReport;
use crate::base::{Limit, Limits, Outcome};
use crate::games::sliding::numbers::Numbers;
use crate::games::sliding::puzzle::{Move, Puzzle, moves_along};
use crate::search::{Budget, GraphStats};
use board::Board;
use meter::Meter;
use plan::{Large, Plan};
use search::{End, Guide, Setting, search};
use shorten::{Path, shorten};

/// How many boards a search may find in the first round that follows the ways of the blocks with goals, and asks what
/// is new as finely as can be. Chosen: twice what any puzzle at hand needed that it solves soon.
const FINE: u32 = 1 << 19;

/// The same for one that asks more coarsely. Chosen: it solves one that the other does not, with 1.5 million.
const COARSE: u32 = 1 << 21;

/// The same for one that follows a plan for large blocks. Chosen: some minutes, for it is the last resort.
const PLANNED: u32 = 1 << 22;

/// Costs that the coarse search takes for the same.
const GRAIN: u32 = 8;

/// Steps that a cell in the way costs. Chosen: of 1, 2, 4 and 20 it solved the most.
const WEIGHT: u32 = 4;

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
    let mut plan = None;
    let mut more = 1u32;
    loop {
        let mut is_full = true;
        for turn in [FINE, COARSE, PLANNED] {
            if turn == PLANNED && plan.is_none() {
                match planned(board, meter, budget) {
                    Ok(made) => plan = made,
                    Err(limit) => return End::Stopped(limit),
                }
            }
            let Some(setting) = setting(turn, plan.as_ref()) else {
                continue;
            };
            match search(board, setting, turn.saturating_mul(more), meter, budget) {
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

/// A plan for the large blocks, if there are some and there is room for it.
///
/// # Errors
/// `Limit::Time`.
fn planned(board: &Board, meter: &Meter, budget: &Budget) -> Result<Option<Plan>, Limit> {
    match Large::of(board) {
        Some(large) if budget.take(Plan::bytes(&large)).is_ok() => {
            Plan::new(board, large, meter).map(Some)
        }
        _ => Ok(None),
    }
}

fn setting(turn: u32, plan: Option<&Plan>) -> Option<Setting<'_>> {
    let fine = Setting {
        guide: Guide::Ways(WEIGHT),
        grain: 1,
        by_steps: true,
        by_turns: false,
    };
    match turn {
        FINE => Some(fine),
        COARSE => Some(Setting {
            grain: GRAIN,
            by_steps: false,
            ..fine
        }),
        _ => Some(Setting {
            guide: Guide::Plan(plan?),
            // The steps tell the cells in the way of the next one too: fine enough.
            grain: u32::MAX,
            by_turns: true,
            ..fine
        }),
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
