//! Tables that were exported in parts are read as one by a program that others made: DuckDB, as PyPI has it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::corpus_files::{Room, lines};

/// What is asked of the table in the page about the corpus.
fn query() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/corpus.md");
    let page = fs::read_to_string(page).expect("a page");
    let blocks = page.split("```sql\n").skip(1);
    let mut blocks = blocks.filter_map(|block| block.split("```").next());
    let block = blocks.find(|block| block.contains(".parquet"));
    block.expect("a query of the tables").into()
}

/// Python with DuckDB, which stays for the next time; None where it cannot be had.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("duckdb");
    let python = folder.join("bin/python");
    let has_it = || does(&python, &["-c", "import duckdb"]);
    let fetch = || {
        let folder = folder.to_str().expect("a path in Unicode");
        does("python3", &["-m", "venv", "--clear", folder])
            && does(
                &python,
                &[
                    "-m",
                    "pip",
                    "install",
                    "-q",
                    "--disable-pip-version-check",
                    "duckdb",
                ],
            )
            && has_it()
    };
    (has_it() || fetch()).then_some(python)
}

fn does(program: impl AsRef<OsStr>, args: &[&str]) -> bool {
    let output = Command::new(program).args(args).output();
    output.is_ok_and(|output| output.status.success())
}

#[test]
fn another_program_reads_the_parts_as_one_table() {
    let Some(python) = python() else {
        eprintln!("skipped: DuckDB cannot be had from PyPI");
        return;
    };
    let room = Room::new();
    let file = room.write("in.txt", lines(25));
    let parts = room.path("all");
    room.done("c", &["import", file.to_str().expect("a path")]);
    room.done("c", &["solve"]);
    room.done(
        "c",
        &[
            "export",
            parts.to_str().expect("a path"),
            "--partition",
            "10",
        ],
    );
    let asks = "import duckdb, sys\nfor row in duckdb.sql(sys.argv[1]).fetchall(): print(*row[:3])";
    let output: Output = Command::new(python)
        .args(["-c", asks, &query()])
        .current_dir(parts.parent().expect("a folder"))
        .output()
        .expect("python runs");
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for line in String::from_utf8_lossy(&room.export("c", "all.jsonl")).lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let result = record["result"].as_str().expect("a result");
        *counts.entry(result.into()).or_default() += 1;
    }
    assert!(counts.len() > 2, "{counts:?}");
    let lines = counts
        .iter()
        .map(|(result, n)| format!("dungeons {result} {n}\n"));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        lines.collect::<String>(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
