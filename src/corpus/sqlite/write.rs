//! Storing: what is new, what is known, what contradicts.

use std::collections::HashMap;

use rusqlite::{CachedStatement, OptionalExtension, Transaction, params};

use crate::base::record::{Answer, Batch, Facts, Verdict};
use crate::corpus::Stored;
use crate::corpus::fingerprint::fingerprint;

/// Writes the answers of a solver into records that are there, as a part of a change.
pub fn set_answers(change: &Transaction, ids: &[i64], answers: &Batch) -> rusqlite::Result<()> {
    let mut setter = Setter::new(change)?;
    for (index, id) in ids.iter().enumerate() {
        setter.set(*id, answers.facts(index), &answers.answer(index))?;
    }
    Ok(())
}

/// Stores a batch as a part of a change.
pub fn add(
    change: &Transaction,
    game: i64,
    source: i64,
    batch: &Batch,
) -> rusqlite::Result<Vec<Stored>> {
    Adding::new(change, game, source, batch)?.run()
}

/// A batch on its way into the tables.
///
/// The tree of prints is as large as a quarter of the file and its keys are random: they are entered
/// in their order, so that each of its pages is visited once per batch.
struct Adding<'a> {
    change: &'a Transaction<'a>,
    game: i64,
    source: i64,
    batch: &'a Batch,
    /// The draft with index `i` becomes the record `first + i`, if it becomes one.
    first: i64,
    /// What is settled already.
    stored: Vec<Option<Stored>>,
    /// The record that has the same puzzle.
    twins: HashMap<usize, i64>,
}

impl<'a> Adding<'a> {
    fn new(
        change: &'a Transaction<'a>,
        game: i64,
        source: i64,
        batch: &'a Batch,
    ) -> rusqlite::Result<Self> {
        let next = "SELECT ifnull(max(id), 0) + 1 FROM puzzle";
        Ok(Self {
            change,
            game,
            source,
            batch,
            first: change
                .prepare_cached(next)?
                .query_row([], |row| row.get(0))?,
            stored: vec![None; batch.len()],
            twins: HashMap::new(),
        })
    }

    fn run(mut self) -> rusqlite::Result<Vec<Stored>> {
        self.settle_seeds()?;
        self.settle_prints()?;
        self.insert()?;
        let settled = self.stored.into_iter().flatten();
        Ok(settled.collect())
    }

    /// Settles the drafts whose seed has a record, or an earlier draft.
    fn settle_seeds(&mut self) -> rusqlite::Result<()> {
        let find = "SELECT id, puzzle FROM puzzle WHERE game = ? AND seed = ?";
        let mut find = self.change.prepare_cached(find)?;
        let mut in_batch: HashMap<u64, usize> = HashMap::new();
        for index in 0..self.batch.len() {
            let Some(seed) = self.batch.facts(index).seed else {
                continue;
            };
            let puzzle = self.batch.puzzle(index);
            let holder = match in_batch.get(&seed) {
                Some(&earlier) => {
                    let id = self.first + earlier as i64;
                    Some((id, self.batch.puzzle(earlier) == puzzle))
                }
                None => find
                    .query_row(params![self.game, seed as i64], |row| {
                        Ok((row.get(0)?, row.get_ref(1)?.as_blob()? == puzzle))
                    })
                    .optional()?,
            };
            match holder {
                None => drop(in_batch.insert(seed, index)),
                Some((id, true)) => self.stored[index] = Some(Stored::Known(id)),
                Some((id, false)) => self.stored[index] = Some(Stored::Conflict(id)),
            }
        }
        Ok(())
    }

    /// The record that a number stands for, which may be that of an earlier draft: that draft may
    /// have turned out to be known under another number.
    fn resolved(&self, id: i64) -> i64 {
        let earlier = usize::try_from(id - self.first).ok();
        match earlier.and_then(|draft| self.stored[draft]) {
            Some(Stored::Known(id)) => id,
            _ => id,
        }
    }

    fn conflict(&self, index: usize, first: i64) -> rusqlite::Result<()> {
        let facts = self.batch.facts(index);
        let enter = "INSERT OR IGNORE INTO conflict \
                     (game, source, seed, at, confidence, first, puzzle) \
                     VALUES (?, ?, ?, ?, ?, ?, ?)";
        self.change.prepare_cached(enter)?.execute(params![
            self.game,
            self.source,
            facts.seed.map(|seed| seed as i64),
            facts.at,
            facts.confidence,
            first,
            self.batch.puzzle(index),
        ])?;
        Ok(())
    }

    /// Enters the prints of what is not settled, and finds the twins.
    fn settle_prints(&mut self) -> rusqlite::Result<()> {
        let mut prints: Vec<(i64, usize)> = (0..self.batch.len())
            .filter(|&index| self.stored[index].is_none())
            .map(|index| (fingerprint(self.game, self.batch.puzzle(index)), index))
            .collect();
        prints.sort_unstable();
        let enter = "INSERT OR IGNORE INTO print (print, puzzle) VALUES (?, ?)";
        let mut enter = self.change.prepare_cached(enter)?;
        for (mut print, index) in prints {
            while enter.execute([print, self.first + index as i64])? == 0 {
                let holder = self.holder(print)?;
                if self.is_same_puzzle(holder, index)? {
                    self.twins.insert(index, holder);
                    break;
                }
                // Another puzzle has the same hash: this one gets the next that is free.
                print = print.wrapping_add(1);
            }
        }
        Ok(())
    }

    fn holder(&self, print: i64) -> rusqlite::Result<i64> {
        self.change
            .prepare_cached("SELECT puzzle FROM print WHERE print = ?")?
            .query_row([print], |row| row.get(0))
    }

    fn is_same_puzzle(&self, holder: i64, index: usize) -> rusqlite::Result<bool> {
        let puzzle = self.batch.puzzle(index);
        if holder >= self.first {
            return Ok(self.batch.puzzle((holder - self.first) as usize) == puzzle);
        }
        self.change
            .prepare_cached("SELECT puzzle FROM puzzle WHERE id = ?")?
            .query_row([holder], |row| Ok(row.get_ref(0)?.as_blob()? == puzzle))
    }

    fn insert(&mut self) -> rusqlite::Result<()> {
        let change = self.change;
        let mut insert = change.prepare_cached(
            "INSERT INTO puzzle (id, game, source, seed, at, confidence, result, nodes, nanos, \
             grade, puzzle, solution) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?;
        let mut setter = Setter::new(change)?;
        for index in 0..self.batch.len() {
            let (facts, answer) = (self.batch.facts(index), self.batch.answer(index));
            let known = match (self.stored[index], self.twins.get(&index)) {
                (Some(Stored::Conflict(id)), _) => {
                    let first = self.resolved(id);
                    self.conflict(index, first)?;
                    self.stored[index] = Some(Stored::Conflict(first));
                    continue;
                }
                (Some(Stored::Known(id) | Stored::New(id)), _) => Some(self.resolved(id)),
                (None, Some(&twin)) if self.is_the_same(twin, facts)? => Some(twin),
                (None, _) => None,
            };
            if let Some(id) = known {
                setter.complete(id, facts, &answer)?;
                self.stored[index] = Some(Stored::Known(id));
                continue;
            }
            let id = self.first + index as i64;
            insert.execute(params![
                id,
                self.game,
                self.source,
                facts.seed.map(|seed| seed as i64),
                facts.at,
                facts.confidence,
                answer.verdict as i64,
                facts.effort.nodes.map(|nodes| nodes as i64),
                facts.effort.nanos.map(|nanos| nanos as i64),
                facts.effort.grade,
                self.batch.puzzle(index),
                answer.solution,
            ])?;
            setter.set_second(id, &answer)?;
            self.stored[index] = Some(Stored::New(id));
        }
        Ok(())
    }

    /// Whether a puzzle that is there under another seed, or none, is this record nevertheless: it
    /// is if one of the two has no seed. Gives the twin the seed that it lacks.
    fn is_the_same(&self, twin: i64, facts: &Facts) -> rusqlite::Result<bool> {
        let Some(seed) = facts.seed else {
            return Ok(true);
        };
        let adopted = self
            .change
            .prepare_cached("UPDATE puzzle SET seed = ? WHERE id = ? AND seed IS NULL")?
            .execute([seed as i64, twin])?;
        Ok(adopted == 1)
    }
}

/// Writes answers into records.
struct Setter<'a> {
    set: CachedStatement<'a>,
    complete: CachedStatement<'a>,
    second: CachedStatement<'a>,
}

impl<'a> Setter<'a> {
    fn new(change: &'a Transaction) -> rusqlite::Result<Self> {
        const SET: &str = "UPDATE puzzle SET result = ?, nodes = ?, nanos = ?, grade = ?, \
                           solution = ? WHERE id = ?";
        let complete = format!("{SET} AND result = {}", Verdict::Unsolved as i64);
        Ok(Self {
            set: change.prepare_cached(SET)?,
            complete: change.prepare_cached(&complete)?,
            second: change.prepare_cached(
                "INSERT OR REPLACE INTO second (puzzle, at_least, solution) VALUES (?, ?, ?)",
            )?,
        })
    }

    fn set(&mut self, id: i64, facts: &Facts, answer: &Answer) -> rusqlite::Result<()> {
        execute(&mut self.set, id, facts, answer)?;
        self.set_second(id, answer)
    }

    /// Gives an answer to a record that has none.
    fn complete(&mut self, id: i64, facts: &Facts, answer: &Answer) -> rusqlite::Result<()> {
        if answer.verdict == Verdict::Unsolved {
            return Ok(());
        }
        match execute(&mut self.complete, id, facts, answer)? {
            0 => Ok(()),
            _ => self.set_second(id, answer),
        }
    }

    fn set_second(&mut self, id: i64, answer: &Answer) -> rusqlite::Result<()> {
        if let Some((solution, at_least)) = answer.second {
            self.second
                .execute(params![id, at_least as i64, solution])?;
        }
        Ok(())
    }
}

fn execute(
    statement: &mut CachedStatement,
    id: i64,
    facts: &Facts,
    answer: &Answer,
) -> rusqlite::Result<usize> {
    statement.execute(params![
        answer.verdict as i64,
        facts.effort.nodes.map(|nodes| nodes as i64),
        facts.effort.nanos.map(|nanos| nanos as i64),
        facts.effort.grade,
        answer.solution,
        id,
    ])
}
