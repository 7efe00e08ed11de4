//! Blocks (biconnected components) and cut nodes, after Hopcroft and Tarjan (1973), without recursion.

use super::graph::Graph;

/// How the graph hangs together.
pub struct Blocks {
    /// All nodes can be reached from one another.
    pub connected: bool,
    /// The nodes of each block; a block of two is a bridge.
    pub blocks: Vec<Vec<u32>>,
    /// By node: in how many blocks it is. More than one: a cut node.
    pub memberships: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

struct Search<'a> {
    graph: &'a Graph,
    /// By node: when it was entered.
    entered: Vec<u32>,
    /// By node: the earliest entered node that its subtree is joined to.
    low: Vec<u32>,
    clock: u32,
    /// Nodes whose block is not complete.
    stack: Vec<u32>,
    found: Blocks,
}

impl Blocks {
    pub fn of(graph: &Graph) -> Blocks {
        let mut search = Search {
            graph,
            entered: vec![UNSEEN; graph.len()],
            low: vec![0; graph.len()],
            clock: 0,
            stack: Vec::new(),
            found: Blocks {
                connected: true,
                blocks: Vec::new(),
                memberships: vec![0; graph.len()],
            },
        };
        search.run(0);
        search.found.connected = search.clock as usize == graph.len();
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
        self.enter(root);
        while let Some((node, looked)) = way.last_mut() {
            let node = *node;
            let next = self.graph.around(node).nth(*looked);
            *looked += 1;
            match next {
                Some((_, next)) if self.entered[next as usize] == UNSEEN => {
                    self.enter(next);
                    way.push((next, 0));
                }
                Some((_, next)) => self.lower(node, self.entered[next as usize]),
                None => {
                    way.pop();
                    if let Some(&(parent, _)) = way.last() {
                        self.leave(node, parent);
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

    fn leave(&mut self, node: u32, parent: u32) {
        let low = self.low[node as usize];
        self.lower(parent, low);
        if low >= self.entered[parent as usize] {
            let mut block = vec![parent];
            while let Some(member) = self.stack.pop() {
                block.push(member);
                if member == node {
                    break;
                }
            }
            for &member in &block {
                self.found.memberships[member as usize] += 1;
            }
            self.found.blocks.push(block);
        }
    }
}
