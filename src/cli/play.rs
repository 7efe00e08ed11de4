//! `gridhand play`: plays along with the game.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args as ClapArgs;

use self::choice::Choice;
use self::taught::taught;
use super::args::{
    Patience, Reports, Wanted, can_ask_for_levels, can_go_on, can_reach, can_want, levels, seconds,
};
use super::tally::status;
use super::watching::Watching;
use super::{Context, Exit, Status, progress};
use crate::base::{Limit, Limits};
use crate::bot::{
    self, Course, Halt, PuzzleReport, Rig, SessionEnd, Settings, Stop, StoppedBy, dry,
};
use crate::game::{Game, Goal, moves_text};
use crate::games::GameId;
use crate::hand::{STOP_KEY, on_closing, on_stop_key};
use crate::profile::{Home, Profile};
use crate::screen::{ScreenError, WindowScreen};
use crate::with_game;

mod choice;
pub mod taught;

const EXAMPLES: &str = "\
Without a profile all windows are looked at with all profiles (of the game, if one is named). What is
played is the one board that is found; if there are several, they are listed.

Examples:
  gridhand play                                      whatever known board is in a window
  gridhand play dungeons --profile last-call-bbs
  gridhand play dungeons --profile practice-dungeons --count 10 --json
  gridhand play dungeons --profile mine --window \"My Clone\" --record failures
  gridhand play coil --profile page --levels 3..12   by a `next` with text:{level} in it
  gridhand play dungeons --dry-run plan.png          a picture of what it would click

Ctrl-C, moving the mouse, or the Pause key (on X11, whatever has the focus) stops it at once.";

/// Between two looks whether a window was opened again.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// So long a game may take to show the window that it puts in the place of one.
const REPLACED: Duration = Duration::from_secs(1);

/// Play along with the game: read the screen, solve, click, check, next puzzle.
#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Which game [default: that of the board that is found]
    #[arg(value_enum)]
    game: Option<GameId>,
    /// The section of calibration.toml that describes the game [default: the one whose board is found in
    /// a window]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Part of the window's title, class or application name [default: the profile's; without a profile
    /// all windows]
    #[arg(long, value_name = "TITLE")]
    window: Option<String>,
    /// Without --profile: look so long for a board that a profile knows
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    search: Duration,
    /// Stop after so many puzzles [default: until told to stop]
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// These levels, both included, each asked for by the profile's `next` with its number for {level}
    #[arg(long, value_name = "A..B", value_parser = levels, conflicts_with = "count")]
    levels: Option<RangeInclusive<u64>>,
    #[command(flatten)]
    reports: Reports,
    /// Touch nothing: print the moves it would make, and draw them into PNG
    #[arg(long, value_name = "PNG", 
          conflicts_with_all = ["count", "levels", "json", "record", "keep_going", "reopen", "patience", "watch"])]
    dry_run: Option<PathBuf>,
    /// After a puzzle that cannot be played go on to the next instead of ending
    #[arg(long)]
    keep_going: bool,
    /// When the window is closed, wait so long for it to be opened again
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    reopen: Duration,
    #[command(flatten)]
    patience: Patience,
    #[command(flatten)]
    watching: Watching,
    /// Give up solving one puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,
    /// What is wanted: the least moves, proved, a good solution, or any at once [default: the least if
    /// they are found soon, else a good solution, without a long wait for it]
    #[arg(long, value_enum, value_name = "GOAL")]
    goal: Option<Wanted>,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let stop = &stop_on_signal()?;
    let Some(choice) = Choice::of(args, context, stop)? else {
        return Ok(Status::Stopped);
    };
    with_game!(choice.game, G => play::<G>(args, context, choice, stop))
}

fn play<G: Game>(
    args: &Args,
    context: &Context,
    choice: Choice,
    stop: &Stop,
) -> anyhow::Result<Status> {
    if context.given.has("limit") {
        can_reach::<G>("--limit", Limit::Time)?;
    }
    if args.goal.is_some() {
        can_want::<G>()?;
    }
    let mut profile = choice.profile;
    if let Some(picture) = &args.dry_run {
        return rehearse::<G>(args, &profile, &choice.window, picture, stop);
    }
    args.check(&profile)?;
    let title = &choice.title;
    let home = Home::new(context.home.as_deref());
    let reports = &args.reports;
    let eyes = args
        .watching
        .open("play", &profile, title, Some(reports), stop)?;
    let settings = Settings {
        onlooker: eyes.onlooker(reports.onlooker()),
        ..args.settings()
    };
    let mut tally = args.reports.tally(&profile, context)?;
    let window = WindowScreen::find(&choice.window)?;
    tracing::info!("playing in {:?}", window.title);
    // Its title may change with the puzzle.
    let same = format!("id:{}", window.id);
    let known: Vec<u32> = WindowScreen::all()?
        .iter()
        .map(|window| window.id)
        .collect();
    let process = window.process();
    let mut rig = Rig::of_window(window)?;
    let mut course = args.course();
    let ended = loop {
        let mut taught = None;
        let ended = bot::play::<G>(
            eyes.rig(rig),
            &profile,
            &settings,
            stop,
            &mut course,
            |report| {
                tally.tell(report);
                eyes.count(tally.played as u64, Some(tally.solved as u64));
                taught = learn(&home, &profile, report).transpose().or(taught.take());
            },
        );
        if let Some(more) = taught {
            profile = more?;
        }
        if ended == Ok(SessionEnd::Taught) {
            rig = desktop_rig(&same).or_else(|_| desktop_rig(title))?;
            continue;
        }
        if ended != Err(Halt::Screen(ScreenError::Gone)) {
            break ended;
        }
        let other = replaced(title, process, &known, stop);
        rig = match other.or_else(|| reopened(title, args.reopen, stop)) {
            Some(rig) => rig?,
            None => break stop.thrown().map_or(ended, |by| Err(Halt::Stopped(by))),
        };
    };
    tally.summary();
    match ended {
        Ok(_) => {
            if tally.played == 0 {
                eprintln!("gridhand: nothing was played: what the game showed was solved already");
                return Ok(Status::Failed);
            }
            if let Some(left @ 1..) = course.left()
                && tally.status == Status::Done
            {
                eprintln!(
                    "gridhand: {left} more were to be played, but the game came to no other puzzle"
                );
                return Ok(Status::Failed);
            }
            if tally.status == Status::Unreadable && profile.seen_at.is_some() {
                eprintln!("{}", one_more(G::NAME, &profile, title));
            }
            Ok(tally.status)
        }
        Err(Halt::Stopped(by)) => {
            eprintln!("gridhand: {by}");
            Ok(Status::Stopped)
        }
        Err(Halt::Screen(error)) => Err(error.into()),
        Err(error) => Err(error.into()),
    }
}

/// What a puzzle taught about the game, saved in the profile.
fn learn<G: Game>(
    home: &Home,
    profile: &Profile,
    report: &PuzzleReport<G>,
) -> anyhow::Result<Option<Profile>> {
    let known = || Ok(home.pictures(&profile.name)?);
    let Some(taught) = taught(profile, known, report)? else {
        return Ok(None);
    };
    taught.words.iter().for_each(|words| progress::say(words));
    home.amend(&taught.profile, &taught.pictures)?;
    Ok(Some(taught.profile))
}

/// How to teach the profile what it could not read.
fn one_more(game: &str, profile: &Profile, title: &str) -> String {
    let name = &profile.name;
    format!(
        "If that was something it was never shown, write what the window shows to now.txt and teach it: \
         gridhand calibrate {game} --profile {name} --window {title:?} --example now.txt --add"
    )
}

/// The window that the game's process put in the place of the one that is gone: some open one of another size for each
/// level. What was there when play began, `known`, is none: a program may have several windows.
fn replaced(
    name: &str,
    process: Option<u32>,
    known: &[u32],
    stop: &Stop,
) -> Option<anyhow::Result<Rig>> {
    let process = process?;
    let is_its = |window: &WindowScreen| {
        let is_new = !known.contains(&window.id) && window.answers_to(name);
        is_new && window.process() == Some(process)
    };
    awaited(REPLACED, stop, || {
        WindowScreen::all().ok()?.into_iter().find(is_its)
    })
}

/// The window again when it was opened anew within `patience`. Others with its name may come and go meanwhile.
fn reopened(title: &str, patience: Duration, stop: &Stop) -> Option<anyhow::Result<Rig>> {
    awaited(patience, stop, || WindowScreen::find(title).ok())
}

/// The first window that is found within `patience`.
fn awaited(
    patience: Duration,
    stop: &Stop,
    found: impl Fn() -> Option<WindowScreen>,
) -> Option<anyhow::Result<Rig>> {
    let end = Instant::now() + patience;
    while Instant::now() < end && stop.thrown().is_none() {
        tracing::info!("waiting for another window of the game's");
        stop.sleep(LOOK_AGAIN);
        if let Some(window) = found() {
            tracing::info!("going on in {:?}", window.title);
            return Some(Rig::of_window(window));
        }
    }
    None
}

fn rehearse<G: Game>(
    args: &Args,
    profile: &Profile,
    window: &str,
    picture: &Path,
    stop: &Stop,
) -> anyhow::Result<Status> {
    let rig = desktop_rig(window)?;
    let [guard, _] = rig.guards;
    match dry::rehearse::<G>(rig.screen, guard, profile, &args.settings(), stop)? {
        Ok(plan) => {
            let save = plan.picture.save(picture);
            save.with_context(|| format!("cannot write {}", picture.display()))?;
            print!("{}", plan.puzzle);
            println!("{}", moves_text::<G>(&plan.moves));
            Ok(Status::Done)
        }
        Err(ending) => {
            eprintln!("gridhand: {ending}");
            Ok(status(&ending))
        }
    }
}

impl Args {
    /// Refuses what the profile's game cannot do.
    fn check(&self, profile: &Profile) -> Result<(), Exit> {
        if self.levels.is_some() {
            return can_ask_for_levels("--levels", profile);
        }
        if self.keep_going {
            can_go_on("--keep-going", profile)?;
        }
        match self.count {
            Some(2..) => can_go_on("--count", profile),
            _ => Ok(()),
        }
    }

    fn course(&self) -> Course {
        match &self.levels {
            Some(levels) => Course::Levels(levels.clone()),
            None => Course::Next(self.count),
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            limits: Limits {
                time: Some(self.limit),
                ..Limits::default()
            },
            goal: self.goal.map_or(Goal::Soon, Goal::from),
            keep_going: self.keep_going,
            pause: self.patience.patience,
            reopens: !self.reopen.is_zero(),
            ..Settings::default()
        }
    }
}

/// The real desktop: one window, the mouse and the keyboard.
pub fn desktop_rig(window: &str) -> anyhow::Result<Rig> {
    let window = WindowScreen::find(window)?;
    tracing::info!("playing in {:?}", window.title);
    Rig::of_window(window)
}

/// A stop switch that Ctrl-C throws; pressed a second time it ends the program at once.
pub fn stop_on_signal() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let switch = stop.clone();
    ctrlc::set_handler(move || {
        if switch.thrown().is_some() {
            std::process::exit(i32::from(Status::Stopped as u8));
        }
        switch.throw(StoppedBy::Signal);
    })
    .context("cannot listen for Ctrl-C")?;
    let switch = stop.clone();
    on_closing(move || switch.throw(StoppedBy::Signal));
    let switch = stop.clone();
    if !on_stop_key(move || switch.throw(StoppedBy::Key)) {
        tracing::info!("the stop key ({STOP_KEY}) does not work here; Ctrl-C and the mouse do");
    }
    Ok(stop)
}
