//! `gridhand bench`: what everything costs, beside the reference it is measured against.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Context, Status};

mod dungeons;
mod table;

/// Measures speed and quality, and prints them as a table
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Times are the best of several runs of one thread, on whatever else the machine is doing.

Examples:
  gridhand bench dungeons                      on puzzles made for the purpose
  gridhand bench dungeons --data ../shared/data  on recorded ones")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: Benched,
    /// The folder with recorded puzzles [default: $GRIDHAND_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// The games that can be measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Benched {
    /// Dungeons & Diagrams
    Dungeons,
}

pub fn run(args: &Args, _: &Context) -> anyhow::Result<Status> {
    let given = || args.data.clone();
    let data = given().or_else(|| std::env::var_os("GRIDHAND_DATA").map(PathBuf::from));
    match args.game {
        Benched::Dungeons => dungeons::run(data.as_deref()),
    }
}
