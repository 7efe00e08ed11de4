//! Blocks (biconnected components) and cut nodes, after Hopcroft and Tarjan (1973), without recursion.

use super::graph::Graph;
use super::lowlink::LowLink;

/// How the graph hangs together.
pub struct Blocks {
    /// All nodes can be reached from one another.
    pub connected: bool,
    /// The nodes of each block; a block of two is a bridge.
    pub blocks: Vec<Vec<u32>>,
    /// By node: in how many blocks it is. More than one: a cut node.
    pub memberships: Vec<u32>,
}

struct Search<'a> {
    graph: &'a Graph,
    links: LowLink,
    found: Blocks,
}

impl Blocks {
    pub fn of(graph: &Graph) -> Blocks {
        let mut search = Search {
            graph,
            links: LowLink::new(graph.len()),
            found: Blocks {
                connected: true,
                blocks: Vec::new(),
                memberships: vec![0; graph.len()],
            },
        };
        search.run(0);
        search.found.connected = search.links.count() == graph.len();
        search.found
    }

    pub fn is_cut(&self, node: u32) -> bool {
        self.memberships[node as usize] > 1
    }
}

impl Search<'_> {
    fn run(&mut self, root: u32) {
        // Nodes on the way from the root, each with the number of neighbours looked at.
        let mut way = vec![(root, 0)];
        self.links.enter(root);
        while let Some((node, looked)) = way.last_mut() {
            let node = *node;
            let next = self.graph.around(node).nth(*looked);
            *looked += 1;
            match next {
                Some((_, next)) if self.links.is_new(next) => {
                    self.links.enter(next);
                    way.push((next, 0));
                }
                Some((_, next)) => self.links.lower(node, self.links.entered(next)),
                None => {
                    way.pop();
                    if let Some(&(parent, _)) = way.last() {
                        self.leave(node, parent);
                    }
                }
            }
        }
    }

    fn leave(&mut self, node: u32, parent: u32) {
        let low = self.links.low(node);
        self.links.lower(parent, low);
        if low >= self.links.entered(parent) {
            let mut block = vec![parent];
            block.extend(self.links.complete(node).into_iter().rev());
            for &member in &block {
                self.found.memberships[member as usize] += 1;
            }
            self.found.blocks.push(block);
        }
    }
}
