//! `gridhand corpus`: the puzzles that were read or made.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use clap::{Args as ClapArgs, Subcommand};

use super::args::Store;
use super::{Context, Status, usage};
use crate::corpus::{Corpus, Location};
use crate::games::GameId;

mod export;
mod grant;
mod import;
mod jobs;
mod repair;
mod show;
mod solve;
mod stats;
mod verify;

/// The puzzles that were read or made, with their solutions
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand corpus import --solve puzzles.txt
  gridhand corpus stats --report corpus.html
  gridhand corpus show 56437193
  gridhand corpus export all.parquet")]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Import(import::Args),
    Export(export::Args),
    Solve(solve::Args),
    Jobs(jobs::Args),
    Grant(grant::Args),
    Stats(stats::Args),
    Show(show::Args),
    Verify(verify::Args),
    Repair(repair::Args),
}

pub fn run(args: &Args, _: &Context) -> anyhow::Result<Status> {
    match &args.verb {
        Verb::Import(args) => import::run(args),
        Verb::Export(args) => export::run(args),
        Verb::Solve(args) => solve::run(args),
        Verb::Jobs(args) => jobs::run(args),
        Verb::Grant(args) => grant::run(args),
        Verb::Stats(args) => stats::run(args),
        Verb::Show(args) => show::run(args),
        Verb::Verify(args) => verify::run(args),
        Verb::Repair(args) => repair::run(args),
    }
}

/// Which corpus, and which game's puzzles in it.
#[derive(ClapArgs, Clone, Debug)]
pub struct Which {
    #[command(flatten)]
    pub store: Store,
    /// The game
    #[arg(long, value_enum, default_value_t = GameId::Dungeons)]
    pub game: GameId,
}

/// Whether the counts are told as JSON.
#[derive(ClapArgs, Debug)]
pub struct Counts {
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

impl Store {
    /// Whether many machines may share it, for the option that needs that.
    ///
    /// # Errors
    /// It is a file.
    pub fn can_share(&self, option: &str) -> anyhow::Result<()> {
        match self.location()? {
            Location::Server(_) => Ok(()),
            Location::File(path) => Err(usage(format!(
                "{option}: {} is a file; work is shared by a corpus on a server (--corpus \
                 postgres://USER@HOST/DATABASE)",
                path.display()
            ))
            .into()),
        }
    }
}

impl Which {
    fn open(&self) -> anyhow::Result<Corpus> {
        self.store.open()
    }
}

/// A switch that Ctrl-C sets; pressed a second time it ends the program at once.
pub(super) fn stop_switch() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = stop.clone();
    ctrlc::set_handler(move || {
        if switch.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(Status::Stopped as u8));
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// A time in ms since 1970 as people write it, in UTC.
fn date(ms: i64) -> String {
    crate::corpus::date(ms)
}
