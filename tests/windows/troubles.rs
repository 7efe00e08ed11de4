//! Each single trouble of a game: all puzzles are solved by the game's own word, and none is asked for in vain.

use serde_json::Value;

use crate::common::{events, play_in_a_window};

/// Plays puzzles of a game with a trouble; as many are solved as the bot says, and no more were shown.
fn play(game: &str, trouble: &str, count: usize) -> Option<Vec<Value>> {
    let log = play_in_a_window(game, count, &["--trouble", trouble])?;
    assert_eq!(events(&log, "solved").len(), count, "{game}, {trouble}");
    Some(log)
}

/// The same; each puzzle was asked for once.
fn play_each_once(game: &str, trouble: &str, count: usize) {
    if let Some(log) = play(game, trouble, count) {
        assert_eq!(events(&log, "shown").len(), count, "{game}, {trouble}");
    }
}

const GAMES: [&str; 5] = ["dungeons", "coil", "woodworm", "sliding", "warehouse"];
const WITH_MOUSE: [&str; 3] = ["dungeons", "coil", "sliding"];

#[test]
fn a_puzzle_that_comes_late_is_waited_for() {
    for game in GAMES {
        play_each_once(game, "slow", 3);
    }
}

#[test]
fn a_game_that_sleeps_after_each_puzzle_is_waited_for() {
    for game in GAMES {
        play_each_once(game, "sleep", 3);
    }
}

#[test]
fn a_game_that_sleeps_and_is_slow_is_waited_for() {
    play_each_once("dungeons", "sleep,slow", 3);
}

#[test]
fn half_painted_frames_are_not_believed() {
    for game in GAMES {
        play(game, "torn", 3);
    }
}

#[test]
fn a_window_that_shrinks_for_the_next_puzzle_is_found_again() {
    for game in GAMES {
        let Some(log) = play(game, "shrink", 4) else {
            return;
        };
        assert!(events(&log, "resized").len() > 2, "{game}");
    }
}

#[test]
fn tooltips_of_the_buttons_are_not_in_the_way() {
    for game in WITH_MOUSE {
        play(game, "tooltip", 3);
    }
}

#[test]
fn clicks_that_count_where_the_pointer_is_later_hit_what_they_should() {
    for game in WITH_MOUSE {
        play(game, "pointer", 3);
    }
}

#[test]
fn strokes_that_end_late_motions_that_are_merged_and_blocks_that_stay_in_hand() {
    for trouble in ["stroke", "merge", "stick"] {
        for game in WITH_MOUSE {
            play(game, trouble, 3);
        }
    }
}
