//! `gridhand bench coil`: the solver of Mortal Coil beside a plain search.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::super::Status;
use super::table::{Figure, Spread, Table, Value, time, timed};
use crate::base::{Limits, Outcome};
use crate::games::coil::puzzle::{Puzzle, Step};
use crate::games::coil::{plain, solve};

/// Plain search is given up for good after so many levels in a row that it did not solve.
const PLAIN_FAILURES: u32 = 3;

/// Seconds for which the levels solved are told.
const MILESTONES: [u64; 3] = [1, 10, 60];

/// The coil solver on a folder of levels beside plain search; each solution is checked by the rules.
/// A level counts from its text to its solution, with two threads
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(flatten)]
    data: super::Data,
    /// For each level
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    limit: f64,
    /// For each level by plain search, until it fails three times in a row
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS")]
    plain_limit: f64,
}

/// What came of a level.
struct Level {
    name: String,
    result: &'static str,
    time: Duration,
    /// Bytes of the tables at the end.
    memory: u64,
    /// What plain search took, if it solved the level and was still tried.
    plain: Option<Duration>,
}

pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let [limit, plain_limit] = [args.limit, args.plain_limit].map(Duration::try_from_secs_f64);
    let limits = [within(limit?), within(plain_limit?)];
    let mut wrong = false;
    for folder in folders(&args.data.required()?)? {
        let files = super::files(&folder, "")?;
        let mut table = Table::new("coil", json).with_steps(files.len());
        let (mut levels, mut failures) = (Vec::new(), 0);
        for (name, text) in files {
            let (mut level, mut row) = measure(&name, &text, &limits[0])?;
            if failures < PLAIN_FAILURES {
                level.plain = plain_time(&text, &limits[1])?;
                failures = if level.plain.is_some() {
                    0
                } else {
                    failures + 1
                };
            }
            row.push(("plain", level.plain.into()));
            row.push(("ratio", Value::ratio(level.plain, level.time)));
            table.row(row);
            table.step();
            wrong |= level.result == "wrong";
            levels.push(level);
        }
        table.say(format_args!("{}:", folder.display()));
        totals(&levels, &table);
    }
    Ok(if wrong { Status::Failed } else { Status::Done })
}

/// The folder itself if it has files, else those in it, in the order of their names.
fn folders(data: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let data = [data.join("coil"), data.to_path_buf()];
    let data = data.into_iter().find(|folder| folder.is_dir());
    let data = data.context("there is no such folder of levels")?;
    let listed = fs::read_dir(&data).with_context(|| format!("cannot list {}", data.display()))?;
    let inner = listed.map(|entry| Ok(entry?.path()));
    let mut inner = inner.collect::<std::io::Result<Vec<PathBuf>>>()?;
    inner.retain(|path| path.is_dir());
    inner.sort();
    Ok(if inner.is_empty() { vec![data] } else { inner })
}

fn within(limit: Duration) -> Limits {
    Limits {
        time: Some(limit),
        ..Limits::default()
    }
}

/// From the text to the checked solution, and the first columns of the row that tells of it.
fn measure(name: &str, text: &str, limits: &Limits) -> anyhow::Result<(Level, Vec<Figure>)> {
    let solved = || {
        let puzzle = Puzzle::parse(text)?;
        let (outcome, effort) = solve::solve_with_effort(&puzzle, limits);
        anyhow::Ok((puzzle, outcome, effort))
    };
    let (solved, time) = timed(solved);
    let (puzzle, outcome, effort) = solved.with_context(|| name.to_string())?;
    let level = Level {
        name: name.into(),
        result: result(&puzzle, &outcome),
        time,
        memory: effort.memory,
        plain: None,
    };
    let row = vec![
        ("level", name.into()),
        (
            "size",
            format!("{}x{}", puzzle.width(), puzzle.height()).into(),
        ),
        ("open", puzzle.open().into()),
        ("result", level.result.into()),
        ("time", time.into()),
        ("nodes", effort.nodes.into()),
        ("MB", Value::megabytes(effort.memory)),
    ];
    Ok((level, row))
}

/// The outcome's word, if the plain rules agree.
fn result(puzzle: &Puzzle, outcome: &Outcome<Vec<Step>>) -> &'static str {
    match outcome.solution() {
        Some(steps) if !puzzle.is_solved_by(steps) => "wrong",
        _ => outcome.word(),
    }
}

fn plain_time(text: &str, limits: &Limits) -> anyhow::Result<Option<Duration>> {
    let puzzle = Puzzle::parse(text)?;
    let ((outcome, _), time) = timed(|| plain::solve(&puzzle, limits));
    Ok(outcome.solution().map(|_| time))
}

fn totals(levels: &[Level], table: &Table) {
    let solved = levels.iter().filter(|level| level.result == "solved");
    let times = Spread::new(levels.iter().map(|level| level.time));
    let memory = levels.iter().map(|level| level.memory).max();
    table.say(format_args!(
        "{} of {} solved, {} in all, the slowest {}, at most {:.1} MB of tables",
        solved.count(),
        levels.len(),
        time(times.total()),
        time(times.at(1.0)),
        memory.unwrap_or_default() as f64 / 1e6,
    ));
    for seconds in MILESTONES {
        let limit = Duration::from_secs(seconds);
        let in_time = |level: &&Level| level.result == "solved" && level.time <= limit;
        let last = levels.iter().take_while(in_time).last();
        let last = last.map_or("none", |level| &level.name);
        table.say(format_args!("within {seconds} s each: all up to {last}"));
    }
    let both = levels
        .iter()
        .filter_map(|level| Some((level.time, level.plain?)));
    let (own, plain): (Vec<_>, Vec<_>) = both.unzip();
    table.say(format_args!(
        "plain search solved {} in {}; the solver, the same ones in {}",
        plain.len(),
        time(plain.iter().sum()),
        time(own.iter().sum()),
    ));
}
