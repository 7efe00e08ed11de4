//! Other looks of the game: learned from a few examples, read in all states of play, and played.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use gridhand::games::coil::generate::{Level, generate};
use gridhand::games::coil::practice::Game;
use gridhand::games::coil::practice::skin::Skin;
use gridhand::practice::{Options, Solved, memory};
use gridhand::profile::Profile;

use super::Board;
use super::looping::{assert_solved, count, play_with};
use super::reading::read;
use crate::common::{Desktop, events, log, words};

/// What calibration.toml says about a skin: where its field, its buttons and a free place are.
fn section(number: u32) -> String {
    let layout = Skin::new(number).layout;
    let [width, height] = layout.size;
    let field = layout.field;
    let (cells, size, pitch) = match layout.fixed {
        true => (30, layout.pitch, layout.pitch),
        false => (1, field.width, field.width + layout.gap),
    };
    let [reset, next] = [layout.reset, layout.next].map(|button| button.centre());
    format!(
        "[profile.skin]\n\
         game = \"coil\"\n\
         window = \"Coil practice\"\n\
         board = [{width}, {height}]\n\
         park = [{}, {}]\n\
         next = \"click:next\"\n\
         reset = \"key:r\"\n\
         confidence = 0.7\n\
         [profile.skin.cells]\n\
         columns = {cells}\n\
         rows = {cells}\n\
         first = [{}, {}]\n\
         size = [{size}, {size}]\n\
         pitch = [{pitch}.0, {pitch}.0]\n\
         [profile.skin.buttons]\n\
         reset = [{}, {}]\n\
         next = [{}, {}]\n",
        field.centre().x,
        height - 6,
        field.x,
        field.y,
        reset.x,
        reset.y,
        next.x,
        next.y
    )
}

/// Columns and rows, and steps of the solution, of the boards that teach a skin.
const LESSONS: [(usize, usize, usize); 5] =
    [(6, 8, 0), (9, 7, 1), (9, 7, 6), (12, 12, 20), (12, 12, 35)];

/// Writes a board as a picture and returns its path; the text of what it shows lies beside it.
fn example(folder: &Path, name: &str, board: &Board) -> String {
    let picture = folder.join(name).with_extension("png");
    board.picture().save(&picture).expect("it can be written");
    let text = board.puzzle.to_string();
    fs::write(picture.with_extension("txt"), text).expect("it can be written");
    picture.to_str().expect("a path").into()
}

/// Has `gridhand calibrate coil` learn a skin from examples; the profile is in the folder.
fn calibrate(skin: u32, folder: &Path) -> Profile {
    fs::write(folder.join("calibration.toml"), section(skin)).expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridhand"));
    command.args(["calibrate", "coil", "--profile", "skin", "--home"]);
    command.arg(folder);
    for (index, (width, height, steps)) in LESSONS.into_iter().enumerate() {
        let board = Board::played(&generate(width, height, 3), skin, steps);
        let name = format!("example-{index}");
        command.args(["--example", &example(folder, &name, &board)]);
    }
    if Skin::new(skin).solved == Solved::Banner {
        for (width, height) in [(6, 8), (12, 12)] {
            let board = Board::played(&generate(width, height, 3), skin, usize::MAX);
            let name = format!("solved-{width}");
            command.args(["--solved", &example(folder, &name, &board)]);
        }
    }
    let output = command.output().expect("gridhand runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "skin {skin}: {said}");
    Profile::load(Some(folder), "skin").expect("it was learned")
}

fn assert_reads(skin: u32, profile: &Profile, made: &Level) {
    let all = made.solution.steps().len();
    let unsolved = |steps: &usize| *steps < all;
    for steps in [0, 1, 2, all / 3, all * 2 / 3, all - 1]
        .into_iter()
        .filter(unsolved)
    {
        let board = Board::played(made, skin, steps);
        let puzzle = &board.puzzle;
        let reading = read(board.picture(), profile)
            .unwrap_or_else(|why| panic!("skin {skin}, {steps} steps: {why}\n{puzzle}"));
        assert_eq!(reading.puzzle, *puzzle, "skin {skin}, {steps} steps");
    }
}

#[test]
fn skins_are_learned_read_in_all_states_and_played() {
    for skin in 1..=9 {
        let folder = tempfile::tempdir().expect("a folder");
        let profile = calibrate(skin, folder.path());
        for (width, height) in [(3, 3), (1, 9), (8, 8), (17, 9), (30, 30)] {
            assert_reads(skin, &profile, &generate(width, height, 7));
        }
        let options = Options {
            skin,
            seed: 20,
            size: Some([7, 6]),
            fps: 250,
            ..Options::default()
        };
        let game = memory::start(Box::new(Game::new(&options)), &options).expect("it starts");
        let endings = play_with(&profile, &game, 2);
        let solved = count(&game.events(), "solved");
        assert_eq!(solved, 2, "skin {skin}: {endings:?}");
    }
}

#[test]
fn a_skin_in_a_window() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    calibrate(12, folder.path());
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &["coil", "--skin", "12", "--size", "9x8"]);
    let home = folder.path().to_str().expect("a path");
    let status = desktop
        .gridhand(&["play", "coil", "--profile", "skin", "--home", home])
        .args(["--count", "3"])
        .stderr(Stdio::inherit())
        .status()
        .expect("gridhand runs");
    assert!(status.success());
    assert_solved(&log(&file), 3);
}

/// As a user fits it: what the window shows is written down, and nothing else.
#[test]
fn a_skin_whose_way_turns_to_gold_in_a_window() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let gilds = |skin: &u32| Skin::new(*skin).solved == Solved::Tint;
    let skin = (1..).find(gilds).expect("there is one").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &["coil", "--skin", &skin, "--size", "9x8"]);
    let shown = events(&log(&file), "shown").pop().expect("a level")["level"].clone();
    let text = folder.path().join("now.txt");
    fs::write(&text, shown.as_str().expect("a line")).expect("it can be written");
    let home = folder.path().to_str().expect("a path");
    let run = |verb: &str, args: &[&str]| {
        let own = [
            verb,
            "coil",
            "--profile",
            "mine",
            "--window",
            "Coil practice",
        ];
        let output = desktop
            .gridhand(&[&own[..], args, &["--home", home]].concat())
            .output();
        let output = output.expect("gridhand runs");
        assert!(output.status.success(), "{}", words(&output));
    };
    let text = text.to_str().expect("a path");
    run(
        "calibrate",
        &["--example", text, "--next", "key:n", "--reset", "key:r"],
    );
    run("play", &["--count", "3"]);
    assert_solved(&log(&file), 3);
}
