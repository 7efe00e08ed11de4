//! The parts of the solver against slow and obvious twins.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::blocks::Blocks;
use super::graph::{Graph, NONE, Sweep};
use super::knots::{self, Arrows};
use crate::games::coil::generate::generate;
use crate::games::coil::puzzle::{Cell, Direction, Puzzle, place};

fn random_graph(rng: &mut ChaCha8Rng) -> Graph {
    let (width, height) = (rng.random_range(1..9), rng.random_range(1..9));
    let mut cells: Vec<Cell> = (0..width * height)
        .map(|_| {
            if rng.random_range(0..3) == 0 {
                Cell::Wall
            } else {
                Cell::Open
            }
        })
        .collect();
    cells[0] = Cell::Open;
    let sweep = [Sweep::Down, Sweep::Up][rng.random_range(0..2)];
    Graph::new(&Puzzle::new(width, height, cells, None), sweep)
}

/// The nodes that can be reached, along steps that are allowed.
fn reach(graph: &Graph, from: u32, allowed: &dyn Fn(u32, Direction, u32) -> bool) -> Vec<bool> {
    let mut reached = vec![false; graph.len()];
    let mut stack = vec![from];
    reached[from as usize] = true;
    while let Some(node) = stack.pop() {
        for (dir, next) in graph.around(node) {
            if allowed(node, dir, next) && !std::mem::replace(&mut reached[next as usize], true) {
                stack.push(next);
            }
        }
    }
    reached
}

#[test]
fn faces_obey_euler() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let graph = random_graph(&mut rng);
        let edges = graph.nodes().map(|node| graph.degree(node)).sum::<usize>() / 2;
        let mut components = 0;
        let mut isolated = 0;
        let mut seen = vec![false; graph.len()];
        for node in graph.nodes() {
            isolated += usize::from(graph.degree(node) == 0);
            if !seen[node as usize] {
                components += 1;
                for (seen, now) in seen.iter_mut().zip(reach(&graph, node, &|_, _, _| true)) {
                    *seen |= now;
                }
            }
        }
        // Each component has its own outside here, but a lone node has no border at all.
        let faces = graph.faces();
        assert_eq!(graph.len() + faces.len() + isolated, edges + 2 * components);
        assert_eq!(faces.iter().map(Vec::len).sum::<usize>(), 2 * edges);
    }
}

#[test]
fn cut_nodes_are_those_that_cut() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..500 {
        let graph = random_graph(&mut rng);
        let count = |reached: Vec<bool>| reached.into_iter().filter(|&there| there).count();
        let blocks = Blocks::of(&graph);
        let whole = count(reach(&graph, 0, &|_, _, _| true));
        assert_eq!(blocks.connected, whole == graph.len());
        if !blocks.connected {
            continue;
        }
        for node in graph.nodes() {
            let Some((_, from)) = graph.around(node).next() else {
                continue;
            };
            let rest = count(reach(&graph, from, &|_, _, next| next != node));
            assert_eq!(blocks.is_cut(node), rest < graph.len() - 1);
        }
    }
}

#[test]
fn knots_are_what_leads_back_to_itself() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut knotted = 0;
    for _ in 0..300 {
        let graph = random_graph(&mut rng);
        let coins: Vec<[bool; 2]> = graph.nodes().map(|_| rng.random()).collect();
        let before = |node: u32, dir: Direction| match dir {
            Direction::Right | Direction::Down => coins[node as usize][place(dir)],
            Direction::Left | Direction::Up => {
                let owner = graph.neighbour(node, dir).expect("an edge leads there");
                !coins[owner as usize][place(dir.opposite())]
            }
        };
        let arrows = Arrows {
            graph: &graph,
            before,
        };
        let knots = knots::find(&arrows);
        let reached: Vec<Vec<bool>> = graph
            .nodes()
            .map(|node| reach(&graph, node, &|at, dir, _| before(at, dir)))
            .collect();
        for (a, b) in graph
            .nodes()
            .flat_map(|a| graph.nodes().map(move |b| (a, b)))
        {
            let both = a != b && reached[a as usize][b as usize] && reached[b as usize][a as usize];
            let [a, b] = [a, b].map(|node| knots[node as usize]);
            assert!(!both || a == b && a != NONE);
        }
        knotted += usize::from(knots.iter().any(|&knot| knot != NONE));
        let cycles = arrows.cycles(0, graph.len() as u32 - 1);
        assert_eq!(cycles.is_empty(), knots.iter().all(|&knot| knot == NONE));
        for cycle in cycles {
            assert!(cycle.iter().all(|&(node, dir)| before(node, dir)));
        }
    }
    assert!(knotted > 50);
}

#[test]
fn both_sweeps_number_the_same_nodes() {
    let puzzle = generate(50, 40, 1).puzzle;
    let [down, up] = [Sweep::Down, Sweep::Up].map(|sweep| Graph::new(&puzzle, sweep));
    for graph in [&down, &up] {
        let cells: std::collections::HashSet<usize> =
            graph.nodes().map(|node| graph.cell(node)).collect();
        assert_eq!(cells.len(), puzzle.open());
        let mut tiles = graph.nodes().map(|node| graph.tile(node));
        let mut last = tiles.next();
        assert!(tiles.all(|tile| last.replace(tile) <= Some(tile)));
    }
    let last = down.tile(down.len() as u32 - 1);
    assert_eq!(up.tile(up.len() as u32 - 1), last);
    assert_ne!(down.cell(0), up.cell(0));
}
