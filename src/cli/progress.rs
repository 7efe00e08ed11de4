//! Progress on a terminal, and as lines of JSON.

use std::io::{self, Write, stderr};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::bot::Onlooker;

/// A bar on a terminal, nothing elsewhere. Without a length it only counts.
pub fn progress(length: Option<u64>) -> ProgressBar {
    const BAR: &str = "{bar:32} {human_pos} of {human_len}, {per_sec:.0}, {eta} left";
    const COUNT: &str = "{spinner} {human_pos}, {per_sec:.0}, {elapsed}";
    let bar = match length {
        Some(length) => ProgressBar::new(length),
        None => ProgressBar::no_length(),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    let template = if length.is_some() { BAR } else { COUNT };
    bar.with_style(ProgressStyle::with_template(template).expect("a fixed template"))
}

/// The line that says what is being done, where there is one, and since when.
static LINE: OnceLock<(ProgressBar, Instant)> = OnceLock::new();

/// Says on a terminal what is being done and for how long, nothing elsewhere.
pub fn line() -> Onlooker {
    let (bar, _) = LINE.get_or_init(|| {
        let bar = ProgressBar::no_length();
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template("{spinner} {prefix}{wide_msg} {elapsed}");
        bar.set_style(style.expect("a fixed template"));
        (bar, Instant::now())
    });
    if bar.is_hidden() {
        return Onlooker::default();
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    Onlooker::new(|activity| {
        bar.reset_elapsed();
        bar.set_message(activity.to_string());
    })
}

/// Says the same as lines of JSON on standard error.
pub fn events() -> Onlooker {
    Onlooker::new(|activity| eprintln!("{}", serde_json::json!(activity)))
}

/// How many puzzles were solved of those that were played, for the line.
pub fn count(solved: usize, played: usize) {
    if let Some((bar, since)) = LINE.get() {
        let minutes = since.elapsed().as_secs_f64() / 60.0;
        let rate = played as f64 / minutes.max(1.0 / 60.0);
        bar.set_prefix(format!("{solved} of {played} solved, {rate:.1} a minute; "));
    }
}

/// Takes the line away while something else is said.
pub fn aside<T>(say: impl FnOnce() -> T) -> T {
    match LINE.get() {
        Some((bar, _)) => bar.suspend(say),
        None => say(),
    }
}

/// Says something on standard error beside the line.
pub fn say(text: &str) {
    aside(|| eprintln!("{text}"));
}

/// Takes the line away for good.
pub fn done() {
    if let Some((bar, _)) = LINE.get() {
        bar.finish_and_clear();
    }
}

/// Standard error beside the line.
pub struct Aside;

impl Write for Aside {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        aside(|| stderr().write(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        stderr().flush()
    }
}
