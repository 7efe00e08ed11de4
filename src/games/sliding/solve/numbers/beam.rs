//! Shorter ways on boards too large for proofs: layer by layer, of each layer the most promising boards only (beam
//! search: B. T. Lowerre, *The HARPY speech recognition system*, 1976), with wider and wider beams.
//!
//! What promises most is told by the steps of all tiles to their goals, and two more for each that has to make way in
//! its own line (O. Hansson, A. Mayer and M. Yung, *Criticizing solutions to relaxed models yields powerful admissible
//! heuristics*, 1992).

use std::collections::HashSet;

use super::super::super::numbers::Numbers;
use super::Clock;
use crate::search::mix;

/// Boards of a layer at first, and how many times more in each round.
const WIDTH: usize = 1 << 10;
const WIDER: usize = 4;

/// The widest beam. Chosen: a few hundred megabytes.
const WIDEST: usize = 1 << 18;

/// A board of a layer beside its tiles.
#[derive(Clone, Copy)]
struct Head {
    blank: u8,
    before: u8,
    hash: u64,
    /// The steps of all tiles.
    steps: u16,
}

/// A board that may be in the next layer.
#[derive(Clone, Copy)]
struct Child {
    /// By which it is chosen.
    needs: u16,
    head: Head,
    parent: u32,
}

/// What came of a beam.
struct Round {
    path: Option<Vec<u8>>,
    /// Whether nothing was left out: then no way is shorter.
    is_whole: bool,
}

/// Searches with one beam after the other.
pub struct Beam<'a> {
    board: &'a Numbers,
    beside: Vec<Vec<u8>>,
}

impl<'a> Beam<'a> {
    pub fn new(board: &'a Numbers) -> Self {
        Self {
            beside: board.beside(),
            board,
        }
    }

    /// Makes the way shorter until the clock ends it, wider beams are too wide, or none is shorter.
    pub fn improve(&self, mut path: Vec<u8>, clock: &mut Clock) -> Vec<u8> {
        let (most, least) = (clock.most(self.bytes()), self.least());
        let mut width = WIDTH;
        while width <= WIDEST.min(most) && path.len() > least && !clock.is_over() {
            let round = self.search(width, path.len(), clock);
            path = round.path.unwrap_or(path);
            if round.is_whole {
                break;
            }
            width *= WIDER;
        }
        path
    }

    /// At least so many moves are needed.
    pub fn least(&self) -> usize {
        let conflicts = self.conflicts(|cell| self.board.tiles[cell]);
        usize::from(self.root().steps + conflicts)
    }

    /// Bytes that a board of a beam takes, roughly: its tiles twice, three children, and its place on a hundred layers.
    fn bytes(&self) -> usize {
        2 * self.board.tiles.len() + 3 * (size_of::<Child>() + 16) + 100 * size_of::<(u32, u8)>()
    }

    /// Looks for a way of less than `most` moves.
    fn search(&self, width: usize, most: usize, clock: &mut Clock) -> Round {
        let count = self.board.tiles.len();
        let mut layer = self.board.tiles.clone();
        let mut heads = vec![self.root()];
        let mut trace: Vec<Vec<(u32, u8)>> = Vec::new();
        let mut seen = [HashSet::new(), HashSet::new()];
        let mut round = Round {
            path: None,
            is_whole: true,
        };
        for depth in 1..most {
            let known = &mut seen[depth % 2];
            let mut children = Vec::new();
            for (parent, head) in heads.iter().enumerate() {
                if clock.tick() {
                    return round;
                }
                let tiles = &layer[parent * count..(parent + 1) * count];
                self.expand(tiles, head, parent as u32, &mut children);
            }
            // What was there two moves ago, or comes in two ways, is worth nothing.
            children.retain(|child| depth + usize::from(child.needs) < most);
            children.retain(|child| known.insert(child.head.hash));
            if children.len() > width {
                children.select_nth_unstable_by_key(width, |child| (child.needs, child.head.hash));
                children.truncate(width);
                round.is_whole = false;
            }
            *known = children.iter().map(|child| child.head.hash).collect();
            let mut next = Vec::with_capacity(children.len() * count);
            for child in &children {
                let at = child.parent as usize;
                next.extend_from_slice(&layer[at * count..(at + 1) * count]);
                let tiles = next.len() - count;
                next[tiles..].swap(child.head.blank.into(), child.head.before.into());
            }
            trace.push(children.iter().map(|c| (c.parent, c.head.blank)).collect());
            if let Some(end) = children.iter().position(|child| child.head.steps == 0) {
                round.path = Some(way(&trace, end));
                break;
            }
            heads = children.into_iter().map(|child| child.head).collect();
            layer = next;
        }
        round
    }

    fn root(&self) -> Head {
        let tiles = (0..).zip(&self.board.tiles);
        let tiles = tiles.filter(|(_, tile)| **tile != self.board.home);
        let steps = tiles
            .clone()
            .map(|(cell, tile)| self.board.distance(cell, *tile));
        Head {
            blank: self.board.blank,
            before: self.board.blank,
            steps: steps.sum::<usize>() as u16,
            hash: tiles.fold(0, |hash, (cell, tile)| hash ^ part(cell, *tile)),
        }
    }

    fn expand(&self, tiles: &[u8], head: &Head, parent: u32, children: &mut Vec<Child>) {
        let blank = head.blank;
        for &from in &self.beside[usize::from(blank)] {
            if from == head.before {
                continue;
            }
            let tile = tiles[usize::from(from)];
            let nearer = self.board.distance(blank, tile) < self.board.distance(from, tile);
            let head = Head {
                blank: from,
                before: blank,
                steps: if nearer {
                    head.steps - 1
                } else {
                    head.steps + 1
                },
                hash: head.hash ^ part(from, tile) ^ part(blank, tile),
            };
            let moved = |cell: usize| match cell {
                cell if cell == usize::from(blank) => tile,
                cell if cell == usize::from(from) => self.board.home,
                cell => tiles[cell],
            };
            children.push(Child {
                needs: head.steps + self.conflicts(moved),
                head,
                parent,
            });
        }
    }

    /// Moves beside the steps: of tiles that are in the line of their goals, but in another order, all but the most
    /// that are in order have to leave it and come back.
    fn conflicts(&self, tile: impl Fn(usize) -> u8) -> u16 {
        let (columns, rows) = (self.board.columns, self.board.rows());
        let row = |line: usize| {
            let homes = (0..columns).map(|at| usize::from(tile(line * columns + at)));
            out_of_order(homes.filter(|home| home / columns == line), self.board.home)
        };
        let column = |line: usize| {
            let homes = (0..rows).map(|at| usize::from(tile(at * columns + line)));
            out_of_order(homes.filter(|home| home % columns == line), self.board.home)
        };
        (0..rows).map(row).sum::<u16>() + (0..columns).map(column).sum::<u16>()
    }
}

/// Twice the number of tiles that have to leave a line, by where they have to be, in the order in which they are.
fn out_of_order(homes: impl Iterator<Item = usize>, blank: u8) -> u16 {
    // The longest ascending row of tiles, by where it ends; at most as many as a line has cells.
    let mut ends = [usize::MAX; 32];
    let (mut longest, mut all) = (0, 0);
    for home in homes.filter(|home| *home != usize::from(blank)) {
        let at = ends[..longest].partition_point(|end| *end < home);
        ends[at] = home;
        longest = longest.max(at + 1);
        all += 1;
    }
    2 * (all - longest) as u16
}

/// What a tile on a cell adds to the hash of a board (A. L. Zobrist, *A new hashing method*, 1970).
#[inline]
fn part(cell: u8, tile: u8) -> u64 {
    mix([u64::from(cell) << 8 | u64::from(tile)])
}

/// The cells that became free on the way to a board of the last layer.
fn way(trace: &[Vec<(u32, u8)>], end: usize) -> Vec<u8> {
    let mut at = end;
    let mut path: Vec<u8> = Vec::new();
    for layer in trace.iter().rev() {
        let (parent, cell) = layer[at];
        path.push(cell);
        at = parent as usize;
    }
    path.reverse();
    path
}
