//! The corpus, looked through page by page.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use self::facts::{StepsOf, details, told};
use super::api::{json, png, unknown};
use super::http::{Answer, Head};
use super::shelf::Shelf;
use super::solution::Steps;
use crate::base::record::Verdict;
use crate::corpus::{Corpus, CorpusError, Location, Search, StoredPuzzle};
use crate::game::{Storable, grade_names};
use crate::games::GameId;
use crate::with_game;

mod facts;
mod numbers;

/// Puzzles on a page.
const PAGE: usize = 24;

/// A page comes after so long though it be not full; the browser asks for the rest. Chosen: nobody sees that as a wait.
const WAIT: Duration = Duration::from_millis(150);

/// So many connections are kept while nobody uses them.
const KEPT: usize = 4;

/// The corpus, and connections to it.
pub struct Shelves {
    location: Location,
    idle: Mutex<Vec<Corpus>>,
}

impl Shelves {
    pub fn new(location: Location) -> Self {
        let idle = Mutex::new(Vec::new());
        Self { location, idle }
    }

    /// Answers what is asked for below `/api/corpus`.
    pub fn get(
        &self,
        path: &[&str],
        head: &Head,
        shelf: &Shelf<Box<dyn Steps>>,
    ) -> Result<Answer, Answer> {
        if path.is_empty() {
            return self.with(contents).and_then(|value| json(&value));
        }
        let game = head.value("game").and_then(GameId::of_name);
        let game = game.ok_or_else(|| Answer::refusal(404, "there is no such game"))?;
        with_game!(game, G => match path {
            ["puzzles"] => json(&self.page::<G>(head)?),
            ["puzzle"] => json(&self.puzzle::<G>(head, shelf)?),
            ["picture.png"] => self.picture::<G>(head),
            ["stats"] => json(&self.with(numbers::stats::<G>)?),
            _ => Err(unknown()),
        })
    }

    /// Asks the corpus.
    fn with<T>(&self, ask: impl FnOnce(&Corpus) -> Result<T, CorpusError>) -> Result<T, Answer> {
        let refused = |error: CorpusError| Answer::refusal(422, error.to_string());
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let corpus = match kept {
            Some(corpus) => corpus,
            None => Corpus::open(&self.location).map_err(refused)?,
        };
        let answer = ask(&corpus).map_err(refused)?;
        let mut idle = idle();
        if idle.len() < KEPT {
            idle.push(corpus);
        }
        Ok(answer)
    }

    fn page<G: Storable>(&self, head: &Head) -> Result<Value, Answer> {
        if let Some(seed) = number::<u64>(head, "seed")? {
            let found = self.with(|corpus| corpus.by_seed::<G>(seed))?;
            let puzzles: Vec<Value> = found.iter().map(told::<G>).collect();
            return Ok(json!({ "puzzles": puzzles, "next": null }));
        }
        let search = search::<G>(head)?;
        let after = number(head, "after")?.unwrap_or(0);
        let most = number(head, "most")?.unwrap_or(PAGE).clamp(1, PAGE);
        let until = Instant::now() + WAIT;
        let found = self.with(|corpus| corpus.search::<G>(&search, after, most, until))?;
        let puzzles: Vec<Value> = found.puzzles.iter().map(told::<G>).collect();
        Ok(json!({ "puzzles": puzzles, "next": found.next }))
    }

    /// The record that is asked for.
    fn record<G: Storable>(&self, head: &Head) -> Result<StoredPuzzle, Answer> {
        let id = number(head, "record")?.ok_or_else(unknown)?;
        let found = self.with(|corpus| corpus.by_id::<G>(id))?;
        found.ok_or_else(|| Answer::refusal(404, format!("there is no record {id}")))
    }

    fn puzzle<G: Storable>(
        &self,
        head: &Head,
        shelf: &Shelf<Box<dyn Steps>>,
    ) -> Result<Value, Answer> {
        let found = self.record::<G>(head)?;
        let source = self.with(|corpus| corpus.source(found.source))?;
        let mut told = details::<G>(&found, source.as_ref())?;
        told["solution"] = shelf.put(StepsOf::<G>::of(&found)?).into();
        Ok(told)
    }

    fn picture<G: Storable>(&self, head: &Head) -> Result<Answer, Answer> {
        let found = self.record::<G>(head)?;
        let puzzle = facts::puzzle::<G>(&found)?;
        let pictures = G::abilities().pictures.ok_or_else(unknown)?;
        let picture = pictures.picture(&puzzle, &[]).ok_or_else(unknown)?;
        Ok(png(picture.into())?.with("Vary", "Cookie"))
    }
}

/// Where the corpus is, and how many puzzles of each game it has.
fn contents(corpus: &Corpus) -> Result<Value, CorpusError> {
    let counts = GameId::ALL.iter().map(|game| {
        let count = with_game!(*game, G => corpus.count::<G>())?;
        Ok(json!({ "name": game.name(), "title": game.title(), "count": count }))
    });
    let games: Vec<Value> = counts.collect::<Result<_, CorpusError>>()?;
    Ok(json!({ "name": corpus.name(), "games": games }))
}

/// What the query says is looked for.
fn search<G: Storable>(head: &Head) -> Result<Search, Answer> {
    let named = |name: &'static str| head.value(name).filter(|value| !value.is_empty());
    let unknown = |what: &str, value: &str| Answer::refusal(400, format!("no {what} is {value:?}"));
    let verdict = named("result").map(|word| {
        let verdict = Verdict::of_word(word);
        verdict.ok_or_else(|| unknown("result", word))
    });
    let grade = named("grade").map(|word| {
        let index = grade_names::<G>().iter().position(|name| *name == word);
        index
            .map(|index| index as u8)
            .ok_or_else(|| unknown("grade", word))
    });
    let size = named("size").map(|text| size(text).ok_or_else(|| unknown("size", text)));
    Ok(Search {
        verdict: verdict.transpose()?,
        grade: grade.transpose()?,
        size: size.transpose()?,
    })
}

/// `8x8`.
fn size(text: &str) -> Option<[usize; 2]> {
    let (columns, rows) = text.split_once('x')?;
    Some([columns.trim().parse().ok()?, rows.trim().parse().ok()?])
}

/// A number of the query; None if it is not there.
fn number<T: std::str::FromStr>(head: &Head, name: &str) -> Result<Option<T>, Answer> {
    let Some(text) = head.value(name).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let read = text.parse().map(Some);
    read.map_err(|_| Answer::refusal(400, format!("{name}: {text:?} is no number")))
}
