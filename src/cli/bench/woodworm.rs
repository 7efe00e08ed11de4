//! The figures of woodworm.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use gridhand::games::Limits;
use gridhand::games::woodworm::bench::bench;

use super::super::Status;

/// The woodworm solver on every shape of a folder, beside its reference
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// The folder with recorded puzzles [default: $GRIDHAND_DATA, else the shapes that come with
    /// the source]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Give up a shape after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,
    /// Give up a shape when its tables need more than so many megabytes
    #[arg(long, value_name = "MB", default_value_t = 8000)]
    memory: u64,
    /// Give up the reference after so many states, each some hundred bytes
    #[arg(long, value_name = "N", default_value_t = 1_500_000)]
    reference_states: u64,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let folder =
        super::data(&args.data).map_or("corpus/woodworm".into(), |data| data.join("woodworm"));
    let limits = Limits {
        time: Some(Duration::from_secs(args.time)),
        memory: Some(args.memory.saturating_mul(1_000_000)),
        nodes: None,
    };
    let reference = Limits {
        nodes: Some(args.reference_states),
        ..Limits::default()
    };
    bench(&folder, &limits, &reference, &mut std::io::stdout().lock())?;
    Ok(Status::Done)
}
