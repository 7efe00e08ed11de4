//! Harvesting: the game shows puzzle after puzzle, each is read and stored.
//!
//! ```text
//!  CaptureThread --frames--> Presenter --ShownPuzzle--> CorpusWriter (a thread) --> Corpus
//!                               |                            |
//!   click RANDOM, or            v                            +--> Kept
//!   CHOOSE and type        InputThread
//! ```

use thiserror::Error;

use super::{Halt, Rig, Stop};
use crate::base::record::Source;
use crate::corpus::{
    Care, Corpus, CorpusError, Location, SharedPlan, SolveSettings, Spool, Stored,
};
use crate::game::Storable;
use crate::profile::Profile;

mod corpus_writer;
mod leases;
mod presenter;

pub use corpus_writer::{CorpusWriter, Keeping, Kept};
pub use presenter::{Presenter, REST, ShownPuzzle};

/// Which puzzles are wanted.
pub enum Plan {
    /// So many that the corpus does not have yet, as the game brings them. An unfinished harvest of
    /// the same number is gone on with, unless it is to be a fresh one.
    Random { count: u64, fresh: bool },
    /// Those of these levels, each asked for by its number.
    Levels(std::ops::RangeInclusive<u64>),
    /// Those of these seeds, in this order. What the corpus has is left out unless `again`.
    Seeds {
        seeds: Box<dyn Iterator<Item = u64>>,
        again: bool,
    },
    /// Those of these seeds that nobody has, with all others who harvest the same seeds into the same corpus.
    Shared {
        seeds: std::ops::RangeInclusive<u64>,
        /// Who this is, as others see it.
        holder: String,
    },
}

/// How a harvest goes.
pub struct Harvest<'a> {
    pub profile: &'a Profile,
    /// Where it is, for the record: the profile and its window.
    pub place: String,
    /// How long the window may be covered, minimised or moving before that ends the harvest.
    pub pause: std::time::Duration,
    /// Solve each puzzle as it comes.
    pub solve: Option<SolveSettings>,
}

/// What came of a harvest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harvested {
    pub new: u64,
    /// Shown, but known before.
    pub known: u64,
    pub conflicts: u64,
    /// Seeds that were wanted and in the corpus already, so that they were not shown.
    pub skipped: u64,
    /// New ones of the same harvest before it was stopped.
    pub before: u64,
}

/// Why a harvest ended early. What was read until then is stored.
#[derive(Debug, Error)]
pub enum HarvestError {
    #[error(transparent)]
    Halt(#[from] Halt),
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error("the profile {profile:?} has no button {button:?}")]
    NoButton { profile: String, button: String },
    #[error("{0}")]
    NoWay(String),
    #[error("the profile {0:?} does not say where the seed is shown: what comes cannot be checked")]
    NoSeed(String),
    #[error("the game does not show {what}, after {requests} requests")]
    InVain { what: String, requests: usize },
    #[error("a corpus in a file is not shared: seeds are leased by a server")]
    NotShared,
    #[error(
        "{error}; {count} puzzles that were read and not stored are in {file}: the next harvest sends them"
    )]
    Spooled {
        error: CorpusError,
        count: usize,
        file: String,
    },
    #[error("the last {0} puzzles that the game showed are all known")]
    NothingNew(u64),
}

/// So many known puzzles in a row end a random harvest.
const KNOWN_IN_A_ROW: u64 = 200;

/// Harvests until the plan is done; calls `told` for each puzzle once it is stored for good.
///
/// # Errors
/// Something ended it early; what was read until then is stored, and `told` of.
pub fn harvest<G: Storable>(
    rig: Rig,
    corpus: &Location,
    how: &Harvest,
    plan: Plan,
    stop: &Stop,
    told: impl FnMut(&Kept<G::Puzzle>, &Harvested),
) -> Result<Harvested, HarvestError> {
    let spool = Spool::of(corpus);
    let mut corpus = Corpus::create(corpus, Care::Careful)?;
    if let Some(spool) = &spool {
        spool.send(&mut corpus)?;
    }
    let game = corpus.enter_game::<G>()?;
    let origin = Source::now("harvest", &how.place);
    let source = corpus.enter_source(&origin)?;
    let (job, before) = match &plan {
        Plan::Random { count, fresh } => {
            let job = corpus.job(game, &how.place, *count, *fresh)?;
            (Some(job.id), job.done)
        }
        Plan::Levels(_) | Plan::Seeds { .. } | Plan::Shared { .. } => (None, 0),
    };
    corpus.be_patient(how.pause);
    let lookup = corpus.again()?;
    let keeping = Keeping {
        game,
        source,
        origin,
        job,
        solve: how.solve.clone(),
        spool,
    };
    let mut run = Run {
        presenter: Presenter::<G>::new(rig, how.profile, how.pause, stop),
        writer: CorpusWriter::start(corpus, keeping),
        tally: Harvested {
            before,
            ..Harvested::default()
        },
        waiting: 0,
        known_in_a_row: 0,
        told,
    };
    let ended = match plan {
        Plan::Random { count, .. } => run.random(count.saturating_sub(before)),
        Plan::Levels(levels) => run.levels(levels),
        Plan::Seeds { .. } | Plan::Shared { .. } if how.profile.seed.is_none() => {
            Err(HarvestError::NoSeed(how.profile.name.clone()))
        }
        Plan::Shared { seeds, holder } => {
            let ttl = leases::TTL;
            let plan = SharedPlan {
                game,
                seeds,
                holder,
                ttl,
            };
            run.shared(&plan, lookup, stop)
        }
        Plan::Seeds { seeds, again } => run.seeds(seeds, &lookup, again),
    };
    run.finish(ended)
}

/// A harvest under way.
struct Run<'a, G: Storable, F> {
    presenter: Presenter<'a, G>,
    writer: CorpusWriter<G>,
    tally: Harvested,
    /// Read, but not known to be stored.
    waiting: u64,
    known_in_a_row: u64,
    told: F,
}

impl<G: Storable, F: FnMut(&Kept<G::Puzzle>, &Harvested)> Run<'_, G, F> {
    fn random(&mut self, count: u64) -> Result<(), HarvestError> {
        if count == 0 {
            return Ok(());
        }
        if let Some(shown) = self.presenter.first()? {
            self.put(shown)?;
        }
        loop {
            // The next is asked for when all before are stored: a kill loses nothing that was shown, and
            // not one more than wanted is asked for.
            while self.waiting > 0 {
                self.wait()?;
            }
            if self.tally.new >= count {
                // What came up unasked at the very end is a puzzle like the others.
                while let Some(shown) = self.presenter.unasked() {
                    self.put(shown)?;
                }
                return Ok(());
            }
            if self.known_in_a_row >= KNOWN_IN_A_ROW {
                return Err(HarvestError::NothingNew(self.known_in_a_row));
            }
            let shown = self.presenter.random()?;
            self.put(shown)?;
        }
    }

    fn levels(&mut self, levels: std::ops::RangeInclusive<u64>) -> Result<(), HarvestError> {
        self.presenter.first()?;
        let first = *levels.start();
        for level in levels {
            self.take_note();
            let shown = self.presenter.level(level, level == first)?;
            self.put(shown)?;
        }
        while let Some(shown) = self.presenter.unasked() {
            self.put(shown)?;
        }
        Ok(())
    }

    fn seeds(
        &mut self,
        seeds: impl Iterator<Item = u64>,
        corpus: &Corpus,
        again: bool,
    ) -> Result<(), HarvestError> {
        self.presenter.first()?;
        for seed in seeds {
            self.take_note();
            if !again && corpus.has_seed::<G>(seed)? {
                self.tally.skipped += 1;
                continue;
            }
            let shown = self.presenter.seed(seed)?;
            self.put(shown)?;
        }
        Ok(())
    }

    fn put(&mut self, shown: ShownPuzzle<G::Puzzle>) -> Result<(), HarvestError> {
        self.waiting += 1;
        self.writer.put(shown)
    }

    /// Takes note of what was stored meanwhile.
    fn take_note(&mut self) {
        let kept: Vec<Kept<G::Puzzle>> = self.writer.kept().collect();
        for kept in kept {
            self.count(&kept);
        }
    }

    fn wait(&mut self) -> Result<(), HarvestError> {
        if let Some(kept) = self.writer.next_kept()? {
            self.count(&kept);
        }
        Ok(())
    }

    fn count(&mut self, kept: &Kept<G::Puzzle>) {
        self.waiting -= 1;
        self.known_in_a_row += 1;
        match kept.stored {
            Stored::New(_) => {
                self.tally.new += 1;
                self.known_in_a_row = 0;
            }
            Stored::Known(_) => self.tally.known += 1,
            Stored::Conflict(_) => self.tally.conflicts += 1,
        }
        (self.told)(kept, &self.tally);
    }

    /// Stores what was read, however it ended.
    fn finish(mut self, ended: Result<(), HarvestError>) -> Result<Harvested, HarvestError> {
        let closed = self.writer.close();
        self.take_note();
        let (capture, read) = self.presenter.costs();
        tracing::info!("a frame: captured in {capture:.1?}, read in {read:.1?}");
        ended?;
        closed?;
        Ok(self.tally)
    }
}
