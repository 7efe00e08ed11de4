//! `gridhand bench loop`: the closed loop beside the plain way, in a practice game.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args as ClapArgs;

use super::table::{Figure, Spread, Table, Value};
use crate::bot::report::Times;
use crate::bot::{self, Course, Settings, Stage, Stop, plain};
use crate::cli::{self, Context, Status};
use crate::games::dungeons::Dungeons;
use crate::practice::{Event, InputMode, Options};
use crate::profile::Profile;

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

pub fn run(args: &Args, json: bool, context: &Context) -> anyhow::Result<Status> {
    let profile = cli::profile::<Dungeons>(None, context)?;
    let (stages, ours) = closed_loop(args, &profile)?;
    let mut table = Table::new("loop stages", json);
    for (name, stage) in STAGES {
        let times = Spread::new(stages.iter().map(stage)).figures();
        table.row([("stage", name.into())].into_iter().chain(times));
    }
    table.say("");
    let plain = plain_way(args, &profile);
    let mut table = Table::new("loop", json);
    let against = plain.as_ref().ok().map(|plain| times(plain).mean());
    table.row(row("closed loop", &ours, against));
    match &plain {
        Ok(plain) => table.row(row("plain", plain, against)),
        // A game that samples the mouse loses the plain way's clicks.
        Err(error) => table.say(format_args!("plain        {error:#}")),
    }
    table.say(against_goal(args, &ours));
    Ok(Status::Done)
}

/// A puzzle as the loop tells of it.
struct Played {
    times: Times,
    clicks: u32,
}

type TimeOf = fn(&Played) -> Duration;

/// The stages of a puzzle; capture and reading are of one frame.
const STAGES: [(&str, TimeOf); 7] = [
    ("capture", |of| of.times.capture),
    ("settle", |of| of.times.settle),
    ("read", |of| of.times.read),
    ("solve", |of| of.times.solve),
    ("act", |of| of.times.act),
    ("each click", |of| of.times.act / of.clicks.max(1)),
    ("puzzle", |of| of.times.total),
];

/// The goal in frames of the game, from shown to solved: a frame for each wall and three more; where
/// the mouse is looked at once a frame, each click takes two, and four more are allowed. The bound is
/// what no hand can do in fewer: all clicks in one frame; where the mouse is looked at, each click in
/// one and its end in the next.
fn against_goal(args: &Args, solved: &[Solved]) -> String {
    let frame = 1.0 / f64::from(args.fps);
    let goal = |clicks: usize| match args.input {
        InputMode::Queue => clicks + 3,
        InputMode::Sample => 2 * clicks + 4,
    };
    let bound = |clicks: usize| match args.input {
        InputMode::Queue => 1,
        InputMode::Sample => (2 * clicks).saturating_sub(1),
    };
    let frames = |time: Duration| time.as_secs_f64() / frame;
    let kept = |s: &&Solved| frames(s.time) <= goal(s.walls) as f64;
    let mean = |sum: f64| sum / solved.len().max(1) as f64;
    format!(
        "frames of the game a puzzle: {:.1}; bound {:.1}; goal {:.1} ({}), kept by {} of {}",
        mean(solved.iter().map(|s| frames(s.time)).sum()),
        mean(solved.iter().map(|s| bound(s.walls) as f64).sum()),
        mean(solved.iter().map(|s| goal(s.walls) as f64).sum()),
        match args.input {
            InputMode::Queue => "walls + 3",
            InputMode::Sample => "2 walls + 4",
        },
        solved.iter().filter(kept).count(),
        solved.len(),
    )
}

/// A puzzle that the game says was solved.
struct Solved {
    /// From shown to solved.
    time: Duration,
    clicks: usize,
    /// Walls that were there at the end.
    walls: usize,
}

fn closed_loop(args: &Args, profile: &Profile) -> anyhow::Result<(Vec<Played>, Vec<Solved>)> {
    let mut stage = stage(args)?;
    let rig = stage.rig()?;
    let settings = Settings::default();
    let mut stages = Vec::new();
    let mut course = Course::Next(Some(args.count));
    bot::play::<Dungeons>(
        rig,
        profile,
        &settings,
        &Stop::default(),
        &mut course,
        |report| {
            stages.push(Played {
                times: report.times,
                clicks: report.gestures as u32,
            });
        },
    )?;
    let solved = solved(&stage.events()?);
    match solved.len() == args.count {
        true => Ok((stages, solved)),
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
    let mut walls = BTreeSet::new();
    let mut solved = Vec::new();
    for event in events {
        match event.name.as_str() {
            "shown" => {
                shown = event.ms;
                clicks = 0;
                walls.clear();
            }
            "press" => clicks += 1,
            "wall" => {
                let cell = ["column", "row"].map(|side| event.number(side));
                match event.is("on") {
                    true => walls.insert(cell),
                    false => walls.remove(&cell),
                };
            }
            "solved" => solved.push(Solved {
                time: Duration::from_millis(event.ms - shown),
                clicks,
                walls: walls.len(),
            }),
            _ => {}
        }
    }
    solved
}

fn times(solved: &[Solved]) -> Spread {
    Spread::new(solved.iter().map(|s| s.time))
}

/// What one way took, beside the mean of the plain one.
fn row(way: &str, solved: &[Solved], plain: Option<Duration>) -> [Figure; 8] {
    let times = times(solved);
    let clicks: usize = solved.iter().map(|s| s.clicks).sum();
    let [p50, p99, worst] = times.figures();
    [
        ("way", way.into()),
        ("solved", solved.len().into()),
        ("mean", times.mean().into()),
        p50,
        p99,
        worst,
        ("per click", (times.total() / clicks.max(1) as u32).into()),
        ("ratio", Value::ratio(plain, times.mean())),
    ]
}
