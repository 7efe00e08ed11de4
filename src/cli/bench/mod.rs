//! `gridhand bench`: what everything costs, beside the yardstick it is measured against.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::{Context, Status};

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
  gridhand bench capture                         pictures of a window beside xcap's
  gridhand bench read                            finding and reading a board in a full screen
  gridhand bench skins --first 1001 --count 200  fitting to games never seen
  gridhand bench corpus --count 1000000          the store beside plain row-by-row inserts";

/// Measure: each figure beside a plain way to do the same, in one run
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Loop(play::Args),
    Capture(capture::Args),
    Read(read::Args),
    Skins(skins::Args),
    Dungeons(Recorded),
    Coil(coil::Args),
    Sliding(sliding::Args),
    Corpus(corpus::Args),
    Woodworm(woodworm::Args),
    Warehouse(warehouse::Args),
}

/// The dungeon solver beside its reference, and the generator. Times are the best of several runs of
/// one thread, on whatever else the machine is doing
#[derive(ClapArgs, Debug)]
struct Recorded {
    /// The folder with recorded puzzles [default: $GRIDHAND_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// The folder that was given, or the environment's.
fn data(given: &Option<PathBuf>) -> Option<PathBuf> {
    let from_environment = || std::env::var_os("GRIDHAND_DATA").map(PathBuf::from);
    given.clone().or_else(from_environment)
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    match &args.what {
        What::Loop(args) => play::run(args, context),
        What::Capture(args) => capture::run(args),
        What::Read(args) => read::run(args, context),
        What::Skins(args) => skins::run(args),
        What::Dungeons(recorded) => dungeons::run(data(&recorded.data).as_deref()),
        What::Coil(args) => coil::run(args),
        What::Sliding(args) => sliding::run(args),
        What::Corpus(args) => corpus::run(args),
        What::Woodworm(args) => woodworm::run(args),
        What::Warehouse(args) => warehouse::run(args),
    }
}
