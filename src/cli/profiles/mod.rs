//! `gridhand profile`: which profiles there are, and putting them in order.

use clap::{Args as ClapArgs, Subcommand};

use super::{Context, Status};

mod export;
mod facts;
mod import;
mod list;
mod remove;
mod rename;
mod show;

/// The profiles: what each knows, renaming, removing, handing them on
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand profile list
  gridhand profile show mine --picture mine.png
  gridhand profile export mine mine.zip               one file, to be handed on
  gridhand profile import mine.zip --as theirs")]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    List(list::Args),
    Show(show::Args),
    Rename(rename::Args),
    Remove(remove::Args),
    Export(export::Args),
    Import(import::Args),
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    match &args.verb {
        Verb::List(args) => list::run(args, context),
        Verb::Show(args) => show::run(args, context),
        Verb::Rename(args) => rename::run(args, context),
        Verb::Remove(args) => remove::run(args, context),
        Verb::Export(args) => export::run(args, context),
        Verb::Import(args) => import::run(args, context),
    }
}
