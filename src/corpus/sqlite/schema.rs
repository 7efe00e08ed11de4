//! The tables, and how older files are brought up to date.

use rusqlite::{Connection, TransactionBehavior};

/// `grid`: tells a corpus from other databases.
pub const APPLICATION_ID: i32 = 0x6772_6964;

/// Bytes of a page of the file.
pub const PAGE: u32 = 8192;

/// The file's `user_version` is how many of these it has been through.
///
/// No two tables have the same number and kinds of columns: that is how the loose pages of a damaged
/// file are told apart when it is repaired.
pub const MIGRATIONS: [&str; 2] = [PUZZLES, JOBS];

/// Results are the numbers of [`super::Verdict`]. A puzzle is kept as it starts, packed by its
/// game; so are solutions. `print` finds a puzzle by a hash of its game and content.
const PUZZLES: &str = "
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,          -- harvest, play, import, made
    place TEXT NOT NULL,         -- profile and window, or file
    begun INTEGER NOT NULL,      -- ms since 1970
    UNIQUE (kind, place, begun)
) STRICT;
CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    source INTEGER NOT NULL,
    seed INTEGER,
    at INTEGER,                  -- ms since 1970: when it was read off the screen
    confidence REAL,             -- of that reading, 0 to 1
    result INTEGER NOT NULL,
    nodes INTEGER,               -- of the search
    nanos INTEGER,               -- of the search
    grade INTEGER,               -- how hard it is for a person
    puzzle BLOB NOT NULL,
    solution BLOB
) STRICT;
CREATE UNIQUE INDEX seed ON puzzle (game, seed) WHERE seed IS NOT NULL;
CREATE TABLE print (
    print INTEGER PRIMARY KEY,
    puzzle INTEGER NOT NULL
) STRICT;
CREATE TABLE second (            -- of puzzles with several solutions: another one
    puzzle INTEGER PRIMARY KEY,
    at_least INTEGER NOT NULL,
    solution BLOB NOT NULL
) STRICT;
CREATE TABLE conflict (          -- what else was read for a seed
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    source INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    at INTEGER,
    confidence REAL,
    first INTEGER NOT NULL,      -- the record that is kept for the seed
    puzzle BLOB NOT NULL,
    UNIQUE (game, seed, puzzle)
) STRICT;
";

const JOBS: &str = "
CREATE TABLE job (               -- harvests that were begun
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    plan TEXT NOT NULL,
    wanted INTEGER NOT NULL,
    done INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    ended INTEGER
) STRICT;
";

/// Makes a new file's tables, or brings an old one's up to date, in one step: another process sees
/// the file as it was before or as it is after.
///
/// # Errors
/// The inner error is the version of a file that is newer than this program.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), u32>> {
    let known = MIGRATIONS.len() as u32;
    if version(connection)? == known {
        return Ok(Ok(()));
    }
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&change)?;
    if found > known {
        return Ok(Err(found));
    }
    for step in &MIGRATIONS[found as usize..] {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "application_id", APPLICATION_ID)?;
    change.pragma_update(None, "user_version", known)?;
    change.commit()?;
    Ok(Ok(()))
}

pub fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
