//! Files with a puzzle on each line, solved on all cores, answers in the same order.
//!
//! ```text
//!             +-> solve a part -+
//!  Intake ----+-> solve a part -+----> Outlet
//!             +-> solve a part -+
//! ```
//!
//! Each core takes the next lines, solves them and hands the answers in. Nobody waits for another,
//! unless one falls far behind.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::Status;
use crate::base::Limits;
use crate::game::ability::Lines;

/// Bytes read at a time; less where no more is there yet, so that a program may write a line and
/// wait for its answer.
const BLOCK: usize = 1 << 18;
/// Bytes of lines in a part, at most.
const PART: usize = 1 << 15;
/// A part should take about so long: long enough that handing it over does not count, short enough
/// that no core waits for another in the end.
const PACE: Duration = Duration::from_millis(2);
/// So many parts may be handed in while the one before them is still being solved.
const AHEAD: u64 = 256;

/// Reads up to the first line that is neither blank nor a comment. Everything read is appended to
/// `head`.
pub fn first_meaningful(input: &mut impl BufRead, head: &mut String) -> io::Result<String> {
    loop {
        let start = head.len();
        if input.read_line(head)? == 0 {
            return Ok(String::new());
        }
        if is_meaningful(&head[start..]) {
            return Ok(head[start..].trim_end().to_string());
        }
    }
}

fn is_meaningful(line: &str) -> bool {
    !line.trim_end().is_empty() && line != "#" && !line.starts_with("# ")
}

/// Solves a puzzle a line until the input ends.
///
/// # Errors
/// If the input cannot be read or the output not be written.
pub fn solve(
    game: &dyn Lines,
    input: impl Read + Send,
    size: Option<u64>,
    limits: &Limits,
    out: &mut (impl Write + Send),
) -> anyhow::Result<Status> {
    let progress = progress(size);
    let intake = Mutex::new(Intake::new(input));
    let outlet = Outlet::new(out);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let status = thread::scope(|scope| {
        let work = || work(game, &intake, &outlet, limits, &progress);
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(work)).collect();
        let mine = work();
        others.into_iter().fold(mine, |all, other| {
            let other = other.join().expect("no solver panics");
            Ok(all?.max(other?))
        })
    });
    progress.finish_and_clear();
    Ok(status?)
}

/// What one core does.
fn work(
    game: &dyn Lines,
    intake: &Mutex<Intake<impl Read>>,
    outlet: &Outlet<impl Write>,
    limits: &Limits,
    progress: &ProgressBar,
) -> io::Result<Status> {
    let mut status = Status::Done;
    let mut part = Part::default();
    let mut size = 1;
    loop {
        if !locked(intake).take(size, &mut part)? {
            return Ok(status);
        }
        let begun = Instant::now();
        let mut answers = outlet.text();
        status = status.max(solve_part(game, &part, limits, &mut answers));
        progress.inc(part.lines.len() as u64);
        size = match begun.elapsed() > PACE {
            true => (size / 2).max(1),
            false => (2 * size).min(PART),
        };
        if !outlet.hand_in(part.number, answers)? {
            return Ok(status);
        }
    }
}

/// A poisoned lock guards nothing that a panic could have left half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn progress(size: Option<u64>) -> ProgressBar {
    let (bar, template) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{bar:40} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{spinner} {bytes} {bytes_per_sec}",
        ),
    };
    bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif knows"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Some whole lines.
#[derive(Default)]
struct Part {
    lines: Vec<u8>,
    /// Parts before this one.
    number: u64,
    /// The number of its first line.
    first_line: usize,
}

/// Cuts the input into parts.
struct Intake<R> {
    input: R,
    buffer: Vec<u8>,
    /// The whole lines in the buffer that are in no part yet.
    ready: Range<usize>,
    filled: usize,
    parts: u64,
    next_line: usize,
}

impl<R: Read> Intake<R> {
    fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; BLOCK],
            ready: 0..0,
            filled: 0,
            parts: 0,
            next_line: 1,
        }
    }

    /// The next lines, of about `size` bytes or one line; false at the end of the input.
    fn take(&mut self, size: usize, part: &mut Part) -> io::Result<bool> {
        if self.ready.is_empty() && !self.fill()? {
            return Ok(false);
        }
        let ready = &self.buffer[self.ready.clone()];
        let least = size.min(ready.len()) - 1;
        let rest = ready[least..].iter().position(|&byte| byte == b'\n');
        let end = rest.map_or(ready.len(), |rest| least + rest + 1);
        part.lines.clear();
        part.lines.extend_from_slice(&ready[..end]);
        part.number = self.parts;
        part.first_line = self.next_line;
        self.parts += 1;
        self.next_line += part.lines.iter().filter(|&&byte| byte == b'\n').count();
        self.ready.start += end;
        Ok(true)
    }

    /// Reads until there is a whole line, or the input ends.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.ready.end..self.filled, 0);
        self.filled -= self.ready.end;
        loop {
            if self.filled == self.buffer.len() {
                self.buffer.resize(2 * self.filled, 0);
            }
            let read = match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let new = self.filled..self.filled + read;
            self.filled = new.end;
            let end = self.buffer[new.clone()]
                .iter()
                .rposition(|&byte| byte == b'\n');
            self.ready = match end {
                _ if read == 0 => 0..self.filled,
                Some(end) => 0..new.start + end + 1,
                None => continue,
            };
            return Ok(!self.ready.is_empty());
        }
    }
}

/// Writes answers in the order of their parts.
struct Outlet<W> {
    state: Mutex<Waiting<W>>,
    moved: Condvar,
}

struct Waiting<W> {
    out: W,
    /// The part that is written next.
    next: u64,
    handed_in: BTreeMap<u64, String>,
    /// Texts that were written, to be used again.
    spare: Vec<String>,
    failed: bool,
}

impl<W: Write> Outlet<W> {
    fn new(out: W) -> Self {
        Self {
            state: Mutex::new(Waiting {
                out,
                next: 0,
                handed_in: BTreeMap::new(),
                spare: Vec::new(),
                failed: false,
            }),
            moved: Condvar::new(),
        }
    }

    /// An empty text to write answers to.
    fn text(&self) -> String {
        locked(&self.state).spare.pop().unwrap_or_default()
    }

    /// Writes all that is complete up to here; false if writing failed elsewhere.
    fn hand_in(&self, number: u64, answers: String) -> io::Result<bool> {
        let mut waiting = locked(&self.state);
        while !waiting.failed && number > waiting.next + AHEAD {
            let woken = self.moved.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.failed {
            return Ok(false);
        }
        waiting.handed_in.insert(number, answers);
        let written = waiting.write();
        waiting.failed = written.is_err();
        self.moved.notify_all();
        written.map(|()| true)
    }
}

impl<W: Write> Waiting<W> {
    fn write(&mut self) -> io::Result<()> {
        let mut news = false;
        while let Some(mut answers) = self.handed_in.remove(&self.next) {
            self.out.write_all(answers.as_bytes())?;
            self.next += 1;
            news = true;
            answers.clear();
            self.spare.push(answers);
        }
        match news {
            true => self.out.flush(),
            false => Ok(()),
        }
    }
}

fn solve_part(game: &dyn Lines, part: &Part, limits: &Limits, out: &mut String) -> Status {
    let mut status = Status::Done;
    let lines = String::from_utf8_lossy(&part.lines);
    for (index, line) in lines.lines().enumerate() {
        if is_meaningful(line) {
            status = status.max(answer(game, line, part.first_line + index, limits, out));
        }
    }
    status
}

fn answer(
    lines: &dyn Lines,
    line: &str,
    number: usize,
    limits: &Limits,
    out: &mut String,
) -> Status {
    let start = out.len();
    let status = match lines.answer_line(line, limits, out) {
        Ok(outcome) => Status::of(&outcome),
        Err(mut error) => {
            error.line = number;
            out.truncate(start);
            out.push_str(&format!("# {error}"));
            eprintln!("gridhand: {error}");
            Status::Failed
        }
    };
    out.push('\n');
    status
}
