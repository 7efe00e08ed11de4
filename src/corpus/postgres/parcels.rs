//! What awaits a solver, in parcels: stretches of records, so that a row stands for thousands of them. What of a
//! parcel has an answer by now is left out when it is looked at.

use tokio_postgres::Row;

use super::store::puzzles;
use super::wire::{Trouble, Wire};
use crate::base::record::Batch;

/// Numbers of records that a parcel spans at most. Chosen: a solver has some of them at a time, and nobody waits for
/// the last one for long. A migration has it, too.
const SPAN: i64 = 4096;

/// Parcels are looked through along their numbers, whatever the server believes the tables to hold.
pub const BEGIN: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_nestloop = off";
const ENTER: &str = "INSERT INTO gridhand.pending (game, first, last) \
    SELECT $1::bigint, first, last FROM unnest($2::bigint[], $3::bigint[]) AS parcel(first, last)";
/// Those of these records whose parcels have none left without an answer. One that a solver has is its own affair.
const CLEAR: &str = "DELETE FROM gridhand.pending WHERE ctid = ANY (ARRAY(\
    SELECT q.place FROM gridhand.game g, \
        LATERAL (SELECT r.ctid AS place, r.first, r.last FROM gridhand.pending r \
            WHERE r.game = g.id AND r.first > $1::bigint - $3::bigint AND r.first <= $2 AND r.last >= $1 \
            FOR UPDATE SKIP LOCKED) q \
    WHERE NOT EXISTS (SELECT FROM gridhand.puzzle p \
        LEFT JOIN (SELECT a.puzzle FROM gridhand.answer a WHERE a.puzzle BETWEEN q.first AND q.last) b \
            ON b.puzzle = p.id \
        WHERE p.game = g.id AND p.id BETWEEN q.first AND q.last AND b.puzzle IS NULL)))";
const TAKE: &str = "DELETE FROM gridhand.pending WHERE ctid = ANY (ARRAY(\
        SELECT ctid FROM gridhand.pending WHERE game = $1::bigint::smallint ORDER BY first LIMIT $2 \
        FOR UPDATE SKIP LOCKED)) RETURNING first, last";
const TAKEN: &str = "SELECT p.id, p.puzzle FROM unnest($2::bigint[], $3::bigint[]) AS parcel(first, last), \
    LATERAL (SELECT r.id, r.puzzle FROM gridhand.puzzle r \
        LEFT JOIN (SELECT a.puzzle FROM gridhand.answer a \
            WHERE a.puzzle BETWEEN parcel.first AND parcel.last) b ON b.puzzle = r.id \
        WHERE r.game = $1::bigint AND r.id BETWEEN parcel.first AND parcel.last AND b.puzzle IS NULL OFFSET 0) p \
    ORDER BY p.id";

/// Parcel by parcel, each in the order of its numbers: sorted as a whole they would all be fetched.
const IN_ORDER: &str = "SET LOCAL enable_sort = off";
const PENDING: &str = "SELECT p.id, p.puzzle FROM gridhand.pending q, \
    LATERAL (SELECT r.id, r.puzzle FROM gridhand.puzzle r \
        WHERE r.game = q.game AND r.id BETWEEN greatest(q.first, $2::bigint + 1) AND q.last \
            AND NOT EXISTS (SELECT FROM gridhand.answer a WHERE a.puzzle = r.id) OFFSET 0) p \
    WHERE q.game = $1::bigint AND q.last > $2 ORDER BY q.first, p.id LIMIT $3";

/// Enters records that await a solver, in the order of their numbers.
pub fn enter(wire: &Wire, game: i64, ids: &[i64]) -> Result<(), Trouble> {
    let (mut firsts, mut lasts) = (Vec::<i64>::new(), Vec::<i64>::new());
    for id in ids {
        match (firsts.last(), lasts.last_mut()) {
            (Some(first), Some(last)) if id - first < SPAN => *last = *id,
            _ => {
                firsts.push(*id);
                lasts.push(*id);
            }
        }
    }
    if firsts.is_empty() {
        return Ok(());
    }
    wire.execute(ENTER, &[&game, &firsts, &lasts]).map(drop)
}

/// Removes the parcels of these records that are done with.
pub fn clear(wire: &Wire, ids: impl Iterator<Item = i64> + Clone) -> Result<(), Trouble> {
    let (Some(first), Some(last)) = (ids.clone().min(), ids.max()) else {
        return Ok(());
    };
    wire.execute(CLEAR, &[&first, &last, &SPAN]).map(drop)
}

/// Takes parcels that nobody has, as a part of a change, until they hold about `most` records.
pub fn take(wire: &Wire, game: i64, most: usize) -> Result<(Vec<i64>, Batch), Trouble> {
    let (mut ids, mut batch) = (Vec::new(), Batch::default());
    let mut wanted = (most as i64 / SPAN).max(1);
    loop {
        let parcels = wire.rows(TAKE, &[&game, &wanted])?;
        let span = |row: &Row| -> (i64, i64) { (row.get(0), row.get(1)) };
        let (firsts, lasts): (Vec<_>, Vec<_>) = parcels.iter().map(span).unzip();
        let (more, puzzles) = puzzles(&wire.rows(TAKEN, &[&game, &firsts, &lasts])?);
        ids.extend(more);
        batch.append(puzzles);
        if (parcels.len() as i64) < wanted || ids.len() * 2 > most {
            return Ok((ids, batch));
        }
        // They are small ones, of harvests.
        wanted *= 2;
    }
}

/// Records that await a solver, with numbers above `after`, at most so many.
pub fn pending(wire: &Wire, game: i64, after: i64, most: i64) -> Result<Vec<Row>, Trouble> {
    wire.batch(BEGIN)?;
    wire.batch(IN_ORDER)?;
    let rows = wire.rows(PENDING, &[&game, &after, &most])?;
    wire.batch("COMMIT")?;
    Ok(rows)
}
