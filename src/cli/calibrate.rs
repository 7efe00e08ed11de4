//! `gridhand calibrate`: learning what a game looks like.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args as ClapArgs;
use image::RgbaImage;

use self::unseen::Unseen;
use super::{Context, Exit, Status, usage};
use crate::base::read_text;
use crate::game::Game;
use crate::game::ability::Fits;
use crate::game::draft::with_fits;
use crate::games::GameId;
use crate::profile::learn::Lesson;
use crate::profile::{Home, Named, Profile, ProfileError, load_picture};
use crate::with_game;

mod live;
mod unseen;

/// Learns what a game looks like: one that gridhand has never seen, or one whose places are in
/// calibration.toml
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
An example is a picture of the game and a text file that says what it shows, as `gridhand read` would
print it; with --window the text is enough, and the picture is taken of the window. For a game that
has no section in calibration.toml, the board, its cells and numbers are found by means of the text.

Examples:
  gridhand calibrate dungeons --profile mine --window \"My Clone\" --example now.txt --next key:space
                              now.txt says what the window shows at this moment
  gridhand calibrate dungeons --profile mine --example shot.png:now.txt
                              the same from a picture
  gridhand calibrate dungeons --profile last-call-bbs --example bear.png:bear.txt \\
                              --example golem.png:golem.txt
                              a known game; nine or ten examples make reading reliable, one must
                              be a picture of exactly the board
  gridhand calibrate dungeons --profile last-call-bbs --example bear.png --replace
                              the text is in bear.txt; keeps the old templates under another name")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: GameId,
    /// The profile to teach: a section of calibration.toml, or a new name
    #[arg(long, value_name = "NAME")]
    profile: String,
    /// A picture and the text with what it shows; or only the text, with --window
    #[arg(long = "example", required = true, value_name = "[IMAGE:]TEXT")]
    examples: Vec<String>,
    /// A picture of a solved board with the sign that the game then shows over it; two or more
    #[arg(long = "solved", value_name = "IMAGE")]
    solved: Vec<PathBuf>,
    #[command(flatten)]
    unseen: Unseen,
    /// Replace what was learned before; it is kept under another name
    #[arg(long)]
    replace: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => calibrate::<G>(args, context))
}

fn calibrate<G: Game>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let fitted = with_fits::<G, _>(|fits| fit::<G>(fits, args, context));
    let given = args.unseen.given();
    match fitted {
        Some(done) => done,
        None if given.is_empty() => teach::<G>(args, context),
        None => {
            let text = format!(
                "{}: this does not go with {}: its boards are not found by their text yet. Write a \
                 section [profile.{}] in calibration.toml, and give pictures of exactly the board",
                given.join(", "),
                G::NAME,
                args.profile
            );
            Err(usage(text).into())
        }
    }
}

/// Fits a profile, or learns the templates of one whose places are known.
fn fit<G: Game>(fits: &dyn Fits<G>, args: &Args, context: &Context) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    if args.unseen.given().is_empty() && is_known(args, &home)? {
        return teach::<G>(args, context);
    }
    if !args.solved.is_empty() {
        let text = "--solved goes with a profile whose places are in calibration.toml: what a \
                    solved board looks like is learned otherwise while the game is played";
        return Err(usage(text).into());
    }
    args.unseen.check(&args.examples)?;
    match args.unseen.is_addition() {
        true => args.unseen.add(fits, &args.profile, &args.examples, &home),
        false => args
            .unseen
            .run(fits, &args.profile, &args.examples, &home, args.replace),
    }
}

/// Whether the profile says where everything is.
fn is_known(args: &Args, home: &Home) -> anyhow::Result<bool> {
    match home.load(&args.profile) {
        Ok(profile) => Ok(profile.seen_at.is_none()),
        Err(ProfileError::Unknown { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Learns the templates of a profile whose places are known.
fn teach<G: Game>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let (profile, lessons, solved) = material::<G>(args, context)?;
    let learned =
        G::learn(&profile, &lessons, &solved).map_err(|why| Exit::new(Status::Unreadable, why))?;
    for refused in &learned.refused {
        eprintln!("warning: an example is not certain enough to be read: {refused}");
    }
    let is_sign = |(name, _): &Named| name == "solved";
    if !solved.is_empty() && !learned.pictures.iter().any(is_sign) {
        let text = format!("--solved: {} shows no sign on solved boards", G::NAME);
        return Err(usage(text).into());
    }
    let read_back = lessons.len() - learned.refused.len();
    save(args, context, &profile, &learned.pictures, read_back)
}

/// The profile, the examples as lessons, and the pictures of solved boards.
type Material<G> = (Profile, Vec<Lesson<<G as Game>::Puzzle>>, Vec<RgbaImage>);

fn material<G: Game>(args: &Args, context: &Context) -> anyhow::Result<Material<G>> {
    let profile = super::profile::<G>(Some(&args.profile), context)?;
    let lessons = args.examples.iter().map(|text| lesson::<G>(text));
    let lessons = lessons.collect::<anyhow::Result<_>>()?;
    let solved = args.solved.iter().map(|file| Ok(load_picture(file)?));
    let solved = solved.collect::<anyhow::Result<_>>()?;
    Ok((profile, lessons, solved))
}

fn save(
    args: &Args,
    context: &Context,
    profile: &Profile,
    pictures: &[Named],
    read_back: usize,
) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    let folder = home.save(&profile.name, pictures, args.replace)?;
    eprintln!(
        "learned {} templates; {read_back} of {} examples are read back: {}",
        pictures.len(),
        args.examples.len(),
        folder.display()
    );
    Ok(Status::Done)
}

fn lesson<G: Game>(example: &str) -> anyhow::Result<Lesson<G::Puzzle>> {
    let (image, text) = files(example);
    Ok(Lesson {
        name: image.display().to_string(),
        puzzle: puzzle::<G>(&text)?,
        picture: load_picture(&image)?,
    })
}

/// What a text file says.
fn puzzle<G: Game>(text: &Path) -> anyhow::Result<G::Puzzle> {
    let read = read_text(text).with_context(|| text.display().to_string())?;
    G::parse(&read).map_err(|e| anyhow!("{}: {e}", text.display()))
}

/// `IMAGE:TEXT`, or an image whose text lies beside it. The letter of a drive is no image.
fn files(example: &str) -> (PathBuf, PathBuf) {
    let mut colons = example.rmatch_indices(':').map(|(at, _)| at);
    let between = colons.find(|at| !is_of_drive(example, *at));
    match between {
        Some(at) if !Path::new(example).exists() => {
            (example[..at].into(), example[at + 1..].into())
        }
        _ => (example.into(), Path::new(example).with_extension("txt")),
    }
}

/// Whether a colon follows the letter of a drive, as in `C:\now.png`.
fn is_of_drive(example: &str, colon: usize) -> bool {
    let (before, after) = (&example[..colon], &example[colon + 1..]);
    let last = before.rsplit(':').next().unwrap_or_default();
    let is_letter = last.len() == 1 && last.starts_with(|c: char| c.is_ascii_alphabetic());
    is_letter && after.starts_with(['\\', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_and_its_text_are_told_apart_on_drives_too() {
        let split = |example: &str| {
            let (image, text) = files(example);
            [image, text].map(|path| path.display().to_string())
        };
        for [example, image, text] in [
            ["one.png:two.txt", "one.png", "two.txt"],
            ["one.png:/tmp/two.txt", "one.png", "/tmp/two.txt"],
            [r"C:\a b\1.png:D:/1.txt", r"C:\a b\1.png", "D:/1.txt"],
            [r"1.png:C:\1.txt", "1.png", r"C:\1.txt"],
            [r"C:\1.png:1.txt", r"C:\1.png", "1.txt"],
        ] {
            assert_eq!(split(example), [image, text], "{example}");
        }
        assert_eq!(split(r"C:\1.png")[0], r"C:\1.png");
        assert_eq!(split("one.png"), ["one.png", "one.txt"]);
    }
}
