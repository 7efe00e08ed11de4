//! Strongly connected components of the order, after Tarjan (1972), without recursion.

use super::cycles::Arrows;
use super::graph::NONE;
use crate::games::coil::puzzle::Dir;

/// By node: the number of its component, if that has more than one node; else [`NONE`].
pub fn find<F: Fn(u32, Dir) -> bool>(arrows: &Arrows<F>) -> Vec<u32> {
    let nodes = arrows.graph.len();
    let mut search = Search {
        arrows,
        entered: vec![NONE; nodes],
        low: vec![NONE; nodes],
        clock: 0,
        stack: Vec::new(),
        knots: vec![NONE; nodes],
        done: vec![false; nodes],
    };
    for node in arrows.graph.nodes() {
        if search.entered[node as usize] == NONE {
            search.run(node);
        }
    }
    search.knots
}

struct Search<'a, 'g, F> {
    arrows: &'a Arrows<'g, F>,
    /// By node: when it was entered.
    entered: Vec<u32>,
    /// By node: the earliest entered node known to be in its component.
    low: Vec<u32>,
    clock: u32,
    /// Nodes whose component is not complete.
    stack: Vec<u32>,
    knots: Vec<u32>,
    /// By node: its component is complete.
    done: Vec<bool>,
}

impl<F: Fn(u32, Dir) -> bool> Search<'_, '_, F> {
    fn run(&mut self, root: u32) {
        // Nodes on the way from the root, each with the number of arrows followed.
        let mut way = vec![(root, 0)];
        self.enter(root);
        while let Some((node, followed)) = way.last_mut() {
            let node = *node;
            let next = self.arrows.after(node).nth(*followed);
            *followed += 1;
            match next {
                Some((_, next)) if self.entered[next as usize] == NONE => {
                    self.enter(next);
                    way.push((next, 0));
                }
                Some((_, next)) if self.done[next as usize] => {}
                Some((_, next)) => self.lower(node, self.entered[next as usize]),
                None => {
                    way.pop();
                    self.leave(node);
                    if let Some(&(parent, _)) = way.last() {
                        self.lower(parent, self.low[node as usize]);
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: u32) {
        self.entered[node as usize] = self.clock;
        self.low[node as usize] = self.clock;
        self.clock += 1;
        self.stack.push(node);
    }

    fn lower(&mut self, node: u32, to: u32) {
        let low = &mut self.low[node as usize];
        *low = to.min(*low);
    }

    /// Closes the component that the node was entered first of.
    fn leave(&mut self, node: u32) {
        if self.low[node as usize] < self.entered[node as usize] {
            return;
        }
        let is_alone = self.stack.last() == Some(&node);
        while let Some(member) = self.stack.pop() {
            self.done[member as usize] = true;
            if !is_alone {
                self.knots[member as usize] = node;
            }
            if member == node {
                break;
            }
        }
    }
}
