//! Cycles in the order of a finished assignment.

use std::collections::{HashSet, VecDeque};

use super::graph::NONE;
use super::knots::{self, Arrows};
use crate::games::coil::puzzle::Direction;

/// No more than this many cycles are looked for at once.
const ENOUGH: usize = 64;

/// A closed walk along arrows.
pub type Cycle = Vec<(u32, Direction)>;

impl<F: Fn(u32, Direction) -> bool> Arrows<'_, F> {
    /// Short cycles; none only if the order is a true one. In a model every cycle separates the start
    /// from the end, so all of them cross any way from one to the other.
    pub fn cycles(&self, start: u32, end: u32) -> Vec<Cycle> {
        let knots = knots::find(self);
        if knots.iter().all(|&knot| knot == NONE) {
            return Vec::new();
        }
        let crossing = self.cycles_through(self.way(start, end).into_iter(), &knots);
        if crossing.is_empty() {
            self.cycles_through(self.graph.nodes(), &knots)
        } else {
            crossing
        }
    }

    /// The shortest cycle through each of the nodes that are on any.
    fn cycles_through(&self, nodes: impl Iterator<Item = u32>, knots: &[u32]) -> Vec<Cycle> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut reached = vec![None; self.graph.len()];
        for node in nodes.filter(|&node| knots[node as usize] != NONE) {
            let cycle = self.shortest(node, knots, &mut reached);
            let mut members: Vec<u32> = cycle.iter().map(|&(at, _)| at).collect();
            members.sort_unstable();
            if seen.insert(members) {
                found.push(cycle);
            }
            if found.len() == ENOUGH {
                break;
            }
        }
        found
    }

    /// The shortest cycle through `from`, by breadth first search in its knot.
    fn shortest(
        &self,
        from: u32,
        knots: &[u32],
        reached: &mut [Option<(u32, Direction)>],
    ) -> Cycle {
        let mut touched = Vec::new();
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for (dir, next) in self.after(node) {
                let inside = knots[next as usize] == knots[from as usize];
                if inside && reached[next as usize].is_none() {
                    reached[next as usize] = Some((node, dir));
                    touched.push(next);
                    queue.push_back(next);
                }
            }
            if reached[from as usize].is_some() {
                break;
            }
        }
        let cycle = walk_back(from, reached);
        for node in touched {
            reached[node as usize] = None;
        }
        cycle
    }

    /// A shortest way between two nodes, along edges in any direction; both included. Empty where
    /// there is none.
    fn way(&self, from: u32, to: u32) -> Vec<u32> {
        let mut reached = vec![NONE; self.graph.len()];
        let mut queue = VecDeque::from([from]);
        reached[from as usize] = from;
        while let Some(node) = queue.pop_front() {
            for (_, next) in self.graph.around(node) {
                if reached[next as usize] == NONE {
                    reached[next as usize] = node;
                    queue.push_back(next);
                }
            }
        }
        if reached[to as usize] == NONE {
            return Vec::new();
        }
        let back = |&node: &u32| (node != from).then(|| reached[node as usize]);
        std::iter::successors(Some(to), back).collect()
    }
}

fn walk_back(from: u32, reached: &[Option<(u32, Direction)>]) -> Cycle {
    let mut cycle = Vec::new();
    let mut at = from;
    while let Some(step) = reached[at as usize] {
        cycle.push(step);
        at = step.0;
        if at == from {
            break;
        }
    }
    cycle
}
