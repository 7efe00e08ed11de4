//! What a game tells the corpus about its puzzles.

use std::time::Instant;

use crate::base::record::{Answer, Batch, Effort, Record, Verdict};
use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::game::{Game, moves_text, parse_moves};

/// A game whose puzzles can be kept. *Packed* is the form in the file; all has a default by way of
/// the texts, which a game replaces where it has something shorter or faster.
pub trait Storable: Game + Sized {
    /// Whether the game has numbers by which it finds its puzzles again.
    const SEEDS: bool = false;

    /// The puzzle as it starts: what the player did so far is taken back.
    fn start(puzzle: &Self::Puzzle) -> Self::Puzzle {
        puzzle.clone()
    }

    /// The number by which the game finds the puzzle again, at most 2^63 - 1.
    fn seed(_puzzle: &Self::Puzzle) -> Option<u64> {
        None
    }

    /// The puzzle with a seed that its text has no place for.
    fn with_seed(puzzle: Self::Puzzle, _seed: u64) -> Self::Puzzle {
        puzzle
    }

    /// Appends the puzzle as it starts, without its seed. Equal puzzles are equal bytes.
    fn pack(puzzle: &Self::Puzzle, out: &mut Vec<u8>) {
        out.extend_from_slice(Self::start(puzzle).to_string().as_bytes());
    }

    /// None if the bytes are no puzzle.
    fn unpack(packed: &[u8]) -> Option<Self::Puzzle> {
        Self::parse(std::str::from_utf8(packed).ok()?).ok()
    }

    /// Appends moves that lead from the start of a puzzle to solved.
    fn pack_solution(_puzzle: &Self::Puzzle, moves: &[Self::Move], out: &mut Vec<u8>) {
        out.extend_from_slice(moves_text::<Self>(moves).as_bytes());
    }

    /// None if the bytes are no moves.
    fn unpack_solution(_puzzle: &Self::Puzzle, packed: &[u8]) -> Option<Vec<Self::Move>> {
        parse_moves::<Self>(std::str::from_utf8(packed).ok()?).ok()
    }

    /// The moves that are left of `moves`, which lead on from `start`, when the board stands at
    /// `now`. None if that is not on their way.
    fn remaining(
        start: &Self::Puzzle,
        moves: &[Self::Move],
        now: &Self::Puzzle,
    ) -> Option<Vec<Self::Move>> {
        let mut board = start.clone();
        let mut left = (board == *now).then_some(0);
        for (index, mv) in moves.iter().enumerate() {
            board = Self::after(&board, mv);
            if board == *now {
                left = Some(index + 1);
            }
        }
        left.map(|left| moves[left..].to_vec())
    }

    /// Appends the text of a packed puzzle; its seed need not be in it. None if it is no puzzle.
    fn write_puzzle(packed: &[u8], out: &mut String) -> Option<()> {
        out.push_str(&Self::unpack(packed)?.to_string());
        Some(())
    }

    /// Appends a packed puzzle from its text, and returns the seed if the text has one.
    ///
    /// # Errors
    /// The text is no puzzle.
    fn read_puzzle(text: &str, out: &mut Vec<u8>) -> Result<Option<u64>, TextError> {
        let puzzle = Self::parse(text)?;
        Self::pack(&puzzle, out);
        Ok(Self::seed(&puzzle))
    }

    /// Appends the text of a packed solution. None if it is not one of this puzzle.
    fn write_solution(_puzzle: &[u8], solution: &[u8], out: &mut String) -> Option<()> {
        out.push_str(std::str::from_utf8(solution).ok()?);
        Some(())
    }

    /// Appends a packed solution from its text. None if it is not one of this puzzle.
    fn read_solution(_puzzle: &[u8], text: &str, out: &mut Vec<u8>) -> Option<()> {
        let moves = parse_moves::<Self>(text).ok()?;
        out.extend_from_slice(moves_text::<Self>(&moves).as_bytes());
        Some(())
    }

    /// Reads a puzzle, with its answer if the text has one: what [`Self::write_text`] writes.
    ///
    /// # Errors
    /// The text is no puzzle, or its answer none.
    fn read_text(text: &str, into: &mut Batch) -> Result<(), TextError> {
        super::page::read_page::<Self>(text, into)
    }

    /// Appends a puzzle with its answer, in the format of the game's files. None if the record is
    /// not one of this game.
    fn write_text(record: &Record, out: &mut String) -> Option<()> {
        super::page::write_page::<Self>(record, out)
    }

    /// Solves a packed puzzle; the packed solutions go to `out`.
    fn solve_packed(packed: &[u8], limits: &Limits, out: &mut Solutions) -> Option<Judged> {
        let puzzle = Self::unpack(packed)?;
        let begun = Instant::now();
        let SolveReport { outcome, nodes, .. } = Self::solve(&puzzle, limits);
        let nanos = u64::try_from(begun.elapsed().as_nanos()).ok();
        out.take(&outcome, |moves, bytes| {
            Self::pack_solution(&puzzle, moves, bytes);
        });
        let effort = Effort {
            nodes,
            nanos,
            grade: None,
        };
        let verdict = Verdict::of(&outcome);
        Some(Judged { verdict, effort })
    }

    /// Checks a packed solution by the plain rules.
    ///
    /// # Errors
    /// What it does wrong.
    fn check(packed: &[u8], solution: &[u8]) -> Result<(), String> {
        let puzzle = Self::unpack(packed).ok_or("the bytes are no puzzle")?;
        let moves = Self::unpack_solution(&puzzle, solution).ok_or("the bytes are no moves")?;
        let end = moves
            .iter()
            .fold(puzzle, |board, mv| Self::after(&board, mv));
        match Self::is_solved(&end) {
            true => Ok(()),
            false => Err("the moves do not solve it".into()),
        }
    }
}

/// What a search said, without the solutions.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub verdict: Verdict,
    pub effort: Effort,
}

/// The packed solutions of one puzzle; used again for the next.
#[derive(Clone, Debug, Default)]
pub struct Solutions {
    bytes: Vec<u8>,
    /// Where the first ends.
    split: usize,
    at_least: u64,
}

impl Solutions {
    /// Packs what an outcome holds in the place of what was here.
    pub fn take<S>(&mut self, outcome: &Outcome<S>, mut pack: impl FnMut(&S, &mut Vec<u8>)) {
        self.bytes.clear();
        self.at_least = 0;
        match outcome {
            Outcome::Unique(solution) | Outcome::Solved(solution) => {
                pack(solution, &mut self.bytes);
                self.split = self.bytes.len();
            }
            Outcome::Several { first, at_least } => {
                pack(&first[0], &mut self.bytes);
                self.split = self.bytes.len();
                pack(&first[1], &mut self.bytes);
                self.at_least = *at_least;
            }
            Outcome::Impossible | Outcome::Unknown(_) => self.split = 0,
        }
    }

    pub fn answer(&self, verdict: Verdict) -> Answer<'_> {
        let (first, second) = self.bytes.split_at(self.split);
        Answer::new(verdict, first, second, self.at_least)
    }
}

impl Verdict {
    pub fn of<S>(outcome: &Outcome<S>) -> Self {
        match outcome {
            Outcome::Unique(_) => Verdict::Unique,
            Outcome::Solved(_) => Verdict::Solved,
            Outcome::Several { .. } => Verdict::Several,
            Outcome::Impossible => Verdict::Impossible,
            Outcome::Unknown(_) => Verdict::Unknown,
        }
    }
}
