//! Rows that are known by their shape.

use super::pages::{Row, Value};
use super::{Effort, Facts, Verdict};

/// Another solution of a puzzle, and at least how many there are.
pub type Second = (Vec<u8>, u64);

/// A row of `puzzle` or `conflict`.
pub struct SavedPuzzle {
    pub id: i64,
    pub game: i64,
    pub source: i64,
    pub facts: Facts,
    pub verdict: Verdict,
    pub puzzle: Vec<u8>,
    pub solution: Option<Vec<u8>>,
}

/// A row of the table of puzzles.
pub fn puzzle((id, values): &Row) -> Option<SavedPuzzle> {
    let [
        Value::Null,
        Value::Int(game),
        Value::Int(source),
        seed,
        at,
        confidence,
        Value::Int(result),
        nodes,
        nanos,
        grade,
        Value::Blob(puzzle),
        solution,
    ] = values.as_slice()
    else {
        return None;
    };
    let effort = Effort {
        nodes: number(nodes)?.map(|n| n as u64),
        nanos: number(nanos)?.map(|n| n as u64),
        grade: number(grade)?.and_then(|n| u8::try_from(n).ok()),
    };
    Some(SavedPuzzle {
        id: *id,
        game: *game,
        source: *source,
        facts: facts(seed, at, confidence, effort)?,
        verdict: Verdict::of_number(*result),
        puzzle: puzzle.clone(),
        solution: match solution {
            Value::Null => None,
            Value::Blob(bytes) => Some(bytes.clone()),
            _ => return None,
        },
    })
}

/// A row of the table of conflicts. Its number is not that of a record.
pub fn conflict((_, values): &Row) -> Option<SavedPuzzle> {
    let [
        Value::Null,
        Value::Int(game),
        Value::Int(source),
        seed,
        at,
        confidence,
        Value::Int(_),
        Value::Blob(puzzle),
    ] = values.as_slice()
    else {
        return None;
    };
    Some(SavedPuzzle {
        id: -1,
        game: *game,
        source: *source,
        facts: facts(seed, at, confidence, Effort::default())?,
        verdict: Verdict::Unsolved,
        puzzle: puzzle.clone(),
        solution: None,
    })
}

fn facts(seed: &Value, at: &Value, confidence: &Value, effort: Effort) -> Option<Facts> {
    Some(Facts {
        seed: number(seed)?.map(|n| n as u64),
        at: number(at)?,
        confidence: match confidence {
            Value::Null => None,
            Value::Real(confidence) => Some(*confidence),
            // Whole numbers are stored as such.
            Value::Int(whole) => Some(*whole as f64),
            _ => return None,
        },
        effort,
    })
}

/// A number or nothing; None if it is something else.
fn number(value: &Value) -> Option<Option<i64>> {
    match value {
        Value::Null => Some(None),
        Value::Int(number) => Some(Some(*number)),
        _ => None,
    }
}
