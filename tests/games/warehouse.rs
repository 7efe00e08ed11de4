//! The warehouse from outside: the solver beside the plain search, our own levels, the commands.

use assert_cmd::Command;
use gridhand::base::{Limit, Limits, Outcome};
use gridhand::games::warehouse::generate::{Wish, generate};
use gridhand::games::warehouse::plain::{self, Plain};
use gridhand::games::warehouse::puzzle::{Puzzle, Step, Tile};
use gridhand::games::warehouse::solve::{self, PushReport};
use gridhand::games::warehouse::text;
use proptest::prelude::*;

/// Positions that the plain search may see.
const MOST: usize = 4_000;

fn solved(puzzle: &Puzzle) -> PushReport {
    let solved = solve::solve(puzzle, &Limits::default());
    if let Some(steps) = solved.outcome.solution() {
        let (end, pushes) = puzzle.replay(steps);
        assert!(end.is_solved(), "{puzzle}");
        assert_eq!(Some(pushes), solved.pushes.map(usize::from), "{puzzle}");
    }
    solved
}

/// Compares with the plain search, if that comes to an end.
fn compare(puzzle: &Puzzle) {
    let expected = plain::least_pushes(puzzle, MOST);
    let found = solved(puzzle);
    match expected {
        Plain::Pushes(pushes) => {
            assert_eq!(found.pushes.map(usize::from), Some(pushes), "{puzzle}")
        }
        Plain::Impossible => assert_eq!(found.outcome, Outcome::Impossible, "{puzzle}"),
        Plain::TooMany => {}
    }
}

/// Any small level, most of them odd and many impossible.
fn levels() -> impl Strategy<Value = Puzzle> {
    (3usize..8, 3usize..7, 1usize..5, 0usize..3).prop_flat_map(|(width, height, boxes, spare)| {
        let cells = width * height;
        let places =
            prop::sample::subsequence((0..cells).collect::<Vec<_>>(), (boxes + 1).min(cells));
        let goals =
            prop::sample::subsequence((0..cells).collect::<Vec<_>>(), (boxes + spare).min(cells));
        let walls = prop::collection::vec(prop::bool::weighted(0.2), cells);
        (
            Just(width),
            places,
            goals,
            walls,
            any::<prop::sample::Index>(),
        )
            .prop_map(build)
    })
}

fn build(
    (width, mut places, goals, walls, robot): (
        usize,
        Vec<usize>,
        Vec<usize>,
        Vec<bool>,
        prop::sample::Index,
    ),
) -> Puzzle {
    let robot = places.remove(robot.index(places.len()));
    let mut tiles: Vec<Tile> = walls
        .iter()
        .map(|&wall| if wall { Tile::Wall } else { Tile::Floor })
        .collect();
    for &cell in places.iter().chain([&robot]) {
        tiles[cell] = Tile::Floor;
    }
    for &cell in &goals {
        tiles[cell] = Tile::Goal;
    }
    Puzzle {
        width,
        tiles,
        boxes: places,
        robot,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_levels_take_the_least_pushes(puzzle in levels()) {
        if puzzle.boxes.len() <= puzzle.tiles.iter().filter(|&&tile| tile == Tile::Goal).count() {
            compare(&puzzle);
        }
    }

    #[test]
    fn levels_survive_their_text(puzzle in levels()) {
        let frame = text::parse(&framed(&puzzle));
        prop_assume!(frame.is_ok());
        let frame = frame.unwrap();
        prop_assert_eq!(text::parse(&frame.to_string()), Ok(frame));
    }
}

/// The level's text with walls around it.
fn framed(puzzle: &Puzzle) -> String {
    let edge = "#".repeat(puzzle.width + 2);
    let rows: Vec<String> = puzzle
        .to_string()
        .lines()
        .map(|row| format!("#{row:width$}#", width = puzzle.width))
        .collect();
    format!("{edge}\n{}\n{edge}\n", rows.join("\n"))
}

#[test]
fn made_levels_take_the_least_pushes() {
    for (seed, boxes) in (0..20).zip([2, 3, 4].into_iter().cycle()) {
        let wish = Wish {
            columns: 8,
            rows: 7,
            boxes,
            tries: 3,
        };
        let puzzle = generate(seed, &wish).expect("these seeds make levels");
        assert_eq!(generate(seed, &wish), Some(puzzle.clone()));
        assert_eq!(puzzle.boxes.len(), boxes);
        compare(&puzzle);
    }
}

#[test]
fn own_levels_take_the_pushes_their_names_tell() {
    let file = std::fs::read_to_string("corpus/warehouse/own.xsb").unwrap();
    let levels = text::collection(&file).unwrap();
    assert!(!levels.is_empty());
    for level in levels {
        let pushes = level
            .title
            .rsplit_once(", ")
            .and_then(|(_, last)| last.strip_suffix(" pushes"));
        let pushes: u16 = pushes
            .expect("a title ends with the pushes")
            .parse()
            .unwrap();
        assert_eq!(
            solved(&level.puzzle).pushes,
            Some(pushes),
            "{}",
            level.title
        );
    }
}

#[test]
fn a_solution_is_made_shorter() {
    let corridor =
        text::parse("##########\n#        #\n# @$ .   #\n#        #\n##########\n").unwrap();
    // Past the goal, around the box, and back.
    let detour: Vec<Step> = "rrrurrdl".chars().filter_map(Step::from_char).collect();
    assert!(corridor.replay(&detour).0.is_solved());
    let shorter = solve::shorten(&corridor, detour, &Limits::default());
    assert_eq!(corridor.replay(&shorter).1, 2);
    assert!(corridor.replay(&shorter).0.is_solved());

    let file = std::fs::read_to_string("corpus/warehouse/own.xsb").unwrap();
    for level in text::collection(&file).unwrap() {
        let puzzle = level.puzzle;
        let any = solve::any(&puzzle, &Limits::default());
        let any = any.outcome.solution().expect("it is solved").to_vec();
        let shorter = solve::shorten(&puzzle, any.clone(), &Limits::default());
        let (end, pushes) = puzzle.replay(&shorter);
        assert!(end.is_solved(), "{}", level.title);
        let least = solved(&puzzle)
            .pushes
            .map(usize::from)
            .expect("it is solved");
        assert!(
            (least..=puzzle.replay(&any).1).contains(&pushes),
            "{}",
            level.title
        );
    }
}

#[test]
fn corners_of_the_rules() {
    let outcome = |text: &str| solved(&text::parse(text).unwrap()).outcome;
    assert_eq!(outcome("#####\n#@ *#\n#####\n"), Outcome::Solved(vec![]));
    assert_eq!(
        outcome("######\n#@$ #\n#  .#\n######\n"),
        Outcome::Impossible
    );
    assert_eq!(outcome("########\n#@$ .#*#\n########\n").word(), "solved");
    assert_eq!(
        outcome("########\n#@$ .#$#\n#    #.#\n########\n"),
        Outcome::Impossible
    );
    // More goals than boxes.
    assert_eq!(
        solved(&text::parse("#######\n#@$ ..#\n#######\n").unwrap()).pushes,
        Some(2)
    );
    // The nearer goal belongs to the other box.
    let two = text::parse("########\n#      #\n# @$.$.#\n#      #\n########\n").unwrap();
    assert_eq!(solved(&two).pushes, Some(2));
}

#[test]
fn limits_end_a_search_without_a_verdict() {
    let wish = Wish {
        columns: 12,
        rows: 10,
        boxes: 5,
        tries: 4,
    };
    let puzzle = generate(3, &wish).unwrap();
    let nodes = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    assert_eq!(
        solve::solve(&puzzle, &nodes).outcome,
        Outcome::Unknown(Limit::Nodes)
    );
    let memory = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    assert_eq!(
        solve::solve(&puzzle, &memory).outcome,
        Outcome::Unknown(Limit::Memory)
    );
}

#[test]
fn what_was_found_before_a_limit_is_kept() {
    let wish = Wish {
        columns: 12,
        rows: 10,
        boxes: 5,
        tries: 2,
    };
    let mut unproved = 0;
    for puzzle in (0..6).filter_map(|seed| generate(seed, &wish)) {
        let least = solved(&puzzle).least().expect("it is proved");
        for nodes in (4..16).map(|power| 1 << power) {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let report = solve::solve(&puzzle, &limits);
            assert!(report.stats.least_pushes <= least, "{puzzle}");
            assert!(report.least().is_none_or(|pushes| pushes == least));
            if let Some(steps) = report.outcome.solution() {
                let (end, pushes) = puzzle.replay(steps);
                assert!(end.is_solved(), "{puzzle}");
                assert_eq!(report.pushes.map(usize::from), Some(pushes));
                assert!(pushes >= usize::from(least), "{puzzle}");
                unproved += usize::from(!report.proved);
            }
        }
    }
    assert!(unproved > 0);
}

/// Level 1 and some others of the package `xsok`, where it is installed.
#[test]
fn classic_levels_take_the_known_pushes() {
    let Ok(file) = std::fs::read_to_string("/usr/share/games/xsok/Sokoban.def") else {
        println!("skipped: the package xsok is not installed");
        return;
    };
    let levels = text::collection(&file).unwrap();
    for (number, pushes) in [
        (1, 97),
        (2, 131),
        (3, 134),
        (6, 110),
        (17, 213),
        (38, 81),
        (78, 136),
    ] {
        assert_eq!(
            solved(&levels[number - 1].puzzle).pushes,
            Some(pushes),
            "level {number}"
        );
    }
}

fn gridhand(args: &[&str], input: &str) -> (String, String, i32) {
    let output = Command::cargo_bin("gridhand")
        .unwrap()
        .args(args)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

const MAP: &str = "#######\n#.....#\n#@OO..#\n#.O...#\n#.....#\n#######\n\n>>v\nv<\n";

#[test]
fn follow_prints_the_end_and_the_sum() {
    let (out, _, status) = gridhand(&["follow"], MAP);
    assert_eq!(status, 0);
    assert_eq!(out.lines().count(), 7);
    assert_eq!(out.lines().last(), Some("sum 711"));
    let (line, _, _) = gridhand(&["follow", "--json"], MAP);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (line["moves"].as_u64(), line["sum"].as_u64()),
        (Some(5), Some(711))
    );
    let rows: Vec<&str> = line["map"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row.as_str())
        .collect();
    assert_eq!(rows, out.lines().take(6).collect::<Vec<_>>());
    let (wide, _, _) = gridhand(&["follow", "--wide", "-"], MAP);
    assert!(
        wide.lines()
            .all(|line| line.len() == 14 || line.starts_with("sum "))
    );
}

#[test]
fn follow_saves_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let args = [
        "follow",
        "--wide",
        "--picture",
        &path("end.png"),
        "--trace",
        &path("walk.gif"),
    ];
    assert_eq!(gridhand(&args, MAP).2, 0);
    let end = image::open(path("end.png")).unwrap();
    assert_eq!((end.width(), end.height()), (14 * 16, 6 * 16));
    let walk = image::open(path("walk.gif")).unwrap();
    assert_eq!((walk.width(), walk.height()), (14 * 8, 6 * 8));
}

#[test]
fn follow_names_the_line_that_is_wrong() {
    let (out, error, status) = gridhand(&["follow"], "####\n#@.#\n####\n\n<x\n");
    assert_eq!((out.as_str(), status), ("", 1));
    assert!(error.contains("line 5") && error.contains('x'), "{error}");
}

#[test]
fn solve_prints_steps_and_json() {
    let level = "######\n#@$ .#\n######\n";
    assert_eq!(gridhand(&["solve", "warehouse"], level).0, ">>\n");
    let (out, _, status) = gridhand(&["solve", "warehouse", "--json"], level);
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (line["moves"].as_str(), line["optimal"].as_bool()),
        (Some(">>"), Some(true))
    );
    assert_eq!(status, 0);
    let two = format!("{level}\n; no way\n#####\n#@$.#\n#  ##\n#####\n#####\n#@ *#\n#####\n");
    assert!(!gridhand(&["solve", "warehouse"], &two).0.is_empty());
    let dead = "######\n#@$ #\n#  .#\n######\n";
    assert_eq!(gridhand(&["solve", "warehouse"], dead).2, 4);
}

#[test]
fn a_level_is_disputed_where_a_goal_stays_empty() {
    use gridhand::game::Game;
    use gridhand::games::warehouse::Warehouse;
    let parse = |text: &str| Warehouse::parse(text).expect("a level");
    let [spare, full] = ["######\n#@ *.#\n######\n", "######\n#@ * #\n######\n"].map(parse);
    assert!(Warehouse::is_solved(&spare) && Warehouse::is_solved(&full));
    assert!(Warehouse::is_disputed(&spare) && !Warehouse::is_disputed(&full));
}
