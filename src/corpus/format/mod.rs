//! Files of puzzles: in and out, as streams.

use std::io::{self, BufRead};
use std::path::Path;

use thiserror::Error;

use super::CorpusError;
use crate::base::record::{Batch, Source};

mod csv;
mod export;
mod flat;
mod import;
mod json;
mod parquet;
mod text;

pub use export::{export, export_parts};
pub use import::{Import, Imported, Input, import};

/// How puzzles are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The game's own text, one line a puzzle where it has such a form. It has no place for what
    /// is known besides the answer; a line of dungeons has none for the seed either.
    Text,
    /// An object a line, with all that is known.
    Json,
    /// The same in columns, with a head.
    Csv,
    /// The same as Parquet.
    Parquet,
}

impl Format {
    /// By the name of a file; text unless it says something else.
    pub fn of_name(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("jsonl" | "ndjson" | "json") => Format::Json,
            Some("csv") => Format::Csv,
            Some("parquet") => Format::Parquet,
            _ => Format::Text,
        }
    }

    /// By what a stream begins with; nothing is taken from it.
    pub fn of_content(input: &mut impl BufRead) -> io::Result<Self> {
        let begin = input.fill_buf()?;
        let text = begin.trim_ascii_start();
        Ok(if begin.starts_with(b"PAR1") {
            Format::Parquet
        } else if text.starts_with(b"{") {
            Format::Json
        } else if text.starts_with(flat::FIRST_COLUMNS.as_bytes()) {
            Format::Csv
        } else {
            Format::Text
        })
    }
}

/// Why a file cannot be read or written.
#[derive(Debug, Error)]
pub enum FileError {
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Parquet(String),
    #[error(
        "record {0} of the corpus is no puzzle of this game; `gridhand corpus verify` says more"
    )]
    NoPuzzle(i64),
}

impl From<::parquet::errors::ParquetError> for FileError {
    fn from(error: ::parquet::errors::ParquetError) -> Self {
        FileError::Parquet(error.to_string())
    }
}

/// A load is written before its puzzles take more bytes than this.
const MOST_BYTES: usize = 256 << 20;

/// A part of a file that was read, in the order of the file.
#[derive(Debug, Default)]
struct Parsed {
    /// Puzzles, and where they came from if the file says so.
    parts: Vec<(Option<Source>, Batch)>,
    /// How many lines or rows it was.
    lines: u64,
    /// What was no puzzle: the number of the line from the part's first, which is 0, and why.
    bad: Vec<(u64, String)>,
}

impl Parsed {
    /// Moves what comes next in the file to the end of this.
    fn append(&mut self, next: Parsed) {
        for (source, batch) in next.parts {
            self.of(source).append(batch);
        }
        let first = self.lines;
        self.bad
            .extend(next.bad.into_iter().map(|(line, why)| (first + line, why)));
        self.lines += next.lines;
    }

    /// Whether it has so many puzzles, or takes too much memory.
    fn is_full(&self, load: usize) -> bool {
        let sum = |of: fn(&Batch) -> usize| self.parts.iter().map(|(_, batch)| of(batch)).sum();
        let (puzzles, bytes): (usize, usize) = (sum(Batch::len), sum(Batch::bytes));
        puzzles >= load || bytes > MOST_BYTES
    }

    /// The batch for puzzles of a source.
    fn of(&mut self, source: Option<Source>) -> &mut Batch {
        if self.parts.last().is_none_or(|(last, _)| *last != source) {
            self.parts.push((source, Batch::default()));
        }
        &mut self.parts.last_mut().expect("just pushed").1
    }
}
