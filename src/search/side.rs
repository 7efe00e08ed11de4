//! One end of a breadth-first search: its frontier, and the table of the states near it.

use super::budget::Budget;
use super::kept::List;
use super::key::Key;
use super::table::Table;
use crate::base::Limit;

/// The table is cut into this many parts, by the top bits of a state, so that threads can each
/// fill their own, and growing copies only a part at a time.
pub const SHARDS: usize = 8;
const SHARD_BITS: u32 = SHARDS.ilog2();

/// Layers of fewer states are always kept, to find the way back: they cost little.
const SMALL_LAYER: usize = 1 << 12;

/// How entries are laid out: the scrambled state, and above it the note.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    pub state_bits: u32,
    pub note_bits: u32,
}

impl Entries {
    fn bits(self) -> u32 {
        self.state_bits + self.note_bits
    }

    /// The bits of a state besides those that name its part of the table.
    fn inner_bits(self) -> u32 {
        self.state_bits - SHARD_BITS
    }

    /// Which part of the table an entry belongs to.
    #[inline(always)]
    pub fn shard<K: Key>(self, entry: K) -> usize {
        (entry >> self.inner_bits()).wide() as usize & (SHARDS - 1)
    }

    /// The scrambled state without the note.
    #[inline(always)]
    pub fn state<K: Key>(self, entry: K) -> K {
        entry & K::ones(self.state_bits)
    }
}

/// A part of the table and of the next layer.
pub struct Shard<K> {
    entries: Entries,
    table: Table,
    next: List<K>,
}

impl<K: Key> Shard<K> {
    fn new(entries: Entries, budget: &Budget) -> Result<Self, Limit> {
        Ok(Self {
            entries,
            table: Table::new(entries.inner_bits(), 0, budget)?,
            next: List::new(entries.bits()),
        })
    }

    /// What the table compares.
    fn mask(&self) -> K {
        K::ones(self.entries.inner_bits())
    }

    /// Adds the states that are new; the least one among them that `ends` the search.
    pub fn add<'k>(
        &mut self,
        batches: impl Iterator<Item = &'k [K]>,
        budget: &Budget,
        ends: &impl Fn(K) -> bool,
    ) -> Result<Option<K>, Limit> {
        let mut end: Option<K> = None;
        let (entries, mask) = (self.entries, self.mask());
        let next = &mut self.next;
        for batch in batches {
            self.table.insert_all(batch, mask, budget, |entry| {
                let state = entries.state(entry);
                if ends(state) {
                    end = Some(end.map_or(state, |end| end.min(state)));
                }
                next.push(entry, budget)
            })?;
        }
        Ok(end)
    }

    /// Starts the table again with these lists only, with room for `room` states.
    fn rebuild(&mut self, lists: [&List<K>; 2], room: usize, budget: &Budget) -> Result<(), Limit> {
        let (width, mask) = (self.entries.inner_bits(), self.mask());
        let nothing = Table::new(width, 0, budget)?;
        std::mem::replace(&mut self.table, nothing).free(budget);
        let table = Table::new(width, room, budget)?;
        std::mem::replace(&mut self.table, table).free(budget);
        for piece in lists.iter().flat_map(|list| list.pieces()) {
            let states: Vec<K> = piece.states().collect();
            self.table.insert_all(&states, mask, budget, |_| Ok(()))?;
        }
        Ok(())
    }
}

/// A layer that is kept to find the way back.
pub struct Layer<K> {
    /// How many moves from the end where the search began.
    pub depth: u32,
    /// Its states, scrambled.
    pub states: List<K>,
}

/// The states around the frontier, and kept layers.
pub struct Side<K> {
    entries: Entries,
    pub depth: u32,
    pub shards: Vec<Shard<K>>,
    /// The last layer, by shards.
    pub frontier: Vec<List<K>>,
    pub frontier_len: usize,
    /// The layer before it, until its states are safe in the tables.
    before: Vec<List<K>>,
    before_len: usize,
    pub kept: Vec<Layer<K>>,
    reached: u64,
}

impl<K: Key> Side<K> {
    /// A search that starts nowhere yet: give it its sources, then let it begin.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn new(entries: Entries, budget: &Budget) -> Result<Self, Limit> {
        let shards = (0..SHARDS).map(|_| Shard::new(entries, budget));
        Ok(Self {
            entries,
            depth: 0,
            shards: shards.collect::<Result<_, Limit>>()?,
            frontier: Vec::new(),
            frontier_len: 0,
            before: Vec::new(),
            before_len: 0,
            kept: Vec::new(),
            reached: 0,
        })
    }

    /// Adds a scrambled state to the first layer.
    pub fn add_source(&mut self, state: K, budget: &Budget) -> Result<(), Limit> {
        let shard = &mut self.shards[self.entries.shard(state)];
        shard.add([&[state][..]].into_iter(), budget, &|_| false)?;
        Ok(())
    }

    /// Whether a scrambled state is in the last layer; meaningful for states that cannot be in
    /// the layers before it.
    pub fn contains(&self, state: K) -> bool {
        let shard = &self.shards[self.entries.shard(state)];
        shard.table.contains(state & shard.mask())
    }

    /// The least state of the last layer, scrambled.
    pub fn least(&self) -> Option<K> {
        let entries = self.frontier.iter().flat_map(List::states);
        entries.map(|entry| self.entries.state(entry)).min()
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
        let none = List::new(self.entries.bits());
        for (i, shard) in self.shards.iter_mut().enumerate() {
            if shard.table.len() + next > shard.table.room() {
                let lists = [before.get(i).unwrap_or(&none), &self.frontier[i]];
                let room = lists.iter().map(|list| list.len()).sum::<usize>() + next;
                shard.rebuild(lists, room, budget)?;
            }
        }
        before.into_iter().for_each(|list| list.free(budget));
        Ok(())
    }

    /// The layer `frontier` has been expanded. The next one is kept if it is small, or if the last
    /// kept one is `gap` layers before it.
    pub fn next_layer(
        &mut self,
        frontier: Vec<List<K>>,
        gap: u32,
        budget: &Budget,
    ) -> Result<(), Limit> {
        self.before = frontier;
        self.before_len = self.frontier_len;
        self.depth += 1;
        self.enter_layer(gap, budget)
    }

    /// The sources are all there: they are the first layer.
    pub fn begin(&mut self, budget: &Budget) -> Result<(), Limit> {
        self.enter_layer(0, budget)
    }

    /// What was added since the last time becomes the frontier.
    fn enter_layer(&mut self, gap: u32, budget: &Budget) -> Result<(), Limit> {
        let bits = self.entries.bits();
        let take = |shard: &mut Shard<K>| std::mem::replace(&mut shard.next, List::new(bits));
        self.frontier = self.shards.iter_mut().map(take).collect();
        self.frontier_len = self.frontier.iter().map(List::len).sum();
        self.reached += self.frontier_len as u64;
        let due = |last: &Layer<K>| self.depth - last.depth >= gap;
        if self.frontier_len < SMALL_LAYER || self.kept.last().is_none_or(due) {
            self.keep(budget)?;
        }
        Ok(())
    }

    fn keep(&mut self, budget: &Budget) -> Result<(), Limit> {
        let mut states = List::new(self.entries.state_bits);
        for entry in self.frontier.iter().flat_map(List::states) {
            states.push(self.entries.state(entry), budget)?;
        }
        self.kept.push(Layer {
            depth: self.depth,
            states,
        });
        Ok(())
    }
}
