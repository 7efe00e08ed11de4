//! The figures of Mortal Coil.

use std::path::PathBuf;
use std::time::Duration;

use crate::games::coil::bench::{self, Options};
use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::super::Status;

/// The coil solver on a folder of levels beside plain search; each solution is checked by the rules.
/// A level counts from its text to its solution, with two threads
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// The folder with the levels [default: $GRIDHAND_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// For each level
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    limit: f64,
    /// For each level by plain search, until it fails three times in a row
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS")]
    plain_limit: f64,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let given = args.data.clone();
    let data = given
        .or_else(|| std::env::var_os("GRIDHAND_DATA").map(PathBuf::from))
        .context("which levels? give a folder with --data")?;
    let options = Options {
        data,
        limit: Duration::try_from_secs_f64(args.limit)?,
        plain_limit: Duration::try_from_secs_f64(args.plain_limit)?,
    };
    let rows = bench::run(&options, &mut std::io::stdout().lock())?;
    Ok(match rows.iter().any(|row| row.result == "wrong") {
        true => Status::Failed,
        false => Status::Done,
    })
}
