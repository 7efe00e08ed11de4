//! One end of a breadth-first search: its frontier, and the table of the states near it.

use super::budget::Budget;
use super::kept::{List, Packed};
use super::key::Key;
use super::table::Table;
use crate::games::Limit;

/// The table is cut into this many parts, by the top bits of a state, so that threads can each
/// fill their own, and growing copies only a part at a time.
pub const SHARDS: usize = 8;
const SHARD_BITS: u32 = SHARDS.ilog2();

/// Which part a scrambled state belongs to.
#[inline(always)]
pub fn shard_of<K: Key>(mixed: K, bits: u32) -> usize {
    (mixed >> (bits - SHARD_BITS)).wide() as usize
}

/// Layers of fewer states are always kept: they cost little.
const SMALL_LAYER: usize = 1 << 12;

/// Of the others, one in this many: the way back from one to the next kept one is searched again.
const KEEP_EVERY: u32 = 4;

/// A part of the table and of the next layer.
pub struct Shard<K> {
    bits: u32,
    table: Table,
    next: List<K>,
}

impl<K: Key> Shard<K> {
    #[inline(always)]
    fn inner(&self, mixed: K) -> K {
        mixed & K::ones(self.bits - SHARD_BITS)
    }

    /// Adds the states that are new; the least one among them that `ends` the search.
    pub fn add<'k>(
        &mut self,
        batches: impl Iterator<Item = &'k [K]>,
        budget: &Budget,
        ends: &impl Fn(K) -> bool,
    ) -> Result<Option<K>, Limit> {
        let mut end: Option<K> = None;
        let next = &mut self.next;
        let mask = K::ones(self.bits - SHARD_BITS);
        for batch in batches {
            self.table.insert_all(batch, mask, budget, |mixed| {
                if ends(mixed) {
                    end = Some(end.map_or(mixed, |end| end.min(mixed)));
                }
                next.push(mixed, budget)
            })?;
        }
        Ok(end)
    }

    /// Starts the table again with these lists only, with room for `room` states.
    fn rebuild(&mut self, lists: [&List<K>; 2], room: usize, budget: &Budget) -> Result<(), Limit> {
        let width = self.bits - SHARD_BITS;
        let mask = K::ones(width);
        std::mem::replace(&mut self.table, Table::new(width, 0, budget)?).free(budget);
        let empty = std::mem::replace(&mut self.table, Table::new(width, room, budget)?);
        empty.free(budget);
        for piece in lists.iter().flat_map(|list| list.pieces()) {
            self.table.insert_all(piece, mask, budget, |_| Ok(()))?;
        }
        Ok(())
    }
}

/// The states around the frontier, and kept layers.
pub struct Side<K> {
    pub depth: u32,
    pub shards: Vec<Shard<K>>,
    /// The last layer, by shards.
    pub frontier: Vec<List<K>>,
    pub frontier_len: usize,
    /// The layer before it.
    before: Vec<List<K>>,
    before_len: usize,
    pub kept: Vec<Packed>,
    reached: u64,
}

impl<K: Key> Side<K> {
    /// A search that starts from these scrambled states.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn new(
        bits: u32,
        sources: impl IntoIterator<Item = K>,
        budget: &Budget,
    ) -> Result<Self, Limit> {
        let shard = |_| {
            Ok(Shard {
                bits,
                table: Table::new(bits - SHARD_BITS, 0, budget)?,
                next: List::new(),
            })
        };
        let mut side = Self {
            depth: 0,
            shards: (0..SHARDS).map(shard).collect::<Result<_, Limit>>()?,
            frontier: Vec::new(),
            frontier_len: 0,
            before: Vec::new(),
            before_len: 0,
            kept: Vec::new(),
            reached: 0,
        };
        for mixed in sources {
            let shard = &mut side.shards[shard_of(mixed, bits)];
            shard.add([&[mixed][..]].into_iter(), budget, &|_| false)?;
        }
        side.enter_layer(bits, budget)?;
        Ok(side)
    }

    /// Whether a scrambled state is in the last layer; meaningful for states that cannot be in
    /// the layers before it.
    pub fn contains(&self, mixed: K) -> bool {
        let shard = &self.shards[shard_of(mixed, self.shards[0].bits)];
        shard.table.contains(shard.inner(mixed))
    }

    /// States reached so far.
    pub fn states(&self) -> u64 {
        let next: usize = self.shards.iter().map(|shard| shard.next.len()).sum();
        self.reached + next as u64
    }

    /// Forgets old layers if the next one would not fit into the tables beside them.
    pub fn make_room(&mut self, budget: &Budget) -> Result<(), Limit> {
        let growth = self.frontier_len as f64 / self.before_len.max(1) as f64;
        let next = self.frontier_len as f64 * growth.clamp(0.5, 4.0) * 1.1;
        let next = next as usize / SHARDS;
        let before = std::mem::take(&mut self.before);
        for (i, shard) in self.shards.iter_mut().enumerate() {
            if shard.table.len() + next > shard.table.room() {
                let none = List::new();
                let before = before.get(i).unwrap_or(&none);
                let lists = [before, &self.frontier[i]];
                let room = lists.iter().map(|list| list.len()).sum::<usize>() + next;
                shard.rebuild(lists, room, budget)?;
            }
        }
        before.into_iter().for_each(|list| list.free(budget));
        Ok(())
    }

    /// The layer `frontier` has been expanded.
    pub fn next_layer(
        &mut self,
        frontier: Vec<List<K>>,
        bits: u32,
        budget: &Budget,
    ) -> Result<(), Limit> {
        self.before = frontier;
        self.before_len = self.frontier_len;
        self.depth += 1;
        self.enter_layer(bits, budget)
    }

    fn enter_layer(&mut self, bits: u32, budget: &Budget) -> Result<(), Limit> {
        let take = |shard: &mut Shard<K>| std::mem::replace(&mut shard.next, List::new());
        self.frontier = self.shards.iter_mut().map(take).collect();
        self.frontier_len = self.frontier.iter().map(List::len).sum();
        self.reached += self.frontier_len as u64;
        let due = |last: &Packed| self.depth - last.depth >= KEEP_EVERY;
        if self.frontier_len < SMALL_LAYER || self.kept.last().is_none_or(due) {
            self.kept.push(Packed::new(self.depth, bits, &self.frontier, budget)?);
        }
        Ok(())
    }
}
