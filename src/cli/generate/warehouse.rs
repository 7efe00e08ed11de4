//! `gridhand generate warehouse`: of many random halls the one that takes the most pushes.

use crate::base::Limits;
use crate::games::warehouse::generate::{Wish, generate};
use crate::games::warehouse::{Puzzle, solve};
use anyhow::Context as _;
use serde_json::json;

use super::{Args, Status, usage};

pub fn run(args: &Args) -> anyhow::Result<Status> {
    if args.lines || args.difficulty.is_some() {
        return Err(usage("--lines and --difficulty go with dungeons").into());
    }
    let usual = Wish::default();
    let (columns, rows) = args.size.unwrap_or((usual.columns, usual.rows));
    if columns < 5 || rows < 5 {
        return Err(usage("a warehouse has at least 5x5 cells, walls included").into());
    }
    let boxes = args.boxes.unwrap_or(usual.boxes);
    if !(1..=Wish::most_boxes(columns, rows)).contains(&boxes) {
        let most = Wish::most_boxes(columns, rows);
        return Err(usage(format!(
            "in {columns}x{rows} cells there is room for 1 to {most} boxes"
        ))
        .into());
    }
    let wish = Wish {
        columns,
        rows,
        boxes,
        tries: args.tries.unwrap_or(usual.tries),
    };
    super::make(args, |seed| {
        let puzzle = generate(u64::from(seed), &wish)
            .with_context(|| format!("seed {seed}: no hall makes a level; more tries may help"))?;
        Ok(text(args, seed, &puzzle))
    })
}

fn text(args: &Args, seed: u32, puzzle: &Puzzle) -> String {
    let solved = solve::solve(puzzle, &Limits::default());
    let pushes = solved.pushes;
    let letters = solved.outcome.solution().map(|steps| puzzle.letters(steps));
    if args.json {
        let line = json!({
            "game": "warehouse",
            "seed": seed,
            "puzzle": puzzle.to_string(),
            "pushes": pushes,
            "solution": letters,
        });
        return format!("{line}\n");
    }
    let pushes = pushes.map_or(String::new(), |pushes| format!(", {pushes} pushes"));
    let mut page = format!("; seed {seed}{pushes}\n\n{puzzle}");
    if args.solution
        && let Some(letters) = letters
    {
        page += &format!("Solution: {letters}\n");
    }
    page + if args.count > 1 { "\n" } else { "" }
}
