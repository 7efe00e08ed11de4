//! Options that several verbs share, and how their values are written.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs, ValueEnum};

use super::progress;
use super::tally::Tally;
use super::{Context, Exit, text_of, usage};
use crate::base::Limit;
use crate::bot::Onlooker;
use crate::bot::record::Record;
use crate::corpus::{CORPUS, Corpus, DEFAULT, Location};
use crate::game::{Game, Goal, Storable};
use crate::profile::{Blank, CHOOSE, Profile};

/// The largest seed.
pub const LAST_SEED: u64 = 99_999_999;

/// The longest time that a limit may be, in seconds: more than thirty years.
const LONGEST: f64 = 1e9;

/// Which window, and what it looks like.
#[derive(ClapArgs, Debug)]
pub struct Target {
    /// The section of calibration.toml that describes the game [default: the practice game]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Part of the window's title, class or application name [default: the profile's]
    #[arg(long, value_name = "TITLE")]
    window: Option<String>,
}

impl Target {
    /// The profile, which has learned to read.
    pub fn profile<G: Game>(&self, context: &Context) -> anyhow::Result<Profile> {
        let profile = super::profile::<G>(self.profile.as_deref(), context)?;
        profile.ready()?;
        Ok(profile)
    }

    /// What the window is found by.
    pub fn window<'a>(&'a self, profile: &'a Profile) -> &'a str {
        self.window.as_deref().unwrap_or(&profile.window)
    }
}

/// What is told and kept of the puzzles that are played.
#[derive(ClapArgs, Debug)]
pub struct Reports {
    /// One line of JSON per puzzle; what is being done, as events on standard error
    #[arg(long)]
    json: bool,
    /// Keep frame, overlay, facts and log of every failure in a folder of its own in DIR
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
}

impl Reports {
    pub fn tally(&self, profile: &Profile, context: &Context) -> anyhow::Result<Tally> {
        let open = |dir| Record::open(dir, profile, &context.log_buffer);
        let record = self.record.as_deref().map(open).transpose()?;
        Ok(Tally::new(self.json, record))
    }

    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// Who shows what is being done: on a terminal, or as lines of JSON.
    pub fn onlooker(&self) -> Onlooker {
        match self.json {
            true => progress::events(),
            false => progress::line(),
        }
    }
}

/// How long a pause may be.
#[derive(ClapArgs, Clone, Debug)]
pub struct Patience {
    /// Wait so long while the window is covered, minimised or moved
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub patience: Duration,
}

/// Where puzzles are kept.
#[derive(ClapArgs, Clone, Debug)]
pub struct Store {
    /// The file with the corpus, or postgres://USER@HOST/DATABASE, or @FILE with such an address in it [default:
    /// GRIDHAND_CORPUS, else corpus/gridhand.sqlite]
    #[arg(long = "corpus", id = "corpus", value_name = "PATH")]
    place: Option<Hushed>,
}

/// A word of the command line that may be secret.
#[derive(Clone)]
struct Hushed(OsString);

impl From<OsString> for Hushed {
    fn from(word: OsString) -> Self {
        Self(word)
    }
}

impl std::fmt::Debug for Hushed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", Location::of(&self.0.to_string_lossy()))
    }
}

impl Store {
    pub fn open(&self) -> anyhow::Result<Corpus> {
        Ok(Corpus::open(self.location()?)?)
    }

    /// Where it is.
    ///
    /// # Errors
    /// A password stands on the command line, where everybody on the machine can read it.
    pub fn location(&self) -> anyhow::Result<Location> {
        let Some(Hushed(word)) = &self.place else {
            let named = std::env::var_os(CORPUS).filter(|name| !name.is_empty());
            return named.map_or_else(|| Ok(Location::of(DEFAULT)), |name| location(&name));
        };
        without_password("--corpus", word)
    }
}

/// A server beside the files that are measured.
#[derive(ClapArgs, Clone, Debug)]
pub struct Measured {
    /// Also on a server: postgres://USER@HOST/DATABASE, or @FILE with such an address in it. The database must have
    /// no corpus; what is made there is removed
    #[arg(long, value_name = "URL")]
    server: Option<Hushed>,
}

impl Measured {
    /// Where it is, if there is one.
    ///
    /// # Errors
    /// A password stands on the command line.
    pub fn location(&self) -> anyhow::Result<Option<Location>> {
        let word = self.server.as_ref();
        word.map(|Hushed(word)| without_password("--server", word))
            .transpose()
    }
}

/// What a word of the command line names; a password it may not have.
fn without_password(option: &str, word: &OsStr) -> anyhow::Result<Location> {
    let location = location(word)?;
    match &location {
        Location::Server(address) if address.has_password() && !starts_with_at(word) => {
            Err(usage(format!(
                "{option}: a password on the command line is seen by everybody on this machine; put the address \
                 in {CORPUS} or a file ({option} @FILE), or the password in ~/.pgpass"
            ))
            .into())
        }
        _ => Ok(location),
    }
}

fn starts_with_at(word: &OsStr) -> bool {
    word.as_encoded_bytes().starts_with(b"@")
}

/// What a word names: itself, or with `@` before it what the file's first line names.
fn location(word: &OsStr) -> anyhow::Result<Location> {
    let Some(text) = word.to_str() else {
        return Ok(Location::File(word.into()));
    };
    let Some(file) = text.strip_prefix('@') else {
        return Ok(Location::of(text));
    };
    let address = text_of(Path::new(file))?;
    let address = address.lines().map(str::trim).find(|line| !line.is_empty());
    let address = address.ok_or_else(|| usage(format!("{file}: there is no address in it")))?;
    Ok(Location::of(address))
}

/// Which options stand on the command line, and for which verb.
#[derive(Debug, Default)]
pub struct Given {
    /// With the verb below it: `corpus stats`.
    pub verb: String,
    options: Vec<String>,
}

impl Given {
    pub fn new(mut matches: &ArgMatches) -> Self {
        let mut given = Self::default();
        loop {
            let ids = matches.ids().map(clap::Id::as_str);
            let typed = |id: &&str| {
                let known = matches.try_contains_id(id).is_ok();
                known && matches.value_source(id) == Some(ValueSource::CommandLine)
            };
            given.options.extend(ids.filter(typed).map(str::to_string));
            let Some((name, below)) = matches.subcommand() else {
                return given;
            };
            let gap = if given.verb.is_empty() { "" } else { " " };
            given.verb += &format!("{gap}{name}");
            matches = below;
        }
    }

    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given == option)
    }
}

/// What a solver is asked for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Wanted {
    /// Any solution, at once
    Any,
    /// Any solution, made shorter as long as that can be done
    Good,
    /// The least moves
    #[default]
    Least,
}

impl From<Wanted> for Goal {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Any => Goal::Any,
            Wanted::Good => Goal::Good,
            Wanted::Least => Goal::Least,
        }
    }
}

/// Says that a game has nothing that an option would ask for.
pub fn has_none<G: Game>(option: &str) -> Exit {
    usage(format!("{option}: {} has none", G::NAME))
}

/// Refuses `--goal` where a solver has only one.
pub fn can_want<G: Game>() -> Result<(), Exit> {
    let hurries = G::abilities().hurries;
    hurries.map(|_| ()).ok_or_else(|| has_none::<G>("--goal"))
}

/// A time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    match seconds {
        0.0..=LONGEST => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
        _ => Err(format!("a time is 0 to {LONGEST} seconds")),
    }
}

/// Reads `A..B`, both included.
pub fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").ok_or("a range is written A..B")?;
    let (first, last) = (seed(first)?, seed(last.trim_start_matches('='))?);
    match first <= last {
        true => Ok(first..=last),
        false => Err("the first seed is above the last".into()),
    }
}

/// Reads levels, `A..B`, both included.
pub fn levels(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").ok_or("a range is written A..B")?;
    let level = |text: &str| {
        let level = text.trim().parse();
        level.map_err(|_| format!("{text:?} is no level; levels are whole numbers from 0 on"))
    };
    let (first, last) = (level(first)?, level(last.trim_start_matches('='))?);
    match first <= last {
        true => Ok(first..=last),
        false => Err("the first level is above the last".into()),
    }
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    match text.trim().parse() {
        Ok(seed) if seed <= LAST_SEED => Ok(seed),
        _ => Err(format!("{text:?} is no seed; seeds are 0 to {LAST_SEED}")),
    }
}

/// Whether seeds can be typed into the game, for the option that asks for it.
///
/// # Errors
/// Why not.
pub fn can_type_seeds<G: Storable>(option: &str, profile: &Profile) -> Result<(), Exit> {
    let name = &profile.name;
    if !G::SEEDS {
        let text = format!("{option}: the puzzles of {} have no seeds", G::NAME);
        return Err(usage(text));
    }
    if profile.seed.is_none() {
        return Err(usage(format!(
            "{option}: the profile {name:?} does not say where the seed is shown (`seed`): what comes \
             cannot be checked"
        )));
    }
    if !profile.next.has(Blank::Seed) && !profile.buttons.contains_key(CHOOSE) {
        return Err(usage(format!(
            "{option}: the profile {name:?} has no button {CHOOSE:?} after which a seed is typed, and its `next` \
             asks for no seed"
        )));
    }
    Ok(())
}

/// Whether solving may come to a limit, for the option that sets it.
///
/// # Errors
/// It never does.
pub fn can_reach<G: Game>(option: &str, limit: Limit) -> Result<(), Exit> {
    match G::abilities().never_reached.contains(&limit) {
        true => Err(usage(format!(
            "{option}: solving {} never comes to a limit of {limit}; leave it out",
            G::NAME
        ))),
        false => Ok(()),
    }
}

/// Whether the game can be brought to its next puzzle, for the option that asks for it.
///
/// # Errors
/// Why not.
pub fn can_go_on(option: &str, profile: &Profile) -> Result<(), Exit> {
    let (name, next) = (&profile.name, &profile.next);
    if next.is_none() {
        return Err(usage(format!(
            "{option}: the profile {name:?} does not say how to come to the next puzzle, so that there is only one: \
             write `next` in its section of calibration.toml"
        )));
    }
    match next.is_complete() {
        true => Ok(()),
        false => Err(usage(format!(
            "{option}: the profile {name:?} comes to its puzzles by {next}: say which, by --levels of play or \
             harvest, or --seeds of harvest or replay"
        ))),
    }
}

/// Whether the game can be asked for a level, for the option that says which.
///
/// # Errors
/// Why not.
pub fn can_ask_for_levels(option: &str, profile: &Profile) -> Result<(), Exit> {
    let (name, next, level) = (&profile.name, &profile.next, Blank::Level.mark());
    match next.has(Blank::Level) && !next.has(Blank::Seed) {
        true => Ok(()),
        false => Err(usage(format!(
            "{option}: the profile {name:?} comes to its next puzzle by {next}, which asks for no level: write a \
             `next` with text:{level} in its section of calibration.toml"
        ))),
    }
}
