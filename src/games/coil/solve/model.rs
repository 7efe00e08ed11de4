//! The puzzle as a formula.
//!
//! Two kinds of variables describe a solution: for every pair of neighbours, which one is visited
//! *before* the other; and for every pair and direction, whether the path goes along that *arc*. With
//! them all rules but one are local:
//!
//! - every cell is left along exactly one arc or is the end, and entered along exactly one or is the
//!   start; there is one start and one end;
//! - an arc leads from the earlier to the later cell;
//! - the slide: who enters a cell while the next one straight ahead is still to be visited goes on to it;
//! - nothing is before itself: the arrows from earlier to later cells form no cycle.
//!
//! The last rule is not local, but nearly so. Arrows that form no cycle around any face (a square of
//! four open cells, an island of walls, the outside) and have a source and a sink only at the path's
//! start and end cannot form a cycle at all, unless it separates the start from the end. (Count the
//! index of the vector field: a disc bounded by a cycle has index 1, so it contains a source, a sink
//! or a face with a cycle around it; the same holds for the other side of the cycle on the sphere.)
//! So clauses about faces are enough to begin with; the few cycles that remain are found in a
//! finished assignment and forbidden one by one.

use super::graph::Graph;
use super::necessary::Ends;
use super::sat::{Formula, Lit};
use crate::games::coil::puzzle::Dir;

/// Nodes per group, groups per larger group.
const FANOUT: u32 = 8;

/// An end of the path.
#[derive(Clone, Copy)]
enum End {
    Start,
    End,
}

/// Variables of an edge: which node is before, the arc to the right or down, the arc back.
const PER_EDGE: u32 = 3;

/// The variables of a graph.
pub struct Model<'a> {
    graph: &'a Graph,
    /// By node: its first variable, `start`; then come `end` and those of the edges right and down;
    /// one more for the end.
    first: Vec<u32>,
    /// Groups of nodes by size, nodes themselves first: how many, and their first variable.
    tree: Vec<(u32, u32)>,
    variables: u32,
}

impl<'a> Model<'a> {
    pub fn new(graph: &'a Graph) -> Self {
        let mut first = vec![0];
        let mut variables = 0;
        for node in graph.nodes() {
            let owned = [Dir::Right, Dir::Down].map(|dir| graph.neighbour(node, dir).is_some());
            variables += 2 + PER_EDGE * owned.iter().filter(|&&is_there| is_there).count() as u32;
            first.push(variables);
        }
        variables += 1;
        let mut tree = vec![(graph.len() as u32, 0)];
        while let Some(&(count, _)) = tree.last()
            && count > 1
        {
            let groups = count.div_ceil(FANOUT);
            tree.push((groups, variables));
            variables += 2 * groups;
        }
        Self {
            graph,
            first,
            tree,
            variables,
        }
    }

    pub fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.variables as usize];
        let top = self.tree.len() as u32;
        for node in self.graph.nodes() {
            for v in self.first[node as usize]..self.first[node as usize + 1] {
                ranks[v as usize] = top + self.graph.tiles[node as usize];
            }
        }
        for l in 1..self.tree.len() {
            for i in 0..self.tree[l].0 {
                for k in 0..2 {
                    ranks[(self.tree[l].1 + 2 * i + k) as usize] = if FANOUT.pow(l as u32) > 64 {
                        top - l as u32
                    } else {
                        top + self.graph.tiles[(i * FANOUT.pow(l as u32)) as usize]
                    };
                }
            }
        }
        ranks
    }

    /// The node is the first of the path.
    pub fn start(&self, node: u32) -> Lit {
        Lit::positive(self.first[node as usize])
    }

    /// The node is the last of the path.
    pub fn end(&self, node: u32) -> Lit {
        Lit::positive(self.first[node as usize] + 1)
    }

    /// This end of the path is in the group.
    fn has(&self, end: End, size: usize, group: u32) -> Lit {
        match (end, size) {
            (End::Start, 0) => self.start(group),
            (End::End, 0) => self.end(group),
            _ => Lit::positive(self.tree[size].1 + 2 * group + end as u32),
        }
    }

    /// The node is visited before its neighbour.
    pub fn before(&self, node: u32, dir: Dir) -> Lit {
        self.edge(node, dir, |_| 0)
    }

    /// The path goes from the node straight to its neighbour.
    pub fn arc(&self, node: u32, dir: Dir) -> Lit {
        let lit = self.edge(node, dir, |reversed| 1 + reversed as u32);
        Lit::positive(lit.var() as u32)
    }

    /// A variable of the edge, which belongs to its left or upper node; negated if seen from the
    /// other one.
    fn edge(&self, node: u32, dir: Dir, which: impl Fn(bool) -> u32) -> Lit {
        let (owner, dir, reversed) = match dir {
            Dir::Right | Dir::Down => (node, dir, false),
            Dir::Left | Dir::Up => {
                let owner = self
                    .graph
                    .neighbour(node, dir)
                    .expect("an edge leads there");
                (owner, dir.opposite(), true)
            }
        };
        let skipped = dir == Dir::Down && self.graph.neighbour(owner, Dir::Right).is_some();
        let base = self.first[owner as usize] + 2 + PER_EDGE * skipped as u32;
        Lit::positive(base + which(reversed)).flipped_if(reversed)
    }

    /// The start is a dark cell and the end a light one, or the other way round.
    fn starts_dark(&self) -> Lit {
        Lit::positive(self.first[self.graph.len()])
    }

    /// All clauses.
    pub fn formula(&self, ends: &Ends) -> Formula {
        let mut formula = Formula::new(self.variables as usize);
        for node in self.graph.nodes() {
            self.write_degrees(node, &mut formula);
            self.write_order(node, &mut formula);
            self.write_slides(node, &mut formula);
        }
        for face in self.graph.faces() {
            self.write_face(&face, &mut formula);
        }
        self.write_ends(ends, &mut formula);
        formula
    }

    fn write_degrees(&self, node: u32, formula: &mut Formula) {
        let mut out = vec![self.end(node)];
        let mut into = vec![self.start(node)];
        for (dir, next) in self.graph.around(node) {
            out.push(self.arc(node, dir));
            into.push(self.arc(next, dir.opposite()));
        }
        exactly_one(&out, formula);
        exactly_one(&into, formula);
    }

    fn write_order(&self, node: u32, formula: &mut Formula) {
        for (dir, _) in self.graph.around(node) {
            let before = self.before(node, dir);
            formula.add(&[!self.arc(node, dir), before]);
            formula.add(&[!self.start(node), before]);
            formula.add(&[!self.end(node), !before]);
        }
    }

    fn write_slides(&self, node: u32, formula: &mut Formula) {
        for (dir, _) in self.graph.around(node) {
            if let Some(from) = self.graph.neighbour(node, dir.opposite()) {
                let enters = self.arc(from, dir);
                let ahead_is_open = self.before(node, dir);
                formula.add(&[!enters, !ahead_is_open, self.arc(node, dir)]);
            }
        }
    }

    /// No cycle around a face, in neither sense.
    fn write_face(&self, face: &[(u32, Dir)], formula: &mut Formula) {
        let mut around: Vec<Lit> = face.iter().map(|&(n, dir)| self.before(n, dir)).collect();
        around.sort_unstable();
        around.dedup();
        if around.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        formula.add(&around);
        let reversed: Vec<Lit> = around.iter().map(|&lit| !lit).collect();
        formula.add(&reversed);
    }

    fn write_ends(&self, ends: &Ends, formula: &mut Formula) {
        for node in self.graph.nodes() {
            if !ends.may_start(node) {
                formula.add(&[!self.start(node)]);
            }
            if !ends.may_end(node) {
                formula.add(&[!self.end(node)]);
            }
            if self.graph.len() > 1 {
                formula.add(&[!self.start(node), !self.end(node)]);
            }
        }
        if ends.colours_differ {
            self.write_colours(formula);
        }
        for end in [End::Start, End::End] {
            self.write_tree(end, formula);
        }
    }

    /// The end is in exactly one place of each size.
    fn write_tree(&self, end: End, formula: &mut Formula) {
        for (size, pair) in self.tree.windows(2).enumerate() {
            for group in 0..pair[1].0 {
                let members = group * FANOUT..pair[0].0.min((group + 1) * FANOUT);
                let mut lits: Vec<Lit> = members.map(|m| self.has(end, size, m)).collect();
                let here = self.has(end, size + 1, group);
                for &lit in &lits {
                    formula.add(&[!lit, here]);
                }
                at_most_one(&lits, formula);
                lits.push(!here);
                formula.add(&lits);
            }
        }
        formula.add(&[self.has(end, self.tree.len() - 1, 0)]);
    }

    fn write_colours(&self, formula: &mut Formula) {
        for node in self.graph.nodes() {
            let dark_start = self.starts_dark().flipped_if(!self.graph.is_dark(node));
            formula.add(&[!self.start(node), dark_start]);
            formula.add(&[!self.end(node), !dark_start]);
        }
    }
}

fn exactly_one(lits: &[Lit], formula: &mut Formula) {
    formula.add(lits);
    at_most_one(lits, formula);
}

fn at_most_one(lits: &[Lit], formula: &mut Formula) {
    for (index, &a) in lits.iter().enumerate() {
        for &b in &lits[..index] {
            formula.add(&[!a, !b]);
        }
    }
}
