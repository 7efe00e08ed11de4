//! One end of the search: what it has seen, and what it looks at next.

use super::bound::Way;
use super::expand::{Child, Expander};
use super::level::{LevelTables, State};
use super::store::Store;

/// Threads, and parts of the set of positions.
const THREADS: usize = 2;

/// The least number of positions that are taken from a depth in a dive.
const NARROW: usize = 8;

#[inline(always)]
pub fn part_of<const W: usize>(state: &State<W>) -> usize {
    (state.mixed() >> 63) as usize % THREADS
}

/// One of the two ends.
pub struct Side<'l, const W: usize> {
    pub expanders: [Expander<'l, W>; THREADS],
    pub stores: [Store<W>; THREADS],
    pub expanded: u64,
}

/// The positions that are next in turn on one side.
pub struct Layer {
    pub depth: usize,
    pub positions: usize,
}

impl<'l, const W: usize> Side<'l, W> {
    pub fn new(level: &'l LevelTables, way: Way) -> Self {
        Self {
            expanders: [(); THREADS].map(|()| Expander::new(level, way)),
            stores: [(); THREADS].map(|()| Store::new()),
            expanded: 0,
        }
    }

    pub fn depths(&self) -> usize {
        self.stores.iter().map(Store::depths).max().unwrap_or(0)
    }

    fn open(&self, depth: usize, rank: usize) -> usize {
        self.stores
            .iter()
            .map(|store| store.open(depth, rank))
            .sum()
    }

    pub fn take(&mut self, depth: usize, rank: usize, most: usize) -> Vec<State<W>> {
        let mut work = Vec::with_capacity(most);
        for (index, store) in self.stores.iter_mut().enumerate() {
            let share = most * (index + 1) / THREADS;
            store.take(depth, rank, share, &mut work);
        }
        work
    }

    pub fn next_layer(&self, rank: usize) -> Option<Layer> {
        let layer = |depth| Layer {
            depth,
            positions: self.open(depth, rank),
        };
        (0..self.depths())
            .map(layer)
            .find(|layer| layer.positions > 0)
    }
}

/// Goes through all depths again and again and takes a few positions from each, now fewer, now more
/// (a beam search that forgets nothing; the widths follow M. Luby, A. Sinclair and D. Zuckerman,
/// *Optimal speedup of Las Vegas algorithms*, 1993).
#[derive(Default)]
pub struct Diver {
    /// The next depth.
    depth: usize,
    /// How many times it went through.
    rounds: usize,
}

impl Diver {
    pub fn next<const W: usize>(
        &mut self,
        side: &mut Side<W>,
        rank: usize,
    ) -> (u16, Vec<State<W>>) {
        let depths = side.depths();
        let ahead = (self.depth..depths).find(|&depth| side.open(depth, rank) > 0);
        let depth = ahead.or_else(|| {
            self.rounds += 1;
            (0..depths).find(|&depth| side.open(depth, rank) > 0)
        });
        let Some(depth) = depth else {
            return (0, Vec::new());
        };
        self.depth = depth + 1;
        let width = NARROW << (self.rounds + 1).trailing_zeros();
        (depth as u16, side.take(depth, rank, width))
    }
}

/// Positions by the part they belong to.
pub type Outbox<const W: usize> = [Vec<Child<W>>; THREADS];

/// Expands positions and sorts what comes of it by the part it belongs to.
pub fn outboxes<const W: usize>(
    expander: &mut Expander<W>,
    work: &[State<W>],
    most: u16,
) -> Outbox<W> {
    let mut out = [(); THREADS].map(|()| Vec::new());
    for state in work {
        expander.expand(state, most, |child| out[part_of(&child.state)].push(child));
    }
    out
}
