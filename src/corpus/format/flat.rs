//! A record as a row of plain values: what JSON lines, CSV and Parquet have in common.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{FileError, Parsed};
use crate::base::record::{Answer, Effort, Facts, Record, Source, Verdict};
use crate::corpus::{Corpus, CorpusError};
use crate::game::{Storable, grade_names};

/// What the head of a CSV file begins with.
pub const FIRST_COLUMNS: &str = "game,seed,puzzle";

/// The order of the fields is the order of the columns. Times are ms since 1970.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flat<'a> {
    #[serde(borrow)]
    pub game: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "skip")]
    pub seed: Option<u64>,
    #[serde(borrow)]
    pub puzzle: Cow<'a, str>,
    #[serde(borrow)]
    pub result: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "skip")]
    pub solution: Option<Cow<'a, str>>,
    #[serde(borrow, default, skip_serializing_if = "skip")]
    pub second: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "skip")]
    pub at_least: Option<u64>,
    #[serde(default, skip_serializing_if = "skip")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "skip")]
    pub nanos: Option<u64>,
    #[serde(borrow, default, skip_serializing_if = "skip")]
    pub grade: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "skip")]
    pub confidence: Option<f64>,
    #[serde(default, skip_serializing_if = "skip")]
    pub read_at: Option<i64>,
    #[serde(borrow, default, skip_serializing_if = "skip")]
    pub source_kind: Option<Cow<'a, str>>,
    #[serde(borrow, default, skip_serializing_if = "skip")]
    pub source_place: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "skip")]
    pub source_begun: Option<i64>,
}

fn skip<T>(value: &Option<T>) -> bool {
    value.is_none()
}

/// Turns records into rows: knows the sources of a corpus by their numbers.
pub struct Flattener {
    sources: HashMap<i64, Source>,
    puzzle: String,
    solution: String,
    second: String,
}

impl Flattener {
    pub fn new(corpus: &Corpus) -> Result<Self, CorpusError> {
        Ok(Self {
            sources: corpus.sources()?.into_iter().collect(),
            puzzle: String::new(),
            solution: String::new(),
            second: String::new(),
        })
    }

    /// # Errors
    /// The record is no puzzle of this game.
    pub fn flat<G: Storable>(&mut self, record: &Record) -> Result<Flat<'_>, FileError> {
        let broken = || FileError::NoPuzzle(record.id);
        for text in [&mut self.puzzle, &mut self.solution, &mut self.second] {
            text.clear();
        }
        let (puzzle, answer) = (record.puzzle, &record.answer);
        G::write_puzzle(puzzle, &mut self.puzzle).ok_or_else(broken)?;
        if let Some(solution) = answer.solution {
            G::write_solution(puzzle, solution, &mut self.solution).ok_or_else(broken)?;
        }
        if let Some((second, _)) = answer.second {
            G::write_solution(puzzle, second, &mut self.second).ok_or_else(broken)?;
        }
        let source = self.sources.get(&record.source);
        let facts = &record.facts;
        Ok(Flat {
            game: G::NAME.into(),
            seed: facts.seed,
            puzzle: self.puzzle.as_str().into(),
            result: answer.verdict.word().into(),
            solution: answer.solution.map(|_| self.solution.as_str().into()),
            second: answer.second.map(|_| self.second.as_str().into()),
            at_least: answer.second.map(|(_, at_least)| at_least),
            nodes: facts.effort.nodes,
            nanos: facts.effort.nanos,
            grade: facts.effort.grade.and_then(grade_name::<G>).map(Cow::from),
            confidence: facts.confidence,
            read_at: facts.at,
            source_kind: source.map(|source| source.kind.as_str().into()),
            source_place: source.map(|source| source.place.as_str().into()),
            source_begun: source.map(|source| source.begun),
        })
    }
}

/// Packs a row.
///
/// # Errors
/// What is wrong with it.
pub fn unflat<G: Storable>(flat: &Flat, into: &mut Parsed) -> Result<(), String> {
    if flat.game != G::NAME {
        return Err(format!(
            "it is a puzzle of {}, not of {}",
            flat.game,
            G::NAME
        ));
    }
    let mut puzzle = Vec::new();
    let own_seed = G::read_puzzle(&flat.puzzle, &mut puzzle).map_err(|error| error.what)?;
    let verdict =
        Verdict::of_word(&flat.result).ok_or_else(|| format!("{:?} is no result", flat.result))?;
    let packed = |text: &Option<Cow<str>>| {
        let mut packed = Vec::new();
        let text = text.as_deref().unwrap_or_default();
        let no_solution = || format!("{text:?} is no solution of this puzzle");
        if !text.is_empty() {
            G::read_solution(&puzzle, text, &mut packed).ok_or_else(no_solution)?;
        }
        Ok::<_, String>(packed)
    };
    if verdict.has_solution() && flat.solution.is_none() {
        return Err(format!("it is {verdict}, but its solution is missing"));
    }
    let (solution, second) = (packed(&flat.solution)?, packed(&flat.second)?);
    let seed = flat.seed.or(own_seed);
    if seed.is_some_and(|seed| i64::try_from(seed).is_err()) {
        return Err("the seed is too large".into());
    }
    let facts = Facts {
        seed,
        at: flat.read_at,
        confidence: flat.confidence,
        effort: Effort {
            nodes: flat.nodes,
            nanos: flat.nanos,
            grade: flat.grade.as_deref().map(grade_of::<G>).transpose()?,
        },
    };
    let source = match (&flat.source_kind, &flat.source_place, flat.source_begun) {
        (Some(kind), Some(place), Some(begun)) => Some(Source {
            kind: kind.to_string(),
            place: place.to_string(),
            begun,
        }),
        _ => None,
    };
    let answer = Answer::new(verdict, &solution, &second, flat.at_least.unwrap_or(2));
    into.of(source).push(facts, &puzzle, &answer);
    Ok(())
}

fn grade_name<G: Storable>(grade: u8) -> Option<&'static str> {
    grade_names::<G>().get(usize::from(grade)).copied()
}

fn grade_of<G: Storable>(name: &str) -> Result<u8, String> {
    let found = (0..)
        .zip(grade_names::<G>())
        .find(|(_, known)| **known == name);
    let (grade, _) = found.ok_or_else(|| format!("{name:?} is no grade of {}", G::NAME))?;
    Ok(grade)
}
