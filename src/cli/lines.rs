//! Files with a puzzle on each line, solved on all cores, answers in the same order.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use gridhand::games::{Game, Limits};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::Status;
use super::solve::status_of;

/// Bytes read before solving begins; less where no more is there yet, so that a program may write
/// a line and wait for its answer.
const BATCH: usize = 1 << 20;

/// Bytes of lines that one core works on at a time.
const SHARE: usize = 1 << 13;

/// Reads up to the first line that is neither blank nor a comment. Everything read is appended to
/// `head`.
pub fn first_meaningful(input: &mut impl BufRead, head: &mut String) -> std::io::Result<String> {
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
pub fn solve<G: Game>(
    mut input: impl Read,
    size: Option<u64>,
    limits: &Limits,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let progress = progress(size);
    let mut status = Status::Done;
    let mut buffer = vec![0; BATCH];
    let (mut filled, mut line_number) = (0, 1);
    loop {
        if filled == buffer.len() {
            buffer.resize(2 * filled, 0);
        }
        let read = input.read(&mut buffer[filled..])?;
        filled += read;
        let complete = match buffer[..filled].iter().rposition(|&byte| byte == b'\n') {
            _ if read == 0 => filled,
            Some(end) => end + 1,
            None => continue,
        };
        let answers = solve_batch::<G>(&buffer[..complete], line_number, limits);
        for answer in &answers {
            out.write_all(answer.text.as_bytes())?;
            status = status.max(answer.status);
            line_number += answer.lines;
        }
        out.flush()?;
        progress.inc(complete as u64);
        buffer.copy_within(complete..filled, 0);
        filled -= complete;
        if read == 0 {
            progress.finish_and_clear();
            return Ok(status);
        }
    }
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

/// The answers to some lines.
struct Answers {
    text: String,
    status: Status,
    lines: usize,
}

fn solve_batch<G: Game>(batch: &[u8], first_line: usize, limits: &Limits) -> Vec<Answers> {
    let mut shares = shares(batch);
    // Which line a share begins with, for messages.
    let mut line = first_line;
    for share in &mut shares {
        share.1 = line;
        line += bytecount(share.0);
    }
    shares
        .into_par_iter()
        .map(|(share, line)| solve_share::<G>(share, line, limits))
        .collect()
}

fn bytecount(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Cuts lines into parts of about the size of a share.
fn shares(mut batch: &[u8]) -> Vec<(&[u8], usize)> {
    let mut shares = Vec::new();
    while !batch.is_empty() {
        let least = SHARE.min(batch.len());
        let rest = batch[least..].iter().position(|&byte| byte == b'\n');
        let end = rest.map_or(batch.len(), |rest| least + rest + 1);
        shares.push((&batch[..end], 0));
        batch = &batch[end..];
    }
    shares
}

fn solve_share<G: Game>(share: &[u8], first_line: usize, limits: &Limits) -> Answers {
    let mut answers = Answers {
        text: String::with_capacity(2 * share.len()),
        status: Status::Done,
        lines: bytecount(share),
    };
    let share = String::from_utf8_lossy(share);
    for (index, line) in share.lines().enumerate() {
        if is_meaningful(line) {
            let status = answer::<G>(line, first_line + index, limits, &mut answers.text);
            answers.status = answers.status.max(status);
        }
    }
    answers
}

fn answer<G: Game>(line: &str, number: usize, limits: &Limits, out: &mut String) -> Status {
    let start = out.len();
    let status = match G::answer_line(line, limits, out) {
        Ok(outcome) => status_of(&outcome),
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
