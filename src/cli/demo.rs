//! `gridhand demo`: plays a practice game by itself and shows what it does.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::args::LAST_SEED;
use super::play::stop_on_signal;
use super::tally::Tally;
use super::{Context, Status};
use crate::bot::{self, Course, Ending, Halt, PuzzleReport, Settings, Stage};
use crate::game::Game;
use crate::games::GameId;
use crate::practice::Options;
use crate::with_game;

const EXAMPLES: &str = "\
Examples:
  gridhand demo
  gridhand demo dungeons --count 5 --seed 7
  gridhand demo --memory

Plays in a real window if there is a desktop, else on a screen in memory. Moving the mouse stops it.";

/// Play practice puzzles by itself and show each one: before, solution, times.
#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[arg(value_enum, default_value_t = GameId::Dungeons)]
    game: GameId,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// The first puzzle
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(..=LAST_SEED as i64))]
    seed: u32,
    /// Play in memory even if there is a desktop
    #[arg(long)]
    memory: bool,
    /// Where the pictures of the first puzzles and the game's log go
    #[arg(long, value_name = "DIR", default_value = "demo")]
    out: PathBuf,
}

/// So many puzzles leave pictures.
const PICTURES: usize = 3;

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => demo::<G>(args, context))
}

fn demo<G: Game>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let profile = super::profile::<G>(None, context)?;
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {}", args.out.display()))?;
    let options = Options {
        seed: args.seed,
        log: Some(args.out.join("game.jsonl")),
        ..Options::default()
    };
    let mut stage = match args.memory {
        true => Stage::memory::<G>(&options)?,
        false => Stage::open::<G>(&options)?,
    };
    match &stage {
        Stage::Window { .. } => println!("Playing {} in a window of its own.\n", G::NAME),
        Stage::Memory(_) => println!("Playing {} on a screen in memory.\n", G::NAME),
    }
    let stop = stop_on_signal()?;
    let mut tally = Tally::new(false, None);
    let mut played = 0;
    let rig = stage.rig()?;
    let ended = bot::play::<G>(
        rig,
        &profile,
        &Settings::default(),
        &stop,
        &mut Course::Next(Some(args.count)),
        |report| {
            played += 1;
            println!("{}", side_by_side(report));
            tally.tell(report);
            println!();
            if played <= PICTURES
                && let Err(error) = pictures(&args.out, played, report)
            {
                eprintln!("gridhand: no picture: {error:#}");
            }
        },
    );
    let solved = stage
        .events()?
        .iter()
        .filter(|e| e.name == "solved")
        .count();
    println!(
        "{solved} of {} solved, by the game's own count. Pictures and log in {}/",
        args.count,
        args.out.display()
    );
    match ended {
        Err(Halt::Stopped(by)) => {
            eprintln!("gridhand: {by}");
            Ok(Status::Stopped)
        }
        Err(error) => Err(error.into()),
        Ok(_) if solved < args.count => Ok(tally.status.max(Status::Failed)),
        Ok(_) => Ok(Status::Done),
    }
}

/// The puzzle as it was found, and as it was left.
fn side_by_side<G: Game>(report: &PuzzleReport<G>) -> String {
    let text =
        |puzzle: &Option<G::Puzzle>| puzzle.as_ref().map_or(String::new(), G::Puzzle::to_string);
    beside(&text(&report.puzzle), &text(&report.last))
}

/// Two texts, one at the right of the other.
pub fn beside(before: &str, after: &str) -> String {
    let width = before
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let mut right = after.lines();
    let mut lines = String::new();
    for left in before.lines() {
        let line = format!("  {left:width$}     {}", right.next().unwrap_or_default());
        lines += line.trim_end();
        lines += "\n";
    }
    lines
}

fn pictures<G: Game>(out: &Path, number: usize, report: &PuzzleReport<G>) -> anyhow::Result<()> {
    let frames = [("before", &report.frame), ("after", &report.last_frame)];
    for (name, frame) in frames {
        if let Some(frame) = frame {
            frame
                .image
                .save(out.join(format!("{number:02}-{name}.png")))?;
        }
    }
    if report.ending != Ending::Solved {
        eprintln!("gridhand: {}", report.said());
    }
    Ok(())
}
