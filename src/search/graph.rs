//! What is searched, and what came of it.

use super::key::Key;
use crate::base::Outcome;

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

    /// Whether a state is a goal or a neighbour of one.
    fn is_near_goal(&self, key: Self::Key) -> bool;

    /// Calls `found` with every goal, each once; false if there are more than `at_most` or it
    /// would take too long to find them, then it may have been called with some. States that the
    /// start cannot reach do no harm.
    fn goals(&self, at_most: usize, found: impl FnMut(Self::Key)) -> bool;
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphStats {
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
pub struct PathReport<K> {
    pub outcome: Outcome<Vec<K>>,
    pub stats: GraphStats,
}
