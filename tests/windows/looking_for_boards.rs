//! `play` without a profile: which window has a board that is known, and which profile knows it.

use std::path::Path;

use crate::common::{Desktop, Said, events, log, words};

/// Runs `gridhand play` in a folder without profiles of its own.
fn play(desktop: &Desktop, folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = desktop.gridhand(&["play"]);
    command
        .args(args)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder);
    let output = command.said();
    (output.status.code(), words(&output))
}

#[test]
fn the_only_board_is_played_and_several_are_listed() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (first, second) = (folder.join("first.jsonl"), folder.join("second.jsonl"));

    let (status, said) = play(&desktop, folder, &[]);
    assert_eq!(status, Some(6), "{said}");
    assert!(said.contains("calibrate"), "{said}");

    desktop.practice(&first, &["dungeons", "--title", "Somebody's"]);
    let (status, said) = play(&desktop, folder, &["--search", "0"]);
    assert_eq!(status, Some(7), "{said}");
    assert!(
        said.contains("--search") && said.contains("Somebody's"),
        "{said}"
    );
    let (status, said) = play(&desktop, folder, &["coil"]);
    assert_eq!(status, Some(6), "{said}");
    let (status, said) = play(&desktop, folder, &["--count", "1"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("found dungeons"), "{said}");
    assert_eq!(events(&log(&first), "solved").len(), 1);

    desktop.practice(&second, &["coil"]);
    // What is covered cannot be seen.
    for (title, corner) in [
        ("Somebody", ["1000", "100"]),
        ("Coil practice", ["100", "100"]),
    ] {
        let apart = ["search", "--name", title, "windowmove", "--sync"];
        let moved = desktop.command("xdotool").args(apart).args(corner).status();
        assert!(moved.expect("xdotool runs").success());
    }
    let (status, said) = play(&desktop, folder, &["--count", "1"]);
    assert_eq!(status, Some(2), "{said}");
    let commands: Vec<&str> = said
        .lines()
        .filter_map(|line| line.trim().strip_prefix("gridhand play "))
        .collect();
    assert_eq!(commands.len(), 2, "{said}");
    // Nothing was touched; the command that is told plays that board.
    assert!(events(&log(&second), "press").is_empty());
    let coil = commands.iter().find(|command| command.starts_with("coil"));
    let coil: Vec<&str> = coil.expect("one for each").split(' ').collect();
    let (status, said) = play(&desktop, folder, &[&coil[..], &["--count", "1"]].concat());
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(events(&log(&second), "solved").len(), 1);

    // One game of two, and one window of two; boards that are solved are known by their sign.
    for choice in [&["dungeons"][..], &["--window", "Somebody's"]] {
        let (status, said) = play(&desktop, folder, &[choice, &["--count", "1"]].concat());
        assert_eq!(status, Some(0), "{said}");
    }
    assert_eq!(events(&log(&first), "solved").len(), 3);
}
