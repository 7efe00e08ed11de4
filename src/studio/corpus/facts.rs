//! What is told of a record.

use std::marker::PhantomData;

use serde_json::{Value, json};

use crate::base::Limits;
use crate::base::record::Source;
use crate::corpus::{StoredPuzzle, date};
use crate::game::{Storable, grade_names, size};
use crate::studio::http::Answer;
use crate::studio::solution::{Solution, Steps};

/// Time in which the steps of a person are found, at most.
const EXPLAINED: std::time::Duration = std::time::Duration::from_secs(5);

/// The puzzle of a record as it starts, with its seed.
///
/// # Errors
/// Its bytes are none.
pub fn puzzle<G: Storable>(found: &StoredPuzzle) -> Result<G::Puzzle, Answer> {
    let puzzle = G::unpack(&found.puzzle);
    let puzzle = puzzle.ok_or_else(|| Answer::refusal(422, "its bytes are no puzzle"))?;
    Ok(match found.facts.seed {
        Some(seed) => G::with_seed(puzzle, seed),
        None => puzzle,
    })
}

/// What a page of many tells of each.
pub fn told<G: Storable>(found: &StoredPuzzle) -> Value {
    let effort = found.facts.effort;
    let grade = effort.grade.map(usize::from);
    let size = G::unpack(&found.puzzle).and_then(|puzzle| size::<G>(&puzzle));
    json!({
        "record": found.id,
        "seed": found.facts.seed,
        "result": found.verdict.word(),
        "grade": grade.and_then(|grade| grade_names::<G>().get(grade)),
        "nodes": effort.nodes,
        "size": size,
    })
}

/// What is told of one puzzle.
///
/// # Errors
/// Its bytes are none.
pub fn details<G: Storable>(
    found: &StoredPuzzle,
    source: Option<&Source>,
) -> Result<Value, Answer> {
    let puzzle = puzzle::<G>(found)?;
    let moves = moves::<G>(&puzzle, found);
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let limits = Limits {
        time: Some(EXPLAINED),
        ..Limits::default()
    };
    // Without a solution there is nothing to explain, and to find that out may take long.
    let explains = G::abilities().explains.filter(|_| !moves.is_empty());
    let mut told = told::<G>(found);
    told["game"] = G::NAME.into();
    told["text"] = puzzle.to_string().into();
    told["moves"] = names.into();
    told["steps"] = explains.map(|by| by.explain(&puzzle, &limits)).into();
    told["nanos"] = found.facts.effort.nanos.into();
    told["at_least"] = found.second.as_ref().map(|(_, at_least)| *at_least).into();
    told["confidence"] = found.facts.confidence.into();
    told["read_at"] = found.facts.at.map(date).into();
    told["source"] = source
        .map(|source| format!("{} {}, {}", source.kind, source.place, date(source.begun)))
        .into();
    Ok(told)
}

fn moves<G: Storable>(puzzle: &G::Puzzle, found: &StoredPuzzle) -> Vec<G::Move> {
    let packed = found.solution.as_deref();
    let moves = packed.and_then(|packed| G::unpack_solution(puzzle, packed));
    moves.unwrap_or_default()
}

/// Makes what is looked at move by move of a record.
pub struct StepsOf<G>(PhantomData<G>);

impl<G: Storable> StepsOf<G> {
    /// # Errors
    /// Its bytes are no puzzle.
    pub fn of(found: &StoredPuzzle) -> Result<Box<dyn Steps>, Answer> {
        let puzzle = puzzle::<G>(found)?;
        let moves = moves::<G>(&puzzle, found);
        Ok(Box::new(Solution::<G> { puzzle, moves }))
    }
}
