//! Harvests that were begun: how far they are is in the same file as what they brought, so that
//! the two never disagree.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::base::record::now;
use crate::corpus::{Job, Stored};

/// The unfinished harvest of this plan, or a new one.
pub fn job(
    change: &Transaction,
    game: i64,
    plan: &str,
    wanted: u64,
    fresh: bool,
) -> rusqlite::Result<Job> {
    let find = "SELECT id, done FROM job \
                WHERE game = ? AND plan = ? AND wanted = ? AND ended IS NULL";
    let unfinished = change
        .query_row(find, params![game, plan, wanted as i64], |row| {
            let done: i64 = row.get(1)?;
            Ok(Job {
                id: row.get(0)?,
                done: done as u64,
            })
        })
        .optional()?;
    if let (Some(job), false) = (unfinished, fresh) {
        return Ok(job);
    }
    if let Some(job) = unfinished {
        let end = "UPDATE job SET ended = ? WHERE id = ?";
        change.execute(end, params![now(), job.id])?;
    }
    let begin = "INSERT INTO job (game, plan, wanted, done, begun) VALUES (?, ?, ?, 0, ?)";
    change.execute(begin, params![game, plan, wanted as i64, now()])?;
    Ok(Job {
        id: change.last_insert_rowid(),
        done: 0,
    })
}

/// Counts what is new for a harvest.
pub fn count(change: &Transaction, job: i64, stored: &[Stored]) -> rusqlite::Result<()> {
    let is_new = |one: &&Stored| matches!(one, Stored::New(_));
    let new = stored.iter().filter(is_new).count() as i64;
    let count = "UPDATE job SET done = done + ?1, \
                 ended = CASE WHEN done + ?1 >= wanted THEN ?2 END WHERE id = ?3";
    change.execute(count, params![new, now(), job])?;
    Ok(())
}
