//! Cycles in the order of a finished assignment.

use std::collections::VecDeque;

use super::graph::Graph;
use crate::games::coil::puzzle::Dir;

/// No more than this many cycles are looked for at once.
const ENOUGH: usize = 64;

/// Cycles of the arrows from earlier to later nodes, as steps: short ones, no two with a node in
/// common. Empty if the order is a true order.
pub fn find(graph: &Graph, before: impl Fn(u32, Dir) -> bool) -> Vec<Vec<(u32, Dir)>> {
    let mut knot = on_or_between_cycles(graph, &before);
    let mut cycles = Vec::new();
    let mut reached = vec![None; graph.len()];
    for node in graph.nodes() {
        if cycles.len() == ENOUGH {
            break;
        }
        if !knot[node as usize] {
            continue;
        }
        match shortest(graph, node, &knot, &before, &mut reached) {
            Some(cycle) => {
                cycle.iter().for_each(|&(at, _)| knot[at as usize] = false);
                cycles.push(cycle);
            }
            None => knot[node as usize] = false,
        }
    }
    cycles
}

/// The nodes that remain when sources are taken away again and again, then sinks (Kahn 1962).
fn on_or_between_cycles(graph: &Graph, before: &impl Fn(u32, Dir) -> bool) -> Vec<bool> {
    let mut knot = vec![true; graph.len()];
    for forwards in [true, false] {
        let later = |node, dir| before(node, dir) == forwards;
        let mut pending: Vec<usize> = vec![0; graph.len()];
        for node in graph.nodes().filter(|&node| knot[node as usize]) {
            let earlier = graph
                .around(node)
                .filter(|&(dir, next)| knot[next as usize] && !later(node, dir));
            pending[node as usize] = earlier.count();
        }
        let is_free = |node: &u32| knot[*node as usize] && pending[*node as usize] == 0;
        let mut free: Vec<u32> = graph.nodes().filter(is_free).collect();
        while let Some(node) = free.pop() {
            knot[node as usize] = false;
            for (dir, next) in graph.around(node) {
                if knot[next as usize] && later(node, dir) {
                    pending[next as usize] -= 1;
                    if pending[next as usize] == 0 {
                        free.push(next);
                    }
                }
            }
        }
    }
    knot
}

/// The shortest cycle through `from` and nodes of `knot`, by breadth first search.
fn shortest(
    graph: &Graph,
    from: u32,
    knot: &[bool],
    before: &impl Fn(u32, Dir) -> bool,
    reached: &mut [Option<(u32, Dir)>],
) -> Option<Vec<(u32, Dir)>> {
    let mut touched = Vec::new();
    let mut queue = VecDeque::from([from]);
    let mut closed = false;
    'search: while let Some(node) = queue.pop_front() {
        for (dir, next) in graph.around(node) {
            let is_new = knot[next as usize] && reached[next as usize].is_none();
            if !is_new || !before(node, dir) {
                continue;
            }
            reached[next as usize] = Some((node, dir));
            touched.push(next);
            if next == from {
                closed = true;
                break 'search;
            }
            queue.push_back(next);
        }
    }
    let cycle = closed.then(|| walk_back(from, reached));
    for node in touched {
        reached[node as usize] = None;
    }
    cycle
}

fn walk_back(from: u32, reached: &[Option<(u32, Dir)>]) -> Vec<(u32, Dir)> {
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
