//! A game that others wrote: Klotski of the GNOME games, read off the screen and solved by dragging. Its
//! window's title is the witness.

#![cfg(all(unix, not(target_os = "macos")))]

use std::path::Path;
use std::process::Child;

use image::RgbaImage;
use tempfile::TempDir;

use crate::common::capture::window_picture;
use crate::common::{Desktop, Said, find, wait_until};

/// What the first level shows: for learning what its blocks look like.
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

/// Width and height of the framed part of the window.
const BOARD: [u32; 2] = [292, 436];

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

    /// A picture of the framed board, once it is painted.
    fn board(&self) -> RgbaImage {
        let mut board = None;
        wait_until("the framed board", || {
            board = framed(&window_picture(self.desktop.display(), self.window));
            board.is_some()
        });
        board.expect("it was found")
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

    /// Learns from the first level, once the game has painted all of it.
    fn learn(&self, example: &Path) {
        std::fs::write(example.with_extension("txt"), FIRST).expect("a text is written");
        let file = example.to_string_lossy();
        let profile = ["--profile", "gnome-klotski"];
        let calibrate = ["calibrate", "sliding", "--example", &file];
        wait_until("a picture to learn from", || {
            self.board().save(example).expect("a picture is written");
            let output = self.gridhand(&[&calibrate[..], &profile].concat());
            output.status.success()
        });
    }

    /// Plays the level that is shown until the game says that it is completed; the number of drags, or
    /// how the game stopped reacting to the mouse.
    fn play(&self) -> Result<u64, String> {
        let play = ["play", "sliding", "--profile", "gnome-klotski"];
        let output = self.gridhand(&[&play[..], &["--count", "1", "--json"]].concat());
        let report: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        if report["result"] != "solved" {
            let reason = report["reason"].as_str().unwrap_or_default();
            assert!(reason.contains("does not react"), "{report}");
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

/// The part of the window in a dark frame of the board's size.
fn framed(window: &RgbaImage) -> Option<RgbaImage> {
    let [width, height] = BOARD;
    let dark = |x: u32, y: u32| window.get_pixel(x, y).0[..3].iter().all(|part| *part < 80);
    let line = |x: u32, y: u32| (x..x + width).all(|x| dark(x, y));
    let wall = |x: u32, y: u32| (y..y + height).all(|y| dark(x, y));
    let rows = 0..=window.height().checked_sub(height)?;
    let columns = 0..=window.width().checked_sub(width)?;
    let mut places = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
    let (x, y) = places.find(|&(x, y)| {
        let far = (x + width - 1, y + height - 1);
        line(x, y) && line(x, far.1) && wall(x, y) && wall(far.0, y)
    })?;
    Some(image::imageops::crop_imm(window, x, y, width, height).to_image())
}

/// Sometimes the game stops reacting to the mouse, from its start on or before the last drop: then it is
/// started anew.
const STARTS: usize = 4;

#[test]
fn two_levels_are_solved_by_dragging() {
    for level in ["Only 18 Steps", "Daisy"] {
        let mut failures = Vec::new();
        while failures.len() < STARTS {
            let Some(game) = Klotski::start() else {
                return;
            };
            game.learn(&game.home.path().join("first.png"));
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
