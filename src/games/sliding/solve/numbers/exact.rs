//! The fewest moves: depth first, with a bound that grows (R. E. Korf, *Depth-first iterative-deepening: an optimal
//! admissible tree search*, 1985), by the estimates of [`Patterns`].

use super::super::super::numbers::Numbers;
use super::Clock;
use super::patterns::{Estimate, MOST, Patterns};

/// Searches one board.
struct Search<'a> {
    patterns: &'a Patterns,
    /// The cells side by side with each, and how many they are.
    beside: [([u8; 4], usize); MOST],
    clock: &'a mut Clock,
    tiles: [u8; MOST],
    estimate: Estimate,
    /// The cells that became free, one after the other.
    path: Vec<u8>,
}

/// The cells that become free on a shortest way to the goal; None if a limit came first. The board is solvable and
/// has at most [`MOST`] cells.
pub fn solve(board: &Numbers, clock: &mut Clock) -> Option<Vec<u8>> {
    let patterns = Patterns::of(board);
    let mut search = Search {
        patterns: &patterns,
        beside: [([0; 4], 0); MOST],
        clock,
        tiles: [0; MOST],
        estimate: patterns.estimate(board),
        path: Vec::new(),
    };
    search.tiles[..board.tiles.len()].copy_from_slice(&board.tiles);
    for ((list, count), cells) in search.beside.iter_mut().zip(board.beside()) {
        *count = cells.len();
        list[..cells.len()].copy_from_slice(&cells);
    }
    let mut bound = search.estimate.moves();
    while !search.within(bound, board.blank, board.blank) {
        if search.clock.is_over() {
            return None;
        }
        // Each move changes the parity of the moves that are left.
        bound += 2;
    }
    Some(search.path)
}

impl Search<'_> {
    /// Whether the goal is reached with so many moves; `path` is the way then. `before` is where the free cell was
    /// before the last move.
    fn within(&mut self, left: u8, blank: u8, before: u8) -> bool {
        if self.estimate.is_solved() {
            return true;
        }
        if self.clock.tick() {
            return false;
        }
        let (ways, count) = self.beside[usize::from(blank)];
        for &from in &ways[..count] {
            let tile = self.tiles[usize::from(from)];
            let step = (tile, from, blank);
            if from == before || self.patterns.needs(&self.estimate, step, left) {
                continue;
            }
            let known = self.estimate.clone();
            self.patterns.put(&mut self.estimate, tile, from, blank);
            self.tiles[usize::from(blank)] = tile;
            self.path.push(from);
            if self.within(left - 1, from, blank) {
                return true;
            }
            self.path.pop();
            self.tiles[usize::from(from)] = tile;
            self.estimate = known;
        }
        false
    }
}
