//! The one abstraction: a puzzle game that can be read off a screen, solved and played.

use std::fmt::{Debug, Display};

use image::{RgbImage, RgbaImage};

use crate::base::{Limits, Outcome, Rect, SolveReport, TextError};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::{Named, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

mod page;
mod storable;

pub use storable::{Judged, Solutions, Storable};

/// A puzzle game that can be read off a screen, solved and played.
pub trait Game: Send + Sync + 'static {
    /// How the command line and the profiles call it.
    const NAME: &'static str;
    /// How many moves may be under way before the screen is looked at again: one where each move
    /// builds on the last, many where they can be made in any order.
    const AT_ONCE: usize;

    /// Everything one reading of the screen tells, moves already made included. Displays as text.
    type Puzzle: Clone + PartialEq + Debug + Display + Send + Sync + 'static;
    /// The smallest act a player can perform.
    type Move: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// Reads the text format. Errors name the line and what is wrong with it.
    fn parse(text: &str) -> Result<Self::Puzzle, TextError>;

    /// Reads what [`Display`] writes of a move; None if it is none.
    fn parse_move(text: &str) -> Option<Self::Move>;

    /// Reads the board that `view` shows; refuses rather than guesses. `memory` is an earlier
    /// reading of the same board, for games whose picture alone does not tell everything; while the next
    /// board is awaited it is of the last. On the scratch is noted what was recognised.
    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Self::Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Self::Puzzle>, ReadError>;

    /// Reads a board on which something is shown that the profile was never taught, if there is only one
    /// way in which it makes sense.
    fn deduce(_view: &View, _profile: &Profile) -> Option<Self::Puzzle> {
        None
    }

    /// The profile with one more example, and the example's picture; `known` are the pictures that the
    /// profile has. None if the game's profiles learn nothing by that.
    fn taught(
        _profile: &Profile,
        _known: &[Named],
        _board: RgbaImage,
        _puzzle: &Self::Puzzle,
    ) -> Option<(Profile, Named)> {
        None
    }

    /// The moves from where the board stands now to solved.
    fn solve(puzzle: &Self::Puzzle, limits: &Limits) -> Outcome<Vec<Self::Move>>;

    /// Whether a move is one letter, so that many are written as a word.
    const LETTERS: bool = false;

    /// As [`Self::solve`], with what it took.
    fn report(puzzle: &Self::Puzzle, limits: &Limits) -> SolveReport<Self::Move> {
        SolveReport {
            outcome: Self::solve(puzzle, limits),
            nodes: None,
            optimal: false,
        }
    }

    /// Whether a line is a whole puzzle, so that files of many can be worked on line by line.
    fn is_line(_line: &str) -> bool {
        false
    }

    /// Cuts a text into the texts of its puzzles, each with the number of its first line.
    fn split(text: &str) -> Vec<(usize, &str)> {
        vec![(1, text)]
    }

    /// The answer in the game's own format, for a puzzle that was given as `text`.
    fn answer(_text: &str, _puzzle: &Self::Puzzle, outcome: &Outcome<Vec<Self::Move>>) -> String {
        match outcome.solution() {
            Some(moves) => moves_text::<Self>(moves),
            None => outcome.word().to_string(),
        }
    }

    /// Reads the moves of an answer, for games that write them in a format of their own.
    fn parse_answer(_text: &str) -> Option<Vec<Self::Move>> {
        None
    }

    /// A shorter way from a line to its answer line, appended to `out` without its end; the
    /// same as parsing, solving and [`Self::answer`].
    ///
    /// # Errors
    /// As parsing.
    fn answer_line(
        line: &str,
        limits: &Limits,
        out: &mut String,
    ) -> Result<Outcome<()>, TextError> {
        let puzzle = Self::parse(line)?;
        let outcome = Self::solve(&puzzle, limits);
        out.push_str(&Self::answer(line, &puzzle, &outcome));
        Ok(outcome.map(|_| ()))
    }

    /// The steps by which a person would solve it, if the game can tell.
    fn explain(_puzzle: &Self::Puzzle) -> Option<String> {
        None
    }

    /// A picture of the puzzle with these moves made, if the game can draw it.
    fn picture(_puzzle: &Self::Puzzle, _moves: &[Self::Move]) -> Option<RgbImage> {
        None
    }

    /// The pictures of an animation of the search or of the solution found, if the game has one; without
    /// a solution, `moves` are none.
    fn trace(_puzzle: &Self::Puzzle, _moves: &[Self::Move]) -> Option<Vec<RgbImage>> {
        None
    }

    /// The rules: what the screen should show after the move.
    fn after(puzzle: &Self::Puzzle, mv: &Self::Move) -> Self::Puzzle;

    fn is_solved(puzzle: &Self::Puzzle) -> bool;

    /// Whether both are states of one and the same puzzle (the same start, other moves made).
    fn same_puzzle(a: &Self::Puzzle, b: &Self::Puzzle) -> bool;

    /// The stand-in game to practise on.
    fn practice(options: &Options) -> Box<dyn PracticeGame>;

    /// Where it can be tried how a game reacts that was never played; None if nothing can be done there
    /// that is undone by doing it again.
    fn ground(_puzzle: &Self::Puzzle, _profile: &Profile) -> Option<ProbeArea> {
        None
    }

    /// How a move is performed, in pixels of the board.
    fn gesture(puzzle: &Self::Puzzle, mv: &Self::Move, profile: &Profile) -> Gesture;
}

/// Where a game may be tried: clicks there are undone by clicking again.
#[derive(Clone, Debug)]
pub struct ProbeArea {
    /// Two cells that are empty. Board pixels.
    pub cells: [Rect; 2],
    /// Numbers that may change with the first. Board pixels.
    pub numbers: Vec<Rect>,
}

/// Moves as text: a word where they are letters, else with spaces between, or semicolons where moves
/// have spaces themselves.
pub fn moves_text<G: Game + ?Sized>(moves: &[G::Move]) -> String {
    let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let phrases = words.iter().any(|word| word.contains(' '));
    words.join(match G::LETTERS {
        true => "",
        false if phrases => "; ",
        false => " ",
    })
}

/// Reads what [`moves_text`] writes, moves on lines of their own, and an answer of the game's.
///
/// # Errors
/// The first move that is none.
pub fn parse_moves<G: Game + ?Sized>(text: &str) -> Result<Vec<G::Move>, String> {
    if let Some(moves) = G::parse_answer(text) {
        return Ok(moves);
    }
    let read = |word: &str| G::parse_move(word.trim()).ok_or_else(|| word.trim().to_string());
    let words = text.split_whitespace();
    if G::LETTERS {
        let letters = words.flat_map(str::chars);
        return letters
            .map(|letter| read(letter.encode_utf8(&mut [0; 4])))
            .collect();
    }
    let phrases = text.split([';', '\n']).filter(|p| !p.trim().is_empty());
    phrases
        .map(read)
        .collect::<Result<_, _>>()
        .or_else(|_| words.map(read).collect())
}
