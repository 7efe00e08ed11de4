//! gridhand harvests and replays in a real window; the game's own log is the witness.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use gridhand::games::dungeons::generate;
use serde_json::Value;

use crate::common::{Desktop, log, wait_until};

struct Scene {
    desktop: Desktop,
    folder: tempfile::TempDir,
}

impl Scene {
    /// A practice game with these options; None where there is no display.
    fn open(options: &[&str]) -> Option<Self> {
        let mut desktop = Desktop::start()?;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("game.jsonl");
        desktop.practice(&file, &[&["dungeons"], options].concat());
        Some(Self { desktop, folder })
    }

    fn corpus(&self) -> PathBuf {
        self.folder.path().join("c.sqlite")
    }

    fn command(&self, args: &[&str]) -> std::process::Command {
        let mut command = self.desktop.gridhand(args);
        command.arg("--corpus").arg(self.corpus());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("gridhand runs")
    }

    fn done(&self, args: &[&str]) -> Vec<Value> {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", words(&output));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    fn log(&self) -> Vec<Value> {
        log(&self.folder.path().join("game.jsonl"))
    }

    /// What the game showed: seed and puzzle, in order.
    fn shown(&self) -> Vec<(u64, String)> {
        let log = self.log();
        let shown = log.iter().filter(|event| event["event"] == "shown");
        shown.map(pair).collect()
    }

    /// What is in the corpus: seed and puzzle, in order.
    fn stored(&self) -> Vec<(u64, String)> {
        let args = ["corpus", "export", "--format", "jsonl", "-"];
        self.done(&args).iter().map(pair).collect()
    }

    /// Every puzzle that was shown is stored, once, and nothing else.
    fn assert_all_is_stored(&self) {
        let (shown, stored) = (self.shown(), self.stored());
        let distinct: HashSet<_> = stored.iter().collect();
        assert_eq!(distinct.len(), stored.len(), "something is stored twice");
        let wrong: Vec<_> = stored.iter().filter(|one| !shown.contains(one)).collect();
        assert!(wrong.is_empty(), "stored, but never shown: {wrong:?}");
        let missing: Vec<_> = shown.iter().filter(|one| !distinct.contains(one)).collect();
        assert!(missing.is_empty(), "shown, but not stored: {missing:?}");
    }
}

fn pair(line: &Value) -> (u64, String) {
    let seed = line["seed"].as_u64().expect("a seed");
    (seed, line["puzzle"].as_str().expect("a puzzle").into())
}

fn words(output: &Output) -> String {
    format!(
        "{:?}\n{}\n{}",
        output.status.code(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn solved(log: &[Value]) -> Vec<u64> {
    let solved = log.iter().filter(|event| event["event"] == "solved");
    solved
        .map(|event| event["seed"].as_u64().expect("a seed"))
        .collect()
}

/// No press reached anything but the buttons of the game.
fn assert_only_buttons(log: &[Value]) {
    for press in log.iter().filter(|event| event["event"] == "press") {
        let hit = press["hit"].as_str().expect("a press says what it hit");
        assert!(hit.starts_with("button"), "{press}");
    }
}

#[test]
fn two_hundred_random_puzzles_at_30_and_60_frames() {
    for fps in ["30", "60"] {
        let Some(scene) = Scene::open(&["--fps", fps]) else {
            return;
        };
        let lines = scene.done(&[
            "harvest", "dungeons", "--random", "--count", "200", "--json",
        ]);
        assert!(lines.len() >= 200);
        assert!(scene.stored().len() >= 200);
        scene.assert_all_is_stored();
        assert_only_buttons(&scene.log());
    }
}

#[test]
fn clicks_that_are_lost_and_late() {
    let faults = ["--drop-input", "0.05", "--latency", "50"];
    let Some(scene) = Scene::open(&faults) else {
        return;
    };
    scene.done(&[
        "harvest", "dungeons", "--random", "--count", "150", "--json",
    ]);
    assert!(scene.stored().len() >= 150);
    scene.assert_all_is_stored();
    let log = scene.log();
    assert!(
        log.iter().any(|event| event["dropped"] == true),
        "nothing was lost"
    );
    assert_only_buttons(&log);
}

#[test]
fn windows_that_wander_and_are_covered_and_games_that_sample_the_mouse() {
    // Not at once: a game that samples looks where the pointer is after its window moved.
    for faults in [&["--wander", "--cover"][..], &["--input", "sample"]] {
        let Some(scene) = Scene::open(faults) else {
            return;
        };
        scene.done(&["harvest", "dungeons", "--random", "--count", "60", "--json"]);
        assert!(scene.stored().len() >= 60);
        scene.assert_all_is_stored();
        assert_only_buttons(&scene.log());
    }
}

#[test]
fn seeds_that_are_asked_for() {
    for faults in [&[][..], &["--drop-input", "0.05", "--latency", "50"]] {
        let Some(scene) = Scene::open(faults) else {
            return;
        };
        let first = scene.done(&[
            "harvest", "dungeons", "--seeds", "500..539", "--json", "--solve",
        ]);
        assert_eq!(first.len(), 40);
        assert!(first.iter().all(|line| line["result"] == "unique"));
        // Only what is missing is asked for.
        let list = scene.folder.path().join("seeds.txt");
        std::fs::write(&list, "# these\n530\n00000600\n99999999\n").expect("a file");
        let list = list.to_str().expect("UTF-8");
        let second = scene.done(&["harvest", "dungeons", "--seeds-from", list, "--json"]);
        assert_eq!(second.len(), 2);
        let stored: HashMap<u64, String> = scene.stored().into_iter().collect();
        assert_eq!(stored.len(), 42);
        for (seed, puzzle) in &stored {
            let made = generate::from_seed(*seed as u32).puzzle;
            assert_eq!(*puzzle, made.one_line());
        }
        assert_only_buttons(&scene.log());
    }
}

#[test]
fn a_harvest_that_is_killed_goes_on_without_gap_or_repeat() {
    let Some(scene) = Scene::open(&[]) else {
        return;
    };
    let args = [
        "harvest", "dungeons", "--random", "--count", "300", "--json",
    ];
    let mut acknowledged: Vec<(u64, String)> = Vec::new();
    for millis in [500, 700, 400, 900, 600] {
        let mut child = scene.command(&args).spawn().expect("gridhand runs");
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().expect("it was running");
        let output = child.wait_with_output().expect("it ends");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let whole = out
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        acknowledged.extend(
            whole
                .filter(|line| line["stored"] == "new")
                .map(|line| pair(&line)),
        );
        release_buttons(&scene);
        let stored = scene.stored();
        let there: HashSet<_> = stored.iter().collect();
        assert_eq!(there.len(), stored.len(), "something is stored twice");
        assert!(
            acknowledged.iter().all(|one| there.contains(one)),
            "lost what was acknowledged"
        );
    }
    scene.done(&args);
    let stored = scene.stored();
    assert!((300..=301).contains(&stored.len()), "{}", stored.len());
    // What was on the screen when it was killed was read when it came back.
    scene.assert_all_is_stored();
}

/// A process that is killed can leave a button pressed.
fn release_buttons(scene: &Scene) {
    let args = ["mouseup", "1", "mouseup", "3"];
    let released = scene.desktop.command("xdotool").args(args).status();
    assert!(released.expect("xdotool runs").success());
}

#[test]
fn ctrl_c_stops_a_harvest_and_keeps_what_was_read() {
    let Some(scene) = Scene::open(&[]) else {
        return;
    };
    let args = [
        "harvest", "dungeons", "--random", "--count", "100000", "--json",
    ];
    let child = scene.command(&args).spawn().expect("gridhand runs");
    wait_until("some puzzles", || scene.shown().len() > 30);
    let interrupt = ["-INT", &child.id().to_string()];
    scene
        .desktop
        .command("kill")
        .args(interrupt)
        .status()
        .expect("kill runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    let told = String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!(scene.stored().len(), told);
    // The one that was asked for last may have come too late.
    assert!(scene.shown().len() - told <= 1);
}

#[test]
fn stored_solutions_are_played() {
    let Some(scene) = Scene::open(&["--seed", "700"]) else {
        return;
    };
    scene.done(&["harvest", "dungeons", "--seeds", "700..709", "--json"]);
    // Without solutions nothing is clicked.
    let refused = scene.run(&["replay", "dungeons", "--json"]);
    assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
    assert!(
        words(&refused).contains("no stored solution"),
        "{}",
        words(&refused)
    );
    assert_only_buttons(&scene.log());
    scene.done(&["corpus", "solve", "--json"]);
    // The board on the screen, then every stored seed.
    scene.done(&["replay", "dungeons", "--json"]);
    assert_eq!(solved(&scene.log()), [709]);
    let played = scene.done(&["replay", "dungeons", "--all", "--json"]);
    assert_eq!(played.len(), 10);
    let wanted: Vec<u64> = [709].into_iter().chain(700..710).collect();
    assert_eq!(solved(&scene.log()), wanted);
    let played = scene.done(&["replay", "dungeons", "--seeds", "703..704", "--json"]);
    assert_eq!(played.len(), 2);
}

#[test]
fn a_board_without_a_trusted_solution_is_refused() {
    let Some(scene) = Scene::open(&["--seed", "800"]) else {
        return;
    };
    scene.done(&[
        "harvest", "dungeons", "--seeds", "801..802", "--solve", "--json",
    ]);
    let c = rusqlite::Connection::open(scene.corpus()).expect("a database");
    c.execute(
        "UPDATE puzzle SET solution = zeroblob(8) WHERE seed = 802",
        [],
    )
    .expect("changed");
    drop(c);
    let presses = |scene: &Scene| {
        let cell = |event: &&Value| {
            event["hit"]
                .as_str()
                .is_some_and(|hit| hit.starts_with("cell"))
        };
        scene.log().iter().filter(cell).count()
    };
    let wrong = scene.run(&["replay", "dungeons"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        words(&wrong).contains("does not satisfy the rules"),
        "{}",
        words(&wrong)
    );
    let missing = scene.run(&["replay", "dungeons", "--seeds", "801..803", "--keep-going"]);
    assert!(missing.status.code() == Some(1), "{}", words(&missing));
    assert_eq!(presses(&scene), presses_of(801));
    // Told to, it solves both and stores what it found.
    scene.done(&[
        "replay",
        "dungeons",
        "--seeds",
        "802..803",
        "--solve-missing",
        "--json",
    ]);
    assert_eq!(solved(&scene.log()), [801, 802, 803]);
    scene.done(&["corpus", "verify", "--json"]);
    let all: HashSet<u64> = scene.stored().into_iter().map(|(seed, _)| seed).collect();
    assert_eq!(all, HashSet::from([801, 802, 803]));
}

/// How many clicks a puzzle takes.
fn presses_of(seed: u32) -> usize {
    let made = generate::from_seed(seed);
    made.puzzle.toggles_to(&made.walls).len()
}

#[test]
fn a_list_of_moves_is_played() {
    let Some(scene) = Scene::open(&["--seed", "900", "--drop-input", "0.1"]) else {
        return;
    };
    let made = generate::from_seed(900);
    let toggles = made.puzzle.toggles_to(&made.walls);
    let (first, rest) = toggles.split_at(toggles.len() / 2);
    for (name, moves, result) in [("first", first, "played"), ("rest", rest, "solved")] {
        let text: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let file = write(scene.folder.path(), name, &text.join("\n"));
        let told = scene.done(&["replay", "dungeons", "--json", "--moves", &file]);
        assert_eq!(told[0]["result"], result);
    }
    assert_eq!(solved(&scene.log()), [900]);
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("a file");
    file.to_str().expect("UTF-8").into()
}
