//! `gridhand generate sliding`: the hardest of many random sets of blocks.

use crate::base::Limits;
use crate::games::sliding::generate::{Wish, generate};
use crate::games::sliding::{Puzzle, solve};
use anyhow::Context as _;
use serde_json::json;

use super::{Args, Status, usage};

pub fn run(args: &Args) -> anyhow::Result<Status> {
    if args.lines || args.difficulty.is_some() || args.boxes.is_some() {
        return Err(
            usage("--lines, --difficulty and --boxes do not go with sliding blocks").into(),
        );
    }
    let (columns, rows) = args.size.unwrap_or((4, 5));
    if !(2..=7).contains(&columns) || !(2..=7).contains(&rows) {
        return Err(usage("sizes of sliding blocks are 2x2 to 7x7").into());
    }
    let wish = Wish {
        columns,
        rows,
        tries: args.tries.unwrap_or(10),
    };
    super::make(args, |seed| {
        let puzzle = generate(u64::from(seed), &wish)
            .with_context(|| format!("seed {seed}: no set of blocks makes a puzzle"))?;
        Ok(text(args, seed, &puzzle))
    })
}

fn text(args: &Args, seed: u32, puzzle: &Puzzle) -> String {
    let solve = || solve::solve(puzzle, &Limits::default());
    if args.json {
        let line = json!({
            "game": "sliding",
            "seed": seed,
            "puzzle": puzzle.to_string(),
            "min_moves": puzzle.min_moves,
        });
        return format!("{line}\n");
    }
    let mut page = format!("# Seed {seed}\n{puzzle}");
    if args.solution
        && let Some(moves) = solve().solution()
    {
        let words = moves.iter().enumerate();
        page.extend(words.map(|(i, mv)| format!("# {}. {mv}\n", i + 1)));
    }
    page + if args.count > 1 { "\n" } else { "" }
}
