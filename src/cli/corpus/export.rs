//! `gridhand corpus export`: the corpus into a file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args as ClapArgs, ValueEnum};

use super::Which;
use crate::cli::Status;
use crate::cli::progress::progress;
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
  gridhand corpus export --format jsonl - | jq .seed")]
pub struct Args {
    /// Where to; - is standard output
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    which: Which,
    /// [default: by the file's name, else text]
    #[arg(long, value_enum)]
    format: Option<Name>,
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
    let corpus = args.which.open()?;
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
    let bar = progress(Some(corpus.count::<G>()?));
    let begun = Instant::now();
    let count = format::export::<G>(&corpus, format, out, |count| bar.set_position(count));
    bar.finish_and_clear();
    let count = count.map_err(unwrapped)?;
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!(
        "{count} puzzles; {seconds:.2} s, {:.0} a second",
        count as f64 / seconds.max(1e-9)
    );
    Ok(Status::Done)
}

/// An error of the output as what it is, so that a closed pipe is known as such.
fn unwrapped(error: FileError) -> anyhow::Error {
    match error {
        FileError::Io(io) => io.into(),
        other => other.into(),
    }
}
