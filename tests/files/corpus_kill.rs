//! Processes that write to the corpus are killed at any moment, many times: what they said is stored
//! is there, once.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use gridhand::corpus::Corpus;
use gridhand::games::dungeons::{Dungeons, generate};
use serde_json::Value;

/// Different puzzles; most are a few real ones with other numbers.
fn lines(count: usize, salt: usize) -> Vec<String> {
    let real: Vec<String> = (0..100)
        .map(|seed| generate::from_seed(seed).puzzle.one_line())
        .collect();
    (0..count)
        .map(|index| {
            let (numbers, rest) = real[index % real.len()].split_once(' ').expect("fields");
            let number = index / real.len() + salt;
            let digits = format!("{}{}{}", number / 81 % 9, number / 9 % 9, number % 9);
            format!("{digits}{} {rest}", &numbers[3..])
        })
        .collect()
}

fn gridhand(args: &[&str], corpus: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridhand"));
    command.arg("corpus").args(args).arg("--corpus").arg(corpus);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

fn finish(args: &[&str], corpus: &Path) -> String {
    let output = gridhand(args, corpus).output().expect("gridhand runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn export(corpus: &Path) -> Vec<String> {
    let text = finish(&["export", "-"], corpus);
    text.lines().map(String::from).collect()
}

/// Kills a child after a while, as the kernel does it: nothing is tidied up.
fn kill_after(child: &mut Child, time: Duration) {
    std::thread::sleep(time);
    let _ = child.kill();
    child.wait().expect("it ends");
}

/// Times that differ, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

struct Room {
    _folder: tempfile::TempDir,
    corpus: PathBuf,
    file: PathBuf,
}

fn room(lines: &[String]) -> Room {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("in.txt");
    fs::write(&file, lines.join("\n")).expect("a file");
    Room {
        corpus: folder.path().join("c.sqlite"),
        file,
        _folder: folder,
    }
}

/// Starts an import and kills it; how many lines it said are stored.
fn killed_import(room: &Room, time: Duration) -> u64 {
    let file = room.file.to_str().expect("UTF-8");
    let mut child = gridhand(&["import", file, "--load", "300", "--json"], &room.corpus)
        .stdout(Stdio::piped())
        .spawn()
        .expect("gridhand runs");
    let out = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let acknowledged = BufReader::new(out).lines().map_while(Result::ok);
        let lines = acknowledged.filter_map(|line| serde_json::from_str::<Value>(&line).ok());
        lines.filter_map(|line| line["lines"].as_u64()).max()
    });
    kill_after(&mut child, time);
    reader.join().expect("a reader").unwrap_or(0)
}

#[test]
fn an_import_that_is_killed_loses_and_doubles_nothing() {
    let lines = lines(60_000, 0);
    let room = room(&lines);
    let mut dice = Dice(1);
    let (mut kills_on_the_way, mut kept) = (0, 0);
    for _ in 0..60 {
        let acknowledged = killed_import(&room, Duration::from_millis(10 + dice.below(250)));
        if !room.corpus.exists() {
            continue;
        }
        let stored = export(&room.corpus);
        assert!(
            stored.len() as u64 >= acknowledged,
            "{} of {acknowledged}",
            stored.len()
        );
        assert!(stored.len() >= kept, "what was there is gone");
        kept = stored.len();
        // In the order of the file, so without gaps and doubles.
        assert!(
            stored == lines[..stored.len()],
            "not what the file begins with"
        );
        kills_on_the_way += usize::from(stored.len() < lines.len() && !stored.is_empty());
        if stored.len() == lines.len() {
            // It came through: once more from the start.
            fs::remove_file(&room.corpus).expect("removed");
            kept = 0;
        }
    }
    assert!(
        kills_on_the_way >= 10,
        "only {kills_on_the_way} kills came while it was at work"
    );
    let file = room.file.to_str().expect("UTF-8");
    finish(&["import", file], &room.corpus);
    assert!(export(&room.corpus) == lines);
    finish(&["verify"], &room.corpus);
}

#[test]
fn two_imports_at_once_one_of_them_killed_again_and_again() {
    let (ours, theirs) = (lines(12_000, 0), lines(12_000, 60));
    let both = room(&ours);
    let file = both.corpus.with_file_name("theirs.txt");
    fs::write(&file, theirs.join("\n")).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let mut steady = gridhand(&["import", file, "--load", "100"], &both.corpus)
        .stdout(Stdio::null())
        .spawn()
        .expect("gridhand runs");
    let mut dice = Dice(2);
    for _ in 0..20 {
        killed_import(&both, Duration::from_millis(20 + dice.below(120)));
    }
    finish(
        &["import", both.file.to_str().expect("UTF-8")],
        &both.corpus,
    );
    assert!(steady.wait().expect("it ends").success());
    let stored = export(&both.corpus);
    let wanted: HashSet<&String> = ours.iter().chain(&theirs).collect();
    assert_eq!(
        stored.len(),
        wanted.len(),
        "something is doubled or missing"
    );
    assert!(stored.iter().all(|line| wanted.contains(line)));
    finish(&["verify"], &both.corpus);
}

#[test]
fn solving_that_is_killed_goes_on_where_it_was() {
    let lines = lines(30_000, 0);
    let room = room(&lines);
    finish(
        &["import", room.file.to_str().expect("UTF-8")],
        &room.corpus,
    );
    let mut dice = Dice(3);
    let mut pending = lines.len() as u64;
    for _ in 0..20 {
        let mut child = gridhand(&["solve"], &room.corpus)
            .stdout(Stdio::null())
            .spawn()
            .expect("gridhand runs");
        kill_after(&mut child, Duration::from_millis(10 + dice.below(150)));
        let corpus = Corpus::open(&room.corpus).expect("a corpus");
        let game = corpus.game::<Dungeons>().expect("a look").expect("there");
        let now = corpus.count_pending(game, false).expect("a count");
        assert!(now <= pending, "answers were lost");
        pending = now;
    }
    finish(&["solve"], &room.corpus);
    let all = finish(&["solve", "--json"], &room.corpus);
    assert!(all.contains("\"solved\":0"), "{all}");
    finish(&["verify"], &room.corpus);
}
