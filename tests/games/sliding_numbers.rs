//! Boards of numbers: the solver against all boards of a size, against the plain search by Manhattan distances, and
//! against known boards.

use std::collections::{BTreeMap, VecDeque};

use gridhand::base::{Limits, Outcome, Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::numbers::{Numbers, ODD};
use gridhand::games::sliding::{Move, Puzzle, Sliding, solve};
use gridhand::profile::Profile;
use image::RgbaImage;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fitting::{fitted, tiled};

/// A text of these numbers, 0 for the free cell.
fn text(columns: usize, start: &[u8], goal: &[u8]) -> String {
    let rows = |numbers: &[u8]| -> String {
        let word = |number: &u8| match number {
            0 => ".".to_string(),
            number => number.to_string(),
        };
        let row = |row: &[u8]| row.iter().map(word).collect::<Vec<_>>().join(" ") + "\n";
        numbers.chunks(columns).map(row).collect()
    };
    format!("numbers\n{}goal\n{}", rows(start), rows(goal))
}

fn puzzle(columns: usize, start: &[u8], goal: &[u8]) -> Puzzle {
    let text = text(columns, start, goal);
    Puzzle::parse(&text).unwrap_or_else(|why| panic!("{why}:\n{text}"))
}

/// A board of random numbers, with a goal that has its free cell anywhere.
fn random(seed: u64, columns: usize, rows: usize) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut start: Vec<u8> = (0..(columns * rows) as u8).collect();
    let mut goal = start.clone();
    start.shuffle(&mut rng);
    goal.rotate_left(rng.random_range(0..columns * rows));
    puzzle(columns, &start, &goal)
}

/// The moves lead to the goal, one after the other.
fn check(puzzle: &Puzzle, moves: &[Move]) {
    let mut board = puzzle.clone();
    for mv in moves {
        assert_eq!(mv.path.len(), 1);
        board = board
            .moved(mv)
            .unwrap_or_else(|| panic!("{mv} in\n{board}"));
    }
    assert!(board.is_solved(), "{board}");
}

/// Solves without limits: the fewest moves, or None if there are none.
fn fewest(puzzle: &Puzzle) -> Option<usize> {
    let report = Sliding::solve(puzzle, &Limits::default());
    match report.outcome {
        Outcome::Solved(moves) => {
            assert!(report.optimal);
            check(puzzle, &moves);
            Some(moves.len())
        }
        other => {
            assert_eq!(other, Outcome::Impossible);
            None
        }
    }
}

/// How far every board of 3x3 is from the usual goal.
fn all_boards() -> BTreeMap<Vec<u8>, usize> {
    let goal = board(&puzzle(
        3,
        &[1, 2, 3, 4, 5, 6, 7, 8, 0],
        &[1, 2, 3, 4, 5, 6, 7, 8, 0],
    ));
    let mut known = BTreeMap::from([(goal.tiles.clone(), 0)]);
    let mut open = VecDeque::from([goal]);
    while let Some(here) = open.pop_front() {
        let moves = known[&here.tiles];
        for from in &here.beside()[usize::from(here.blank)] {
            let mut next = here.clone();
            next.slide(*from);
            if !known.contains_key(&next.tiles) {
                known.insert(next.tiles.clone(), moves + 1);
                open.push_back(next);
            }
        }
    }
    known
}

fn board(puzzle: &Puzzle) -> Numbers {
    Numbers::of(puzzle).expect("a board of numbers")
}

#[test]
fn as_short_as_the_exhaustive_search_of_all_boards() {
    let known = all_boards();
    // Half of all arrangements, and the farthest is 31 moves away.
    assert_eq!((known.len(), known.values().max()), (181_440, Some(&31)));
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..2000 {
        let mut start: Vec<u8> = (0..9).collect();
        start.shuffle(&mut rng);
        let puzzle = puzzle(3, &start, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        assert_eq!(
            fewest(&puzzle),
            known.get(&board(&puzzle).tiles).copied(),
            "{puzzle}"
        );
    }
}

/// The plainest search: depth first by the steps of all tiles, with a bound that grows to 20; None beyond that.
fn plain(board: &Numbers) -> Option<usize> {
    let steps = |board: &Numbers| -> usize {
        let tiles = (0..)
            .zip(&board.tiles)
            .filter(|(_, tile)| **tile != board.home);
        tiles.map(|(cell, tile)| board.distance(cell, *tile)).sum()
    };
    fn within(board: &mut Numbers, left: usize, steps: &dyn Fn(&Numbers) -> usize) -> bool {
        if board.is_solved() {
            return true;
        }
        let blank = board.blank;
        let ways = board.beside().swap_remove(blank.into());
        steps(board) <= left
            && left > 0
            && ways.into_iter().any(|from| {
                board.slide(from);
                let found = within(board, left - 1, steps);
                board.slide(blank);
                found
            })
    }
    let is_enough = |moves: &usize| within(&mut board.clone(), *moves, &steps);
    (steps(board)..=20).find(is_enough)
}

#[test]
fn as_short_as_the_plain_search_on_other_boards() {
    let mut solved = 0;
    for (columns, rows) in [(2, 2), (3, 2), (2, 3), (2, 4)] {
        for seed in 0..20 {
            let puzzle = random(seed, columns, rows);
            let board = board(&puzzle);
            if let Some(expected) = board.is_solvable().then(|| plain(&board)).flatten() {
                assert_eq!(fewest(&puzzle), Some(expected), "{puzzle}");
                solved += 1;
            }
        }
    }
    assert!(solved > 15, "{solved}");
}

/// What can be told of a board, the search of all arrangements tells, too: with two rows not all that have the right
/// parity could be out of reach.
#[test]
fn what_is_solvable_is_solved_on_all_small_boards() {
    for (columns, rows) in [(2, 2), (3, 2), (4, 3), (3, 4)] {
        for seed in 100..130 {
            let puzzle = random(seed, columns, rows);
            assert_eq!(
                fewest(&puzzle).is_some(),
                board(&puzzle).is_solvable(),
                "{puzzle}"
            );
        }
    }
}

/// The first boards of a known list (R. E. Korf, 1985), with the fewest moves that are published for them.
#[test]
fn known_boards_need_the_known_fewest_moves() {
    let known: [([u8; 16], usize); 3] = [
        ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
        ([13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6], 55),
        ([14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15], 59),
    ];
    let goal: Vec<u8> = (0..16).collect();
    for (start, moves) in known {
        assert_eq!(fewest(&puzzle(4, &start, &goal)), Some(moves));
    }
}

#[test]
fn an_odd_number_of_exchanges_is_refused_with_that_reason() {
    let text = "numbers\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 .\n";
    let puzzle = Puzzle::parse(text).expect("a board");
    let outcome = solve::solve(&puzzle, &Limits::default());
    assert_eq!(outcome, Outcome::Impossible);
    let answers = Sliding::abilities().answers.expect("it writes answers");
    let answer = answers.write(text, &puzzle, &outcome);
    assert_eq!(answer, format!("impossible: {ODD}"));
}

/// Whatever limit comes first, there is a way; the fewest moves are not claimed then.
#[test]
fn a_limit_only_ends_the_search_for_a_shorter_way() {
    for (columns, rows) in [(4, 4), (5, 5), (8, 8), (3, 7)] {
        for seed in 0..3 {
            let puzzle = random(seed, columns, rows);
            if !board(&puzzle).is_solvable() {
                continue;
            }
            let length = |nodes: u64| {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let report = Sliding::solve(&puzzle, &limits);
                assert!(!report.optimal);
                let moves = report.outcome.solution().expect("there is always a way");
                check(&puzzle, moves);
                moves.len()
            };
            let (any, better) = (length(1), length(60_000));
            assert!(better <= any, "{better} of {any} moves:\n{puzzle}");
        }
    }
}

#[test]
fn a_large_board_that_is_nearly_in_order_takes_the_fewest_moves() {
    let goal: Vec<u8> = (1..25).chain([0]).collect();
    let mut start = goal.clone();
    start.swap(24, 23);
    start.swap(23, 18);
    start.swap(18, 17);
    let report = solve::report(&puzzle(5, &start, &goal), &Limits::default());
    assert!(report.optimal);
    assert_eq!(report.outcome.solution().map(Vec::len), Some(3));
}

#[test]
fn text_goes_round() {
    for seed in 0..50 {
        for (columns, rows) in [(2, 2), (3, 4), (5, 5), (8, 8)] {
            let puzzle = random(seed, columns, rows);
            let text = puzzle.to_string();
            assert!(text.starts_with("numbers\n"), "{text}");
            assert_eq!(Puzzle::parse(&text), Ok(puzzle));
        }
    }
}

const SIDE: i32 = 40;

/// A grey window with a board of raised numbers in it.
fn window(puzzle: &Puzzle) -> RgbaImage {
    let [width, height] = [puzzle.columns, puzzle.rows].map(|count| count as i32 * SIDE);
    let mut canvas = draw::canvas([width + 60, height + 110]);
    let all = draw::whole(&canvas);
    let grey = [206, 206, 206];
    draw::fill(&mut canvas, all, grey);
    font::write(&mut canvas, Point::new(9, 7), "GAME TYPE HELP", [10; 3]);
    font::write(&mut canvas, Point::new(9, height + 90), "MOVES: 0", [10; 3]);
    let board = Rect::new(30, 50, width, height);
    draw::fill(&mut canvas, board, [168; 3]);
    draw::bevel(&mut canvas, board.grown(1), [130; 3], [250; 3]);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let corner = board.corner() + Point::new(column as i32 * SIDE, row as i32 * SIDE);
        let tile = Rect::new(0, 0, SIDE, SIDE).at(corner);
        draw::fill(&mut canvas, tile, grey);
        draw::bevel(&mut canvas, tile, [250; 3], [130; 3]);
        draw::bevel(&mut canvas, tile.grown(-1), [250; 3], [130; 3]);
        let name = block.sign.to_string();
        font::write_big(
            &mut canvas,
            font::big_middle(tile, &name),
            &name,
            [[0; 3]; 2],
        );
    }
    canvas
}

fn read(profile: &Profile, puzzle: &Puzzle) -> Result<Puzzle, String> {
    read_still(tiled::<Sliding>(), &window(puzzle), profile).map_err(|why| why.to_string())
}

fn shuffled(columns: usize, rows: usize, seed: u64, is_solvable: bool) -> Puzzle {
    let count = columns * rows;
    let goal: Vec<u8> = (1..count as u8).chain([0]).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut start = goal.clone();
    loop {
        start.shuffle(&mut rng);
        let puzzle = puzzle(columns, &start, &goal);
        if board(&puzzle).is_solvable() == is_solvable {
            return puzzle;
        }
    }
}

#[test]
fn numbers_are_learned_from_one_text_and_none_is_taken_for_another() {
    for (columns, rows) in [(3, 3), (4, 4)] {
        let first = shuffled(columns, rows, 1, true);
        let picture = window(&first);
        let profile = fitted::<Sliding>(first, picture);
        for seed in 2..5 {
            let other = shuffled(columns, rows, seed, true);
            if let Ok(read) = read(&profile, &other) {
                assert_eq!(read, other);
            }
            // So it looks where two are taken for each other.
            let odd = read(&profile, &shuffled(columns, rows, seed, false));
            assert!(odd.is_err(), "{odd:?}");
        }
        // Numbers that no example shows, or another goal.
        assert!(read(&profile, &shuffled(columns + 1, rows, 7, true)).is_err());
        assert!(read(&profile, &shuffled(columns - 1, rows, 7, true)).is_err());
    }
}

/// Tiles on a page with gaps between them, each so large; the first begins there.
fn page(puzzle: &Puzzle, [width, height]: [i32; 2], gap: i32, corner: Point) -> RgbaImage {
    let [columns, rows] = [puzzle.columns, puzzle.rows].map(|count| count as i32);
    let [wide, high] = [columns * (width + gap) - gap, rows * (height + gap) - gap];
    let mut canvas = draw::canvas([wide + 2 * corner.x, high + 2 * corner.y]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [245; 3]);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let off = Point::new(column as i32 * (width + gap), row as i32 * (height + gap));
        let tile = Rect::new(0, 0, width, height).at(corner + off);
        draw::fill(&mut canvas, tile, [222; 3]);
        draw::bevel(&mut canvas, tile, [200; 3], [200; 3]);
        let name = block.sign.to_string();
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [[40; 3]; 2]);
    }
    canvas
}

#[test]
fn tiles_far_apart_or_oblong_are_found() {
    let looks = [
        ([72, 72], 6, Point::new(15, 30)),
        ([60, 60], 12, Point::new(40, 20)),
        ([44, 40], 5, Point::new(9, 9)),
        ([48, 36], 8, Point::new(10, 10)),
        ([61, 33], 6, Point::new(12, 16)),
    ];
    let first = shuffled(4, 4, 1, true);
    for (size, gap, corner) in looks {
        let profile = fitted::<Sliding>(first.clone(), page(&first, size, gap, corner));
        let off = |axis: usize| {
            let begin = [corner.x, corner.y][axis] as f64 - f64::from(gap) / 2.0;
            let pitch = f64::from(size[axis] + gap);
            let found = &profile.tiles[0];
            // An example's picture is cut out of the window: only the size of its tiles is as it was.
            let first = profile.cells.first;
            let first = f64::from([first.x, first.y][axis]);
            (found.pitch[axis] - pitch)
                .abs()
                .max((first - begin).abs() / 4.0)
        };
        assert!(
            off(0) < 1.0 && off(1) < 1.0,
            "{size:?}, {gap}: {:?}",
            profile.cells
        );
        for seed in 2..4 {
            let other = shuffled(4, 4, seed, true);
            let picture = page(&other, size, gap, corner);
            let read = read_still(tiled::<Sliding>(), &picture, &profile);
            assert_eq!(
                read.map_err(|why| why.to_string()),
                Ok(other),
                "{size:?}, {gap}"
            );
        }
    }
}
