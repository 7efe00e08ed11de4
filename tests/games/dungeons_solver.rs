//! The dungeon solver and its reference against recorded puzzles.

use std::fs;
use std::path::PathBuf;

use gridhand::base::{Limits, Outcome};
use gridhand::games::dungeons::generate::{self, GenerateError, Order};
use gridhand::games::dungeons::rules::violations;
use gridhand::games::dungeons::solve::solve;
use gridhand::games::dungeons::{Puzzle, Walls};

/// A file of the recorded material, or None (and a word about it) where there is none.
fn recorded(name: &str) -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let data = std::env::var_os("GRIDHAND_DATA").map_or_else(beside, PathBuf::from);
    let text = fs::read_to_string(data.join("dungeons").join(name));
    text.inspect_err(|_| eprintln!("skipped: no {name}; set GRIDHAND_DATA"))
        .ok()
}

fn assert_only_solution(puzzle: &Puzzle, walls: Walls) {
    assert_eq!(violations(puzzle, &walls), [], "{puzzle}");
    assert_eq!(
        solve(puzzle, &Limits::default()),
        Outcome::Unique(walls),
        "{puzzle}"
    );
}

#[test]
fn five_thousand_recorded_puzzles_have_the_recorded_solution() {
    let Some(text) = recorded("puzzles_5k.txt") else {
        return;
    };
    for line in text.lines() {
        let (puzzle, walls) = Puzzle::parse_solved(line).expect("a recorded line");
        let walls = walls.expect("a recorded solution");
        assert_only_solution(&puzzle, walls);
        let mut again = puzzle.one_line() + " ";
        puzzle.write_solution(&walls, &mut again);
        assert_eq!(again, line);
    }
}

#[test]
fn curated_puzzles_have_the_solution_at_their_right() {
    let Some(text) = recorded("curated.txt") else {
        return;
    };
    let mut count = 0;
    for (_, page) in gridhand::games::dungeons::text::split(&text) {
        let (puzzle, walls) = Puzzle::parse_solved(page).expect("a recorded page");
        assert_only_solution(&puzzle, walls.expect("a recorded solution"));
        count += 1;
    }
    assert_eq!(count, 32);
}

#[test]
fn a_seed_always_gives_the_same_puzzle_with_one_solution() {
    for seed in (0..100).chain([99_999_999]) {
        let made = generate::from_seed(seed);
        assert_eq!(made.puzzle.seed, Some(seed));
        assert_eq!((made.puzzle.width(), made.puzzle.height()), (8, 8));
        assert_only_solution(&made.puzzle, made.walls);
        assert_eq!(made, generate::from_seed(seed));
    }
}

#[test]
fn puzzles_of_every_size_have_one_solution() {
    let sizes = [
        (3, 1),
        (3, 3),
        (5, 5),
        (4, 9),
        (8, 8),
        (10, 7),
        (7, 12),
        (16, 16),
        (17, 9),
    ];
    for (width, height) in sizes {
        let order = Order {
            width,
            height,
            difficulty: None,
        };
        for seed in 0..3 {
            let made = generate::generate(&order, seed).expect("a puzzle");
            assert_eq!((made.puzzle.width(), made.puzzle.height()), (width, height));
            assert_only_solution(&made.puzzle, made.walls);
        }
    }
}

#[test]
fn there_are_no_puzzles_of_impossible_sizes() {
    for (width, height) in [(0, 8), (8, 33)] {
        let order = Order {
            width,
            height,
            difficulty: None,
        };
        let error = GenerateError::Size { width, height };
        assert_eq!(generate::generate(&order, 1), Err(error));
    }
}
