//! *Dungeons & Diagrams* as somebody else wrote it.

use std::process::Command;

use crate::common::Said;
use crate::kit::{Client, kit};

const NAME: &str = "dungeon-cross";

/// The first puzzle, as the kit tells what it shows.
fn first(id: &str) -> Option<String> {
    let output = Command::new("python3")
        .arg(kit()?.join(NAME).join("truth.py"))
        .arg(id)
        .said();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Plays so many puzzles, with this way of going on.
fn play(id: &str, next: &str, count: usize) {
    let (Some(text), Some(game)) = (first(id), Client::start(NAME, &[id])) else {
        return;
    };
    game.solves("dungeons", &text, &["--next", next], count);
}

#[test]
fn some_puzzles() {
    play("0000123", "key:space", 3);
}

#[test]
#[ignore = "minutes"]
fn fifty_asked_for_by_a_key() {
    play("0001234", "key:space", 50);
}

#[test]
#[ignore = "minutes"]
fn fifty_that_come_by_themselves() {
    play("0004321", "auto", 50);
}
