//! `gridhand generate`: new puzzles.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use clap::Args as ClapArgs;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::args::LAST_SEED;
use super::{Context, Status, usage};
use crate::game::ability::{Made, NotMade, Order, OrderOption};
use crate::game::{self, Game};
use crate::games::GameId;
use crate::with_game;

/// The last seed.
const MAX_SEED: u32 = LAST_SEED as u32;

/// The longest side of any board.
const LONGEST: usize = 2048;

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
    game: GameId,
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
    /// Sliding, woodworm, warehouse: take the hardest of so many attempts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tries: Option<u32>,
    /// Warehouse: how many boxes
    #[arg(long, value_name = "N")]
    boxes: Option<usize>,
    /// Dungeons: how hard they are for a person
    #[arg(long, value_name = "easy|medium|hard|fiendish")]
    difficulty: Option<String>,
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

fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        (1..=LONGEST).contains(&width).then_some(())?;
        (1..=LONGEST).contains(&height).then_some((width, height))
    });
    sides.ok_or_else(|| format!("sizes are 1x1 to {LONGEST}x{LONGEST}, such as 8x8"))
}

pub fn run(args: &Args, _: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => generate::<G>(args))
}

fn generate<G: Game>(args: &Args) -> anyhow::Result<Status> {
    let Some(game) = G::abilities().generates else {
        return Err(usage(format!("GAME: no puzzles are made for {}", G::NAME)).into());
    };
    let given = [
        (OrderOption::Lines, "--lines", args.lines),
        (OrderOption::Tries, "--tries", args.tries.is_some()),
        (OrderOption::Boxes, "--boxes", args.boxes.is_some()),
        (
            OrderOption::Grade,
            "--difficulty",
            args.difficulty.is_some(),
        ),
    ];
    let strange = |(option, _, given): &&(OrderOption, &str, bool)| {
        *given && !game.options().contains(option)
    };
    if let Some((_, name, _)) = given.iter().find(strange) {
        return Err(usage(format!("{name}: {} has none", G::NAME)).into());
    }
    let order = args.order::<G>()?;
    make(args, |seed| match game.generate(seed, &order) {
        Ok(made) => Ok(args.text::<G>(seed, made)),
        Err(NotMade::Wrong(why)) => Err(usage(why).into()),
        Err(NotMade::Failed(why)) => bail!("seed {seed}: {why}"),
    })
}

impl Args {
    fn order<G: Game>(&self) -> anyhow::Result<Order> {
        let names = game::grade_names::<G>();
        let grade = |name: &String| {
            let known = (0..).zip(names).find(|(_, known)| *known == name);
            let text = || usage(format!("{name:?} is none of {}", names.join(", ")));
            known.map(|(grade, _)| grade).ok_or_else(text)
        };
        Ok(Order {
            size: self.size,
            tries: self.tries,
            boxes: self.boxes,
            grade: self.difficulty.as_ref().map(grade).transpose()?,
            line: self.lines,
            solution: self.solution,
            facts: self.json,
        })
    }

    /// A puzzle as it is printed.
    fn text<G: Game>(&self, seed: u32, made: Made) -> String {
        if self.json {
            let mut line = json!({ "game": G::NAME, "seed": seed });
            if let (Some(line), Value::Object(facts)) = (line.as_object_mut(), made.facts) {
                line.extend(facts);
            }
            return format!("{line}\n");
        }
        let gap = if self.lines || self.count == 1 {
            ""
        } else {
            "\n"
        };
        made.text + gap
    }
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
