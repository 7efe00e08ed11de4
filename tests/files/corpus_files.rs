//! Files go into the corpus and come out as they were; damage is named and mended.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use gridhand::games::dungeons::generate;
use serde_json::Value;

/// A folder with corpora in it.
pub struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }

    /// Runs `gridhand corpus` with the arguments on a corpus of this name.
    fn corpus(&self, name: &str, args: &[&str]) -> (i32, String, String) {
        let mut command = gridhand();
        command.arg("corpus").args(args);
        command.arg("--corpus").arg(self.path(name));
        finish(&mut command)
    }

    pub fn done(&self, name: &str, args: &[&str]) -> String {
        let (status, out, err) = self.corpus(name, args);
        assert_eq!(status, 0, "{args:?}: {err}");
        out
    }

    pub fn export(&self, name: &str, file: &str) -> Vec<u8> {
        let path = self.path(file);
        self.done(name, &["export", text(&path)]);
        fs::read(path).expect("an export")
    }

    fn json(&self, name: &str, args: &[&str]) -> Value {
        let out = self.done(name, &[args, &["--json"]].concat());
        serde_json::from_str(&out).expect("JSON")
    }
}

fn gridhand() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gridhand"))
}

fn finish(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("gridhand runs");
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().unwrap_or(-1);
    (status, words(&output.stdout), words(&output.stderr))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Lines of generated puzzles, with their solutions from the third on.
pub fn lines(count: u32) -> String {
    (0..count)
        .map(|seed| {
            let made = generate::from_seed(seed);
            let solved = made.puzzle.with_walls(&made.walls).one_line();
            let solution = solved.rsplit(' ').next().expect("a grid");
            match seed % 3 {
                0 => format!("{}\n", made.puzzle.one_line()),
                1 => format!("{} several\n", made.puzzle.one_line()),
                _ => format!("{} {solution}\n", made.puzzle.one_line()),
            }
        })
        .collect()
}

/// Pages with seeds.
fn pages(seeds: std::ops::Range<u32>) -> String {
    let page = |seed| format!("{}\n", generate::from_seed(seed).puzzle);
    seeds.map(page).collect()
}

#[test]
fn lines_come_out_as_they_went_in() {
    let room = Room::new();
    let lines = lines(3000);
    let file = room.write("in.txt", &lines);
    room.done("c", &["import", text(&file)]);
    assert_eq!(room.export("c", "out.txt"), lines.as_bytes());
    // Once more changes nothing.
    let out = room.done("c", &["import", text(&file)]);
    assert!(out.contains("0 new, 3000 known, 0 conflicts"), "{out}");
    assert_eq!(room.export("c", "out.txt"), lines.as_bytes());
}

#[test]
fn a_blank_line_ends_a_puzzle_only_where_its_parts_are_puzzles() {
    let room = Room::new();
    let level = "#####\n#@$.#\n#####\n";
    let headed = format!("; an easy one\n\n{level}");
    for (game, text_of_two, count) in [
        ("null", "o+\n+o\n\n++\noo\n".to_string(), 2),
        ("warehouse", headed, 1),
    ] {
        let file = room.write(&format!("{game}.txt"), text_of_two);
        let said = room.json(game, &["import", "--game", game, text(&file)]);
        assert_eq!((&said["new"], &said["bad"]), (&count.into(), &0.into()));
    }
}

#[test]
fn the_real_puzzles_come_out_as_they_went_in() {
    let Some(data) = data() else { return };
    let file = data.join("dungeons/puzzles_5k.txt");
    let room = Room::new();
    room.done("c", &["import", text(&file)]);
    let before = fs::read(&file).expect("the puzzles");
    let comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let before = String::from_utf8(before).expect("text");
    let expected: Vec<&str> = before.lines().filter(|line| !comment(line)).collect();
    let after = String::from_utf8(room.export("c", "out.txt")).expect("text");
    assert_eq!(after.lines().collect::<Vec<_>>(), expected);
    let solved = room.json("c", &["solve", "--again"]);
    assert_eq!(solved["results"]["unique"], expected.len());
    let again = String::from_utf8(room.export("c", "out.txt")).expect("text");
    assert_eq!(
        again, after,
        "the solver finds the solutions that were given"
    );
}

#[test]
fn json_csv_and_parquet_hold_everything() {
    let room = Room::new();
    let seeded = room.write("a.txt", pages(300..600));
    let plain = room.write("b.txt", lines(300));
    room.done("c", &["import", text(&seeded), text(&plain)]);
    room.done("c", &["solve", "--grade"]);
    let whole = room.export("c", "whole.jsonl");
    assert_eq!(whole.iter().filter(|byte| **byte == b'\n').count(), 600);
    for format in ["jsonl", "csv", "parquet"] {
        let file = format!("out.{format}");
        let first = room.export("c", &file);
        let copy = format!("copy-{format}");
        room.done(&copy, &["import", text(&room.path(&file))]);
        let again = room.export(&copy, "again.jsonl");
        assert!(again == whole, "{format} lost something");
        assert_eq!(
            room.export(&copy, &format!("again.{format}")).len(),
            first.len()
        );
    }
}

#[test]
fn parts_of_a_table_are_the_table_and_overwrite_nothing() {
    let room = Room::new();
    let file = room.write("in.txt", lines(25));
    room.done("c", &["import", text(&file)]);
    let parts = room.path("parts");
    let export = ["export", text(&parts), "--partition", "10"];
    room.done("c", &export);
    let counts: Vec<u64> = (0..3)
        .map(|number| {
            let part = parts.join(format!("part-{number:05}.parquet"));
            let said = room.json("copy", &["import", text(&part)]);
            said["new"].as_u64().expect("a count")
        })
        .collect();
    assert_eq!(counts, [10, 10, 5]);
    assert_eq!(fs::read_dir(&parts).expect("the parts").count(), 3);
    assert_eq!(room.export("copy", "a.jsonl"), room.export("c", "b.jsonl"));
    let (status, _, err) = room.corpus("c", &export);
    assert_eq!(status, 2);
    assert!(err.contains("is there already"), "{err}");
}

#[test]
fn a_bad_line_is_named_and_the_others_are_taken() {
    let room = Room::new();
    let file = room.write("in.txt", "# two\n11 11 .M/..\n\n12 3x ../..\n11 11 M./..\n");
    let (status, _, err) = room.corpus("c", &["import", text(&file)]);
    assert_eq!(status, 1);
    assert!(err.contains("in.txt:4: "), "{err}");
    assert_eq!(room.json("c", &["stats"])["puzzles"], 2);
}

#[test]
fn what_comes_from_another_game_is_refused() {
    let room = Room::new();
    let line = r#"{"game":"coil","puzzle":"x=3","result":"unsolved"}"#;
    let file = room.write("in.jsonl", line);
    let (status, _, err) = room.corpus("c", &["import", text(&file)]);
    assert_eq!(status, 1);
    assert!(err.contains("coil"), "{err}");
}

#[test]
fn conflicts_are_reported() {
    let room = Room::new();
    let first = room.write("a.txt", pages(5..6));
    let other = pages(6..7).replace("seed 00000006", "seed 00000005");
    let second = room.write("b.txt", other);
    room.done("c", &["import", text(&first)]);
    let out = room.done("c", &["import", text(&second)]);
    assert!(out.contains("1 conflicts"), "{out}");
    assert_eq!(room.json("c", &["stats"])["conflicts"], 1);
    let shown = room.json("c", &["show", "5"]);
    assert_eq!(shown["puzzle"], generate::from_seed(5).puzzle.one_line());
    assert_eq!(
        shown["conflicts"][0],
        generate::from_seed(6).puzzle.one_line()
    );
}

#[test]
fn standard_input_and_output() {
    let room = Room::new();
    let lines = lines(10);
    let mut import = gridhand();
    import
        .args(["corpus", "import", "-", "--corpus"])
        .arg(room.path("c"));
    import.write_stdin(lines.clone());
    assert_eq!(finish(&mut import).0, 0);
    assert_eq!(room.done("c", &["export"]), lines);
    assert_eq!(
        room.done("c", &["export", "--format", "jsonl", "-"])
            .lines()
            .count(),
        10
    );
}

#[test]
fn statuses_of_what_is_not_there() {
    let room = Room::new();
    for args in [
        ["stats", "--json"],
        ["show", "1"],
        ["solve", "--json"],
        ["export", "-"],
    ] {
        let (status, _, err) = room.corpus("none", &args);
        assert_eq!(status, 1, "{args:?}");
        assert!(err.contains("there is no corpus at"), "{err}");
        assert!(!room.path("none").exists());
    }
    let file = room.write("in.txt", lines(1));
    room.done("c", &["import", text(&file)]);
    assert_eq!(room.corpus("c", &["show", "1"]).0, 1);
}

#[test]
fn verify_finds_a_wrong_solution_and_changed_bytes() {
    let room = Room::new();
    let file = room.write("in.txt", pages(0..50));
    room.done("c", &["import", text(&file)]);
    room.done("c", &["solve"]);
    assert_eq!(room.json("c", &["verify"])["findings"], 0);
    {
        let c = rusqlite::Connection::open(room.path("c")).expect("a database");
        c.execute(
            "UPDATE puzzle SET solution = zeroblob(8) WHERE seed = 7",
            [],
        )
        .expect("changed");
        c.execute(
            "UPDATE puzzle SET puzzle = (SELECT puzzle FROM puzzle WHERE seed = 1) WHERE seed = 9",
            [],
        )
        .expect("changed");
    }
    let (status, out, _) = room.corpus("c", &["verify"]);
    assert_eq!(status, 1);
    assert!(
        out.contains("seed 00000007") && out.contains("its solution is wrong"),
        "{out}"
    );
    assert!(out.contains("seed 00000009"), "{out}");
}

/// A corpus of 20,000 solved puzzles, most of them the same few with other numbers, and its text.
fn large(room: &Room) -> Vec<u8> {
    let mut text = String::new();
    for seed in 0..400 {
        let line = generate::from_seed(seed).puzzle.one_line();
        let (numbers, rest) = line.split_once(' ').expect("fields");
        for first in 0..9 {
            for second in 0..6 {
                text.push_str(&format!("{first}{second}{} {rest}\n", &numbers[2..]));
            }
        }
    }
    let file = room.write("large.txt", text);
    room.done("c", &["import", self::text(&file)]);
    room.export("c", "large.out")
}

#[test]
fn a_damaged_file_is_named_left_alone_and_saved_from() {
    let room = Room::new();
    let whole = large(&room);
    let whole: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    let good = fs::read(room.path("c")).expect("a file");
    let page = 8192;
    type Damage = fn(&mut Vec<u8>, usize);
    let damages: [(&str, Damage, usize); 5] = [
        (
            "zeroed in the middle",
            |file, page| file[40 * page..44 * page].fill(0),
            5,
        ),
        (
            "garbage in the middle",
            |file, page| {
                for (index, byte) in file[30 * page..33 * page].iter_mut().enumerate() {
                    *byte = (index * 7919 % 251) as u8;
                }
            },
            4,
        ),
        (
            "cut off",
            |file, page| file.truncate(file.len() - 21 * page - 100),
            23,
        ),
        ("without its beginning", |file, _| file[..100].fill(0xaa), 1),
        (
            "without its first pages",
            |file, page| file[..8 * page].fill(0),
            9,
        ),
    ];
    for (what, damage, pages_lost) in damages {
        let mut bytes = good.clone();
        damage(&mut bytes, page);
        let damaged = room.write("damaged", &bytes);
        let file = room.write("more.txt", lines(3));
        for args in [vec!["import", text(&file)], vec!["solve"], vec!["verify"]] {
            let (status, _, err) = room.corpus("damaged", &args);
            assert_eq!(status, 1, "{what}: {args:?}");
            assert!(
                err.contains("damaged") && err.contains("repair"),
                "{what}: {err}"
            );
        }
        assert!(
            fs::read(&damaged).expect("a file") == bytes,
            "{what}: it was changed"
        );
        let _ = fs::remove_file(room.path("saved"));
        let mut repair = gridhand();
        repair.args([
            "corpus",
            "repair",
            text(&damaged),
            text(&room.path("saved")),
        ]);
        let (status, _, err) = finish(&mut repair);
        assert_eq!(status, 0, "{what}: {err}");
        assert!(
            fs::read(&damaged).expect("a file") == bytes,
            "{what}: repair changed it"
        );
        assert_eq!(room.json("saved", &["verify"])["findings"], 0, "{what}");
        let saved = room.export("saved", "saved.out");
        let saved: Vec<&[u8]> = saved.split_inclusive(|byte| *byte == b'\n').collect();
        // A page holds at most 200 rows.
        let least = whole.len() - 200 * pages_lost;
        assert!(
            saved.len() >= least && least > 0,
            "{what}: {} saved",
            saved.len()
        );
        // In order, and nothing that was not there.
        let mut rest = whole.iter();
        assert!(
            saved.iter().all(|line| rest.any(|old| old == line)),
            "{what}"
        );
    }
}

#[test]
fn what_is_only_in_the_log_is_saved_too() {
    let room = Room::new();
    let lines = lines(50);
    let file = room.write("in.txt", &lines);
    room.done("c", &["import", text(&file)]);
    // A copy of a file that is in use has a log beside it.
    let c = rusqlite::Connection::open(room.path("c")).expect("a database");
    c.pragma_update(None, "journal_mode", "wal").expect("set");
    c.execute("UPDATE puzzle SET seed = id", [])
        .expect("changed");
    for (from, to) in [("c", "copy"), ("c-wal", "copy-wal")] {
        fs::copy(room.path(from), room.path(to)).expect("a copy");
    }
    drop(c);
    let mut repair = gridhand();
    repair.args([
        "corpus",
        "repair",
        text(&room.path("copy")),
        text(&room.path("saved")),
    ]);
    let (status, _, err) = finish(&mut repair);
    assert_eq!(status, 0, "{err}");
    let stats = room.json("saved", &["stats"]);
    assert_eq!(
        (&stats["puzzles"], &stats["with_seed"]),
        (&50.into(), &50.into())
    );
    assert_eq!(room.export("saved", "saved.txt"), lines.as_bytes());
}

#[test]
fn the_report_stands_alone() {
    let room = Room::new();
    let file = room.write("in.txt", pages(0..60));
    room.done("c", &["import", text(&file)]);
    room.done("c", &["solve", "--grade"]);
    room.done("c", &["stats", "--report", text(&room.path("report.html"))]);
    let page = fs::read_to_string(room.path("report.html")).expect("a page");
    assert_eq!(page.matches("class=\"board\"").count(), 12);
    assert!(page.matches("class=\"plot\"").count() >= 5);
    for foreign in ["http://", "https://", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
}

fn data() -> Option<PathBuf> {
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
