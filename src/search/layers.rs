//! Breadth-first search of undirected graphs, layer by layer, from both ends where that pays.
//!
//! In an undirected graph the neighbours of a layer lie in the layer before it, in itself and in
//! the next one, so older layers may be forgotten ("frontier search"; R. E. Korf, W. Zhang, *Divide-
//! and-conquer frontier search applied to optimal sequence alignment*, 2000). Some of them are kept
//! in a packed form, to find the way back.

use std::time::Instant;

use rayon::prelude::*;

use super::budget::Budget;
use super::kept::Piece;
use super::key::{Key, Scramble};
use super::side::{Entries, SHARDS, Shard, Side};
use super::trace::way_back;
use crate::games::{Limit, Limits, Outcome};

/// An undirected graph whose vertices are packed states.
pub trait Graph: Sync {
    type Key: Key;

    /// All states are below 2^bits.
    fn bits(&self) -> u32;

    /// The bits of a note on how a state was reached, which comes back when it is expanded.
    const NOTE_BITS: u32;

    /// Calls `found` with every state one move from `of`, and a note on that move; the same state
    /// may come several times.
    ///
    /// `note` is what came with `of` when it was found first, from a state one move nearer to where
    /// the search began, or 0 if that is not known. States that are surely no farther away than
    /// `of` may be left out.
    fn neighbours(&self, of: Self::Key, note: u32, found: impl FnMut(Self::Key, u32));

    fn is_goal(&self, key: Self::Key) -> bool;

    /// All states that are goals, or nothing if there are more than `at_most`. States that the
    /// start cannot reach do no harm.
    fn goals(&self, at_most: usize) -> Option<Vec<Self::Key>>;
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States reached.
    pub states: u64,
    /// States whose neighbours were generated.
    pub expanded: u64,
    /// Neighbours generated, repeated ones included.
    pub generated: u64,
    /// Bits of a packed state.
    pub bits: u32,
    /// The most bytes in use at one time.
    pub peak_bytes: u64,
    /// Layers from the start and from the goals.
    pub layers: [u32; 2],
}

/// How a search ended: with the states of a shortest path, the start and a goal included.
pub struct Found<K> {
    pub outcome: Outcome<Vec<K>>,
    pub stats: Stats,
}

/// What all parts of one search share.
pub(super) struct Run<'a, G: Graph> {
    pub graph: &'a G,
    pub scramble: Scramble<G::Key>,
    entries: Entries,
    pub budget: Budget,
    deadline: Option<Instant>,
    nodes: u64,
    pub expanded: u64,
    pub generated: u64,
    /// Neighbours on their way to the tables: for each worker and shard.
    outboxes: Vec<Outbox<G::Key>>,
    outbox_bytes: usize,
}

/// Layers of fewer states are not worth a second thread.
const PARALLEL: usize = 4000;

/// How many states a worker expands before their neighbours are looked up.
const BATCH: usize = 4096;

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
    let note = (entry.wide() >> entries.state_bits) as u32;
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
    fn new(graph: &'a G, limits: &Limits) -> Self {
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
    fn advance(
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
        side.next_layer(frontier, &self.budget)?;
        Ok(None)
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

    fn stats(&self, sides: [Option<&Side<G::Key>>; 2]) -> Stats {
        Stats {
            states: sides.iter().flatten().map(|side| side.states()).sum(),
            expanded: self.expanded,
            generated: self.generated,
            bits: self.graph.bits(),
            peak_bytes: self.budget.peak(),
            layers: sides.map(|side| side.map_or(0, |side| side.depth)),
        }
    }
}

/// A shortest path from the start to a goal.
///
/// Searches from the goals, too, once they are no more than the states at hand; always goes on at
/// the end where fewer states wait.
pub fn shortest_path<G: Graph>(graph: &G, start: G::Key, limits: &Limits) -> Found<G::Key> {
    if graph.is_goal(start) {
        return Found {
            outcome: Outcome::Solved(vec![start]),
            stats: Stats {
                states: 1,
                bits: graph.bits(),
                ..Stats::default()
            },
        };
    }
    let mut run = Run::new(graph, limits);
    let mut forward = None;
    let mut backward = None;
    let end = search(&mut run, start, &mut forward, &mut backward);
    let stats = run.stats([forward.as_ref(), backward.as_ref()]);
    let outcome = match (end, forward) {
        (Ok(Some(meeting)), Some(forward)) => {
            let mut path = way_back(&run, &forward, meeting);
            path.reverse();
            if let Some(backward) = backward {
                path.extend(way_back(&run, &backward, meeting).into_iter().skip(1));
            }
            Outcome::Solved(path)
        }
        (Err(limit), _) => Outcome::Unknown(limit),
        _ => Outcome::Impossible,
    };
    Found { outcome, stats }
}

/// The state where both searches meet, scrambled; nothing if there is no path.
fn search<G: Graph>(
    run: &mut Run<G>,
    start: G::Key,
    forward: &mut Option<Side<G::Key>>,
    backward: &mut Option<Side<G::Key>>,
) -> Result<Option<G::Key>, Limit> {
    let graph = run.graph;
    let scramble = run.scramble;
    let entries = run.entries;
    let forward = forward.insert(Side::new(entries, [scramble.mix(start)], &run.budget)?);
    // No goals are looked for until there are that many states in the frontier.
    let mut patience = 8;
    while forward.frontier_len > 0 {
        if backward.is_none() && forward.frontier_len >= patience {
            patience = forward.frontier_len * 2;
            if let Some(goals) = graph.goals(forward.frontier_len) {
                let goals = goals.into_iter().map(|goal| scramble.mix(goal));
                *backward = Some(Side::new(entries, goals, &run.budget)?);
            }
        }
        let met = match backward {
            None => run.advance(forward, |mixed| graph.is_goal(scramble.unmix(mixed)))?,
            Some(backward) if backward.frontier_len == 0 => return Ok(None),
            Some(backward) if backward.frontier_len < forward.frontier_len => {
                run.advance(backward, |mixed| forward.contains(mixed))?
            }
            Some(backward) => run.advance(forward, |mixed| backward.contains(mixed))?,
        };
        if met.is_some() {
            return Ok(met);
        }
    }
    Ok(None)
}

/// One of the states farthest from all of `sources` (always the same one) and its distance.
///
/// # Errors
/// The limit that came first.
pub fn farthest<G: Graph>(
    graph: &G,
    sources: impl IntoIterator<Item = G::Key>,
    limits: &Limits,
) -> Result<Option<(G::Key, u32)>, Limit> {
    let mut run = Run::new(graph, limits);
    let scramble = run.scramble;
    let sources = sources.into_iter().map(|key| scramble.mix(key));
    let mut side = Side::new(run.entries, sources, &run.budget)?;
    let mut last = None;
    while let Some(least) = side.least() {
        last = Some((scramble.unmix(least), side.depth));
        run.advance(&mut side, |_| false)?;
    }
    Ok(last)
}
