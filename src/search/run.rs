//! The engine: expands one layer after the other, with all threads there are.

use std::time::Instant;

use rayon::prelude::*;

use super::budget::Budget;
use super::graph::{Graph, GraphStats};
use super::kept::Piece;
use super::key::{Key, Scramble};
use super::side::{Entries, SHARDS, Shard, Side};
use crate::base::{Limit, Limits};

/// What all parts of one search share.
pub struct Run<'a, G: Graph> {
    pub graph: &'a G,
    pub scramble: Scramble<G::Key>,
    entries: Entries,
    pub budget: Budget,
    deadline: Option<Instant>,
    nodes: u64,
    expanded: u64,
    generated: u64,
    /// Neighbours on their way to the tables: for each worker and shard.
    outboxes: Vec<Outbox<G::Key>>,
    outbox_bytes: usize,
}

/// Layers of fewer states are not worth a second thread.
const PARALLEL: usize = 4000;

/// How many states a worker expands before their neighbours are looked up.
const BATCH: usize = 4096;

/// States that the way back from one kept layer to the next may take.
const WAY_BACK: f64 = 3e4;

/// From one kept layer to the next, at most, in layers.
const MAX_GAP: f64 = 4.0;

/// The width of scrambled states is at least this, so that there are bits for the shards.
const MIN_BITS: u32 = 16;

/// Entries on their way to each shard.
type Outbox<K> = [Vec<K>; SHARDS];

/// Some pieces of the frontier.
type Pieces<'p, K> = &'p [&'p Piece<K>];

/// The first pieces, about one batch, and the others.
fn split<K: Key>(pieces: Pieces<K>) -> (Pieces<K>, Pieces<K>) {
    let mut states = 0;
    let full = |piece: &&Piece<K>| {
        states += piece.len();
        states > BATCH
    };
    let batch = pieces
        .iter()
        .position(full)
        .map_or(pieces.len(), |batch| batch.max(1));
    pieces.split_at(batch)
}

#[inline(always)]
fn expand<G: Graph>(
    graph: &G,
    scramble: &Scramble<G::Key>,
    entries: Entries,
    entry: G::Key,
    outbox: &mut Outbox<G::Key>,
) {
    let note = match entries.note_bits {
        0 => 0,
        _ => (entry >> entries.state_bits).wide() as u32,
    };
    graph.neighbours(scramble.unmix(entries.state(entry)), note, |key, note| {
        let state = scramble.mix(key);
        let entry = match entries.note_bits {
            0 => state,
            _ => state | G::Key::cut(u128::from(note)) << entries.state_bits,
        };
        outbox[entries.shard(entry)].push(entry);
    });
}

impl<'a, G: Graph> Run<'a, G> {
    pub fn new(graph: &'a G, limits: &Limits) -> Self {
        let workers = rayon::current_num_threads().min(SHARDS);
        let state_bits = graph.bits().max(MIN_BITS);
        let room_for_notes = state_bits + G::NOTE_BITS <= G::Key::BITS;
        Self {
            graph,
            scramble: Scramble::new(state_bits),
            entries: Entries {
                state_bits,
                note_bits: if room_for_notes { G::NOTE_BITS } else { 0 },
            },
            budget: Budget::new(limits.memory),
            deadline: limits.deadline(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            expanded: 0,
            generated: 0,
            outboxes: (0..workers).map(|_| Default::default()).collect(),
            outbox_bytes: 0,
        }
    }

    /// A search that starts nowhere yet.
    pub fn side(&self) -> Result<Side<G::Key>, Limit> {
        Side::new(self.entries, &self.budget)
    }

    fn check(&self) -> Result<(), Limit> {
        if self.expanded >= self.nodes {
            return Err(Limit::Nodes);
        }
        match self.deadline {
            Some(end) if Instant::now() >= end => Err(Limit::Time),
            _ => Ok(()),
        }
    }

    /// Expands the frontier of a side; the first new state that `ends` the search, if any.
    pub fn advance(
        &mut self,
        side: &mut Side<G::Key>,
        ends: impl Fn(G::Key) -> bool + Sync,
    ) -> Result<Option<G::Key>, Limit> {
        side.make_room(&self.budget)?;
        let frontier = std::mem::take(&mut side.frontier);
        let pieces: Vec<&Piece<G::Key>> = frontier.iter().flat_map(|list| list.pieces()).collect();
        let parallel = side.frontier_len >= PARALLEL;
        let mut rest = pieces.as_slice();
        while !rest.is_empty() {
            self.check()?;
            rest = self.fill_outboxes(rest, parallel);
            self.book_outboxes()?;
            if let Some(end) = self.empty_outboxes(side, &ends, parallel)? {
                side.depth += 1;
                return Ok(Some(end));
            }
        }
        side.next_layer(frontier, self.gap(), &self.budget)?;
        Ok(None)
    }

    /// How many layers apart the kept ones may be, so that searching the way back from one to the
    /// next does not take more than some [`WAY_BACK`] states.
    fn gap(&self) -> u32 {
        let branches = self.generated as f64 / self.expanded.max(1) as f64;
        let layers = WAY_BACK.ln() / branches.max(2.0).ln();
        layers.clamp(1.0, MAX_GAP) as u32
    }

    /// Expands the first pieces; returns the others.
    fn fill_outboxes<'p>(
        &mut self,
        pieces: Pieces<'p, G::Key>,
        parallel: bool,
    ) -> Pieces<'p, G::Key> {
        let workers = if parallel { self.outboxes.len() } else { 1 };
        let mut rest = pieces;
        let mut shares = Vec::new();
        for _ in 0..workers {
            let (share, others) = split(rest);
            shares.push(share);
            rest = others;
        }
        let work = |(outbox, share): (&mut Outbox<G::Key>, &Pieces<G::Key>)| {
            for entry in share.iter().flat_map(|piece| piece.states()) {
                expand(self.graph, &self.scramble, self.entries, entry, outbox);
            }
        };
        if parallel {
            self.outboxes.par_iter_mut().zip(&shares).for_each(work);
        } else {
            self.outboxes.iter_mut().zip(&shares).for_each(work);
        }
        let expanded: usize = shares
            .iter()
            .copied()
            .flatten()
            .map(|piece| piece.len())
            .sum();
        self.expanded += expanded as u64;
        self.generated += self
            .outboxes
            .iter()
            .flatten()
            .map(|o| o.len() as u64)
            .sum::<u64>();
        rest
    }

    /// Books what the outboxes have grown.
    fn book_outboxes(&mut self) -> Result<(), Limit> {
        let room: usize = self.outboxes.iter().flatten().map(Vec::capacity).sum();
        let bytes = room * size_of::<G::Key>();
        self.budget.take(bytes - self.outbox_bytes)?;
        self.outbox_bytes = bytes;
        Ok(())
    }

    /// Adds what is in the outboxes to the side.
    fn empty_outboxes(
        &mut self,
        side: &mut Side<G::Key>,
        ends: &(impl Fn(G::Key) -> bool + Sync),
        parallel: bool,
    ) -> Result<Option<G::Key>, Limit> {
        let (outboxes, budget) = (&self.outboxes, &self.budget);
        let work = |(i, shard): (usize, &mut Shard<G::Key>)| {
            let batches = outboxes.iter().map(|outbox| outbox[i].as_slice());
            shard.add(batches, budget, ends)
        };
        let ends: Result<Vec<_>, Limit> = if parallel {
            side.shards.par_iter_mut().enumerate().map(work).collect()
        } else {
            side.shards.iter_mut().enumerate().map(work).collect()
        };
        self.outboxes.iter_mut().flatten().for_each(Vec::clear);
        Ok(ends?.into_iter().flatten().min())
    }

    pub fn stats(&self, sides: [Option<&Side<G::Key>>; 2]) -> GraphStats {
        GraphStats {
            states: sides.iter().flatten().map(|side| side.states()).sum(),
            expanded: self.expanded,
            generated: self.generated,
            bits: self.graph.bits(),
            peak_bytes: self.budget.peak(),
            layers: sides.map(|side| side.map_or(0, |side| side.depth)),
        }
    }
}
