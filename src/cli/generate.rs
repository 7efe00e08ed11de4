//! `gridhand generate`: new puzzles.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::base::Limits;
use crate::games::dungeons::generate::{Generated, Order, generate};
use crate::games::dungeons::logic::{Difficulty, Walkthrough};
use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use serde_json::json;

use super::{Context, Exit, Status};

mod coil;
mod sliding;
mod warehouse;
mod woodworm;

/// The last seed.
const MAX_SEED: u32 = 99_999_999;

/// The longest side of any board, and of a dungeon.
const LONGEST: usize = 2048;
const LONGEST_OF_DUNGEONS: usize = 32;

/// Puzzles made before they are printed.
const BATCH: u32 = 256;

/// Makes puzzles: dungeons with exactly one solution, coil levels with at least one; sliding blocks,
/// shapes for the woodworm and warehouses that need many moves
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
A seed always gives the same puzzle; `--seed 7 --count 3` are the puzzles of 7, 8 and 9.

Examples:
  gridhand generate dungeons                              a puzzle, as text for people
  gridhand generate dungeons --count 1000 --lines         one puzzle a line
  gridhand generate dungeons --lines --solution --seed 7  with its solution
  gridhand generate dungeons --size 16x16 --difficulty hard
  gridhand generate dungeons --lines --count 100 | gridhand solve dungeons --json
  gridhand generate coil --size 100x80 --lines           a large level in one line
  gridhand generate sliding --size 4x5 --tries 50        the hardest of 50 sets of blocks
  gridhand generate woodworm --size 5x5 --solution       a shape that the worm can make
  gridhand generate warehouse --size 9x8 --boxes 4        a level in the classic signs")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: Made,
    /// Columns and rows: coil 1x1 to 2048x2048, dungeons 1x1 to 32x32, sliding 2x2 to 7x7,
    /// woodworm up to 12 rows and 128 cells, warehouse 5x5 to 32x32 [default: 8x8, 8x8, 4x5, 5x5, 9x8]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(usize, usize)>,
    /// How many puzzles
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u32,
    /// The seed of the first puzzle, 0..=99999999 [default: another each time]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_SEED)))]
    seed: Option<u32>,
    /// All but dungeons: take the hardest of so many attempts
    #[arg(long, value_name = "N")]
    tries: Option<u32>,
    /// Warehouse: how many boxes
    #[arg(long, value_name = "N")]
    boxes: Option<usize>,
    /// Dungeons: how hard they are for a person
    #[arg(long, value_enum)]
    difficulty: Option<Level>,
    /// Print a puzzle a line
    #[arg(long)]
    lines: bool,
    /// Print the solution, too
    #[arg(long)]
    solution: bool,
    /// Print a line of JSON for each puzzle
    #[arg(long, conflicts_with_all = ["lines", "solution"])]
    json: bool,
}

/// The games that puzzles can be made for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Made {
    /// Mortal Coil
    Coil,
    /// Dungeons & Diagrams
    Dungeons,
    /// Sliding blocks
    Sliding,
    /// Woodworm
    Woodworm,
    /// A robot pushes boxes to their goals
    Warehouse,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    /// Lines, monsters, dead ends and 2x2 blocks
    Easy,
    /// Rooms and connection, too
    Medium,
    /// Going through all ways to complete a line
    Hard,
    /// Trying cells and finding them wrong
    Fiendish,
}

impl From<Level> for Difficulty {
    fn from(level: Level) -> Self {
        match level {
            Level::Easy => Difficulty::Easy,
            Level::Medium => Difficulty::Medium,
            Level::Hard => Difficulty::Hard,
            Level::Fiendish => Difficulty::Fiendish,
        }
    }
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        (1..=LONGEST).contains(&width).then_some(())?;
        (1..=LONGEST).contains(&height).then_some((width, height))
    });
    sides.ok_or_else(|| format!("sizes are 1x1 to {LONGEST}x{LONGEST}, such as 8x8"))
}

pub fn run(args: &Args, _: &Context) -> anyhow::Result<Status> {
    match args.game {
        Made::Coil => coil::run(args),
        Made::Dungeons => dungeons(args),
        Made::Sliding => sliding::run(args),
        Made::Woodworm => woodworm::run(args),
        Made::Warehouse => warehouse::run(args),
    }
}

fn dungeons(args: &Args) -> anyhow::Result<Status> {
    if args.tries.is_some() || args.boxes.is_some() {
        return Err(usage("--tries and --boxes do not go with dungeons").into());
    }
    let (width, height) = args.size.unwrap_or((8, 8));
    if width.max(height) > LONGEST_OF_DUNGEONS {
        let text = format!("dungeons are at most {LONGEST_OF_DUNGEONS}x{LONGEST_OF_DUNGEONS}");
        return Err(usage(text).into());
    }
    let order = Order {
        width,
        height,
        difficulty: args.difficulty.map(Difficulty::from),
    };
    make(args, |seed| Ok(text(args, &generate(&order, seed)?)))
}

fn usage(text: impl Into<String>) -> Exit {
    Exit::new(Status::Usage, text)
}

/// Makes the texts of all puzzles that are wanted, many at once, and prints them in their order.
fn make(args: &Args, one: impl Fn(u32) -> anyhow::Result<String> + Sync) -> anyhow::Result<Status> {
    let first = args.seed.unwrap_or_else(any_seed);
    let end = first
        .checked_add(args.count)
        .filter(|&end| end <= MAX_SEED + 1);
    let Some(end) = end else {
        return Err(usage(format!("seeds end at {MAX_SEED}")).into());
    };
    let mut out = std::io::stdout().lock();
    let mut start = first;
    while start < end {
        let batch = start..end.min(start + BATCH);
        start = batch.end;
        let made: anyhow::Result<Vec<String>> = batch.into_par_iter().map(&one).collect();
        out.write_all(made?.concat().as_bytes())?;
        out.flush()?;
    }
    Ok(Status::Done)
}

/// Another one each time, where a seed after it is left for each puzzle.
fn any_seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let micros = now.map_or(0, |time| time.as_micros());
    (micros % u128::from(MAX_SEED / 2)) as u32
}

fn text(args: &Args, made: &Generated) -> String {
    let Generated { puzzle, walls } = made;
    if args.json {
        let mut solution = String::new();
        puzzle.write_solution(walls, &mut solution);
        let steps = Walkthrough::new(puzzle, &Limits::default());
        let line = json!({
            "game": "dungeons",
            "seed": puzzle.seed,
            "puzzle": puzzle.one_line(),
            "solution": solution,
            "difficulty": steps.map(|steps| steps.difficulty().to_string()),
        });
        return format!("{line}\n");
    }
    if !args.lines {
        let page = match args.solution {
            true => puzzle.with_walls(walls).to_string(),
            false => puzzle.to_string(),
        };
        return page + if args.count > 1 { "\n" } else { "" };
    }
    let mut line = puzzle.one_line();
    if args.solution {
        line.push(' ');
        puzzle.write_solution(walls, &mut line);
    }
    line.push('\n');
    line
}
