//! The positions that a search has seen from one end, by layers.

use super::level::State;
use crate::base::Limit;
use crate::search::Budget;

/// A position and the number of pushes or pulls that it took to get there.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    state: State<W>,
    depth: u16,
}

/// Nodes are allocated this many at a time.
const CHUNK: usize = 1 << 16;

const EMPTY: u32 = u32::MAX;

/// A part of the positions: those whose hash falls to it.
pub struct Store<const W: usize> {
    chunks: Vec<Vec<Node<W>>>,
    len: usize,
    /// Open addressing; nodes by number.
    slots: Vec<u32>,
    /// Nodes to expand, by depth and then by the least length of a solution through them.
    open: Vec<Vec<Vec<u32>>>,
}

impl<const W: usize> Store<W> {
    pub fn new() -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
            slots: Vec::new(),
            open: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn node(&self, number: u32) -> &Node<W> {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    /// The slot that holds the state, or the free one where it belongs.
    #[inline(always)]
    fn slot(&self, state: &State<W>, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 8) as usize & mask;
        while self.slots[at] != EMPTY && self.node(self.slots[at]).state != *state {
            at = (at + 1) & mask;
        }
        at
    }

    /// How deep a position is, if it was seen.
    pub fn depth(&self, state: &State<W>) -> Option<u16> {
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.slot(state, state.mixed())] {
            EMPTY => None,
            number => Some(self.node(number).depth),
        }
    }

    /// Enters a position, to be expanded; false if it was there with at most that depth. `length` is
    /// the rank of the least length of a solution through it.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn enter(
        &mut self,
        state: &State<W>,
        depth: u16,
        length: usize,
        budget: &Budget,
    ) -> Result<bool, Limit> {
        if self.len * 8 >= self.slots.len() * 5 {
            self.grow(budget)?;
        }
        let at = self.slot(state, state.mixed());
        let number = match self.slots[at] {
            EMPTY => {
                self.slots[at] = self.len as u32;
                self.push(
                    Node {
                        state: *state,
                        depth,
                    },
                    budget,
                )?
            }
            number if self.node(number).depth <= depth => return Ok(false),
            number => {
                self.chunks[number as usize / CHUNK][number as usize % CHUNK].depth = depth;
                number
            }
        };
        let layer = at_or_new(&mut self.open, depth as usize);
        let list = at_or_new(layer, length);
        if list.len() == list.capacity() {
            let more = list.capacity() / 2 + 16;
            budget.take(more * size_of::<u32>())?;
            list.reserve_exact(more);
        }
        list.push(number);
        Ok(true)
    }

    fn push(&mut self, node: Node<W>, budget: &Budget) -> Result<u32, Limit> {
        if self.len.is_multiple_of(CHUNK) {
            budget.take(CHUNK * size_of::<Node<W>>())?;
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let number = u32::try_from(self.len).map_err(|_| Limit::Memory)?;
        self.chunks[self.len / CHUNK].push(node);
        self.len += 1;
        Ok(number)
    }

    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), Limit> {
        let size = (self.slots.len() * 2).max(1 << 10);
        budget.take(size * size_of::<u32>())?;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for (number, node) in (0..).zip(self.chunks.iter().flatten()) {
            let mut at = (node.state.mixed() >> 8) as usize & (size - 1);
            while self.slots[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = number;
        }
        budget.give(old.len() * size_of::<u32>());
        Ok(())
    }

    /// How many positions of a depth are to be expanded with at most that rank of length.
    pub fn open(&self, depth: usize, length: usize) -> usize {
        let lists = self.open.get(depth).into_iter().flatten();
        lists.take(length + 1).map(Vec::len).sum()
    }

    /// How many depths have ever had positions to expand.
    pub fn depths(&self) -> usize {
        self.open.len()
    }

    /// The least rank of length of all that is to be expanded.
    pub fn least_length(&self) -> Option<usize> {
        let first = |layer: &Vec<Vec<u32>>| layer.iter().position(|list| !list.is_empty());
        self.open.iter().filter_map(first).min()
    }

    /// Takes positions of a depth to expand, at most so many, with at most that rank of length.
    pub fn take(&mut self, depth: usize, length: usize, most: usize, out: &mut Vec<State<W>>) {
        let Some(layer) = self.open.get_mut(depth) else {
            return;
        };
        for list in layer.iter_mut().take(length + 1) {
            let rest = list.len().saturating_sub(most.saturating_sub(out.len()));
            for number in list.drain(rest..) {
                let node = &self.chunks[number as usize / CHUNK][number as usize % CHUNK];
                // Else it was found again, nearer, and expanded there.
                if node.depth as usize == depth {
                    out.push(node.state);
                }
            }
        }
    }
}

fn at_or_new<T: Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize_with(index + 1, T::default);
    }
    &mut list[index]
}
