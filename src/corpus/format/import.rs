//! Files into the corpus: one thread reads, all cores parse, one thread writes.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, Stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Sender, bounded};

use super::{FileError, Format, Parsed, csv, json, parquet, text};
use crate::base::record::{Batch, Source, Verdict};
use crate::base::utf8_stream;
use crate::corpus::solve::{SolveSettings, answers};
use crate::corpus::{Corpus, CorpusError, Tally};
use crate::game::Storable;

/// A file that is to be taken in.
pub enum Input {
    Stream(Format, Box<dyn BufRead + Send>),
    /// It is read from its end, so that it cannot be a stream.
    Parquet(File),
}

impl Input {
    /// A file, whose format its content tells.
    pub fn file(path: &Path) -> std::io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
        Ok(match Format::of_content(&mut input)? {
            Format::Parquet => {
                input.rewind()?;
                Input::Parquet(input.into_inner())
            }
            _ => Input::text(input)?,
        })
    }

    /// Standard input, whose format its content tells.
    ///
    /// # Errors
    /// It cannot be read, or is Parquet.
    pub fn stdin(stdin: Stdin) -> std::io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 16, stdin);
        match Format::of_content(&mut input)? {
            Format::Parquet => Err(std::io::Error::other(
                "Parquet does not go through a pipe; name the file",
            )),
            _ => Input::text(input),
        }
    }

    /// Text of any system, whose format is told when it is decoded.
    fn text(input: impl BufRead + Send + 'static) -> std::io::Result<Self> {
        let mut input = utf8_stream(input)?;
        Ok(Input::Stream(Format::of_content(&mut input)?, input))
    }
}

/// How a file is taken in.
#[derive(Clone, Debug)]
pub struct Import {
    /// Where puzzles come from whose file does not say it.
    pub source: Source,
    /// Puzzles that are written at a time. A larger number is faster; a smaller one tells sooner.
    pub load: usize,
    /// Solve those that come without an answer.
    pub solve: Option<SolveSettings>,
}

/// What came of a file.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    pub tally: Tally,
    /// Lines or rows that are dealt with for good.
    pub lines: u64,
    /// How many of them were no puzzle, and the first ones: number, counted from 1, and why.
    pub bad: u64,
    pub bad_lines: Vec<(u64, String)>,
}

/// So many bad lines are told of.
const TOLD: usize = 20;

/// Stores all puzzles of a file. Calls `told` after each load is in the file: what it counts is
/// there for good. When `stop` is set it ends after that.
///
/// # Errors
/// The file cannot be read or the corpus not written. A line that is no puzzle is no error.
pub fn import<G: Storable>(
    corpus: &mut Corpus,
    input: Input,
    settings: &Import,
    stop: &AtomicBool,
    mut told: impl FnMut(&Imported),
) -> Result<Imported, FileError> {
    let mut writer = Writer {
        game: corpus.enter_game::<G>()?,
        corpus,
        settings,
        imported: Imported::default(),
    };
    let (sender, loads) = bounded(1);
    std::thread::scope(|scope| {
        let reading = scope.spawn(move || read::<G>(input, settings, stop, &sender));
        for load in loads {
            writer.write(load)?;
            told(&writer.imported);
        }
        reading.join().expect("a reading thread does not panic")
    })?;
    Ok(writer.imported)
}

/// Hands the file on in loads, solved if so wanted, until it ends or nobody takes them.
fn read<G: Storable>(
    input: Input,
    settings: &Import,
    stop: &AtomicBool,
    out: &Sender<Parsed>,
) -> Result<(), FileError> {
    let mut load = Parsed::default();
    let send = |mut load: Parsed| {
        if let Some(how) = &settings.solve {
            for (_, batch) in &mut load.parts {
                solve::<G>(batch, how);
            }
        }
        out.send(load).is_ok()
    };
    let mut hand_on = |parsed: Parsed| {
        load.append(parsed);
        let taken = !load.is_full(settings.load) || send(std::mem::take(&mut load));
        taken && !stop.load(Ordering::Relaxed)
    };
    match input {
        Input::Parquet(file) => parquet::read::<G>(file, &mut hand_on),
        Input::Stream(Format::Json, mut input) => json::read::<G>(&mut input, &mut hand_on),
        Input::Stream(Format::Csv, input) => csv::read::<G>(input, &mut hand_on),
        Input::Stream(_, mut input) => text::read::<G>(&mut input, &mut hand_on),
    }?;
    // If nobody takes it, the writer failed: it says why.
    send(load);
    Ok(())
}

/// Gives answers to the puzzles of a batch that have none.
fn solve<G: Storable>(batch: &mut Batch, how: &SolveSettings) {
    let found = answers::<G>(batch, how);
    let mut solved = Batch::default();
    for index in 0..batch.len() {
        let mut facts = *batch.facts(index);
        let mut answer = batch.answer(index);
        if answer.verdict == Verdict::Unsolved {
            answer = found.answer(index);
            facts.effort = found.facts(index).effort;
        }
        solved.push(facts, batch.puzzle(index), &answer);
    }
    *batch = solved;
}

struct Writer<'a> {
    corpus: &'a mut Corpus,
    game: i64,
    settings: &'a Import,
    imported: Imported,
}

impl Writer<'_> {
    fn write(&mut self, load: Parsed) -> Result<(), CorpusError> {
        for (source, batch) in &load.parts {
            let source = source.as_ref().unwrap_or(&self.settings.source);
            let source = self.corpus.enter_source(source)?;
            let (tally, _) = self.corpus.add(self.game, source, batch)?;
            self.imported.tally.add(tally);
        }
        let first = self.imported.lines + 1;
        self.imported.lines += load.lines;
        self.imported.bad += load.bad.len() as u64;
        let room = TOLD.saturating_sub(self.imported.bad_lines.len());
        let bad = load.bad.into_iter().take(room);
        self.imported
            .bad_lines
            .extend(bad.map(|(line, why)| (first + line, why)));
        Ok(())
    }
}
