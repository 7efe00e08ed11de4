//! `gridhand profile export`.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::cli::{Context, Status, usage};
use crate::profile::{Home, Package};

/// Write a profile to one file, to be handed on
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The file is a zip archive with the section of calibration.toml and the pictures. Pictures of a game are
its maker's art: mind whom you hand them to.

Examples:
  gridhand profile export mine mine.zip")]
pub struct Args {
    /// The profile
    name: String,
    /// The file, which must not be there; `-` is standard output
    file: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    replace: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    let package = Package::of(&home, &args.name)?;
    if args.file.as_os_str() == "-" {
        std::io::stdout().write_all(&package.bytes()?)?;
        return Ok(Status::Done);
    }
    if args.file.exists() && !args.replace {
        let file = args.file.display();
        return Err(usage(format!("{file} is there already; --replace overwrites it")).into());
    }
    package.write(&args.file)?;
    eprintln!(
        "profile {:?} with {} pictures is in {}",
        args.name,
        package.pictures.len(),
        args.file.display()
    );
    Ok(Status::Done)
}
