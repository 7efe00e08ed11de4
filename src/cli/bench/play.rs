//! `gridhand bench loop`: the closed loop beside the plain way, in a practice game.

use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args as ClapArgs;
use gridhand::bot::{self, Settings, Stage, Stop, plain};
use gridhand::games::dungeons::Dungeons;
use gridhand::practice::{Event, InputMode, Options};
use gridhand::profile::Profile;

use crate::cli::{self, Context, Status};

/// Play practice puzzles in a window, with the closed loop and the plain way (20 ms per click, 10 ms
/// per screenshot), and compare the times by the game's own log.
#[derive(Debug, ClapArgs)]
pub struct Args {
    /// How many puzzles each
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Frames per second of the game
    #[arg(long, value_name = "F", default_value_t = 60)]
    fps: u32,
    /// When the mouse counts in the game
    #[arg(long, value_enum, default_value_t)]
    input: InputMode,
    /// The first puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Play in memory even if there is a desktop
    #[arg(long)]
    memory: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let profile = cli::profile::<Dungeons>(None, context)?;
    let ours = closed_loop(args, &profile)?;
    println!(
        "{:<12} {:>7} {:>9} {:>9} {:>9} {:>9}",
        "way", "solved", "mean ms", "p50 ms", "p99 ms", "ms/click"
    );
    println!("{}", row("closed loop", &ours));
    match plain_way(args, &profile) {
        Ok(plain) => {
            println!("{}", row("plain", &plain));
            println!("closed loop / plain: {:.2}", mean(&ours) / mean(&plain));
        }
        // A game that samples the mouse loses the plain way's clicks.
        Err(error) => println!("plain        {error:#}"),
    }
    Ok(Status::Done)
}

/// A puzzle that the game says was solved.
struct Solved {
    /// From shown to solved.
    time: Duration,
    clicks: usize,
}

fn closed_loop(args: &Args, profile: &Profile) -> anyhow::Result<Vec<Solved>> {
    let mut stage = stage(args)?;
    let rig = stage.rig()?;
    let settings = Settings::default();
    let count = Some(args.count);
    bot::play::<Dungeons>(rig, profile, &settings, &Stop::default(), count, |_| {})?;
    let solved = solved(&stage.events()?);
    match solved.len() == args.count {
        true => Ok(solved),
        false => bail!("the loop solved {} of {}", solved.len(), args.count),
    }
}

fn plain_way(args: &Args, profile: &Profile) -> anyhow::Result<Vec<Solved>> {
    let mut stage = stage(args)?;
    let played = plain::play::<Dungeons>(stage.rig()?, profile, args.count);
    let solved = solved(&stage.events()?);
    played.with_context(|| format!("it stopped after {} puzzles", solved.len()))?;
    match solved.is_empty() {
        false => Ok(solved),
        true => bail!("it solved none: its clicks are lost"),
    }
}

fn stage(args: &Args) -> anyhow::Result<Stage> {
    let options = Options {
        seed: args.seed,
        fps: args.fps,
        input: args.input,
        ..Options::default()
    };
    match args.memory {
        true => Stage::memory::<Dungeons>(&options),
        false => Stage::open::<Dungeons>(&options),
    }
}

/// The puzzles of a log that were shown and solved.
fn solved(events: &[Event]) -> Vec<Solved> {
    let mut shown = 0;
    let mut clicks = 0;
    let mut solved = Vec::new();
    for event in events {
        match event.name.as_str() {
            "shown" => {
                shown = event.ms;
                clicks = 0;
            }
            "press" => clicks += 1,
            "solved" => solved.push(Solved {
                time: Duration::from_millis(event.ms - shown),
                clicks,
            }),
            _ => {}
        }
    }
    solved
}

fn mean(solved: &[Solved]) -> f64 {
    let total: Duration = solved.iter().map(|s| s.time).sum();
    total.as_secs_f64() * 1e3 / solved.len().max(1) as f64
}

fn row(way: &str, solved: &[Solved]) -> String {
    let mut times: Vec<Duration> = solved.iter().map(|s| s.time).collect();
    times.sort();
    let at = |share: f64| {
        let last = times.len().saturating_sub(1);
        times
            .get((last as f64 * share).round() as usize)
            .map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let clicks: usize = solved.iter().map(|s| s.clicks).sum();
    let per_click = mean(solved) * solved.len() as f64 / clicks.max(1) as f64;
    format!(
        "{way:<12} {:>7} {:>9.1} {:>9.1} {:>9.1} {per_click:>9.2}",
        solved.len(),
        mean(solved),
        at(0.5),
        at(0.99),
    )
}
