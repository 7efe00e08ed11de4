//! The contract between a puzzle game and everything around it.
//!
//! [`Game`] is what every game fills: text, rules, solving, reading, learning, playing, practising.
//! What only some can do is a small trait of its own in [`ability`]; a game lists its
//! [`Abilities`], and whoever wants one looks there. [`Storable`] is how the corpus keeps puzzles; a
//! game that its default suits writes `impl Storable for … {}`.

use std::fmt::{Debug, Display};

use image::RgbaImage;

use crate::base::{Limits, Outcome, SolveReport, TextError};
use crate::hand::Gesture;
use crate::practice::{Options, PracticeGame};
use crate::profile::learn::{Learned, Lesson};
use crate::profile::{MoveBy, Profile};
use crate::vision::{ReadError, ReadScratch, Reading, View};

pub mod ability;
pub mod draft;
pub mod goal;
mod page;
mod storable;
pub mod tiled;

pub use ability::Abilities;
pub use goal::{Goal, Hurries};
pub use storable::{Judged, Solutions, Storable};

/// A puzzle game that can be read off a screen, solved and played.
pub trait Game: Send + Sync + 'static {
    /// How the command line and the profiles call it.
    const NAME: &'static str;
    /// What people call it, for `--help`.
    const TITLE: &'static str;
    /// How many moves may be under way before the screen is looked at again: one where each move
    /// builds on the last, many where they can be made in any order.
    const AT_ONCE: usize;
    /// Whether a move is one letter, so that many are written as a word.
    const LETTERS: bool = false;

    /// Everything one reading of the screen tells, moves already made included. Displays as text.
    type Puzzle: Clone + PartialEq + Debug + Display + Send + Sync + 'static;
    /// The smallest act a player can perform. Displays as text.
    type Move: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// Reads the text format. Errors name the line and what is wrong with it.
    fn parse(text: &str) -> Result<Self::Puzzle, TextError>;

    /// Reads what [`Display`] writes of a move; None if it is none.
    fn parse_move(text: &str) -> Option<Self::Move>;

    /// The rules: what the screen should show next. A move that they do not allow changes nothing.
    fn after(puzzle: &Self::Puzzle, mv: &Self::Move) -> Self::Puzzle;

    /// The boards that a move leads through, as many as its gesture has [steps](Gesture::steps); the last is the one
    /// after it.
    fn stages(puzzle: &Self::Puzzle, mv: &Self::Move) -> Vec<Self::Puzzle> {
        vec![Self::after(puzzle, mv)]
    }

    fn is_solved(puzzle: &Self::Puzzle) -> bool;

    /// Whether versions of the game may take a board for unsolved that its rules call solved. Of one that showed a sign
    /// before, only its sign tells then.
    fn is_disputed(_solved: &Self::Puzzle) -> bool {
        false
    }

    /// Whether both are states of one and the same puzzle (the same start, other moves made).
    fn same_puzzle(a: &Self::Puzzle, b: &Self::Puzzle) -> bool;

    /// Whether a board is another puzzle than the last one, which is over and after which the next was asked for.
    fn is_next(last: &Self::Puzzle, seen: &Self::Puzzle) -> bool {
        !Self::same_puzzle(last, seen)
    }

    /// The moves from where the board stands now to solved, and what it took to find them.
    fn solve(puzzle: &Self::Puzzle, limits: &Limits) -> SolveReport<Self::Move>;

    /// Reads the board that `view` shows; refuses rather than guesses. `memory` is an earlier
    /// reading of the same board, for games whose picture alone does not tell everything; while the next
    /// board is awaited it is of the last. In the scratch is noted what was recognised.
    fn read(
        view: &View,
        profile: &Profile,
        memory: Option<&Self::Puzzle>,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<Self::Puzzle>, ReadError>;

    /// Learns what the board looks like from pictures and what they show, and from pictures of
    /// `solved` boards. The error says what could not be learned.
    fn learn(
        profile: &Profile,
        lessons: &[Lesson<Self::Puzzle>],
        solved: &[RgbaImage],
    ) -> Result<Learned, String>;

    /// The moves that a move is made of where the game takes less at once, by how the profile says that things are
    /// moved.
    fn parts(mv: &Self::Move, profile: &Profile) -> Vec<Self::Move> {
        let _ = profile;
        vec![mv.clone()]
    }

    /// In which ways things may be moved, in games in which that differs: the likeliest first, which is taken where
    /// the profile says none.
    fn manners(puzzle: &Self::Puzzle) -> &'static [MoveBy] {
        let _ = puzzle;
        &[]
    }

    /// How a move is performed, in pixels of the board.
    fn gesture(puzzle: &Self::Puzzle, mv: &Self::Move, profile: &Profile) -> Gesture;

    /// The stand-in game to practise on.
    fn practice(options: &Options) -> Box<dyn PracticeGame>;

    /// What it can do besides.
    fn abilities() -> Abilities<Self>
    where
        Self: Sized,
    {
        Abilities::default()
    }
}

/// Moves as text: a word where they are letters, else with spaces between, or semicolons where moves
/// have spaces themselves.
pub fn moves_text<G: Game>(moves: &[G::Move]) -> String {
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
pub fn parse_moves<G: Game>(text: &str) -> Result<Vec<G::Move>, String> {
    let answers = G::abilities().answers;
    if let Some(moves) = answers.and_then(|answers| answers.parse(text)) {
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

/// Cuts a text into the texts of its puzzles, each with the number of its first line.
pub fn split<G: Game>(text: &str) -> Vec<(usize, &str)> {
    match G::abilities().collection {
        Some(collection) => collection.split(text),
        None => vec![(1, text)],
    }
}

/// Whether a line is a whole puzzle, so that files of many can be worked on line by line.
pub fn is_line<G: Game>(line: &str) -> bool {
    G::abilities()
        .lines
        .is_some_and(|lines| lines.is_line(line))
}

/// The answer in the game's own format, for a puzzle that was given as `text`.
pub fn answer<G: Game>(text: &str, puzzle: &G::Puzzle, outcome: &Outcome<Vec<G::Move>>) -> String {
    if let Some(answers) = G::abilities().answers {
        return answers.write(text, puzzle, outcome);
    }
    match outcome.solution() {
        Some(moves) => moves_text::<G>(moves),
        None => outcome.word().to_string(),
    }
}

/// Appends the answer to a line that is a puzzle: by parsing, solving and [`answer`].
///
/// # Errors
/// As parsing.
pub fn answer_line<G: Game>(
    line: &str,
    limits: &Limits,
    out: &mut String,
) -> Result<Outcome<()>, TextError> {
    let puzzle = G::parse(line)?;
    let outcome = G::solve(&puzzle, limits).outcome;
    out.push_str(&answer::<G>(line, &puzzle, &outcome));
    Ok(outcome.map(|_| ()))
}

/// What the practice game shows first with these options, and its picture; None if it does not tell.
pub fn first_shown<G: Game>(options: &Options) -> Option<(G::Puzzle, RgbaImage)> {
    let mut game = G::practice(options);
    let text = text_shown(game.as_mut())?;
    Some((G::parse(&text).ok()?, game.picture()))
}

/// The text of what a practice game has just shown, if it tells.
pub fn text_shown(game: &mut dyn PracticeGame) -> Option<String> {
    let events = game.take_events();
    let shown = events.iter().find(|event| event.name == "shown")?;
    shown
        .text("puzzle")
        .or(shown.text("level"))
        .map(str::to_string)
}

/// Columns and rows of a puzzle, in games that tell them.
pub fn size<G: Game>(puzzle: &G::Puzzle) -> Option<[usize; 2]> {
    let abilities = G::abilities();
    let sketched = || {
        let sketch = abilities.tiled?.sketch(puzzle);
        Some([sketch.columns, sketch.rows])
    };
    let told = abilities.fits.map(|fits| fits.size(puzzle));
    told.or_else(sketched)
}

/// How hard puzzles can be for a person, the easiest first; none if the game cannot tell.
pub fn grade_names<G: Game>() -> &'static [&'static str] {
    G::abilities().grades.map_or(&[], |grades| grades.names())
}

/// What statistics count besides; none if the game tells nothing.
pub fn feature_names<G: Game>() -> &'static [&'static str] {
    G::abilities()
        .features
        .map_or(&[], |features| features.names())
}
