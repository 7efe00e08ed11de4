//! `--watch`: the page of `gridhand studio` may look on.

use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::args::Reports;
use crate::base::record::now;
use crate::bot::{About, Onlooker, Rig, Stop, Watch};
use crate::profile::Profile;

/// Whether others may look on.
#[derive(ClapArgs, Clone, Copy, Debug)]
pub struct Watching {
    /// Let the page of `gridhand studio` look on, and stop it
    #[arg(long)]
    watch: bool,
}

/// What they look at; nothing if they may not.
pub struct Eyes(Option<Watch>);

impl Watching {
    /// # Errors
    /// There is no place for what they look at.
    pub fn open(
        self,
        verb: &str,
        profile: &Profile,
        window: &str,
        reports: Option<&Reports>,
        stop: &Stop,
    ) -> anyhow::Result<Eyes> {
        if !self.watch {
            return Ok(Eyes(None));
        }
        let record = reports.and_then(Reports::record);
        let about = About {
            verb: verb.into(),
            game: profile.game.clone(),
            profile: profile.name.clone(),
            window: window.into(),
            record: record.map(std::path::absolute).transpose()?,
            begun: now(),
        };
        let watch = Watch::open(&about, stop).context("--watch: there is no place to look at")?;
        Ok(Eyes(Some(watch)))
    }
}

impl Eyes {
    pub fn rig(&self, rig: Rig) -> Rig {
        match &self.0 {
            Some(watch) => watch.rig(rig),
            None => rig,
        }
    }

    pub fn onlooker(&self, other: Onlooker) -> Onlooker {
        match &self.0 {
            Some(watch) => watch.onlooker(other),
            None => other,
        }
    }

    /// So many puzzles were played, so many of them solved where any are.
    pub fn count(&self, played: u64, solved: Option<u64>) {
        if let Some(watch) = &self.0 {
            watch.count(played, solved);
        }
    }
}
