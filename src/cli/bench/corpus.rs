//! `gridhand bench corpus`: how fast puzzles go in, are solved and come out.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::base::record::Source;
use crate::corpus::format::{self, Format, Import, Input};
use crate::corpus::{Care, Corpus, SolveSettings};
use crate::games::dungeons::{Dungeons, generate};
use anyhow::Context as _;
use clap::Args as ClapArgs;
use rayon::prelude::*;
use rusqlite::Connection;

use super::table::{Column, Table, Value, timed};
use crate::cli::Status;
use crate::cli::corpus::progress;

/// The corpus: in, solved, out, beside plain inserts of a row of text each
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// So many different puzzles
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    count: u32,
    /// So many for plain inserts one by one, each of which waits for the disk; a hundred times as
    /// many go into one transaction
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    plain: usize,
    /// Puzzles as lines, instead of generated ones
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Where the files go; they are removed [default: the folder for temporary files]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

const COLUMNS: [Column; 5] = [
    ("what", 26),
    ("puzzles", 10),
    ("time", 10),
    ("per second", 10),
    ("MB", 8),
];

/// A figure.
struct Row {
    what: &'static str,
    puzzles: u64,
    time: Duration,
    /// Bytes of the file that was read or written.
    bytes: u64,
}

pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let folder = match &args.dir {
        Some(dir) => tempfile::tempdir_in(dir),
        None => tempfile::tempdir(),
    };
    let folder = folder.context("cannot make a folder for the files")?;
    let folder = folder.path();
    let lines = match &args.lines {
        Some(lines) => lines.clone(),
        None => generated(args.count, folder)?,
    };
    let mut table = Table::new("corpus", json, &COLUMNS);
    let mut tell = |row: Row| {
        table.row([
            Value::text(row.what),
            Value::Count(row.puzzles),
            Value::Time(row.time),
            Value::per_second(row.puzzles, row.time),
            Value::megabytes(row.bytes),
        ]);
    };
    tell(plain(
        &lines,
        &folder.join("plain-one.sqlite"),
        args.plain,
        false,
    )?);
    tell(plain(
        &lines,
        &folder.join("plain.sqlite"),
        args.plain * 100,
        true,
    )?);
    let path = folder.join("corpus.sqlite");
    let mut corpus = Corpus::create(&path, Care::Fast)?;
    tell(import(&mut corpus, "import of text", &lines)?);
    tell(solve(&mut corpus)?);
    let mut files = Vec::new();
    for (what, name, format) in [
        ("export of text", "out.txt", Format::Text),
        ("export of JSON lines", "out.jsonl", Format::Json),
        ("export of CSV", "out.csv", Format::Csv),
        ("export of Parquet", "out.parquet", Format::Parquet),
    ] {
        let file = folder.join(name);
        tell(export(&corpus, what, &file, format)?);
        files.push(file);
    }
    let puzzles = corpus.count::<Dungeons>()?;
    drop(corpus);
    // Now that nobody has it open, its log is empty.
    tell(Row {
        what: "the corpus",
        puzzles,
        time: Duration::ZERO,
        bytes: size(&path),
    });
    let ways = [
        "import of text, solved",
        "import of JSON lines",
        "import of CSV",
        "import of Parquet",
    ];
    for (what, file) in ways.into_iter().zip(&files) {
        let mut copy = Corpus::create(&folder.join(what), Care::Fast)?;
        tell(import(&mut copy, what, file)?);
    }
    let mut whole = Corpus::create(&folder.join("whole.sqlite"), Care::Fast)?;
    tell(import_and_solve(&mut whole, &lines)?);
    Ok(Status::Done)
}

/// A file of generated puzzles, one a line.
fn generated(count: u32, folder: &Path) -> anyhow::Result<PathBuf> {
    const PIECE: u32 = 1 << 14;
    let path = folder.join("lines.txt");
    let mut out = BufWriter::new(File::create(&path)?);
    let bar = progress(Some(count.into()));
    for first in (0..count).step_by(PIECE as usize) {
        let seeds = first..count.min(first.saturating_add(PIECE));
        let made = seeds.into_par_iter().map(generate::from_seed);
        let lines: Vec<String> = made.map(|made| made.puzzle.one_line()).collect();
        for line in &lines {
            writeln!(out, "{line}")?;
        }
        bar.inc(lines.len() as u64);
    }
    bar.finish_and_clear();
    out.flush()?;
    Ok(path)
}

/// What one would write first: a row of text for each puzzle, unique, in a transaction of its own or
/// in one for all.
fn plain(lines: &Path, path: &Path, count: usize, together: bool) -> anyhow::Result<Row> {
    let text = fs::read_to_string(lines)?;
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "CREATE TABLE puzzle (id INTEGER PRIMARY KEY, puzzle TEXT UNIQUE, solution TEXT)",
    )?;
    let begun = Instant::now();
    if together {
        connection.execute_batch("BEGIN")?;
    }
    let mut puzzles = 0;
    for line in text.lines().take(count) {
        connection.execute("INSERT OR IGNORE INTO puzzle (puzzle) VALUES (?)", [line])?;
        puzzles += 1;
    }
    if together {
        connection.execute_batch("COMMIT")?;
    }
    Ok(Row {
        what: match together {
            true => "plain inserts, together",
            false => "plain inserts, one by one",
        },
        puzzles,
        time: begun.elapsed(),
        bytes: size(path),
    })
}

fn import(corpus: &mut Corpus, what: &'static str, file: &Path) -> anyhow::Result<Row> {
    imported(corpus, what, file, None)
}

fn import_and_solve(corpus: &mut Corpus, file: &Path) -> anyhow::Result<Row> {
    let solve = Some(SolveSettings::default());
    imported(corpus, "read, solved and stored", file, solve)
}

fn imported(
    corpus: &mut Corpus,
    what: &'static str,
    file: &Path,
    solve: Option<SolveSettings>,
) -> anyhow::Result<Row> {
    let settings = Import {
        source: Source::now("import", file.display().to_string()),
        load: Import::LOAD,
        solve,
    };
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let input = Input::file(file)?;
    let imported = format::import::<Dungeons>(corpus, input, &settings, &stop, |_| {})?;
    Ok(Row {
        what,
        puzzles: imported.lines,
        time: begun.elapsed(),
        bytes: size(file),
    })
}

fn solve(corpus: &mut Corpus) -> anyhow::Result<Row> {
    let stop = AtomicBool::new(false);
    let settings = SolveSettings::default();
    let (tally, time) = timed(|| corpus.solve::<Dungeons>(&settings, &stop, |_| {}));
    Ok(Row {
        what: "corpus solve",
        puzzles: tally?.total,
        time,
        bytes: 0,
    })
}

fn export(corpus: &Corpus, what: &'static str, file: &Path, format: Format) -> anyhow::Result<Row> {
    let begun = Instant::now();
    let out = BufWriter::new(File::create(file)?);
    let puzzles = format::export::<Dungeons>(corpus, format, out, |_| {})?;
    Ok(Row {
        what,
        puzzles,
        time: begun.elapsed(),
        bytes: size(file),
    })
}

/// Bytes of a file, and of the log beside it if it is a database.
fn size(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let bytes = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    bytes(path) + bytes(Path::new(&log))
}
