//! `solve` and `generate` on the command line: what scripts rely on.

use serde_json::Value;

use crate::common::gridhand;

const ONE: &str = "222 303 .../M.M/...";
const ONE_SOLVED: &str = "222 303 .../M.M/... ###/M.M/###";
const NONE: &str = "11 11 ../..";
/// Turned on its side a solution is another one.
const SEVERAL: &str = "1111 1111 ..../..../..../....";

fn solve(input: &str) -> (i32, String, String) {
    gridhand(&["solve", "dungeons"], input)
}

#[test]
fn a_line_comes_back_with_its_solution() {
    let (status, out, _) = solve(&format!("{ONE}\n"));
    assert_eq!((status, out), (0, format!("{ONE_SOLVED}\n")));
    let (status, out, _) = solve(ONE_SOLVED);
    assert_eq!((status, out), (0, format!("{ONE_SOLVED}\n")));
}

#[test]
fn lines_keep_their_order_and_say_why_there_is_no_solution() {
    let input = format!("# three\n{ONE}\n\n{NONE}\n{ONE}\n");
    let (status, out, _) = solve(&input);
    let expected = format!("{ONE_SOLVED}\n{NONE} impossible\n{ONE_SOLVED}\n");
    assert_eq!((status, out), (4, expected));
}

#[test]
fn many_lines_come_back_in_their_order() {
    let args = [
        "generate",
        "dungeons",
        "--lines",
        "--solution",
        "--seed",
        "3",
        "--count",
        "600",
    ];
    let (status, made, _) = gridhand(&args, "");
    assert_eq!((status, made.lines().count()), (0, 600));
    let (status, solved, _) = solve(&made);
    assert_eq!((status, solved), (0, made));
}

#[test]
fn a_limit_is_unknown_and_no_proof() {
    let args = [
        "generate",
        "dungeons",
        "--lines",
        "--difficulty",
        "fiendish",
        "--seed",
        "1",
    ];
    let (_, line, _) = gridhand(&args, "");
    let (status, out, _) = gridhand(&["solve", "dungeons", "--nodes", "1"], &line);
    assert_eq!((status, out), (7, format!("{} unknown\n", line.trim())));
    let json = ["solve", "dungeons", "--nodes", "1", "--json"];
    let (status, out, _) = gridhand(&json, &line);
    let out: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (status, &out["result"], &out["reason"]),
        (7, &"unknown".into(), &"nodes".into())
    );
}

#[test]
fn a_line_that_is_no_puzzle_is_answered_by_a_comment() {
    let (status, out, err) = solve(&format!("{ONE}\n22 33 ...\n{ONE}\n"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(status, 1);
    assert_eq!((lines[0], lines[2]), (ONE_SOLVED, ONE_SOLVED));
    assert!(lines[1].starts_with("# line 2: "), "{out}");
    assert!(err.contains("line 2: "), "{err}");
}

#[test]
fn a_page_comes_back_with_its_walls() {
    let page = "seed 00000042\n  2 2 2\n3 . . .\n0 M . M\n3 . . .\n";
    let solved = "seed 00000042\n  2 2 2\n3 # # #\n0 M . M\n3 # # #\n";
    assert_eq!(solve(page), (0, solved.to_string(), String::new()));
    let (status, out, _) = solve("  1 1\n1 . .\n1 . .\n");
    assert_eq!(
        (status, out.as_str()),
        (4, "  1 1\n1 . .\n1 . .\n# impossible\n")
    );
}

#[test]
fn json_tells_the_moves_and_the_proof() {
    let (status, out, _) = gridhand(&["solve", "dungeons", "--json", "-"], ONE);
    let out: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(status, 0);
    assert_eq!(out["game"], "dungeons");
    assert_eq!(out["result"], "unique");
    assert_eq!(out["length"], 6);
    assert_eq!(out["moves"][0], "0,0");
    assert_eq!(out["optimal"], true);
    assert_eq!(out["nodes"], 1);
    assert!(out["ms"].is_number());
}

#[test]
fn two_solutions_are_several() {
    let (status, out, _) = solve(SEVERAL);
    assert_eq!((status, out), (4, format!("{SEVERAL} several\n")));
}

#[test]
fn explaining_ends_with_the_solved_board() {
    let (status, out, _) = gridhand(&["solve", "dungeons", "--explain"], ONE);
    assert_eq!(status, 0);
    assert!(
        out.contains("full line: row 2 has all its walls: 2,2 is open"),
        "{out}"
    );
    assert!(out.contains("easy, no guess"), "{out}");
    assert!(out.contains("\n0 M . M\n"), "{out}");
}

#[test]
fn pictures_and_animations_are_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (png, gif) = (path("solved.png"), path("search.gif"));
    let args = ["solve", "dungeons", "--picture", &png, "--trace", &gif];
    assert_eq!(gridhand(&args, ONE).0, 0);
    let picture = image::open(&png).expect("a picture");
    assert!(picture.width() > 3 * 8 && picture.width() == picture.height());
    let gif = std::fs::read(&gif).expect("a file");
    assert!(gif.starts_with(b"GIF89a"));
}

#[test]
fn a_seed_is_a_puzzle_forever() {
    let args = [
        "generate",
        "dungeons",
        "--lines",
        "--solution",
        "--seed",
        "5",
    ];
    let (_, one, _) = gridhand(&args, "");
    let (_, many, _) = gridhand(&[&args[..4], &["--seed", "4", "--count", "3"]].concat(), "");
    assert_eq!(many.lines().nth(1), one.lines().next());
    let expected = "52534042 64342231 \
        ......M./.M..M..M/...M..../......../......../M......./.M....../M......M \
        #####.M#/#M##M.#M/#.#M#.../#.#...##/...##.../M#....#./#M#.#.../M.....#M";
    assert_eq!(one.trim(), expected);
}

#[test]
fn sizes_and_difficulties_are_as_ordered() {
    let order = [
        "generate", "dungeons", "--seed", "9", "--count", "5", "--json",
    ];
    for difficulty in ["easy", "medium", "hard", "fiendish"] {
        let size = ["--size", "7x6", "--difficulty", difficulty];
        let (status, out, _) = gridhand(&[&order[..], &size].concat(), "");
        assert_eq!((status, out.lines().count()), (0, 5));
        for line in out.lines() {
            let made: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(made["difficulty"], difficulty);
            let solution = made["solution"].as_str().expect("a grid");
            let rows: Vec<&str> = solution.split('/').collect();
            assert_eq!((rows.len(), rows[0].len()), (6, 7));
        }
    }
}

#[test]
fn wrong_orders_are_wrong_usage() {
    for wrong in [["--size", "33x8"], ["--size", "8"], ["--seed", "100000000"]] {
        let args = [&["generate", "dungeons"][..], &wrong].concat();
        assert_eq!(gridhand(&args, "").0, 2, "{wrong:?}");
    }
    let last = ["generate", "dungeons", "--seed", "99999999", "--count", "2"];
    assert_eq!(gridhand(&last, "").0, 2);
}
