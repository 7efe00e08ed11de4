//! The one table of all benches: for people in columns, for programs as one JSON object a row.

use std::fmt::Display;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde_json::{Map, json};

/// A figure, or what stands in its place.
#[derive(Clone, Debug)]
pub enum Value {
    None,
    Text(String),
    Count(u64),
    /// With so many digits after the point.
    Number(f64, usize),
    /// In JSON as milliseconds, under the column's name with `_ms`.
    Time(Duration),
    /// How many times as long a reference takes, and whether it was given up at that.
    Ratio(f64, bool),
    /// A part of a whole, 0 to 1.
    Share(f64),
}

impl Value {
    pub fn text(text: impl Display) -> Self {
        Self::Text(text.to_string())
    }

    pub fn count(count: impl TryInto<u64>) -> Self {
        count.try_into().map_or(Self::None, Self::Count)
    }

    /// Bytes as megabytes.
    pub fn megabytes(bytes: u64) -> Self {
        Self::Number(bytes as f64 / 1e6, 1)
    }

    /// So many in a time, a second; nothing in no time.
    pub fn per_second(count: u64, time: Duration) -> Self {
        match time.is_zero() {
            true => Self::None,
            false => Self::Number(count as f64 / time.as_secs_f64(), 0),
        }
    }

    /// How many times as long the reference took.
    pub fn ratio(reference: Duration, own: Duration) -> Self {
        Self::Ratio(reference.as_secs_f64() / own.as_secs_f64(), false)
    }

    /// The same of a reference that was given up after a time.
    pub fn ratio_at_least(reference: Duration, own: Duration) -> Self {
        Self::Ratio(reference.as_secs_f64() / own.as_secs_f64(), true)
    }

    /// What a value is if there is one.
    pub fn of<T>(value: Option<T>, is: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::None, is)
    }

    fn shown(&self) -> String {
        match self {
            Self::None => "-".into(),
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Number(number, digits) => format!("{number:.digits$}"),
            Self::Time(duration) => time(*duration),
            Self::Ratio(ratio, given_up) => {
                let sign = if *given_up { ">" } else { "" };
                let digits = usize::from(*ratio < 20.0);
                format!("{sign}{ratio:.digits$}")
            }
            Self::Share(share) => format!("{:.1} %", 100.0 * share),
        }
    }

    /// Its key below a column's name, and its value.
    fn json(&self, column: &str) -> (String, serde_json::Value) {
        let key = column.replace([' ', '/'], "_");
        match self {
            Self::None => (key, json!(null)),
            Self::Text(text) => (key, json!(text)),
            Self::Count(count) => (key, json!(count)),
            Self::Number(number, _) | Self::Ratio(number, _) | Self::Share(number) => {
                (key, json!(number))
            }
            Self::Time(duration) => (key + "_ms", json!(duration.as_secs_f64() * 1e3)),
        }
    }
}

/// A column: its name, and how wide it is at least. The first one is aligned to the left.
pub type Column = (&'static str, usize);

/// Rows are printed as they come, the names of the columns before the first.
pub struct Table<'a> {
    name: &'static str,
    columns: &'a [Column],
    json: bool,
    bar: ProgressBar,
    empty: bool,
}

impl<'a> Table<'a> {
    /// `name` tells in JSON which table of which bench a row is of.
    pub fn new(name: &'static str, json: bool, columns: &'a [Column]) -> Self {
        Self {
            name,
            columns,
            json,
            bar: ProgressBar::hidden(),
            empty: true,
        }
    }

    /// With a progress bar over so many steps, on a terminal; see [`Self::step`].
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.bar = crate::cli::corpus::progress(Some(steps));
        self
    }

    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Prints a row: a value for each column.
    pub fn row(&mut self, values: impl IntoIterator<Item = Value>) {
        let values = self.columns.iter().zip(values);
        let printed = match self.json {
            true => {
                let mut object = Map::from_iter([("table".to_string(), json!(self.name))]);
                object.extend(values.map(|((column, _), value)| value.json(column)));
                serde_json::Value::Object(object).to_string()
            }
            false => line(values.map(|((_, width), value)| (value.shown(), *width))),
        };
        if std::mem::take(&mut self.empty) && !self.json {
            let names = self.columns.iter();
            let names = line(names.map(|(name, width)| (name.to_string(), *width)));
            self.bar.suspend(|| println!("{names}"));
        }
        self.bar.suspend(|| println!("{printed}"));
    }

    /// Prints a line of the summary; beside JSON to where messages go.
    pub fn say(&self, line: impl Display) {
        self.bar.finish_and_clear();
        match self.json {
            true => eprintln!("{line}"),
            false => println!("{line}"),
        }
    }
}

/// Cells side by side, each at least so wide.
fn line(cells: impl Iterator<Item = (String, usize)>) -> String {
    let mut line = String::new();
    for (index, (cell, width)) in cells.enumerate() {
        line += &match index {
            0 => format!("{cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        };
    }
    line.trim_end().to_string()
}

/// A duration in the unit that suits it.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        ..1e-3 => format!("{:.2} us", seconds * 1e6),
        ..1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// What a function gives, and how long it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed())
}

/// Durations from the shortest to the longest.
#[derive(Clone, Debug, Default)]
pub struct Spread(Vec<Duration>);

impl Spread {
    pub fn new(durations: impl IntoIterator<Item = Duration>) -> Self {
        let mut durations: Vec<Duration> = durations.into_iter().collect();
        durations.sort_unstable();
        Self(durations)
    }

    /// The times of some runs, one after the other.
    pub fn of_runs<T>(runs: usize, mut work: impl FnMut() -> T) -> Self {
        Self::new((0..runs.max(1)).map(|_| timed(|| std::hint::black_box(work())).1))
    }

    /// The duration that this share of all does not exceed.
    pub fn at(&self, share: f64) -> Duration {
        let index = (self.0.len() as f64 * share) as usize;
        let index = index.min(self.0.len().saturating_sub(1));
        self.0.get(index).copied().unwrap_or_default()
    }

    pub fn median(&self) -> Duration {
        self.at(0.5)
    }

    pub fn total(&self) -> Duration {
        self.0.iter().sum()
    }

    pub fn mean(&self) -> Duration {
        self.total() / (self.0.len().max(1) as u32)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For three columns: the median, what 99 % do not exceed, and the worst.
    pub fn values(&self) -> [Value; 3] {
        [0.5, 0.99, 1.0].map(|share| Value::Time(self.at(share)))
    }
}

/// The columns of [`Spread::values`].
pub const SPREAD: [Column; 3] = [("p50", 10), ("p99", 10), ("worst", 10)];
