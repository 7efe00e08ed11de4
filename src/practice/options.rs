//! How a practice game is hosted: the same settings on the command line and in tests.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// When the mouse counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InputMode {
    /// Every event that arrived since the last frame counts, in order
    #[default]
    Queue,
    /// The pointer's place and the buttons are looked at once a frame: a press and release
    /// between two frames is lost
    Sample,
}

impl InputMode {
    /// As the command line spells it.
    pub fn name(self) -> &'static str {
        match self {
            InputMode::Queue => "queue",
            InputMode::Sample => "sample",
        }
    }
}

/// How a practice game is hosted.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The first puzzle, 0 to 99999999; later ones, drops and faults follow from it
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(..=99_999_999))]
    pub seed: u32,

    /// Screen pixels per game pixel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    pub scale: u32,

    /// Frames per second
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: u32,

    /// Write what happens to this file, a line of JSON per event
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// When the mouse counts
    #[arg(long, value_enum, default_value_t)]
    pub input: InputMode,

    /// Lose this share of clicks and keys, 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = share)]
    pub drop_input: f64,

    /// Show the effect of input this many milliseconds late
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub latency: u64,

    /// Move the window some pixels every 1 to 3 s
    #[arg(long)]
    pub wander: bool,

    /// Put another window over it for 0.5 to 1 s, every 2 to 4 s
    #[arg(long)]
    pub cover: bool,

    /// The window's title, instead of the game's own
    #[arg(long)]
    pub title: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            scale: 1,
            fps: 60,
            log: None,
            input: InputMode::Queue,
            drop_input: 0.0,
            latency: 0,
            wander: false,
            cover: false,
            title: None,
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share lies between 0 and 1".into()),
    }
}
