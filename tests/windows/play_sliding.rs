//! gridhand plays the sliding practice game in a real window; the game's own log is the witness.

use gridhand::games::sliding::Puzzle;
use serde_json::Value;

use crate::common::{
    Desktop, FAULTS, Said, assert_only_board_and_button, events, play_in_a_window, words,
};

fn play(count: usize, options: &[&str]) -> Option<Vec<Value>> {
    play_in_a_window("sliding", count, options)
}

/// The moves that each solved puzzle took, and the least that it needs.
fn moves(log: &[Value]) -> Vec<(u64, u64)> {
    let mut solved = Vec::new();
    let mut least = 0;
    for line in log {
        if line["event"] == "shown" {
            let text = line["puzzle"].as_str().expect("a text");
            let puzzle = Puzzle::parse(text).expect("a puzzle");
            least = u64::from(puzzle.min_moves.expect("it is known"));
        } else if line["event"] == "solved" {
            solved.push((line["moves"].as_u64().expect("a number"), least));
        }
    }
    solved
}

fn assert_only_board_and_buttons(log: &[Value]) {
    assert_only_board_and_button(log, "button next");
}

fn assert_fewest_moves(log: &[Value], count: usize) {
    let moves = moves(log);
    assert_eq!(moves.len(), count);
    assert!(moves.iter().all(|(made, least)| made == least), "{moves:?}");
    assert_only_board_and_buttons(log);
}

/// All are solved although input is lost and late, and the window wanders and is covered.
fn assert_solved_in_spite_of_faults(log: &[Value], count: usize) {
    assert_eq!(events(log, "solved").len(), count);
    assert_only_board_and_buttons(log);
    // The faults were there.
    assert!(!events(log, "cover").is_empty());
    assert!(!events(log, "moved").is_empty());
}

#[test]
fn fifteen_puzzles_in_a_row_in_the_fewest_moves() {
    let Some(log) = play(15, &[]) else { return };
    assert_fewest_moves(&log, 15);
}

#[test]
fn fifteen_puzzles_while_input_is_lost_and_late_and_the_window_wanders_and_is_covered() {
    let Some(log) = play(15, &[&FAULTS[..], &["--seed", "101"]].concat()) else {
        return;
    };
    assert_solved_in_spite_of_faults(&log, 15);
}

#[test]
#[ignore = "it takes minutes"]
fn thirty_puzzles_in_a_row_and_thirty_with_faults() {
    let Some(log) = play(30, &["--seed", "200"]) else {
        return;
    };
    assert_fewest_moves(&log, 30);
    let faults = [&FAULTS[..], &["--seed", "200"]].concat();
    let log = play(30, &faults).expect("the desktop was there before");
    assert_solved_in_spite_of_faults(&log, 30);
}

#[test]
fn a_game_that_looks_at_the_mouse_once_a_frame() {
    let Some(log) = play(3, &["--input", "sample", "--scale", "2"]) else {
        return;
    };
    assert_eq!(events(&log, "solved").len(), 3);
    assert_only_board_and_buttons(&log);
}

#[test]
fn a_limit_ends_the_solving_and_a_title_that_no_window_has_is_not_found() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = folder.path().join("c.sqlite").display().to_string();
    desktop.practice(&folder.path().join("game.jsonl"), &["sliding"]);
    let ends = |status: i32, args: &[&str]| {
        let output = desktop.gridhand(args).said();
        assert_eq!(output.status.code(), Some(status), "{}", words(&output));
    };
    let no_time = ["play", "sliding", "--count", "1", "--limit", "0"];
    ends(7, &no_time);
    ends(7, &[&no_time[..], &["--goal", "any"]].concat());
    ends(6, &["play", "sliding", "--window", "nobody's"]);
    let harvest = [
        "harvest", "sliding", "--random", "--count", "1", "--corpus", &corpus,
    ];
    ends(6, &[&harvest[..], &["--window", "nobody's"]].concat());
    ends(
        6,
        &[
            "replay", "sliding", "--corpus", &corpus, "--window", "nobody's",
        ],
    );
    ends(0, &harvest);
    let replay = [
        "replay",
        "sliding",
        "--corpus",
        &corpus,
        "--solve-missing",
        "--json",
    ];
    let played = |count: &str| {
        let args = [&replay[..], &["--count", count]].concat();
        let output = desktop.gridhand(&args).said();
        assert!(output.status.success(), "{}", words(&output));
        String::from_utf8_lossy(&output.stdout).lines().count()
    };
    assert_eq!([played("1"), played("2")], [1, 2]);
}
