//! A corpus in one SQLite file: opening it, and finding things in it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior,
};

use super::{Care, CorpusError, StoredPuzzle};
use crate::base::record::{Answer, Effort, Facts, Record, Verdict};

mod job;
pub mod schema;
mod search;
mod store;
mod write;

/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Files up to this size are looked through before anything is written to them.
const EXAMINED: u64 = 128 << 20;

/// An open file.
///
/// A file that is damaged is named in the error and left as it is. Several processes may have the
/// same file open and write to it, each in turn.
pub struct SqliteStore {
    path: PathBuf,
    connection: Connection,
}

/// The columns that [`record`] reads, in its order, from `puzzle` and `second`.
const COLUMNS: &str = "puzzle.id, source, seed, at, confidence, result, nodes, nanos, \
     grade, puzzle.puzzle, puzzle.solution, second.solution, at_least";

/// What [`COLUMNS`] are columns of.
const TABLES: &str = "puzzle LEFT JOIN second ON result = 6 AND second.puzzle = puzzle.id";

impl SqliteStore {
    /// Opens a corpus that is there.
    ///
    /// # Errors
    /// If there is none, or it is damaged, foreign or newer than this program.
    pub fn open(path: &Path) -> Result<Self, CorpusError> {
        if !path.exists() {
            return Err(CorpusError::Missing(path.into()));
        }
        Self::connect(path, Care::Fast)
    }

    /// Opens a corpus to write to it; makes it, and the folder around it, if it is not there.
    ///
    /// # Errors
    /// If it cannot be made, or is damaged, foreign or newer than this program.
    pub fn create(path: &Path, care: Care) -> Result<Self, CorpusError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| CorpusError::io(folder, error))?;
        }
        let corpus = Self::connect(path, care)?;
        corpus.examine()?;
        Ok(corpus)
    }

    fn connect(path: &Path, care: Care) -> Result<Self, CorpusError> {
        begins_well(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = |error| CorpusError::of(path, error);
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        let mut corpus = Self {
            path: path.into(),
            connection,
        };
        // What is somebody else's must not even change its journal.
        corpus.ask(|c| c.busy_timeout(PATIENCE))?;
        corpus.belongs()?;
        corpus.ask(|c| set_up(c, care))?;
        let known = schema::MIGRATIONS.len() as u32;
        schema::migrate(&mut corpus.connection)
            .map_err(failed)?
            .map_err(|found| CorpusError::Newer {
                path: path.into(),
                found,
                known,
            })?;
        Ok(corpus)
    }

    /// Asks the database, and names the file in what goes wrong.
    fn ask<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, CorpusError> {
        ask(&self.connection).map_err(|error| CorpusError::of(&self.path, error))
    }

    /// One change: it happens as a whole or not at all, and no other process changes anything
    /// meanwhile.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T, CorpusError> {
        let begin = |c: &mut Connection| {
            let transaction = c.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = change(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        begin(&mut self.connection).map_err(|error| CorpusError::of(&self.path, error))
    }

    /// Refuses a database that is somebody else's.
    fn belongs(&self) -> Result<(), CorpusError> {
        let (id, tables): (i32, i64) = self.ask(|c| {
            // Both as of the same moment: another process may be making the tables.
            let moment = c.unchecked_transaction()?;
            let id = moment.pragma_query_value(None, "application_id", |row| row.get(0))?;
            let count = "SELECT count(*) FROM sqlite_schema";
            Ok((id, moment.query_row(count, [], |row| row.get(0))?))
        })?;
        match id == schema::APPLICATION_ID || (id == 0 && tables == 0) {
            true => Ok(()),
            false => Err(CorpusError::Foreign(self.path.clone())),
        }
    }

    /// Looks for damage, except in large files, where that would take seconds.
    fn examine(&self) -> Result<(), CorpusError> {
        let size = fs::metadata(&self.path).map(|file| file.len());
        match size.map_err(|error| CorpusError::io(&self.path, error))? <= EXAMINED {
            true => self.quick_check(),
            false => Ok(()),
        }
    }

    /// Looks through the whole file for damage to its structure.
    ///
    /// # Errors
    /// [`CorpusError::Damaged`] with the first finding.
    fn quick_check(&self) -> Result<(), CorpusError> {
        let mut finding: String =
            self.ask(|c| c.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
        if finding == "ok" {
            return Ok(());
        }
        finding.truncate(finding.find('\n').unwrap_or(finding.len()));
        Err(CorpusError::Damaged {
            path: self.path.clone(),
            what: finding,
        })
    }

    fn find_row(
        &self,
        sql: &str,
        key: impl rusqlite::Params,
    ) -> Result<Option<StoredPuzzle>, CorpusError> {
        self.ask(|c| {
            let mut statement = c.prepare_cached(sql)?;
            let found = statement.query_row(key, |row| Ok(StoredPuzzle::from(&record(row)?)));
            found.optional()
        })
    }
}

fn set_up(c: &Connection, care: Care) -> rusqlite::Result<()> {
    c.set_prepared_statement_cache_capacity(32);
    c.pragma_update(None, "page_size", schema::PAGE)?;
    write_ahead(c)?;
    let synchronous = match care {
        Care::Fast => "normal",
        Care::Careful => "full",
    };
    c.pragma_update(None, "synchronous", synchronous)?;
    // In kB if negative; the tree of prints of millions of puzzles fits.
    c.pragma_update(None, "cache_size", -200_000)?;
    // In pages: large imports overwrite the same ones again and again.
    c.pragma_update(None, "wal_autocheckpoint", 16_384)
}

/// Has changes written to a log first, so that others may read meanwhile. While another process makes the
/// file SQLite refuses that at once, whatever its patience.
fn write_ahead(c: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match c.pragma_update(None, "journal_mode", "wal") {
            Err(error) if is_busy(&error) && begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// Reads the [`COLUMNS`] of a row.
fn record<'a>(row: &'a Row) -> rusqlite::Result<Record<'a>> {
    let number = |index| -> rusqlite::Result<Option<u64>> {
        Ok(row.get::<_, Option<i64>>(index)?.map(|n| n as u64))
    };
    let bytes = |index| -> rusqlite::Result<Option<&'a [u8]>> {
        Ok(row.get_ref(index)?.as_blob_or_null()?)
    };
    let second = bytes(11)?.zip(number(12)?);
    Ok(Record {
        id: row.get(0)?,
        source: row.get(1)?,
        facts: Facts {
            seed: number(2)?,
            at: row.get(3)?,
            confidence: row.get(4)?,
            effort: Effort {
                nodes: number(6)?,
                nanos: number(7)?,
                grade: row.get(8)?,
            },
        },
        puzzle: bytes(9)?.unwrap_or_default(),
        answer: Answer {
            verdict: Verdict::of_number(row.get(5)?),
            solution: bytes(10)?,
            second,
        },
    })
}

/// Whether a file begins as a database does; one that is not there or empty is yet to be made.
fn begins_well(path: &Path) -> Result<(), CorpusError> {
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut begin = Vec::new();
    match fs::File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        opened => opened
            .and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut begin))
            .map_err(|error| CorpusError::io(path, error))?,
    };
    match begin.is_empty() || begin == MAGIC {
        true => Ok(()),
        false => Err(CorpusError::Damaged {
            path: path.into(),
            what: "it does not begin as a database".into(),
        }),
    }
}
