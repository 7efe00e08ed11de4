//! What is asked of a file, as SQL.

use std::ops::RangeInclusive;

use rusqlite::{OptionalExtension, Row, params};

use super::{COLUMNS, SqliteStore, TABLES, record, search, write};
use crate::base::record::{Batch, Record, Source, Verdict};
use crate::corpus::fingerprint::fingerprint;
use crate::corpus::{
    Care, Conflict, CorpusError, Job, Key, Search, SourceStats, Store, Stored, StoredPuzzle, Work,
};

/// How many records are read at a time: a reader that stays long on one state of the file keeps
/// the log of later changes from being folded into it.
const STRETCH: i64 = 1 << 16;

impl Store for SqliteStore {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn again(&self) -> Result<Box<dyn Store>, CorpusError> {
        Ok(Box::new(Self::connect(&self.path, Care::Fast)?))
    }

    fn sound(&self) -> Result<(), CorpusError> {
        self.quick_check()
    }

    fn game(&self, name: &str) -> Result<Option<i64>, CorpusError> {
        self.ask(|c| {
            let mut find = c.prepare_cached("SELECT id FROM game WHERE name = ?")?;
            find.query_row([name], |row| row.get(0)).optional()
        })
    }

    fn enter_game(&self, name: &str) -> Result<i64, CorpusError> {
        self.ask(|c| {
            c.execute("INSERT OR IGNORE INTO game (name) VALUES (?)", [name])?;
            let find = "SELECT id FROM game WHERE name = ?";
            c.query_row(find, [name], |row| row.get(0))
        })
    }

    fn games(&self) -> Result<Vec<(i64, String)>, CorpusError> {
        self.ask(|c| {
            let mut all = c.prepare("SELECT id, name FROM game ORDER BY id")?;
            all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    fn enter_source(&self, source: &Source) -> Result<i64, CorpusError> {
        let key = params![source.kind, source.place, source.begun];
        self.ask(|c| {
            let enter = "INSERT OR IGNORE INTO source (kind, place, begun) VALUES (?, ?, ?)";
            c.execute(enter, key)?;
            let find = "SELECT id FROM source WHERE kind = ? AND place = ? AND begun = ?";
            c.query_row(find, key, |row| row.get(0))
        })
    }

    fn sources(&self) -> Result<Vec<(i64, Source)>, CorpusError> {
        self.ask(|c| {
            let mut all = c.prepare("SELECT id, kind, place, begun FROM source ORDER BY id")?;
            all.query_map([], |row| Ok((row.get(0)?, source(row, 1)?)))?
                .collect()
        })
    }

    fn count(&self, game: i64) -> Result<u64, CorpusError> {
        self.number("SELECT count(*) FROM puzzle WHERE game = ?", game)
    }

    fn find(&self, game: i64, key: Key) -> Result<Option<StoredPuzzle>, CorpusError> {
        let select = format!("SELECT {COLUMNS} FROM {TABLES} WHERE game = ?1 AND");
        match key {
            Key::Seed(seed) => {
                self.find_row(&format!("{select} seed = ?2"), params![game, seed as i64])
            }
            Key::Record(id) => self.find_row(&format!("{select} puzzle.id = ?2"), [game, id]),
            Key::Content(packed) => self.find_content(game, packed),
        }
    }

    fn each(&self, game: i64, see: &mut dyn FnMut(&Record) -> bool) -> Result<(), CorpusError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} \
             WHERE puzzle.id > ?1 AND game = ?2 ORDER BY puzzle.id LIMIT ?3"
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
                    if !see(&record) {
                        return Ok(());
                    }
                }
                if seen < STRETCH {
                    return Ok(());
                }
            }
        })
    }

    fn stretch(
        &self,
        game: i64,
        search: &Search,
        after: i64,
        see: &mut dyn FnMut(&Record) -> bool,
    ) -> Result<Option<i64>, CorpusError> {
        self.ask(|c| search::stretch(c, game, search, after, see))
    }

    fn pending(
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

    fn count_pending(&self, game: i64, all: bool) -> Result<u64, CorpusError> {
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

    fn seeds(&self, game: i64, range: RangeInclusive<u64>) -> Result<Vec<u64>, CorpusError> {
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

    fn conflicts(&self, game: i64) -> Result<Vec<Conflict>, CorpusError> {
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

    fn count_conflicts(&self, game: i64) -> Result<u64, CorpusError> {
        self.number("SELECT count(*) FROM conflict WHERE game = ?", game)
    }

    /// Each content has one print, whatever number of seeds it occurs under.
    fn contents(&self, game: i64) -> Result<u64, CorpusError> {
        let prints =
            "SELECT count(*) FROM print JOIN puzzle ON puzzle.id = print.puzzle WHERE game = ?";
        self.number(prints, game)
    }

    fn source_stats(&self, game: i64) -> Result<Vec<SourceStats>, CorpusError> {
        self.ask(|c| {
            let mut select = c.prepare(
                "SELECT kind, place, begun, count(*), count(at), max(at) - min(at) \
                 FROM puzzle JOIN source ON source.id = source \
                 WHERE game = ? GROUP BY source ORDER BY begun, source",
            )?;
            let sources = select.query_map([game], |row| {
                let puzzles: i64 = row.get(3)?;
                let (read, span) = (row.get(4)?, row.get(5)?);
                Ok(SourceStats::new(
                    source(row, 0)?,
                    puzzles as u64,
                    read,
                    span,
                ))
            })?;
            sources.collect()
        })
    }

    fn are_findable(&self, game: i64, puzzles: &[&[u8]]) -> Result<Vec<bool>, CorpusError> {
        let are = puzzles.iter().map(|puzzle| self.is_findable(game, puzzle));
        are.collect()
    }

    fn add(
        &mut self,
        game: i64,
        source: i64,
        job: Option<i64>,
        batch: &Batch,
    ) -> Result<Vec<Stored>, CorpusError> {
        self.change(|change| {
            let stored = write::add(change, game, source, batch)?;
            if let Some(job) = job {
                super::job::count(change, job, &stored)?;
            }
            Ok(stored)
        })
    }

    fn set_answers(&mut self, _: i64, ids: &[i64], answers: &Batch) -> Result<(), CorpusError> {
        self.change(|change| write::set_answers(change, ids, answers))
    }

    fn gaps(
        &self,
        game: i64,
        range: RangeInclusive<u64>,
    ) -> Result<Vec<RangeInclusive<u64>>, CorpusError> {
        let (first, last) = (*range.start() as i64, *range.end() as i64);
        self.ask(|c| {
            let mut select = c.prepare(
                "SELECT earlier + 1, seed - 1 FROM \
                 (SELECT seed, lag(seed, 1, ?2 - 1) OVER (ORDER BY seed) AS earlier FROM \
                  (SELECT seed FROM puzzle WHERE game = ?1 AND seed BETWEEN ?2 AND ?3 \
                   UNION ALL SELECT ?3 + 1)) \
                 WHERE seed > earlier + 1 ORDER BY seed",
            )?;
            let gaps = select.query_map([game, first, last], |row| {
                Ok(row.get::<_, i64>(0)? as u64..=row.get::<_, i64>(1)? as u64)
            })?;
            gaps.collect()
        })
    }

    fn works(&self) -> Result<Vec<Work>, CorpusError> {
        self.ask(|c| {
            let mut select = c.prepare(
                "SELECT name, plan, wanted, done, begun, ended IS NOT NULL \
                 FROM job JOIN game ON game.id = game ORDER BY job.id",
            )?;
            let works = select.query_map([], |row| {
                let (wanted, done): (i64, i64) = (row.get(2)?, row.get(3)?);
                Ok(Work::of_job(
                    row.get(0)?,
                    row.get(1)?,
                    [wanted, done],
                    row.get(4)?,
                    row.get(5)?,
                ))
            })?;
            works.collect()
        })
    }

    fn job(&mut self, game: i64, plan: &str, wanted: u64, fresh: bool) -> Result<Job, CorpusError> {
        self.change(|change| super::job::job(change, game, plan, wanted, fresh))
    }
}

fn source(row: &Row, first: usize) -> rusqlite::Result<Source> {
    Ok(Source {
        kind: row.get(first)?,
        place: row.get(first + 1)?,
        begun: row.get(first + 2)?,
    })
}

impl SqliteStore {
    fn number(&self, sql: &str, game: i64) -> Result<u64, CorpusError> {
        let count: i64 = self.ask(|c| c.query_row(sql, [game], |row| row.get(0)))?;
        Ok(count as u64)
    }

    fn find_content(&self, game: i64, packed: &[u8]) -> Result<Option<StoredPuzzle>, CorpusError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE puzzle.id = \
             (SELECT puzzle FROM print WHERE print = ?)"
        );
        let mut key = fingerprint(game, packed);
        loop {
            let found = self.find_row(&sql, [key])?;
            match found {
                // Another puzzle has the same hash: this one, if it is here, has the next.
                Some(other) if other.puzzle != packed => key = key.wrapping_add(1),
                found => return Ok(found),
            }
        }
    }

    /// Whether the print of a puzzle leads to a record with just this puzzle.
    fn is_findable(&self, game: i64, puzzle: &[u8]) -> Result<bool, CorpusError> {
        self.ask(|c| {
            let mut find = c.prepare_cached(
                "SELECT puzzle.puzzle FROM print JOIN puzzle ON puzzle.id = print.puzzle \
                 WHERE print = ?",
            )?;
            let mut key = fingerprint(game, puzzle);
            loop {
                let found = find.query_row([key], |row| Ok(row.get_ref(0)?.as_blob()? == puzzle));
                match found.optional()? {
                    Some(false) => key = key.wrapping_add(1),
                    other => return Ok(other.is_some()),
                }
            }
        })
    }
}
