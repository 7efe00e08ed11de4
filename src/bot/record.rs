//! What a failure leaves behind: a folder with the frame, what was recognised in it, and the facts.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::report::Report;
use crate::games::Game;
use crate::vision::{self, ReadError};

/// A folder of failures. What is in it stays; new ones get the next free number.
#[derive(Clone, Debug)]
pub struct Record {
    dir: PathBuf,
    confidence: f32,
}

impl Record {
    /// Makes the folder if it is not there. What was read with less than `confidence` shows as
    /// uncertain in the overlays.
    pub fn open(dir: &Path, confidence: f32) -> anyhow::Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        Ok(Self {
            dir: dir.into(),
            confidence,
        })
    }

    /// Writes `frame.png`, `overlay.png` and `report.json` into a new folder and names it.
    pub fn keep<G: Game>(&self, report: &Report<G>) -> anyhow::Result<PathBuf> {
        let folder = self.new_folder(report.ending.word())?;
        if let Some(frame) = &report.frame {
            frame.image.save(folder.join("frame.png"))?;
            if let (Some(place), Some(ReadError::Unsure { notes, .. })) =
                (report.place, &report.unread)
            {
                vision::overlay(frame, place, notes, self.confidence)
                    .save(folder.join("overlay.png"))?;
            }
        }
        let facts = serde_json::to_string_pretty(&report.json())?;
        fs::write(folder.join("report.json"), facts)?;
        Ok(folder)
    }

    fn new_folder(&self, what: &str) -> anyhow::Result<PathBuf> {
        for number in 1.. {
            let folder = self.dir.join(format!("{number:04}-{what}"));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot make {}", folder.display()));
                }
            }
        }
        unreachable!("a folder holds fewer entries than there are numbers")
    }
}
