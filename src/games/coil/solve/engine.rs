//! One search: a model of the board, its formula, and the rule that the formula lacks.

use super::graph::{Graph, Sweep};
use super::knots::Arrows;
use super::model::Model;
use super::necessary::Ends;
use super::sat::{Budget, Lit, Solver, Status};
use crate::base::Outcome;
use crate::games::coil::puzzle::Puzzle;

/// What a search cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Conflicts: nodes of the search tree that were given up.
    pub nodes: u64,
    pub decisions: u64,
    pub propagations: u64,
    /// Finished assignments whose order had a cycle.
    pub rounds: u64,
    /// Bytes of the tables, roughly.
    pub memory: u64,
}

impl std::ops::Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort {
            nodes: self.nodes + other.nodes,
            decisions: self.decisions + other.decisions,
            propagations: self.propagations + other.propagations,
            rounds: self.rounds + other.rounds,
            memory: self.memory + other.memory,
        }
    }
}

/// The cells of a path from start to end.
pub fn search(puzzle: &Puzzle, sweep: Sweep, budget: &Budget) -> (Outcome<Vec<usize>>, Effort) {
    let graph = Graph::new(puzzle, sweep);
    let Some(ends) = Ends::of(&graph) else {
        return (Outcome::Impossible, Effort::default());
    };
    let model = Model::new(&graph);
    let solver = Solver::new(model.formula(&ends), model.ranks());
    let mut engine = Engine {
        graph: &graph,
        model,
        solver,
        rounds: 0,
    };
    let outcome = engine.run(budget);
    (outcome, engine.effort())
}

struct Engine<'a> {
    graph: &'a Graph,
    model: Model<'a>,
    solver: Solver,
    rounds: u64,
}

impl Engine<'_> {
    fn run(&mut self, budget: &Budget) -> Outcome<Vec<usize>> {
        loop {
            match self.solver.solve(budget) {
                Status::Unsatisfiable => return Outcome::Impossible,
                Status::Stopped(limit) => return Outcome::Unknown(limit),
                Status::Satisfied => {}
            }
            let path = self.path();
            let cuts = self.cuts(&path);
            if cuts.is_empty() {
                let cells = path.into_iter().map(|node| self.graph.cell(node));
                return Outcome::Solved(cells.collect());
            }
            self.rounds += 1;
            for cut in cuts {
                self.solver.add_clause(&cut);
            }
        }
    }

    /// The nodes from start to end; not all of them if the order has cycles.
    fn path(&self) -> Vec<u32> {
        let is_start = |node: &u32| self.solver.is_true(self.model.start(*node));
        let next = |&node: &u32| {
            let mut around = self.graph.around(node);
            let leads = |dir| self.solver.is_true(self.model.arc(node, dir));
            around.find(|&(dir, _)| leads(dir)).map(|(_, next)| next)
        };
        std::iter::successors(self.graph.nodes().find(is_start), next).collect()
    }

    /// Clauses against the cycles of the order; none if it is a true one.
    fn cuts(&self, path: &[u32]) -> Vec<Vec<Lit>> {
        let arrows = Arrows {
            graph: self.graph,
            before: |node, dir| self.solver.is_true(self.model.before(node, dir)),
        };
        let not_before = |&(node, dir): &_| !self.model.before(node, dir);
        let cycles = match path {
            [] => Vec::new(),
            [first, ..] => arrows.cycles(*first, path[path.len() - 1]),
        };
        cycles
            .iter()
            .map(|cycle| cycle.iter().map(not_before).collect())
            .collect()
    }

    fn effort(&self) -> Effort {
        Effort {
            nodes: self.solver.stats.conflicts,
            decisions: self.solver.stats.decisions,
            propagations: self.solver.stats.propagations,
            rounds: self.rounds,
            memory: self.solver.bytes(),
        }
    }
}
