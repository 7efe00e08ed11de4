//! `gridhand corpus export`: the corpus into a file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Args as ClapArgs, ValueEnum};

use super::Which;
use crate::cli::progress::progress;
use crate::cli::{Status, usage};
use crate::corpus::Corpus;
use crate::corpus::format::{self, FileError, Format};
use crate::game::Storable;
use crate::with_game;

/// Write all puzzles to a file
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The records come in the order in which they were stored. JSON lines, CSV and Parquet hold all that
is known of a puzzle; importing them into an empty corpus gives the same records. The one-line text
holds the puzzle and its solution, not the seed.

Examples:
  gridhand corpus export all.txt
  gridhand corpus export all.parquet
  gridhand corpus export all --partition 1000000
                              a new folder of Parquet parts, which other programs (DuckDB) read as
                              one table
  gridhand corpus export --format jsonl - | jq .seed")]
pub struct Args {
    /// Where to; - is standard output. With --partition a new folder
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    which: Which,
    /// [default: by the file's name, else text]
    #[arg(long, value_enum)]
    format: Option<Name>,
    /// Write a folder of Parquet tables of so many records each
    #[arg(long, value_name = "RECORDS", value_parser = clap::value_parser!(u64).range(1..))]
    partition: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// One line a puzzle, as the game's solvers read it
    Text,
    /// An object a line
    Jsonl,
    Csv,
    Parquet,
}

impl From<Name> for Format {
    fn from(name: Name) -> Self {
        match name {
            Name::Text => Format::Text,
            Name::Jsonl => Format::Json,
            Name::Csv => Format::Csv,
            Name::Parquet => Format::Parquet,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    args.check()?;
    let corpus = args.which.open()?;
    let bar = progress(Some(corpus.count::<G>()?));
    let begun = Instant::now();
    let told = |count| bar.set_position(count);
    let count = match args.partition {
        Some(most) => parts::<G>(&corpus, most, &args.file, told),
        None => whole::<G>(&corpus, args, told),
    };
    bar.finish_and_clear();
    let count = count?;
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!(
        "{count} puzzles; {seconds:.2} s, {:.0} a second",
        count as f64 / seconds.max(1e-9)
    );
    Ok(Status::Done)
}

impl Args {
    /// Whether what is asked for goes together.
    fn check(&self) -> anyhow::Result<()> {
        let Some(_) = self.partition else {
            return Ok(());
        };
        if self.file.as_os_str() == "-" {
            bail!(usage("--partition wants the name of a folder"));
        }
        if !matches!(self.format, None | Some(Name::Parquet)) {
            bail!(usage("--partition writes Parquet: leave --format out"));
        }
        if self.file.exists() {
            bail!(usage(format!(
                "{} is there already, and is not overwritten: say a new folder",
                self.file.display()
            )));
        }
        Ok(())
    }
}

/// All in one file.
fn whole<G: Storable>(corpus: &Corpus, args: &Args, told: impl FnMut(u64)) -> anyhow::Result<u64> {
    let format = args
        .format
        .map_or_else(|| Format::of_name(&args.file), Format::from);
    let to_stdout = args.file.as_os_str() == "-";
    let out: Box<dyn Write + Send> = match to_stdout {
        true => Box::new(std::io::stdout()),
        false => Box::new(
            File::create(&args.file)
                .with_context(|| format!("cannot write {}", args.file.display()))?,
        ),
    };
    let out = BufWriter::with_capacity(1 << 17, out);
    format::export::<G>(corpus, format, out, told).map_err(unwrapped)
}

/// All in a folder of tables, which is there only when it is whole.
fn parts<G: Storable>(
    corpus: &Corpus,
    most: u64,
    folder: &Path,
    told: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let cannot = || format!("cannot write {}", folder.display());
    let beside = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let unfinished = tempfile::Builder::new()
        .prefix(".export-")
        .tempdir_in(beside);
    let unfinished = unfinished.with_context(cannot)?;
    let part = |number| {
        let path = unfinished.path().join(format!("part-{number:05}.parquet"));
        Ok(BufWriter::with_capacity(1 << 17, File::create(path)?))
    };
    let count = format::export_parts::<G, _>(corpus, most, part, told).map_err(unwrapped)?;
    std::fs::rename(unfinished.path(), folder).with_context(cannot)?;
    Ok(count)
}

/// An error of the output as what it is, so that a closed pipe is known as such.
fn unwrapped(error: FileError) -> anyhow::Error {
    match error {
        FileError::Io(io) => io.into(),
        other => other.into(),
    }
}
