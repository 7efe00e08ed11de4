//! The rules against recorded solutions, and the fast twin of the rules against them.

use gridhand::games::woodworm::bits::Bits;
use gridhand::games::woodworm::field::Field;
use gridhand::games::woodworm::{Direction, Puzzle, parse_steps};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::data;

#[test]
fn recorded_solutions_lead_to_the_wanted_picture() {
    let Some(data) = data() else { return };
    let folder = data.join("woodworm");
    let solutions = std::fs::read_to_string(folder.join("solutions.txt")).unwrap();
    let mut count = 0;
    for line in solutions.lines().filter(|line| !line.trim().is_empty()) {
        let [name, length, moves] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("not three fields: {line}");
        };
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let steps = parse_steps(moves).unwrap();
        assert_eq!(steps.len(), length.parse::<usize>().unwrap(), "{line}");
        let end = Puzzle::parse(&text).unwrap().after_all(&steps);
        assert!(end.is_ok_and(|end| end.is_solved()), "{line}");
        count += 1;
    }
    assert!(count > 0);
}

/// A few random moves from the start of a block of that size, in both simulators.
fn compare<B: Bits>(random: &mut ChaCha8Rng, width: usize, height: usize) -> usize {
    let field = Field::<B>::new(width, height);
    let mut puzzle = Puzzle::start(width, vec![false; width * height]);
    let mut scene = field.scene(&puzzle);
    let length = random.random_range(10..400);
    for _ in 0..length {
        let step = Direction::ALL[random.random_range(0..4)];
        let (plain, fast) = (puzzle.after(step), field.step(&scene, step));
        assert_eq!(plain.is_some(), fast.is_some(), "{step} in\n{puzzle}");
        let (Some(plain), Some(fast)) = (plain, fast) else {
            continue;
        };
        assert_eq!(field.scene(&plain), fast, "{step} in\n{puzzle}");
        assert_eq!(field.puzzle(&fast, &puzzle), plain, "{step} in\n{puzzle}");
        (puzzle, scene) = (plain, fast);
    }
    length
}

#[test]
fn the_fast_rules_are_the_plain_rules() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut moves = 0;
    while moves < 1_000_000 {
        let (width, height) = (random.random_range(1..=8), random.random_range(1..=8));
        moves += compare::<u64>(&mut random, width, height);
        let (width, height) = (random.random_range(5..=10), random.random_range(5..=12));
        moves += compare::<u128>(&mut random, width, height);
    }
}

#[test]
fn a_mirrored_scene_moves_like_a_mirror() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let field = Field::<u64>::new(6, 7);
    for _ in 0..200 {
        let start = Puzzle::start(6, vec![false; 42]);
        let mut scene = field.scene(&start);
        for _ in 0..80 {
            let step = Direction::ALL[random.random_range(0..4)];
            let next = field.step(&scene, step);
            let mirrored = field.step(&field.mirrored(&scene), step.mirrored());
            assert_eq!(next.map(|scene| field.mirrored(&scene)), mirrored);
            scene = next.unwrap_or(scene);
        }
    }
}

#[test]
fn every_state_survives_its_text() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..50 {
        let wanted = (0..30).map(|_| random.random_bool(0.5)).collect();
        let mut puzzle = Puzzle::start(5, wanted);
        for _ in 0..60 {
            assert_eq!(Puzzle::parse(&puzzle.to_string()).as_ref(), Ok(&puzzle));
            let step = Direction::ALL[random.random_range(0..4)];
            puzzle = puzzle.after(step).unwrap_or(puzzle);
        }
    }
}

#[test]
fn texts_that_are_no_puzzles_are_refused_with_their_line() {
    for (text, line) in [
        ("", 1),
        ("# nothing but a remark\n", 1),
        ("##\n#\n", 2),
        ("##\n#x\n", 2),
        ("#################################\n", 1),
        ("##\n##\nnow\n", 3),
        ("#\nnow\n.......\n.......\n.......\n123....\n", 0),
        ("#\nnow\n.......\n.......\n.......\n12.3...\n", 2),
        ("#\nnow\n.......\n.......\n.......\n123a..b\n", 6),
    ] {
        let refused = Puzzle::parse(text).err().map_or(0, |error| error.line);
        assert_eq!(refused, line, "{text}");
    }
}
