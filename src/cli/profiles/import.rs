//! `gridhand profile import`.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use crate::cli::{Context, Exit, Status, usage};
use crate::games::GameId;
use crate::profile::{Home, Package};

/// Take in a profile that `profile export` wrote
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Everything in the file is checked before anything is written.

Examples:
  gridhand profile import mine.zip
  gridhand profile import mine.zip --as theirs
  gridhand profile import mine.zip --replace        what was there is kept as mine.1")]
pub struct Args {
    /// The file; `-` is standard input
    file: PathBuf,
    /// Call the profile so
    #[arg(long = "as", id = "as", value_name = "NAME")]
    name: Option<String>,
    /// Replace the profile of that name; it is kept under another name
    #[arg(long)]
    replace: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    let mut package = match args.file.as_os_str() == "-" {
        true => Package::read_from(Path::new("standard input"), std::io::stdin())?,
        false => Package::read(&args.file)?,
    };
    if let Some(name) = &args.name {
        package = package.named(name)?;
    }
    let profile = &package.profile;
    if GameId::of_name(&profile.game).is_none() {
        let text = format!(
            "{}: there is no game {:?}",
            args.file.display(),
            profile.game
        );
        return Err(Exit::new(Status::Failed, text).into());
    }
    let name = &profile.name;
    if !args.replace && home.names()?.contains(name) {
        let text = format!(
            "there is a profile {name:?} already; --as NAME takes this one in under another name, --replace \
             instead of it, and keeps the old one"
        );
        return Err(usage(text).into());
    }
    home.save_profile(profile, &package.pictures, args.replace)?;
    eprintln!(
        "profile {name:?} is in {}: gridhand play {} --profile {name}",
        home.folder_to_write().display(),
        profile.game
    );
    Ok(Status::Done)
}
