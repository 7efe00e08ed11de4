//! `gridhand profile show`: what a profile knows.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use super::facts::{Facts, Known, described, word};
use crate::cli::pictures::save;
use crate::cli::{Context, Exit, Status};
use crate::draw::finished;
use crate::profile::Home;

/// Show what a profile knows, what it has never seen, and how its game is driven
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Exit status: 1 if the profile cannot be loaded.

Examples:
  gridhand profile show mine
  gridhand profile show mine --picture mine.png       what each thing looks like")]
pub struct Args {
    /// The profile
    name: String,
    /// Save one picture of all that it knows, with the names of things
    #[arg(long, value_name = "OUT.png")]
    picture: Option<PathBuf>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let home = Home::new(context.home.as_deref());
    let facts = Facts::of(&home, &args.name)?;
    match args.json {
        true => println!("{}", serde_json::to_string(&facts)?),
        false => print(&facts),
    }
    if let Some(why) = facts.why {
        return Err(Exit::new(Status::Failed, why).into());
    }
    if let Some(picture) = &args.picture {
        draw(&home, &args.name, picture)?;
    }
    Ok(Status::Done)
}

fn draw(home: &Home, name: &str, picture: &Path) -> anyhow::Result<()> {
    let profile = home.load(name)?;
    let known = home.pictures(name)?;
    let drawn = profile.gallery(&known, |thing| described(&profile.game, thing));
    save(&finished(drawn), picture)
}

fn print(facts: &Facts) {
    row("profile", &facts.profile);
    row("from", &facts.from);
    row("state", &word(facts.state));
    if let Some(known) = &facts.known {
        print_known(known);
    }
}

fn print_known(known: &Known) {
    row("game", &known.game);
    row("window", &known.window);
    row("reads by", &word(known.reads));
    row(
        "has",
        &format!("{} examples, {} pictures", known.examples, known.pictures),
    );
    let things = known.knows.iter();
    let things = things.map(|(thing, count)| format!("{} x{count}", described(&known.game, thing)));
    let numbers = known
        .numbers
        .iter()
        .map(|number| format!("the number {number}"));
    row("knows", &all(things.chain(numbers)));
    row("never seen", &all(known.lacks().into_iter()));
    row("next", &known.next.to_string());
    row("reset", &known.reset.to_string());
    row("submit", &known.submit.to_string());
    row("park", &format!("{} of the board", known.park));
    row("solved sign", &sign(known));
}

/// By what a solved puzzle is known.
fn sign(known: &Known) -> String {
    let by_window = known.solved_window.as_ref();
    let by_window = by_window.map(|title| format!("a window of its own, {title:?}"));
    let by_picture = known
        .solved_picture
        .then(|| "the picture solved.png".to_string());
    let seen = known.solved.map(|by| by.to_string());
    by_window
        .or(by_picture)
        .or(seen)
        .unwrap_or("not known yet".into())
}

fn row(what: &str, said: &str) {
    println!("{what:<12} {said}");
}

/// A list in words.
fn all(things: impl Iterator<Item = String>) -> String {
    let things: Vec<String> = things.collect();
    match things.is_empty() {
        true => "nothing".into(),
        false => things.join(", "),
    }
}
