//! The one switch that stops everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Who stopped the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// Ctrl-C, or the request to end.
    Signal,
    /// The user moved the mouse.
    Mouse,
    /// The user pressed the stop key.
    Key,
}

/// A switch shared by all threads. Once thrown it stays; the first reason counts.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

/// A sleeping thread looks at the switch this often.
const LOOK: Duration = Duration::from_millis(20);

impl Stop {
    pub fn throw(&self, by: StoppedBy) {
        let _ = self
            .0
            .compare_exchange(0, 1 + by as u8, Ordering::SeqCst, Ordering::SeqCst);
    }

    pub fn thrown(&self) -> Option<StoppedBy> {
        match self.0.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(StoppedBy::Signal),
            2 => Some(StoppedBy::Mouse),
            _ => Some(StoppedBy::Key),
        }
    }

    /// Sleeps, but wakes when the switch is thrown; says whether it slept to the end.
    pub fn sleep(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while self.thrown().is_none() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(LOOK));
        }
        false
    }
}

impl std::fmt::Display for StoppedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StoppedBy::Signal => "stopped",
            StoppedBy::Mouse => "stopped, because the mouse was moved",
            StoppedBy::Key => "stopped by the stop key",
        })
    }
}
