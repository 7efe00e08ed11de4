//! Tables of how many moves groups of tiles need at least.
//!
//! Only the moves of the group's own tiles count, so the numbers of groups that share no tile may be added
//! (R. E. Korf and A. Felner, *Disjoint pattern database heuristics*, 2002).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::super::super::numbers::Numbers;

/// The most cells of a board that tables are made for: a place is four bits.
pub const MOST: usize = 16;

/// The most tiles of a group, and so the most groups.
const GROUP: usize = 5;
const GROUPS: usize = 3;

/// Bytes of the tables of one board, and of making them.
pub const BYTES: usize = (3 * GROUPS) << (4 * GROUP);

/// Where the tiles of each group are: four bits a tile.
type Places = [u32; GROUPS];

/// What is known of boards of one size that end with the same cell free.
pub struct Patterns {
    tables: Vec<Vec<u8>>,
    /// As the board is, and mirrored at its diagonal where that is a board of the same kind: what is known of the
    /// mirrored tiles holds for these.
    slots: Vec<Slots>,
}

/// How a board's tiles and cells are found in the tables.
struct Slots {
    /// For each tile its group and the shift of its place.
    slot: [(u8, u8); MOST],
    cell: [u8; MOST],
}

impl Slots {
    fn of(board: &Numbers, order: &[u8], seen_as: impl Fn(u8) -> u8) -> Self {
        let mut slots = Self {
            slot: [(0, 0); MOST],
            cell: [0; MOST],
        };
        for cell in 0..board.tiles.len() as u8 {
            let seen = seen_as(cell);
            slots.cell[usize::from(cell)] = seen;
            if let Some(at) = order.iter().position(|tile| *tile == seen) {
                slots.slot[usize::from(cell)] = ((at / GROUP) as u8, 4 * (at % GROUP) as u8);
            }
        }
        slots
    }
}

/// Where the tiles of a board are, as the tables see it: as they are, and mirrored.
#[derive(Clone, Debug)]
pub struct Estimate {
    places: [Places; 2],
    needs: [[u8; GROUPS]; 2],
}

impl Patterns {
    /// For boards like this one; made once.
    pub fn of(board: &Numbers) -> Arc<Self> {
        type Known = BTreeMap<(usize, usize, u8), Arc<Patterns>>;
        static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (board.columns, board.tiles.len(), board.home);
        let make = || Arc::new(Self::new(board));
        known.entry(key).or_insert_with(make).clone()
    }

    fn new(board: &Numbers) -> Self {
        let order = strips(board);
        let (column, row) = board.position(board.home);
        let is_square = board.columns == board.rows() && column == row;
        let mirrored = |cell: u8| {
            let (column, row) = board.position(cell);
            (column * board.columns + row) as u8
        };
        let as_it_is = Slots::of(board, &order, |cell| cell);
        let mirrored = is_square.then(|| Slots::of(board, &order, mirrored));
        let groups = order.par_chunks(GROUP);
        Self {
            tables: groups.map(|group| table(board, group)).collect(),
            slots: std::iter::once(as_it_is).chain(mirrored).collect(),
        }
    }

    /// The estimate of a board.
    pub fn estimate(&self, board: &Numbers) -> Estimate {
        let mut estimate = Estimate {
            places: [[0; GROUPS]; 2],
            needs: [[0; GROUPS]; 2],
        };
        for (cell, tile) in (0..).zip(&board.tiles) {
            if *tile != board.home {
                self.put(&mut estimate, *tile, 0, cell);
            }
        }
        estimate
    }

    /// Takes note that a tile moved.
    #[inline(always)]
    pub fn put(&self, estimate: &mut Estimate, tile: u8, from: u8, to: u8) {
        for (side, slots) in self.slots.iter().enumerate() {
            let (group, place, need) = self.look(slots, &estimate.places[side], tile, from, to);
            estimate.places[side][group] = place;
            estimate.needs[side][group] = need;
        }
    }

    /// Whether at least so many moves are needed after a tile moved.
    #[inline(always)]
    pub fn needs(&self, estimate: &Estimate, (tile, from, to): (u8, u8, u8), moves: u8) -> bool {
        self.slots.iter().enumerate().any(|(side, slots)| {
            let (group, _, need) = self.look(slots, &estimate.places[side], tile, from, to);
            let needs = &estimate.needs[side];
            needs.iter().sum::<u8>() - needs[group] + need >= moves
        })
    }

    /// The group of a tile that moves, where its tiles are then, and what they need.
    #[inline(always)]
    fn look(&self, slots: &Slots, places: &Places, tile: u8, from: u8, to: u8) -> (usize, u32, u8) {
        let (group, shift) = slots.slot[usize::from(tile)];
        let group = usize::from(group);
        let change = slots.cell[usize::from(from)] ^ slots.cell[usize::from(to)];
        let place = places[group] ^ u32::from(change) << shift;
        (group, place, self.tables[group][place as usize])
    }
}

impl Estimate {
    /// At least so many moves are needed.
    pub fn moves(&self) -> u8 {
        let sum = |needs: &[u8; GROUPS]| needs.iter().sum();
        self.needs.iter().map(sum).max().unwrap_or(0)
    }

    /// Whether the board is in order.
    #[inline(always)]
    pub fn is_solved(&self) -> bool {
        self.needs[0] == [0; GROUPS]
    }
}

/// The tiles in strips of two columns, down and up in turns: those that follow each other are near each other.
fn strips(board: &Numbers) -> Vec<u8> {
    let key = |cell: &u8| {
        let (column, row) = board.position(*cell);
        let down = (column / 2).is_multiple_of(2);
        let row = if down { row } else { board.rows() - 1 - row };
        (column / 2, row, column)
    };
    let mut tiles: Vec<u8> = (0..board.tiles.len() as u8).collect();
    tiles.retain(|tile| *tile != board.home);
    tiles.sort_unstable_by_key(key);
    tiles
}

/// A group's places, and the free cells that the blank reaches without moving any of its tiles.
type Scene = (u32, u16);

/// The least moves of a group's tiles from each of their places: searched from the goal, where moves of other tiles
/// cost nothing.
fn table(board: &Numbers, group: &[u8]) -> Vec<u8> {
    let beside = board.beside();
    let beside: Vec<u16> = beside.iter().map(|cells| mask(cells)).collect();
    let size = 1 << (4 * group.len());
    let (mut table, mut seen) = (vec![u8::MAX; size], vec![0u16; size]);
    let all = u16::MAX >> (MOST - board.tiles.len());
    let goal = group.iter().enumerate();
    let goal = goal.fold(0, |places, (at, tile)| {
        places | u32::from(*tile) << (4 * at)
    });
    let mut layer: Vec<Scene> = vec![(goal, region(&beside, all & !mask(group), board.home))];
    seen[goal as usize] = layer[0].1;
    let mut moves = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (places, reached) in layer {
            let known = &mut table[places as usize];
            *known = moves.min(*known);
            let at = |index: usize| (places >> (4 * index) & 15) as u8;
            let taken = (0..group.len()).fold(0u16, |taken, index| taken | 1 << at(index));
            for index in 0..group.len() {
                let from = at(index);
                let mut ways = beside[usize::from(from)] & reached;
                while ways != 0 {
                    let to = ways.trailing_zeros() as u8;
                    ways &= ways - 1;
                    let moved = places ^ u32::from(from ^ to) << (4 * index);
                    if seen[moved as usize] >> from & 1 == 0 {
                        let free = all & !(taken ^ 1 << from ^ 1 << to);
                        let reached = region(&beside, free, from);
                        seen[moved as usize] |= reached;
                        next.push((moved, reached));
                    }
                }
            }
        }
        (layer, moves) = (next, moves + 1);
    }
    table
}

fn mask(cells: &[u8]) -> u16 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// The free cells that hang together with one of them.
fn region(beside: &[u16], free: u16, first: u8) -> u16 {
    let mut region = 1u16 << first;
    let mut open = region;
    while open != 0 {
        let cell = open.trailing_zeros() as usize;
        open &= open - 1;
        let fresh = beside[cell] & free & !region;
        region |= fresh;
        open |= fresh;
    }
    region
}
