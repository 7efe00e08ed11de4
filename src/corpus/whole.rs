//! The corpus as all else sees it: games by their types, wherever the puzzles are kept.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::sqlite::SqliteStore;
use super::{
    Care, Conflict, CorpusError, Job, Key, Location, Shared, Store, Stored, StoredPuzzle, Tally,
    Work,
};
use crate::base::record::{Batch, Record, Source};
use crate::game::Storable;

/// An open corpus.
pub struct Corpus {
    pub(super) store: Box<dyn Store>,
}

impl Corpus {
    /// Opens a corpus that is there.
    ///
    /// # Errors
    /// If there is none, or it is damaged, foreign or newer than this program.
    pub fn open(at: impl Into<Location>) -> Result<Self, CorpusError> {
        let store: Box<dyn Store> = match at.into() {
            Location::File(path) => Box::new(SqliteStore::open(&path)?),
            Location::Server(address) => super::server::open(&address)?,
        };
        Ok(Self { store })
    }

    /// Opens a corpus to write to it; makes it, and the folder around a file, if it is not there.
    ///
    /// # Errors
    /// If it cannot be made, or is damaged, foreign or newer than this program.
    pub fn create(at: impl Into<Location>, care: Care) -> Result<Self, CorpusError> {
        let store: Box<dyn Store> = match at.into() {
            Location::File(path) => Box::new(SqliteStore::create(&path, care)?),
            Location::Server(address) => super::server::create(&address)?,
        };
        Ok(Self { store })
    }

    /// A second connection to the same corpus, for another thread.
    pub fn again(&self) -> Result<Self, CorpusError> {
        let store = self.store.again()?;
        Ok(Self { store })
    }

    /// The file or the server, as people know it.
    pub fn name(&self) -> String {
        self.store.name()
    }

    /// What only a corpus that many machines share can do.
    pub fn shared(&mut self) -> Option<&mut dyn Shared> {
        self.store.shared()
    }

    /// As [`Store::be_patient`].
    pub fn be_patient(&mut self, time: Duration) {
        self.store.be_patient(time);
    }

    /// As [`Store::works`].
    pub fn works(&self) -> Result<Vec<Work>, CorpusError> {
        self.store.works()
    }

    /// The parts of a range of seeds that have no record, in order.
    pub fn gaps<G: Storable>(
        &self,
        range: RangeInclusive<u64>,
    ) -> Result<Vec<RangeInclusive<u64>>, CorpusError> {
        match self.game::<G>()? {
            Some(game) => self.store.gaps(game, range),
            None => Ok(vec![range]),
        }
    }

    /// The number of a game in this corpus; None if it has no puzzles of it.
    pub fn game<G: Storable>(&self) -> Result<Option<i64>, CorpusError> {
        self.store.game(G::NAME)
    }

    /// The number of a game in this corpus, which it has from now on.
    pub fn enter_game<G: Storable>(&self) -> Result<i64, CorpusError> {
        self.store.enter_game(G::NAME)
    }

    pub(super) fn enter_game_named(&self, name: &str) -> Result<i64, CorpusError> {
        self.store.enter_game(name)
    }

    /// The number of a source in this corpus, which it has from now on.
    pub fn enter_source(&self, source: &Source) -> Result<i64, CorpusError> {
        self.store.enter_source(source)
    }

    /// All sources with their numbers.
    pub fn sources(&self) -> Result<Vec<(i64, Source)>, CorpusError> {
        self.store.sources()
    }

    /// The source of a number.
    pub fn source(&self, id: i64) -> Result<Option<Source>, CorpusError> {
        let mut all = self.sources()?.into_iter();
        Ok(all.find(|(own, _)| *own == id).map(|(_, source)| source))
    }

    /// How many puzzles of a game there are.
    pub fn count<G: Storable>(&self) -> Result<u64, CorpusError> {
        match self.game::<G>()? {
            Some(game) => self.store.count(game),
            None => Ok(0),
        }
    }

    /// Whether a seed has a record.
    pub fn has_seed<G: Storable>(&self, seed: u64) -> Result<bool, CorpusError> {
        Ok(!self.seeds::<G>(seed..=seed)?.is_empty())
    }

    /// The record of a seed.
    pub fn by_seed<G: Storable>(&self, seed: u64) -> Result<Option<StoredPuzzle>, CorpusError> {
        self.find::<G>(Key::Seed(seed))
    }

    /// The record of a number.
    pub fn by_id<G: Storable>(&self, id: i64) -> Result<Option<StoredPuzzle>, CorpusError> {
        self.find::<G>(Key::Record(id))
    }

    /// A record of a puzzle, by its content; the seed does not matter.
    pub fn by_puzzle<G: Storable>(
        &self,
        puzzle: &G::Puzzle,
    ) -> Result<Option<StoredPuzzle>, CorpusError> {
        let mut packed = Vec::new();
        G::pack(puzzle, &mut packed);
        self.find::<G>(Key::Content(&packed))
    }

    fn find<G: Storable>(&self, key: Key) -> Result<Option<StoredPuzzle>, CorpusError> {
        match self.game::<G>()? {
            Some(game) => self.store.find(game, key),
            None => Ok(None),
        }
    }

    /// Calls `see` with each record of a game, in the order in which they were stored. `see` may
    /// return an error of its own to end the walk.
    ///
    /// # Errors
    /// The outer error is the corpus's, the inner one is that of `see`.
    pub fn each<G: Storable, E>(
        &self,
        mut see: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<Result<(), E>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(Ok(()));
        };
        let mut seen = Ok(());
        self.store.each(game, &mut |record| {
            seen = see(record);
            seen.is_ok()
        })?;
        Ok(seen)
    }

    /// As [`Store::pending`].
    pub fn pending(
        &self,
        game: i64,
        after: i64,
        most: usize,
        all: bool,
    ) -> Result<(Vec<i64>, Batch), CorpusError> {
        self.store.pending(game, after, most, all)
    }

    /// How many records of a game await a solver.
    pub fn count_pending(&self, game: i64, all: bool) -> Result<u64, CorpusError> {
        self.store.count_pending(game, all)
    }

    /// The seeds of a range that have a record, in order.
    pub fn seeds<G: Storable>(&self, range: RangeInclusive<u64>) -> Result<Vec<u64>, CorpusError> {
        match self.game::<G>()? {
            Some(game) => self.store.seeds(game, range),
            None => Ok(Vec::new()),
        }
    }

    /// Everything that was read for seeds that have another puzzle.
    pub fn conflicts<G: Storable>(&self) -> Result<Vec<Conflict>, CorpusError> {
        match self.game::<G>()? {
            Some(game) => self.store.conflicts(game),
            None => Ok(Vec::new()),
        }
    }

    /// Stores a batch as a whole: after this returns, all of it is there for good; if the process ends before,
    /// nothing of it is.
    pub fn add(
        &mut self,
        game: i64,
        source: i64,
        batch: &Batch,
    ) -> Result<(Tally, Vec<Stored>), CorpusError> {
        let stored = self.store.add(game, source, None, batch)?;
        Ok((Tally::of(&stored), stored))
    }

    /// As [`Corpus::add`], and counts what is new for a harvest.
    pub fn harvest(
        &mut self,
        game: i64,
        source: i64,
        job: Option<i64>,
        batch: &Batch,
    ) -> Result<Vec<Stored>, CorpusError> {
        self.store.add(game, source, job, batch)
    }

    /// Writes the answers of a solver into records that are there.
    pub fn set_answers(
        &mut self,
        game: i64,
        ids: &[i64],
        answers: &Batch,
    ) -> Result<(), CorpusError> {
        self.store.set_answers(game, ids, answers)
    }

    /// The unfinished harvest of this plan, or a new one.
    pub fn job(
        &mut self,
        game: i64,
        plan: &str,
        wanted: u64,
        fresh: bool,
    ) -> Result<Job, CorpusError> {
        self.store.job(game, plan, wanted, fresh)
    }
}
