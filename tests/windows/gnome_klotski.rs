//! A game that others wrote: Klotski of the GNOME games, fitted by the text of its first level, and solved by
//! dragging. Its window's title is the witness.

#![cfg(all(unix, not(target_os = "macos")))]

use std::process::Child;

use tempfile::TempDir;

use crate::common::{Desktop, Said, find, wait_until};

/// What the first level shows.
const FIRST: &str = "\
gates 2,5 3,5
start
 AXXB
 CXXD
 EFGH
 IJKL
 M..N
  ..
......
......
goal
 ....
 ....
 ....
 ....
 ....
  ..
....XX
....XX
";

/// The running game.
struct Klotski {
    desktop: Desktop,
    session: Child,
    window: u32,
    home: TempDir,
}

impl Klotski {
    /// The game at its first level, with a fresh home; None, said aloud, where it is not installed.
    fn start() -> Option<Self> {
        let (Some(program), Some(bus)) = (find("gnome-klotski"), find("dbus-run-session")) else {
            eprintln!(
                "skipped: gnome-klotski or dbus is not installed (`make test` installs them)"
            );
            return None;
        };
        let desktop = Desktop::start()?;
        let home = tempfile::tempdir().expect("a folder");
        let mut command = desktop.command(&bus.to_string_lossy());
        for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env(variable, home.path());
        }
        command
            .envs([("GSETTINGS_BACKEND", "memory"), ("NO_AT_BRIDGE", "1")])
            .envs([("LC_ALL", "C.UTF-8"), ("GDK_BACKEND", "x11")])
            .arg("--")
            .arg(program);
        let session = command.spawn().expect("the session starts");
        let mut game = Self {
            desktop,
            session,
            window: 0,
            home,
        };
        wait_until("the game's window", || {
            let found = game.xdotool(&["search", "--onlyvisible", "--name", "^Only 18 Steps$"]);
            game.window = found.trim().parse().unwrap_or(0);
            game.window != 0
        });
        Some(game)
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let output = self.desktop.command("xdotool").args(args).said();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn title(&self) -> String {
        let title = self.xdotool(&["getwindowname", &self.window.to_string()]);
        title.trim().to_string()
    }

    /// Chooses a level from the list under the header's first button.
    fn choose(&self, level: &str) {
        let window = self.window.to_string();
        let click = |x: i32, y: i32| {
            let (x, y) = (x.to_string(), y.to_string());
            self.xdotool(&["mousemove", "--window", &window, &x, &y, "click", "1"]);
            std::thread::sleep(std::time::Duration::from_millis(600));
        };
        click(75, 27);
        // Where a line of the list is depends on the fonts.
        let mut lines = (110..260).step_by(9);
        while self.title() != level {
            let line = lines.next().expect("the level is in the list");
            click(50, line);
        }
        self.xdotool(&["key", "Escape"]);
    }

    fn gridhand(&self, args: &[&str]) -> std::process::Output {
        let home = self.home.path().to_string_lossy().into_owned();
        self.desktop.gridhand(&["--home", &home]).args(args).said()
    }

    /// Fits a profile to the first level, once the game has painted all of it.
    fn learn(&self) {
        let text = self.home.path().join("first.txt");
        std::fs::write(&text, FIRST).expect("a text is written");
        let text = text.to_string_lossy();
        let profile = ["--profile", "mine", "--window", "Only 18 Steps"];
        let calibrate = ["calibrate", "sliding", "--example", &text, "--next", "none"];
        wait_until("a window to learn from", || {
            let output = self.gridhand(&[&calibrate[..], &profile].concat());
            output.status.success()
        });
    }

    /// Plays the level that is shown until the game says that it is completed; the number of drags, or
    /// how the game stopped reacting to the mouse.
    fn play(&self) -> Result<u64, String> {
        let window = format!("id:{}", self.window);
        let play = ["play", "sliding", "--profile", "mine", "--window", &window];
        let output = self.gridhand(&[&play[..], &["--count", "1", "--json"]].concat());
        let report: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        if report["result"] != "solved" {
            let reason = report["reason"].as_str().unwrap_or_default();
            let moods = ["does not react", "change nothing on the board"];
            assert!(moods.iter().any(|mood| reason.contains(mood)), "{report}");
            return Err(report.to_string());
        }
        // The game says it when the last block has come to rest.
        for _ in 0..200 {
            if self.title() == "Level completed." {
                return Ok(report["gestures"].as_u64().expect("a number"));
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        // The last drop had no effect.
        Err(format!("the game does not say so: {report}"))
    }
}

impl Drop for Klotski {
    /// A game whose window is taken away ends, and its bus with it.
    fn drop(&mut self) {
        self.xdotool(&["windowkill", &self.window.to_string()]);
        for _ in 0..100 {
            if !matches!(self.session.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let _ = self.session.kill();
        let _ = self.session.wait();
    }
}

/// Sometimes the game stops reacting to the mouse, from its start on or before the last drop: then it is
/// started anew.
const STARTS: usize = 4;

#[test]
fn it_is_fitted_by_a_text_and_two_levels_are_solved_by_dragging() {
    for level in ["Only 18 Steps", "Daisy"] {
        let mut failures = Vec::new();
        while failures.len() < STARTS {
            let Some(game) = Klotski::start() else {
                return;
            };
            game.learn();
            if game.title() != level {
                game.choose(level);
            }
            assert_eq!(game.title(), level);
            match game.play() {
                Ok(drags) => {
                    assert!(drags >= 18, "{drags}");
                    break;
                }
                Err(why) => failures.push(why),
            }
        }
        failures.iter().for_each(|why| println!("{level}: {why}"));
        assert!(failures.len() < STARTS, "{level} was never completed");
    }
}
