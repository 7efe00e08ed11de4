//! Which of several grids of the same cells is the board's.

use super::board::Board;
use super::tints::Tints;
use super::{are_alike, corners, is_same};
use crate::vision::tiles::TileGrid;

/// Another grid of the same cells may be the better one if it has so much of what tells for the best, and so much of the
/// picture is in both.
const OTHER: f32 = 0.12;
const SHARED: f64 = 0.5;

/// A grid is coarser than another if its cells are so many times as wide.
const COARSER: f64 = 1.4;

/// A coarser grid has so many columns and rows at least. Chosen: of fewer any lines make some.
const LEAST: usize = 4;

/// As many of its lines are seen, but for this share. Chosen.
const SEEN: f32 = 0.9;

/// Edges inside of cells are at most such a share of those around them. Chosen: bricks have as many.
const CROSSED: f32 = 0.66;

/// Puts the grid first between whose cells colours change: of several the coarsest, since parts of a cell look alike.
pub(super) fn tinted(tints: &Tints, boards: Vec<Board>) -> Vec<Board> {
    let Some(best) = boards.first().copied() else {
        return boards;
    };
    let pitch = |board: &Board| board.grid.lattice.pitch[0];
    let (same, others): (Vec<Board>, Vec<Board>) = boards.into_iter().partition(|other| {
        other.score >= OTHER * best.score && overlap(&best.grid, &other.grid) > SHARED
    });
    let is_right =
        |board: &&Board| board.crossed < CROSSED * board.edged && tints.agree(&board.grid);
    let mut right = same.iter().filter(is_right);
    let chosen = right.next().map(|first| {
        let is_board = |board: &Board| {
            board.grid.columns.min(board.grid.rows) >= LEAST && board.lined >= SEEN * first.lined
        };
        let coarser =
            right.filter(|other| pitch(other) > COARSER * pitch(first) && is_board(other));
        coarser.fold(*first, |a, b| {
            if pitch(b) > COARSER * pitch(&a) {
                *b
            } else {
                a
            }
        })
    });
    let whole = whole(&same, chosen.unwrap_or(best), tints);
    let mut first = clearer(&same, whole);
    let is_rival = |other: &Board| {
        let ratio = pitch(other) / pitch(&first);
        (1.0 / COARSER..COARSER).contains(&ratio) && !is_same(&other.grid, &first.grid)
    };
    let rivals: Vec<Board> = same
        .iter()
        .filter(|other| is_rival(other))
        .copied()
        .collect();
    let all = rivals.into_iter().chain(others);
    let mut all: Vec<Board> = all.collect();
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    if !is_same(&first.grid, &best.grid) {
        first.score = first.score.max(0.9 * best.score);
    }
    all.insert(0, first);
    all
}

/// Edges inside of cells that are several of a finer grid's are at most such a share of those around them: their parts have
/// sides, too. By trial.
const PARTED: f32 = 0.9;

/// A board, or another whose cells are several of it each, if it ends where that does and colours change between them
/// alone: bricks of a wall are as regular as a board. The coarsest.
fn whole(boards: &[Board], board: Board, tints: &Tints) -> Board {
    let is_whole = |other: &&Board| {
        let [fine, coarse] = [&board, other].map(|board| board.grid.lattice.pitch[0]);
        coarse > COARSER * fine
            && are_alike(corners(&board.grid), corners(&other.grid), coarse)
            && other.grid.columns.min(other.grid.rows) >= LEAST
            && other.lined >= SEEN * board.lined
            && other.closed >= board.closed
            && other.crossed < PARTED * other.edged
            && tints.agree(&other.grid)
    };
    let pitch = |board: &&Board| board.grid.lattice.pitch[0];
    let whole = boards.iter().filter(is_whole);
    let coarsest = whole.max_by(|a, b| pitch(a).total_cmp(&pitch(b)));
    coarsest.copied().unwrap_or(board)
}

/// Of two boards that tell nearly as much, up to this share, the one is the better whose cells are crossed less by so much,
/// while its outline is closed as well and its cells have as many sides, but for this. By trial on frames and buttons beside
/// boards.
const NEARLY: f32 = 0.85;
const LESS: f32 = 0.05;
const AS_MANY: f32 = 0.03;

/// A board, or another with as many columns or rows of cells about as large, an outline as closed, and cells less crossed: a
/// row or column more tells more, but is none if the cells do not fit it.
fn clearer(boards: &[Board], board: Board) -> Board {
    let pitch = |board: &Board| board.grid.lattice.pitch[0];
    let is_clearer = |other: &&Board| {
        (other.grid.columns == board.grid.columns || other.grid.rows == board.grid.rows)
            && (1.0 / COARSER..COARSER).contains(&(pitch(other) / pitch(&board)))
            && other.score >= NEARLY * board.score
            && other.closed >= board.closed
            && other.edged + AS_MANY >= board.edged
            && other.crossed + LESS < board.crossed
    };
    let clearer = boards.iter().filter(is_clearer);
    let least = clearer.min_by(|a, b| a.crossed.total_cmp(&b.crossed));
    least.copied().unwrap_or(board)
}

/// The share of the smaller of two grids that the other has, too.
fn overlap(a: &TileGrid, b: &TileGrid) -> f64 {
    let [a, b] = [a.area(), b.area()];
    let shared = |from: i32, to: i32, other: i32, end: i32| {
        f64::from((to.min(end) - from.max(other)).max(0))
    };
    let wide = shared(a.x, a.x + a.width, b.x, b.x + b.width);
    let high = shared(a.y, a.y + a.height, b.y, b.y + b.height);
    let least = (a.width * a.height).min(b.width * b.height);
    wide * high / f64::from(least.max(1))
}
