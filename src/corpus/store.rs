//! The file: opening it, and finding things in it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior,
    params,
};

use super::fingerprint::fingerprint;
use super::{CorpusError, schema};
use crate::base::record::{Answer, Effort, Facts, Record, Source, Verdict};
use crate::game::Storable;

/// The place of the corpus if none is named.
pub const DEFAULT: &str = "corpus/gridhand.sqlite";

/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Files up to this size are looked through before anything is written to them.
const EXAMINED: u64 = 128 << 20;

/// How what is written reaches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// What was committed survives the end of the process, however sudden. After a power cut the
    /// last seconds may be missing.
    Fast,
    /// What was committed survives a power cut, too: every commit waits for the disk.
    Careful,
}

/// An open corpus.
///
/// A file that is damaged is named in the error and left as it is. Several processes may have the
/// same file open and write to it, each in turn.
pub struct Corpus {
    pub(super) path: PathBuf,
    pub(super) connection: Connection,
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

/// The columns that [`record`] reads, in its order, from `puzzle` and `second`.
pub(super) const COLUMNS: &str = "puzzle.id, source, seed, at, confidence, result, nodes, nanos, \
     grade, puzzle.puzzle, puzzle.solution, second.solution, at_least";

/// What [`COLUMNS`] are columns of.
pub(super) const TABLES: &str =
    "puzzle LEFT JOIN second ON result = 6 AND second.puzzle = puzzle.id";

impl Corpus {
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

    /// A second connection to the same file, for another thread.
    pub fn again(&self) -> Result<Self, CorpusError> {
        Self::connect(&self.path, Care::Fast)
    }

    pub fn path(&self) -> &Path {
        &self.path
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
    pub(super) fn ask<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, CorpusError> {
        ask(&self.connection).map_err(|error| CorpusError::of(&self.path, error))
    }

    /// One change: it happens as a whole or not at all, and no other process changes anything
    /// meanwhile.
    pub(super) fn change<T>(
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
            true => self.sound(),
            false => Ok(()),
        }
    }

    /// Looks through the whole file for damage to its structure.
    ///
    /// # Errors
    /// [`CorpusError::Damaged`] with the first finding.
    pub fn sound(&self) -> Result<(), CorpusError> {
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

    /// The number of a game in this corpus; None if it has no puzzles of it.
    pub fn game<G: Storable>(&self) -> Result<Option<i64>, CorpusError> {
        self.ask(|c| {
            let mut find = c.prepare_cached("SELECT id FROM game WHERE name = ?")?;
            find.query_row([G::NAME], |row| row.get(0)).optional()
        })
    }

    /// The number of a game in this corpus, which it has from now on.
    pub fn enter_game<G: Storable>(&self) -> Result<i64, CorpusError> {
        self.enter_game_named(G::NAME)
    }

    pub(super) fn enter_game_named(&self, name: &str) -> Result<i64, CorpusError> {
        self.ask(|c| {
            c.execute("INSERT OR IGNORE INTO game (name) VALUES (?)", [name])?;
            let find = "SELECT id FROM game WHERE name = ?";
            c.query_row(find, [name], |row| row.get(0))
        })
    }

    /// The number of a source in this corpus, which it has from now on.
    pub fn enter_source(&self, source: &Source) -> Result<i64, CorpusError> {
        let key = params![source.kind, source.place, source.begun];
        self.ask(|c| {
            let enter = "INSERT OR IGNORE INTO source (kind, place, begun) VALUES (?, ?, ?)";
            c.execute(enter, key)?;
            let find = "SELECT id FROM source WHERE kind = ? AND place = ? AND begun = ?";
            c.query_row(find, key, |row| row.get(0))
        })
    }

    /// All sources with their numbers.
    pub fn sources(&self) -> Result<Vec<(i64, Source)>, CorpusError> {
        let source = |row: &Row| {
            let source = Source {
                kind: row.get(1)?,
                place: row.get(2)?,
                begun: row.get(3)?,
            };
            Ok((row.get(0)?, source))
        };
        self.ask(|c| {
            let mut all = c.prepare("SELECT id, kind, place, begun FROM source ORDER BY id")?;
            all.query_map([], source)?.collect()
        })
    }

    /// The source of a number.
    pub fn source(&self, id: i64) -> Result<Option<Source>, CorpusError> {
        let all = self.sources()?.into_iter();
        Ok(all
            .into_iter()
            .find(|(own, _)| *own == id)
            .map(|(_, source)| source))
    }

    /// How many puzzles of a game there are.
    pub fn count<G: Storable>(&self) -> Result<u64, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(0);
        };
        let sql = "SELECT count(*) FROM puzzle WHERE game = ?";
        let count: i64 = self.ask(|c| c.query_row(sql, [game], |row| row.get(0)))?;
        Ok(count as u64)
    }

    /// Whether a seed has a record.
    pub fn has_seed<G: Storable>(&self, seed: u64) -> Result<bool, CorpusError> {
        self.ask(|c| {
            let find = "SELECT 1 FROM puzzle WHERE game = (SELECT id FROM game WHERE name = ?) \
                        AND seed = ?";
            c.prepare_cached(find)?
                .exists(params![G::NAME, seed as i64])
        })
    }

    /// The record of a seed.
    pub fn by_seed<G: Storable>(&self, seed: u64) -> Result<Option<StoredPuzzle>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(None);
        };
        let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE game = ?1 AND seed = ?2");
        self.find(&sql, params![game, seed as i64])
    }

    /// The record of a number.
    pub fn by_id<G: Storable>(&self, id: i64) -> Result<Option<StoredPuzzle>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(None);
        };
        let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE puzzle.id = ?1 AND game = ?2");
        self.find(&sql, params![id, game])
    }

    /// A record of a puzzle, by its content; the seed does not matter.
    pub fn by_puzzle<G: Storable>(
        &self,
        puzzle: &G::Puzzle,
    ) -> Result<Option<StoredPuzzle>, CorpusError> {
        let Some(game) = self.game::<G>()? else {
            return Ok(None);
        };
        let mut packed = Vec::new();
        G::pack(puzzle, &mut packed);
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE puzzle.id = \
             (SELECT puzzle FROM print WHERE print = ?)"
        );
        let mut key = fingerprint(game, &packed);
        loop {
            let found = self.find(&sql, [key])?;
            match found {
                // Another puzzle has the same hash: this one, if it is here, has the next.
                Some(other) if other.puzzle != packed => key = key.wrapping_add(1),
                found => return Ok(found),
            }
        }
    }

    pub(super) fn find(
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
pub(super) fn record<'a>(row: &'a Row) -> rusqlite::Result<Record<'a>> {
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
