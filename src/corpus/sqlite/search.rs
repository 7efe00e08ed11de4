//! Looking for records without an index for what is looked for: by their numbers, some at a time.

use rusqlite::{Connection, params};

use super::{COLUMNS, TABLES, record};
use crate::base::record::Record;
use crate::corpus::Search;

/// So many numbers of records are looked through at a time: some 10 ms.
const STRETCH: i64 = 1 << 16;

/// As [`Store::stretch`](crate::corpus::Store::stretch).
pub fn stretch(
    c: &Connection,
    game: i64,
    search: &Search,
    after: i64,
    see: &mut dyn FnMut(&Record) -> bool,
) -> rusqlite::Result<Option<i64>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE puzzle.id > ?1 AND puzzle.id <= ?2 AND game = ?3 \
         AND (?4 IS NULL OR result = ?4) AND (?5 IS NULL OR grade = ?5) ORDER BY puzzle.id"
    );
    let end = after.saturating_add(STRETCH);
    let verdict = search.verdict.map(|verdict| verdict as i64);
    let mut select = c.prepare_cached(&sql)?;
    let mut rows = select.query(params![after, end, game, verdict, search.grade])?;
    while let Some(row) = rows.next()? {
        let record = record(row)?;
        if !see(&record) {
            return Ok(Some(record.id));
        }
    }
    let last: Option<i64> = c.query_row("SELECT max(id) FROM puzzle", [], |row| row.get(0))?;
    Ok(last.filter(|last| *last > end).map(|_| end))
}
