//! `gridhand profile rename`.

use clap::Args as ClapArgs;

use crate::cli::{Context, Status};
use crate::profile::Home;

/// Call a profile something else
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand profile rename mine my-clone
  gridhand profile rename mine.1 mine               what --replace kept, after `profile remove mine`")]
pub struct Args {
    /// Its name
    old: String,
    /// Its new name
    new: String,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let Args { old, new } = args;
    let folder = Home::new(context.home.as_deref()).rename(old, new)?;
    eprintln!(
        "profile {old:?} is called {new:?} now, in {}",
        folder.display()
    );
    Ok(Status::Done)
}
