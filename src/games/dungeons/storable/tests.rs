use super::super::generate;
use super::*;
use crate::game::Game;

fn records(batch: &Batch) -> impl Iterator<Item = Record<'_>> {
    (0..batch.len()).map(|index| Record {
        id: 1,
        source: 1,
        facts: *batch.facts(index),
        puzzle: batch.puzzle(index),
        answer: batch.answer(index),
    })
}

fn round(line: &str) -> String {
    let mut batch = Batch::default();
    Dungeons::read_text(line, &mut batch).expect("a line");
    let mut text = String::new();
    for record in records(&batch) {
        Dungeons::write_text(&record, &mut text).expect("a record");
    }
    text
}

#[test]
fn lines_come_back_as_they_were() {
    let lines = [
        "212 122 .../.M./...\n",
        "212 122 .../.M./... #.#/.M./##.\n",
        "212 122 .../.M./... impossible\n",
        "212 122 .../.M./... several\n",
        "212 122 .../.M./... unknown\n",
        "3 0,0,1 ./T/. #/T/.\n",
    ];
    for line in &lines[..5] {
        assert_eq!(round(line), *line);
    }
    // One digit each needs no commas.
    assert_eq!(round(lines[5]), "3 001 ./T/. #/T/.\n");
}

#[test]
fn boards_with_long_sides_come_back_as_they_were() {
    for (width, height) in [(15, 3), (16, 16), (32, 32), (31, 1), (9, 10)] {
        let columns = vec![height.to_string(); width].join(if height > 9 { "," } else { "" });
        let rows = vec![width.to_string(); height].join(if width > 9 { "," } else { "" });
        let grid = vec![".".repeat(width); height].join("/");
        let line = format!("{columns} {rows} {grid}\n");
        assert_eq!(round(&line), line);
    }
}

#[test]
fn what_a_player_drew_is_left_out() {
    assert_eq!(round("212 122 #o./.M./..."), "212 122 .../.M./...\n");
}

#[test]
fn a_solution_with_other_monsters_is_refused() {
    let mut batch = Batch::default();
    let line = "212 122 .../.M./... #.#/M../##.";
    assert!(Dungeons::read_text(line, &mut batch).is_err());
    assert!(batch.is_empty());
}

#[test]
fn puzzles_and_solutions_survive_packing() {
    for seed in 0..200 {
        let made = generate::from_seed(seed);
        let mut packed = Vec::new();
        Dungeons::pack(&made.puzzle, &mut packed);
        assert_eq!(packed.len(), 26);
        let unpacked = Dungeons::unpack(&packed).expect("a puzzle");
        let with_seed = Dungeons::with_seed(unpacked, seed.into());
        assert_eq!(with_seed, made.puzzle);
        let toggles = made.puzzle.toggles_to(&made.walls);
        let mut solution = Vec::new();
        Dungeons::pack_solution(&made.puzzle, &toggles, &mut solution);
        assert_eq!(Dungeons::check(&packed, &solution), Ok(()));
        assert_eq!(
            Dungeons::unpack_solution(&made.puzzle, &solution),
            Some(toggles)
        );
        solution[0] ^= 1;
        assert!(Dungeons::check(&packed, &solution).is_err());
    }
}

#[test]
fn broken_bytes_are_no_puzzle() {
    let mut packed = Vec::new();
    Dungeons::pack(&generate::from_seed(1).puzzle, &mut packed);
    assert!(Dungeons::unpack(&packed[..25]).is_none());
    packed[0] = 0;
    assert!(Dungeons::unpack(&packed).is_none());
    packed[0] = 33;
    assert!(Dungeons::unpack(&packed).is_none());
    assert!(Dungeons::unpack(&[]).is_none());
}

#[test]
fn the_solver_answers_packed() {
    let made = generate::from_seed(7);
    let mut packed = Vec::new();
    Dungeons::pack(&made.puzzle, &mut packed);
    let mut solutions = Solutions::default();
    let solved = Dungeons::solve_packed(&packed, &Limits::default(), &mut solutions);
    assert_eq!(solved.expect("a puzzle").verdict, Verdict::Unique);
    let answer = solutions.answer(Verdict::Unique);
    let walls = packed::walls((8, 8), answer.solution.expect("solved"));
    assert_eq!(walls, Some(made.walls));
}

#[test]
fn moves_are_read_as_they_are_written() {
    let toggle = Toggle { column: 7, row: 31 };
    assert_eq!(Dungeons::parse_move(&toggle.to_string()), Some(toggle));
    assert_eq!(Dungeons::parse_move("7;3"), None);
}
