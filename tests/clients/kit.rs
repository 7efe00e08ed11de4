//! A game of the kit that runs on a display of its own, and gridhand beside it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use image::RgbaImage;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::capture::{screen_picture, window_picture};
use crate::common::{Desktop, Said, wait_until, words};

/// Where the kit is, or None, said aloud.
pub fn kit() -> Option<PathBuf> {
    let folder = std::env::var_os("GRIDHAND_CLIENTS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/clients"),
        PathBuf::from,
    );
    if folder.is_dir() {
        return folder.canonicalize().ok();
    }
    eprintln!("skipped: no games in {}", folder.display());
    None
}

/// A folder for a profile, which several windows may share.
pub struct Profile {
    game: &'static str,
    home: TempDir,
}

impl Profile {
    pub fn new(game: &'static str) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        Self { game, home }
    }

    /// A file for a text.
    fn text(&self, text: &str) -> String {
        let file = self.home.path().join("example.txt");
        std::fs::write(&file, text).expect("written");
        file.display().to_string()
    }

    /// A verb of gridhand with this profile.
    fn command(&self, desktop: &Desktop, verb: &str) -> Command {
        let mut command = desktop.gridhand(&[verb, self.game, "--profile", "mine", "--home"]);
        command.arg(self.home.path());
        command
    }
}

/// What gridhand said of the puzzles that it played.
pub struct Played {
    /// Results by name, and how often each came.
    pub results: BTreeMap<String, usize>,
    /// How long all took.
    pub time: Duration,
    /// All that was said.
    pub words: String,
}

impl Played {
    pub fn solved(&self) -> usize {
        self.results.get("solved").copied().unwrap_or(0)
    }
}

/// A running game.
pub struct Client {
    desktop: Desktop,
    program: Child,
    scripts: PathBuf,
    home: TempDir,
}

impl Client {
    /// The game of this name, when it shows its window; None, said aloud, where it cannot start.
    pub fn start(name: &str, args: &[&str]) -> Option<Self> {
        let scripts = kit()?.join(name);
        let desktop = Desktop::start()?;
        let home = tempfile::tempdir().expect("a folder");
        let mut command = desktop.command(&scripts.join("start").display().to_string());
        command.args(args).env("CLIENT_HOME", home.path());
        let program = command.spawn().expect("the script starts");
        let mut game = Self {
            desktop,
            program,
            scripts,
            home,
        };
        // The first time it may have to be installed.
        let end = Instant::now() + Duration::from_secs(180);
        while game.number().is_none() {
            if let Some(status) = game.program.try_wait().expect("it can be asked") {
                eprintln!("skipped: {name} does not start here ({status})");
                return None;
            }
            assert!(Instant::now() < end, "waited in vain for {name}");
            std::thread::sleep(Duration::from_millis(50));
        }
        wait_until("a picture of the game", || {
            let picture = game.picture();
            let first = picture.get_pixel(0, 0);
            picture.pixels().any(|pixel| pixel != first)
        });
        Some(game)
    }

    /// The number of its window.
    pub fn window(&self) -> u32 {
        self.number().expect("a window")
    }

    /// The number of its window, once its script has written all of it, with the line's end.
    fn number(&self) -> Option<u32> {
        let text = std::fs::read_to_string(self.home.path().join("window")).ok()?;
        let id = text.strip_suffix('\n')?.trim_start_matches("0x");
        u32::from_str_radix(id, 16).ok()
    }

    /// What its window shows.
    pub fn picture(&self) -> RgbaImage {
        window_picture(self.desktop.display(), self.window())
    }

    /// Presses a key in it, as a person would who begins.
    pub fn press(&self, key: &str) {
        let window = self.window().to_string();
        let keys = ["windowfocus", "--sync", &window, "key", key];
        let output = self.desktop.command("xdotool").args(keys).said();
        assert!(output.status.success(), "{}", words(&output));
    }

    /// What the game says: how much was solved, and more.
    pub fn word(&self) -> (usize, String) {
        let mut command = self
            .desktop
            .command(&self.scripts.join("word").display().to_string());
        let output = command.arg(self.home.path()).said();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let first = text.lines().next().unwrap_or_default();
        let number = first.strip_prefix("solved ").and_then(|n| n.parse().ok());
        (number.expect("a number"), text)
    }

    /// Fits a profile to what the window shows.
    pub fn calibrate(&self, profile: &Profile, text: &str, args: &[&str]) {
        let begun = Instant::now();
        let window = format!("id:{}", self.window());
        let mut command = profile.command(&self.desktop, "calibrate");
        command.args(["--window", &window, "--example", &profile.text(text)]);
        let output = command.args(args).said();
        assert!(output.status.success(), "{}", words(&output));
        eprintln!("calibrated in {:.1} s", begun.elapsed().as_secs_f64());
    }

    /// Has gridhand play.
    pub fn play(&self, profile: &Profile, args: &[&str]) -> Played {
        let begun = Instant::now();
        let window = format!("id:{}", self.window());
        let mut command = profile.command(&self.desktop, "play");
        command.args(["--window", &window, "--json"]).args(args);
        let output = command.said();
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let reports = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
        let mut results = BTreeMap::new();
        for report in reports {
            if let Some(result) = report["result"].as_str() {
                *results.entry(result.to_owned()).or_insert(0) += 1;
            }
        }
        Played {
            results,
            time: begun.elapsed(),
            words: words(&output),
        }
    }

    /// Fits a profile to what the window shows, and has so many puzzles played: all are solved by both words.
    pub fn solves(&self, game: &'static str, text: &str, more: &[&str], count: usize) {
        let profile = Profile::new(game);
        self.calibrate(&profile, text, more);
        let before = self.word().0;
        let played = self.play(&profile, &["--count", &count.to_string()]);
        self.agrees(&played, before);
        assert_eq!(played.solved(), count, "{}", played.words);
    }

    /// What gridhand reads in the window now, or why it does not.
    pub fn read(&self, profile: &Profile) -> Result<String, String> {
        let file = self.home.path().join("window.png");
        self.picture().save(&file).expect("saved");
        let mut command = profile.command(&self.desktop, "read");
        let output = command.arg(&file).said();
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    /// The game's word is gridhand's, soon: some games say it a moment after.
    pub fn agrees(&self, played: &Played, before: usize) {
        let end = Instant::now() + Duration::from_secs(10);
        let gained = || self.word().0 - before;
        while gained() != played.solved() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(200));
        }
        let (word, solved) = (gained(), played.solved());
        eprintln!(
            "gridhand {:?}, the game {word}, {:.1} s",
            played.results,
            played.time.as_secs_f64()
        );
        assert_eq!(word, solved, "{}\n{}", self.word().1, played.words);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let name = self.scripts.file_name().expect("a name");
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            let file = file.with_extension("png");
            let saved = screen_picture(self.desktop.display()).save(&file);
            eprintln!("the screen: {} ({saved:?})", file.display());
        }
        let id = self.program.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        let _ = self.program.wait();
    }
}
