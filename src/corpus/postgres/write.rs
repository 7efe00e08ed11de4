//! Storing: what is new, what is known, what contradicts.

use std::cell::Cell;
use std::collections::HashMap;

use bytes::Bytes;
use tokio_postgres::Row;

use super::copy::Rows;
use super::parcels;
use super::tally::{self, note};
use super::wire::{Trouble, Wire};
use crate::base::record::{Batch, Effort, Verdict, now};
use crate::corpus::fingerprint::fingerprint;
use crate::corpus::settle::{self, Holder, NewRow, Settled, Twin};
use crate::corpus::{Census, Quantity, Stored};
use crate::game::ability::Features;

/// One writer at a time. What is looked up is looked up by index, in the order of the index, however much is asked for.
const BEGIN: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; \
    SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; \
    SELECT pg_advisory_xact_lock(1735551332, 2)";
/// Only now, with the lock, is it certain which record is the last.
const NEXT: &str = "SELECT coalesce((SELECT max(id) FROM gridhand.puzzle), 0) + 1";
/// How many of these records have these contents.
const ARE_THERE: &str = "SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS wanted(id, print) \
    JOIN gridhand.puzzle p ON p.id = wanted.id AND p.print = wanted.print";
const BY_SEED: &str = "SELECT p.seed, p.id, p.puzzle FROM gridhand.puzzle p \
    WHERE p.game = $1::bigint::smallint AND p.seed = ANY ($2::bigint[])";
/// Seeds that follow one another are one look.
const BY_SEEDS: &str = "SELECT p.seed, p.id, p.puzzle FROM gridhand.puzzle p \
    WHERE p.game = $1::bigint::smallint AND p.seed BETWEEN $2 AND $3";
const BY_PRINT: &str = "SELECT p.print, p.id, p.seed IS NOT NULL, p.puzzle FROM gridhand.puzzle p \
    WHERE p.print = ANY ($2::bigint[]) AND p.game = $1::bigint::smallint";
const PUZZLES: &str = "COPY gridhand.puzzle (id, print, seed, at, confidence, source, game, is_twin, puzzle) \
    FROM STDIN (FORMAT binary)";
const ANSWERS: &str = "COPY gridhand.answer (puzzle, nodes, nanos, at_least, result, grade, solution, second, game) \
    FROM STDIN (FORMAT binary)";
const ADOPT: &str = "SELECT gridhand.adopt($1, $2)";
const CONFLICT: &str = "INSERT INTO gridhand.conflict (game, source, seed, at, confidence, first, puzzle) \
    VALUES ($1::bigint::smallint, $2::bigint::integer, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
const JOB: &str = "UPDATE gridhand.job SET done = done + $1::bigint, \
    ended = CASE WHEN done + $1 >= wanted THEN $2::bigint END WHERE id = $3";
/// Answers on their way into records that are there.
const STAGE: &str =
    "CREATE TEMPORARY TABLE IF NOT EXISTS staged (LIKE gridhand.answer) ON COMMIT DELETE ROWS";
const STAGED: &str = "COPY staged (puzzle, nodes, nanos, at_least, result, grade, solution, second, game) \
    FROM STDIN (FORMAT binary)";
const COMPLETE: &str = "INSERT INTO gridhand.answer SELECT DISTINCT ON (puzzle) * FROM staged \
    ON CONFLICT DO NOTHING RETURNING result, nodes, nanos, grade";
const REPLACE: &str = "INSERT INTO gridhand.answer SELECT * FROM staged ON CONFLICT (puzzle) DO UPDATE SET \
    nodes = excluded.nodes, nanos = excluded.nanos, at_least = excluded.at_least, result = excluded.result, \
    grade = excluded.grade, solution = excluded.solution, second = excluded.second";

/// What came of a change whose answer was lost, if it was made.
pub type Unsure = Option<Vec<Stored>>;

/// A batch that is to be stored.
#[derive(Clone, Copy)]
pub struct Adding<'a> {
    pub game: i64,
    pub source: i64,
    pub job: Option<i64>,
    pub batch: &'a Batch,
    /// What the game tells of its puzzles.
    pub features: Option<&'static dyn Features>,
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
        let first = next.get(0);
        let holders = self.holders(wire, first)?;
        let held = self.with_prints(wire, &prints)?;
        let twin = |index: usize| -> Twin {
            let puzzle = self.batch.puzzle(index);
            let mut held = held.get(&prints[index])?.iter();
            let held = held.find(|held| held.puzzle == puzzle)?;
            Some((held.id, held.has_seed))
        };
        let settled = settle::settle(self.batch, &prints, first, &holders, &twin);
        self.write(wire, &prints, &settled)?;
        *unsure = Some(settled.stored.clone());
        wire.batch("COMMIT")?;
        Ok(settled.stored)
    }

    fn holders(&self, wire: &Wire, first: i64) -> Result<Vec<Holder>, Trouble> {
        let rows = self.with_seeds(wire)?;
        let rows: HashMap<u64, &Row> = rows
            .iter()
            .map(|row| (row.get::<_, i64>(0) as u64, row))
            .collect();
        settle::holders(self.batch, first, |seed, puzzle| {
            let row = rows.get(&seed);
            Ok(row.map(|row| (row.get(1), row.get::<_, &[u8]>(2) == puzzle)))
        })
    }

    /// The records that have prints of the batch, the oldest first.
    fn with_prints(&self, wire: &Wire, prints: &[i64]) -> Result<HashMap<i64, Vec<Held>>, Trouble> {
        let mut wanted = prints.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let mut all: HashMap<i64, Vec<Held>> = HashMap::new();
        for row in wire.rows(BY_PRINT, &[&self.game, &wanted])? {
            all.entry(row.get(0)).or_default().push(Held::of(&row));
        }
        for held in all.values_mut() {
            held.sort_unstable_by_key(|held| held.id);
        }
        Ok(all)
    }

    /// The records that have seeds of the batch.
    fn with_seeds(&self, wire: &Wire) -> Result<Vec<Row>, Trouble> {
        let seeds = (0..self.batch.len()).filter_map(|index| self.batch.facts(index).seed);
        let mut seeds: Vec<i64> = seeds.map(|seed| seed as i64).collect();
        seeds.sort_unstable();
        seeds.dedup();
        let (Some(first), Some(last)) = (seeds.first(), seeds.last()) else {
            return Ok(Vec::new());
        };
        match (last - first) as usize == seeds.len() - 1 {
            true => wire.rows(BY_SEEDS, &[&self.game, first, last]),
            false => wire.rows(BY_SEED, &[&self.game, &seeds]),
        }
    }

    fn write(&self, wire: &Wire, prints: &[i64], settled: &Settled) -> Result<(), Trouble> {
        let (mut puzzles, mut answers, mut waiting) = (Rows::new(), Rows::new(), Vec::new());
        let mut census = self.census(settled);
        // In the order of the fingerprints, which come by chance: their places in the index are near one another then, as those
        // of what is counted up are anyway.
        let mut in_order: Vec<&NewRow> = settled.new.iter().collect();
        in_order.sort_unstable_by_key(|row| prints[row.draft]);
        for row in in_order {
            self.puzzle(&mut puzzles, prints, settled, row);
        }
        for row in &settled.new {
            let answer = self.batch.answer(row.answered_by);
            let Stored::New(id) = settled.stored[row.draft] else {
                continue;
            };
            match answer.verdict {
                Verdict::Unsolved => waiting.push(id),
                _ => answers.answer(
                    self.game,
                    id,
                    &self.batch.facts(row.answered_by).effort,
                    &answer,
                ),
            }
        }
        for (sql, rows) in [(PUZZLES, puzzles), (ANSWERS, answers)] {
            if !rows.is_empty() {
                wire.send(sql, rows.finish())?;
            }
        }
        parcels::enter(wire, self.game, &waiting)?;
        self.adopt(wire, settled)?;
        self.conflicts(wire, settled, &mut census)?;
        self.complete(wire, settled, &mut census)?;
        self.count(wire, settled)?;
        let new = settled.new.iter().map(|row| row.draft);
        tally::enter_source(wire, [self.source, self.game], self.batch, new)?;
        tally::enter(wire, self.game, &census)
    }

    /// Counts what is new, and the seeds that are.
    fn census(&self, settled: &Settled) -> Census {
        let mut census = Census::default();
        for row in &settled.new {
            let mut facts = *self.batch.facts(row.draft);
            facts.seed = row.seed;
            census.puzzle(self.features, self.batch.puzzle(row.draft), &facts);
            let effort = &self.batch.facts(row.answered_by).effort;
            census.answer(self.batch.answer(row.answered_by).verdict, effort, 1);
        }
        let twins = settled.new.iter().filter(|row| row.is_twin);
        note(&mut census, Quantity::Twins, twins.count());
        note(&mut census, Quantity::WithSeed, settled.adopted.len());
        census
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

    fn complete(&self, wire: &Wire, settled: &Settled, census: &mut Census) -> Result<(), Trouble> {
        let mut rows = Rows::new();
        let ids = settled.answered.iter().map(|(id, _)| *id);
        for (id, index) in &settled.answered {
            let effort = &self.batch.facts(*index).effort;
            rows.answer(self.game, *id, effort, &self.batch.answer(*index));
        }
        if rows.is_empty() {
            return Ok(());
        }
        wire.batch(STAGE)?;
        wire.send(STAGED, rows.finish())?;
        for row in wire.rows(COMPLETE, &[])? {
            census.answered((Verdict::Unsolved, Effort::default()), tally::answer(&row));
        }
        parcels::clear(wire, ids)
    }

    fn conflicts(
        &self,
        wire: &Wire,
        settled: &Settled,
        census: &mut Census,
    ) -> Result<(), Trouble> {
        for (index, first) in &settled.conflicts {
            let facts = self.batch.facts(*index);
            let seed = facts.seed.map(|seed| seed as i64);
            let entered = wire.execute(
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
            note(census, Quantity::Conflicts, entered as usize);
        }
        Ok(())
    }

    fn count(&self, wire: &Wire, settled: &Settled) -> Result<(), Trouble> {
        let Some(job) = self.job else { return Ok(()) };
        let new = settled.new.len() as i64;
        wire.execute(JOB, &[&new, &now(), &job]).map(drop)
    }
}

/// A record that is there.
struct Held {
    id: i64,
    has_seed: bool,
    puzzle: Vec<u8>,
}

impl Held {
    fn of(row: &Row) -> Self {
        Self {
            id: row.get(1),
            has_seed: row.get(2),
            puzzle: row.get(3),
        }
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

/// Answers of a solver to records that are there.
#[derive(Clone, Copy)]
pub struct Answering<'a> {
    pub game: i64,
    pub ids: &'a [i64],
    pub answers: &'a Batch,
}

impl Answering<'_> {
    /// Writes them as a change of its own.
    pub fn run(&self, wire: &Wire, hope: &Cell<bool>) -> Result<(), Trouble> {
        wire.batch(parcels::BEGIN)?;
        self.put(wire, hope)?;
        parcels::clear(wire, self.ids.iter().copied())?;
        wire.batch("COMMIT")
    }

    /// Writes them as the rest of a change that did no more than claim the records; whether the claim holds. While
    /// there is `hope` that none has an answer they go in by the shortest way.
    pub fn put(&self, wire: &Wire, hope: &Cell<bool>) -> Result<bool, Trouble> {
        let (rows, mut census) = self.rows();
        if rows.is_empty() {
            return Ok(true);
        }
        let rows = Bytes::from(rows.finish());
        let mut is_claimed = true;
        if hope.get() {
            match wire.send(ANSWERS, rows.clone()) {
                Ok(_) => {
                    tally::enter(wire, self.game, &census)?;
                    return Ok(true);
                }
                Err(Trouble::Taken(_)) => hope.set(false),
                Err(trouble) => return Err(trouble),
            }
            is_claimed = false;
            wire.batch("ROLLBACK")?;
            wire.batch(parcels::BEGIN)?;
        }
        wire.batch(STAGE)?;
        wire.send(STAGED, rows)?;
        tally::take_back(wire, &mut census)?;
        wire.execute(REPLACE, &[])?;
        tally::enter(wire, self.game, &census)?;
        Ok(is_claimed)
    }

    /// What is to be written, and how the counts change if no record had an answer.
    fn rows(&self) -> (Rows, Census) {
        let (mut rows, mut census) = (Rows::new(), Census::default());
        for (index, id) in self.ids.iter().enumerate() {
            let answer = self.answers.answer(index);
            let effort = self.answers.facts(index).effort;
            if answer.verdict != Verdict::Unsolved {
                rows.answer(self.game, *id, &effort, &answer);
                let before = (Verdict::Unsolved, Effort::default());
                census.answered(before, (answer.verdict, effort));
            }
        }
        (rows, census)
    }
}
