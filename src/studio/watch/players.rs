//! Programs that are started from the page: gridhand itself, with its own guards.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::bot::watch::{place, touch};
use crate::profile::{Home, is_backup};
use crate::studio::http::Answer;

/// So many lines of what they say are kept.
const LINES: usize = 60;

/// The most puzzles that may be asked for.
const MOST: u64 = 1_000_000;

/// How long those who play may take to end, and how often it is looked whether they did.
const ENDING: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(50);

/// What is to be started.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    profile: String,
    /// Until it is stopped if absent.
    count: Option<u64>,
}

/// What one of them said, the newest last.
type Said = Arc<Mutex<Vec<String>>>;

struct Player {
    program: Child,
    profile: String,
    said: Said,
}

/// All that were started.
#[derive(Default)]
pub struct Players(Mutex<Vec<Player>>);

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
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts `gridhand play`.
    ///
    /// # Errors
    /// There is no such profile, or one plays already.
    pub fn start(&self, start: &Start, home: Option<&Path>) -> Result<Value, Answer> {
        let profile = Home::new(home).load(&start.profile);
        let profile = profile.map_err(|error| Answer::refusal(422, error.to_string()))?;
        let mut all = self.list();
        let running = |player: &mut Player| matches!(player.program.try_wait(), Ok(None));
        // They share one mouse.
        if all.iter_mut().any(running) {
            return Err(Answer::refusal(409, "one plays already; stop it first"));
        }
        let failed = |error: std::io::Error| Answer::refusal(422, error.to_string());
        let mut program = command(home, &profile.game, &profile.name, start.count)
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

fn command(
    home: Option<&Path>,
    game: &str,
    profile: &str,
    count: Option<u64>,
) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    if let Some(home) = home {
        command.arg("--home").arg(home);
    }
    // A name may begin with a dash: it stands behind `=`.
    let profile = format!("--profile={profile}");
    command.args(["play", game, &profile, "--watch"]);
    if let Some(count) = count {
        command.args(["--count", &count.clamp(1, MOST).to_string()]);
    }
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
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
