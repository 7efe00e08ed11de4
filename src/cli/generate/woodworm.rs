//! `gridhand generate woodworm`.

use crate::game::moves_text;
use crate::games::woodworm::Woodworm;
use crate::games::woodworm::generate::{Generated, Wish, generate};
use anyhow::anyhow;
use serde_json::json;

use super::{Args, make, usage};
use crate::cli::Status;

/// Shapes of which the hardest is taken, unless asked otherwise.
const TRIES: u32 = 20;

pub fn run(args: &Args) -> anyhow::Result<Status> {
    if args.difficulty.is_some() || args.lines || args.boxes.is_some() {
        return Err(usage("--lines, --difficulty and --boxes do not go with woodworm").into());
    }
    let (columns, rows) = args.size.unwrap_or((5, 5));
    let wish = Wish {
        columns,
        rows,
        tries: args.tries.unwrap_or(TRIES),
    };
    if !wish.is_possible() {
        return Err(usage("woodworm has at most 32 columns, 12 rows and 128 cells").into());
    }
    make(args, |seed| {
        let made = generate(seed.into(), &wish);
        let made = made.ok_or_else(|| anyhow!("seed {seed} leads to no shape of that size"))?;
        Ok(text(args, seed, &made))
    })
}

fn text(args: &Args, seed: u32, made: &Generated) -> String {
    let moves = moves_text::<Woodworm>(&made.moves);
    if args.json {
        let line = json!({
            "game": "woodworm",
            "seed": seed,
            "puzzle": made.puzzle.to_string(),
            "solution": moves,
            "length": made.moves.len(),
        });
        return format!("{line}\n");
    }
    let mut page = format!(
        "# seed {seed}, at least {} moves\n{}",
        made.moves.len(),
        made.puzzle
    );
    if args.solution {
        page += &format!("# {moves}\n");
    }
    page + if args.count > 1 { "\n" } else { "" }
}
