//! What the program says while it works.

use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{Targets, dynamic_filter_fn};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use super::progress::Aside;
use crate::bot::log_buffer::LogBuffer;

/// Says on standard error what it is asked for, and in the log buffer everything.
pub fn init(verbose: u8) -> LogBuffer {
    let level = match verbose {
        0 => Level::WARN,
        1 => Level::INFO,
        _ => Level::DEBUG,
    };
    let asked = std::env::var("GRIDHAND_LOG")
        .ok()
        .and_then(|targets| targets.parse().ok());
    let asked: Targets = asked.unwrap_or_else(|| Targets::new().with_target("gridhand", level));
    let plain = fmt::layer().with_writer(|| Aside).without_time();
    let log_buffer = LogBuffer::default();
    let kept = log_buffer.clone();
    let everything = dynamic_filter_fn(move |said, _| {
        kept.is_kept() && said.target().starts_with("gridhand") && *said.level() <= Level::DEBUG
    });
    let detailed = fmt::layer()
        .with_writer(log_buffer.clone())
        .with_ansi(false)
        .with_timer(fmt::time::uptime());
    tracing_subscriber::registry()
        .with(plain.with_filter(asked))
        .with(detailed.with_filter(everything.with_max_level_hint(LevelFilter::DEBUG)))
        .init();
    log_buffer
}
