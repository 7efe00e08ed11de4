//! A practice game to play in: its own window where there is a desktop, else in memory.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tempfile::TempDir;

use super::Rig;
use crate::game::Game;
use crate::practice::memory::{self, MemoryGame};
use crate::practice::{Event, Options};
use crate::screen::{ScreenError, WindowScreen, desktop_is_there};

/// A running practice game. It ends with the value.
pub enum Stage {
    Window {
        game: Child,
        title: String,
        log: PathBuf,
        /// Holds the log unless the user asked for one.
        _folder: Option<TempDir>,
    },
    Memory(MemoryGame),
}

/// How long the window of the practice game may take to come up. Chosen: longer than on any busy machine.
const OPENING: Duration = Duration::from_secs(15);

/// Between two looks for the window. Chosen: an eighth of a frame at 60 frames a second.
const LOOKING: Duration = Duration::from_millis(2);

impl Stage {
    /// The game in a window of its own, played by another process of this program.
    pub fn window<G: Game>(options: &Options) -> anyhow::Result<Self> {
        let title = format!("gridhand practice {}", std::process::id());
        let (log, folder) = match &options.log {
            Some(log) => (log.clone(), None),
            None => {
                let folder = tempfile::tempdir().context("cannot make a folder for the log")?;
                (folder.path().join("game.jsonl"), Some(folder))
            }
        };
        let program = std::env::current_exe().context("cannot find this program's own file")?;
        let game = Command::new(program)
            .args(["practice", G::NAME, "--title", &title, "--log"])
            .arg(&log)
            .args(["--seed", &options.seed.to_string()])
            .args(["--scale", &options.scale.to_string()])
            .args(["--fps", &options.fps.to_string()])
            .args(options.own_args())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .context("cannot start the practice game")?;
        Ok(Stage::Window {
            game,
            title,
            log,
            _folder: folder,
        })
    }

    pub fn memory<G: Game>(options: &Options) -> anyhow::Result<Self> {
        let game = memory::start(G::practice(options), options)?;
        Ok(Stage::Memory(game))
    }

    /// In a window if there is a desktop, else in memory.
    pub fn open<G: Game>(options: &Options) -> anyhow::Result<Self> {
        match desktop_is_there() {
            true => Self::window::<G>(options),
            false => Self::memory::<G>(options),
        }
    }

    /// Screen, hand and guards for it; waits until the window is there.
    pub fn rig(&mut self) -> anyhow::Result<Rig> {
        match self {
            Stage::Memory(game) => Ok(Rig {
                screen: Box::new(game.clone()),
                hand: Box::new(game.clone()),
                guards: [Box::new(game.clone()), Box::new(game.clone())],
            }),
            Stage::Window { game, title, .. } => Rig::of_window(wait_for(game, title)?),
        }
    }

    /// The window's title.
    pub fn title(&self) -> String {
        match self {
            Stage::Memory(game) => game.title(),
            Stage::Window { title, .. } => title.clone(),
        }
    }

    /// The game's own word about what happened.
    pub fn events(&self) -> anyhow::Result<Vec<Event>> {
        match self {
            Stage::Memory(game) => Ok(game.events()),
            Stage::Window { log, .. } => {
                let text = fs::read_to_string(log)
                    .with_context(|| format!("cannot read the game's log {}", log.display()))?;
                let events = text.lines().map(serde_json::from_str);
                Ok(events.collect::<Result<_, _>>()?)
            }
        }
    }
}

fn wait_for(game: &mut Child, title: &str) -> anyhow::Result<WindowScreen> {
    let end = Instant::now() + OPENING;
    loop {
        match WindowScreen::find(title) {
            Ok(screen) => return Ok(screen),
            Err(ScreenError::NotFound { .. }) if Instant::now() < end => {}
            Err(error) => return Err(error.into()),
        }
        if let Some(status) = game.try_wait()? {
            bail!("the practice game ended before its window came up ({status})");
        }
        std::thread::sleep(LOOKING);
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Stage::Window { game, .. } = self {
            let _ = game.kill();
            let _ = game.wait();
        }
    }
}
