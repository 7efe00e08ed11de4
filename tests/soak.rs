//! Everything that can happen on a desktop at once, for long: no press where none belongs, every puzzle
//! solved or given up with its reason, and nothing left behind.

mod common;

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use common::{Desktop, log};

/// All faults of the practice game.
const FAULTS: [&str; 8] = [
    "--trouble",
    "all",
    "--drop-input",
    "0.1",
    "--latency",
    "50",
    "--wander",
    "--cover",
];

/// Memory and threads of a process: KiB, number.
#[derive(Clone, Copy, Debug)]
struct Load {
    memory: u64,
    threads: u64,
}

/// KiB that the bot may have at any time.
const MOST_MEMORY: u64 = 128 * 1024;

fn load(process: u32) -> Option<Load> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some(Load {
        memory: number("VmRSS:")?,
        threads: number("Threads:")?,
    })
}

/// For one puzzle, however slow the machine is: whoever needs longer hangs. Chosen: four times what one takes.
const PUZZLE: Duration = Duration::from_secs(120);

/// What the bot weighed while it ran, every second. It is ended if it hangs.
fn watch(bot: &mut Child, puzzles: usize) -> Vec<Load> {
    let end = Instant::now() + PUZZLE * puzzles as u32;
    let mut loads = Vec::new();
    while bot.try_wait().expect("it can be asked").is_none() {
        loads.extend(load(bot.id()));
        std::thread::sleep(Duration::from_secs(1));
        if Instant::now() > end {
            println!("still at it after {:?}", PUZZLE * puzzles as u32);
            bot.kill().expect("it can be ended");
        }
    }
    loads
}

fn count(log: &[Value], event: &str) -> usize {
    log.iter().filter(|line| line["event"] == event).count()
}

/// Where the presses went that hit neither a cell nor the button for the next puzzle.
fn astray(log: &[Value]) -> Vec<&Value> {
    let belongs = |press: &&Value| {
        let hit = press["hit"].as_str().unwrap_or_default();
        hit.starts_with("cell") || hit == "button random"
    };
    let presses = log.iter().filter(|line| line["event"] == "press");
    presses.filter(|press| !belongs(press)).collect()
}

/// Plays puzzles and checks the game's log and the reports; what the bot weighed meanwhile.
fn soak(puzzles: usize, folder: &Path) -> Option<Vec<Load>> {
    let mut desktop = Desktop::start()?;
    let file = folder.join("game.jsonl");
    desktop.practice(&file, &[&["dungeons"], &FAULTS[..]].concat());
    let wanted = puzzles.to_string();
    let mut bot = desktop
        .gridhand(&[
            "play",
            "dungeons",
            "--json",
            "--keep-going",
            "--reopen",
            "20",
        ])
        .args(["--count", &wanted, "--record"])
        .arg(folder.join("failures"))
        .stdout(std::fs::File::create(folder.join("reports")).expect("a file"))
        .stderr(Stdio::inherit())
        .spawn()
        .expect("gridhand runs");
    let loads = watch(&mut bot, puzzles);
    let status = bot.wait().expect("it ended");

    let log = log(&file);
    let reports = std::fs::read_to_string(folder.join("reports")).expect("reports");
    let reports: Vec<Value> = reports
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let (given_up, solved): (Vec<_>, Vec<_>) = reports
        .iter()
        .partition(|report| report["result"] != "solved");
    let peak = loads.iter().map(|load| load.memory).max().unwrap_or(0);
    println!(
        "{} puzzles: {} solved, {} given up; {} presses, {} astray; {} closings, {} dialogs, {} freezes; \
         at most {} MiB and {} threads",
        reports.len(),
        solved.len(),
        given_up.len(),
        count(&log, "press"),
        astray(&log).len(),
        count(&log, "window closed"),
        count(&log, "dialog"),
        count(&log, "freeze"),
        peak / 1024,
        loads.iter().map(|load| load.threads).max().unwrap_or(0),
    );
    given_up.iter().for_each(|report| println!("{report}"));

    assert_eq!(reports.len(), puzzles, "it ended with {status}");
    assert!(astray(&log).is_empty(), "{:#?}", astray(&log));
    for report in given_up {
        assert!(report["reason"].is_string(), "{report}");
    }
    assert!(count(&log, "solved") >= solved.len());
    assert!(peak < MOST_MEMORY, "{peak} KiB");
    Some(loads)
}

/// The second half of the time took no more memory and threads than the first.
fn assert_flat(loads: &[Load]) {
    let (first, second) = loads.split_at(loads.len() / 2);
    let most = |loads: &[Load], of: fn(&Load) -> u64| loads.iter().map(of).max().unwrap_or(0);
    let [before, after] = [first, second].map(|half| most(half, |load| load.memory));
    assert!(
        after <= before + before / 4 + 4096,
        "{before} to {after} KiB"
    );
    let [before, after] = [first, second].map(|half| most(half, |load| load.threads));
    assert!(after <= before, "{before} to {after} threads");
}

/// A folder that stays if the test fails, and is named then.
fn in_a_folder<T>(test: impl FnOnce(&Path) -> T) -> T {
    let mut folder = tempfile::tempdir().expect("a folder");
    folder.disable_cleanup(true);
    println!("log, reports and failures: {}", folder.path().display());
    let outcome = test(folder.path());
    folder.disable_cleanup(false);
    outcome
}

#[test]
fn ten_puzzles_with_everything_that_can_happen() {
    in_a_folder(|folder| soak(10, folder));
}

#[test]
#[ignore = "takes most of an hour; `make soak` runs it"]
fn a_thousand_puzzles_with_everything_that_can_happen() {
    in_a_folder(|folder| {
        if let Some(loads) = soak(1000, folder) {
            assert_flat(&loads);
        }
    });
}
