//! `gridhand corpus grant`: what a role of a server may do with a corpus.

use anyhow::Context as _;
use clap::Args as ClapArgs;

use crate::cli::Status;
use crate::cli::args::Store;

/// Let a role of the server add to a corpus and change nothing in it, or only read it
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
For machines that harvest: what is stored stays as it is, whatever such a machine does. Whoever made
the corpus may say this. The role must be there (createuser), and keeps what else it may do. To
solve, or to bring a corpus up to date, takes its owner.

Examples:
  gridhand corpus grant harvester --corpus @server.txt
  gridhand corpus grant visitor --read-only --corpus @server.txt")]
pub struct Args {
    /// The role, as the server knows it
    role: String,
    /// It may look, and add nothing
    #[arg(long)]
    read_only: bool,
    #[command(flatten)]
    store: Store,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    args.store.can_share("corpus grant")?;
    let mut corpus = args.store.open()?;
    let shared = corpus.shared().context("only a server has roles")?;
    shared.grant(&args.role, !args.read_only)?;
    let what = match args.read_only {
        true => "read the corpus",
        false => "read the corpus and add to it",
    };
    println!("{:?} may now {what}", args.role);
    Ok(Status::Done)
}
