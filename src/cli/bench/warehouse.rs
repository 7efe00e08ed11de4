//! `gridhand bench warehouse`: the figures of the warehouse.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::Limits;
use crate::games::warehouse::bench::{self, Order};
use clap::Args as ClapArgs;

use super::super::Status;

/// The most bytes that the tables of one level may take.
const MEMORY: u64 = 4 << 30;

/// Follow mode beside a plain way to do it (the best and the median of many runs of one thread, parsing
/// included), and the solver (wall-clock, two threads) on levels of our own and of the package xsok
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// The folder whose folder `warehouse` has recorded moves [default: $GRIDHAND_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A file of levels to solve instead
    #[arg(long, value_name = "FILE")]
    levels: Option<PathBuf>,
    /// Solve all levels of the package xsok, where it is installed, and not only the first one
    #[arg(long)]
    classic: bool,
    /// Give up a level after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let data = super::data(&args.data);
    let order = Order {
        data: data.as_deref(),
        levels: args.levels.as_deref(),
        classic: args.classic,
        limits: Limits {
            time: Some(Duration::from_secs(args.time)),
            memory: Some(MEMORY),
            ..Limits::default()
        },
    };
    bench::bench(&order, &mut std::io::stdout().lock())?;
    Ok(Status::Done)
}
