//! What a failure leaves behind: a folder with the frame, what was recognised in it, the facts, and
//! what the bot said meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::log_buffer::LogBuffer;
use super::report::PuzzleReport;
use crate::game::Game;
use crate::profile::Profile;
use crate::vision::{self, ReadScratch, View};

/// A folder of failures. What is in it stays; new ones get the next free number.
#[derive(Clone, Debug)]
pub struct Record {
    dir: PathBuf,
    profile: Profile,
    log_buffer: LogBuffer,
}

impl Record {
    /// Makes the folder if it is not there, and has log lines remembered from now on. The profile
    /// reads what the overlays show.
    pub fn open(dir: &Path, profile: &Profile, log_buffer: &LogBuffer) -> anyhow::Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        log_buffer.keep();
        Ok(Self {
            dir: dir.into(),
            profile: profile.clone(),
            log_buffer: log_buffer.clone(),
        })
    }

    /// The puzzle that was solved is no longer of interest.
    pub fn forget(&self) {
        self.log_buffer.take();
    }

    /// Writes `frame.png`, `overlay.png` if there is a board to be seen, `report.json` and `log.txt`
    /// into a new folder and names it.
    pub fn keep<G: Game>(&self, report: &PuzzleReport<G>) -> anyhow::Result<PathBuf> {
        let folder = self.new_folder(report.ending.word())?;
        if let Some(frame) = report.last_frame.as_ref().or(report.frame.as_ref()) {
            frame.image.save(folder.join("frame.png"))?;
            if let Ok(place) = self.profile.locate(frame, report.place) {
                let mut scratch = ReadScratch::default();
                // Sure or not: what was recognised is noted.
                let _ = G::read(&View { frame, place }, &self.profile, None, &mut scratch);
                vision::overlay(frame, place, &scratch.notes, self.profile.confidence)
                    .save(folder.join("overlay.png"))?;
            }
        }
        let facts = serde_json::to_string_pretty(&report.json())?;
        fs::write(folder.join("report.json"), facts)?;
        fs::write(folder.join("log.txt"), self.log_buffer.take())?;
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
