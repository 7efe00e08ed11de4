//! A game that others wrote: the first level of xsok, read from its window, solved and played with the
//! keyboard. The witness is xsok's own record of scores.

#![cfg(all(unix, not(target_os = "macos")))]

use std::path::{Path, PathBuf};
use std::process::Child;

use gridhand::base::Limits;
use gridhand::games::warehouse::text::{self, CLASSIC};
use gridhand::games::warehouse::{Puzzle, solve};
use image::{Rgba, RgbaImage, imageops};
use tempfile::TempDir;

use crate::common::capture::window_picture;
use crate::common::{Desktop, Said, find, wait_until};

/// Width and height of the level, without the margin around it.
const BOARD: [u32; 2] = [608, 352];

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
        let name = ["--name", "^Sokoban - Level 1$"];
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
        let profile = [verb, "warehouse", "--home", &home, "--profile", "xsok"];
        let output = self.desktop.gridhand(&[&profile[..], args].concat()).said();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{verb}: {said}")),
        }
    }

    /// Learns from the first level, once the game has painted all of it.
    fn learn(&self, level: &Puzzle) {
        let example = self.file("one.png");
        std::fs::write(self.file("one.txt"), level.to_string()).expect("written");
        wait_until("a picture to learn from", || {
            let Some(board) = board(&self.picture()) else {
                return false;
            };
            board.save(&example).expect("saved");
            let learned = self.gridhand("calibrate", &["--example", &text_of(&example)]);
            learned.map_err(|why| eprintln!("{why}")).is_ok()
        });
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

/// The level without the margin: all that is not black below the bars at the top.
fn board(window: &RgbaImage) -> Option<RgbaImage> {
    let black = |pixel: &Rgba<u8>| pixel.0[..3] == [0; 3];
    // The bars reach to the left edge, the level does not.
    let bar = |&y: &u32| !black(window.get_pixel(0, y));
    let top = (0..window.height()).rev().find(bar)? + 1;
    let lit: Vec<(u32, u32)> = (top..window.height())
        .flat_map(|y| (0..window.width()).map(move |x| (x, y)))
        .filter(|&(x, y)| !black(window.get_pixel(x, y)))
        .collect();
    let (left, right) = (
        lit.iter().map(|at| at.0).min()?,
        lit.iter().map(|at| at.0).max()?,
    );
    let (top, bottom) = (
        lit.iter().map(|at| at.1).min()?,
        lit.iter().map(|at| at.1).max()?,
    );
    let [width, height] = [right + 1 - left, bottom + 1 - top];
    let whole = [width, height] == BOARD;
    whole.then(|| imageops::crop_imm(window, left, top, width, height).to_image())
}

#[test]
fn level_one_is_read_solved_and_played() {
    let Some(game) = Xsok::start() else {
        return;
    };
    let levels = std::fs::read_to_string(CLASSIC).expect("its levels");
    let level = text::collection(&levels).expect("levels").remove(0).puzzle;
    game.learn(&level);

    let window = game.file("window.png");
    game.picture().save(&window).expect("saved");
    let read = game
        .gridhand("read", &[&text_of(&window)])
        .expect("it is read");
    let read = text::parse(&read).expect("a level");
    assert_eq!(read, level);
    assert_eq!(solve::solve(&read, &Limits::default()).pushes, Some(97));

    assert_eq!(game.saves(), [""; 0]);
    let told = game.gridhand("play", &["--count", "1", "--json"]);
    let told = told.expect("it is played");
    assert!(told.contains("\"result\":\"solved\""), "{told}");
    wait_until("xsok's own record of the score", || {
        !game.saves().is_empty()
    });
}
