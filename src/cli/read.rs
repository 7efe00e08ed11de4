//! `gridhand read`: pictures to puzzles.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args as ClapArgs;
use serde_json::json;

use super::{Context, Exit, Status, usage};
use crate::game::Game;
use crate::games::GameId;
use crate::profile::{Home, LoadPicture, Profile, load_picture};
use crate::screen::Frame;
use crate::vision::{self, Place, ReadError, ReadScratch, Reading, View};
use crate::with_game;

/// Reads puzzles out of pictures
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The board may be anywhere in the picture, at 1 to 4 times its size. What is not certain is not
read: the exit status is 3, and the message names the cell or number.

Examples:
  gridhand read dungeons screenshot.png                     the puzzle as text
  gridhand read dungeons --profile last-call-bbs shot.png   as this profile sees it
  gridhand read dungeons shot.png --overlay seen.png        also a picture of what was recognised
  gridhand read dungeons --json *.png                       a line of JSON for each picture")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: GameId,
    /// Pictures: PNG or GIF
    #[arg(required = true, value_name = "IMAGE")]
    images: Vec<PathBuf>,
    /// The profile to read with [default: the one whose board is in the picture]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Save the picture with what was recognised drawn over it: green is sure, red is not
    #[arg(long, value_name = "OUT.png")]
    overlay: Option<PathBuf>,
    /// Print a line of JSON for each picture
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    if args.overlay.is_some() && args.images.len() > 1 {
        return Err(usage("--overlay goes with a single picture").into());
    }
    with_game!(args.game, G => run_game::<G>(args, context))
}

fn run_game<G: Game>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let profiles = profiles::<G>(args.profile.as_deref(), context)?;
    let mut status = Status::Done;
    for image in &args.images {
        if let Err(error) = read_one::<G>(args, &profiles, image) {
            if args.images.len() == 1 && !args.json {
                return Err(error);
            }
            if args.json {
                let line = json!({
                    "game": G::NAME,
                    "source": image.display().to_string(),
                    "error": format!("{error:#}"),
                });
                println!("{line}");
            } else {
                eprintln!("gridhand: {error:#}");
            }
            status = status.max(super::status_of(&error));
        }
    }
    Ok(status)
}

/// The named profile, or all learned ones for the game.
fn profiles<G: Game>(name: Option<&str>, context: &Context) -> anyhow::Result<Vec<Profile>> {
    if name.is_some() {
        return Ok(vec![super::profile::<G>(name, context)?]);
    }
    let home = Home::new(context.home.as_deref());
    let mut learned = Vec::new();
    for name in home.names_for(G::NAME)? {
        let profile = home.load(&name)?;
        if profile.ready().is_ok() {
            learned.push(profile);
        }
    }
    if learned.is_empty() {
        let text = format!("no profile for {} has learned to read yet", G::NAME);
        return Err(Exit::new(Status::Unreadable, text).into());
    }
    Ok(learned)
}

fn read_one<G: Game>(args: &Args, profiles: &[Profile], image: &Path) -> anyhow::Result<()> {
    let picture = load_picture(image).map_err(|error| {
        let status = match error {
            LoadPicture::Io(..) => Status::Failed,
            LoadPicture::Format(..) | LoadPicture::TooLarge { .. } => Status::Unreadable,
        };
        Exit::new(status, error.to_string())
    })?;
    let frame = Frame::still(picture);
    let name = image.display().to_string();
    let begun = Instant::now();
    let (profile, place) = find(profiles, &frame).with_context(|| name.clone())?;
    let mut scratch = ReadScratch::default();
    let reading = G::read(
        &View {
            frame: &frame,
            place,
        },
        profile,
        None,
        &mut scratch,
    );
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    if let Some(out) = &args.overlay {
        let drawn = vision::overlay(&frame, place, &scratch.notes, profile.confidence);
        drawn.save(out).with_context(|| out.display().to_string())?;
    }
    let reading = reading.with_context(|| name.clone())?;
    print::<G>(args, profile, &name, &reading, ms);
    Ok(())
}

/// The first profile whose board is in the picture, and where.
fn find<'a>(profiles: &'a [Profile], frame: &Frame) -> Result<(&'a Profile, Place), ReadError> {
    let mut error = None;
    for profile in profiles {
        match profile.locate(frame, None) {
            Ok(place) => return Ok((profile, place)),
            // A half or doubled board tells more than one that is not there at all.
            Err(new) => error = Some(error.filter(tells_more).unwrap_or(new)),
        }
    }
    Err(error.unwrap_or_else(|| ReadError::NoBoard("there is no profile".into())))
}

fn tells_more(error: &ReadError) -> bool {
    !matches!(error, ReadError::NoBoard(why) if why.starts_with("nothing"))
}

fn print<G: Game>(
    args: &Args,
    profile: &Profile,
    source: &str,
    reading: &Reading<G::Puzzle>,
    ms: f64,
) {
    if args.json {
        let line = json!({
            "game": G::NAME,
            "source": source,
            "profile": profile.name,
            "puzzle": reading.puzzle.to_string(),
            "confidence": reading.confidence,
            "ms": ms,
        });
        println!("{line}");
    } else {
        println!("{}", reading.puzzle.to_string().trim_end());
    }
}
