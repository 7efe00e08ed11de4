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

impl From<Duration> for Value {
    fn from(time: Duration) -> Self {
        Self::Time(time)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! counts {
    ($($int:ty),+) => {
        $(impl From<$int> for Value {
            fn from(count: $int) -> Self {
                Self::Count(count as u64)
            }
        })+
    };
}

counts!(u16, u32, u64, usize);

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, T::into)
    }
}

impl Value {
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

    /// How many times as long the reference took; nothing without one.
    pub fn ratio(reference: impl Into<Option<Duration>>, own: Duration) -> Self {
        let ratio = |reference: Duration| reference.as_secs_f64() / own.as_secs_f64();
        let reference = reference.into().map(ratio);
        reference.map_or(Self::None, |ratio| Self::Ratio(ratio, false))
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

/// A figure under the name of its column.
pub type Figure = (&'static str, Value);

/// Rows are printed as they come, the names of the columns before the first.
pub struct Table {
    name: &'static str,
    json: bool,
    bar: ProgressBar,
    /// As the first row needs them.
    widths: Vec<usize>,
}

impl Table {
    /// `name` tells in JSON which table of which bench a row is of.
    pub fn new(name: &'static str, json: bool) -> Self {
        Self {
            name,
            json,
            bar: ProgressBar::hidden(),
            widths: Vec::new(),
        }
    }

    /// With a progress bar over so many steps, on a terminal; see [`Self::step`].
    pub fn with_steps(mut self, steps: usize) -> Self {
        self.bar = crate::cli::progress::progress(Some(steps as u64));
        self
    }

    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Prints a row; all rows have the same columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Figure>) {
        let cells: Vec<Figure> = cells.into_iter().collect();
        if self.json {
            let mut object = Map::from_iter([("table".to_string(), json!(self.name))]);
            object.extend(cells.iter().map(|(column, value)| value.json(column)));
            return self.print(serde_json::Value::Object(object));
        }
        if self.widths.is_empty() {
            let least = std::iter::once(NAME).chain(std::iter::repeat(FIGURE));
            let width = |((name, _), least): (&Figure, usize)| name.len().max(least);
            self.widths = cells.iter().zip(least).map(width).collect();
            let names = cells.iter().map(|(name, _)| name.to_string());
            self.print(line(names, &self.widths));
        }
        let shown = cells.iter().map(|(_, value)| value.shown());
        self.print(line(shown, &self.widths));
    }

    fn print(&self, line: impl Display) {
        self.bar.suspend(|| println!("{line}"));
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

/// Characters that the first column and the others have at least.
const NAME: usize = 24;
const FIGURE: usize = 9;

/// Texts side by side, the first aligned to the left.
fn line(texts: impl Iterator<Item = String>, widths: &[usize]) -> String {
    let mut texts = texts.zip(widths);
    let first = texts.next().map(|(text, width)| format!("{text:<width$}"));
    let others = texts.map(|(text, width)| format!("  {text:>width$}"));
    let line: String = first.into_iter().chain(others).collect();
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

    /// The median, what 99 % do not exceed, and the worst.
    pub fn figures(&self) -> [Figure; 3] {
        let shares = [("p50", 0.5), ("p99", 0.99), ("worst", 1.0)];
        shares.map(|(name, share)| (name, self.at(share).into()))
    }
}
