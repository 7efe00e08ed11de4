//! The solvers: breadth-first search from both ends over packed states, whose length is proved; and [`any`], which
//! finds some solution of boards that have too many states. Boards of numbers have a solver of their own.

mod any;
mod binomial;
mod layout;
mod numbers;
mod states;

use std::time::{Duration, Instant};

use super::numbers::Numbers;
use super::plain;
use super::puzzle::{Direction, Move, Puzzle, moves_along};
use crate::base::{Limits, Outcome};
use crate::search::{GraphStats, Key, Mask, farthest, shortest_path};
use layout::{PackedLayout, Unfit};
use states::States;

pub use any::any;

/// What a solver found out and what it took.
#[derive(Clone, Debug)]
pub struct MovesReport {
    /// `Solved`, `Impossible`, or `Unknown`.
    pub outcome: Outcome<Vec<Move>>,
    /// Whether the moves are proved to be the fewest; if not, it is a board of numbers or any solution was asked for.
    pub optimal: bool,
    pub stats: GraphStats,
    pub time: Duration,
}

/// The fewest moves that bring every block with a goal there.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Move>> {
    report(puzzle, limits).outcome
}

/// Solves and tells what it took.
pub fn report(puzzle: &Puzzle, limits: &Limits) -> MovesReport {
    let begin = Instant::now();
    let (optimal, (outcome, stats)) = match Numbers::of(puzzle) {
        Some(board) => in_numbers(puzzle, &board, limits),
        None => (true, fewest(puzzle, limits)),
    };
    MovesReport {
        optimal: optimal && outcome.solution().is_some(),
        outcome,
        stats,
        time: begin.elapsed(),
    }
}

fn fewest(puzzle: &Puzzle, limits: &Limits) -> Solved {
    packed(puzzle, &Shortest(limits)).unwrap_or_else(|unfit| match unfit {
        Unfit::Impossible => (Outcome::Impossible, GraphStats::default()),
        Unfit::TooLarge => in_plain_words(puzzle, limits),
    })
}

/// Whether the moves are the fewest, and the rest.
fn in_numbers(puzzle: &Puzzle, board: &Numbers, limits: &Limits) -> (bool, Solved) {
    let found = numbers::solve(board, limits);
    let stats = GraphStats {
        expanded: found.nodes,
        ..GraphStats::default()
    };
    let moves = found.outcome.map(|path| slides(puzzle, board, &path));
    (found.optimal, (moves, stats))
}

/// The moves by which one cell after the other becomes free.
fn slides(puzzle: &Puzzle, board: &Numbers, path: &[u8]) -> Vec<Move> {
    let mut signs = puzzle.signs();
    let mut blank = board.blank;
    let mut moves = Vec::new();
    for &from in path {
        let ((x, y), (u, v)) = (board.position(from), board.position(blank));
        let delta = (u as i32 - x as i32, v as i32 - y as i32);
        let mut directions = Direction::ALL.into_iter();
        let direction = directions.find(|direction| direction.delta() == delta);
        signs.swap(from.into(), blank.into());
        moves.extend(
            signs[usize::from(blank)]
                .zip(direction)
                .map(|(block, direction)| Move {
                    block,
                    path: vec![direction],
                }),
        );
        blank = from;
    }
    moves
}

/// The same blocks set up so that the goal is as many moves away as can be, that number being
/// `min_moves`; always the same set-up of several. None if there is nothing to do at all, a limit
/// came first, or the board is too large.
pub fn hardest(puzzle: &Puzzle, limits: &Limits) -> Option<Puzzle> {
    packed(puzzle, &Hardest(limits)).ok().flatten()
}

/// Boards that do not fit: few people make one, and nobody a hard one.
fn in_plain_words(puzzle: &Puzzle, limits: &Limits) -> Solved {
    let (outcome, states) = plain::solve(puzzle, limits);
    let stats = GraphStats {
        states,
        ..GraphStats::default()
    };
    (outcome, stats)
}

type Solved = (Outcome<Vec<Move>>, GraphStats);

/// Something to do with the packed states of a puzzle, however wide they are.
trait Job {
    type Answer;
    fn run<M: Mask, K: Key>(&self, puzzle: &Puzzle, states: &States<M, K>) -> Self::Answer;
}

/// Packs the states into the narrowest integers that hold them.
fn packed<J: Job>(puzzle: &Puzzle, job: &J) -> Result<J::Answer, Unfit> {
    match with_mask::<u64, J>(puzzle, job) {
        Err(Unfit::TooLarge) => with_mask::<u128, J>(puzzle, job),
        other => other,
    }
}

fn with_mask<M: Mask, J: Job>(puzzle: &Puzzle, job: &J) -> Result<J::Answer, Unfit> {
    let layout = PackedLayout::<M>::new(puzzle)?;
    Ok(if layout.bits <= u64::BITS {
        job.run(puzzle, &States::<M, u64>::new(layout))
    } else {
        job.run(puzzle, &States::<M, u128>::new(layout))
    })
}

struct Shortest<'a>(&'a Limits);

impl Job for Shortest<'_> {
    type Answer = Solved;

    fn run<M: Mask, K: Key>(&self, puzzle: &Puzzle, states: &States<M, K>) -> Solved {
        let found = shortest_path(states, states.start(), self.0);
        let moves = found.outcome.map(|path| {
            let boards: Vec<_> = path.iter().map(|&key| states.cells(key).concat()).collect();
            moves_along(puzzle, &boards)
        });
        (moves, found.stats)
    }
}

struct Hardest<'a>(&'a Limits);

impl Job for Hardest<'_> {
    type Answer = Option<Puzzle>;

    fn run<M: Mask, K: Key>(&self, puzzle: &Puzzle, states: &States<M, K>) -> Option<Puzzle> {
        let most = self.0.nodes.unwrap_or(u64::MAX);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let (key, moves) = farthest(states, most, self.0).ok()??;
        let mut set_up = puzzle.clone();
        let cells = states.cells(key);
        for (blocks, cells) in states
            .layout
            .kinds
            .iter()
            .map(|kind| &kind.blocks)
            .zip(cells)
        {
            for (&block, cells) in blocks.iter().zip(cells) {
                set_up.blocks[block].cells = cells;
            }
        }
        set_up.min_moves = Some(moves);
        (moves > 0).then_some(set_up)
    }
}
