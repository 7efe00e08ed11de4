//! The way back from a state through the layers that were kept.

use std::collections::{HashMap, HashSet};

use super::graph::Graph;
use super::run::Run;
use super::side::{Layer, Side};

/// The states from a scrambled one in the last layer back to a source, both included.
pub fn way_back<G: Graph>(run: &Run<G>, side: &Side<G::Key>, mixed: G::Key) -> Vec<G::Key> {
    let mut path = vec![run.scramble.unmix(mixed)];
    let mut depth = side.depth;
    for layer in side.kept.iter().rev() {
        let from = path[path.len() - 1];
        path.extend(shortcut(run, from, depth - layer.depth, layer));
        depth = layer.depth;
    }
    path
}

/// The goal next to a scrambled state, nothing if it is one itself.
pub fn way_to_goal<G: Graph>(run: &Run<G>, state: G::Key) -> Option<G::Key> {
    let from = run.scramble.unmix(state);
    if run.graph.is_goal(from) {
        return None;
    }
    let mut goal = None;
    run.graph.neighbours(from, 0, |key, _| {
        if run.graph.is_goal(key) {
            goal = Some(key);
        }
    });
    goal
}

/// The states after `from` on a path of `moves` moves to a layer at that distance: breadth-first
/// search once more, but only over the few moves to the nearest kept layer.
fn shortcut<G: Graph>(
    run: &Run<G>,
    from: G::Key,
    moves: u32,
    layer: &Layer<G::Key>,
) -> Vec<G::Key> {
    if moves == 0 {
        return Vec::new();
    }
    let mut parents = HashMap::from([(from, from)]);
    let mut ring = vec![from];
    for _ in 0..moves {
        ring = next_ring(run.graph, &ring, &mut parents);
    }
    let ring: HashSet<G::Key> = ring.iter().map(|&key| run.scramble.mix(key)).collect();
    let Some(end) = layer.states.states().find(|state| ring.contains(state)) else {
        unreachable!("every state has a neighbour in the layer before its own");
    };
    let mut path = vec![run.scramble.unmix(end)];
    loop {
        let parent = parents[&path[path.len() - 1]];
        if parent == from {
            path.reverse();
            return path;
        }
        path.push(parent);
    }
}

/// The states one move farther, and how each was reached.
fn next_ring<G: Graph>(
    graph: &G,
    ring: &[G::Key],
    parents: &mut HashMap<G::Key, G::Key>,
) -> Vec<G::Key> {
    let mut next = Vec::new();
    for &from in ring {
        graph.neighbours(from, 0, |key, _| {
            parents.entry(key).or_insert_with(|| {
                next.push(key);
                from
            });
        });
    }
    next
}
