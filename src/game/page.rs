//! Puzzles with their answers as pages of text, for games that have no shorter form:
//! the puzzle, then its answer as a comment, then a blank line.
//!
//! ```text
//! x=3&y=3&board=X.......X
//! # answer: solved R D L D R
//! ```

use crate::base::TextError;
use crate::base::record::{Answer, Batch, Facts, Record, Verdict};
use crate::game::Storable;

const ANSWER: &str = "# answer:";

pub fn read_page<G: Storable>(text: &str, into: &mut Batch) -> Result<(), TextError> {
    let mut packed = Vec::new();
    let seed = G::read_puzzle(text, &mut packed)?;
    let facts = Facts {
        seed,
        ..Facts::default()
    };
    let mut answers = text.lines().zip(1..).filter_map(|(line, number)| {
        let words = line.strip_prefix(ANSWER)?.trim();
        Some((number, words))
    });
    let Some((number, words)) = answers.next() else {
        into.push(facts, &packed, &Answer::default());
        return Ok(());
    };
    let (word, moves) = words.split_once(' ').unwrap_or((words, ""));
    let verdict = Verdict::of_word(word)
        .ok_or_else(|| TextError::new(number, format!("{word:?} is no answer")))?;
    let mut solution = Vec::new();
    G::read_solution(&packed, moves, &mut solution)
        .ok_or_else(|| TextError::new(number, "the moves are none of this game"))?;
    into.push(facts, &packed, &Answer::new(verdict, &solution, &[], 0));
    Ok(())
}

pub fn write_page<G: Storable>(record: &Record, out: &mut String) -> Option<()> {
    let puzzle = G::unpack(record.puzzle)?;
    let puzzle = match record.facts.seed {
        Some(seed) => G::with_seed(puzzle, seed),
        None => puzzle,
    };
    out.push_str(puzzle.to_string().trim_end_matches('\n'));
    out.push('\n');
    if record.answer.verdict != Verdict::Unsolved {
        out.extend([ANSWER, " ", record.answer.verdict.word()]);
        if let Some(solution) = record.answer.solution {
            out.push(' ');
            G::write_solution(record.puzzle, solution, out)?;
        }
        out.push('\n');
    }
    out.push('\n');
    Some(())
}
