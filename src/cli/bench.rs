//! `gridhand bench`: what is measured, each beside a yardstick in the same run.

use clap::{Args as ClapArgs, Subcommand};

use super::{Context, Status};

mod play;

const EXAMPLES: &str = "\
Examples:
  gridhand bench loop --fps 60";

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
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    match &args.what {
        What::Loop(args) => play::run(args, context),
    }
}
