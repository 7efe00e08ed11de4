//! Looking for records, a page at a time.

use std::time::Instant;

use super::{Corpus, CorpusError, StoredPuzzle};
use crate::base::record::{Record, Verdict};
use crate::game::{Storable, size};

/// What records are looked for: all, or those of which this is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Search {
    pub verdict: Option<Verdict>,
    /// An index into the game's grades.
    pub grade: Option<u8>,
    /// Columns and rows.
    pub size: Option<[usize; 2]>,
}

/// A page of records.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub puzzles: Vec<StoredPuzzle>,
    /// The number of the record after which the next page begins; None if all were looked at.
    pub next: Option<i64>,
}

impl Search {
    /// Whether a record is one of these, but for its size.
    pub(super) fn suits(&self, record: &Record) -> bool {
        let verdict = self.verdict.is_none_or(|v| v == record.answer.verdict);
        verdict && (self.grade.is_none() || self.grade == record.facts.effort.grade)
    }
}

impl Corpus {
    /// The next records of a game after one, at most so many, in the order in which they were stored. At `until` the
    /// page ends though it be not full.
    pub fn search<G: Storable>(
        &self,
        search: &Search,
        after: i64,
        most: usize,
        until: Instant,
    ) -> Result<Found, CorpusError> {
        let mut found = Found::default();
        let Some(game) = self.game::<G>()? else {
            return Ok(found);
        };
        let mut last = Some(after);
        while let Some(after) = last {
            let mut see = |record: &Record| {
                if is_of_size::<G>(search, record) {
                    found.puzzles.push(StoredPuzzle::from(record));
                }
                found.puzzles.len() < most
            };
            last = self.store.stretch(game, search, after, &mut see)?;
            if found.puzzles.len() >= most || Instant::now() >= until {
                break;
            }
        }
        found.next = last;
        Ok(found)
    }
}

fn is_of_size<G: Storable>(search: &Search, record: &Record) -> bool {
    search.size.is_none_or(|wanted| {
        let puzzle = G::unpack(record.puzzle);
        puzzle.and_then(|puzzle| size::<G>(&puzzle)) == Some(wanted)
    })
}
