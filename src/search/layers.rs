//! Breadth-first search of undirected graphs, layer by layer, from both ends where that pays.
//!
//! In an undirected graph the neighbours of a layer lie in the layer before it, in itself and in
//! the next one, so older layers may be forgotten ("frontier search"; R. E. Korf, W. Zhang, *Divide-
//! and-conquer frontier search applied to optimal sequence alignment*, 2000). Some of them are kept
//! in a packed form, to find the way back.

use super::graph::{Graph, GraphStats, PathReport};
use super::run::Run;
use super::side::Side;
use super::trace::{way_back, way_to_goal};
use crate::base::{Limit, Limits, Outcome};

/// A shortest path from the start to a goal.
///
/// Searches from the goals, too, once they are no more than the states at hand; always goes on at
/// the end where fewer states wait. Until then every new state is asked whether a goal is one move
/// away, which saves the last layer, often the largest.
pub fn shortest_path<G: Graph>(graph: &G, start: G::Key, limits: &Limits) -> PathReport<G::Key> {
    if graph.is_goal(start) {
        return PathReport {
            outcome: Outcome::Solved(vec![start]),
            stats: GraphStats {
                states: 1,
                bits: graph.bits(),
                ..GraphStats::default()
            },
        };
    }
    let mut run = Run::new(graph, limits);
    let mut sides = Sides {
        forward: None,
        backward: None,
    };
    let end = sides.search(&mut run, start);
    PathReport {
        stats: run.stats([sides.forward.as_ref(), sides.backward.as_ref()]),
        outcome: match end {
            Ok(Some(meeting)) => Outcome::Solved(sides.path(&run, meeting)),
            Ok(None) => Outcome::Impossible,
            Err(limit) => Outcome::Unknown(limit),
        },
    }
}

/// The two ends of a search, as far as they have begun.
struct Sides<K> {
    forward: Option<Side<K>>,
    backward: Option<Side<K>>,
}

impl<K: super::Key> Sides<K> {
    /// The state where both searches meet, or, where there is only one, a neighbour of a goal,
    /// scrambled; nothing if there is no path.
    fn search<G: Graph<Key = K>>(
        &mut self,
        run: &mut Run<G>,
        start: K,
    ) -> Result<Option<K>, Limit> {
        let (graph, scramble) = (run.graph, run.scramble);
        let near_goal = |state: K| graph.is_near_goal(scramble.unmix(state));
        let start = scramble.mix(start);
        let forward = self.forward.insert(run.side()?);
        forward.add_source(start, &run.budget)?;
        forward.begin(&run.budget)?;
        if near_goal(start) {
            return Ok(Some(start));
        }
        // No goals are looked for until there are that many states in the frontier.
        let mut patience = 8;
        while forward.frontier_len > 0 {
            if self.backward.is_none() && forward.frontier_len >= patience {
                patience = forward.frontier_len * 2;
                self.backward = goals(run, forward.frontier_len)?;
            }
            let met = match &mut self.backward {
                None => run.advance(forward, near_goal)?,
                Some(backward) if backward.frontier_len == 0 => return Ok(None),
                Some(backward) if backward.frontier_len < forward.frontier_len => {
                    run.advance(backward, |state| forward.contains(state))?
                }
                Some(backward) => run.advance(forward, |state| backward.contains(state))?,
            };
            if met.is_some() {
                return Ok(met);
            }
        }
        Ok(None)
    }

    fn path<G: Graph<Key = K>>(&self, run: &Run<G>, meeting: K) -> Vec<K> {
        let back = |side: &Side<K>| way_back(run, side, meeting);
        let mut path = self.forward.as_ref().map(back).unwrap_or_default();
        path.reverse();
        match &self.backward {
            Some(backward) => path.extend(back(backward).into_iter().skip(1)),
            None => path.extend(way_to_goal(run, meeting)),
        }
        path
    }
}

/// A search from the goals, if they are few enough.
fn goals<G: Graph>(run: &Run<G>, at_most: usize) -> Result<Option<Side<G::Key>>, Limit> {
    // First they are only counted, so that nothing is stored in vain.
    if !run.graph.goals(at_most, |_| {}) {
        return Ok(None);
    }
    let mut side = run.side()?;
    let mut result = Ok(());
    run.graph.goals(at_most, |goal| {
        if result.is_ok() {
            result = side.add_source(run.scramble.mix(goal), &run.budget);
        }
    });
    result?;
    side.begin(&run.budget)?;
    Ok(Some(side))
}

/// One of the states farthest from all goals (always the same one) and its distance; nothing if
/// there are no goals, or more than `at_most`.
///
/// # Errors
/// The limit that came first.
pub fn farthest<G: Graph>(
    graph: &G,
    at_most: usize,
    limits: &Limits,
) -> Result<Option<(G::Key, u32)>, Limit> {
    let mut run = Run::new(graph, limits);
    let Some(mut side) = goals(&run, at_most)? else {
        return Ok(None);
    };
    let mut last = None;
    while let Some(least) = side.least() {
        last = Some((run.scramble.unmix(least), side.depth));
        run.advance(&mut side, |_| false)?;
    }
    Ok(last)
}
