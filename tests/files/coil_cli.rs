//! `solve coil` and `generate coil` on the command line: what scripts rely on.

use gridhand::games::coil::{Puzzle, Solution};
use serde_json::Value;

use crate::common::gridhand;

const LEVEL: &str = "x=3&y=3&board=X.......X";
/// Three dead ends.
const NONE: &str = "x=3&y=2&board=...X.X";

fn assert_solves(line: &str, level: &str) {
    let puzzle = Puzzle::parse(level).expect("a level");
    let solution = Solution::parse(line).expect("a solution line");
    assert!(puzzle.is_solved_by(&solution.steps()), "{level} {line}");
}

#[test]
fn a_level_line_comes_back_as_its_solution_line() {
    for input in [LEVEL.to_string(), format!("{LEVEL}\n")] {
        let (status, out, _) = gridhand(&["solve", "coil"], &input);
        assert_eq!((status, out.lines().count()), (0, 1));
        assert_solves(out.trim_end(), LEVEL);
    }
}

#[test]
fn made_levels_come_back_solved_in_their_order() {
    let args = [
        "generate", "coil", "--lines", "--size", "20x15", "--seed", "1", "--count", "30",
    ];
    let (status, made, _) = gridhand(&args, "");
    assert_eq!((status, made.lines().count()), (0, 30));
    let (status, solved, _) = gridhand(&["solve", "coil", "-"], &made);
    assert_eq!((status, solved.lines().count()), (0, 30));
    for (line, level) in solved.lines().zip(made.lines()) {
        assert_solves(line, level);
    }
}

#[test]
fn what_has_no_solution_says_so() {
    let (status, out, _) = gridhand(&["solve", "coil"], &format!("{LEVEL}\n{NONE}\n"));
    assert_eq!((status, out.lines().nth(1)), (4, Some("impossible")));
    let (status, out, _) = gridhand(&["solve", "coil"], "x=3&y=2&board=...");
    assert_eq!(status, 1);
    assert!(out.starts_with("# line 1: "), "{out}");
}

#[test]
fn a_grid_with_the_path_begun_comes_back_as_slides() {
    let (status, out, _) = gridhand(&["solve", "coil"], "#o@\n...\n..#\n");
    assert_eq!((status, out.as_str()), (0, "DLDR\n"));
}

#[test]
fn json_counts_moves_and_nodes() {
    let (status, out, _) = gridhand(&["solve", "coil", "--json"], LEVEL);
    let line: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((status, &line["result"]), (0, &Value::from("solved")));
    let moves = line["moves"].as_array().expect("an array");
    assert_eq!(line["length"], moves.len());
    assert!(line["nodes"].is_u64());
}

#[test]
fn pictures_are_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    for (option, name) in [("--picture", "out.png"), ("--trace", "out.gif")] {
        let path = folder.path().join(name);
        let file = path.to_str().expect("a path");
        let (status, _, err) = gridhand(&["solve", "coil", option, file], LEVEL);
        assert_eq!(status, 0, "{err}");
        assert!(image::open(&path).is_ok());
    }
}

#[test]
fn bench_checks_every_level() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("1", LEVEL), ("10", NONE), ("9", LEVEL)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let data = folder.path().to_str().expect("a path");
    let (status, out, err) = gridhand(&["bench", "coil", "--data", data, "--limit", "5"], "");
    assert_eq!(status, 0, "{err}");
    let words: Vec<&str> = out.split_whitespace().collect();
    let solved = words.iter().filter(|&&word| word == "solved").count();
    assert!(solved >= 2 && words.contains(&"impossible"), "{out}");
    assert!(out.contains("within 1 s each: all up to 9"), "{out}");
}

#[test]
fn wrong_usage_is_told() {
    for args in [
        &["generate", "coil", "--size", "3000x1"][..],
        &["generate", "coil", "--difficulty", "hard"],
        &["practice", "coil", "--size", "200x10"],
    ] {
        let (status, _, err) = gridhand(args, "");
        assert_eq!(status, 2, "{err}");
    }
}
