//! How fast the solver is, beside the plain search.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;

use super::{Puzzle, plain, solve};
use crate::base::{Limits, Outcome};

/// The plain search is given up after so many states.
pub const PLAIN_STATES: u64 = 300_000;

/// Totals over all puzzles, and over those that the plain search finished.
#[derive(Default)]
struct Totals {
    ms: f64,
    states: u64,
    peak_bytes: u64,
    both_ms: f64,
    plain_ms: f64,
}

/// Solves every `*.txt` in a folder and writes a table: moves, whether that is the proved least,
/// time, states, states a second (wall clock), bytes a state and peak bytes of the tables, and the
/// same puzzle by the plain search of at most `plain_states` states.
///
/// # Errors
/// If the folder or a puzzle cannot be read, or the table not be written.
pub fn bench(
    folder: &Path,
    limits: &Limits,
    plain_states: u64,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let cannot_read = || format!("cannot read {}", folder.display());
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder)
        .with_context(cannot_read)?
        .collect();
    let mut files: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    writeln!(
        out,
        "{:<30} {:>5} {:>8} {:>10} {:>10} {:>8} {:>7} {:>8} {:>10} {:>7}",
        "puzzle",
        "moves",
        "proved",
        "ms",
        "states",
        "states/s",
        "B/state",
        "peak MB",
        "plain ms",
        "ratio"
    )?;
    let mut totals = Totals::default();
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let puzzle = Puzzle::parse(&text).with_context(|| file.display().to_string())?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        row(&name, &puzzle, limits, plain_states, &mut totals, out)?;
    }
    writeln!(
        out,
        "{:<30} {:>5} {:>8} {:>10.1} {:>10} {:>8} {:>7} {:>8.1} {:>10.0} {:>7.0}",
        "all; ratio: where plain ended",
        "",
        "",
        totals.ms,
        totals.states,
        per_second(totals.states, totals.ms),
        "",
        totals.peak_bytes as f64 / 1e6,
        totals.plain_ms,
        totals.plain_ms / totals.both_ms,
    )?;
    Ok(())
}

fn row(
    name: &str,
    puzzle: &Puzzle,
    limits: &Limits,
    plain_states: u64,
    totals: &mut Totals,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let report = solve::report(puzzle, limits);
    let (ms, stats) = (report.time.as_secs_f64() * 1e3, report.stats);
    totals.ms += ms;
    totals.states += stats.states;
    totals.peak_bytes = totals.peak_bytes.max(stats.peak_bytes);
    let moves = report.outcome.solution().map(Vec::len);
    let known = puzzle.min_moves.map(|moves| moves as usize);
    let proved = match (moves, known) {
        (None, _) => report.outcome.word(),
        (_, None) => "yes",
        (Some(moves), Some(known)) if moves == known => "as known",
        _ => "WRONG",
    };
    let (plain_ms, ratio) = match plain_ms(puzzle, plain_states) {
        Some(plain) => {
            totals.plain_ms += plain;
            totals.both_ms += ms;
            (format!("{plain:.0}"), format!("{:.0}", plain / ms))
        }
        None => ("-".to_string(), "-".to_string()),
    };
    writeln!(
        out,
        "{name:<30} {:>5} {proved:>8} {ms:>10.1} {:>10} {:>8} {:>7.1} {:>8.1} {plain_ms:>10} {ratio:>7}",
        moves.map_or("-".to_string(), |moves| moves.to_string()),
        stats.states,
        per_second(stats.states, ms),
        stats.peak_bytes as f64 / stats.states.max(1) as f64,
        stats.peak_bytes as f64 / 1e6,
    )?;
    out.flush()?;
    Ok(())
}

fn per_second(states: u64, ms: f64) -> String {
    format!("{:.2} M", states as f64 / ms / 1e3)
}

/// How long the plain search takes, if it ends within so many states.
fn plain_ms(puzzle: &Puzzle, states: u64) -> Option<f64> {
    let limits = Limits {
        nodes: Some(states),
        ..Limits::default()
    };
    let begin = Instant::now();
    let (outcome, _) = plain::solve(puzzle, &limits);
    let ms = begin.elapsed().as_secs_f64() * 1e3;
    (!matches!(outcome, Outcome::Unknown(_))).then_some(ms)
}
