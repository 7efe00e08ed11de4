//! Looking on while something is played: started from the page, or elsewhere with `--watch`.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use self::players::Players;
use super::api::{json, told, unknown};
use super::http::{Answer, Request};
use crate::bot::watch::{About, is_alive, place, touch};
use crate::corpus::Location;

mod players;
mod records;
mod seen;

/// Those who play, and what can be seen of them.
pub struct Watchers {
    home: Option<PathBuf>,
    players: Players,
}

/// Nothing is said besides.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Watchers {
    pub fn new(home: Option<PathBuf>, corpus: Location) -> Self {
        Self {
            players: Players::new(home.clone(), corpus),
            home,
        }
    }

    /// Stops what was started here.
    pub fn end(&self) {
        self.players.stop();
    }

    /// Answers what is asked for below `/api/watch`.
    pub fn get(&self, path: &[&str]) -> Result<Answer, Answer> {
        match path {
            [] => json(&self.all()),
            ["profiles"] => json(&players::profiles(self.home.as_deref())?),
            [id] => json(&state(&folder(id)?)?),
            [id, "frame.png"] => picture(&folder(id)?.join("frame.png")),
            [id, "seen"] => {
                let folder = folder(id)?;
                json(&seen::seen(
                    &folder,
                    &about(&folder)?,
                    self.home.as_deref(),
                )?)
            }
            [id, "records"] => json(&records::list(&about(&folder(id)?)?)?),
            [id, "records", name, file] => records::file(&about(&folder(id)?)?, name, file),
            _ => Err(unknown()),
        }
    }

    pub fn post(&self, path: &[&str], request: &Request) -> Result<Answer, Answer> {
        match path {
            ["start"] => json(&self.players.start(&told(request)?)?),
            [id, "stop"] => {
                told::<Nothing>(request)?;
                touch(&folder(id)?.join("stop")).map_err(|error| failed(&error))?;
                json(&json!({}))
            }
            _ => Err(unknown()),
        }
    }

    /// All who play now, and what those said who were started here and ended.
    fn all(&self) -> Value {
        let folders = fs::read_dir(place()).into_iter().flatten().flatten();
        let alive = folders
            .map(|entry| entry.path())
            .filter(|path| is_alive(path));
        let told = alive.filter_map(|folder| {
            let about = about(&folder).ok()?;
            let id = folder.file_name()?.to_str()?;
            Some(json!({ "id": id, "about": about }))
        });
        json!({ "playing": told.collect::<Vec<_>>(), "started": self.players.all() })
    }
}

/// The folder of one who plays.
fn folder(id: &str) -> Result<PathBuf, Answer> {
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let folder = place().join(id);
    match is_number && is_alive(&folder) {
        true => Ok(folder),
        false => Err(Answer::refusal(404, "it does not play any longer")),
    }
}

fn about(folder: &Path) -> Result<About, Answer> {
    let told = fs::read(folder.join("about.json")).map_err(|error| failed(&error))?;
    serde_json::from_slice(&told).map_err(|error| Answer::refusal(422, error.to_string()))
}

/// What is done now. That it was asked for has the next frame written.
fn state(folder: &Path) -> Result<Value, Answer> {
    touch(&folder.join("asked")).map_err(|error| failed(&error))?;
    let state = fs::read(folder.join("state.json")).unwrap_or_default();
    let state: Value = serde_json::from_slice(&state).unwrap_or_default();
    Ok(json!({ "about": about(folder)?, "state": state }))
}

fn picture(file: &Path) -> Result<Answer, Answer> {
    let bytes = fs::read(file).map_err(|_| Answer::refusal(404, "there is no picture yet"))?;
    Ok(Answer::new("image/png", bytes))
}

fn failed(error: &std::io::Error) -> Answer {
    Answer::refusal(422, error.to_string())
}
