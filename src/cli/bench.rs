//! `gridhand bench`: what is measured, each beside a yardstick in the same run.

use clap::{Args as ClapArgs, Subcommand};

use super::{Context, Status};

mod dungeons;
mod play;
mod table;

const EXAMPLES: &str = "\
Examples:
  gridhand bench loop --fps 60
  gridhand bench dungeons --data ../shared/data";

/// Measure: each figure beside a plain way to do the same, in one run.
#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Loop(play::Args),
    Dungeons(dungeons::Args),
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    match &args.what {
        What::Loop(args) => play::run(args, context),
        What::Dungeons(args) => dungeons::run(args),
    }
}
