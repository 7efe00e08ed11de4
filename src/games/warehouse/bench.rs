//! Measures this game's two halves against plain references.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::follow::{self, Map, Task};
use super::generate::{Wish, generate};
use super::plain::{self, Plain};
use super::solve;
use super::text::{self, Level};
use crate::base::Limits;

/// Runs in follow mode; the fastest one and the median are reported.
const RUNS: usize = 3000;

/// Positions that the plain solver may see before it gives up.
const PLAIN_POSITIONS: usize = 200_000;

/// Levels of our own: how many, and what kind.
const MADE: u64 = 12;
const WISH: Wish = Wish {
    columns: 10,
    rows: 9,
    boxes: 4,
    tries: 6,
};

/// The classic levels, where the package xsok is installed.
pub const CLASSIC: &str = "/usr/share/games/xsok/Sokoban.def";

/// What is measured.
#[derive(Clone, Debug)]
pub struct Order<'a> {
    /// The folder with `warehouse/input.txt`; no follow mode without it.
    pub data: Option<&'a Path>,
    /// Levels to solve instead of the usual ones.
    pub levels: Option<&'a Path>,
    /// All classic levels, and not only the first one.
    pub classic: bool,
    /// For each level.
    pub limits: Limits,
}

/// Writes tables to `out`: follow mode, and the solver on a file of levels, or else on levels of our own
/// and the classic ones, where they are installed.
pub fn bench(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(data) = order.data {
        bench_follow(&read(&data.join("warehouse/input.txt"))?, out)?;
        writeln!(out)?;
    }
    if let Some(file) = order.levels {
        return bench_solve(&text::collection(&read(file)?)?, &order.limits, 0, out);
    }
    bench_solve(&own_levels(), &order.limits, PLAIN_POSITIONS, out)?;
    let classic = Path::new(CLASSIC);
    if !classic.exists() {
        return Ok(writeln!(
            out,
            "\nno classic levels: the package xsok is not installed"
        )?);
    }
    writeln!(out)?;
    let levels = text::collection(&read(classic)?)?;
    let wanted = if order.classic { levels.len() } else { 1 };
    bench_solve(&levels[..wanted], &order.limits, 0, out)
}

fn own_levels() -> Vec<Level> {
    let level = |seed| {
        let title = format!("seed {seed}");
        generate(seed, &WISH).map(|puzzle| Level { title, puzzle })
    };
    (0..MADE).filter_map(level).collect()
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Least pushes, two threads, beside a plain search of at most so many positions.
fn bench_solve(
    levels: &[Level],
    limits: &Limits,
    plain_positions: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "{:24} {:>6} {:>10} {:>10} {:>7} {:>10}",
        "level", "pushes", "ms", "expanded", "peak MB", "plain ms"
    )?;
    let mut solved = 0;
    for level in levels {
        let start = Instant::now();
        let result = solve::solve(&level.puzzle, limits);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let plain = plain::least_pushes(&level.puzzle, plain_positions);
        let plain_ms = match plain {
            Plain::TooMany => "-".to_string(),
            _ => format!("{:.0}", start.elapsed().as_secs_f64() * 1e3),
        };
        let pushes = match result.pushes {
            Some(pushes) => pushes.to_string(),
            None => result.outcome.word().to_string(),
        };
        if let (Some(pushes), Plain::Pushes(least)) = (result.pushes, plain) {
            ensure!(
                usize::from(pushes) == least,
                "{}: the plain search found {least}",
                level.title
            );
        }
        solved += usize::from(result.pushes.is_some());
        let expanded: u64 = result.stats.expanded.iter().sum();
        let peak = result.stats.peak_bytes >> 20;
        writeln!(
            out,
            "{:24} {pushes:>6} {ms:>10.1} {expanded:>10} {peak:>7} {plain_ms:>10}",
            level.title
        )?;
        out.flush()?;
    }
    writeln!(
        out,
        "{solved} of {} solved, least pushes proved",
        levels.len()
    )?;
    Ok(())
}

/// One thread, in memory, parsing and summing included.
fn bench_follow(text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "follow mode            fastest     median        sum")?;
    for wide in [false, true] {
        let name = if wide { "wide" } else { "narrow" };
        let fast = report(out, name, RUNS, text, |task| follow::follow(task, wide))?;
        let plain = format!("{name}, plain");
        let plain = report(out, &plain, RUNS / 10, text, |task| {
            follow::plain::follow(task, wide)
        })?;
        ensure!(fast == plain, "the fast way and the plain one differ");
    }
    Ok(())
}

fn report(
    out: &mut dyn Write,
    name: &str,
    runs: usize,
    text: &str,
    walk: impl Fn(&Task) -> Map,
) -> anyhow::Result<u64> {
    let once = || anyhow::Ok(walk(&follow::parse(black_box(text))?).sum());
    let sum = once()?;
    let mut times: Vec<Duration> = Vec::with_capacity(runs);
    for _ in 0..runs {
        let start = Instant::now();
        black_box(once()?);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    writeln!(
        out,
        "{name:18} {:8.1} us {:8.1} us {sum:10}",
        micros(times[0]),
        micros(times[runs / 2])
    )?;
    Ok(sum)
}
