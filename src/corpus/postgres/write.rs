//! Storing: what is new, what is known, what contradicts.

use tokio_postgres::Row;

use super::copy::Rows;
use super::settle::{Held, NewRow, Settled, There, settle};
use super::wire::{Trouble, Wire};
use crate::base::record::{Batch, Verdict, now};
use crate::corpus::Stored;
use crate::corpus::fingerprint::fingerprint;

/// One writer at a time. What is looked up is looked up by index, however much is asked for.
const BEGIN: &str = "BEGIN; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; \
    SET LOCAL enable_seqscan = off; SELECT pg_advisory_xact_lock(1735551332, 2)";
/// Only now, with the lock, is it certain which record is the last.
const NEXT: &str = "SELECT coalesce((SELECT max(id) FROM gridhand.puzzle), 0) + 1";
/// How many of these records have these contents.
const ARE_THERE: &str = "SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS wanted(id, print) \
    JOIN gridhand.puzzle p ON p.id = wanted.id AND p.print = wanted.print";
const BY_SEED: &str = "SELECT p.seed, p.id, true, p.puzzle FROM unnest($2::bigint[]) AS wanted(seed), \
    LATERAL (SELECT * FROM gridhand.puzzle q WHERE q.game = $1::bigint AND q.seed = wanted.seed OFFSET 0) p";
/// OFFSET 0 keeps the server from joining the other way round, which it did with a table that was just filled.
const BY_PRINT: &str = "SELECT p.print, p.id, p.seed IS NOT NULL, p.puzzle FROM unnest($2::bigint[]) AS wanted(print), \
    LATERAL (SELECT * FROM gridhand.puzzle q WHERE q.print = wanted.print OFFSET 0) p WHERE p.game = $1::bigint";
const PUZZLES: &str = "COPY gridhand.puzzle (id, print, seed, at, confidence, source, game, is_twin, puzzle) \
    FROM STDIN (FORMAT binary)";
const ANSWERS: &str = "COPY gridhand.answer (puzzle, nodes, nanos, at_least, result, grade, solution, second) \
    FROM STDIN (FORMAT binary)";
const PENDING: &str = "COPY gridhand.pending (game, puzzle) FROM STDIN (FORMAT binary)";
const ADOPT: &str = "SELECT gridhand.adopt($1, $2)";
const CONFLICT: &str = "INSERT INTO gridhand.conflict (game, source, seed, at, confidence, first, puzzle) \
    VALUES ($1::bigint::smallint, $2::bigint::integer, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
const JOB: &str = "UPDATE gridhand.job SET done = done + $1::bigint, \
    ended = CASE WHEN done + $1 >= wanted THEN $2::bigint END WHERE id = $3";
/// Answers on their way into records that are there.
const STAGE: &str =
    "CREATE TEMPORARY TABLE IF NOT EXISTS staged (LIKE gridhand.answer) ON COMMIT DELETE ROWS";
const STAGED: &str = "COPY staged (puzzle, nodes, nanos, at_least, result, grade, solution, second) \
    FROM STDIN (FORMAT binary)";
const COMPLETE: &str = "INSERT INTO gridhand.answer SELECT DISTINCT ON (puzzle) * FROM staged \
    ON CONFLICT DO NOTHING";
const REPLACE: &str = "INSERT INTO gridhand.answer SELECT * FROM staged ON CONFLICT (puzzle) DO UPDATE SET \
    nodes = excluded.nodes, nanos = excluded.nanos, at_least = excluded.at_least, result = excluded.result, \
    grade = excluded.grade, solution = excluded.solution, second = excluded.second";
const NO_LONGER_PENDING: &str = "DELETE FROM gridhand.pending WHERE ctid = ANY (ARRAY(\
    SELECT p.ctid FROM staged s, LATERAL (SELECT q.ctid FROM gridhand.pending q \
        WHERE q.game = $1::bigint AND q.puzzle = s.puzzle OFFSET 0) p))";
const OF_ANY_GAME: &str = "DELETE FROM gridhand.pending WHERE ctid = ANY (ARRAY(\
    SELECT p.ctid FROM gridhand.game g, staged s, LATERAL (SELECT q.ctid FROM gridhand.pending q \
        WHERE q.game = g.id AND q.puzzle = s.puzzle OFFSET 0) p))";

/// What came of a change whose answer was lost, if it was made.
pub type Unsure = Option<Vec<Stored>>;

/// A batch that is to be stored.
#[derive(Clone, Copy)]
pub struct Adding<'a> {
    pub game: i64,
    pub source: i64,
    pub job: Option<i64>,
    pub batch: &'a Batch,
}

impl Adding<'_> {
    /// Stores the batch, unless an earlier try of it turns out to have been made.
    pub fn run(&self, wire: &Wire, unsure: &mut Unsure) -> Result<Vec<Stored>, Trouble> {
        let prints: Vec<i64> = (0..self.batch.len())
            .map(|index| fingerprint(self.game, self.batch.puzzle(index)))
            .collect();
        // With the lock, whatever was under way is over.
        wire.batch(BEGIN)?;
        if let Some(stored) = unsure
            && was_made(wire, stored, &prints)?
        {
            wire.batch("COMMIT")?;
            return Ok(stored.clone());
        }
        let next = wire.row(NEXT, &[])?;
        let there = self.there(wire, &prints)?;
        let settled = settle(self.batch, &prints, &there, next.get(0));
        self.write(wire, &prints, &settled)?;
        *unsure = Some(settled.stored.clone());
        wire.batch("COMMIT")?;
        Ok(settled.stored)
    }

    fn there(&self, wire: &Wire, prints: &[i64]) -> Result<There, Trouble> {
        let mut there = There::default();
        let seeds = (0..self.batch.len()).filter_map(|index| self.batch.facts(index).seed);
        let mut seeds: Vec<i64> = seeds.map(|seed| seed as i64).collect();
        seeds.sort_unstable();
        seeds.dedup();
        if !seeds.is_empty() {
            for row in wire.rows(BY_SEED, &[&self.game, &seeds])? {
                there
                    .by_seed
                    .insert(row.get::<_, i64>(0) as u64, held(&row));
            }
        }
        let mut wanted = prints.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        for row in wire.rows(BY_PRINT, &[&self.game, &wanted])? {
            there
                .by_print
                .entry(row.get(0))
                .or_default()
                .push(held(&row));
        }
        for held in there.by_print.values_mut() {
            held.sort_unstable_by_key(|held| held.id);
        }
        Ok(there)
    }

    fn write(&self, wire: &Wire, prints: &[i64], settled: &Settled) -> Result<(), Trouble> {
        let game = self.game as i16;
        let (mut puzzles, mut answers, mut pending) = (Rows::new(), Rows::new(), Rows::new());
        for row in &settled.new {
            self.puzzle(&mut puzzles, prints, settled, row);
            let answer = self.batch.answer(row.answered_by);
            let Stored::New(id) = settled.stored[row.draft] else {
                continue;
            };
            match answer.verdict {
                Verdict::Unsolved => drop(pending.row(2).short(Some(game)).long(Some(id))),
                _ => answers.answer(id, &self.batch.facts(row.answered_by).effort, &answer),
            }
        }
        for (sql, rows) in [(PUZZLES, puzzles), (ANSWERS, answers), (PENDING, pending)] {
            if !rows.is_empty() {
                wire.send(sql, rows.finish())?;
            }
        }
        self.adopt(wire, settled)?;
        self.complete(wire, settled)?;
        self.conflicts(wire, settled)?;
        self.count(wire, settled)
    }

    fn puzzle(&self, rows: &mut Rows, prints: &[i64], settled: &Settled, row: &NewRow) {
        let facts = self.batch.facts(row.draft);
        let Stored::New(id) = settled.stored[row.draft] else {
            return;
        };
        rows.row(9)
            .long(Some(id))
            .long(Some(prints[row.draft]))
            .long(row.seed.map(|seed| seed as i64))
            .long(facts.at)
            .double(facts.confidence)
            .int(self.source as i32)
            .short(Some(self.game as i16))
            .truth(row.is_twin)
            .bytes(Some(self.batch.puzzle(row.draft)));
    }

    fn adopt(&self, wire: &Wire, settled: &Settled) -> Result<(), Trouble> {
        if settled.adopted.is_empty() {
            return Ok(());
        }
        let (ids, seeds): (Vec<i64>, Vec<i64>) = settled
            .adopted
            .iter()
            .map(|(id, seed)| (*id, *seed as i64))
            .unzip();
        wire.execute(ADOPT, &[&ids, &seeds]).map(drop)
    }

    fn complete(&self, wire: &Wire, settled: &Settled) -> Result<(), Trouble> {
        let mut rows = Rows::new();
        for (id, index) in &settled.answered {
            let effort = &self.batch.facts(*index).effort;
            rows.answer(*id, effort, &self.batch.answer(*index));
        }
        if rows.is_empty() {
            return Ok(());
        }
        wire.batch(STAGE)?;
        wire.send(STAGED, rows.finish())?;
        wire.execute(COMPLETE, &[])?;
        wire.execute(NO_LONGER_PENDING, &[&self.game]).map(drop)
    }

    fn conflicts(&self, wire: &Wire, settled: &Settled) -> Result<(), Trouble> {
        for (index, first) in &settled.conflicts {
            let facts = self.batch.facts(*index);
            let seed = facts.seed.map(|seed| seed as i64);
            wire.execute(
                CONFLICT,
                &[
                    &self.game,
                    &self.source,
                    &seed,
                    &facts.at,
                    &facts.confidence,
                    first,
                    &self.batch.puzzle(*index),
                ],
            )?;
        }
        Ok(())
    }

    fn count(&self, wire: &Wire, settled: &Settled) -> Result<(), Trouble> {
        let Some(job) = self.job else { return Ok(()) };
        let new = settled.new.len() as i64;
        wire.execute(JOB, &[&new, &now(), &job]).map(drop)
    }
}

fn held(row: &Row) -> Held {
    Held {
        id: row.get(1),
        has_seed: row.get(2),
        puzzle: row.get(3),
    }
}

/// Whether a change was made whose answer was lost: its new records are there. (The number of a transaction does not tell
/// it: a server that crashed may give the same one to another.) One without new records may as well be made again.
fn was_made(wire: &Wire, stored: &[Stored], prints: &[i64]) -> Result<bool, Trouble> {
    let new = stored
        .iter()
        .zip(prints)
        .filter_map(|(stored, print)| match stored {
            Stored::New(id) => Some((*id, *print)),
            _ => None,
        });
    let (ids, prints): (Vec<i64>, Vec<i64>) = new.unzip();
    let there: i64 = wire.row(ARE_THERE, &[&ids, &prints])?.get(0);
    Ok(!ids.is_empty() && there == ids.len() as i64)
}

/// Writes the answers of a solver into records that are there, as a change of its own.
pub fn set_answers(wire: &Wire, ids: &[i64], answers: &Batch) -> Result<(), Trouble> {
    wire.batch("BEGIN")?;
    replace_answers(wire, ids, answers)?;
    wire.batch("COMMIT")
}

/// The same as a part of a change.
pub fn replace_answers(wire: &Wire, ids: &[i64], answers: &Batch) -> Result<(), Trouble> {
    let mut rows = Rows::new();
    for (index, id) in ids.iter().enumerate() {
        let answer = answers.answer(index);
        if answer.verdict != Verdict::Unsolved {
            rows.answer(*id, &answers.facts(index).effort, &answer);
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    wire.batch(STAGE)?;
    wire.send(STAGED, rows.finish())?;
    wire.execute(REPLACE, &[])?;
    wire.execute(OF_ANY_GAME, &[]).map(drop)
}
