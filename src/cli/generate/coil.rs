//! Levels of coil.

use crate::games::coil::generate::{Level, generate};
use serde_json::json;

use super::{Args, make, usage};
use crate::cli::Status;

pub fn run(args: &Args) -> anyhow::Result<Status> {
    if args.tries.is_some() || args.difficulty.is_some() {
        return Err(usage("coil has neither --tries nor --difficulty").into());
    }
    let (width, height) = args.size.unwrap_or((8, 8));
    make(args, |seed| {
        Ok(text(args, seed, &generate(width, height, u64::from(seed))))
    })
}

fn text(args: &Args, seed: u32, made: &Level) -> String {
    let (level, solution) = (made.puzzle.level_line(), made.solution.to_string());
    if args.json {
        let line = json!({
            "game": "coil",
            "seed": seed,
            "puzzle": level,
            "solution": solution,
        });
        return format!("{line}\n");
    }
    let level = match args.lines {
        true => level + "\n",
        false => made.puzzle.to_string(),
    };
    let solution = match args.solution {
        true => format!("# {solution}\n"),
        false => String::new(),
    };
    let gap = if args.lines || args.count == 1 {
        ""
    } else {
        "\n"
    };
    level + &solution + gap
}
