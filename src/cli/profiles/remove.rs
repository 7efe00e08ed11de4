//! `gridhand profile remove`.

use clap::Args as ClapArgs;

use crate::cli::{Context, Status, usage};
use crate::profile::Home;

/// Remove a profile for good
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Nothing is removed without --yes. `gridhand profile export` keeps a profile as one file.

Examples:
  gridhand profile remove mine --yes")]
pub struct Args {
    /// The profile
    name: String,
    /// Do remove it
    #[arg(long)]
    yes: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    let name = &args.name;
    let folder = home.own(name, "removed")?;
    if !args.yes {
        let text = format!(
            "nothing was removed: with --yes the section and the pictures of {name:?} in {} are gone for \
             good; `gridhand profile export {name} FILE` keeps them",
            folder.display()
        );
        return Err(usage(text).into());
    }
    let uncovered = home.remove(name)?;
    eprintln!("profile {name:?} is removed from {}", folder.display());
    if let Some(other) = uncovered {
        eprintln!("by this name the one of {other} is used now");
    }
    Ok(Status::Done)
}
