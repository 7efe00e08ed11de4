//! What every path through all cells has to obey, whatever the slides: from that, where it can begin
//! and end, or that there is none.

use super::blocks::Blocks;
use super::graph::Graph;

/// Where the path may begin and end.
pub struct Ends {
    start: Vec<bool>,
    end: Vec<bool>,
    /// As many dark cells of the checkerboard as light ones: one end is dark, the other light.
    pub colours_differ: bool,
}

impl Ends {
    /// None if a path through all nodes is out of the question.
    pub fn of(graph: &Graph) -> Option<Ends> {
        let mut ends = Ends {
            start: vec![true; graph.len()],
            end: vec![true; graph.len()],
            colours_differ: false,
        };
        let possible = ends.heed_blocks(graph)
            && ends.heed_dead_ends(graph)
            && ends.heed_colours(graph)
            && ends.heed_head(graph);
        (possible && ends.start.contains(&true) && ends.end.contains(&true)).then_some(ends)
    }

    pub fn may_start(&self, node: u32) -> bool {
        self.start[node as usize]
    }

    pub fn may_end(&self, node: u32) -> bool {
        self.end[node as usize]
    }

    fn retain(&mut self, mut keep: impl FnMut(u32) -> bool) {
        for node in 0..self.start.len() {
            let keep = keep(node as u32);
            self.start[node] &= keep;
            self.end[node] &= keep;
        }
    }

    /// The blocks must hang together in a row, and the path begins and ends in the outer ones.
    fn heed_blocks(&mut self, graph: &Graph) -> bool {
        let found = Blocks::of(graph);
        if !found.connected || found.memberships.iter().any(|&count| count > 2) {
            return false;
        }
        if found.blocks.len() <= 1 {
            return true;
        }
        let mut outer = vec![false; graph.len()];
        for block in &found.blocks {
            match block.iter().filter(|&&node| found.is_cut(node)).count() {
                1 => block.iter().for_each(|&node| outer[node as usize] = true),
                2 => {}
                _ => return false,
            }
        }
        self.retain(|node| outer[node as usize] && !found.is_cut(node));
        true
    }

    /// A dead end is an end of the path.
    fn heed_dead_ends(&mut self, graph: &Graph) -> bool {
        let dead: Vec<u32> = graph.nodes().filter(|&n| graph.degree(n) == 1).collect();
        if dead.len() == 2 {
            self.retain(|node| dead.contains(&node));
        }
        dead.len() <= 2
    }

    /// Dark and light cells take turns.
    fn heed_colours(&mut self, graph: &Graph) -> bool {
        let dark = graph.nodes().filter(|&node| graph.is_dark(node)).count();
        let light = graph.len() - dark;
        self.colours_differ = dark == light;
        if dark != light {
            self.retain(|node| graph.is_dark(node) == (dark > light));
        }
        dark.abs_diff(light) <= 1
    }

    /// The path begins at the head and does not end there.
    fn heed_head(&mut self, graph: &Graph) -> bool {
        let Some(head) = graph.head() else {
            return true;
        };
        let possible = self.may_start(head);
        self.start.fill(false);
        self.start[head as usize] = possible;
        if graph.len() > 1 {
            self.end[head as usize] = false;
        }
        if self.colours_differ {
            for node in graph.nodes() {
                self.end[node as usize] &= graph.is_dark(node) != graph.is_dark(head);
            }
        }
        possible
    }
}
