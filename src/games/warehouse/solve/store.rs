//! The positions that a search has seen from one end, by layers.

use super::level::State;
use crate::base::Limit;
use crate::search::{Budget, Index};

/// A position and the number of pushes or pulls that it took to get there.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    state: State<W>,
    depth: u16,
}

/// Nodes are allocated this many at a time.
const CHUNK: usize = 1 << 16;

/// A part of the positions: those whose hash falls to it.
pub struct Store<const W: usize> {
    nodes: Nodes<W>,
    /// By [`hash`].
    index: Index,
    /// Nodes to expand, by depth and then by the least length of a solution through them.
    open: Vec<Vec<Vec<u32>>>,
}

impl<const W: usize> Store<W> {
    pub fn new() -> Self {
        Self {
            nodes: Nodes {
                chunks: Vec::new(),
                len: 0,
            },
            index: Index::default(),
            open: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len
    }

    /// How deep a position is, if it was seen.
    pub fn depth(&self, state: &State<W>) -> Option<u16> {
        let is_it = |number: u32| self.nodes.get(number).state == *state;
        let number = self.index.find(hash(state), is_it)?;
        Some(self.nodes.get(number).depth)
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
        let nodes = &self.nodes;
        let is_it = |number: u32| nodes.get(number).state == *state;
        let hash_of = |number: u32| hash(&nodes.get(number).state);
        let index = &mut self.index;
        let number = match index.find_or_insert(budget, hash(state), is_it, hash_of)? {
            None => self.nodes.push(
                Node {
                    state: *state,
                    depth,
                },
                budget,
            )?,
            Some(number) if nodes.get(number).depth <= depth => return Ok(false),
            Some(number) => {
                self.nodes.get_mut(number).depth = depth;
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
                let node = self.nodes.get(number);
                // Else it was found again, nearer, and expanded there.
                if node.depth as usize == depth {
                    out.push(node.state);
                }
            }
        }
    }
}

/// The part of a position's hash that its place in the index is told by: the highest bit told the
/// store.
#[inline(always)]
fn hash<const W: usize>(state: &State<W>) -> u64 {
    state.mixed() >> 8
}

/// Nodes by number, which never move.
struct Nodes<const W: usize> {
    chunks: Vec<Vec<Node<W>>>,
    len: usize,
}

impl<const W: usize> Nodes<W> {
    #[inline(always)]
    fn get(&self, number: u32) -> &Node<W> {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn get_mut(&mut self, number: u32) -> &mut Node<W> {
        &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK]
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
}

fn at_or_new<T: Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize_with(index + 1, T::default);
    }
    &mut list[index]
}
