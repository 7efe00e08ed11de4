//! What can be read of a damaged corpus, into a new one.
//!
//! The damaged file is only read, page by page: a row is saved if its page is whole, whatever else
//! is broken. Rows are known by the number and kinds of their values.

use std::collections::HashMap;
use std::path::Path;

use super::{Care, Corpus, CorpusError, Tally};
use crate::base::record::{Answer, Batch, Effort, Facts, Source, Verdict};
use pages::{Pages, Row, Value};

mod pages;
mod rows;

use rows::{SavedPuzzle, Second};

/// What a repair saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    pub tally: Tally,
    /// Puzzles that were found, but whose content is broken.
    pub broken: u64,
    /// Puzzles whose solution is broken: they are saved without it.
    pub unsolved: u64,
    /// Pages of the damaged file.
    pub pages: u64,
}

/// Tells by the games' rules what a saved row is worth.
pub trait Judge {
    /// The game of puzzles whose game's name is lost.
    fn game(&self) -> &str;
    fn is_puzzle(&self, game: &str, packed: &[u8]) -> bool;
    fn is_solution(&self, game: &str, packed: &[u8], solution: &[u8]) -> bool;
}

/// Puzzles that are stored at a time.
const LOAD: usize = 1 << 16;

/// Saves what can be read of the file at `from` into a new corpus at `to`.
///
/// # Errors
/// The one cannot be read at all, or the other is there already or cannot be written.
pub fn repair(from: &Path, to: &Path, judge: &dyn Judge) -> Result<Repaired, CorpusError> {
    let read = |error| CorpusError::io(from, error);
    let mut pages = Pages::open(from).map_err(read)?;
    if to.exists() {
        let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(CorpusError::io(to, error));
    }
    let index = Index::build(&mut pages).map_err(read)?;
    let mut saver = Saver {
        corpus: Corpus::create(to, Care::Fast)?,
        index: &index,
        judge,
        lost: Source::now("repair", from.display().to_string()),
        ids: HashMap::new(),
        waiting: Batch::default(),
        key: None,
        repaired: Repaired {
            pages: u64::from(pages.count),
            ..Repaired::default()
        },
    };
    let mut page = (0, Vec::new());
    for &(_, number, row) in &index.puzzles {
        if page.0 != number {
            page = (number, pages.rows(number).map_err(read)?);
        }
        let saved = page.1.get(row as usize).and_then(rows::puzzle);
        if let Some(puzzle) = saved {
            saver.save(&puzzle)?;
        }
    }
    saver.flush()?;
    saver.conflicts()?;
    Ok(saver.repaired)
}

/// Everything that was found, the puzzles by where they are.
#[derive(Default)]
struct Index {
    games: HashMap<i64, String>,
    sources: HashMap<i64, Source>,
    seconds: HashMap<i64, Second>,
    conflicts: Vec<SavedPuzzle>,
    /// Record, page, and place in the page; in the order of the records.
    puzzles: Vec<(i64, u32, u32)>,
    /// Record and print, in order.
    prints: Vec<(i64, i64)>,
}

impl Index {
    fn build(pages: &mut Pages) -> std::io::Result<Self> {
        let mut index = Self::default();
        for number in 1..=pages.count {
            for (place, row) in (0..).zip(pages.rows(number)?) {
                index.take(&row, number, place);
            }
        }
        index.puzzles.sort_unstable();
        index.prints.sort_unstable();
        Ok(index)
    }

    fn take(&mut self, row: &Row, page: u32, place: u32) {
        let (id, values) = row;
        match values.as_slice() {
            [Value::Null, Value::Text(name)] => drop(self.games.insert(*id, name.clone())),
            [Value::Null, Value::Int(record)] => self.prints.push((*record, *id)),
            [
                Value::Null,
                Value::Text(kind),
                Value::Text(place),
                Value::Int(begun),
            ] => {
                let source = Source {
                    kind: kind.clone(),
                    place: place.clone(),
                    begun: *begun,
                };
                self.sources.insert(*id, source);
            }
            [Value::Null, Value::Int(at_least), Value::Blob(solution)] => {
                self.seconds
                    .insert(*id, (solution.clone(), *at_least as u64));
            }
            _ if rows::puzzle(row).is_some() => self.puzzles.push((*id, page, place)),
            _ => self.conflicts.extend(rows::conflict(row)),
        }
    }

    /// Whether a puzzle has another print than it was stored with.
    fn contradicts(&self, record: i64, print: i64) -> bool {
        let first = self.prints.partition_point(|(id, _)| *id < record);
        let mut own = self.prints[first..]
            .iter()
            .take_while(|(id, _)| *id == record);
        match own.next() {
            None => false,
            // Where hashes collided, it is a little further.
            Some((_, stored)) => !(0..16).contains(&stored.wrapping_sub(print)),
        }
    }
}

/// Puzzles on their way into the new corpus.
struct Saver<'a> {
    corpus: Corpus,
    index: &'a Index,
    judge: &'a dyn Judge,
    /// The source of puzzles whose source is lost.
    lost: Source,
    /// Games and sources in the new corpus.
    ids: HashMap<(i64, i64), (i64, i64)>,
    waiting: Batch,
    /// Game and source of what waits.
    key: Option<(i64, i64)>,
    repaired: Repaired,
}

impl Saver<'_> {
    fn game(&self, id: i64) -> &str {
        self.index
            .games
            .get(&id)
            .map_or(self.judge.game(), String::as_str)
    }

    fn save(&mut self, saved: &SavedPuzzle) -> Result<(), CorpusError> {
        let game = self.game(saved.game);
        let print = super::fingerprint::fingerprint(saved.game, &saved.puzzle);
        let is_whole =
            self.judge.is_puzzle(game, &saved.puzzle) && !self.index.contradicts(saved.id, print);
        if !is_whole {
            self.repaired.broken += 1;
            return Ok(());
        }
        let key = (saved.game, saved.source);
        if self.key != Some(key) || self.waiting.len() >= LOAD {
            self.flush()?;
            self.key = Some(key);
        }
        let solution = saved.solution.as_deref().unwrap_or_default();
        let second = self.index.seconds.get(&saved.id);
        let (second, at_least) = second.map_or((&[][..], 0), |(bytes, n)| (bytes, *n));
        let game = self.game(saved.game);
        let is_solution = |bytes: &[u8]| self.judge.is_solution(game, &saved.puzzle, bytes);
        let checked = matches!(saved.verdict, Verdict::Unique | Verdict::Solved);
        if checked && !is_solution(solution) {
            self.repaired.unsolved += 1;
            let facts = Facts {
                effort: Effort::default(),
                ..saved.facts
            };
            self.waiting.push(facts, &saved.puzzle, &Answer::default());
            return Ok(());
        }
        let answer = Answer::new(saved.verdict, solution, second, at_least);
        self.waiting.push(saved.facts, &saved.puzzle, &answer);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), CorpusError> {
        let Some(key) = self.key else { return Ok(()) };
        if self.waiting.is_empty() {
            return Ok(());
        }
        let (game, source) = self.enter(key)?;
        let (tally, _) = self.corpus.add(game, source, &self.waiting)?;
        self.repaired.tally.add(tally);
        self.waiting.clear();
        Ok(())
    }

    /// The numbers of a game and a source in the new corpus.
    fn enter(&mut self, key: (i64, i64)) -> Result<(i64, i64), CorpusError> {
        if let Some(ids) = self.ids.get(&key) {
            return Ok(*ids);
        }
        let game = self.corpus.enter_game_named(self.game(key.0))?;
        let source = self.index.sources.get(&key.1).unwrap_or(&self.lost);
        let ids = (game, self.corpus.enter_source(source)?);
        self.ids.insert(key, ids);
        Ok(ids)
    }

    /// What else was read for seeds: it is a conflict again, or the only reading that is left.
    fn conflicts(&mut self) -> Result<(), CorpusError> {
        for conflict in &self.index.conflicts {
            self.save(conflict)?;
        }
        self.flush()
    }
}
