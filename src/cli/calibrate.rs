//! `gridhand calibrate`: learning what a game looks like.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args as ClapArgs;
use gridhand::games::Game;
use gridhand::games::dungeons::{Dungeons, learn};
use gridhand::profile::{Home, load_picture};

use super::{Context, Exit, GameName, Status};

/// Learns from pictures what a game looks like
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Where things are comes from the profile's section in calibration.toml. An example is a picture of
the board and a text file that says what it shows, as `gridhand read` would print it. Nine or ten
examples that show every digit and every empty cell make reading reliable; one must be a picture
of exactly the board.

Examples:
  gridhand calibrate dungeons --profile last-call-bbs --example bear.png:bear.txt \\
                              --example golem.png:golem.txt
  gridhand calibrate dungeons --profile last-call-bbs --example bear.png
                              the text is in bear.txt
  gridhand calibrate dungeons --profile last-call-bbs --example bear.png --replace
                              keeps the old templates under another name")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: GameName,
    /// The profile to teach: a section of calibration.toml
    #[arg(long, value_name = "NAME")]
    profile: String,
    /// A picture, and the text with what it shows
    #[arg(long = "example", required = true, value_name = "IMAGE[:TEXT]")]
    examples: Vec<String>,
    /// A picture of a solved board with the sign that the game then shows over it; two or more
    #[arg(long = "solved", value_name = "IMAGE")]
    solved: Vec<PathBuf>,
    /// Replace templates that were learned before
    #[arg(long)]
    replace: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    if args.game != GameName::Dungeons {
        let text = "only dungeons are learned from pictures and texts";
        return Err(Exit::new(Status::Usage, text).into());
    }
    let profile = super::profile::<Dungeons>(Some(&args.profile), context)?;
    let lessons = args
        .examples
        .iter()
        .map(|example| lesson(example))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let solved = args.solved.iter().map(|file| Ok(load_picture(file)?));
    let solved = solved.collect::<anyhow::Result<Vec<_>>>()?;
    let learned = learn::templates(&profile, &lessons, &solved)
        .map_err(|why| Exit::new(Status::Unreadable, why))?;
    let home = Home::new(context.home.as_deref());
    let folder = home.save(&profile.name, &learned.pictures, args.replace)?;
    for refused in &learned.refused {
        eprintln!("warning: an example is not certain enough to be read: {refused}");
    }
    eprintln!(
        "learned {} templates; {} of {} examples are read back: {}",
        learned.pictures.len(),
        lessons.len() - learned.refused.len(),
        lessons.len(),
        folder.display()
    );
    Ok(Status::Done)
}

fn lesson(example: &str) -> anyhow::Result<learn::Lesson> {
    let (image, text) = files(example);
    let read = std::fs::read_to_string(&text).with_context(|| text.display().to_string())?;
    let puzzle = Dungeons::parse(&read).map_err(|e| anyhow!("{}: {e}", text.display()))?;
    Ok(learn::Lesson {
        name: image.display().to_string(),
        picture: load_picture(&image)?,
        puzzle,
    })
}

/// `IMAGE:TEXT`, or an image whose text lies beside it.
fn files(example: &str) -> (PathBuf, PathBuf) {
    match example.rsplit_once(':') {
        Some((image, text)) if !Path::new(example).exists() => (image.into(), text.into()),
        _ => (example.into(), Path::new(example).with_extension("txt")),
    }
}
