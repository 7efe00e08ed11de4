//! `gridhand replay`: stored solutions, played.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args as ClapArgs;

use super::args::{Patience, Reports, Store, Target, can_go_on, can_type_seeds, seeds};
use super::play::{desktop_rig, stop_on_signal};
use super::watching::Watching;
use super::{Context, Exit, Status, text_of, usage};
use crate::base::Limits;
use crate::bot::harvest::HarvestError;
use crate::bot::replay::{self, Boards, Replay};
use crate::bot::{Halt, Settings};
use crate::game::{Storable, parse_moves};
use crate::games::GameId;
use crate::profile::Profile;
use crate::with_game;

const EXAMPLES: &str = "\
The board is read, looked up in the corpus, and played with its stored solution, which is checked
by the rules first. A board that is not there, or has no solution that can be trusted, is refused.

Exit status: 0 done, 1 refused or failed, 3 the board cannot be read, 4 no unique solution,
5 stopped, 6 the window is gone.

Examples:
  gridhand replay dungeons                          the board on the screen
  gridhand replay dungeons --seeds 100..199         each stored seed of these is entered first
  gridhand replay dungeons --all --keep-going --json
  gridhand replay dungeons --moves recorded.txt     these moves, whatever the corpus says

Ctrl-C, or moving the mouse, stops it at once.";

/// Play stored solutions, without solving
#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[arg(value_enum)]
    game: GameId,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    store: Store,
    /// The board on the screen, then so many that the game brings next, this one included
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with_all = ["seeds", "all", "moves"])]
    count: usize,
    /// Enter each stored seed of these, both included, and play it
    #[arg(long, value_name = "A..B", value_parser = seeds,
          conflicts_with_all = ["all", "moves"])]
    seeds: Option<RangeInclusive<u64>>,
    /// Enter each stored seed and play it
    #[arg(long, conflicts_with = "moves")]
    all: bool,
    /// Play the moves of this file on the board on the screen; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["corpus", "keep_going"])]
    moves: Option<PathBuf>,
    /// Solve and store what has no solution, or a wrong one
    #[arg(long, conflicts_with = "moves")]
    solve_missing: bool,
    /// After a puzzle that cannot be played go on to the next instead of ending
    #[arg(long)]
    keep_going: bool,
    #[command(flatten)]
    patience: Patience,
    #[command(flatten)]
    reports: Reports,
    #[command(flatten)]
    watching: Watching,
}

/// A missing solution may take so long.
const SOLVING: Duration = Duration::from_secs(60);

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => run_game::<G>(args, context))
}

fn run_game<G: Storable>(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let profile = args.target.profile::<G>(context)?;
    args.check::<G>(&profile)?;
    let moves = args.moves.as_deref().map(read_moves::<G>).transpose()?;
    let boards = args.boards::<G>()?;
    let location = args.store.location()?;
    let mut tally = args.reports.tally(&profile, context)?;
    let window = args.target.window(&profile);
    let rig = desktop_rig(window)?;
    let stop = stop_on_signal()?;
    let reports = Some(&args.reports);
    let eyes = args
        .watching
        .open("replay", &profile, window, reports, &stop)?;
    let rig = eyes.rig(rig);
    let settings = Settings {
        limits: Limits {
            time: Some(SOLVING),
            ..Limits::default()
        },
        keep_going: args.keep_going,
        pause: args.patience.patience,
        onlooker: eyes.onlooker(args.reports.onlooker()),
        ..Settings::default()
    };
    let how = Replay {
        profile: &profile,
        settings: &settings,
        solve_missing: args.solve_missing,
        place: format!("{} in {window:?}", profile.name),
    };
    let ended = match moves {
        Some(moves) => {
            replay::replay_moves::<G>(rig, moves, &how, &stop).map(|report| tally.tell(&report))
        }
        None => replay::replay::<G>(rig, &location, &how, boards, &stop, |report| {
            tally.tell(report);
            eyes.count(tally.played as u64, Some(tally.solved as u64));
        }),
    };
    tally.summary();
    match ended {
        Ok(()) => Ok(tally.status),
        Err(HarvestError::Halt(Halt::Stopped(by))) => {
            eprintln!("gridhand: {by}");
            Ok(Status::Stopped)
        }
        Err(HarvestError::Halt(Halt::Screen(error))) => Err(error.into()),
        Err(error) => Err(error.into()),
    }
}

impl Args {
    /// Refuses what the profile's game cannot do.
    fn check<G: Storable>(&self, profile: &Profile) -> Result<(), Exit> {
        if self.seeds.is_some() {
            can_type_seeds::<G>("--seeds", profile)?;
        }
        if self.all {
            can_type_seeds::<G>("--all", profile)?;
        }
        if self.count > 1 {
            can_go_on("--count", profile)?;
        }
        let is_one = self.seeds.is_none() && !self.all && self.count <= 1;
        match self.keep_going && is_one {
            true => Err(usage(
                "--keep-going: one board is played, and none after it; say --count, --seeds or --all",
            )),
            false => Ok(()),
        }
    }

    fn boards<G: Storable>(&self) -> anyhow::Result<Boards> {
        if self.moves.is_some() {
            return Ok(Boards::Shown(1));
        }
        let range = match (&self.seeds, self.all) {
            (Some(range), _) => range.clone(),
            (None, true) => 0..=u64::MAX,
            (None, false) => return Ok(Boards::Shown(self.count)),
        };
        if self.solve_missing && !self.all {
            return Ok(Boards::Seeds(range.collect()));
        }
        let seeds = self.store.open()?.seeds::<G>(range)?;
        if seeds.is_empty() {
            let text = format!("{} has none of these seeds", self.store.location()?);
            return Err(Exit::new(Status::Failed, text).into());
        }
        Ok(Boards::Seeds(seeds))
    }
}

/// The moves of a file, with spaces or line ends between them.
fn read_moves<G: Storable>(file: &Path) -> anyhow::Result<Vec<G::Move>> {
    let text = text_of(file)?;
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.starts_with("# "));
    let mut moves = Vec::new();
    for (line, number) in lines {
        moves.extend(parse_moves::<G>(line).map_err(|word| {
            let text = format!("{}:{number}: {word:?} is no move", file.display());
            usage(text)
        })?);
    }
    Ok(moves)
}
