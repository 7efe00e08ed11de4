//! Bad input: a clear message, the right exit status, and nothing clicked.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use gridhand::bot::{self, Course, Ending, Rig, Settings, Stop};
use gridhand::game::Game as _;
use gridhand::games::dungeons::{Cell, Dungeons, Puzzle, practice};
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::practice::{Options, PracticeGame};
use gridhand::profile::{Profile, Way};
use gridhand::screen::{Frame, Screen, ScreenError};
use image::{Rgba, RgbaImage};
use smallvec::smallvec;

/// No walls at all, and no monster: a hall of 64 open cells.
fn without_solution() -> Puzzle {
    Puzzle {
        seed: Some(7),
        columns: smallvec![0; 8],
        rows: smallvec![0; 8],
        cells: smallvec![Cell::Unknown; 64],
    }
}

/// Two dungeons or more have these numbers and these monsters.
fn with_several_solutions() -> Puzzle {
    let grid = "M......./......../......../......../......../......../..M....M/........";
    Puzzle::parse(&format!("41443333 14524342 {grid}")).expect("a puzzle")
}

fn start(puzzle: Puzzle) -> MemoryGame {
    let options = Options::default();
    let game = practice::Game::showing(puzzle, &options);
    memory::start(Box::new(game), &options).expect("it starts")
}

/// How the bot ends with the first puzzle of a game, and how often it pressed in all.
fn play(game: &MemoryGame) -> (Ending, usize) {
    play_on(Box::new(game.clone()), game)
}

/// The same, where the screen shows the game in its own way.
fn play_on(screen: Box<dyn Screen>, game: &MemoryGame) -> (Ending, usize) {
    let profile = Profile::load(None, "practice-dungeons").expect("built in");
    let (ending, _) = play_with(&profile, screen, game);
    let presses = game.events().iter().filter(|e| e.name == "press").count();
    (ending, presses)
}

/// How the bot ends with the first puzzle, and what it says of that.
fn play_with(profile: &Profile, screen: Box<dyn Screen>, game: &MemoryGame) -> (Ending, String) {
    let rig = Rig {
        screen,
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let settings = Settings {
        patience: Duration::from_millis(300),
        ..Settings::default()
    };
    let mut ended = None;
    bot::play::<Dungeons>(
        rig,
        profile,
        &settings,
        &Stop::default(),
        &mut Course::Next(Some(3)),
        |report| {
            ended.get_or_insert_with(|| (report.ending.clone(), report.said()));
        },
    )
    .expect("it ends by itself");
    ended.expect("a report")
}

#[test]
fn a_puzzle_without_solution_is_left_alone() {
    assert_eq!(play(&start(without_solution())), (Ending::Impossible, 0));
}

/// It may be in the middle of its moves, or as it begins; then there is nothing to be taken back.
#[test]
fn a_puzzle_without_solution_is_reset_three_times_and_no_more() {
    let game = start(without_solution());
    let mut profile = Profile::load(None, "practice-dungeons").expect("built in");
    profile.reset = "key:f9".parse::<Way>().expect("a way");
    let (ending, said) = play_with(&profile, Box::new(game.clone()), &game);
    assert_eq!(ending, Ending::Impossible);
    assert!(said.contains("but 3 requests"), "{said}");
    let pressed = game.events().iter().filter(|e| e.name == "key").count();
    assert_eq!(pressed, 3, "{:?}", game.events());
}

#[test]
fn a_puzzle_with_several_solutions_is_left_alone() {
    let (ending, presses) = play(&start(with_several_solutions()));
    assert!(matches!(ending, Ending::Several(2..)), "{ending}");
    assert_eq!(presses, 0);
}

/// A screen that shows a part of the old board under the new one for a while.
struct HalfPainted {
    game: MemoryGame,
    half: RgbaImage,
    until: Instant,
}

impl Screen for HalfPainted {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        if Instant::now() < self.until {
            frame.image = std::sync::Arc::new(self.half.clone());
        }
        Ok(frame)
    }
}

#[test]
fn a_board_that_was_half_painted_is_not_called_impossible() {
    let options = Options::default();
    let game = |puzzle| practice::Game::showing(puzzle, &options);
    let whole = gridhand::games::dungeons::generate::from_seed(7).puzzle;
    let mut half = whole.clone();
    // Under the new rows those of a board without any monster: it reads as a puzzle, and has no solution.
    half.cells[32..].fill(Cell::Unknown);
    let screen = HalfPainted {
        game: start(whole),
        half: game(half.clone()).picture(),
        until: Instant::now() + Duration::from_millis(700),
    };
    assert!(matches!(
        play(&start(half)).0,
        Ending::Impossible | Ending::Several(_)
    ));
    let game = screen.game.clone();
    assert_eq!(play_on(Box::new(screen), &game).0, Ending::Solved);
}

/// Exit status and messages of a command.
fn gridhand(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .args(args)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

/// A picture of the practice game.
fn board() -> RgbaImage {
    let options = Options::default();
    let game = practice::Game::new(&options);
    game.picture()
}

#[test]
fn pictures_that_are_no_board_are_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let half = image::imageops::crop_imm(&board(), 0, 0, 356, 200).to_image();
    half.save(file("half.png")).expect("saved");
    RgbaImage::from_pixel(3, 3, Rgba([9, 9, 9, 255]))
        .save(file("tiny.png"))
        .expect("saved");
    std::fs::write(file("text.png"), "this is no picture").expect("written");
    for (name, why) in [
        ("half.png", "only a part of it is in the picture"),
        ("tiny.png", "the board was not found"),
        ("text.png", "not a picture"),
    ] {
        let args = ["read", "dungeons", name, "--profile", "practice-dungeons"];
        let (status, said) = gridhand(folder.path(), &args);
        assert_eq!(status, 3, "{said}");
        assert!(said.contains(name) && said.contains(why), "{said}");
    }
}

#[test]
fn profiles_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    board()
        .save(folder.path().join("board.png"))
        .expect("saved");
    let read = |profile| ["read", "dungeons", "board.png", "--profile", profile];

    let (status, said) = gridhand(folder.path(), &read("last-call-bbs"));
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("no templates yet"), "{said}");

    let (status, said) = gridhand(folder.path(), &read("nobodys"));
    assert_eq!(status, 2, "{said}");
    assert!(
        said.contains("nobodys") && said.contains("practice-dungeons"),
        "{said}"
    );

    let calibration = include_str!("../../calibration.toml").replace("\nnext =", "\nnexxt =");
    std::fs::write(folder.path().join("calibration.toml"), calibration).expect("written");
    let (status, said) = gridhand(folder.path(), &read("practice-dungeons"));
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("nexxt") && said.contains("line"), "{said}");
}

#[test]
fn texts_that_are_no_puzzle_are_refused_with_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, why) in [
        ("  1 1\n1 . .\n1 .\n", "line 3"),
        ("  1 9\n1 . .\n1 . .\n", "column 2 is 9"),
        ("  1 1\n1 . ?\n1 . .\n", "line 2"),
    ] {
        std::fs::write(folder.path().join("puzzle.txt"), text).expect("written");
        let (status, said) = gridhand(folder.path(), &["solve", "dungeons", "puzzle.txt"]);
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("puzzle.txt") && said.contains(why), "{said}");
    }
}

#[test]
fn without_a_desktop_playing_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, said) = gridhand(folder.path(), &["play", "dungeons"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("is there a display"), "{said}");
}

/// A window that is minimised for long, and then cannot be captured for a moment.
struct Returning {
    game: MemoryGame,
    begun: Instant,
}

impl Screen for Returning {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        match self.begun.elapsed().as_millis() {
            ..3500 => Err(ScreenError::Minimised),
            3500..4000 => Err(ScreenError::Failed("it is being mapped".into())),
            _ => Screen::capture(&mut self.game),
        }
    }
}

#[test]
fn a_window_that_comes_back_is_waited_for() {
    let options = Options::default();
    let game = memory::start(Dungeons::practice(&options), &options).expect("it starts");
    let rig = Rig {
        screen: Box::new(Returning {
            game: game.clone(),
            begun: Instant::now(),
        }),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let profile = Profile::load(None, "practice-dungeons").expect("built in");
    let (settings, stop) = (Settings::default(), Stop::default());
    let played = bot::play::<Dungeons>(
        rig,
        &profile,
        &settings,
        &stop,
        &mut Course::Next(Some(1)),
        |report| {
            assert_eq!(report.ending, Ending::Solved);
        },
    );
    assert!(played.is_ok(), "{played:?}");
}

#[test]
fn who_stops_reading_what_it_prints_ends_it_quietly() {
    let mut doctor = std::process::Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .arg("doctor")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("gridhand runs");
    drop(doctor.stdout.take());
    let output = doctor.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && !said.contains("panicked"),
        "{said}"
    );
}
