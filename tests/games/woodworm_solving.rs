//! The solver against plain search.

use std::collections::{HashMap, HashSet};

use gridhand::base::{Limit, Limits, Outcome};
use gridhand::games::woodworm::shapes::SHAPES;
use gridhand::games::woodworm::solve::solve;
use gridhand::games::woodworm::{Direction, Puzzle};

/// The least number of moves to every picture that a block of that size can become, by breadth-first
/// search with the plain rules through all states there are.
fn least_moves(width: usize, height: usize) -> HashMap<Vec<bool>, usize> {
    let start = Puzzle::start(width, vec![false; width * height]);
    let mut least = HashMap::new();
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    for moves in 0.. {
        if layer.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for state in layer {
            let picture = state.pieces().iter().map(|&piece| piece != 0).collect();
            least.entry(picture).or_insert(moves);
            let after = Direction::ALL
                .into_iter()
                .filter_map(|step| state.after(step));
            next.extend(after.filter(|state| seen.insert(state.clone())));
        }
        layer = next;
    }
    least
}

#[test]
fn solutions_are_as_short_as_plain_search_says_for_all_small_pictures() {
    let sizes = (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height)));
    for (width, height) in sizes.filter(|(width, height)| width * height <= 12) {
        let least = least_moves(width, height);
        for bits in 0u32..1 << (width * height) {
            let wanted: Vec<bool> = (0..width * height).map(|at| bits >> at & 1 == 1).collect();
            let puzzle = Puzzle::start(width, wanted.clone());
            let report = solve(&puzzle, &Limits::default());
            let length = report.moves.as_ref().map(Vec::len);
            assert_eq!(length, least.get(&wanted).copied(), "{puzzle}");
            let Some(moves) = &report.moves else {
                assert_eq!(report.outcome(), Outcome::Impossible, "{puzzle}");
                continue;
            };
            assert!(report.is_optimal(), "{puzzle}");
            let end = puzzle.after_all(moves);
            assert!(end.is_ok_and(|end| end.is_solved()), "{puzzle}");
        }
    }
}

#[test]
fn the_shapes_of_our_own_can_be_made() {
    for (name, text) in SHAPES {
        let puzzle = Puzzle::parse(text).unwrap();
        let report = solve(&puzzle, &Limits::default());
        assert!(report.is_optimal(), "{name}");
        let end = puzzle.after_all(&report.moves.unwrap());
        assert!(end.is_ok_and(|end| end.is_solved()), "{name}");
    }
}

#[test]
fn what_ends_a_search_early_is_told() {
    let puzzle = Puzzle::parse(SHAPES[0].1).unwrap();
    let few = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    let little = Limits {
        memory: Some(2_000),
        ..Limits::default()
    };
    assert_eq!(
        solve(&puzzle, &few).outcome(),
        Outcome::Unknown(Limit::Nodes)
    );
    let report = solve(&puzzle, &little);
    assert!(report.memory <= 2_000, "{} bytes", report.memory);
    assert_eq!(report.outcome(), Outcome::Unknown(Limit::Memory));
}
