//! Makes a solution shorter: from each of its boards all boards nearby are found, and where one of them lies farther
//! along the solution than it is away, the detour is left out.

use std::collections::HashMap;

use super::board::Board;
use super::meter::Meter;
use super::occupied::Neighbours;
use super::states::States;
use crate::base::Limit;
use crate::search::Budget;

/// The places of all blocks, board after board, one move each.
pub type Path = Vec<Vec<u16>>;

/// Boards found around one of the solution. Chosen: a few moves in each direction, some milliseconds.
const NEARBY: u32 = 1 << 14;

/// Boards found around all of them, at most. Chosen: about as long as a search that finds a solution soon.
const ALL: u32 = 1 << 22;

/// A way from a board of the solution to one farther along it.
struct Shortcut {
    way: Path,
    /// The number of the board to which it leads.
    to: usize,
}

/// Leaves detours out, round after round, until none is found or it takes too long.
pub fn shorten(board: &Board, mut path: Path, meter: &mut Meter, budget: &Budget) -> Path {
    let mut left = ALL;
    loop {
        let before = path.len();
        let mut at = 0;
        while at + 2 < path.len() {
            let Ok(found) = shortcut(board, &path, at, &mut left, meter, budget) else {
                return path;
            };
            if let Some(shortcut) = found {
                path = shortened(board, &path, at, shortcut);
            }
            at += 1;
        }
        if path.len() == before {
            return path;
        }
    }
}

/// The shortcut from board `at` that saves the most moves.
///
/// # Errors
/// A limit, of which `left` is one.
fn shortcut(
    board: &Board,
    path: &Path,
    at: usize,
    left: &mut u32,
    meter: &mut Meter,
    budget: &Budget,
) -> Result<Option<Shortcut>, Limit> {
    let hashes = path.iter().enumerate().skip(at + 2);
    let later: HashMap<u64, usize> = hashes.map(|(i, places)| (board.hash(places), i)).collect();
    let mut states = States::new(board, &path[at], budget)?;
    let (mut depths, mut changes) = (vec![0], Vec::new());
    let mut neighbours = Neighbours::new(board);
    let mut best: Option<(usize, u32, usize)> = None;
    let mut done = 0;
    while done < states.count() && states.count() < NEARBY {
        meter.tick()?;
        let mut places = states.places(done).to_vec();
        neighbours.of(board, &places, &mut changes);
        for &(block, to) in &changes {
            let from = std::mem::replace(&mut places[usize::from(block)], to);
            let hash = states.hash(done) ^ board.change(block.into(), from, to);
            if states.enter(hash)? {
                let number = states.add(hash, done, &places)?;
                let depth = depths[done as usize] + 1;
                depths.push(depth);
                let saved = later
                    .get(&hash)
                    .map(|&to| ((to - at).saturating_sub(depth), number, to));
                best = best.max(saved.filter(|saved| saved.0 > 0));
            }
            places[usize::from(block)] = from;
        }
        done += 1;
    }
    meter.generated += u64::from(states.count());
    *left = left.checked_sub(states.count()).ok_or(Limit::Nodes)?;
    Ok(best.map(|(_, number, to)| Shortcut {
        way: states.path(number),
        to,
    }))
}

/// The path with the shortcut from board `at` in it. Interchangeable blocks may arrive exchanged, and stay so.
fn shortened(board: &Board, path: &Path, at: usize, shortcut: Shortcut) -> Path {
    let arrived = &shortcut.way[shortcut.way.len() - 1];
    let mut free: Vec<usize> = (0..arrived.len()).collect();
    let stands_for: Vec<usize> = path[shortcut.to]
        .iter()
        .enumerate()
        .map(|(block, place)| {
            let is_it = |&other: &usize| {
                board.kind_of[other] == board.kind_of[block] && arrived[other] == *place
            };
            let found = free.iter().position(is_it).expect("the same board");
            free.swap_remove(found)
        })
        .collect();
    let exchanged = |places: &Vec<u16>| {
        let mut exchanged = vec![0; places.len()];
        for (block, &place) in places.iter().enumerate() {
            exchanged[stands_for[block]] = place;
        }
        exchanged
    };
    let rest = path[shortcut.to + 1..].iter().map(exchanged);
    let head = path[..at].iter().cloned();
    head.chain(shortcut.way.iter().cloned())
        .chain(rest)
        .collect()
}
