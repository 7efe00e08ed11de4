//! Progress on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
