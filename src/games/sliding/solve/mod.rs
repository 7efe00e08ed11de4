//! The solver: breadth-first search from both ends over packed states; the length is proved.

mod binomial;
mod layout;
mod states;

use std::time::{Duration, Instant};

use super::plain;
use super::puzzle::{Move, Puzzle};
use crate::games::{Limits, Outcome};
use crate::search::{Key, Mask, Stats, shortest_path};
use layout::{Layout, Unfit};
use states::States;

/// What a solver found out and what it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// `Solved` with the least number of moves, `Impossible`, or `Unknown`.
    pub outcome: Outcome<Vec<Move>>,
    pub stats: Stats,
    pub time: Duration,
}

/// The fewest moves that bring every block with a goal there.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Move>> {
    report(puzzle, limits).outcome
}

/// Solves and tells what it took.
pub fn report(puzzle: &Puzzle, limits: &Limits) -> Report {
    let begin = Instant::now();
    let (outcome, stats) = match packed::<u64>(puzzle, limits) {
        Err(Unfit::TooLarge) => packed::<u128>(puzzle, limits),
        other => other,
    }
    .unwrap_or_else(|unfit| match unfit {
        Unfit::Impossible => (Outcome::Impossible, Stats::default()),
        Unfit::TooLarge => in_plain_words(puzzle, limits),
    });
    Report {
        outcome,
        stats,
        time: begin.elapsed(),
    }
}

/// Boards that do not fit: few people make one, and nobody a hard one.
fn in_plain_words(puzzle: &Puzzle, limits: &Limits) -> (Outcome<Vec<Move>>, Stats) {
    let (outcome, states) = plain::solve(puzzle, limits);
    let stats = Stats {
        states,
        ..Stats::default()
    };
    (outcome, stats)
}

type Solved = (Outcome<Vec<Move>>, Stats);

fn packed<M: Mask>(puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Unfit> {
    let layout = Layout::<M>::new(puzzle)?;
    if layout.bits <= u64::BITS {
        search::<M, u64>(puzzle, layout, limits)
    } else {
        search::<M, u128>(puzzle, layout, limits)
    }
}

fn search<M: Mask, K: Key>(
    puzzle: &Puzzle,
    layout: Layout<M>,
    limits: &Limits,
) -> Result<Solved, Unfit> {
    let states = States::<M, K>::new(layout).ok_or(Unfit::TooLarge)?;
    let start = states.start();
    let found = shortest_path(&states, start, limits);
    let moves = found.outcome.map(|path| moves(puzzle, &states, &path));
    Ok((moves, found.stats))
}

/// The moves along a path of states. Which of several interchangeable blocks moves, the puzzle as
/// it really stands tells.
fn moves<M: Mask, K: Key>(puzzle: &Puzzle, states: &States<M, K>, path: &[K]) -> Vec<Move> {
    let mut board = puzzle.clone();
    let mut moves = Vec::new();
    for pair in path.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|key| states.cells(key));
        let kind = from.iter().zip(&to).position(|(a, b)| a != b);
        let Some(kind) = kind else {
            continue;
        };
        let left = |cells: &Vec<usize>| !to[kind].contains(cells) && from[kind].contains(cells);
        let entered = to[kind].iter().find(|cells| !from[kind].contains(cells));
        let block = board.blocks.iter().position(|block| left(&block.cells));
        let (Some(block), Some(entered)) = (block, entered) else {
            continue;
        };
        let route = board
            .routes(block)
            .into_iter()
            .find(|route| route.cells == *entered);
        if let Some(route) = route {
            let sign = board.blocks[block].sign;
            board.blocks[block].cells = route.cells;
            moves.push(Move {
                block: sign,
                path: route.path,
            });
        }
    }
    moves
}
