//! Measures the solver on a folder of levels, beside plain search.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::puzzle::{Puzzle, Step};
use super::{plain, solve};
use crate::base::{Limits, Outcome};

/// Plain search is given up for good after so many levels in a row that it did not solve.
const PLAIN_FAILURES: u32 = 3;
/// Seconds for which the levels solved are told.
const MILESTONES: [u64; 3] = [1, 10, 60];

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// A folder with a level in each file, or with folders of such.
    pub data: PathBuf,
    /// For each level.
    pub limit: Duration,
    /// For each level, by plain search.
    pub plain_limit: Duration,
}

/// One level.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub size: [usize; 2],
    /// Cells to visit.
    pub open: usize,
    /// `solved`, `impossible`, `unknown`; `wrong` if the solution breaks the rules.
    pub result: &'static str,
    pub time: Duration,
    /// Conflicts of the search.
    pub nodes: u64,
    /// Bytes of the tables at the end.
    pub memory: u64,
    /// What plain search took, if it solved the level and was still tried.
    pub plain: Option<Duration>,
}

impl Row {
    fn is_solved_within(&self, limit: Duration) -> bool {
        self.result == "solved" && self.time <= limit
    }
}

/// Measures every level and prints a line for each, then the totals.
///
/// # Errors
/// When a file cannot be read or is no level, or `out` cannot be written.
pub fn run(options: &Options, out: &mut impl Write) -> anyhow::Result<Vec<Row>> {
    let mut all = Vec::new();
    for folder in folders(&options.data)? {
        writeln!(out, "{}", folder.display())?;
        let mut rows = Vec::new();
        let mut failures = 0;
        header(out)?;
        for file in levels(&folder)? {
            let mut row = measure(&file, options.limit)?;
            if failures < PLAIN_FAILURES {
                row.plain = plain_time(&file, options.plain_limit)?;
                failures = if row.plain.is_some() { 0 } else { failures + 1 };
            }
            line(&row, out)?;
            rows.push(row);
        }
        totals(&rows, out)?;
        all.append(&mut rows);
    }
    Ok(all)
}

/// The folder itself if it has files, else those in it, in the order of their names.
fn folders(data: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let data = [data.join("coil"), data.to_path_buf()]
        .into_iter()
        .find(|folder| folder.is_dir())
        .with_context(|| format!("no folder {}", data.display()))?;
    let mut inner = entries(&data)?;
    inner.retain(|path| path.is_dir());
    Ok(if inner.is_empty() { vec![data] } else { inner })
}

fn levels(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = entries(folder)?;
    files.retain(|path| path.is_file());
    Ok(files)
}

/// What is in a folder; numbers in the order of their size.
fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let failed = || format!("cannot list {}", folder.display());
    let listed = fs::read_dir(folder).with_context(failed)?;
    let paths: io::Result<Vec<PathBuf>> = listed.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.with_context(failed)?;
    paths.sort_by_key(|path| {
        let name = name(path);
        (name.parse::<u64>().unwrap_or(u64::MAX), name)
    });
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

fn read(file: &Path) -> anyhow::Result<Puzzle> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Puzzle::parse(&text).with_context(|| file.display().to_string())
}

/// From the file's text to the checked solution.
fn measure(file: &Path, limit: Duration) -> anyhow::Result<Row> {
    let start = Instant::now();
    let puzzle = read(file)?;
    let (outcome, effort) = solve::solve_with_effort(&puzzle, &within(limit));
    let time = start.elapsed();
    Ok(Row {
        name: name(file),
        size: [puzzle.width(), puzzle.height()],
        open: puzzle.open(),
        result: result(&puzzle, &outcome),
        time,
        nodes: effort.nodes,
        memory: effort.memory,
        plain: None,
    })
}

fn within(limit: Duration) -> Limits {
    Limits {
        time: Some(limit),
        ..Limits::default()
    }
}

/// The outcome's word, if the plain rules agree.
fn result(puzzle: &Puzzle, outcome: &Outcome<Vec<Step>>) -> &'static str {
    match outcome.solution() {
        Some(steps) if !puzzle.is_solved_by(steps) => "wrong",
        _ => outcome.word(),
    }
}

fn plain_time(file: &Path, limit: Duration) -> anyhow::Result<Option<Duration>> {
    let puzzle = read(file)?;
    let start = Instant::now();
    let (outcome, _) = plain::solve(&puzzle, &within(limit));
    Ok(outcome.solution().map(|_| start.elapsed()))
}

fn header(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>8} {:>9} {:>7} {:>10} {:>9} {:>9} {:>7} {:>9}",
        "level", "size", "open", "result", "seconds", "nodes", "MB", "plain s"
    )
}

fn line(row: &Row, out: &mut impl Write) -> io::Result<()> {
    let size = format!("{}x{}", row.size[0], row.size[1]);
    let plain = row
        .plain
        .map_or("-".into(), |time| format!("{:.3}", time.as_secs_f64()));
    writeln!(
        out,
        "{:>8} {size:>9} {:>7} {:>10} {:>9.3} {:>9} {:>7.1} {plain:>9}",
        row.name,
        row.open,
        row.result,
        row.time.as_secs_f64(),
        row.nodes,
        row.memory as f64 / 1e6,
    )?;
    out.flush()
}

fn totals(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let solved: Vec<&Row> = rows.iter().filter(|row| row.result == "solved").collect();
    let seconds: f64 = rows.iter().map(|row| row.time.as_secs_f64()).sum();
    let worst = rows.iter().map(|row| row.time).max().unwrap_or_default();
    let memory = rows.iter().map(|row| row.memory).max().unwrap_or_default();
    writeln!(
        out,
        "{} of {} solved, {seconds:.2} s in all, the slowest {:.2} s, at most {:.1} MB of tables",
        solved.len(),
        rows.len(),
        worst.as_secs_f64(),
        memory as f64 / 1e6,
    )?;
    for limit in MILESTONES {
        let limit = Duration::from_secs(limit);
        let passed = rows.iter().take_while(|row| row.is_solved_within(limit));
        let last = passed.last().map_or("none", |row| &row.name);
        writeln!(out, "within {} s each: all up to {last}", limit.as_secs())?;
    }
    let plain: Vec<&Row> = rows.iter().filter(|row| row.plain.is_some()).collect();
    let by_plain: f64 = plain
        .iter()
        .filter_map(|row| row.plain)
        .map(|t| t.as_secs_f64())
        .sum();
    let same: f64 = plain.iter().map(|row| row.time.as_secs_f64()).sum();
    writeln!(
        out,
        "plain search solved {} in {by_plain:.3} s; the solver, the same ones in {same:.3} s",
        plain.len(),
    )
}
