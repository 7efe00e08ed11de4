//! `gridhand harvest`: a corpus from the game's own puzzles.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::bail;
use clap::{ArgGroup, Args as ClapArgs};
use serde_json::json;

use super::args::{
    Patience, Store, Target, can_ask_for_levels, can_go_on, can_type_seeds, levels, seed, seeds,
};
use super::play::{desktop_rig, stop_on_signal};
use super::progress::progress;
use super::watching::Watching;
use super::{Context, Exit, Status, instances, text_of, usage};
use crate::base::record::Verdict;
use crate::bot::Halt;
use crate::bot::harvest::{self, Harvest, HarvestError, Harvested, Kept, Plan};
use crate::corpus::{SolveSettings, Stored};
use crate::game::Storable;
use crate::games::GameId;
use crate::profile::Profile;
use crate::with_game;

const EXAMPLES: &str = "\
Each puzzle is shown in the game, read, its seed checked, and stored in the corpus. Stopped at any
moment, the same command goes on where it was: with --random until the number is full, with seeds
by leaving out those that are there.

Exit status: 0 done, 1 failed, 3 a board cannot be read, 5 stopped, 6 the window is gone.

Examples:
  gridhand harvest dungeons --random --count 1000
  gridhand harvest dungeons --seeds 0..99999 --profile last-call-bbs --solve
  gridhand harvest dungeons --seeds-from seeds.txt --corpus mine.sqlite --json
  gridhand harvest dungeons --seeds 0..99999999 --shared --corpus @server.txt
  gridhand harvest dungeons --seeds 0..99999 --shared --corpus @server.txt --instances 4

Ctrl-C, or moving the mouse, stops it at once.";

/// Have the game show puzzles, read them and store them
#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct Args {
    #[arg(value_enum)]
    game: GameId,
    #[command(flatten)]
    target: Target,
    /// Whatever the game's own button for the next puzzle brings
    #[arg(long, group = "which", requires = "count")]
    random: bool,
    /// With --random: until there are so many that the corpus did not have
    #[arg(long, value_name = "N", requires = "random", conflicts_with_all = ["seeds", "seeds_from", "levels"])]
    count: Option<u64>,
    /// With --random: do not go on with an unfinished harvest of the same number
    #[arg(long, requires = "random", conflicts_with_all = ["seeds", "seeds_from", "levels"])]
    fresh: bool,
    /// These seeds, both included, typed in one after the other
    #[arg(long, value_name = "A..B", group = "which", value_parser = seeds)]
    seeds: Option<RangeInclusive<u64>>,
    /// The seeds of this file, one a line
    #[arg(long, value_name = "FILE", group = "which")]
    seeds_from: Option<PathBuf>,
    /// These levels, both included, each asked for by the profile's `next` with its number for {level}
    #[arg(long, value_name = "A..B", group = "which", value_parser = levels)]
    levels: Option<RangeInclusive<u64>>,
    /// Read also those seeds again that are in the corpus, and compare
    #[arg(long, conflicts_with_all = ["random", "levels"])]
    again: bool,
    /// With all others who harvest the same seeds into the same corpus on a server: each takes a part that nobody
    /// has, and what one leaves undone another does
    #[arg(long, requires = "seeds", conflicts_with_all = ["random", "levels", "seeds_from", "again"])]
    shared: bool,
    /// So many harvesters at once, each with a display and a game of its own; with --shared
    #[arg(long, value_name = "N", requires = "shared",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    instances: Option<usize>,
    /// With --instances: what starts a display and the game on it, prints the display's name on a line when the game
    /// is there, and ends when its standard input does [default: Xvfb, openbox and the practice game]
    #[arg(long, value_name = "COMMAND", requires = "instances")]
    display_command: Option<String>,
    #[command(flatten)]
    store: Store,
    #[command(flatten)]
    patience: Patience,
    #[command(flatten)]
    watching: Watching,
    /// Solve each as it comes
    #[arg(long)]
    solve: bool,
    /// One line of JSON per puzzle, once it is stored for good
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => run_game::<G>(args, context))
}

fn run_game<G: Storable>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let profile = args.target.profile::<G>(context)?;
    args.check::<G>(&profile)?;
    if args.shared {
        args.store.can_share("--shared")?;
    }
    if let Some(instances) = args.instances {
        let command = args.display_command.as_deref();
        return instances::run(args.game, instances, command, args.json);
    }
    let (plan, length) = args.plan(&profile.name)?;
    let location = args.store.location()?;
    let window = args.target.window(&profile);
    let rig = desktop_rig(window)?;
    let stop = stop_on_signal()?;
    let eyes = args
        .watching
        .open("harvest", &profile, window, None, &stop)?;
    let rig = eyes.rig(rig);
    let how = Harvest {
        profile: &profile,
        place: format!("{} in {window:?}", profile.name),
        pause: args.patience.patience,
        solve: args.solve.then(SolveSettings::default),
    };
    let bar = progress(length);
    let mut counts = Harvested::default();
    let told = |kept: &Kept<G::Puzzle>, so_far: &Harvested| {
        counts = *so_far;
        eyes.count(so_far.new + so_far.known, None);
        bar.set_position(so_far.before + so_far.new + so_far.known + so_far.skipped);
        if args.json {
            println!("{}", json::<G>(kept));
        } else {
            warn::<G>(kept);
        }
    };
    let ended = harvest::harvest::<G>(rig, &location, &how, plan, &stop, told);
    bar.finish_and_clear();
    if let Ok(all) = &ended {
        counts = *all;
    }
    eprintln!(
        "{} new, {} known, {} conflicts{}",
        counts.new,
        counts.known,
        counts.conflicts,
        match counts.before + counts.skipped {
            0 => String::new(),
            before => format!("; {before} were there before"),
        }
    );
    status(ended)
}

fn status(ended: Result<Harvested, HarvestError>) -> anyhow::Result<Status> {
    match ended {
        Ok(_) => Ok(Status::Done),
        Err(HarvestError::Halt(Halt::Stopped(by))) => {
            eprintln!("gridhand: {by}; the same command goes on from here");
            Ok(Status::Stopped)
        }
        Err(HarvestError::Halt(Halt::Screen(error))) => Err(error.into()),
        Err(
            error @ (HarvestError::NoButton { .. }
            | HarvestError::NoWay(_)
            | HarvestError::NoSeed(_)),
        ) => Err(usage(error.to_string()).into()),
        Err(error) => Err(error.into()),
    }
}

impl Args {
    /// Refuses what the profile's game cannot do.
    fn check<G: Storable>(&self, profile: &Profile) -> Result<(), Exit> {
        if self.seeds.is_some() {
            can_type_seeds::<G>("--seeds", profile)?;
        }
        if self.seeds_from.is_some() {
            can_type_seeds::<G>("--seeds-from", profile)?;
        }
        if self.levels.is_some() {
            can_ask_for_levels("--levels", profile)?;
        }
        // Without a way of its own to the next puzzle, a game may have a button for it.
        match self.random && !profile.buttons.contains_key("random") {
            true => can_go_on("--random", profile),
            false => Ok(()),
        }
    }

    /// The plan, and how many puzzles it is.
    fn plan(&self, profile: &str) -> anyhow::Result<(Plan, Option<u64>)> {
        if let (true, Some(seeds)) = (self.shared, self.seeds.clone()) {
            let holder = format!("{} {profile}", this_process());
            return Ok((Plan::Shared { seeds, holder }, None));
        }
        if let Some(count) = self.count {
            let fresh = self.fresh;
            return Ok((Plan::Random { count, fresh }, Some(count)));
        }
        if let Some(levels) = &self.levels {
            let length = levels.end() - levels.start() + 1;
            return Ok((Plan::Levels(levels.clone()), Some(length)));
        }
        let seeds: Vec<u64>;
        let (seeds, length): (Box<dyn Iterator<Item = u64>>, u64) = match &self.seeds_from {
            Some(file) => {
                seeds = read_seeds(file)?;
                if seeds.is_empty() {
                    bail!("{}: there is no seed in it", file.display());
                }
                let length = seeds.len() as u64;
                (Box::new(seeds.into_iter()), length)
            }
            None => {
                let range = self.seeds.clone().unwrap_or(0..=0);
                let length = range.end() - range.start() + 1;
                (Box::new(range), length)
            }
        };
        let again = self.again;
        Ok((Plan::Seeds { seeds, again }, Some(length)))
    }
}

/// The machine and the process, as the users of a shared corpus know them.
fn this_process() -> String {
    let named = ["HOSTNAME", "COMPUTERNAME"].map(|name| std::env::var(name).ok());
    let named = named.into_iter().flatten().next();
    let named = named.or_else(|| std::fs::read_to_string("/etc/hostname").ok());
    let host = named.unwrap_or_else(|| "somewhere".into());
    format!("{}:{}", host.trim(), std::process::id())
}

fn read_seeds(file: &std::path::Path) -> anyhow::Result<Vec<u64>> {
    let text = text_of(file)?;
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with("# "));
    lines
        .map(|(line, number)| {
            let word = line.trim().trim_start_matches("seed").trim();
            let wrong = |why| usage(format!("{}:{number}: {why}", file.display())).into();
            seed(word).map_err(wrong)
        })
        .collect()
}

fn warn<G: Storable>(kept: &Kept<G::Puzzle>) {
    let seed = G::seed(&kept.shown.puzzle).map_or("no seed".into(), |s| format!("seed {s:08}"));
    if let Stored::Conflict(_) = kept.stored {
        eprintln!("gridhand: {seed} shows another puzzle than it did before; both are kept");
    }
    if let Verdict::Several | Verdict::Impossible = kept.verdict {
        eprintln!("gridhand: {seed} has no unique solution: {}", kept.verdict);
    }
}

fn json<G: Storable>(kept: &Kept<G::Puzzle>) -> serde_json::Value {
    let (stored, record) = match kept.stored {
        Stored::New(id) => ("new", id),
        Stored::Known(id) => ("known", id),
        Stored::Conflict(id) => ("conflict", id),
    };
    let mut packed = Vec::new();
    let mut text = String::new();
    G::pack(&kept.shown.puzzle, &mut packed);
    let _ = G::write_puzzle(&packed, &mut text);
    json!({
        "game": G::NAME,
        "seed": G::seed(&kept.shown.puzzle),
        "puzzle": text,
        "stored": stored,
        "record": record,
        "confidence": kept.shown.confidence,
        "result": kept.verdict.word(),
    })
}
