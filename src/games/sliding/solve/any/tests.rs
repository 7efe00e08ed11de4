//! Limits, and solutions of boards with many states.

use std::time::Duration;

use super::*;

/// Blocks of several shapes around a large one, in a frame with one way out.
const PACKED: &str = "\
gates 2,5 3,5
start
 a**b
 a**b
 cdde
 cfge
 h..i
  ..
......
......
goal
 ....
 ....
 ....
 ....
 ....
  ..
....**
....**
";

/// The blocks would have to pass each other.
const IN_A_ROW: &str = "\
start
AAB.
goal
BAA.
";

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a puzzle")
}

fn limits(nodes: Option<u64>, memory: Option<u64>) -> Limits {
    Limits {
        time: None,
        nodes,
        memory,
    }
}

#[test]
fn solves_and_shortens() {
    let report = any(&puzzle(PACKED), &Limits::default());
    let moves = report.outcome.solution().expect("a solution").len();
    // 81 are the fewest.
    assert!((81..120).contains(&moves), "{moves} moves");
    assert!(!report.optimal);
}

#[test]
fn always_the_same_solution() {
    let solve = || any(&puzzle(PACKED), &Limits::default()).outcome;
    assert_eq!(solve(), solve());
}

#[test]
fn nothing_to_do_takes_no_moves() {
    let solved = puzzle("start\nA.\ngoal\nA.\n");
    let outcome = any(&solved, &Limits::default()).outcome;
    assert_eq!(outcome, Outcome::Solved(Vec::new()));
}

#[test]
fn proves_that_there_is_no_solution() {
    for text in [IN_A_ROW, "start\nAb.\ngoal\n..A\n"] {
        let outcome = any(&puzzle(text), &Limits::default()).outcome;
        assert_eq!(outcome, Outcome::Impossible, "{text}");
    }
}

#[test]
fn limits_end_it() {
    let packed = puzzle(PACKED);
    let few = any(&packed, &limits(Some(10), None));
    assert_eq!(few.outcome, Outcome::Unknown(Limit::Nodes));
    assert!(few.stats.expanded <= 10);
    let small = any(&packed, &limits(None, Some(100_000)));
    assert_eq!(small.outcome, Outcome::Unknown(Limit::Memory));
    assert!(small.stats.peak_bytes <= 100_000);
    let short = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(any(&packed, &short).outcome, Outcome::Unknown(Limit::Time));
}

#[test]
fn a_limit_after_the_first_solution_leaves_it_as_it_is() {
    let packed = puzzle(PACKED);
    let nodes = any(&packed, &Limits::default()).stats.expanded;
    let outcome = any(&packed, &limits(Some(nodes / 2), None)).outcome;
    assert!(outcome.solution().is_some());
}
