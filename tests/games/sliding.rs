//! The sliding-block solver against the plain search, the real puzzles and the classics.

use std::path::{Path, PathBuf};

use gridhand::base::{Limit, Limits, Outcome};
use gridhand::games::sliding::generate::{Wish, generate, scatter, tie};
use gridhand::games::sliding::{Move, Puzzle, plain, solve};
use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const NO_LIMITS: Limits = Limits {
    time: None,
    nodes: None,
    memory: None,
};

/// A random board with holes, blocks in several parts, up to three with goals; some have no solution.
fn random_puzzle(seed: u64) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (columns, rows) = (rng.random_range(2..=4), rng.random_range(2..=4));
    let mut puzzle = scatter(&mut rng, columns, rows, 1..=5);
    // Some blocks become holes, as long as every row keeps a cell.
    for _ in 0..rng.random_range(0..3) {
        let block = rng.random_range(0..puzzle.blocks.len());
        let mut floor = puzzle.floor.clone();
        puzzle.blocks[block]
            .cells
            .iter()
            .for_each(|&cell| floor[cell] = false);
        let rows_left = floor.chunks(columns).all(|row| row.contains(&true));
        let columns_left = (0..columns).all(|c| (0..rows).any(|r| floor[r * columns + c]));
        if puzzle.blocks.len() > 1 && rows_left && columns_left {
            puzzle.floor = floor;
            puzzle.blocks.remove(block);
        }
    }
    while rng.random_bool(0.3) {
        tie(&mut rng, &mut puzzle);
    }
    set_goals(&mut rng, &mut puzzle);
    if rng.random_bool(0.3) {
        set_gates(&mut rng, &mut puzzle);
    }
    puzzle.lengthwise = rng.random_bool(0.3);
    puzzle
}

/// Some cells where no block without a goal lies.
fn set_gates(rng: &mut ChaCha8Rng, puzzle: &mut Puzzle) {
    let kept_out = |cell: &usize| {
        let mut blocks = puzzle.blocks.iter();
        blocks.any(|block| block.goal.is_none() && block.cells.contains(cell))
    };
    let on_floor = |cell: &usize| puzzle.floor[*cell];
    let cells = (0..puzzle.floor.len()).filter(|cell| on_floor(cell) && !kept_out(cell));
    puzzle.gates = cells.filter(|_| rng.random_bool(0.4)).collect();
}

/// Goals that do not overlap: where the blocks are after a random walk, or anywhere.
fn set_goals(rng: &mut ChaCha8Rng, puzzle: &mut Puzzle) {
    let mut end = puzzle.clone();
    for _ in 0..rng.random_range(0..30) {
        let block = rng.random_range(0..end.blocks.len());
        let routes = end.routes(block);
        if !routes.is_empty() {
            end.blocks[block].cells = routes[rng.random_range(0..routes.len())].cells.clone();
        }
    }
    let mut order: Vec<usize> = (0..puzzle.blocks.len()).collect();
    order.shuffle(rng);
    let wanted = rng.random_range(1..=3);
    for &block in order.iter().take(wanted) {
        puzzle.blocks[block].goal = Some(end.blocks[block].cells.clone());
    }
    if rng.random_bool(0.3) {
        let block = order[0];
        let alone = Puzzle {
            blocks: vec![puzzle.blocks[block].clone()],
            ..puzzle.clone()
        };
        let anywhere = alone.routes(0);
        let others: Vec<usize> = order[1..]
            .iter()
            .filter_map(|&other| puzzle.blocks[other].goal.clone())
            .flatten()
            .collect();
        let free = anywhere
            .iter()
            .find(|r| r.cells.iter().all(|c| !others.contains(c)));
        if let Some(route) = free {
            puzzle.blocks[block].goal = Some(route.cells.clone());
        }
    }
}

fn length(outcome: &Outcome<Vec<Move>>) -> Option<usize> {
    outcome.solution().map(Vec::len)
}

/// The moves are legal one after the other and end at the goal.
fn check_replay(puzzle: &Puzzle, moves: &[Move]) {
    let mut board = puzzle.clone();
    for mv in moves {
        board = board
            .moved(mv)
            .unwrap_or_else(|| panic!("{mv} is not legal in\n{board}"));
    }
    assert!(board.is_solved(), "not solved:\n{board}");
    assert!(board.same_puzzle(puzzle));
}

fn check_against_plain(puzzle: &Puzzle) {
    let fast = solve::solve(puzzle, &NO_LIMITS);
    let (slow, _) = plain::solve(puzzle, &NO_LIMITS);
    assert_eq!(fast.word(), slow.word(), "{puzzle}");
    assert_eq!(length(&fast), length(&slow), "{puzzle}");
    for moves in [&fast, &slow].into_iter().filter_map(Outcome::solution) {
        check_replay(puzzle, moves);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn as_short_as_the_plain_search(seed: u64) {
        check_against_plain(&random_puzzle(seed));
    }

    #[test]
    fn text_goes_round(seed: u64) {
        let puzzle = random_puzzle(seed);
        let text = puzzle.to_string();
        let parsed = Puzzle::parse(&text).expect("a puzzle");
        prop_assert_eq!(parsed.to_string(), text);
        prop_assert_eq!(parsed, puzzle);
    }
}

/// The search for any solution finds one if there is one.
fn check_any(puzzle: &Puzzle) {
    let any = solve::any(puzzle, &NO_LIMITS).outcome;
    let least = solve::solve(puzzle, &NO_LIMITS);
    assert_eq!(any.word(), least.word(), "{puzzle}");
    assert!(length(&any) >= length(&least), "{puzzle}");
    if let Some(moves) = any.solution() {
        check_replay(puzzle, moves);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_solves_whatever_can_be_solved(seed: u64) {
        check_any(&random_puzzle(seed));
    }
}

#[test]
fn any_solves_boards_of_any_size() {
    for seed in 0..100 {
        check_any(&with_packed_room(&random_puzzle(seed), 36));
    }
}

/// The puzzle with a room beside it that is packed with dominoes: nothing can move there, but its
/// cells and blocks count when states are packed.
fn with_packed_room(puzzle: &Puzzle, room: usize) -> Puzzle {
    let columns = puzzle.columns + 1 + room;
    let cells = |cells: &Vec<usize>| -> Vec<usize> {
        let moved = cells.iter().map(|&cell| puzzle.position(cell));
        moved.map(|(column, row)| row * columns + column).collect()
    };
    let mut wide = puzzle.clone();
    wide.columns = columns;
    wide.gates = cells(&puzzle.gates);
    for block in &mut wide.blocks {
        block.cells = cells(&block.cells);
        block.goal = block.goal.as_ref().map(cells);
    }
    wide.floor = (0..columns * puzzle.rows)
        .map(|cell| match (cell % columns, cell / columns) {
            (column, row) if column < puzzle.columns => puzzle.floor[row * puzzle.columns + column],
            (column, _) => column > puzzle.columns,
        })
        .collect();
    let mut signs = '\u{4e00}'..;
    let mut domino = |a: usize, b: usize| {
        let (sign, goal) = (signs.next().expect("a sign").into(), None);
        let cells = vec![a, b];
        wide.blocks
            .push(gridhand::games::sliding::Block { sign, cells, goal });
    };
    for row in 0..puzzle.rows {
        let first = row * columns + puzzle.columns + 1;
        let upright = row + 1 < puzzle.rows || row % 2 == 1;
        let flat = if upright { room / 2 } else { room };
        (0..flat)
            .step_by(2)
            .for_each(|i| domino(first + i, first + i + 1));
        if upright && row % 2 == 0 {
            (flat..room).for_each(|i| domino(first + i, first + i + columns));
        }
    }
    wide
}

#[test]
fn wide_states_and_large_boards_change_nothing() {
    // 20 more columns need more than 64 cells and bits in some puzzles, 36 more than 128 cells.
    for room in [20, 36] {
        let puzzles = (0..200)
            .map(random_puzzle)
            .filter(|puzzle| puzzle.rows >= 3);
        for puzzle in puzzles {
            let alone = solve::report(&puzzle, &NO_LIMITS);
            let wide = with_packed_room(&puzzle, room);
            assert_eq!(Puzzle::parse(&wide.to_string()), Ok(wide.clone()));
            let beside = solve::report(&wide, &NO_LIMITS);
            assert_eq!(length(&beside.outcome), length(&alone.outcome), "{wide}");
            assert_eq!(beside.outcome.word(), alone.outcome.word());
        }
    }
}

#[test]
fn limits_end_the_search() {
    let donkey = include_str!("../../corpus/sliding/red-donkey.txt");
    let donkey = Puzzle::parse(donkey).expect("a puzzle");
    let with = |limits: Limits| solve::report(&donkey, &limits);
    let nodes = Limits {
        nodes: Some(5000),
        ..NO_LIMITS
    };
    assert_eq!(with(nodes).outcome, Outcome::Unknown(Limit::Nodes));
    let time = Limits {
        time: Some(std::time::Duration::ZERO),
        ..NO_LIMITS
    };
    assert_eq!(with(time).outcome, Outcome::Unknown(Limit::Time));
    let needed = with(NO_LIMITS).stats.peak_bytes;
    for limit in [0, needed / 10, needed / 2] {
        let memory = Limits {
            memory: Some(limit),
            ..NO_LIMITS
        };
        let report = with(memory);
        assert_eq!(report.outcome, Outcome::Unknown(Limit::Memory));
        assert!(report.stats.peak_bytes <= limit);
    }
    let enough = Limits {
        memory: Some(needed),
        ..NO_LIMITS
    };
    assert_eq!(length(&with(enough).outcome), Some(81));
}

/// Two blocks that change places need three moves where there is room, two pairs six; here a state
/// has more than a hundred neighbours.
#[test]
fn an_open_board_is_no_harder() {
    let rows = ".....\n.....\n.....\n.....\n";
    let text = format!("start\nABCDE\n{rows}goal\nBADC.\n{rows}");
    let puzzle = Puzzle::parse(&text).expect("a puzzle");
    let outcome = solve::solve(&puzzle, &NO_LIMITS);
    assert_eq!(length(&outcome), Some(6));
    check_replay(&puzzle, outcome.solution().map_or(&[], Vec::as_slice));
}

/// The block with the goal has to leave by a gate that the other one would like to hide in.
#[test]
fn only_blocks_with_a_goal_pass_a_gate() {
    let text = |gates: &str| format!("{gates}start\nAB.\ngoal\n.A.\n");
    let solve = |gates| {
        let puzzle = Puzzle::parse(&text(gates)).expect("a puzzle");
        let outcome = solve::solve(&puzzle, &NO_LIMITS);
        check_against_plain(&puzzle);
        length(&outcome)
    };
    assert_eq!(solve(""), Some(2));
    assert_eq!(solve("gates 2,0\n"), None);
    for wrong in ["gates 3,0\n", "gates 1\n", "gates 1,0\n"] {
        let parsed = Puzzle::parse(&text(wrong));
        assert!(parsed.is_err_and(|error| error.line == 1), "{wrong}");
    }
}

/// Two hooks of one block around another: they can only leave together, and the shorter way is closed to one of them.
#[test]
fn gates_that_are_gone_make_no_other_puzzle() {
    let puzzle = |text: &str| Puzzle::parse(text).expect("a puzzle");
    let rest = "start\nA.\n.B\n..\ngoal\n..\n..\nA.\n";
    let [both, one, other, none] = ["gates 0,1 1,0\n", "gates 0,1\n", "gates 1,0\n", ""]
        .map(|gates| puzzle(&format!("{gates}{rest}")));
    assert!(both.same_puzzle(&one) && one.same_puzzle(&both) && both.same_puzzle(&none));
    assert!(!one.same_puzzle(&other) && both != one);
}

#[test]
fn cars_go_lengthwise_only() {
    let text = "start\n.B.\nAB.\nA..\ngoal\n...\n.B.\n.B.\n";
    let moves = |text: &str| {
        let puzzle = Puzzle::parse(text).expect("a puzzle");
        let moves = solve::report(&puzzle, &NO_LIMITS).outcome;
        assert_eq!(length(&moves), length(&plain::solve(&puzzle, &NO_LIMITS).0));
        length(&moves)
    };
    assert_eq!(moves(text), Some(1));
    assert_eq!(moves(&format!("lengthwise\n{text}")), Some(1));
    let across = text.replace("...\n.B.\n.B.\n", "...\n..B\n..B\n");
    assert_eq!(moves(&across), Some(1));
    assert_eq!(moves(&format!("lengthwise\n{across}")), None);
    // A block that is as wide as high goes any way.
    let square = "lengthwise\nstart\nA.\n..\ngoal\n..\n.A\n";
    assert_eq!(moves(square), Some(1));
}

#[test]
fn parts_move_together() {
    let text = "start\nA.AB\n....\ngoal\n....\n.A.A\n";
    let puzzle = Puzzle::parse(text).expect("a puzzle");
    let outcome = solve::solve(&puzzle, &NO_LIMITS);
    assert_eq!(length(&outcome), Some(1));
    let moves = outcome.solution().expect("moves");
    assert_eq!(moves[0].to_string(), "A down 1, right 1");
    check_replay(&puzzle, moves);
    // One part is free to go, the other is not.
    let right = Move::parse("A right 1").expect("a move");
    assert_eq!(puzzle.moved(&right), None);
    let closed = Puzzle::parse("start\nA.B\nBAC\ngoal\n.A.\n..A\n").expect("a puzzle");
    assert_eq!(solve::solve(&closed, &NO_LIMITS), Outcome::Impossible);
    check_against_plain(&closed);
}

#[test]
fn a_goal_under_a_block_that_never_moves_is_impossible() {
    let text = "gates 1,0 3,0 0,1 1,1 2,1\nstart\nD.C.\nA..B\ngoal\n....\n.DAC\n";
    let puzzle = Puzzle::parse(text).expect("a puzzle");
    assert_eq!(solve::solve(&puzzle, &NO_LIMITS), Outcome::Impossible);
    check_against_plain(&puzzle);
}

/// Solves all puzzles of a folder; each must need as many moves as it says.
fn check_folder(folder: &Path) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let puzzle = Puzzle::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert_eq!(Puzzle::parse(&puzzle.to_string()), Ok(puzzle.clone()));
        let outcome = solve::solve(&puzzle, &NO_LIMITS);
        let known = puzzle.min_moves.map(|moves| moves as usize);
        assert_eq!(length(&outcome), known, "{}", file.display());
        match outcome {
            Outcome::Solved(moves) => check_replay(&puzzle, &moves),
            other => assert_eq!(other, Outcome::Impossible),
        }
    }
}

#[test]
fn our_puzzles_need_the_moves_they_say() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/sliding"));
}

#[test]
fn real_puzzles_need_the_known_least_moves() {
    if let Some(data) = crate::common::data() {
        check_folder(&data.join("sliding"));
    }
}

#[test]
fn generated_puzzles_are_reproducible_and_as_hard_as_they_say() {
    let wish = Wish {
        columns: 3,
        rows: 4,
        tries: 30,
    };
    for seed in 0..5 {
        let puzzle = generate(seed, &wish).expect("a puzzle");
        assert_eq!(generate(seed, &wish), Some(puzzle.clone()));
        let moves = length(&plain::solve(&puzzle, &NO_LIMITS).0);
        assert_eq!(
            moves.map(|moves| moves as u32),
            puzzle.min_moves,
            "{puzzle}"
        );
    }
}
