//! `gridhand bench sliding`: the solvers of sliding blocks beside a plain search.

use std::time::Duration;

use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::super::Status;
use super::table::{Figure, Table, Value, time as shown, timed};
use crate::base::{Limits, Outcome};
use crate::games::sliding::{Puzzle, plain, solve};

/// The sliding-block solvers, for the fewest moves and for any, beside a plain breadth-first search;
/// wall-clock times of one run
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(flatten)]
    data: super::Data,
    /// Give up the plain search after so many states
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    plain: u64,
}

/// Totals over all puzzles, and over those that the plain search finished.
#[derive(Default)]
struct Totals {
    time: Duration,
    states: u64,
    peak_bytes: u64,
    both: Duration,
    plain: Duration,
    any: Duration,
}

/// Without a folder of recorded puzzles there is nothing hard enough to measure.
pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let files = super::files(&args.data.required()?.join("sliding"), ".txt")?;
    let mut table = Table::new("sliding", json).with_steps(files.len());
    let mut totals = Totals::default();
    for (name, text) in files {
        let puzzle = Puzzle::parse(&text).context(name.clone())?;
        table.row(row(&name, &puzzle, args.plain, &mut totals));
        table.step();
    }
    let Totals {
        time,
        states,
        plain,
        ..
    } = totals;
    table.say(format_args!(
        "all: {}, {states} states, at most {:.1} MB; any {}; where plain ended {} beside {}",
        shown(time),
        totals.peak_bytes as f64 / 1e6,
        shown(totals.any),
        shown(plain),
        shown(totals.both),
    ));
    Ok(Status::Done)
}

/// Moves, whether that is the proved least, time, states and bytes of the tables, and the same puzzle
/// by the search for any solution and by the plain search of so many states.
fn row(name: &str, puzzle: &Puzzle, plain_states: u64, totals: &mut Totals) -> [Figure; 12] {
    let report = solve::report(puzzle, &Limits::default());
    let (time, stats) = (report.time, report.stats);
    totals.time += time;
    totals.states += stats.states;
    totals.peak_bytes = totals.peak_bytes.max(stats.peak_bytes);
    let moves = report.outcome.solution().map(Vec::len);
    let proved = match (moves, puzzle.min_moves) {
        (None, _) => report.outcome.word(),
        (_, None) => "yes",
        (Some(moves), Some(known)) if moves == known as usize => "as known",
        _ => "WRONG",
    };
    let plain = plain_time(puzzle, plain_states);
    if let Some(plain) = plain {
        totals.plain += plain;
        totals.both += time;
    }
    let any = solve::any(puzzle, &Limits::default());
    totals.any += any.time;
    let per_state = stats.peak_bytes as f64 / stats.states.max(1) as f64;
    [
        ("puzzle", name.into()),
        ("moves", moves.into()),
        ("proved", proved.into()),
        ("time", time.into()),
        ("states", stats.states.into()),
        ("states/s", Value::per_second(stats.states, time)),
        ("B/state", Value::Number(per_state, 1)),
        ("peak MB", Value::megabytes(stats.peak_bytes)),
        ("any", any.outcome.solution().map(Vec::len).into()),
        ("any time", any.time.into()),
        ("plain", plain.into()),
        ("ratio", Value::ratio(plain, time)),
    ]
}

/// How long the plain search takes, if it ends within so many states.
fn plain_time(puzzle: &Puzzle, states: u64) -> Option<Duration> {
    let limits = Limits {
        nodes: Some(states),
        ..Limits::default()
    };
    let ((outcome, _), time) = timed(|| plain::solve(puzzle, &limits));
    (!matches!(outcome, Outcome::Unknown(_))).then_some(time)
}
