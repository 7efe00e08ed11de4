//! What a corpus asks of whatever keeps it: bytes that games packed, by the numbers of their games.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;

use super::{Census, CorpusError, Search, Shared, Work};
use crate::base::record::{Answer, Batch, Facts, Record, Source, Verdict};

/// So many records are looked at before it is asked whether there is time for more, where each is fetched by itself.
const STRETCH: usize = 64;

/// How what is written reaches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// What was committed survives the end of the process, however sudden. After a power cut the
    /// last seconds may be missing.
    Fast,
    /// What was committed survives a power cut, too: every commit waits for the disk.
    Careful,
}

/// An owned [`Record`].
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPuzzle {
    pub id: i64,
    pub source: i64,
    pub facts: Facts,
    pub puzzle: Vec<u8>,
    pub verdict: Verdict,
    pub solution: Option<Vec<u8>>,
    pub second: Option<(Vec<u8>, u64)>,
}

/// What became of a puzzle that was to be stored. The numbers are those of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    New(i64),
    /// It was there; what it lacked, a seed or an answer, it was given.
    Known(i64),
    /// Its seed is that of another puzzle. It is kept beside that one, which stays as it is.
    Conflict(i64),
}

/// How many of a batch were what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub new: u64,
    pub known: u64,
    pub conflicts: u64,
}

/// What else was read for the seed of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    pub seed: u64,
    /// The record that is kept for the seed.
    pub first: i64,
    pub source: i64,
    pub at: Option<i64>,
    pub confidence: Option<f64>,
    pub puzzle: Vec<u8>,
}

/// A harvest of a number of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    pub id: i64,
    /// New puzzles that it brought so far.
    pub done: u64,
}

/// What came from one place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceStats {
    pub kind: String,
    pub place: String,
    /// ms since 1970.
    pub begun: i64,
    pub puzzles: u64,
    /// Puzzles read in each second between the first and the last, if they were read off a screen.
    pub per_second: Option<f64>,
}

/// What one record is asked for by.
#[derive(Clone, Copy, Debug)]
pub enum Key<'a> {
    Seed(u64),
    Record(i64),
    /// A packed puzzle; the seed does not matter.
    Content(&'a [u8]),
}

/// A place that keeps puzzles: a file, or a server.
///
/// Several processes may have the same one open and write to it. Whatever is changed is changed as a whole or not
/// at all, and what a call that changes something has returned from is there for good.
///
/// # Errors
/// Each call fails if the place cannot be read, or written, and says which place it is and why.
pub trait Store: Send {
    /// The place as people know it, without any password.
    fn name(&self) -> String;

    /// A second connection to the same place, for another thread.
    fn again(&self) -> Result<Box<dyn Store>, CorpusError>;

    /// Looks through the structure for damage.
    fn sound(&self) -> Result<(), CorpusError>;

    /// The number of a game; None if there are no puzzles of it.
    fn game(&self, name: &str) -> Result<Option<i64>, CorpusError>;

    /// The number of a game, which it has from now on.
    fn enter_game(&self, name: &str) -> Result<i64, CorpusError>;

    /// All games with their numbers.
    fn games(&self) -> Result<Vec<(i64, String)>, CorpusError>;

    /// The number of a source, which it has from now on.
    fn enter_source(&self, source: &Source) -> Result<i64, CorpusError>;

    /// All sources with their numbers.
    fn sources(&self) -> Result<Vec<(i64, Source)>, CorpusError>;

    fn count(&self, game: i64) -> Result<u64, CorpusError>;

    fn find(&self, game: i64, key: Key) -> Result<Option<StoredPuzzle>, CorpusError>;

    /// Calls `see` with each record of a game, in the order in which they were stored, until it says no.
    fn each(&self, game: i64, see: &mut dyn FnMut(&Record) -> bool) -> Result<(), CorpusError>;

    /// Looks at some of the records after one, and calls `see` with each that is looked for, its size excepted, in the
    /// order in which they were stored, until it says no. Returns the number of the last that was looked at; None if
    /// there are no more.
    fn stretch(
        &self,
        game: i64,
        search: &Search,
        after: i64,
        see: &mut dyn FnMut(&Record) -> bool,
    ) -> Result<Option<i64>, CorpusError> {
        let all = search.verdict != Some(Verdict::Unsolved);
        let (ids, _) = self.pending(game, after, STRETCH, all)?;
        for id in &ids {
            let found = self.find(game, Key::Record(*id))?;
            let found = found.filter(|found| search.suits(&found.borrowed()));
            if found.is_some_and(|found| !see(&found.borrowed())) {
                return Ok(Some(*id));
            }
        }
        Ok(ids.last().copied())
    }

    /// Packed puzzles with numbers above `after` that await a solver, at most `most`: those without
    /// an answer, or `all` of them.
    fn pending(
        &self,
        game: i64,
        after: i64,
        most: usize,
        all: bool,
    ) -> Result<(Vec<i64>, Batch), CorpusError>;

    /// How many records of a game await a solver.
    fn count_pending(&self, game: i64, all: bool) -> Result<u64, CorpusError>;

    /// The seeds of a range that have a record, in order.
    fn seeds(&self, game: i64, range: RangeInclusive<u64>) -> Result<Vec<u64>, CorpusError>;

    /// Everything that was read for seeds that have another puzzle.
    fn conflicts(&self, game: i64) -> Result<Vec<Conflict>, CorpusError>;

    /// What was counted of a game while it was stored, and so many of the hardest puzzles, those with the most nodes,
    /// then the longest first; None if nothing is counted before it is asked for.
    fn counted(
        &self,
        _game: i64,
        _hardest: usize,
    ) -> Result<Option<(Census, Vec<StoredPuzzle>)>, CorpusError> {
        Ok(None)
    }

    fn count_conflicts(&self, game: i64) -> Result<u64, CorpusError>;

    /// How many different puzzles there are, whatever number of seeds each occurs under.
    fn contents(&self, game: i64) -> Result<u64, CorpusError>;

    fn source_stats(&self, game: i64) -> Result<Vec<SourceStats>, CorpusError>;

    /// Whether each of these packed puzzles is found by its content.
    fn are_findable(&self, game: i64, puzzles: &[&[u8]]) -> Result<Vec<bool>, CorpusError>;

    /// Stores a batch, and counts what is new for a harvest.
    fn add(
        &mut self,
        game: i64,
        source: i64,
        job: Option<i64>,
        batch: &Batch,
    ) -> Result<Vec<Stored>, CorpusError>;

    /// Writes the answers of a solver into records that are there.
    fn set_answers(&mut self, game: i64, ids: &[i64], answers: &Batch) -> Result<(), CorpusError>;

    /// The unfinished harvest of this plan, or a new one.
    fn job(&mut self, game: i64, plan: &str, wanted: u64, fresh: bool) -> Result<Job, CorpusError>;

    /// The parts of a range of seeds that have no record, in order.
    fn gaps(
        &self,
        game: i64,
        range: RangeInclusive<u64>,
    ) -> Result<Vec<RangeInclusive<u64>>, CorpusError>;

    /// Harvests of a number, and plans and leases of seeds that are shared.
    fn works(&self) -> Result<Vec<Work>, CorpusError>;

    /// How long the place may be away, or an answer may take, before that is an error.
    fn be_patient(&mut self, _: Duration) {}

    /// What only a place that many machines share can do.
    fn shared(&mut self) -> Option<&mut dyn Shared> {
        None
    }
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.new += other.new;
        self.known += other.known;
        self.conflicts += other.conflicts;
    }

    pub fn of(stored: &[Stored]) -> Self {
        let mut tally = Self::default();
        for one in stored {
            *match one {
                Stored::New(_) => &mut tally.new,
                Stored::Known(_) => &mut tally.known,
                Stored::Conflict(_) => &mut tally.conflicts,
            } += 1;
        }
        tally
    }
}

impl SourceStats {
    /// Of a source with so many puzzles, of which some were read off a screen within a span of ms.
    pub(super) fn new(source: Source, puzzles: u64, read: i64, span: Option<i64>) -> Self {
        let span = span.filter(|span| *span > 0);
        Self {
            kind: source.kind,
            place: source.place,
            begun: source.begun,
            puzzles,
            per_second: span.map(|span| (read - 1) as f64 * 1e3 / span as f64),
        }
    }
}

impl StoredPuzzle {
    pub fn borrowed(&self) -> Record<'_> {
        let second = self.second.as_ref();
        Record {
            id: self.id,
            source: self.source,
            facts: self.facts,
            puzzle: &self.puzzle,
            answer: Answer {
                verdict: self.verdict,
                solution: self.solution.as_deref(),
                second: second.map(|(bytes, at_least)| (bytes.as_slice(), *at_least)),
            },
        }
    }
}

impl From<&Record<'_>> for StoredPuzzle {
    fn from(record: &Record) -> Self {
        let second = record.answer.second;
        Self {
            id: record.id,
            source: record.source,
            facts: record.facts,
            puzzle: record.puzzle.to_vec(),
            verdict: record.answer.verdict,
            solution: record.answer.solution.map(<[u8]>::to_vec),
            second: second.map(|(bytes, at_least)| (bytes.to_vec(), at_least)),
        }
    }
}
