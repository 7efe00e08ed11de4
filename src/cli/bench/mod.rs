//! `gridhand bench`: what everything costs, beside the yardstick it is measured against.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args as ClapArgs, Subcommand};

use super::{Context, Exit, Status};

mod capture;
mod coil;
mod corpus;
mod dungeons;
mod play;
mod read;
mod skins;
mod sliding;
mod table;
mod warehouse;
mod woodworm;

const EXAMPLES: &str = "\
Examples:
  gridhand bench dungeons                        on puzzles made for the purpose
  gridhand bench dungeons --data ../shared/data  on recorded ones
  gridhand bench coil --data ../shared/data --limit 60
                                                 recorded levels, beside a plain search
  gridhand bench sliding --data ../shared/data   recorded ones, beside a plain search
  gridhand bench woodworm --data ../shared/data  recorded shapes, beside the published method
  gridhand bench warehouse --data ../shared/data the robot's moves, and levels
  gridhand bench loop --fps 60                   the closed loop beside fixed waits
  gridhand bench capture                         pictures of a window beside a plain way's
  gridhand bench read                            finding and reading a board in a full screen
  gridhand bench skins --first 1001 --count 200  fitting to games never seen
  gridhand bench corpus --count 1000000          the store beside plain row-by-row inserts
  gridhand bench corpus --server @server.txt     and the same on a server
  gridhand bench read --json                     one JSON object a row, as of every bench";

/// Measure: each figure beside a plain way to do the same, in one run
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// One JSON object a row
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Loop(play::Args),
    Capture(capture::Args),
    Read(read::Args),
    Skins(skins::Args),
    Dungeons(dungeons::Args),
    Coil(coil::Args),
    Sliding(sliding::Args),
    Corpus(corpus::Args),
    Woodworm(woodworm::Args),
    Warehouse(warehouse::Args),
}

/// Where recorded puzzles are.
#[derive(ClapArgs, Debug)]
struct Data {
    /// The folder with recorded puzzles [default: $GRIDHAND_DATA, else ../shared/data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Data {
    /// The folder, if one was given or there is one.
    fn folder(&self) -> Option<PathBuf> {
        let beside = || Some(PathBuf::from("../shared/data")).filter(|folder| folder.is_dir());
        let from_environment = || std::env::var_os("GRIDHAND_DATA").map(PathBuf::from);
        let given = self.data.clone();
        given.or_else(from_environment).or_else(beside)
    }

    /// The folder.
    ///
    /// # Errors
    /// There is none: nothing else is worth to be measured.
    fn required(&self) -> anyhow::Result<PathBuf> {
        let missing = || {
            Exit::new(
                Status::Usage,
                "which puzzles? Give their folder with --data",
            )
        };
        Ok(self.folder().ok_or_else(missing)?)
    }
}

/// The text files of a folder with their names, numbers in the order of their size; `ending` is `.txt`
/// or nothing.
fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<(String, String)>> {
    let cannot_read = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let path = entry.with_context(cannot_read)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(name) = name.strip_suffix(ending).filter(|_| path.is_file()) {
            let text = fs::read_to_string(&path);
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            files.push((name.to_string(), text));
        }
    }
    files.sort_by_cached_key(|(name, _)| (name.parse().unwrap_or(u64::MAX), name.clone()));
    Ok(files)
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let json = args.json;
    match &args.what {
        What::Loop(args) => play::run(args, json, context),
        What::Capture(args) => capture::run(args, json),
        What::Read(args) => read::run(args, json, context),
        What::Skins(args) => skins::run(args, json),
        What::Dungeons(args) => dungeons::run(args, json),
        What::Coil(args) => coil::run(args, json),
        What::Sliding(args) => sliding::run(args, json),
        What::Corpus(args) => corpus::run(args, json),
        What::Woodworm(args) => woodworm::run(args, json),
        What::Warehouse(args) => warehouse::run(args, json),
    }
}
