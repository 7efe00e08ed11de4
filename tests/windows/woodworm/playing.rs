//! gridhand plays the practice game; the game's own log is the witness.

use gridhand::base::{Limits, Outcome};
use gridhand::bot::{self, Course, Ending, Settings, Stop};
use gridhand::game::Game;
use gridhand::games::woodworm::solve::solve;
use gridhand::games::woodworm::{Direction, Puzzle, Woodworm};
use gridhand::hand::Key;
use gridhand::practice::{Options, memory};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::reading::profile;
use crate::common::{Desktop, Said, log, wait_until};

fn count(log: &[Value], name: &str) -> usize {
    log.iter().filter(|line| line["event"] == name).count()
}

/// Plays so many shapes in a window of a game started with `faults`; its log, if windows are to be
/// had.
fn play(shapes: usize, faults: &[&str]) -> Option<Vec<Value>> {
    let mut desktop = Desktop::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &[&["woodworm"], faults].concat());
    let output = desktop
        .gridhand(&["play", "woodworm", "--count", &shapes.to_string()])
        .said();
    let log = log(&file);
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    assert_eq!(count(&log, "solved"), shapes, "{said}{errors}");
    assert_eq!(count(&log, "press"), 0, "the mouse has no business here");
    Some(log)
}

/// Keys get lost and their effects come late, the window wanders and is covered.
const FAULTS: [&str; 6] = [
    "--drop-input",
    "0.1",
    "--latency",
    "80",
    "--wander",
    "--cover",
];

#[test]
fn in_a_window() {
    play(2, &[]);
}

#[test]
fn in_a_window_with_faults() {
    let Some(log) = play(2, &FAULTS) else { return };
    let dropped = log.iter().filter(|line| line["dropped"] == true).count();
    assert!(dropped > 0);
}

#[test]
#[ignore = "takes a minute or two"]
fn twenty_shapes_in_a_window() {
    play(20, &[]);
}

#[test]
#[ignore = "takes some minutes"]
fn twenty_shapes_in_a_window_with_faults() {
    play(20, &FAULTS);
}

/// Steps after which the wanted shape can no longer be made, none of which makes anything fall.
fn spoiling(start: &Puzzle) -> Vec<Direction> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut state, mut steps) = (start.clone(), Vec::new());
    loop {
        let step = Direction::ALL[rng.random_range(0..4)];
        let next = state.before_falling(step);
        let Some(next) = next.filter(|next| next.fall().is_none()) else {
            continue;
        };
        state = next;
        steps.push(step);
        if solve(&state, &Limits::default()).outcome() == Outcome::Impossible {
            return steps;
        }
    }
}

#[test]
fn a_board_that_somebody_has_spoiled_is_reset_and_played() {
    let options = Options::default();
    let game = memory::start(Woodworm::practice(&options), &options).expect("a game");
    let shown = game.events().into_iter().find(|e| e.name == "shown");
    let text = shown.expect("a shape").text("puzzle").map(str::to_string);
    let start = Puzzle::parse(&text.expect("its text")).expect("a puzzle");
    let steps = spoiling(&start);
    for step in &steps {
        let key = [Key::Up, Key::Right, Key::Down, Key::Left][*step as usize];
        game.key(key, true).expect("it takes keys");
    }
    let made = || game.events().iter().filter(|e| e.is("possible")).count();
    wait_until("the steps", || made() == steps.len());
    let rig = bot::Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let profile = profile();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut endings = Vec::new();
    let tell = |report: &bot::PuzzleReport<Woodworm>| endings.push(report.ending == Ending::Solved);
    let played = bot::play::<Woodworm>(
        rig,
        &profile,
        &settings,
        &stop,
        &mut Course::Next(Some(2)),
        tell,
    );
    played.expect("it plays on");
    assert_eq!(endings, [true, true]);
    let resets = game.events().iter().filter(|e| e.name == "reset").count();
    assert_eq!(resets, 1);
}
