//! The command line: parse, dispatch, print. No logic.
//!
//! A verb is a file of its own with `Args` (clap) and `run(&Args, &Context) -> Result<Status>`.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::args::Given;
use crate::base::{Outcome, decoded, read_text};
use crate::bot::log_buffer::LogBuffer;
use crate::game::Game;
use crate::profile::{Profile, ProfileError};
use crate::screen::{self, ScreenError};
use crate::vision::ReadError;

/// Prints a line. Who has read enough of them (`gridhand … | head`) ends the program quietly.
macro_rules! println {
    () => { $crate::cli::say(format_args!("\n")) };
    ($($said:tt)*) => { $crate::cli::say(format_args!("{}\n", format_args!($($said)*))) };
}

mod args;
mod bench;
mod calibrate;
mod corpus;
mod demo;
mod doctor;
mod follow;
mod generate;
mod harvest;
mod instances;
mod lines;
mod log;
mod pictures;
mod play;
mod practice;
mod profiles;
mod progress;
mod read;
mod replay;
mod solve;
mod studio;
mod tally;
mod watching;

/// Reads puzzle games off the screen, solves them and plays the solution back with the real mouse
/// and keyboard.
#[derive(Debug, Parser)]
#[command(name = "gridhand", version, propagate_version = true)]
#[command(after_help = "Start with `gridhand doctor`, then `gridhand demo`.")]
struct Cli {
    /// The folder with calibration.toml and templates/ [default: the current folder, else the
    /// user's configuration folder]
    #[arg(long, global = true, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Say more on standard error (-v, -vv)
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Read(read::Args),
    Solve(solve::Args),
    Follow(follow::Args),
    Generate(generate::Args),
    Bench(bench::Args),
    Calibrate(calibrate::Args),
    Corpus(corpus::Args),
    Demo(demo::Args),
    Play(play::Args),
    Harvest(harvest::Args),
    Replay(replay::Args),
    Practice(practice::Args),
    Studio(studio::Args),
    Profile(profiles::Args),
    Doctor(doctor::Args),
}

/// What every verb is told besides its own arguments.
pub struct Context {
    pub home: Option<PathBuf>,
    pub log_buffer: LogBuffer,
    /// Which options stand on the command line.
    given: Given,
}

/// The verbs for which `--home` is.
const USE_PROFILES: [&str; 16] = [
    "bench loop",
    "bench read",
    "calibrate",
    "demo",
    "doctor",
    "harvest",
    "play",
    "profile export",
    "profile import",
    "profile list",
    "profile remove",
    "profile rename",
    "profile show",
    "read",
    "replay",
    "studio",
];

/// How a command ended; the numbers are a contract that scripts rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    Done = 0,
    Failed = 1,
    Usage = 2,
    Unreadable = 3,
    NotUnique = 4,
    Stopped = 5,
    WindowGone = 6,
    Limit = 7,
}

impl Status {
    /// That of another command by its number.
    fn of_code(code: i32) -> Self {
        let all = [
            Status::Done,
            Status::Usage,
            Status::Unreadable,
            Status::NotUnique,
            Status::Stopped,
            Status::WindowGone,
            Status::Limit,
        ];
        let found = all.into_iter().find(|status| *status as i32 == code);
        found.unwrap_or(Status::Failed)
    }

    /// What the outcome of a search asks for.
    fn of<S>(outcome: &Outcome<S>) -> Self {
        match outcome {
            Outcome::Unique(_) | Outcome::Solved(_) => Status::Done,
            Outcome::Several { .. } | Outcome::Impossible => Status::NotUnique,
            Outcome::Unknown(_) => Status::Limit,
        }
    }
}

/// An error that asks for an exit status of its own.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Exit {
    pub status: Status,
    pub message: String,
}

impl Exit {
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }
}

/// What a text file says, or standard input if it is `-`.
fn text_of(file: &Path) -> anyhow::Result<String> {
    let text = match file == Path::new("-") {
        true => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.and_then(|_| decoded(bytes))
        }
        false => read_text(file),
    };
    text.with_context(|| format!("cannot read {}", file.display()))
}

/// What is asked for cannot be done: which option, why, and if there is one the mend.
fn usage(message: impl Into<String>) -> Exit {
    Exit::new(Status::Usage, message)
}

/// All verbs and their options.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program and turns what came of it into an exit status.
pub fn main() -> ExitCode {
    let begun = Instant::now();
    screen::prepare();
    let matches = command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let context = Context {
        home: cli.home,
        log_buffer: log::init(cli.verbose),
        given: Given::new(&matches),
    };
    let status = match run(cli.verb, &context) {
        Ok(status) => status,
        Err(error) if closed_pipe(&error) => Status::Done,
        Err(error) => {
            eprintln!("gridhand: {error:#}");
            status_of(&error)
        }
    };
    tracing::info!(
        "{}: {status:?} in {:.3?}",
        context.given.verb,
        begun.elapsed()
    );
    ExitCode::from(status as u8)
}

fn run(verb: Verb, context: &Context) -> anyhow::Result<Status> {
    let name = context.given.verb.as_str();
    if context.home.is_some() && !USE_PROFILES.contains(&name) {
        let text = format!(
            "--home: `gridhand {name}` uses no profile, so that it needs no folder with them"
        );
        return Err(usage(text).into());
    }
    match verb {
        Verb::Read(args) => read::run(&args, context),
        Verb::Solve(args) => solve::run(&args, context),
        Verb::Follow(args) => follow::run(&args, context),
        Verb::Generate(args) => generate::run(&args, context),
        Verb::Bench(args) => bench::run(&args, context),
        Verb::Calibrate(args) => calibrate::run(&args, context),
        Verb::Corpus(args) => corpus::run(&args, context),
        Verb::Demo(args) => demo::run(&args, context),
        Verb::Play(args) => play::run(&args, context),
        Verb::Harvest(args) => harvest::run(&args, context),
        Verb::Replay(args) => replay::run(&args, context),
        Verb::Practice(args) => practice::run(&args, context),
        Verb::Studio(args) => studio::run(&args, context),
        Verb::Profile(args) => profiles::run(&args, context),
        Verb::Doctor(args) => doctor::run(&args, context),
    }
}

/// The named profile, or the practice game's.
fn profile<G: Game>(name: Option<&str>, context: &Context) -> anyhow::Result<Profile> {
    let practice = format!("practice-{}", G::NAME);
    let profile = Profile::load(context.home.as_deref(), name.unwrap_or(&practice))?;
    if profile.game != G::NAME {
        let text = format!(
            "profile {:?} is for {}, not for {}",
            profile.name,
            profile.game,
            G::NAME
        );
        return Err(usage(text).into());
    }
    Ok(profile)
}

/// Writes to standard output. Nothing is pressed while there is something to say, so that the program may
/// end here.
fn say(what: std::fmt::Arguments) {
    let Err(error) = std::io::stdout().write_fmt(what) else {
        return;
    };
    if !is_closed_pipe(&error) {
        eprintln!("gridhand: cannot write to standard output: {error}");
        std::process::exit(i32::from(Status::Failed as u8));
    }
    std::process::exit(i32::from(Status::Done as u8));
}

/// Whoever read our output has read enough (`gridhand … | head`).
fn closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(is_closed_pipe)
}

/// Windows has a number of its own for a pipe that was given up at its other end.
const NOT_CONNECTED: i32 = 233;

fn is_closed_pipe(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(NOT_CONNECTED)
}

fn status_of(error: &anyhow::Error) -> Status {
    for cause in error.chain() {
        if let Some(exit) = cause.downcast_ref::<Exit>() {
            return exit.status;
        }
        if cause.is::<ReadError>() {
            return Status::Unreadable;
        }
        if let Some(ProfileError::Unknown { .. } | ProfileError::Refused(_)) = cause.downcast_ref()
        {
            return Status::Usage;
        }
        if let Some(ScreenError::Gone | ScreenError::NotFound { .. }) = cause.downcast_ref() {
            return Status::WindowGone;
        }
    }
    Status::Failed
}
