//! `gridhand bench warehouse`: both halves of the warehouse beside plain references.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args as ClapArgs;

use super::super::Status;
use super::table::{Spread, Table, Value, timed};
use crate::base::Limits;
use crate::games::warehouse::follow::{self, Map, Task};
use crate::games::warehouse::generate::{Wish, generate};
use crate::games::warehouse::plain::{self, Plain};
use crate::games::warehouse::solve;
use crate::games::warehouse::text::{self, CLASSIC, Level};

/// The most bytes that the tables of one level may take.
const MEMORY: u64 = 4 << 30;

/// Runs in follow mode; the plain way takes some twenty times as long, and a tenth of them.
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

/// Follow mode beside a plain way to do it (many runs of one thread, parsing included), and the solver
/// (wall-clock, two threads) on levels of our own and of the package xsok
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(flatten)]
    data: super::Data,
    /// A file of levels to solve instead
    #[arg(long, value_name = "FILE")]
    levels: Option<PathBuf>,
    /// Solve all levels of the package xsok, where it is installed, and not only the first one
    #[arg(long)]
    classic: bool,
    /// Give up a level after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,
}

/// Follow mode, where its moves are recorded, and the solver on a file of levels, or else on levels of
/// our own and the classic ones, where they are installed.
pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    if let Some(data) = args.data.folder() {
        bench_follow(&read(&data.join("warehouse/input.txt"))?, json)?;
    }
    let limits = Limits {
        time: Some(Duration::from_secs(args.time)),
        memory: Some(MEMORY),
        ..Limits::default()
    };
    if let Some(file) = &args.levels {
        bench_solve(&text::collection(&read(file)?)?, &limits, 0, json)?;
        return Ok(Status::Done);
    }
    bench_solve(&own_levels(), &limits, PLAIN_POSITIONS, json)?;
    let classic = Path::new(CLASSIC);
    if !classic.exists() {
        eprintln!("no classic levels: the package xsok is not installed");
        return Ok(Status::Done);
    }
    let levels = text::collection(&read(classic)?)?;
    let wanted = if args.classic { levels.len() } else { 1 };
    bench_solve(&levels[..wanted], &limits, 0, json)?;
    Ok(Status::Done)
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

/// Least pushes, two threads, beside a plain search of at most so many positions, and any solution,
/// one thread.
fn bench_solve(
    levels: &[Level],
    limits: &Limits,
    plain_positions: usize,
    json: bool,
) -> anyhow::Result<()> {
    let mut table = Table::new("warehouse solve", json).with_steps(levels.len());
    let (mut solved, mut any_solved) = (0, 0);
    for level in levels {
        let (any, any_time) = timed(|| solve::any(&level.puzzle, limits));
        let (result, time) = timed(|| solve::solve(&level.puzzle, limits));
        let (plain, plain_time) = timed(|| plain::least_pushes(&level.puzzle, plain_positions));
        if let (Some(pushes), Plain::Pushes(least)) = (result.least(), &plain) {
            let title = &level.title;
            ensure!(
                usize::from(pushes) == *least,
                "{title}: the plain search found {least}"
            );
        }
        let plain_time = (!matches!(plain, Plain::TooMany)).then_some(plain_time);
        solved += usize::from(result.proved);
        any_solved += usize::from(any.pushes.is_some());
        let any_word = || any.outcome.word().into();
        let word = || result.outcome.word().into();
        let expanded: u64 = result.stats.expanded.iter().sum();
        table.row([
            ("level", level.title.as_str().into()),
            ("pushes", result.least().map_or_else(word, Value::from)),
            ("time", time.into()),
            ("expanded", expanded.into()),
            ("peak MB", Value::megabytes(result.stats.peak_bytes)),
            ("plain", plain_time.into()),
            ("ratio", Value::ratio(plain_time, time)),
            ("any", any.pushes.map_or_else(any_word, Value::from)),
            ("any time", any_time.into()),
            ("any MB", Value::megabytes(any.stats.peak_bytes)),
        ]);
        table.step();
    }
    let all = levels.len();
    table.say(format_args!(
        "{solved} of {all} solved, least pushes proved; {any_solved} solved in any way\n"
    ));
    Ok(())
}

/// One thread, in memory, parsing and summing included.
fn bench_follow(text: &str, json: bool) -> anyhow::Result<()> {
    let mut table = Table::new("warehouse follow", json);
    for wide in [false, true] {
        let name = if wide { "wide" } else { "narrow" };
        let (sum, own) = follow(text, RUNS, |task| follow::follow(task, wide))?;
        let (plain_sum, plain) = follow(text, RUNS / 10, |task| follow::plain::follow(task, wide))?;
        ensure!(sum == plain_sum, "the fast way and the plain one differ");
        for (name, times) in [(name.to_string(), &own), (format!("{name}, plain"), &plain)] {
            let [p50, p99, worst] = times.figures();
            let ratio = Value::ratio(plain.median(), times.median());
            let fastest = ("fastest", times.at(0.0).into());
            let name = ("follow mode", name.into());
            table.row([
                name,
                fastest,
                p50,
                p99,
                worst,
                ("sum", sum.into()),
                ("ratio", ratio),
            ]);
        }
    }
    table.say("");
    Ok(())
}

/// The sum, and how long it takes each time.
fn follow(text: &str, runs: usize, walk: impl Fn(&Task) -> Map) -> anyhow::Result<(u64, Spread)> {
    let once = || anyhow::Ok(walk(&follow::parse(black_box(text))?).sum());
    let sum = once()?;
    Ok((sum, Spread::of_runs(runs, once)))
}
