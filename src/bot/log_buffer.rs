//! What the bot said to itself lately, in more detail than anybody wants to read while all goes well.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

/// Lines that are remembered, the last ones. Chosen: they take less than a megabyte.
const LINES: usize = 4000;

/// The last lines of the log. Clones share them; nothing is written before [`keep`](Self::keep).
#[derive(Clone, Debug, Default)]
pub struct LogBuffer(Arc<Lines>);

#[derive(Debug, Default)]
struct Lines {
    kept: AtomicBool,
    lines: Mutex<VecDeque<String>>,
}

impl LogBuffer {
    /// From now on lines are remembered.
    pub fn keep(&self) {
        self.0.kept.store(true, Ordering::Relaxed);
    }

    pub fn is_kept(&self) -> bool {
        self.0.kept.load(Ordering::Relaxed)
    }

    /// The lines since the last call.
    pub fn take(&self) -> String {
        let mut lines = self.0.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.drain(..).collect()
    }
}

impl<'a> MakeWriter<'a> for LogBuffer {
    type Writer = &'a LogBuffer;

    fn make_writer(&'a self) -> &'a LogBuffer {
        self
    }
}

/// Each write is a line.
impl Write for &LogBuffer {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut lines = self.0.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(String::from_utf8_lossy(line).into_owned());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_there_once() {
        let log_buffer = LogBuffer::default();
        for number in 0..LINES + 10 {
            let line = format!("{number}\n");
            (&log_buffer)
                .write_all(line.as_bytes())
                .expect("it takes anything");
        }
        let text = log_buffer.take();
        assert!(text.starts_with("10\n"), "{}", &text[..20]);
        assert!(text.ends_with(&format!("{}\n", LINES + 9)));
        assert_eq!(log_buffer.take(), "");
    }
}
