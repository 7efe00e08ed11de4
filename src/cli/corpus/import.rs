//! `gridhand corpus import`: files into the corpus.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args as ClapArgs;
use serde_json::json;

use super::{Which, stop_switch};
use crate::base::record::Source;
use crate::cli::Status;
use crate::cli::progress::progress;
use crate::corpus::format::{self, Import, Imported, Input};
use crate::corpus::{Care, Corpus, SolveSettings};
use crate::game::Storable;
use crate::with_game;

/// Take in puzzles from files
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Files are text (one line a puzzle, or pages), JSON lines, CSV or Parquet; their content tells. A
puzzle that is there already is not stored again; a seed that has another puzzle there is kept as
a conflict. The corpus is made if it is not there.

Exit status: 0 all taken in, 1 some line is no puzzle, 5 stopped by Ctrl-C.

Examples:
  gridhand corpus import puzzles.txt
  gridhand corpus import --solve --corpus mine.sqlite a.txt b.jsonl c.parquet
  zcat big.txt.gz | gridhand corpus import -")]
pub struct Args {
    /// Files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    which: Which,
    /// Solve what comes without an answer
    #[arg(long)]
    solve: bool,
    /// Store so many puzzles at a time [default: 131072 in a file, 32768 on a server]
    #[arg(long, value_name = "N",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1 << 22))]
    load: Option<usize>,
    /// One line of JSON per load that is stored for good, with the counts so far
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    let location = args.which.store.location()?;
    let mut corpus = Corpus::create(&location, Care::Fast)?;
    let load = args.load.unwrap_or(location.good_load());
    let stop = stop_switch()?;
    let mut status = Status::Done;
    for file in &args.files {
        let one = import_file::<G>(args, &mut corpus, file, load, &stop)
            .with_context(|| file.display().to_string())?;
        status = status.max(one);
        if stop.load(Ordering::SeqCst) {
            eprintln!("gridhand: stopped; import the same file again to go on");
            return Ok(Status::Stopped);
        }
    }
    Ok(status)
}

fn import_file<G: Storable>(
    args: &Args,
    corpus: &mut Corpus,
    file: &Path,
    load: usize,
    stop: &AtomicBool,
) -> anyhow::Result<Status> {
    let is_stdin = file == Path::new("-");
    let input = match is_stdin {
        true => Input::stdin(std::io::stdin())?,
        false => Input::file(file)?,
    };
    let settings = Import {
        source: Source::now("import", file.display().to_string()),
        load,
        solve: args.solve.then(SolveSettings::default),
    };
    let bar = progress(None);
    let begun = Instant::now();
    let imported = format::import::<G>(corpus, input, &settings, stop, |so_far| {
        bar.set_position(so_far.lines);
        if args.json {
            println!("{}", json(file, so_far));
        }
    })?;
    bar.finish_and_clear();
    for (line, why) in &imported.bad_lines {
        eprintln!("gridhand: {}:{line}: {why}", file.display());
    }
    if imported.lines == 0 {
        eprintln!("gridhand: {}: it is empty: no puzzle in it", file.display());
        return Ok(Status::Failed);
    }
    let untold = imported.bad - imported.bad_lines.len() as u64;
    if untold > 0 {
        eprintln!("gridhand: {untold} more lines are no puzzles");
    }
    if !args.json {
        tell(file, &imported, begun);
    }
    Ok(match imported.bad {
        0 => Status::Done,
        _ => Status::Failed,
    })
}

fn tell(file: &Path, imported: &Imported, begun: Instant) {
    let tally = &imported.tally;
    let seconds = begun.elapsed().as_secs_f64();
    let all = tally.new + tally.known + tally.conflicts;
    println!(
        "{}: {} new, {} known, {} conflicts; {seconds:.2} s, {:.0} a second",
        file.display(),
        tally.new,
        tally.known,
        tally.conflicts,
        all as f64 / seconds.max(1e-9),
    );
}

fn json(file: &Path, imported: &Imported) -> serde_json::Value {
    json!({
        "source": file.display().to_string(),
        "lines": imported.lines,
        "new": imported.tally.new,
        "known": imported.tally.known,
        "conflicts": imported.tally.conflicts,
        "bad": imported.bad,
    })
}
