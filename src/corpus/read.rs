//! Going through the corpus, record by record.

use rusqlite::params;

use super::store::{COLUMNS, TABLES, record};
use super::{Corpus, CorpusError};
use crate::base::record::{Batch, Record, Verdict};
use crate::game::Storable;

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

/// How many records are read at a time: a reader that stays long on one state of the file keeps
/// the log of later changes from being folded into it.
const STRETCH: i64 = 1 << 16;

impl Corpus {
    /// Calls `see` with each record of a game, in the order in which they were stored. `see` may
    /// return an error of its own to end the walk.
    ///
    /// # Errors
    /// The outer error is the corpus's, the inner one is that of `see`.
    pub fn each<G: Storable, E>(
        &self,
        see: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<Result<(), E>, CorpusError> {
        self.walk::<G, E>("1", see)
    }

    fn walk<G: Storable, E>(
        &self,
        wanted: &str,
        mut see: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<Result<(), E>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(Ok(()));
        };
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} \
             WHERE puzzle.id > ?1 AND game = ?2 AND {wanted} ORDER BY puzzle.id LIMIT ?3"
        );
        self.ask(|c| {
            let mut select = c.prepare_cached(&sql)?;
            let mut last = 0;
            loop {
                let mut rows = select.query(params![last, game, STRETCH])?;
                let mut seen = 0;
                while let Some(row) = rows.next()? {
                    let record = record(row)?;
                    last = record.id;
                    seen += 1;
                    if let Err(error) = see(&record) {
                        return Ok(Err(error));
                    }
                }
                if seen < STRETCH {
                    return Ok(Ok(()));
                }
            }
        })
    }

    /// Packed puzzles with numbers above `after` that await a solver, at most `most`: those without
    /// an answer, or `all` of them.
    pub fn pending(
        &self,
        game: i64,
        after: i64,
        most: usize,
        all: bool,
    ) -> Result<(Vec<i64>, Batch), CorpusError> {
        self.ask(|c| {
            let which = match all {
                true => "1".to_string(),
                false => format!("result = {}", Verdict::Unsolved as i64),
            };
            let sql = format!(
                "SELECT id, puzzle FROM puzzle WHERE id > ? AND game = ? AND {which} \
                 ORDER BY id LIMIT ?"
            );
            let mut select = c.prepare_cached(&sql)?;
            let mut rows = select.query(params![after, game, most as i64])?;
            let (mut ids, mut batch) = (Vec::new(), Batch::default());
            while let Some(row) = rows.next()? {
                ids.push(row.get(0)?);
                let packed = row.get_ref(1)?.as_blob()?;
                batch.push(Default::default(), packed, &Default::default());
            }
            Ok((ids, batch))
        })
    }

    /// How many records of a game await a solver.
    pub fn count_pending(&self, game: i64, all: bool) -> Result<u64, CorpusError> {
        let most = if all {
            Verdict::Unknown
        } else {
            Verdict::Unsolved
        };
        let sql = "SELECT count(*) FROM puzzle WHERE game = ? AND result <= ?";
        let count: i64 =
            self.ask(|c| c.query_row(sql, params![game, most as i64], |row| row.get(0)))?;
        Ok(count as u64)
    }

    /// The seeds of a range that have a record, in order.
    pub fn seeds<G: Storable>(
        &self,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<Vec<u64>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(Vec::new());
        };
        let edge = |seed: u64| i64::try_from(seed).unwrap_or(i64::MAX);
        self.ask(|c| {
            let mut select = c.prepare_cached(
                "SELECT seed FROM puzzle WHERE game = ? AND seed BETWEEN ? AND ? ORDER BY seed",
            )?;
            let key = params![game, edge(*range.start()), edge(*range.end())];
            let seeds = select.query_map(key, |row| Ok(row.get::<_, i64>(0)? as u64))?;
            seeds.collect()
        })
    }

    /// Everything that was read for seeds that have another puzzle.
    pub fn conflicts<G: Storable>(&self) -> Result<Vec<Conflict>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(Vec::new());
        };
        self.ask(|c| {
            let mut select = c.prepare(
                "SELECT seed, first, source, at, confidence, puzzle FROM conflict \
                 WHERE game = ? ORDER BY id",
            )?;
            let conflicts = select.query_map([game], |row| {
                Ok(Conflict {
                    seed: row.get::<_, i64>(0)? as u64,
                    first: row.get(1)?,
                    source: row.get(2)?,
                    at: row.get(3)?,
                    confidence: row.get(4)?,
                    puzzle: row.get(5)?,
                })
            })?;
            conflicts.collect()
        })
    }
}
