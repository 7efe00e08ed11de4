//! Ways to the next puzzle that have several steps, keys that are held, and blanks that are filled in.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::{Desktop, Said, events, log, words};

/// A folder with a profile of a practice game whose `next` is another.
fn home(folder: &Path, game: &str, next: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let section = format!("practice-{game}");
    let text = fs::read_to_string(root.join("calibration.toml")).expect("it is there");
    let mut all: toml::Table = text.parse().expect("TOML");
    let profiles = all["profile"].as_table_mut().expect("profiles");
    profiles.retain(|name, _| *name == section);
    profiles[&section]["next"] = next.into();
    let home = folder.join("home");
    let templates = home.join("templates").join(&section);
    fs::create_dir_all(&templates).expect("a folder");
    for file in fs::read_dir(root.join("templates").join(&section)).expect("templates") {
        let file = file.expect("a file");
        fs::copy(file.path(), templates.join(file.file_name())).expect("copied");
    }
    fs::write(home.join("calibration.toml"), all.to_string()).expect("written");
    home.display().to_string()
}

/// Runs a command on a practice game whose profile goes on by `next`: what came of it, and the game's log.
fn run(game: &str, next: &str, command: &[&str]) -> Option<(Output, Vec<Value>)> {
    let mut desktop = Desktop::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let home = home(folder.path(), game, next);
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &[game]);
    let corpus = folder.path().join("c.sqlite").display().to_string();
    let filled = command.iter().map(|word| word.replace("CORPUS", &corpus));
    let filled: Vec<String> = filled.collect();
    let mut gridhand = desktop.gridhand(&[command[0], game, "--home", &home]);
    let output = gridhand.args(&filled[1..]).said();
    Some((output, log(&file)))
}

fn seeds(log: &[Value]) -> Vec<u64> {
    let shown = events(log, "shown").into_iter();
    shown.filter_map(|event| event["seed"].as_u64()).collect()
}

#[test]
fn levels_are_asked_for_by_their_numbers() {
    let next = "click:choose text:{level} key:enter";
    let levels = ["play", "--levels", "41..43", "--json"];
    let Some((output, log)) = run("dungeons", next, &levels) else {
        return;
    };
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(seeds(&log)[1..], [41, 42, 43]);
    assert_eq!(events(&log, "solved").len(), 3, "{}", words(&output));
    let harvest = [
        "harvest", "--levels", "7..9", "--corpus", "CORPUS", "--json",
    ];
    let (output, log) = run("dungeons", next, &harvest).expect("the desktop was there before");
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(seeds(&log)[1..], [7, 8, 9]);
}

#[test]
fn seeds_are_typed_the_profiles_way() {
    let next = "click:choose text:{seed} key:enter";
    let harvest = ["harvest", "--seeds", "5..8", "--corpus", "CORPUS", "--json"];
    let Some((output, log)) = run("dungeons", next, &harvest) else {
        return;
    };
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(seeds(&log)[1..], [5, 6, 7, 8]);
}

#[test]
fn keys_are_pressed_in_order_and_held_together() {
    let Some((output, log)) = run("coil", "key:tab key:ctrl+n", &["play", "--count", "2"]) else {
        return;
    };
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(events(&log, "solved").len(), 2);
    let keys = events(&log, "key").into_iter();
    let keys: Vec<&str> = keys.filter_map(|event| event["key"].as_str()).collect();
    let together = keys.windows(3).any(|three| three == ["tab", "ctrl", "n"]);
    assert!(together, "{keys:?}");
}

#[test]
fn a_way_that_leads_nowhere_is_told() {
    let Some((output, log)) = run("coil", "key:f9", &["play", "--count", "2"]) else {
        return;
    };
    let said = words(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("no other puzzle") && said.contains("key:f9"),
        "{said}"
    );
    assert_eq!(events(&log, "shown").len(), 1);
}
