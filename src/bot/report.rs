//! What the bot tells of a puzzle it played.

use std::time::{Duration, Instant};

use image::RgbaImage;
use serde::Serialize;

use super::look::{Costs, Hidden, SeenBoard};
use crate::base::Limit;
use crate::game::Game;
use crate::profile::{MoveBy, Profile, SolvedBy};
use crate::screen::Frame;
use crate::vision::tiles::TileExample;
use crate::vision::{Place, View};

/// How a puzzle ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Solved,
    /// All moves of a list were made; they do not solve it.
    Played,
    /// All moves were made that solve it, but nothing that was seen afterwards says that it is solved.
    Unconfirmed(String),
    /// The board is as its rules want it, but the game does not show that it is solved; by what it showed that before,
    /// if it ever did. What it wants besides may not be on the board.
    Unsigned(Option<SolvedBy>),
    /// All moves were made that solve it, but another puzzle came before that was seen, so long after this one was asked
    /// for: the request may have counted twice.
    Overtaken(Duration),
    /// There are no moves to be trusted.
    Refused(String),
    /// No solution.
    Impossible,
    /// At least that many solutions.
    Several(u64),
    /// A limit ended the search.
    Unknown(Limit),
    /// The picture could not be read with confidence.
    Unreadable(String),
    /// The game did not follow.
    GivenUp(String),
    /// The game showed another puzzle before the end.
    Replaced,
}

impl Ending {
    /// Whether the board was played to its end: another may follow.
    pub fn is_end(&self) -> bool {
        matches!(
            self,
            Ending::Solved | Ending::Unsigned(_) | Ending::Overtaken(_)
        )
    }

    /// One word for scripts.
    pub fn word(&self) -> &'static str {
        match self {
            Ending::Solved => "solved",
            Ending::Played => "played",
            Ending::Unconfirmed(_) | Ending::Unsigned(_) | Ending::Overtaken(_) => "unconfirmed",
            Ending::Refused(_) => "refused",
            Ending::Impossible => "impossible",
            Ending::Several(_) => "several",
            Ending::Unknown(_) => "unknown",
            Ending::Unreadable(_) => "unreadable",
            Ending::GivenUp(_) => "given-up",
            Ending::Replaced => "replaced",
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::Solved => write!(f, "solved"),
            Ending::Played => write!(f, "all moves made; it is not solved"),
            Ending::Unconfirmed(why) => write!(f, "played, not confirmed: {why}"),
            Ending::Unsigned(None) => write!(
                f,
                "played, not confirmed: the board is as its rules want it, and the game shows no sign of that"
            ),
            Ending::Unsigned(Some(by)) => write!(
                f,
                "played, not confirmed: the board is as its rules want it, but this time the game did not show {by}"
            ),
            Ending::Overtaken(after) => write!(
                f,
                "played, not confirmed: another puzzle came {:.1} s after this one was asked for: the game may have \
                 been asked twice",
                after.as_secs_f64()
            ),
            Ending::Refused(why) => write!(f, "refused: {why}"),
            Ending::Impossible => write!(f, "has no solution as it was read"),
            Ending::Several(n) => {
                write!(f, "has at least {n} solutions as it was read")
            }
            Ending::Unknown(limit) => {
                write!(f, "not solved within the limit of {limit}")
            }
            Ending::Unreadable(why) => write!(f, "not readable: {why}"),
            Ending::GivenUp(why) => write!(f, "given up: {why}"),
            Ending::Replaced => write!(f, "replaced by another puzzle"),
        }
    }
}

/// By what it is known that a puzzle is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The last board that was seen.
    Board,
    /// The game's sign, in its window or as a window of its own.
    Sign,
    /// The next puzzle, which came by itself.
    Next,
    /// After the last move the game left the board.
    Left,
}

impl Evidence {
    /// One word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Board => "board",
            Evidence::Sign => "sign",
            Evidence::Next => "next",
            Evidence::Left => "left",
        }
    }
}

/// One puzzle from the first look to the last check.
#[derive(Clone, Debug)]
pub struct PuzzleReport<G: Game> {
    /// As it was first read; None if it never was.
    pub puzzle: Option<G::Puzzle>,
    /// As it was last read, or as the last moves left it.
    pub last: Option<G::Puzzle>,
    pub ending: Ending,
    /// By what it is known to be solved, if it is.
    pub evidence: Option<Evidence>,
    pub times: Times,
    /// Gestures performed.
    pub gestures: usize,
    /// Rounds after the first that were needed because the screen did not show what it should.
    pub repairs: usize,
    /// Requests to take back all moves, because the board could no longer be solved.
    pub resets: usize,
    /// The first frame that was read, or the one that could not be.
    pub frame: Option<Frame>,
    /// The last frame that was looked at.
    pub last_frame: Option<Frame>,
    /// Where the board is in it.
    pub place: Option<Place>,
    begun: Instant,
    /// Of a puzzle that was to be shown, but was not.
    pub seed: Option<u64>,
    /// Whether something on it was never seen before, and was found by what alone makes sense.
    pub deduced: bool,
    /// How the game showed that it is solved, if that was watched.
    pub solved_by: Option<SolvedBy>,
    /// Whether the game wants all that is no wall marked, too, if that was found out.
    pub marks: Option<bool>,
    /// How things are moved, if that was found out.
    pub moved_by: Option<MoveBy>,
    /// Tiles that were never seen before.
    pub learned: Vec<(RgbaImage, TileExample)>,
}

impl<G: Game> PuzzleReport<G> {
    /// The report of a puzzle that nobody has looked at yet.
    pub(super) fn new() -> Self {
        Self {
            puzzle: None,
            last: None,
            ending: Ending::GivenUp("not begun".into()),
            evidence: None,
            times: Times::default(),
            gestures: 0,
            repairs: 0,
            resets: 0,
            frame: None,
            last_frame: None,
            place: None,
            begun: Instant::now(),
            seed: None,
            deduced: false,
            solved_by: None,
            marks: None,
            moved_by: None,
            learned: Vec::new(),
        }
    }

    /// The report of a seed whose puzzle was not even asked for.
    pub fn of_seed(seed: u64, ending: Ending) -> Self {
        Self {
            ending,
            seed: Some(seed),
            ..Self::new()
        }
    }

    /// The board as a picture, if it shows something that was never seen before and the game confirmed
    /// what that is.
    pub fn lesson(&self, profile: &Profile) -> Option<RgbaImage> {
        let is_confirmed = matches!(self.solved_by, Some(by) if by != SolvedBy::Nothing);
        let (frame, place) = (self.frame.as_ref()?, self.place?);
        (self.deduced && is_confirmed).then(|| View { frame, place }.board(profile.board))
    }

    /// Whether the profile can learn something from it.
    pub fn teaches(&self) -> bool {
        let of_the_end = self.solved_by.is_some() || self.marks.is_some();
        of_the_end || self.moved_by.is_some() || !self.learned.is_empty()
    }

    /// How it ended; where there were no moves to be made, with what was done before that was known.
    pub fn said(&self) -> String {
        use Ending::{Impossible, Refused, Several, Unknown};
        let ending = &self.ending;
        match (self.gestures, self.resets) {
            _ if !matches!(ending, Refused(_) | Impossible | Several(_) | Unknown(_)) => {
                ending.to_string()
            }
            (0, 0) => format!("{ending}; nothing was clicked"),
            (0, resets) => {
                format!("{ending}; nothing was clicked but {resets} requests to take moves back")
            }
            (made, resets) => {
                format!("{ending}, after {made} clicks and {resets} requests to take moves back")
            }
        }
    }

    /// One object for scripts. Times are in ms.
    pub fn json(&self) -> serde_json::Value {
        let mut line = serde_json::json!({
            "game": G::NAME,
            "result": self.ending.word(),
            "puzzle": self.puzzle.as_ref().map(ToString::to_string),
            "gestures": self.gestures,
            "repairs": self.repairs,
            "resets": self.resets,
            "ms": self.times,
        });
        if let Some(seed) = self.seed {
            line["seed"] = seed.into();
        }
        if let Some(evidence) = self.evidence {
            line["evidence"] = evidence.word().into();
        }
        if self.ending != Ending::Solved {
            line["reason"] = self.said().into();
        }
        line
    }

    pub(super) fn first(&mut self, seen: &SeenBoard<G>) {
        self.puzzle = Some(seen.puzzle.clone());
        self.frame = Some(seen.frame.clone());
        self.place = Some(seen.place);
    }

    pub(super) fn hidden(&mut self, hidden: Hidden) {
        self.ending = Ending::Unreadable(hidden.error.to_string());
        self.frame = Some(hidden.frame);
        self.place = hidden.place;
    }

    /// The board that the next puzzle is told from: a solved one as it is now, for a game may show the same things
    /// anew.
    pub fn left(&self) -> Option<G::Puzzle> {
        let solved = self.last.as_ref().filter(|last| G::is_solved(last));
        solved.or(self.puzzle.as_ref()).cloned()
    }

    pub(super) fn give_up(&mut self, why: &str) {
        self.ending = Ending::GivenUp(why.into());
    }

    pub(super) fn close(&mut self, costs: &Costs, last_frame: Option<Frame>) {
        self.last_frame = last_frame;
        (self.times.capture, self.times.read) = costs.means();
        self.times.total = self.begun.elapsed();
    }
}

/// Where the time of one puzzle went.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Times {
    /// One capture (the mean).
    #[serde(serialize_with = "ms")]
    pub capture: Duration,
    /// Until two frames in a row showed the same puzzle.
    #[serde(serialize_with = "ms")]
    pub settle: Duration,
    /// One reading (the mean).
    #[serde(serialize_with = "ms")]
    pub read: Duration,
    #[serde(serialize_with = "ms")]
    pub solve: Duration,
    /// Performing all gestures.
    #[serde(serialize_with = "ms")]
    pub act: Duration,
    /// From the first frame to the last.
    #[serde(serialize_with = "ms")]
    pub total: Duration,
}

fn ms<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 1e6).round() / 1e3)
}
