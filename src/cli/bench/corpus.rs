//! `gridhand bench corpus`: how fast puzzles go in, are solved and come out.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args as ClapArgs;
use rayon::prelude::*;
use rusqlite::Connection;

use super::table::{Table, Value, timed};
use crate::base::record::Source;
use crate::cli::args::Measured;
use crate::cli::progress::progress;
use crate::cli::{Status, usage};
#[cfg(feature = "postgres")]
use crate::corpus::Yardstick;
use crate::corpus::format::{self, Format, Import, Input};
use crate::corpus::{Care, Corpus, Location, SolveSettings};
use crate::games::dungeons::{Dungeons, generate};

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
    #[command(flatten)]
    measured: Measured,
}

/// So many of the hardest are told of, as `corpus stats` does.
const HARDEST: usize = 12;

/// So many puzzles in a time.
type Done = anyhow::Result<(u64, Duration)>;

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
    let server = args.measured.location()?;
    let mut table = Table::new("corpus", json);
    in_files(args, folder, &lines, &mut table)?;
    if let Some(server) = server {
        on_a_server(args, &server, folder, &lines, &mut table)?;
    }
    Ok(Status::Done)
}

fn row(table: &mut Table, what: &str, (puzzles, time): (u64, Duration), bytes: u64) {
    table.row([
        ("what", what.into()),
        ("puzzles", puzzles.into()),
        ("time", time.into()),
        ("per second", Value::per_second(puzzles, time)),
        ("MB", Value::megabytes(bytes)),
    ]);
}

fn in_files(args: &Args, folder: &Path, lines: &Path, table: &mut Table) -> anyhow::Result<()> {
    let mut tell = |what: &str, done: (u64, Duration), file: &Path| {
        row(table, what, done, size(file));
    };
    for (what, count, together) in [
        ("plain inserts, one by one", args.plain, false),
        ("plain inserts, together", args.plain * 100, true),
    ] {
        let file = folder.join(format!("{what}.sqlite"));
        tell(what, plain(lines, &file, count, together)?, &file);
    }
    let path = folder.join("corpus.sqlite");
    let mut corpus = Corpus::create(&path, Care::Fast)?;
    tell("import of text", import(&mut corpus, lines, None)?, lines);
    let (settings, stop) = (SolveSettings::default(), AtomicBool::new(false));
    let (solved, time) = timed(|| corpus.solve::<Dungeons>(&settings, &stop, |_| {}));
    tell("corpus solve", (solved?.total, time), &path);
    let formats = [
        ("text", "out.txt", Format::Text),
        ("JSON lines", "out.jsonl", Format::Json),
        ("CSV", "out.csv", Format::Csv),
        ("Parquet", "out.parquet", Format::Parquet),
    ];
    for (name, file, format) in formats {
        let file = folder.join(file);
        let out = BufWriter::new(File::create(&file)?);
        let (written, time) = timed(|| format::export::<Dungeons>(&corpus, format, out, |_| {}));
        tell(&format!("export of {name}"), (written?, time), &file);
    }
    let (stats, time) = timed(|| corpus.stats::<Dungeons>(HARDEST));
    let puzzles = stats?.puzzles;
    tell("corpus stats", (puzzles, time), &path);
    drop(corpus);
    // Now that nobody has it open, its log is empty.
    tell("the corpus", (puzzles, Duration::ZERO), &path);
    for (name, file, _) in formats {
        let (what, file) = (format!("import of {name}, solved"), folder.join(file));
        let mut copy = Corpus::create(&folder.join(&what), Care::Fast)?;
        tell(&what, import(&mut copy, &file, None)?, &file);
    }
    let mut whole = Corpus::create(&folder.join("whole.sqlite"), Care::Fast)?;
    let done = import(&mut whole, lines, Some(settings))?;
    tell("read, solved and stored", done, lines);
    Ok(())
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
fn plain(lines: &Path, path: &Path, count: usize, together: bool) -> Done {
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
    Ok((puzzles, begun.elapsed()))
}

fn import(corpus: &mut Corpus, file: &Path, solve: Option<SolveSettings>) -> Done {
    let load = Location::from(file).good_load();
    import_in(corpus, file, load, solve)
}

fn import_in(corpus: &mut Corpus, file: &Path, load: usize, solve: Option<SolveSettings>) -> Done {
    let settings = Import {
        source: Source::now("import", file.display().to_string()),
        load,
        solve,
    };
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let input = Input::file(file)?;
    let imported = format::import::<Dungeons>(corpus, input, &settings, &stop, |_| {})?;
    Ok((imported.lines, begun.elapsed()))
}

/// Bytes of a file, and of the log beside it if it is a database.
fn size(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let bytes = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    bytes(path) + bytes(Path::new(&log))
}

/// The same on a server, beside plain inserts there.
#[cfg(feature = "postgres")]
fn on_a_server(
    args: &Args,
    server: &Location,
    folder: &Path,
    lines: &Path,
    table: &mut Table,
) -> anyhow::Result<()> {
    let Location::Server(address) = server else {
        return Err(usage("--server: this is no address of a server").into());
    };
    let yardstick = Yardstick::new(address)?;
    let text = fs::read_to_string(lines)?;
    for (what, count, together) in [
        ("server: plain inserts, one by one", args.plain, false),
        ("server: plain inserts, together", args.plain * 100, true),
    ] {
        let rows: Vec<&str> = text.lines().take(count).collect();
        let time = yardstick.plain(&rows, together)?;
        let done = (rows.len() as u64, time);
        row(table, what, done, yardstick.plain_bytes()?);
    }
    let mut corpus = Corpus::create(server, Care::Fast)?;
    let done = import_in(&mut corpus, lines, server.good_load(), None)?;
    row(table, "server: import of text", done, size(lines));
    let (settings, stop) = (SolveSettings::default(), AtomicBool::new(false));
    let (solved, time) = timed(|| corpus.solve_shared::<Dungeons>(&settings, &stop, |_| {}));
    let done = (solved?.total, time);
    row(
        table,
        "server: corpus solve --shared",
        done,
        yardstick.corpus_bytes()?,
    );
    for (name, file, format) in [
        ("text", "server.txt", Format::Text),
        ("Parquet", "server.parquet", Format::Parquet),
    ] {
        let file = folder.join(file);
        let out = BufWriter::new(File::create(&file)?);
        let (written, time) = timed(|| format::export::<Dungeons>(&corpus, format, out, |_| {}));
        row(
            table,
            &format!("server: export of {name}"),
            (written?, time),
            size(&file),
        );
    }
    let (stats, time) = timed(|| corpus.stats::<Dungeons>(HARDEST));
    let puzzles = stats?.puzzles;
    row(
        table,
        "server: corpus stats",
        (puzzles, time),
        yardstick.corpus_bytes()?,
    );
    row(
        table,
        "server: the corpus",
        (puzzles, Duration::ZERO),
        yardstick.corpus_bytes()?,
    );
    Ok(())
}

#[cfg(not(feature = "postgres"))]
fn on_a_server(
    _: &Args,
    server: &Location,
    _: &Path,
    _: &Path,
    _: &mut Table,
) -> anyhow::Result<()> {
    Corpus::open(server)?;
    Err(usage("--server: this is no address of a server").into())
}
