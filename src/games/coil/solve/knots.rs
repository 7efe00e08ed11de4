//! Strongly connected components of the order, after Tarjan (1972), without recursion.

use super::graph::{Graph, NONE};
use super::lowlink::LowLink;
use crate::games::coil::puzzle::Direction;

/// The arrows from earlier to later nodes.
pub struct Arrows<'a, F> {
    pub graph: &'a Graph,
    /// Whether the node comes before its neighbour.
    pub before: F,
}

impl<F: Fn(u32, Direction) -> bool> Arrows<'_, F> {
    /// Nodes that the arrows of this one lead to.
    pub fn after(&self, node: u32) -> impl Iterator<Item = (Direction, u32)> {
        let later = move |&(dir, _): &(Direction, u32)| (self.before)(node, dir);
        self.graph.around(node).filter(later)
    }
}

/// By node: the number of its component, if that has more than one node; else [`NONE`].
pub fn find<F: Fn(u32, Direction) -> bool>(arrows: &Arrows<F>) -> Vec<u32> {
    let nodes = arrows.graph.len();
    let mut search = Search {
        arrows,
        links: LowLink::new(nodes),
        knots: vec![NONE; nodes],
        done: vec![false; nodes],
    };
    for node in arrows.graph.nodes() {
        if search.links.is_new(node) {
            search.run(node);
        }
    }
    search.knots
}

struct Search<'a, 'g, F> {
    arrows: &'a Arrows<'g, F>,
    links: LowLink,
    knots: Vec<u32>,
    /// By node: its component is complete.
    done: Vec<bool>,
}

impl<F: Fn(u32, Direction) -> bool> Search<'_, '_, F> {
    fn run(&mut self, root: u32) {
        // Nodes on the way from the root, each with the number of arrows followed.
        let mut way = vec![(root, 0)];
        self.links.enter(root);
        while let Some((node, followed)) = way.last_mut() {
            let node = *node;
            let next = self.arrows.after(node).nth(*followed);
            *followed += 1;
            match next {
                Some((_, next)) if self.links.is_new(next) => {
                    self.links.enter(next);
                    way.push((next, 0));
                }
                Some((_, next)) if self.done[next as usize] => {}
                Some((_, next)) => self.links.lower(node, self.links.entered(next)),
                None => {
                    way.pop();
                    self.leave(node);
                    if let Some(&(parent, _)) = way.last() {
                        self.links.lower(parent, self.links.low(node));
                    }
                }
            }
        }
    }

    /// Closes the component that the node was entered first of.
    fn leave(&mut self, node: u32) {
        if self.links.low(node) < self.links.entered(node) {
            return;
        }
        let members = self.links.complete(node);
        for &member in &members {
            self.done[member as usize] = true;
            if members.len() > 1 {
                self.knots[member as usize] = node;
            }
        }
    }
}
