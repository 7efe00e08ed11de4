//! What a server's corpus is measured against: plain inserts on the same server, and how large its tables are.

use std::time::{Duration, Instant};

use super::{PATIENCE, PostgresStore, schema};
use crate::corpus::{Address, CorpusError, ServerFault};

const MAKE: &str = "CREATE SCHEMA gridhand_bench; CREATE TABLE gridhand_bench.plain \
    (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, puzzle text UNIQUE, solution text)";
const EMPTY: &str = "TRUNCATE gridhand_bench.plain";
const INSERT: &str = "INSERT INTO gridhand_bench.plain (puzzle) VALUES ($1) ON CONFLICT DO NOTHING";
const BYTES: &str = "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c \
    WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace($1)";
const REMOVE: &str = "DROP SCHEMA IF EXISTS gridhand_bench CASCADE";
const REMOVE_CORPUS: &str = "DROP SCHEMA IF EXISTS gridhand CASCADE";

/// A database without a corpus, in which things are measured. What was made in it goes with the value.
pub struct Yardstick(PostgresStore);

impl Yardstick {
    /// # Errors
    /// The server cannot be reached, or has a corpus already: what is measured is removed in the end.
    pub fn new(address: &Address) -> Result<Self, CorpusError> {
        let store = PostgresStore::new(address, PATIENCE);
        store.first(|wire| match schema::is_there(wire)? {
            true => Err(ServerFault::Other(
                "it has a corpus already; what is measured needs a database of its own".into(),
            )
            .into()),
            false => Ok(()),
        })?;
        store.ask(|wire| {
            wire.batch(REMOVE)?;
            wire.batch(MAKE)
        })?;
        Ok(Self(store))
    }

    /// What one would write first: an insert for each row of text, in a transaction of its own or in one for all.
    pub fn plain(&self, lines: &[&str], together: bool) -> Result<Duration, CorpusError> {
        self.0.ask(|wire| {
            wire.batch(EMPTY)?;
            let begun = Instant::now();
            if together {
                wire.batch("BEGIN")?;
            }
            for line in lines {
                wire.execute(INSERT, &[line])?;
            }
            if together {
                wire.batch("COMMIT")?;
            }
            Ok(begun.elapsed())
        })
    }

    /// Bytes of the plain table with its indexes.
    pub fn plain_bytes(&self) -> Result<u64, CorpusError> {
        self.bytes("gridhand_bench")
    }

    /// Bytes of the corpus with its indexes.
    pub fn corpus_bytes(&self) -> Result<u64, CorpusError> {
        self.bytes(crate::corpus::SCHEMA)
    }

    fn bytes(&self, schema: &str) -> Result<u64, CorpusError> {
        let row = self.0.ask(|wire| wire.row(BYTES, &[&schema]))?;
        Ok(row.get::<_, i64>(0) as u64)
    }
}

impl Drop for Yardstick {
    fn drop(&mut self) {
        for sql in [REMOVE, REMOVE_CORPUS] {
            if let Err(error) = self.0.ask(|wire| wire.batch(sql)) {
                tracing::warn!("what was measured is not removed: {error}");
            }
        }
    }
}
