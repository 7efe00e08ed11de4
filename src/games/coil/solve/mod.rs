//! The solver: the puzzle as a formula ([`model`]), a search by conflict-driven clause learning
//! ([`sat`]), and a check of the one rule that is not local ([`cycles`]).

use std::sync::atomic::AtomicBool;

use self::cycles::Arrows;
use self::graph::Graph;
use self::model::Model;
use self::necessary::Ends;
use self::sat::{Budget, Lit, Solver, Status};
use super::puzzle::{Puzzle, Step};
use crate::games::{Limits, Outcome};

mod blocks;
mod cycles;
mod graph;
mod knots;
mod model;
mod necessary;
mod sat;

/// The steps from where the board stands to solved.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Outcome<Vec<Step>> {
    solve_with_effort(puzzle, limits).0
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Conflicts: nodes of the search tree that were given up.
    pub nodes: u64,
    pub decisions: u64,
    pub propagations: u64,
    /// Assignments that were found to have a cycle in their order.
    pub rounds: u64,
    /// Bytes of the tables at the end.
    pub memory: u64,
}

/// As [`solve`], with what it cost.
pub fn solve_with_effort(puzzle: &Puzzle, limits: &Limits) -> (Outcome<Vec<Step>>, Effort) {
    if puzzle.is_solved() {
        return (Outcome::Solved(Vec::new()), Effort::default());
    }
    let graph = Graph::new(puzzle);
    let Some(ends) = Ends::of(&graph) else {
        return (Outcome::Impossible, Effort::default());
    };
    let stop = AtomicBool::new(false);
    let budget = Budget {
        deadline: limits.deadline(),
        conflicts: limits.nodes,
        memory: limits.memory,
        stop: &stop,
    };
    let model = Model::new(&graph);
    let mut solver = Solver::new(model.formula(&ends), model.ranks());
    let mut rounds = 0;
    let outcome = loop {
        match solver.solve(&budget) {
            Status::Unsatisfiable => break Outcome::Impossible,
            Status::Stopped(limit) => break Outcome::Unknown(limit),
            Status::Satisfied => {}
        }
        let arrows = Arrows {
            graph: &graph,
            before: |node, dir| solver.is_true(model.before(node, dir)),
        };
        let chosen =
            |lit: &dyn Fn(u32) -> Lit| graph.nodes().find(|&n| solver.is_true(lit(n))).unwrap();
        let cycles = arrows.cycles(chosen(&|n| model.start(n)), chosen(&|n| model.end(n)));
        if cycles.is_empty() {
            break Outcome::Solved(steps(puzzle, &path(&graph, &model, &solver)));
        }
        rounds += 1;
        for cycle in cycles {
            let cut: Vec<Lit> = cycle
                .iter()
                .map(|&(n, dir)| !model.before(n, dir))
                .collect();
            solver.add_clause(&cut);
        }
    };
    let effort = Effort {
        nodes: solver.stats.conflicts,
        decisions: solver.stats.decisions,
        propagations: solver.stats.propagations,
        rounds,
        memory: solver.bytes(),
    };
    (outcome, effort)
}

/// The cells of the path from start to end.
fn path(graph: &Graph, model: &Model, solver: &Solver) -> Vec<usize> {
    let start = graph
        .nodes()
        .find(|&node| solver.is_true(model.start(node)));
    let next = |&node: &u32| {
        let arc = |dir| solver.is_true(model.arc(node, dir));
        graph
            .around(node)
            .find(|&(dir, _)| arc(dir))
            .map(|(_, next)| next)
    };
    std::iter::successors(start, next)
        .map(|node| graph.cell(node))
        .collect()
}

fn steps(puzzle: &Puzzle, path: &[usize]) -> Vec<Step> {
    let start = puzzle.head().is_none().then(|| Step::Start {
        column: path[0] % puzzle.width(),
        row: path[0] / puzzle.width(),
    });
    let slides = puzzle.slides(path).into_iter().map(Step::Slide);
    start.into_iter().chain(slides).collect()
}
