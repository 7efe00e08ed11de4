//! `gridhand bench woodworm`: the solver beside the published method.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::super::Status;
use super::table::{Figure, Spread, Table, Value, timed};
use crate::base::Limits;
use crate::games::woodworm::solve::{StepsReport, solve};
use crate::games::woodworm::{Direction, Puzzle, reference};

/// What takes less than this is done several times, and the best time counts.
const SHORT: Duration = Duration::from_millis(200);
const RUNS: usize = 5;

/// The woodworm solver on every shape of a folder, beside its reference
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Without recorded puzzles: the shapes that come with the source
    #[command(flatten)]
    data: super::Data,
    /// Give up a shape after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,
    /// Give up a shape when its tables need more than so many megabytes
    #[arg(long, value_name = "MB", default_value_t = 8000)]
    memory: u64,
    /// Give up the reference after so many states, each some hundred bytes
    #[arg(long, value_name = "N", default_value_t = 1_500_000)]
    reference_states: u64,
}

/// Solves every puzzle in a folder (`*.txt` that are one): moves, whether they are proved to be the
/// least, else how many are needed at least, time, scenes visited, peak memory of the tables; then the
/// same puzzle by the reference within its own limits, and how many times as long that takes.
pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let recorded = args.data.folder().map(|data| data.join("woodworm"));
    let folder = recorded.unwrap_or_else(|| PathBuf::from("corpus/woodworm"));
    // A folder of shapes may hold a list of solutions, too.
    let files = super::files(&folder, ".txt")?.into_iter();
    let puzzles = files.filter_map(|(name, text)| Some((name, Puzzle::parse(&text).ok()?)));
    let puzzles: Vec<(String, Puzzle)> = puzzles.collect();
    let mut table = Table::new("woodworm", json).with_steps(puzzles.len());
    for (name, puzzle) in puzzles {
        table.row(row(&name, &puzzle, args));
        table.step();
    }
    Ok(Status::Done)
}

fn row(name: &str, puzzle: &Puzzle, args: &Args) -> [Figure; 10] {
    let limits = Limits {
        time: Some(Duration::from_secs(args.time)),
        memory: Some(args.memory.saturating_mul(1_000_000)),
        nodes: None,
    };
    let of_reference = Limits {
        nodes: Some(args.reference_states),
        ..Limits::default()
    };
    let (report, time) = best(|| solve(puzzle, &limits));
    let (found, reference) = best(|| reference::solve(puzzle, &of_reference));
    let moves = found.outcome.solution().map(|moves| moves.len());
    let [own, proved] = figures(puzzle, &report);
    let ratio = reference.as_secs_f64() / time.as_secs_f64();
    [
        ("shape", name.into()),
        ("moves", own),
        ("proved", proved),
        ("time", time.into()),
        ("scenes", report.nodes.into()),
        ("peak MB", Value::megabytes(report.memory)),
        (
            "ref moves",
            moves.map_or(found.outcome.word().into(), Value::from),
        ),
        ("ref time", reference.into()),
        ("ref states", found.states.into()),
        ("ratio", Value::Ratio(ratio, moves.is_none())),
    ]
}

/// The result of a function and how long it takes at best.
fn best<T>(work: impl Fn() -> T) -> (T, Duration) {
    let (result, time) = timed(&work);
    let more = if time < SHORT { RUNS - 1 } else { 0 };
    let times = (0..more).map(|_| timed(&work).1).chain([time]);
    (result, Spread::new(times).at(0.0))
}

/// The number of moves, and whether they are proved to be the least.
fn figures(puzzle: &Puzzle, report: &StepsReport) -> [Value; 2] {
    let solves = |moves: &Vec<Direction>| puzzle.after_all(moves).is_ok_and(|end| end.is_solved());
    let moves = match &report.moves {
        Some(moves) if solves(moves) => moves.len().into(),
        Some(_) => "WRONG".into(),
        None => Value::None,
    };
    let proved = match report.at_least {
        _ if report.is_optimal() => "yes".into(),
        Some(least) => format!(">= {least}").into(),
        None => "none".into(),
    };
    [moves, proved]
}
