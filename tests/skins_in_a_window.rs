//! Looks of the practice game that gridhand has never seen, in a real window: calibrated live by the one
//! puzzle shown, then played. The game's own log is the witness.

mod common;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use gridhand::game::Game;
use gridhand::games::dungeons::Dungeons;
use gridhand::games::dungeons::practice::skin::{Skin, Solved};
use gridhand::practice::Options;
use serde_json::Value;
use tempfile::TempDir;

use common::{Desktop, assert_only_board_and_button, events, log, wait_until, words};

/// Puzzles to be solved with each skin.
const PUZZLES: usize = 5;

/// A game with a skin, and a home for what is learned about it.
struct Trial {
    desktop: Desktop,
    folder: TempDir,
    title: String,
}

impl Trial {
    fn begin(skin: u32, options: &[&str]) -> Option<Self> {
        let mut desktop = Desktop::start()?;
        let folder = tempfile::tempdir().expect("a folder");
        let title = format!("Clone number {skin}");
        let (number, seed) = (skin.to_string(), (skin * 1000).to_string());
        let own = ["dungeons", "--skin", &number, "--seed", &seed];
        let args = [&own[..], &["--title", &title], options].concat();
        // Whoever lets gridhand only look has the pointer off the board.
        let aside = desktop
            .command("xdotool")
            .args(["mousemove", "1590", "1390"])
            .status();
        assert!(aside.expect("xdotool runs").success());
        desktop.practice(&folder.path().join("game.jsonl"), &args);
        Some(Self {
            desktop,
            folder,
            title,
        })
    }

    fn log(&self) -> Vec<Value> {
        log(&self.folder.path().join("game.jsonl"))
    }

    /// Writes what the window shows into a file, as the user does.
    fn write_down(&self, file: &Path) {
        let log = self.log();
        let shown = events(&log, "shown").pop().expect("a puzzle")["puzzle"].clone();
        std::fs::write(file, shown.as_str().expect("a line")).expect("a file");
    }

    /// gridhand in the game's window.
    fn gridhand(&self, verb: &str, args: &[&str]) -> Command {
        let mut command = self.desktop.gridhand(&[verb, "dungeons"]);
        command.args(["--profile", "mine", "--window", &self.title]);
        command.args(args).arg("--home").arg(self.folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Calibrates with what the window shows now as the only example.
    fn calibration(&self, args: &[&str]) -> Command {
        let now = self.folder.path().join("now.txt");
        self.write_down(&now);
        let mut command = self.gridhand("calibrate", args);
        command.arg("--example").arg(now);
        command
    }

    fn calibrate(&self, args: &[&str]) -> Output {
        let output = self.calibration(args).output();
        output.expect("gridhand runs")
    }

    fn play(&self, count: usize) -> Output {
        let output = self
            .gridhand("play", &["--count", &count.to_string()])
            .output();
        output.expect("gridhand runs")
    }

    /// Calibrates and plays; the error says what did not work.
    fn whole(&self) -> Result<(), String> {
        let calibrated = self.calibrate(&["--next", "key:space"]);
        self.assert_all_is_back();
        if !calibrated.status.success() {
            return Err(words(&calibrated));
        }
        let played = self.play(PUZZLES);
        let solved = events(&self.log(), "solved").len();
        match solved >= PUZZLES {
            true => Ok(()),
            false => Err(format!(
                "{solved} solved\n{}{}",
                words(&calibrated),
                words(&played)
            )),
        }
    }

    /// What calibrating drew is gone.
    fn assert_all_is_back(&self) {
        let log = self.log();
        for kind in ["wall", "mark"] {
            let on = |is: bool| move |event: &&&Value| event["on"] == is;
            let all = events(&log, kind);
            let [drawn, gone] = [true, false].map(|is| all.iter().filter(on(is)).count());
            assert_eq!(drawn, gone, "{kind}s were left on the board");
        }
    }
}

/// The skins that were not calibrated and played to the end, with the reason; none where there is no
/// desktop.
fn failures(skins: std::ops::RangeInclusive<u32>) -> Option<Vec<(u32, String)>> {
    let mut failures = Vec::new();
    for skin in skins {
        let trial = Trial::begin(skin, &[])?;
        let came = trial.whole();
        assert_only_board_and_button(&trial.log(), "button random");
        eprintln!(
            "skin {skin}: {}",
            came.as_ref().err().map_or("ok", |why| why)
        );
        failures.extend(came.err().map(|why| (skin, why)));
    }
    Some(failures)
}

#[test]
fn a_skin_that_was_never_seen_is_calibrated_in_its_window_and_played() {
    let Some(failures) = failures(504..=504) else {
        return;
    };
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn twenty_skins_end_to_end() {
    let Some(failures) = failures(501..=520) else {
        return;
    };
    let skins: Vec<u32> = failures.iter().map(|(skin, _)| *skin).collect();
    eprintln!("{} of 20; not: {skins:?}", 20 - failures.len());
    assert!(failures.len() <= 2, "{failures:#?}");
}

/// The first skin of this kind whose clicks may come quickly.
fn skin(is_wanted: impl Fn(&Skin) -> bool) -> Skin {
    let quick = |skin: &Skin| skin.dead.is_zero() && skin.drag.is_none() && skin.fade.is_zero();
    let mut skins = (1..).map(Skin::new);
    skins
        .find(|skin| quick(skin) && is_wanted(skin))
        .expect("there is always one")
}

/// Plays two puzzles of a skin that is only looked at when it is calibrated; the game's log.
fn two_puzzles(skin: &Skin, next: &str) -> Option<Vec<Value>> {
    let trial = Trial::begin(skin.number, &[])?;
    let calibrated = trial.calibrate(&["--next", next, "--no-probe"]);
    assert!(calibrated.status.success(), "{}", words(&calibrated));
    assert!(
        events(&trial.log(), "press").is_empty(),
        "it was to be looked at only"
    );
    let wanted = if next == "none" { 1 } else { 2 };
    let played = trial.play(wanted);
    let log = trial.log();
    assert_only_board_and_button(&log, "button random");
    let solved = events(&log, "solved").len();
    assert_eq!(solved, wanted, "skin {}: {}", skin.number, words(&played));
    Some(log)
}

#[test]
fn on_by_a_button() {
    let skin = skin(|skin| skin.page.header > 0 && !skin.moves_on);
    let options = Options {
        skin: skin.number,
        ..Options::default()
    };
    let [width, _] = Dungeons::practice(&options).size();
    let button = format!("click:{},{}", width - 33, skin.page.header / 2);
    let Some(log) = two_puzzles(&skin, &button) else {
        return;
    };
    let presses = events(&log, "press");
    assert!(presses.iter().any(|press| press["hit"] == "button random"));
}

#[test]
fn on_by_itself_or_not_at_all() {
    let moves_on = skin(|skin| skin.moves_on && skin.solved == Solved::Banner);
    for (skin, next) in [(moves_on, "auto"), (skin(|skin| !skin.moves_on), "none")] {
        let Some(log) = two_puzzles(&skin, next) else {
            return;
        };
        assert!(events(&log, "key").is_empty());
    }
}

#[test]
fn what_is_there_is_not_replaced_and_what_is_tried_is_put_back() {
    let Some(trial) = Trial::begin(504, &[]) else {
        return;
    };
    let first = trial.calibrate(&["--next", "none", "--no-probe"]);
    assert!(first.status.success(), "{}", words(&first));
    let again = trial.calibrate(&["--next", "none"]);
    assert_eq!(again.status.code(), Some(2), "{}", words(&again));
    assert!(
        events(&trial.log(), "press").is_empty(),
        "it was refused too late"
    );

    let mut command = trial.calibration(&["--next", "none", "--replace"]);
    let running = command.spawn().expect("gridhand runs");
    wait_until("a wall", || !events(&trial.log(), "wall").is_empty());
    let stopped = trial
        .desktop
        .command("kill")
        .args(["-INT", &running.id().to_string()])
        .status();
    assert!(stopped.expect("kill runs").success());
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    trial.assert_all_is_back();
}
