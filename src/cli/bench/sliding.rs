//! `gridhand bench sliding`: the figures of sliding blocks.

use std::path::PathBuf;

use crate::base::Limits;
use crate::games::sliding::bench;
use clap::Args as ClapArgs;

use super::super::{Exit, Status};

/// The sliding-block solver beside a plain breadth-first search; wall-clock times of one run
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// The folder whose folder `sliding` has recorded puzzles [default: $GRIDHAND_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Give up the plain search after so many states
    #[arg(long, value_name = "N", default_value_t = bench::PLAIN_STATES)]
    plain: u64,
}

/// Without a folder of recorded puzzles there is nothing hard enough to measure.
pub fn run(args: &Args) -> anyhow::Result<Status> {
    let Some(data) = super::data(&args.data) else {
        let text = "which puzzles? Give --data DIR, whose folder `sliding` has them";
        return Err(Exit::new(Status::Usage, text).into());
    };
    let mut out = std::io::stdout().lock();
    let folder = data.join("sliding");
    bench::bench(&folder, &Limits::default(), args.plain, &mut out)?;
    Ok(Status::Done)
}
