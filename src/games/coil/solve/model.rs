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
use super::sat::{Formula, Lit, NEVER};
use crate::games::coil::puzzle::Direction;

/// The nodes are grouped by this many, the groups again by this many, and so on.
const FANOUT: u32 = 8;

/// Groups of this many nodes are decided with the tile they are in, larger ones before all tiles.
const SMALL_GROUP: u32 = 64;

/// All groups of one size.
struct Groups {
    count: u32,
    first_variable: u32,
    /// Nodes in each.
    size: u32,
}

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
    /// From the nodes themselves to one group of all.
    groups: Vec<Groups>,
    variables: u32,
}

impl<'a> Model<'a> {
    pub fn new(graph: &'a Graph) -> Self {
        let mut first = vec![0];
        let mut variables = 0;
        for node in graph.nodes() {
            let owned =
                [Direction::Right, Direction::Down].map(|dir| graph.neighbour(node, dir).is_some());
            variables += 2 + PER_EDGE * owned.iter().filter(|&&is_there| is_there).count() as u32;
            first.push(variables);
        }
        variables += 1;
        let mut groups = vec![Groups {
            count: graph.len() as u32,
            first_variable: 0,
            size: 1,
        }];
        while let Some(smaller) = groups.last().filter(|groups| groups.count > 1) {
            let larger = Groups {
                count: smaller.count.div_ceil(FANOUT),
                first_variable: variables,
                size: smaller.size * FANOUT,
            };
            variables += 2 * larger.count;
            groups.push(larger);
        }
        Self {
            graph,
            first,
            groups,
            variables,
        }
    }

    /// What is decided first: in which part of the board the path begins and ends, roughly; then tile
    /// by tile.
    pub fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![NEVER; self.variables as usize];
        let tiles_from = self.groups.len() as u32;
        for node in self.graph.nodes() {
            let own =
                self.first[node as usize] as usize + 2..self.first[node as usize + 1] as usize;
            ranks[own].fill(tiles_from + self.graph.tile(node));
        }
        for (level, groups) in self.groups.iter().enumerate().skip(1) {
            for group in 0..groups.count {
                let rank = if groups.size > SMALL_GROUP {
                    tiles_from - level as u32
                } else {
                    tiles_from + self.graph.tile(group * groups.size)
                };
                let own = (groups.first_variable + 2 * group) as usize;
                ranks[own..own + 2].fill(rank);
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

    /// This end of the path is in the group; the groups of level 0 are the nodes.
    fn has(&self, end: End, level: usize, group: u32) -> Lit {
        match (end, level) {
            (End::Start, 0) => self.start(group),
            (End::End, 0) => self.end(group),
            _ => Lit::positive(self.groups[level].first_variable + 2 * group + end as u32),
        }
    }

    /// The node is visited before its neighbour.
    pub fn before(&self, node: u32, dir: Direction) -> Lit {
        self.edge(node, dir, |_| 0)
    }

    /// The path goes from the node straight to its neighbour.
    pub fn arc(&self, node: u32, dir: Direction) -> Lit {
        let lit = self.edge(node, dir, |reversed| 1 + reversed as u32);
        Lit::positive(lit.var() as u32)
    }

    /// A variable of the edge, which belongs to its left or upper node; negated if seen from the
    /// other one.
    fn edge(&self, node: u32, dir: Direction, which: impl Fn(bool) -> u32) -> Lit {
        let (owner, dir, reversed) = match dir {
            Direction::Right | Direction::Down => (node, dir, false),
            Direction::Left | Direction::Up => {
                let owner = self
                    .graph
                    .neighbour(node, dir)
                    .expect("an edge leads there");
                (owner, dir.opposite(), true)
            }
        };
        let skipped =
            dir == Direction::Down && self.graph.neighbour(owner, Direction::Right).is_some();
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
    fn write_face(&self, face: &[(u32, Direction)], formula: &mut Formula) {
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
            self.write_place(end, formula);
        }
    }

    /// The end is in exactly one group of each size. That at most one of many is true is usually
    /// said with a chain of counters; in a tree the reasons are shorter.
    fn write_place(&self, end: End, formula: &mut Formula) {
        for (level, pair) in self.groups.windows(2).enumerate() {
            for group in 0..pair[1].count {
                let members = group * FANOUT..pair[0].count.min((group + 1) * FANOUT);
                let mut lits: Vec<Lit> = members.map(|m| self.has(end, level, m)).collect();
                let here = self.has(end, level + 1, group);
                for &lit in &lits {
                    formula.add(&[!lit, here]);
                }
                at_most_one(&lits, formula);
                lits.push(!here);
                formula.add(&lits);
            }
        }
        formula.add(&[self.has(end, self.groups.len() - 1, 0)]);
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
