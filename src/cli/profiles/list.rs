//! `gridhand profile list`: which there are.

use clap::Args as ClapArgs;

use super::facts::{Facts, word};
use crate::cli::{Context, Status};
use crate::profile::Home;

/// List all profiles
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand profile list
  gridhand profile list --json | jq 'select(.state != \"complete\")'")]
pub struct Args {
    /// One line of JSON per profile
    #[arg(long)]
    json: bool,
}

/// So wide are the columns of the table. Chosen: longer ones only push the others aside.
const NAME: usize = 20;
const GAME: usize = 10;
const STATE: usize = 9;
const KNOWS: usize = 28;

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    for name in home.names()? {
        let facts = Facts::of(&home, &name)?;
        match args.json {
            true => println!("{}", serde_json::to_string(&facts)?),
            false => println!("{}", line(&facts)),
        }
    }
    Ok(Status::Done)
}

/// A line of the table.
fn line(facts: &Facts) -> String {
    let (game, knows) = match &facts.known {
        Some(known) => (
            known.game.as_str(),
            format!("{} examples, {} pictures", known.examples, known.pictures),
        ),
        None => ("?", facts.why.clone().unwrap_or_default()),
    };
    let (name, state) = (&facts.profile, word(facts.state));
    format!(
        "{name:<NAME$} {game:<GAME$} {state:<STATE$} {knows:<KNOWS$} {}",
        facts.from
    )
}
