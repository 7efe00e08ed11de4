//! A game that others wrote: xsok, fitted by the text of its first level, which is played with the keyboard;
//! other levels are read. The witness is xsok's own record of scores.

#![cfg(all(unix, not(target_os = "macos")))]

use std::path::{Path, PathBuf};
use std::process::Child;

use gridhand::base::Limits;
use gridhand::games::warehouse::text::{self, CLASSIC};
use gridhand::games::warehouse::{Puzzle, solve};
use image::RgbaImage;
use tempfile::TempDir;

use crate::common::capture::window_picture;
use crate::common::{Desktop, Said, find, wait_until};

/// The running game.
struct Xsok {
    desktop: Desktop,
    program: Child,
    window: u32,
    home: TempDir,
}

impl Xsok {
    /// The game at its first level, with no scores yet; None, said aloud, where it is not installed.
    fn start() -> Option<Self> {
        let Some(program) = find("xsok") else {
            eprintln!("skipped: xsok is not installed (`make test` installs it)");
            return None;
        };
        let desktop = Desktop::start()?;
        let home = tempfile::tempdir().expect("a folder");
        let saves = home.path().join("saves");
        std::fs::create_dir(&saves).expect("a folder");
        let mut command = desktop.command(&program.to_string_lossy());
        // Its option -savedir does nothing; this is what it looks at.
        let resource = format!("*xsavedir: {}", saves.display());
        command.args(["-xrm", &resource]).env("HOME", home.path());
        let program = command.spawn().expect("xsok starts");
        let mut game = Self {
            desktop,
            program,
            window: 0,
            home,
        };
        wait_until("the window of xsok", || {
            let ended = game.program.try_wait().expect("it can be asked");
            assert_eq!(ended, None, "xsok ended");
            game.window = game.find_window(&[]);
            // A window manager that has only just begun misses the wish to be shown.
            game.xdotool(&["windowmap", &game.window.to_string()]);
            game.window != 0 && game.find_window(&["--onlyvisible"]) == game.window
        });
        Some(game)
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let output = self.desktop.command("xdotool").args(args).said();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn find_window(&self, which: &[&str]) -> u32 {
        let name = ["--name", "^Sokoban - Level"];
        let found = self.xdotool(&[&["search"], which, &name].concat());
        found.trim().parse().unwrap_or(0)
    }

    fn picture(&self) -> RgbaImage {
        window_picture(self.desktop.display(), self.window)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// What gridhand prints to a command on this game's profile.
    fn gridhand(&self, verb: &str, args: &[&str]) -> Result<String, String> {
        let home = self.home.path().to_string_lossy().into_owned();
        let profile = [verb, "warehouse", "--home", &home, "--profile", "mine"];
        let output = self.desktop.gridhand(&[&profile[..], args].concat()).said();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{verb}: {said}")),
        }
    }

    /// Learns from the first level's text, once the game has painted all of it.
    fn learn(&self, level: &Puzzle) {
        let text = self.file("one.txt");
        std::fs::write(&text, level.to_string()).expect("written");
        let text = text_of(&text);
        let example = ["--window", "Sokoban - Level", "--example", &text];
        let learn = [&example[..], &["--next", "key:N"]].concat();
        wait_until("a window to learn from", || {
            let learned = self.gridhand("calibrate", &learn);
            learned.map_err(|why| eprintln!("{why}")).is_ok()
        });
    }

    /// The level that the window shows, as gridhand reads it.
    fn read(&self) -> Result<Puzzle, String> {
        let window = self.file("window.png");
        self.picture().save(&window).expect("saved");
        let read = self.gridhand("read", &[&text_of(&window)])?;
        text::parse(&read).map_err(|error| error.to_string())
    }

    /// The names of the files that the game has written.
    fn saves(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.file("saves")).expect("a folder");
        let name = |file: std::io::Result<std::fs::DirEntry>| file.expect("a file").file_name();
        files
            .map(|file| name(file).to_string_lossy().into_owned())
            .collect()
    }
}

impl Drop for Xsok {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn text_of(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn it_is_fitted_by_a_text_and_played_and_its_other_levels_are_read() {
    let Some(game) = Xsok::start() else {
        return;
    };
    let levels = std::fs::read_to_string(CLASSIC).expect("its levels");
    let levels: Vec<Puzzle> = text::collection(&levels)
        .expect("levels")
        .into_iter()
        .map(|level| level.puzzle)
        .collect();
    game.learn(&levels[0]);
    let read = game.read().expect("it is read");
    assert_eq!(read, levels[0]);
    assert_eq!(solve::solve(&read, &Limits::default()).pushes, Some(97));

    assert_eq!(game.saves(), [""; 0]);
    let told = game.gridhand("play", &["--count", "1", "--json"]);
    let told = told.expect("it is played");
    assert!(told.contains("\"result\":\"solved\""), "{told}");
    wait_until("xsok's own record of the score", || {
        !game.saves().is_empty()
    });

    // Other levels are of other sizes, and so is the window.
    for level in &levels[1..5] {
        let window = game.window.to_string();
        // Keys reach it only while the pointer is over it.
        let there = ["mousemove", "--window", &window, "100", "100"];
        let next = ["windowfocus", "--sync", &window, "key", "N"];
        game.xdotool(&[&there[..], &next].concat());
        wait_until("the next level", || {
            let read = game.read();
            read.map_err(|why| eprintln!("{why}")).as_ref() == Ok(level)
        });
    }
}
