//! gridhand plays the practice game in a real window; the game's own log is the witness.

use std::time::Duration;

use serde_json::Value;

use crate::common::{
    Desktop, FAULTS, Said, assert_only_board_and_button, endless, events, log, play_in_a_window,
    wait_until, words,
};

const PROFILE: &str = "practice-dungeons";

/// Plays `count` puzzles of a game started with `faults`, and returns the game's log.
fn play(count: usize, faults: &[&str]) -> Option<Vec<Value>> {
    play_in_a_window("dungeons", count, faults)
}

fn assert_only_board_and_buttons(log: &[Value]) {
    assert_only_board_and_button(log, "button random");
}

#[test]
fn fifty_puzzles_in_a_row() {
    let Some(log) = play(50, &[]) else { return };
    assert_eq!(events(&log, "solved").len(), 50);
    assert_only_board_and_buttons(&log);
}

#[test]
fn fifty_puzzles_while_clicks_are_lost_and_late_and_the_window_wanders_and_is_covered() {
    let Some(log) = play(50, &FAULTS) else { return };
    assert_eq!(events(&log, "solved").len(), 50);
    assert_only_board_and_buttons(&log);
    // The faults were there.
    assert!(!events(&log, "cover").is_empty());
    assert!(!events(&log, "moved").is_empty());
}

#[test]
fn games_that_look_at_the_mouse_once_a_frame() {
    for fps in ["30", "60", "144"] {
        let Some(log) = play(4, &["--input", "sample", "--fps", fps]) else {
            return;
        };
        assert_eq!(events(&log, "solved").len(), 4, "at {fps} fps");
        assert_only_board_and_buttons(&log);
    }
}

#[test]
fn at_two_and_three_times_the_size() {
    for scale in ["2", "3"] {
        let Some(log) = play(3, &["--scale", scale]) else {
            return;
        };
        assert_eq!(events(&log, "solved").len(), 3);
    }
}

/// Runs a program on the desktop.
fn run(desktop: &Desktop, program: &str, args: &[&str]) {
    let status = desktop.command(program).args(args).status();
    assert!(status.expect("it starts").success(), "{program} {args:?}");
}

#[test]
fn moving_the_mouse_stops_it() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let bot = endless(&mut desktop, &file, &[]);
    run(&desktop, "xdotool", &["mousemove", "5", "5"]);
    let output = bot.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    let presses = events(&log(&file), "press").len();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(
        events(&log(&file), "press").len(),
        presses,
        "it went on clicking"
    );
}

#[test]
fn ctrl_c_stops_it() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let bot = endless(&mut desktop, &file, &[]);
    run(&desktop, "kill", &["-INT", &bot.id().to_string()]);
    let output = bot.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    let log = log(&file);
    assert_eq!(events(&log, "press").len(), events(&log, "release").len());
}

#[test]
fn the_stop_key_stops_it_while_the_game_has_the_focus() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let bot = endless(&mut desktop, &file, &[]);
    run(&desktop, "xdotool", &["key", "Pause"]);
    let output = bot.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    let log = log(&file);
    assert_eq!(events(&log, "press").len(), events(&log, "release").len());
}

#[test]
fn a_rehearsal_touches_nothing() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let picture = folder.path().join("plan.png");
    desktop.practice(&file, &["dungeons"]);
    // It does not take the pointer off the board either.
    let aside = ["mousemove", "1590", "1390"];
    let moved = desktop.command("xdotool").args(aside).status();
    assert!(moved.expect("xdotool runs").success());
    let output = desktop
        .gridhand(&["play", "dungeons", "--profile", PROFILE, "--dry-run"])
        .arg(&picture)
        .said();
    assert!(output.status.success(), "{}", words(&output));
    assert!(image::open(&picture).is_ok());
    let log = log(&file);
    assert!(events(&log, "press").is_empty() && events(&log, "key").is_empty());
}

#[test]
fn a_window_that_comes_back_is_not_taken_for_one_in_front_of_it() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let bot = endless(&mut desktop, &file, &[]);
    let window = ["search", "--name", "Dungeon practice"];
    let solved = || events(&log(&file), "solved").len();
    for _ in 0..3 {
        run(
            &desktop,
            "xdotool",
            &[&window[..], &["windowminimize"]].concat(),
        );
        std::thread::sleep(Duration::from_millis(300));
        let before = solved();
        run(
            &desktop,
            "xdotool",
            &[&window[..], &["windowactivate"]].concat(),
        );
        wait_until("a solved puzzle", || solved() > before);
    }
    run(&desktop, "kill", &["-INT", &bot.id().to_string()]);
    let said = words(&bot.wait_with_output().expect("it ends"));
    assert!(said.contains("the window is minimised"), "{said}");
    assert!(!said.contains("a window that comes up"), "{said}");
}

/// Makes the game's window so large, while the game is too busy to take notice for a while.
fn resize_while_busy(desktop: &Desktop, game: u32, [width, height]: [&str; 2]) {
    let game = game.to_string();
    run(desktop, "kill", &["-STOP", &game]);
    let size = ["windowsize", width, height];
    let window = ["search", "--name", "Dungeon practice"];
    run(desktop, "xdotool", &[&window[..], &size].concat());
    std::thread::sleep(Duration::from_millis(300));
    run(desktop, "kill", &["-CONT", &game]);
}

#[test]
fn a_game_that_has_yet_to_notice_its_new_size_is_not_clicked() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let mut bot = endless(&mut desktop, &file, &[]);
    let solved = || events(&log(&file), "solved").len();
    // Large enough for twice the scale, and not.
    for size in [
        ["800", "1000"],
        ["500", "600"],
        ["800", "1000"],
        ["500", "600"],
    ] {
        let before = solved();
        resize_while_busy(&desktop, desktop.last(), size);
        wait_until("two solved puzzles", || solved() >= before + 2);
    }
    bot.kill().expect("it was running");
    bot.wait().expect("it ends");
    let log = log(&file);
    assert_eq!(events(&log, "rescaled").len(), 4);
    // What was pressed while the game was busy comes right after that.
    let ms = |line: &Value| line["ms"].as_u64().expect("a time");
    for (nth, line) in log.iter().enumerate() {
        if line["event"] == "rescaled" {
            let soon = |later: &&Value| ms(later) < ms(line) + 80;
            let mut soon = log[nth..].iter().take_while(soon);
            assert_eq!(soon.find(|later| later["event"] == "press"), None);
        }
    }
    assert_only_board_and_buttons(&log);
}

#[test]
fn a_window_that_is_closed_ends_the_game() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let bot = endless(&mut desktop, &file, &[]);
    desktop.end_last();
    let output = bot.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(6), "{}", words(&output));
    assert!(words(&output).contains("the window is gone"));
}

/// What gridhand says when nothing is to be played; nothing may have been clicked.
fn refusal(desktop: &Desktop, args: &[&str]) -> (i32, String) {
    let output = desktop.gridhand(args).said();
    (output.status.code().unwrap_or(-1), words(&output))
}

#[test]
fn without_the_right_window_nothing_is_clicked() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    desktop.practice(&one, &["dungeons", "--title", "Castle A"]);
    desktop.practice(&two, &["dungeons", "--title", "Castle B"]);
    let play = [
        "play",
        "dungeons",
        "--profile",
        PROFILE,
        "--count",
        "1",
        "--window",
    ];

    let (status, said) = refusal(&desktop, &[&play[..], &["No Such Window"]].concat());
    assert_eq!(status, 6, "{said}");
    assert!(
        said.contains("no window matches") && said.contains("Castle A"),
        "{said}"
    );

    let (status, said) = refusal(&desktop, &[&play[..], &["castle"]].concat());
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("2 windows match"), "{said}");

    for file in [one, two] {
        assert!(events(&log(&file), "press").is_empty());
    }
}

#[test]
fn the_quick_way_shows_the_pixels_that_xcap_shows() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    // One game stands still, one has something that moves all the time.
    for skin in ["0", "2"] {
        let output = desktop
            .gridhand(&["bench", "capture", "--count", "20", "--skin", skin])
            .said();
        assert!(output.status.success(), "{}", words(&output));
        let table = String::from_utf8_lossy(&output.stdout);
        let compared = table
            .lines()
            .find_map(|line| line.strip_prefix("the same pixels: "));
        let compared = compared.and_then(|rest| rest.split(' ').next()?.parse().ok());
        assert!(compared.is_some_and(|count: usize| count >= 10), "{table}");
    }
}

#[test]
fn a_failure_leaves_frame_overlay_facts_and_log() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (file, failures) = (folder.path().join("game.jsonl"), folder.path().join("kept"));
    desktop.practice(&file, &["dungeons", "--drop-input", "1"]);
    let kept = failures.to_str().expect("it is text");
    let play = ["play", "dungeons", "--count", "1", "--record", kept];
    let (status, said) = refusal(&desktop, &play);
    assert_eq!(status, 1, "{said}");
    // The game draws the pointer itself: something in its window may change.
    let why = ["does not react", "change nothing on the board"];
    let is_said = |text: &str| why.iter().any(|why| text.contains(why));
    assert!(is_said(&said), "{said}");
    let failure = failures.join("0001-given-up");
    for picture in ["frame.png", "overlay.png"] {
        assert!(image::open(failure.join(picture)).is_ok(), "{picture}");
    }
    let text = |name: &str| std::fs::read_to_string(failure.join(name)).expect("it was written");
    assert!(is_said(&text("report.json")));
    assert!(text("log.txt").contains("repairing"), "{}", text("log.txt"));
}
