//! Deductions are never wrong, and they reach the solution.

use super::*;
use crate::games::dungeons::generate;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a puzzle")
}

#[test]
fn every_step_draws_what_the_solution_has() {
    for seed in 0..150 {
        let made = generate::from_seed(seed);
        let walkthrough = Walkthrough::new(&made.puzzle, &Limits::default()).expect("one solution");
        for step in &walkthrough.steps {
            for at in &step.cells {
                let is_wall = made.walls.at(at.column, at.row);
                assert_eq!(is_wall, step.mark == Mark::Wall, "{step}\n{}", made.puzzle);
            }
        }
        let drawn: usize = walkthrough.steps.iter().map(|step| step.cells.len()).sum();
        let unknown = made.puzzle.cells.iter().filter(|cell| cell.letter() == '.');
        assert_eq!(drawn, unknown.count(), "each cell is drawn once");
    }
}

#[test]
fn an_easy_puzzle_is_solved_line_by_line() {
    let puzzle = puzzle("222 303 .../M.M/...");
    let walkthrough = Walkthrough::new(&puzzle, &Limits::default()).expect("one solution");
    let steps: Vec<String> = walkthrough.steps.iter().map(Step::to_string).collect();
    assert_eq!(
        steps,
        [
            "no room to spare: row 1 has just room for its walls: 1,1 2,1 3,1 are walls",
            "full line: row 2 has all its walls: 2,2 is open",
            "no room to spare: row 3 has just room for its walls: 1,3 2,3 3,3 are walls",
        ]
    );
    assert_eq!(walkthrough.difficulty(), Difficulty::Easy);
}

#[test]
fn there_is_no_walkthrough_of_what_has_no_or_several_solutions() {
    let nothing = puzzle("11 11 ../..");
    assert!(Walkthrough::new(&nothing, &Limits::default()).is_none());
}
