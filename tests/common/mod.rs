//! A desktop without a screen for one test: Xvfb, a window manager, and programs on it.

#![allow(dead_code)] // Each test file uses its own part of this.

#[cfg(all(unix, not(target_os = "macos")))]
pub mod capture;
#[cfg(all(unix, feature = "postgres"))]
pub mod cluster;
pub mod skins;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A display of its own that ends with the value, or with the process that has it.
pub struct Desktop {
    display: String,
    manager: Child,
    programs: Vec<Child>,
    /// Windows that were opened.
    windows: usize,
    _server: Server,
    /// None if it is one of several of one test.
    _permit: Option<Permit>,
}

/// Desktops that are open now.
static OPEN: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

/// One of the desktops that may be open at once: games and bots that share their cores with others are
/// not themselves. `GRIDHAND_DESKTOPS` says how many that are, else there is one for each core: its programs
/// together take a third of a core, as measured over the tests of dungeons in windows.
struct Permit;

impl Permit {
    fn wait_for() -> Self {
        let asked = std::env::var("GRIDHAND_DESKTOPS").ok();
        let asked = asked.map(|number| number.parse().expect("GRIDHAND_DESKTOPS is a number"));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let most: usize = asked.unwrap_or(cores);
        let open = OPEN.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = OPEN.1.wait_while(open, |open| *open >= most);
        *waited.unwrap_or_else(PoisonError::into_inner) += 1;
        Self
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *OPEN.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        OPEN.1.notify_one();
    }
}

/// An X server without a screen, on the first display that is free.
struct Server(Child);

impl Server {
    /// The shell ends the server when its standard input does: however this process ends, also by a
    /// kill, nothing is left. What was open on the display ends with it.
    const KEEPER: &str =
        "trap '' INT HUP; Xvfb \"$@\" & read -r line; kill $! && wait $! 2>/dev/null";

    /// The server, and the name of its display.
    fn start() -> (Self, String) {
        let mut keeper = Command::new("sh")
            .args(["-c", Self::KEEPER, "keeper", "-displayfd", "1"])
            .args(["-screen", "0", "1600x1400x24", "-noreset"])
            .args(["-nolisten", "tcp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        let mut number = String::new();
        BufReader::new(keeper.stdout.take().expect("piped"))
            .read_line(&mut number)
            .expect("Xvfb names its display");
        let number = number.trim();
        assert!(!number.is_empty(), "Xvfb did not start");
        (Self(keeper), format!(":{number}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

impl Desktop {
    /// None, said aloud, where Xvfb or openbox is not installed, or `GRIDHAND_NO_DISPLAY` is set.
    pub fn start() -> Option<Self> {
        if std::env::var_os("GRIDHAND_NO_DISPLAY").is_some() {
            eprintln!("skipped: GRIDHAND_NO_DISPLAY is set");
            return None;
        }
        for program in ["Xvfb", "openbox"] {
            if !installed(program) {
                eprintln!("skipped: {program} is not installed (`make test` installs it)");
                return None;
            }
        }
        Some(Self::with(Some(Permit::wait_for())))
    }

    /// One more for the same test.
    pub fn beside(&self) -> Self {
        Self::with(None)
    }

    fn with(permit: Option<Permit>) -> Self {
        let (server, display) = Server::start();
        let manager = on_display(&display, "openbox").spawn();
        let desktop = Self {
            manager: manager.expect("openbox starts"),
            display,
            programs: Vec::new(),
            windows: 0,
            _server: server,
            _permit: permit,
        };
        desktop.wait_for_manager();
        desktop
    }

    /// Waits until the window manager answers: what asks it for something while it starts may be lost.
    fn wait_for_manager(&self) {
        wait_until("the window manager", || {
            let asked = self
                .command("xdotool")
                .args(["set_num_desktops", "2"])
                .status();
            asked.is_ok()
                && self
                    .root_property("_NET_NUMBER_OF_DESKTOPS")
                    .contains("= 2")
        });
    }

    /// A property of the root window, as xprop writes it.
    fn root_property(&self, property: &str) -> String {
        let output = self.command("xprop").args(["-root", property]).said();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until a property of the root window is as it should be.
    fn wait_for_root(&self, property: &str, there: impl Fn(&str) -> bool) {
        wait_until(property, || there(&self.root_property(property)));
    }

    /// A program on this display.
    pub fn command(&self, program: &str) -> Command {
        on_display(&self.display, program)
    }

    /// gridhand on this display.
    pub fn gridhand(&self, args: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_gridhand"));
        command.args(args);
        command
    }

    /// Starts the practice game with the arguments and waits for its log to begin.
    pub fn practice(&mut self, log: &Path, args: &[&str]) {
        let mut command = self.gridhand(&["practice"]);
        command.args(args).arg("--log").arg(log);
        command.stderr(Stdio::inherit());
        self.programs
            .push(command.spawn().expect("the game starts"));
        wait_until("the practice game", || {
            std::fs::read_to_string(log).is_ok_and(|text| text.contains("\"shown\""))
        });
        self.windows += 1;
        self.wait_for_root("_NET_CLIENT_LIST_STACKING", |value| {
            value.matches("0x").count() >= self.windows
        });
    }
}

impl Desktop {
    /// The name by which X clients find the display.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The process of the window manager.
    pub fn manager(&self) -> u32 {
        self.manager.id()
    }

    /// The process of the program that was started last.
    pub fn last(&self) -> u32 {
        self.programs.last().expect("a program").id()
    }

    /// Ends the program that was started last.
    pub fn end_last(&mut self) {
        let mut program = self.programs.pop().expect("a program");
        program.kill().expect("it was running");
        program.wait().expect("it ends");
    }
}

/// Waits, but not for ever.
pub fn wait_until(what: &str, there: impl FnMut() -> bool) {
    assert!(is_there(there), "waited in vain: {what}");
}

/// Whether something comes that is waited for, but not for ever.
pub fn is_there(mut there: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(60);
    while !there() {
        if Instant::now() > end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for program in self.programs.iter_mut().rev().chain([&mut self.manager]) {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// A program that is run to its end, for what it says.
pub trait Said {
    /// What it says; by itself a program on a display says nothing to anybody.
    fn said(&mut self) -> Output;
}

impl Said for Command {
    fn said(&mut self) -> Output {
        let listening = self.stdout(Stdio::piped()).stderr(Stdio::piped());
        listening.output().expect("the program runs")
    }
}

fn on_display(display: &str, program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn installed(program: &str) -> bool {
    find(program).is_some()
}

/// Where a program is, also among the games.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|dir| dir.join(program))
        .find(|file| file.is_file())
}

/// The real material, or None, said aloud.
pub fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("GRIDHAND_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no data in {}", folder.display());
    None
}

/// The lines of a practice game's log.
pub fn log(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a log");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// Runs gridhand with this standard input: its exit status, output and errors.
pub fn gridhand(args: &[&str], input: &str) -> (i32, String, String) {
    let output = assert_cmd::Command::cargo_bin("gridhand")
        .expect("the program is built")
        .args(args)
        .write_stdin(input)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let status = output.status.code().expect("an exit status");
    (status, text(output.stdout), text(output.stderr))
}

/// What goes wrong in a game that makes life hard for a player.
pub const FAULTS: [&str; 6] = [
    "--drop-input",
    "0.1",
    "--latency",
    "80",
    "--wander",
    "--cover",
];

/// Plays `count` puzzles of a practice game that is started with these options in a window; the bot says
/// that all are solved. Returns the game's log.
pub fn play_in_a_window(game: &str, count: usize, options: &[&str]) -> Option<Vec<Value>> {
    let mut desktop = Desktop::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &[&[game], options].concat());
    let profile = format!("practice-{game}");
    // What it learns is not for the next test.
    let home = folder.path().join("home").display().to_string();
    let output = desktop
        .gridhand(&["play", game, "--profile", &profile, "--json"])
        .args(["--home", &home, "--count", &count.to_string()])
        .said();
    assert!(output.status.success(), "{}", words(&output));
    let reports = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        reports.matches("\"result\":\"solved\"").count(),
        count,
        "{}",
        words(&output)
    );
    // What it did meanwhile is told beside the reports.
    let told = String::from_utf8_lossy(&output.stderr);
    for event in ["looking", "solving", "playing", "confirming"] {
        let line = format!("{{\"event\":\"{event}\"");
        assert!(told.contains(&line), "{event}: {told}");
    }
    // What was pressed last may have yet to be let go.
    wait_until("the game's own word", || {
        events(&log(&file), "solved").len() >= count
    });
    Some(log(&file))
}

/// Starts a game of dungeons with these options, which goes on for ever, and a bot that plays it for ever;
/// one puzzle is solved by now.
pub fn endless(desktop: &mut Desktop, file: &Path, options: &[&str]) -> Child {
    desktop.practice(file, &[&["dungeons"], options].concat());
    let bot = desktop
        .gridhand(&["play", "dungeons", "--profile", "practice-dungeons"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("gridhand runs");
    wait_until("a solved puzzle", || {
        !events(&log(file), "solved").is_empty()
    });
    bot
}

/// All that a program said.
pub fn words(output: &Output) -> String {
    format!(
        "{:?}\n{}\n{}",
        output.status.code(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The lines of a log about one kind of event.
pub fn events<'a>(log: &'a [Value], name: &str) -> Vec<&'a Value> {
    log.iter().filter(|line| line["event"] == name).collect()
}

/// No press reached anything but a cell or this button of the game.
pub fn assert_only_board_and_button(log: &[Value], button: &str) {
    for press in events(log, "press") {
        let hit = press["hit"].as_str().expect("a press says what it hit");
        assert!(hit.starts_with("cell") || hit == button, "{press}");
    }
}
