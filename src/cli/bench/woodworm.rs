//! The figures of woodworm: the solver beside the published method.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::base::Limits;
use crate::games::woodworm::solve::{Report, solve};
use crate::games::woodworm::{Direction, Puzzle, reference};
use anyhow::Context as _;
use clap::Args as ClapArgs;

use crate::cli::Status;

/// What takes less than this is done several times, and the best time counts.
const SHORT: Duration = Duration::from_millis(200);
const RUNS: usize = 5;

/// The woodworm solver on every shape of a folder, beside its reference
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// The folder with recorded puzzles [default: $GRIDHAND_DATA, else the shapes that come with
    /// the source]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
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

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let folder =
        super::data(&args.data).map_or("corpus/woodworm".into(), |data| data.join("woodworm"));
    let limits = Limits {
        time: Some(Duration::from_secs(args.time)),
        memory: Some(args.memory.saturating_mul(1_000_000)),
        nodes: None,
    };
    let of_reference = Limits {
        nodes: Some(args.reference_states),
        ..Limits::default()
    };
    bench(
        &folder,
        &limits,
        &of_reference,
        &mut std::io::stdout().lock(),
    )?;
    Ok(Status::Done)
}

/// Solves every puzzle in a folder (`*.txt` that are one) and writes a table: moves, whether they
/// are proved to be the least, else how many are needed at least, time, scenes visited, peak memory
/// of the tables; then the same puzzle by the reference within its own limits, and how many times as
/// long that takes.
///
/// # Errors
/// If the folder or a file cannot be read, or the table not be written.
fn bench(
    folder: &Path,
    limits: &Limits,
    reference_limits: &Limits,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "{:<16} {:>5} {:>9} {:>11} {:>10} {:>8} | {:>9} {:>11} {:>9} {:>7}",
        "shape",
        "moves",
        "proved",
        "ms",
        "scenes",
        "peak MB",
        "ref moves",
        "ref ms",
        "states",
        "ratio"
    )?;
    for (name, puzzle) in puzzles(folder)? {
        let (report, time) = timed(|| solve(&puzzle, limits));
        write!(out, "{name:<16} {}", figures(&puzzle, &report, time))?;
        out.flush()?;
        let (found, reference_time) = timed(|| reference::solve(&puzzle, reference_limits));
        let moves = match found.outcome.solution() {
            Some(moves) => moves.len().to_string(),
            None => found.outcome.word().to_string(),
        };
        let ratio = reference_time.as_secs_f64() / time.as_secs_f64();
        let sign = if found.outcome.solution().is_some() {
            ""
        } else {
            ">"
        };
        writeln!(
            out,
            " | {moves:>9} {:>11.3} {:>9} {:>7}",
            ms(reference_time),
            found.states,
            format!("{sign}{ratio:.0}"),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// The files of a folder that are puzzles, by name.
fn puzzles(folder: &Path) -> anyhow::Result<Vec<(String, Puzzle)>> {
    let cannot_read = || format!("cannot read {}", folder.display());
    let entries = std::fs::read_dir(folder).with_context(cannot_read)?;
    let files: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|e| e.path())).collect();
    let mut files = files.with_context(cannot_read)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut puzzles = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        // A folder of shapes may hold a list of solutions, too.
        if let Ok(puzzle) = Puzzle::parse(&text) {
            puzzles.push((name.into_owned(), puzzle));
        }
    }
    Ok(puzzles)
}

/// The result of a function and how long it takes at best.
fn timed<T>(work: impl Fn() -> T) -> (T, Duration) {
    let once = || {
        let begin = Instant::now();
        let result = work();
        (result, begin.elapsed())
    };
    let (result, mut best) = once();
    if best < SHORT {
        let more = (1..RUNS).map(|_| once().1);
        best = more.fold(best, Duration::min);
    }
    (result, best)
}

fn figures(puzzle: &Puzzle, report: &Report, time: Duration) -> String {
    let solves = |moves: &Vec<Direction>| puzzle.after_all(moves).is_ok_and(|end| end.is_solved());
    let moves = match &report.moves {
        Some(moves) if solves(moves) => moves.len().to_string(),
        Some(_) => "WRONG".to_string(),
        None => "-".to_string(),
    };
    let proved = match report.at_least {
        _ if report.is_optimal() => "yes".to_string(),
        Some(least) => format!(">= {least}"),
        None => "none".to_string(),
    };
    format!(
        "{moves:>5} {proved:>9} {:>11.3} {:>10} {:>8.1}",
        ms(time),
        report.nodes,
        report.memory as f64 / 1e6,
    )
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
