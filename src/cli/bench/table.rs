//! A table of figures.

use std::time::Duration;

/// Rows of a name, a figure and what it is measured against.
#[derive(Default)]
pub struct Table(Vec<[String; 3]>);

impl Table {
    pub fn row(&mut self, name: &str, figure: impl ToString, reference: impl ToString) {
        self.0
            .push([name.to_string(), figure.to_string(), reference.to_string()]);
    }

    pub fn print(&self) {
        let width = |column: usize| {
            self.0
                .iter()
                .map(|row| row[column].len())
                .max()
                .unwrap_or(0)
        };
        let (names, figures) = (width(0), width(1));
        for [name, figure, reference] in &self.0 {
            let line = format!("{name:names$}  {figure:>figures$}  {reference}");
            println!("{}", line.trim_end());
        }
    }
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

/// Durations from the shortest to the longest.
pub struct Spread(Vec<Duration>);

impl Spread {
    pub fn new(mut durations: Vec<Duration>) -> Self {
        durations.sort_unstable();
        Self(durations)
    }

    /// The duration that this share of all does not exceed.
    pub fn at(&self, share: f64) -> Duration {
        let index = (self.0.len() as f64 * share) as usize;
        let index = index.min(self.0.len().saturating_sub(1));
        self.0.get(index).copied().unwrap_or_default()
    }
}
