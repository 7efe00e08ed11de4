//! `gridhand corpus repair`: what can be read of a damaged file, into a new one.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde_json::json;

use super::Counts;
use crate::cli::{Status, usage};
use crate::corpus::repair::{self, Judge};
use crate::game::Storable;
use crate::games::GameId;
use crate::with_game;

/// Save what can be read of a damaged file into a new one
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The damaged file is only read. A puzzle is saved if its page of the file is whole, whatever else is
broken; a solution only if it obeys the rules.

Examples:
  gridhand corpus repair corpus/gridhand.sqlite saved.sqlite")]
pub struct Args {
    /// The damaged file
    damaged: PathBuf,
    /// The new file; it must not be there yet
    new: PathBuf,
    /// The game of puzzles whose game's name is lost
    #[arg(long, value_enum, default_value_t = GameId::Dungeons)]
    game: GameId,
    #[command(flatten)]
    counts: Counts,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    if args.new.exists() {
        let text = format!("{} is there already", args.new.display());
        return Err(usage(text).into());
    }
    let repaired = repair::repair(&args.damaged, &args.new, &Rules { game: args.game })?;
    let tally = repaired.tally;
    if args.counts.json {
        let line = json!({
            "saved": tally.new,
            "conflicts": tally.conflicts,
            "known": tally.known,
            "broken": repaired.broken,
            "unsolved": repaired.unsolved,
            "pages": repaired.pages,
        });
        println!("{line}");
    } else {
        println!(
            "{} puzzles and {} conflicts saved from {} pages; {} puzzles were broken, and {} \
             solutions",
            tally.new, tally.conflicts, repaired.pages, repaired.broken, repaired.unsolved
        );
        println!(
            "`gridhand corpus verify --corpus {}` checks them",
            args.new.display()
        );
    }
    Ok(Status::Done)
}

/// The rules of all games.
struct Rules {
    /// Whose puzzles those are that do not say it.
    game: GameId,
}

impl Judge for Rules {
    fn game(&self) -> &str {
        self.game.name()
    }

    fn is_puzzle(&self, game: &str, packed: &[u8]) -> bool {
        GameId::of_name(game).is_some_and(|game| with_game!(game, G => G::unpack(packed).is_some()))
    }

    fn is_solution(&self, game: &str, packed: &[u8], solution: &[u8]) -> bool {
        GameId::of_name(game)
            .is_some_and(|game| with_game!(game, G => G::check(packed, solution).is_ok()))
    }
}
