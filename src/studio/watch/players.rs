//! Programs that are started from the page: gridhand itself, with its own guards.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::bot::watch::{place, touch};
use crate::corpus::{CORPUS, Location};
use crate::profile::{Home, Profile, is_backup};
use crate::studio::http::Answer;

/// So many lines of what they say are kept.
const LINES: usize = 60;

/// The most puzzles that may be asked for.
const MOST: u64 = 1_000_000;

/// The folder of the records of failures, beside the profiles.
const FAILURES: &str = "failures";

/// How long those who play may take to end, and how often it is looked whether they did.
const ENDING: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(50);

/// What is to be started.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    #[serde(default)]
    verb: Verb,
    profile: String,
    /// Until it is stopped if absent.
    count: Option<u64>,
    /// `A..B`, for harvest and replay; whatever the game shows next if empty.
    #[serde(default)]
    seeds: String,
    /// Whether failures leave records.
    #[serde(default)]
    record: bool,
}

/// What can be started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verb {
    #[default]
    Play,
    Harvest,
    Replay,
}

/// What one of them said, the newest last.
type Said = Arc<Mutex<Vec<String>>>;

struct Player {
    program: Child,
    profile: String,
    said: Said,
}

/// All that were started.
pub struct Players {
    home: Option<PathBuf>,
    corpus: Location,
    all: Mutex<Vec<Player>>,
}

/// The profiles that can be played with.
///
/// # Errors
/// They cannot be read.
pub fn profiles(home: Option<&Path>) -> Result<Value, Answer> {
    let home = Home::new(home);
    let refused = |error: crate::profile::ProfileError| Answer::refusal(422, error.to_string());
    let names = home.names().map_err(refused)?;
    let own = names.iter().filter(|name| !is_backup(name, &names));
    let known = own.filter_map(|name| {
        let profile = home.load(name).ok()?;
        profile.ready().ok()?;
        Some(json!({ "name": name, "game": profile.game, "window": profile.window }))
    });
    Ok(known.collect())
}

impl Players {
    pub fn new(home: Option<PathBuf>, corpus: Location) -> Self {
        Self {
            home,
            corpus,
            all: Mutex::default(),
        }
    }

    /// Stops all: who cannot be seen any longer does not go on with the mouse. It waits for them a while.
    pub fn stop(&self) {
        let until = Instant::now() + ENDING;
        for player in self.list().iter_mut() {
            while matches!(player.program.try_wait(), Ok(None)) && Instant::now() < until {
                // Who is just beginning has no folder yet.
                let _ = touch(&place().join(player.program.id().to_string()).join("stop"));
                std::thread::sleep(LOOK);
            }
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Player>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts gridhand.
    ///
    /// # Errors
    /// There is no such profile, what is asked for makes no sense, or one plays already.
    pub fn start(&self, start: &Start) -> Result<Value, Answer> {
        let home = Home::new(self.home.as_deref());
        let profile = home.load(&start.profile);
        let profile = profile.map_err(|error| Answer::refusal(422, error.to_string()))?;
        let failures = home.folder_to_write().join(FAILURES);
        let arguments = start.arguments(&profile, &failures)?;
        let mut all = self.list();
        let running = |player: &mut Player| matches!(player.program.try_wait(), Ok(None));
        // They share one mouse.
        if all.iter_mut().any(running) {
            return Err(Answer::refusal(409, "one plays already; stop it first"));
        }
        let failed = |error: io::Error| Answer::refusal(422, error.to_string());
        let mut program = self
            .command(&arguments)
            .and_then(|mut command| command.spawn())
            .map_err(failed)?;
        let said = Said::default();
        hear(program.stdout.take(), &said);
        hear(program.stderr.take(), &said);
        let id = program.id().to_string();
        all.retain_mut(running);
        all.push(Player {
            program,
            profile: profile.name,
            said,
        });
        Ok(json!({ "id": id }))
    }

    fn command(&self, arguments: &[OsString]) -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        if let Some(home) = &self.home {
            command.arg("--home").arg(home);
        }
        // An address may have a password in it, which the list of processes must not show.
        command.env(CORPUS, self.corpus.for_environment()?);
        command.args(arguments).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    /// What was started: whether it runs, how it ended, and what it said.
    pub fn all(&self) -> Vec<Value> {
        let mut all = self.list();
        let told = all.iter_mut().map(|player| {
            let ended = player.program.try_wait().ok().flatten();
            let said = player.said.lock().unwrap_or_else(PoisonError::into_inner);
            json!({
                "id": player.program.id().to_string(),
                "profile": player.profile,
                "ended": ended.map(|status| status.code()),
                "runs": ended.is_none(),
                "said": *said,
            })
        });
        told.collect()
    }
}

impl Start {
    /// What the command line is told; records of failures are kept in the folder `failures`.
    fn arguments(&self, profile: &Profile, failures: &Path) -> Result<Vec<OsString>, Answer> {
        let seeds = self.seeds.trim();
        let count = self
            .count
            .map(|count| format!("--count={}", count.clamp(1, MOST)));
        // A name may begin with a dash: it stands behind `=`.
        let seeds = (!seeds.is_empty()).then(|| format!("--seeds={seeds}"));
        let refusal = |why: &str| Err(Answer::refusal(422, why));
        let (verb, more): (&str, Vec<String>) = match (self.verb, seeds, count) {
            (Verb::Play, Some(_), _) => {
                return refusal("play takes what the game shows; seeds are for harvest and replay");
            }
            (Verb::Harvest | Verb::Replay, Some(_), Some(_)) => {
                return refusal("either seeds or a number of puzzles");
            }
            (Verb::Play, None, count) => ("play", count.into_iter().collect()),
            (Verb::Harvest, None, None) => {
                return refusal("say which seeds, or a number of puzzles");
            }
            (Verb::Harvest, None, Some(count)) => ("harvest", vec!["--random".into(), count]),
            (Verb::Harvest, Some(seeds), None) => ("harvest", vec![seeds]),
            (Verb::Replay, seeds, count) => ("replay", seeds.or(count).into_iter().collect()),
        };
        let name = format!("--profile={}", profile.name);
        let own = [verb, &profile.game, &name, "--watch"].map(OsString::from);
        let mut arguments = Vec::from(own);
        arguments.extend(more.into_iter().map(OsString::from));
        // A harvest has none.
        if self.record && self.verb != Verb::Harvest {
            arguments.extend(["--record".into(), failures.into()]);
        }
        Ok(arguments)
    }
}

/// Keeps what comes, line by line, until nothing comes any longer.
fn hear(from: Option<impl Read + Send + 'static>, said: &Said) {
    let (Some(from), said) = (from, said.clone()) else {
        return;
    };
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            said.push(line);
            if said.len() > LINES {
                said.remove(0);
            }
        }
    });
}
