//! What only some games can do: a small trait each, and the list of those that a game has.
//!
//! A game is a unit struct, so that it can be its own list's entry:
//!
//! ```text
//! fn abilities() -> Abilities<Self> {
//!     Abilities { explains: Some(&Dungeons), ..Abilities::default() }
//! }
//! ```

use image::{RgbImage, RgbaImage};

use super::Game;
pub use super::goal::Hurries;
pub use super::tiled::Tiled;
use crate::base::{Limit, Limits, Outcome, Point, Rect, TextError};
use crate::hand::Gesture;
use crate::profile::learn::Lesson;
use crate::profile::{Named, Profile};
use crate::vision::tiles::Motion;
use crate::vision::{Place, View};

/// What a game can do besides what all can.
pub struct Abilities<G: Game> {
    pub lines: Option<&'static dyn Lines>,
    pub collection: Option<&'static dyn Collection>,
    pub answers: Option<&'static dyn Answers<G>>,
    pub hurries: Option<&'static dyn Hurries<G>>,
    pub explains: Option<&'static dyn Explains<G>>,
    pub pictures: Option<&'static dyn Pictures<G>>,
    pub generates: Option<&'static dyn Generates>,
    pub fits: Option<&'static dyn Fits<G>>,
    pub tiled: Option<&'static dyn Tiled<G>>,
    pub grades: Option<&'static dyn Grades>,
    pub features: Option<&'static dyn Features>,
    pub drawn: Option<&'static dyn Drawn>,
    pub beyond: Option<&'static dyn Beyond<G>>,
    /// What its boards show.
    pub vocabulary: Vocabulary,
    /// Which options of the practice game are for it, besides those that are for all.
    pub practice_options: &'static [PracticeOption],
    /// Limits that its solver never comes to.
    pub never_reached: &'static [Limit],
}

impl<G: Game> Default for Abilities<G> {
    /// None of them.
    fn default() -> Self {
        Self {
            lines: None,
            collection: None,
            answers: None,
            hurries: None,
            explains: None,
            pictures: None,
            generates: None,
            fits: None,
            tiled: None,
            grades: None,
            features: None,
            drawn: None,
            beyond: None,
            vocabulary: Vocabulary::default(),
            practice_options: &[],
            never_reached: &[],
        }
    }
}

/// What boards of a game may show. By it `gridhand profile show` tells what a profile has never seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vocabulary {
    /// The letters of examples, and what each means.
    pub letters: &'static [(char, &'static str)],
    /// The names of pictures of things on cells, where places are known.
    pub pictures: &'static [&'static str],
}

/// What only some practice games can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeOption {
    /// How many columns and rows its puzzles have.
    Size,
    /// Which of its games it is.
    Mode,
    /// Another look.
    Skin,
    /// When the mouse counts: games that are played with the keys alone know nothing of it.
    Input,
}

/// A game of which a line can be a whole puzzle.
pub trait Lines: Sync {
    fn is_line(&self, line: &str) -> bool;

    /// Appends the answer line of a line to `out`, without its end: the same as parsing, solving and
    /// [`super::answer`].
    ///
    /// # Errors
    /// As parsing.
    fn answer_line(
        &self,
        line: &str,
        limits: &Limits,
        out: &mut String,
    ) -> Result<Outcome<()>, TextError>;
}

/// A game of which a file may hold many puzzles.
pub trait Collection: Sync {
    /// Cuts a text into the texts of its puzzles, each with the number of its first line.
    fn split<'a>(&self, text: &'a str) -> Vec<(usize, &'a str)>;
}

/// A game that writes its answers in a format of its own.
pub trait Answers<G: Game>: Sync {
    /// The answer to a puzzle that was given as `text`.
    fn write(&self, text: &str, puzzle: &G::Puzzle, outcome: &Outcome<Vec<G::Move>>) -> String;

    /// The moves of such an answer; None if the text is none.
    fn parse(&self, _text: &str) -> Option<Vec<G::Move>> {
        None
    }
}

/// A game that can tell the steps by which a person would solve a puzzle.
pub trait Explains<G: Game>: Sync {
    fn explain(&self, puzzle: &G::Puzzle, limits: &Limits) -> String;
}

/// A game that draws its puzzles.
pub trait Pictures<G: Game>: Sync {
    /// A picture of the puzzle with these moves made; None if they cannot be made.
    fn picture(&self, puzzle: &G::Puzzle, moves: &[G::Move]) -> Option<RgbImage>;

    /// The pictures of an animation of the search or of the solution found; without a solution, `moves`
    /// are none. None if there is nothing to show.
    fn trace(&self, puzzle: &G::Puzzle, moves: &[G::Move]) -> Option<Vec<RgbImage>>;
}

/// A game that makes puzzles.
pub trait Generates: Sync {
    /// Which options of an [`Order`] it understands besides the size.
    fn options(&self) -> &'static [OrderOption];

    /// The puzzle of a seed; always the same one for the same order.
    ///
    /// # Errors
    /// What is wrong with the order, or why the seed leads to no puzzle.
    fn generate(&self, seed: u32, order: &Order) -> Result<Made, NotMade>;
}

/// What may be asked of a puzzle that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderOption {
    Lines,
    Tries,
    Boxes,
    Grade,
}

/// What is asked of a puzzle that is to be made.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Columns and rows; the game's usual ones if absent.
    pub size: Option<(usize, usize)>,
    /// The hardest of so many attempts is taken.
    pub tries: Option<u32>,
    /// How many boxes.
    pub boxes: Option<usize>,
    /// How hard for a person: an index into the game's grades.
    pub grade: Option<u8>,
    /// In one line.
    pub line: bool,
    /// The solution is wanted, too.
    pub solution: bool,
    /// What is known of it is wanted, too.
    pub facts: bool,
}

/// A puzzle that was made, as it is written down.
#[derive(Clone, Debug)]
pub struct Made {
    /// In the form that was asked for, with its solution if that was; ends with the end of a line.
    pub text: String,
    /// What is known of it: `puzzle`, `solution` …
    pub facts: serde_json::Value,
}

/// Why no puzzle was made.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum NotMade {
    /// Nobody could.
    #[error("{0}")]
    Wrong(String),
    /// The seed leads to none.
    #[error("{0}")]
    Failed(String),
}

/// A game of which some versions want more than its rules do: a car that has left the board.
pub trait Beyond<G: Game>: Sync {
    /// What is done once, on a solved board to which the game shows nothing; None if there is nothing that it may want.
    fn beyond(&self, solved: &G::Puzzle, profile: &Profile) -> Option<Gesture>;

    /// The cells that look otherwise for that alone, row by row: what happens there is no sign.
    fn cells(&self, solved: &G::Puzzle) -> Vec<usize>;
}

/// A game whose profiles may be fitted to a version of it that was never seen, and that read by likeness
/// to examples.
pub trait Fits<G: Game>: Sync {
    /// A profile of this name for what the lessons show.
    ///
    /// # Errors
    /// Why that is not possible, and what may help.
    fn fit(
        &self,
        name: &str,
        window: &str,
        lessons: &[Lesson<G::Puzzle>],
        hints: &Hints,
    ) -> Result<Fitted, String>;

    /// The board in the picture of a window, as the profile has boards; the error says why there is none.
    fn board(&self, picture: &RgbaImage, profile: &Profile) -> Result<RgbaImage, String>;

    /// The profile with one more example, and the example's picture; `known` are the pictures that the
    /// profile has.
    ///
    /// # Errors
    /// Why it is not learned: with it the board would not be read as `puzzle`.
    fn with_example(
        &self,
        profile: &Profile,
        known: &[Named],
        board: RgbaImage,
        puzzle: &G::Puzzle,
    ) -> Result<(Profile, Named), String>;

    /// Reads a board on which something is shown that the profile was never taught, if there is only one
    /// way in which it makes sense.
    fn deduce(&self, view: &View, profile: &Profile) -> Option<G::Puzzle>;

    /// Columns and rows.
    fn size(&self, puzzle: &G::Puzzle) -> [usize; 2];

    /// Where it can be tried how a game reacts that was never played; None if nothing can be done there
    /// that is undone by doing it again.
    fn probe_area(&self, puzzle: &G::Puzzle, profile: &Profile) -> Option<ProbeArea>;

    /// The board that is fitted, to be looked at for a while in which nobody plays: what moves on it by itself is the same all
    /// the while. None where nothing is learned of that.
    fn motion(&self, _fitted: &Fitted, _lesson: &Lesson<G::Puzzle>) -> Option<Motion> {
        None
    }

    /// Adds what was seen to move; how many pictures show it.
    ///
    /// # Errors
    /// With it the board would not be read as the lesson says. Nothing is added then.
    fn with_motion(
        &self,
        _fitted: &mut Fitted,
        _lesson: &Lesson<G::Puzzle>,
        _motion: Motion,
    ) -> Result<usize, String> {
        Ok(0)
    }

    /// How the cells are marked that are no wall in the solved board and not marked yet in the one that is seen; nothing
    /// where it is not known how.
    fn marks(
        &self,
        _solved: &G::Puzzle,
        _seen: &G::Puzzle,
        _profile: &Profile,
    ) -> Marks<G::Puzzle> {
        Marks::default()
    }
}

/// The clicks that mark cells, each with the board after it: all but one cell, and then that one.
#[derive(Clone, Debug)]
pub struct Marks<P> {
    pub rest: Vec<(Gesture, P)>,
    pub last: Vec<(Gesture, P)>,
}

impl<P> Default for Marks<P> {
    fn default() -> Self {
        let (rest, last) = (Vec::new(), Vec::new());
        Self { rest, last }
    }
}

/// What the user says about a board that is looked for.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The rectangle around the cells, in pixels of the picture.
    pub board: Option<Rect>,
    /// What will be clicked besides the cells, in pixels of the picture: it belongs to the board's picture.
    pub clicks: Vec<Point>,
}

/// A profile for a game that was never seen.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub profile: Profile,
    pub pictures: Vec<Named>,
    /// What is not sure, a sentence each, with what settles it.
    pub doubts: Vec<String>,
    /// Where the board is in the first picture.
    pub place: Place,
}

/// Where a game may be tried: clicks there are undone by clicking again.
#[derive(Clone, Debug)]
pub struct ProbeArea {
    /// Two cells that are empty. Board pixels.
    pub cells: [Rect; 2],
    /// Numbers that may change with the first. Board pixels.
    pub numbers: Vec<Rect>,
}

/// A game that can tell how hard a puzzle is for a person.
pub trait Grades: Sync {
    /// The names, the easiest first.
    fn names(&self) -> &'static [&'static str];

    /// An index into the [names](Grades::names); None if it cannot tell. Takes longer than solving.
    fn grade(&self, packed: &[u8]) -> Option<u8>;
}

/// A game that tells statistics of what its puzzles are made of.
pub trait Features: Sync {
    /// The names, in the order in which [`Features::features`] tells them.
    fn names(&self) -> &'static [&'static str];

    /// Calls `tell` with the index of each feature and how much of it a packed puzzle has.
    fn features(&self, packed: &[u8], tell: &mut dyn FnMut(usize, usize));
}

/// A game whose puzzles are drawn in reports.
pub trait Drawn: Sync {
    /// A drawing of the packed puzzle, solved if a solution is there, as the inside of an SVG
    /// element; its width and height come first.
    fn drawing(&self, packed: &[u8], solution: Option<&[u8]>) -> Option<Drawing>;
}

/// Width and height of a drawing, and the inside of its SVG element.
pub type Drawing = ([usize; 2], String);
