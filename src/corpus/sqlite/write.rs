//! Storing: what is new, what is known, what contradicts.

use std::collections::HashMap;

use rusqlite::{CachedStatement, OptionalExtension, Row, Transaction, params};

use crate::base::record::{Answer, Batch, Facts, Verdict};
use crate::corpus::Stored;
use crate::corpus::fingerprint::fingerprint;
use crate::corpus::settle::{self, Holder, Settled};

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
    let next = "SELECT ifnull(max(id), 0) + 1 FROM puzzle";
    let first = change
        .prepare_cached(next)?
        .query_row([], |row| row.get(0))?;
    let adding = Adding {
        change,
        game,
        source,
        batch,
        first,
    };
    adding.run()
}

/// A batch on its way into the tables.
struct Adding<'a> {
    change: &'a Transaction<'a>,
    game: i64,
    source: i64,
    batch: &'a Batch,
    /// The draft with index `i` becomes the record `first + i`, if it becomes one.
    first: i64,
}

impl Adding<'_> {
    fn run(&self) -> rusqlite::Result<Vec<Stored>> {
        let prints: Vec<i64> = (0..self.batch.len())
            .map(|index| fingerprint(self.game, self.batch.puzzle(index)))
            .collect();
        let holders = self.holders()?;
        let twins = self.enter_prints(&prints, &holders)?;
        let twin = |index: usize| twins.get(&index).copied();
        let settled = settle::settle(self.batch, &prints, self.first, &holders, &twin);
        self.insert(&settled)?;
        Ok(settled.stored)
    }

    fn holders(&self) -> rusqlite::Result<Vec<Holder>> {
        let find = "SELECT id, puzzle FROM puzzle WHERE game = ? AND seed = ?";
        let mut find = self.change.prepare_cached(find)?;
        settle::holders(self.batch, self.first, |seed, puzzle| {
            let same = |row: &Row| Ok((row.get(0)?, row.get_ref(1)?.as_blob()? == puzzle));
            find.query_row(params![self.game, seed as i64], same)
                .optional()
        })
    }

    /// Enters the prints of the drafts that have no holder, and finds the records that are there with the same content.
    ///
    /// The tree of prints is as large as a quarter of the file and its keys are random: they are entered in their order,
    /// so that each of its pages is visited once per batch.
    fn enter_prints(
        &self,
        prints: &[i64],
        holders: &[Holder],
    ) -> rusqlite::Result<HashMap<usize, (i64, bool)>> {
        let mut prints: Vec<(i64, usize)> = (0..self.batch.len())
            .filter(|&index| holders[index].is_none())
            .map(|index| (prints[index], index))
            .collect();
        prints.sort_unstable();
        let enter = "INSERT OR IGNORE INTO print (print, puzzle) VALUES (?, ?)";
        let mut enter = self.change.prepare_cached(enter)?;
        let mut twins = HashMap::new();
        for (mut print, index) in prints {
            while enter.execute([print, self.first + index as i64])? == 0 {
                let holder = self.print_holder(print)?;
                if let Some(has_seed) = self.is_same_puzzle(holder, index)? {
                    // One among the drafts is found by the rules themselves.
                    if holder < self.first {
                        twins.insert(index, (holder, has_seed));
                    }
                    break;
                }
                // Another puzzle has the same hash: this one gets the next that is free.
                print = print.wrapping_add(1);
            }
        }
        Ok(twins)
    }

    fn print_holder(&self, print: i64) -> rusqlite::Result<i64> {
        self.change
            .prepare_cached("SELECT puzzle FROM print WHERE print = ?")?
            .query_row([print], |row| row.get(0))
    }

    /// If a record, or an earlier draft, has the puzzle of a draft: whether it has a seed.
    fn is_same_puzzle(&self, holder: i64, index: usize) -> rusqlite::Result<Option<bool>> {
        let puzzle = self.batch.puzzle(index);
        if holder >= self.first {
            let draft = (holder - self.first) as usize;
            let is_same = self.batch.puzzle(draft) == puzzle;
            return Ok(is_same.then(|| self.batch.facts(draft).seed.is_some()));
        }
        self.change
            .prepare_cached("SELECT puzzle, seed IS NOT NULL FROM puzzle WHERE id = ?")?
            .query_row([holder], |row| {
                let is_same = row.get_ref(0)?.as_blob()? == puzzle;
                Ok(is_same.then_some(row.get(1)?))
            })
    }

    fn insert(&self, settled: &Settled) -> rusqlite::Result<()> {
        let mut insert = self.change.prepare_cached(
            "INSERT INTO puzzle (id, game, source, seed, at, confidence, result, nodes, nanos, \
             grade, puzzle, solution) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?;
        let mut setter = Setter::new(self.change)?;
        for row in &settled.new {
            let id = self.first + row.draft as i64;
            let facts = self.batch.facts(row.draft);
            let effort = self.batch.facts(row.answered_by).effort;
            let answer = self.batch.answer(row.answered_by);
            insert.execute(params![
                id,
                self.game,
                self.source,
                row.seed.map(|seed| seed as i64),
                facts.at,
                facts.confidence,
                answer.verdict as i64,
                effort.nodes.map(|nodes| nodes as i64),
                effort.nanos.map(|nanos| nanos as i64),
                effort.grade,
                self.batch.puzzle(row.draft),
                answer.solution,
            ])?;
            setter.set_second(id, &answer)?;
        }
        for &(id, index) in &settled.answered {
            setter.complete(id, self.batch.facts(index), &self.batch.answer(index))?;
        }
        self.adopt(settled)?;
        self.conflicts(settled)
    }

    fn adopt(&self, settled: &Settled) -> rusqlite::Result<()> {
        let adopt = "UPDATE puzzle SET seed = ? WHERE id = ?";
        let mut adopt = self.change.prepare_cached(adopt)?;
        for &(id, seed) in &settled.adopted {
            adopt.execute([seed as i64, id])?;
        }
        Ok(())
    }

    fn conflicts(&self, settled: &Settled) -> rusqlite::Result<()> {
        let enter = "INSERT OR IGNORE INTO conflict \
                     (game, source, seed, at, confidence, first, puzzle) \
                     VALUES (?, ?, ?, ?, ?, ?, ?)";
        let mut enter = self.change.prepare_cached(enter)?;
        for &(index, first) in &settled.conflicts {
            let facts = self.batch.facts(index);
            enter.execute(params![
                self.game,
                self.source,
                facts.seed.map(|seed| seed as i64),
                facts.at,
                facts.confidence,
                first,
                self.batch.puzzle(index),
            ])?;
        }
        Ok(())
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
