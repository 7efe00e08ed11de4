//! `gridhand follow`: the warehouse robot obeys a list of moves.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args as ClapArgs;
use serde_json::json;

use super::{Context, Status, pictures, text_of};
use crate::game::Game as _;
use crate::games::warehouse::Warehouse;
use crate::games::warehouse::follow::{self, Map, Task};

/// Pixels of a cell's side, in the picture and in the animation.
const SIDE: u32 = 16;
const SMALL_SIDE: u32 = 8;

/// Follows the moves of a warehouse robot and prints where everything ends
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The text is a map (`#` wall, `.` floor, `O` box, `@` robot) closed by walls, then the moves `^v<>`, on
as many lines as you like. The final map is printed, and `sum` with the sum over the boxes of
100 * row + column, of the left cell if the boxes are wide.

Examples:
  gridhand follow moves.txt
  gridhand follow --wide moves.txt                     every cell doubled, boxes two cells wide
  gridhand follow --json moves.txt                     one line: the map's rows, moves and sum
  gridhand follow --picture end.png moves.txt
  gridhand follow --trace walk.gif - < moves.txt")]
pub struct Args {
    /// The map and the moves; - is standard input
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    /// Double every cell
    #[arg(long)]
    wide: bool,
    /// Print a line of JSON: the rows of the final map, the number of moves and the sum
    #[arg(long)]
    json: bool,
    /// Save a picture of the end
    #[arg(long, value_name = "OUT.png")]
    picture: Option<PathBuf>,
    /// Save an animation of the walk
    #[arg(long, value_name = "OUT.gif")]
    trace: Option<PathBuf>,
}

pub fn run(args: &Args, _: &Context) -> anyhow::Result<Status> {
    let text = text_of(&args.file)?;
    if text.trim().is_empty() {
        bail!("{}: it is empty: no map in it", args.file.display());
    }
    let task = follow::parse(&text).with_context(|| args.file.display().to_string())?;
    let end = follow::follow(&task, args.wide);
    if let Some(path) = &args.picture {
        pictures::save(&follow::picture(&end, SIDE), path)?;
    }
    if let Some(path) = &args.trace {
        let what = || format!("cannot save {}", path.display());
        let out = BufWriter::new(File::create(path).with_context(what)?);
        follow::trace(&task, args.wide, SMALL_SIDE, out).with_context(what)?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    if args.json {
        writeln!(out, "{}", json(&task, &end, args.wide))?;
    } else {
        write!(out, "{end}")?;
        writeln!(out, "sum {}", end.sum())?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn json(task: &Task, end: &Map, wide: bool) -> serde_json::Value {
    let rows: Vec<String> = end.to_string().lines().map(str::to_string).collect();
    let moves = task.moves.iter().filter(|sign| !sign.is_ascii_whitespace());
    json!({
        "game": Warehouse::NAME,
        "wide": wide,
        "moves": moves.count(),
        "sum": end.sum(),
        "map": rows,
    })
}
