//! Measures this game's two halves against plain references.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::follow::{self, Map, Task};

/// Runs in follow mode; the fastest one and the median are reported.
const RUNS: usize = 3000;

/// Writes a table of times to `out`. `data` is the folder with `warehouse/input.txt`.
pub fn bench(data: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let file = data.join("warehouse/input.txt");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    bench_follow(&text, out)
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
