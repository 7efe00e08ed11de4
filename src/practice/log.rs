//! The game's own word about what happened, for tests to rely on.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One line of the log, as JSON: `{"column":3,"event":"wall","ms":812,"on":true,"row":4,"seed":7}`.
///
/// The host writes `press` and `release` (`x`, `y` in game pixels, `button`, what the press `hit`:
/// `cell 3,4`, `button random`, `outside` the board and buttons, `cover` for the covering window,
/// `desktop` for anywhere else; `dropped` if the host loses it), `key`, `moved` (the window, to
/// `x`, `y` on the screen: of its frame if it has one), `cover`, `uncover`, `closed`, and of the other
/// troubles `resized`, `freeze`, `minimised`, `window closed` (to be opened again), `dialog`, `twin`,
/// `tooltip`, `late`, `doubled` and `stuck`; `rescaled` tells the `scale` from when the game knows it. All other events are the
/// game's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Since the game was started.
    pub ms: u64,
    #[serde(rename = "event")]
    pub name: String,
    #[serde(flatten)]
    pub details: Map<String, Value>,
}

impl Event {
    pub fn new(name: &str) -> Self {
        Self {
            ms: 0,
            name: name.into(),
            details: Map::new(),
        }
    }

    /// Adds a detail.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.details.insert(key.into(), value.into());
        self
    }

    /// A whole number among the details.
    pub fn number(&self, key: &str) -> Option<i64> {
        self.details.get(key)?.as_i64()
    }

    /// A text among the details.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.details.get(key)?.as_str()
    }

    /// A yes or no among the details; absent is no.
    pub fn is(&self, key: &str) -> bool {
        self.details.get(key) == Some(&Value::Bool(true))
    }
}

/// Where events go.
pub(super) struct Log {
    file: Option<File>,
    events: Vec<Event>,
    keep: bool,
}

impl Log {
    /// `keep` remembers every event for [`Log::events`].
    pub fn open(path: Option<&Path>, keep: bool) -> anyhow::Result<Self> {
        let create = |path: &Path| {
            File::create(path).with_context(|| format!("cannot write the log {}", path.display()))
        };
        Ok(Self {
            file: path.map(create).transpose()?,
            events: Vec::new(),
            keep,
        })
    }

    /// Writes an event at once, so that another process can read it now.
    pub fn write(&mut self, now: Duration, mut event: Event) -> anyhow::Result<()> {
        event.ms = now.as_millis() as u64;
        if let Some(file) = &mut self.file {
            let mut line = serde_json::to_vec(&event)?;
            line.push(b'\n');
            file.write_all(&line).context("cannot write the log")?;
        }
        if self.keep {
            self.events.push(event);
        }
        Ok(())
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }
}
