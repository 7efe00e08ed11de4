//! Mortal Coil: rules, formats, and the solver held against plain search.

use std::path::Path;

use gridhand::base::{Limit, Limits, Outcome, Rect};
use gridhand::game::{Game, first_shown, parse_moves, split};
use gridhand::games::coil::generate::generate;
use gridhand::games::coil::lattice::Lattice;
use gridhand::games::coil::{Cell, Coil, Direction, Puzzle, Solution, Step, picture, plain, solve};
use gridhand::practice::Options;
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{Place, ReadScratch, View};
use image::Rgba;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const EXAMPLE: &str = "x=3&y=3&board=X.......X";

fn level(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a level")
}

fn board(width: usize, height: usize, is_wall: impl Fn(usize) -> bool) -> Puzzle {
    let cell = |at| if is_wall(at) { Cell::Wall } else { Cell::Open };
    Puzzle::new(width, height, (0..width * height).map(cell).collect(), None)
}

/// Solves by both solvers; panics unless they agree and the solution obeys the rules.
fn assert_agrees(puzzle: &Puzzle) -> bool {
    let (expected, _) = plain::solve(puzzle, &Limits::default());
    let outcome = solve::solve(puzzle, &Limits::default());
    match &outcome {
        Outcome::Solved(steps) => assert!(puzzle.is_solved_by(steps), "{steps:?}\n{puzzle}"),
        Outcome::Impossible => assert_eq!(expected, Outcome::Impossible, "{puzzle}"),
        other => panic!("{other:?}\n{puzzle}"),
    }
    assert_eq!(outcome.word(), expected.word(), "{puzzle}");
    outcome.solution().is_some()
}

#[test]
fn a_slide_goes_on_until_something_is_in_the_way() {
    let start = Step::Start { column: 1, row: 0 };
    let mut puzzle = level(EXAMPLE).after(start);
    for (dir, shown) in [
        (Direction::Right, "#o@\n...\n..#\n"),
        (Direction::Down, "#oo\n..@\n..#\n"),
        (Direction::Left, "#oo\n@oo\n..#\n"),
        (Direction::Down, "#oo\nooo\n@.#\n"),
        (Direction::Right, "#oo\nooo\no@#\n"),
    ] {
        assert!(!puzzle.is_solved());
        assert!(!puzzle.clone().apply(start), "the start is chosen once");
        puzzle = puzzle.after(Step::Slide(dir));
        assert_eq!(puzzle.to_string(), shown);
        assert_eq!(puzzle.after(Step::Slide(dir)), puzzle, "nowhere to go");
    }
    assert!(puzzle.is_solved());
    assert_eq!(puzzle.level(), level(EXAMPLE));
}

#[test]
fn nothing_slides_before_the_start_and_nothing_starts_on_a_wall() {
    let puzzle = level(EXAMPLE);
    assert_eq!(puzzle.play(&[Step::Slide(Direction::Up)]), Err(0));
    assert_eq!(puzzle.play(&[Step::Start { column: 0, row: 0 }]), Err(0));
    assert_eq!(puzzle.play(&[Step::Start { column: 3, row: 0 }]), Err(0));
    let steps = [
        Step::Start { column: 1, row: 0 },
        Step::Slide(Direction::Up),
    ];
    assert_eq!(puzzle.play(&steps), Err(1));
}

#[test]
fn texts_come_back_as_they_were() {
    assert_eq!(level(EXAMPLE).level_line(), EXAMPLE);
    let grid = "#..\n@o.\n..#\n";
    assert_eq!(level(grid).to_string(), grid);
    assert_eq!(level("# a comment\n\nX..\n...\n..X\n"), level(EXAMPLE));
    let line = "x=1&y=0&path=RDLDR";
    let solution = Solution::parse(line).expect("a solution");
    assert_eq!(solution.to_string(), line);
    assert!(level(EXAMPLE).is_solved_by(&solution.steps()));
    let steps = solution.steps();
    assert_eq!(Solution::from_steps(&steps), Some(solution));
    assert_eq!(parse_moves::<Coil>(line), Ok(steps));
}

#[test]
fn bad_texts_say_where_and_why() {
    for (text, line, part) in [
        ("", 1, "nothing"),
        ("\n\nx=3&y=3&board=X......", 3, "needs 9 cells, board has 7"),
        ("x=3&board=...", 1, "y= is missing"),
        ("x=1&y=1&x=1&board=.", 1, "x= is given twice"),
        ("x=1&y=1&board=.&z=1", 1, "only x=, y=, board="),
        ("x=three&y=1&board=...", 1, "x=three"),
        ("x=0&y=1&board=", 1, "0 x 1"),
        ("x=99999999999&y=99999999999&board=.", 1, "at most"),
        ("x=2&y=1&board=.o", 1, "'o'"),
        ("x=2&y=1&board=XX", 1, "no open cell"),
        ("..\n...\n", 2, "3 cells, the first row has 2"),
        ("..\n.?\n", 2, "'?'"),
        ("@.\n.@\n", 2, "second @"),
        ("o.\n..\n", 1, "no @"),
    ] {
        let error = Puzzle::parse(text).expect_err(text);
        assert_eq!(error.line, line, "{text:?}: {error}");
        assert!(error.what.contains(part), "{text:?}: {error}");
    }
    for (text, part) in [
        ("x=1&y=0", "path= is missing"),
        ("x=1&y=0&path=RXL", "'X'"),
        ("x=1&y=0&path=R\nx=1&y=0&path=R", "one line"),
    ] {
        let error = Solution::parse(text).expect_err(text);
        assert!(error.what.contains(part), "{text:?}: {error}");
    }
}

#[test]
fn texts_of_many_levels_are_cut() {
    let text = "# levels\nx=1&y=1&board=.\nx=2&y=1&board=..\n\n..\n.#\n\n# next\n.\n";
    let cut: Vec<(usize, String)> = split::<Coil>(text)
        .into_iter()
        .map(|(line, part)| (line, level(part).level_line()))
        .collect();
    let expected = [
        (2, "x=1&y=1&board=."),
        (3, "x=2&y=1&board=.."),
        (5, "x=2&y=2&board=...X"),
        (9, "x=1&y=1&board=."),
    ];
    assert_eq!(cut, expected.map(|(line, text)| (line, text.to_string())));
}

#[test]
fn all_small_boards() {
    let mut solvable = 0;
    for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
        for walls in 0..(1_u32 << (width * height)) - 1 {
            solvable += assert_agrees(&board(width, height, |at| walls >> at & 1 == 1)) as u32;
        }
    }
    assert!(solvable > 1000);
}

#[test]
fn random_boards_of_five_by_five() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut solvable = 0;
    for _ in 0..4000 {
        let walls: u32 = rng.random::<u32>() & rng.random::<u32>() & rng.random::<u32>();
        solvable += assert_agrees(&board(5, 5, |at| walls >> at & 1 == 1)) as u32;
    }
    assert!(solvable > 40);
}

#[test]
fn boards_on_which_the_path_has_begun() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut counts = [0; 2];
    for seed in 0..400 {
        let made = generate(6, 5, seed);
        let starts = (0..30).filter(|&at| made.puzzle.cells()[at] == Cell::Open);
        let starts: Vec<usize> = starts.collect();
        let at = starts[rng.random_range(0..starts.len())];
        let (column, row) = (at % 6, at / 6);
        let mut puzzle = made.puzzle.after(Step::Start { column, row });
        for _ in 0..rng.random_range(0..4) {
            puzzle = puzzle.after(Step::Slide(Direction::ALL[rng.random_range(0..4)]));
        }
        counts[assert_agrees(&puzzle) as usize] += 1;
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

proptest! {
    #[test]
    fn made_levels_are_solved(width in 1_usize..40, height in 1_usize..40, seed: u64) {
        let made = generate(width, height, seed);
        prop_assert!(made.puzzle.is_solved_by(&made.solution.steps()));
        prop_assert_eq!(&generate(width, height, seed), &made);
        prop_assert!(width.min(height) < 4 || made.puzzle.open() * 3 > width * height);
        let outcome = solve::solve(&made.puzzle, &Limits::default());
        let steps = outcome.solution().expect("it has a solution");
        prop_assert!(made.puzzle.is_solved_by(steps));
    }
}

#[test]
fn a_large_level_is_solved_by_both_searches() {
    let made = generate(120, 110, 1);
    assert!(made.puzzle.open() > 120 * 110 / 2);
    let outcome = solve::solve(&made.puzzle, &Limits::default());
    assert!(
        made.puzzle
            .is_solved_by(outcome.solution().expect("it has a solution"))
    );
}

#[test]
fn hopeless_boards_are_refused_without_search() {
    let uneven = board(15, 15, |at| [0, 2, 4].contains(&at));
    let apart = board(9, 9, |at| at % 9 == 4);
    let three_dead_ends = level(".#.....\n...###.\n.......\n.##.###\n");
    for puzzle in [uneven, apart, three_dead_ends] {
        let (outcome, effort) = solve::solve_with_effort(&puzzle, &Limits::default());
        assert_eq!(
            (outcome, effort.nodes),
            (Outcome::Impossible, 0),
            "{puzzle}"
        );
    }
}

#[test]
fn limits_end_in_unknown() {
    let puzzle = generate(60, 60, 2).puzzle;
    let limits = |nodes, memory, millis: Option<u64>| Limits {
        time: millis.map(std::time::Duration::from_millis),
        nodes,
        memory,
    };
    for (limits, limit) in [
        (limits(Some(3), None, None), Limit::Nodes),
        (limits(None, Some(1), None), Limit::Memory),
        (limits(None, None, Some(0)), Limit::Time),
    ] {
        assert_eq!(solve::solve(&puzzle, &limits), Outcome::Unknown(limit));
    }
}

#[test]
fn the_path_is_drawn_from_blue_to_red() {
    let made = generate(12, 9, 3);
    let steps = made.solution.steps();
    let drawn = picture::draw(&made.puzzle, &steps);
    let (side, trail) = (drawn.width() / 12, made.puzzle.trail(&steps));
    assert_eq!(drawn.height(), side * 9);
    assert_eq!(trail.len(), made.puzzle.open());
    let middle = |at: usize| {
        let [x, y] = [at % 12, at / 12].map(|part| part as u32 * side + side / 2);
        drawn.get_pixel(x, y).0
    };
    let early = middle(trail[1]);
    assert!(early[2] > early[0], "{early:?}");
    let late = middle(trail[trail.len() - 2]);
    assert!(late[0] > late[2], "{late:?}");
    let frames = picture::animate(&made.puzzle, &steps, 7);
    assert!(frames.len() <= 7 && frames.len() > 1);
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]));
}

/// The recorded levels with a number up to this one, or a word that there are none.
fn recorded(name: &str, last: u32) -> Option<Vec<Puzzle>> {
    let root = std::env::var_os("GRIDHAND_DATA").map(std::path::PathBuf::from);
    let root = root
        .unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    let folder = root.join("coil").join(name);
    if !folder.is_dir() {
        println!("skipped: no {}", folder.display());
        return None;
    }
    let text = |number| std::fs::read_to_string(folder.join(format!("{number}"))).expect("a text");
    Some(
        (1..=last)
            .step_by(2)
            .map(|number| level(&text(number)))
            .collect(),
    )
}

#[test]
fn recorded_levels() {
    for (name, last) in [("bench", 99), ("levels", 149)] {
        for puzzle in recorded(name, last).into_iter().flatten() {
            let outcome = solve::solve(&puzzle, &Limits::default());
            assert!(puzzle.is_solved_by(outcome.solution().expect("each has a solution")));
        }
    }
}

/// Our own levels, which come with the repository.
#[test]
fn corpus() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/coil");
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        for (_, part) in split::<Coil>(&text) {
            let puzzle = level(part);
            let outcome = solve::solve(&puzzle, &Limits::default());
            assert!(puzzle.is_solved_by(outcome.solution().expect("each has a solution")));
            count += 1;
        }
    }
    assert!(count >= 10);
}

/// A blot may hide a crossing of lines, but a board of few large cells with lines in them is none.
#[test]
fn a_hidden_crossing_makes_no_board_of_larger_cells() {
    // A folder without a calibration file: what is read is what is built in.
    let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let profile = Profile::load(Some(&nowhere), "practice-coil").expect("it is built in");
    let options = Options {
        seed: 3,
        size: Some([9, 9]),
        ..Options::default()
    };
    let (puzzle, picture) = first_shown::<Coil>(&options).expect("it tells what it shows");
    let field = Rect::new(19, 79, 642, 642);
    let lattice = Lattice::fitting(field, 9, 9, 1, 56);
    for (column, row) in (1..9).flat_map(|row| (1..9).map(move |column| (column, row))) {
        let Rect { x, y, .. } = lattice.crossing(column, row);
        for colour in [[236, 224, 198, 255], [98, 92, 122, 255], [250, 20, 30, 255]] {
            let mut picture = picture.clone();
            for (dx, dy) in (0..4).flat_map(|dy| (0..4).map(move |dx| (dx, dy))) {
                picture.put_pixel((x + dx - 2) as u32, (y + dy - 2) as u32, Rgba(colour));
            }
            let frame = Frame::still(picture);
            let view = View {
                frame: &frame,
                place: Place::whole(),
            };
            let read = Coil::read(&view, &profile, None, &mut ReadScratch::default());
            let read = read.map(|reading| reading.puzzle.to_string());
            assert_eq!(read.ok(), Some(puzzle.to_string()), "({column}, {row})");
        }
    }
}
