//! The warehouse's practice game: its templates, and gridhand playing it in a real window with the
//! game's own log as witness.

mod skins;

use std::path::Path;

use gridhand::base::Limits;
use gridhand::game::Game as _;
use gridhand::games::warehouse::learn::{self, Lesson};
use gridhand::games::warehouse::practice::Game;
use gridhand::games::warehouse::{Board, Warehouse, solve, text};
use gridhand::practice::{Input, Mode, Options, PracticeGame};
use gridhand::profile::{Named, Profile};
use image::RgbaImage;
use serde_json::Value;

use crate::common::{Desktop, Said, log, wait_until};

const MODES: [(Mode, &str); 3] = [
    (Mode::Solve, "solve"),
    (Mode::Follow, "follow"),
    (Mode::Wide, "wide"),
];

fn painted(game: &Game) -> RgbaImage {
    game.picture()
}

/// Every picture of a board on its way to solved in some skin, the last one apart.
fn pictures(seed: u32, mode: Mode, skin: u32) -> (Vec<Lesson>, RgbaImage) {
    let mut game = Game::new(&Options {
        seed,
        mode,
        skin,
        ..Options::default()
    });
    let outcome = Warehouse::solve(game.board(), &Limits::default()).outcome;
    let mut lessons = Vec::new();
    for (number, step) in outcome.solution().expect("it has one").iter().enumerate() {
        lessons.push(Lesson {
            name: format!("board {seed} in mode {mode:?} after {number} steps"),
            picture: painted(&game),
            puzzle: game.board().clone(),
        });
        game.handle(Input::Typed(step.0.into()));
    }
    (lessons, painted(&game))
}

/// What is built into the program was learned from the game as it looks now. `GRIDHAND_LEARN=1` writes
/// the templates anew.
#[test]
fn templates_are_what_the_game_paints() {
    let mut profile = Profile::load(None, "practice-warehouse").unwrap();
    profile.templates = Default::default();
    let (mut lessons, mut solved) = (Vec::new(), Vec::new());
    for (mode, _) in MODES {
        for seed in [1, 27, 348] {
            let (more, end) = pictures(seed, mode, 0);
            lessons.extend(more);
            solved.push(end);
        }
    }
    let learned = learn::templates(&profile, &lessons, &solved).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/practice-warehouse");
    if std::env::var_os("GRIDHAND_LEARN").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, picture) in &learned {
            picture.save(folder.join(format!("{name}.png"))).unwrap();
        }
    }
    let stored = |(name, picture): &Named| {
        let file = image::open(folder.join(format!("{name}.png")));
        assert_eq!(&file.expect(name).into_rgba8(), picture, "{name}");
    };
    learned.iter().for_each(stored);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), learned.len());
}

fn events<'a>(log: &'a [Value], name: &str) -> Vec<&'a Value> {
    log.iter().filter(|line| line["event"] == name).collect()
}

/// Plays `count` boards of a game started with `faults`, and returns the game's log.
fn play(count: usize, mode: &str, faults: &[&str]) -> Option<Vec<Value>> {
    let mut desktop = Desktop::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let game: Vec<&str> = [&["warehouse", "--mode", mode], faults].concat();
    desktop.practice(&file, &game);
    let output = desktop
        .gridhand(&["play", "warehouse", "--json", "--count", &count.to_string()])
        .said();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{mode} {faults:?}: {said}");
    let log = log(&file);
    assert_eq!(events(&log, "solved").len(), count, "{mode} {faults:?}");
    Some(log)
}

/// No step was made that was not meant: each level took the least pushes, each tape its own moves.
fn assert_no_harm(log: &[Value]) {
    let mut pushes = 0;
    let mut least = None;
    for event in log {
        match event["event"].as_str() {
            Some("shown") => {
                pushes = 0;
                let level = text::parse(event["puzzle"].as_str().unwrap()).ok();
                least = level.and_then(|level| solve::solve(&level, &Limits::default()).pushes);
            }
            Some("step") => {
                assert_ne!(event["wrong"], true, "a step that the tape does not say");
                pushes += u16::from(event["push"] == true);
            }
            Some("solved") => assert!(least.is_none_or(|least| least == pushes)),
            Some("reset") => panic!("a board was spoiled"),
            _ => {}
        }
    }
}

fn play_all_modes(count: usize, faults: &[&str]) {
    for (_, mode) in MODES {
        let Some(log) = play(count, mode, faults) else {
            return;
        };
        assert_no_harm(&log);
    }
}

const FAULTS: [&str; 6] = ["--drop-input", "0.1", "--latency", "60", "--fps", "144"];

#[test]
fn boards_in_every_mode() {
    play_all_modes(2, &["--fps", "144"]);
}

#[test]
fn boards_in_every_mode_while_keys_are_lost_and_late() {
    play_all_modes(1, &FAULTS);
}

#[test]
#[ignore = "takes minutes"]
fn twenty_boards_in_every_mode() {
    play_all_modes(20, &[]);
}

/// Keys get lost and late, and the window wanders and is covered.
fn play_twenty_with_faults(mode: &str) {
    let faults = [&FAULTS[..], &["--wander", "--cover"]].concat();
    if let Some(log) = play(20, mode, &faults) {
        assert_no_harm(&log);
    }
}

#[test]
#[ignore = "takes minutes"]
fn twenty_levels_with_faults() {
    play_twenty_with_faults("solve");
}

#[test]
#[ignore = "takes minutes"]
fn twenty_tapes_with_faults() {
    play_twenty_with_faults("follow");
}

#[test]
#[ignore = "takes minutes"]
fn twenty_wide_tapes_with_faults() {
    play_twenty_with_faults("wide");
}

/// A list of moves from a file is played into the game, after a person tried and started over.
#[test]
fn moves_of_a_file_are_replayed() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &["warehouse", "--mode", "follow", "--fps", "144"]);
    let spoil = |desktop: &Desktop, key: &str| {
        let pressed = desktop
            .command("xdotool")
            .args([
                "search",
                "--name",
                "Warehouse practice",
                "windowfocus",
                "--sync",
                "key",
                key,
            ])
            .status();
        assert!(pressed.expect("xdotool runs").success());
    };
    let first = Game::new(&Options {
        mode: Mode::Follow,
        ..Options::default()
    });
    let Board::Tape(tape) = first.board() else {
        panic!("no tape");
    };
    let moves = folder.path().join("moves.txt");
    let signs: String = tape.moves().iter().map(|step| step.0.arrow()).collect();
    std::fs::write(&moves, signs).unwrap();
    spoil(&desktop, "Down");
    spoil(&desktop, "r");
    wait_until("the reset", || !events(&log(&file), "reset").is_empty());
    let output = desktop
        .gridhand(&["replay", "warehouse", "--moves"])
        .arg(&moves)
        .said();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(events(&log(&file), "solved").len(), 1, "{said}");
}
