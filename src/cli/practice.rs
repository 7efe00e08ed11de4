//! `gridhand practice`: a stand-in game in a window.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::{Context, Status, usage};
use crate::game::ability::PracticeOption;
use crate::game::{Game, first_shown};
use crate::games::GameId;
use crate::practice::{Options, Trouble, window};
use crate::with_game;

/// Opens a stand-in game to practise on
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand practice dungeons                      play it yourself: left click for a wall,
                                                  right click for a mark
  gridhand practice sliding                       drag the blocks onto the goal
  gridhand practice dungeons --seed 42 --scale 2  room 42, every pixel four times as large
  gridhand practice dungeons --log game.jsonl     what happens, a line of JSON per event
  gridhand practice dungeons --input sample --fps 30 --drop-input 0.1 --latency 80
                                                  a game that is hard to play by machine
  gridhand practice dungeons --wander --cover     a desktop that gets in the way
  gridhand practice coil --seed 7 --picture 7.png > 7.txt
                                                  an example to learn from, without a desktop")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: GameId,
    #[command(flatten)]
    options: Options,
    /// Open no window: write a picture of the first puzzle to this file, and print its text
    #[arg(long, value_name = "IMAGE")]
    picture: Option<PathBuf>,
}

/// The options that only a game in a window has a use for.
const OF_WINDOWS: [&str; 10] = [
    "scale",
    "fps",
    "log",
    "input",
    "drop_input",
    "latency",
    "wander",
    "cover",
    "trouble",
    "title",
];

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => practice::<G>(args, context))
}

fn practice<G: Game>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let options = &args.options;
    let own = [
        (
            PracticeOption::Size,
            "size",
            "its puzzles have sizes of their own",
        ),
        (PracticeOption::Mode, "mode", "it is one game only"),
        (PracticeOption::Skin, "skin", "it has one look only"),
        (
            PracticeOption::Input,
            "input",
            "it is played with the keys alone",
        ),
    ];
    let understood = G::abilities().practice_options;
    for (option, name, why) in own {
        if context.given.has(name) && !understood.contains(&option) {
            return Err(usage(format!("--{name} is not for {}: {why}", G::NAME)).into());
        }
    }
    let with_mouse = understood.contains(&PracticeOption::Input);
    let of_mouse = |trouble: &&Trouble| Trouble::OF_MOUSE.contains(*trouble);
    if let (false, Some(trouble)) = (with_mouse, options.trouble.iter().find(of_mouse)) {
        let (name, trouble) = (G::NAME, trouble.name());
        let why = "it is played with the keys alone";
        return Err(usage(format!("--trouble {trouble} is not for {name}: {why}")).into());
    }
    let of_windows = || OF_WINDOWS.iter().find(|name| context.given.has(name));
    if let Some(other) = args.picture.as_ref().and_then(|_| of_windows()) {
        let other = other.replace('_', "-");
        return Err(usage(format!("--picture opens no window: --{other} is of no use")).into());
    }
    match &args.picture {
        Some(file) => picture::<G>(options, file)?,
        None => window::run(G::practice(options), options)?,
    }
    Ok(Status::Done)
}

fn picture<G: Game>(options: &Options, file: &Path) -> anyhow::Result<()> {
    let (puzzle, picture) = first_shown::<G>(options).context("it does not tell what it shows")?;
    picture
        .save(file)
        .with_context(|| file.display().to_string())?;
    println!("{}", puzzle.to_string().trim_end());
    Ok(())
}
