//! What Tarjan's searches in depth keep of the nodes (Hopcroft and Tarjan 1973).

use super::graph::NONE;

/// When nodes were entered, and how far back each leads.
pub struct LowLink {
    /// By node: when it was entered, [`NONE`] if it was not.
    entered: Vec<u32>,
    /// By node: the earliest entered node that what follows it is joined to.
    low: Vec<u32>,
    clock: u32,
    /// Nodes entered whose part is not complete.
    stack: Vec<u32>,
}

impl LowLink {
    pub fn new(nodes: usize) -> Self {
        Self {
            entered: vec![NONE; nodes],
            low: vec![NONE; nodes],
            clock: 0,
            stack: Vec::new(),
        }
    }

    pub fn enter(&mut self, node: u32) {
        self.entered[node as usize] = self.clock;
        self.low[node as usize] = self.clock;
        self.clock += 1;
        self.stack.push(node);
    }

    /// How many nodes were entered.
    pub fn count(&self) -> usize {
        self.clock as usize
    }

    pub fn is_new(&self, node: u32) -> bool {
        self.entered[node as usize] == NONE
    }

    pub fn entered(&self, node: u32) -> u32 {
        self.entered[node as usize]
    }

    pub fn low(&self, node: u32) -> u32 {
        self.low[node as usize]
    }

    pub fn lower(&mut self, node: u32, to: u32) {
        let low = &mut self.low[node as usize];
        *low = to.min(*low);
    }

    /// Takes the nodes off that were entered since `node`, and that one.
    pub fn complete(&mut self, node: u32) -> Vec<u32> {
        let first = self.stack.iter().rposition(|&member| member == node);
        self.stack.split_off(first.unwrap_or(0))
    }
}
