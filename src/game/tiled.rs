//! Games whose boards are tiles: fitted, learned and read by one mechanism.

use std::cell::RefCell;

use image::RgbaImage;

use super::Game;
use crate::fit::tiles::TileSketch;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::tiles::{
    FoundTiles, Judge, Lattice, Letters, Sizes, TileLooks, board_at, board_near, find,
};
use crate::vision::{Note, ReadError, ReadScratch, Reading, View};

mod fits;

pub use fits::TileFits;

/// The tiles of a board that were recognised.
pub struct TileBoard<'a> {
    pub tiles: &'a FoundTiles,
    picture: &'a RgbaImage,
    looks: &'a TileLooks,
}

impl TileBoard<'_> {
    pub fn columns(&self) -> usize {
        self.tiles.columns
    }

    /// Whether it is seen where one thing ends and another begins.
    pub fn shows_edges(&self) -> bool {
        self.looks.edges_unknown().is_none()
    }

    /// Whether tiles of a letter look like those of another, as far as was ever seen.
    pub fn is_unseen(&self, letter: char) -> bool {
        self.looks.is_unseen(letter)
    }

    /// Whether a tile of a letter was ever seen.
    pub fn was_shown(&self, letter: char) -> bool {
        self.looks.shows(letter)
    }

    /// Which of so many cells are full in the small picture beside the board, row by row.
    ///
    /// # Errors
    /// It is not to be seen, or not certain.
    pub fn goal(&self, size: [usize; 2]) -> Result<Vec<bool>, String> {
        let goal = self
            .looks
            .goal
            .as_ref()
            .ok_or("no example shows the wanted shape")?;
        let FoundTiles { lattice, .. } = self.tiles;
        goal.read(
            self.picture,
            self.tiles.grid().area(),
            size,
            lattice.pitch[0],
        )
    }

    /// Row by row.
    pub fn letters(&self) -> Vec<char> {
        self.tiles.tiles.iter().map(|tile| tile.class).collect()
    }
}

/// From which column and row on, and how many of them.
pub type Part = ([i32; 2], [usize; 2]);

/// A game whose boards are tiles that look like what is on them.
pub trait Tiled<G: Game>: Sync {
    /// What the board of a puzzle shows.
    fn sketch(&self, puzzle: &G::Puzzle) -> TileSketch;

    /// What the small picture beside the board shows, in games that have one: full cells are `#`.
    fn goal(&self, puzzle: &G::Puzzle) -> Option<TileSketch> {
        let _ = puzzle;
        None
    }

    /// What its letters mean.
    fn letters(&self) -> Letters {
        Letters::default()
    }

    /// Whether an example tells what cannot be seen: then it is a memory of its own board.
    fn recalls(&self) -> bool {
        false
    }

    /// Whether boards are a part of a world that goes on beyond them.
    fn is_part(&self) -> bool {
        false
    }

    /// Whether no move was made yet, in such games.
    fn is_start(&self, puzzle: &G::Puzzle) -> bool {
        let _ = puzzle;
        true
    }

    /// The part of all tiles that is the board, where a world goes on beyond it: from which column and row on, and
    /// how many. `before` is where it began, if that is known; None is all of them.
    ///
    /// # Errors
    /// Why it is not known.
    fn part(
        &self,
        all: &FoundTiles,
        before: Option<[i32; 2]>,
        memory: Option<&G::Puzzle>,
    ) -> Result<Option<Part>, String> {
        let _ = (all, before, memory);
        Ok(None)
    }

    /// The puzzle that tiles show. `memory` is an earlier reading of the same board.
    ///
    /// # Errors
    /// Why they are no board of this game.
    fn puzzle(&self, board: &TileBoard, memory: Option<&G::Puzzle>) -> Result<G::Puzzle, String>;
}

/// Reads a board that a profile knows by its tiles.
///
/// # Errors
/// There is none, or it is not certain what a tile shows, or that they are a board of the game.
pub fn read<G: Game>(
    tiled: &dyn Tiled<G>,
    view: &View,
    profile: &Profile,
    memory: Option<&G::Puzzle>,
    scratch: &mut ReadScratch,
) -> Result<Reading<G::Puzzle>, ReadError> {
    scratch.clear();
    let looks = profile.templates.tiles.as_ref();
    let looks = looks.ok_or_else(|| profile.not_learned())?;
    let known = scratch.looks.take();
    let anew = || looks.clone().with_letters(tiled.letters());
    let mut looks = known.unwrap_or_else(anew);
    if let Some(why) = looks.edges_unknown()
        && !tiled.letters().told
    {
        return Err(ReadError::Unsure {
            what: "where one thing ends".into(),
            why: why.into(),
        });
    }
    let picture = &view.frame.image;
    looks.trusting = false;
    if scratch
        .foreseen
        .learn(picture, view.frame.taken, &mut looks)
    {
        // Without its new tiles the board may look like a smaller one.
        scratch.looks = Some(looks);
        return Err(ReadError::Unsure {
            what: "a tile that was never seen".into(),
            why: "it has yet to stay as it is".into(),
        });
    }
    let before = scratch.lattice;
    let attempt = |looks: &TileLooks, scratch: &mut ReadScratch| {
        let attempts = Attempts {
            tiled,
            picture,
            looks,
            profile,
            before: before.as_ref(),
            memory,
        };
        attempts.best(scratch)
    };
    // Not while a fit is tried: there the examples must be known by what they taught.
    looks.trusting = memory.is_some() && scratch.foreseen.is_playing();
    let mut best = attempt(&looks, scratch);
    let read = best.as_ref().and_then(|best| best.puzzle.as_ref().ok());
    let is_same = read
        .zip(memory)
        .is_some_and(|(read, memory)| G::same_puzzle(memory, read));
    if looks.trusting && !is_same {
        // Then what looks like nothing that is known is no thing of the board that was.
        looks.trusting = false;
        best = attempt(&looks, scratch);
    }
    let Some(Attempt { found, puzzle }) = best else {
        scratch.looks = Some(looks);
        let why = "nothing is made of the tiles that the profile knows";
        return Err(ReadError::NoBoard(why.into()));
    };
    let notes = (0..found.tiles.len()).map(|at| {
        let (column, row) = (at % found.columns, at / found.columns);
        let tile = &found.tiles[at];
        Note {
            area: found.lattice.area(column as i32, row as i32),
            label: tile.class.encode_utf8(&mut [0; 4]).into(),
            confidence: tile.confidence,
        }
    });
    scratch.notes.extend(notes);
    scratch.looks = Some(looks);
    // What cannot be read may be another place: the board was where it was read.
    scratch.lattice = before.or(Some(found.lattice));
    let puzzle = puzzle?;
    scratch.lattice = Some(found.lattice);
    let letters = tiled.sketch(&puzzle).letters;
    // What is seen while something moves may look like another puzzle.
    let is_same = memory.is_none_or(|memory| G::same_puzzle(memory, &puzzle));
    if is_same && letters.len() == found.tiles.len() {
        scratch.foreseen.read(picture, found.grid(), letters);
    }
    Ok(Reading {
        puzzle,
        confidence: scratch.least(),
        grid: Some(found.grid()),
    })
}

/// Tiles that may be a board, and what they are as one.
struct Attempt<P> {
    found: FoundTiles,
    puzzle: Result<P, ReadError>,
}

/// What a picture is tried to be read with.
struct Attempts<'a, G: Game> {
    tiled: &'a dyn Tiled<G>,
    picture: &'a RgbaImage,
    looks: &'a TileLooks,
    profile: &'a Profile,
    /// Where the board was, and what it was.
    before: Option<&'a Lattice>,
    memory: Option<&'a G::Puzzle>,
}

impl<G: Game> Attempts<'_, G> {
    /// The board where it was, or anywhere.
    fn best(&self, scratch: &mut ReadScratch) -> Option<Attempt<G::Puzzle>> {
        match self.before.and_then(|place| self.at(place)) {
            Some(attempt) if attempt.puzzle.is_ok() => Some(attempt),
            // What cannot be read may be another board at another place, unless one is being played.
            failed => self.by_block().or_else(|| match failed {
                Some(failed) if self.memory.is_some() => Some(failed),
                failed => scratch.searching(|sizes| self.search(sizes)).or(failed),
            }),
        }
    }

    /// The board where it was.
    fn at(&self, lattice: &Lattice) -> Option<Attempt<G::Puzzle>> {
        board_at(self.picture, self.looks, lattice).map(|found| self.read(found))
    }

    /// A board that begins, by the one block that all things are at first, if there is one way in which that makes
    /// sense. It may be another than the one that was played.
    fn by_block(&self) -> Option<Attempt<G::Puzzle>> {
        if !self.tiled.is_part() {
            return None;
        }
        let afresh = Self {
            before: None,
            memory: None,
            ..*self
        };
        let places = self.looks.block_places(self.picture);
        let begins = |attempt: &Attempt<G::Puzzle>| {
            let puzzle = attempt.puzzle.as_ref();
            puzzle.is_ok_and(|puzzle| self.tiled.is_start(puzzle))
        };
        let only = |of: &dyn Fn(&Lattice) -> Option<FoundTiles>| {
            let attempts = places.iter().filter_map(of).map(|found| afresh.read(found));
            let mut read = attempts.filter(begins);
            let only = read.next()?;
            read.next().is_none().then_some(only)
        };
        // An outline is seen to the pixel, more or less.
        let near = |place: &Lattice| {
            board_at(self.picture, self.looks, place)?;
            board_near(self.picture, self.looks, place)
        };
        only(&|place| board_at(self.picture, self.looks, place)).or_else(|| only(&near))
    }

    /// The board anywhere. A part of a world is read in the likeliest way that makes sense; else the likeliest place
    /// is the only one.
    fn search(&self, sizes: Sizes) -> Option<Attempt<G::Puzzle>> {
        let failure = RefCell::new(None);
        let is_board = |found: &FoundTiles| match self.of_board(found.clone()) {
            Ok(board) if !self.tiled.is_part() => board.is_known(self.looks),
            _ => {
                let attempt = self.read(found.clone());
                let is_read = attempt.puzzle.is_ok();
                if !is_read && attempt.found.is_known(self.looks) {
                    failure.borrow_mut().get_or_insert(attempt);
                }
                is_read
            }
        };
        let judge = Judge {
            trials: if self.tiled.is_part() { usize::MAX } else { 1 },
            is_board: &is_board,
        };
        let found = find(self.picture, self.looks, self.before, sizes, &judge);
        found
            .map(|found| self.read(found))
            .or_else(|| failure.take())
    }

    /// What tiles are as a board.
    fn read(&self, found: FoundTiles) -> Attempt<G::Puzzle> {
        let unsure = |why| ReadError::Unsure {
            what: "the board".into(),
            why,
        };
        let found = match self.of_board(found.clone()) {
            Ok(found) => found,
            Err(why) => {
                let puzzle = Err(unsure(why));
                return Attempt { found, puzzle };
            }
        };
        let puzzle = match least(&found, self.profile.confidence) {
            Some(at) => Err(doubt(&found, at)),
            None => {
                let board = TileBoard {
                    tiles: &found,
                    picture: self.picture,
                    looks: self.looks,
                };
                puzzle(self.tiled, &board, self.profile, self.memory).map_err(unsure)
            }
        };
        Attempt { found, puzzle }
    }

    /// The tiles that are the board's.
    fn of_board(&self, found: FoundTiles) -> Result<FoundTiles, String> {
        let Lattice { first, pitch } = found.lattice;
        let steps = |before: &Lattice| {
            [0, 1].map(|axis| ((before.first[axis] - first[axis]) / pitch[axis]).round() as i32)
        };
        match self
            .tiled
            .part(&found, self.before.map(steps), self.memory)?
        {
            None => Ok(found),
            Some((from, size)) => found
                .part(from, size)
                .ok_or_else(|| "it goes on beyond what is to be seen".to_string()),
        }
    }
}

/// That it is not clear what a tile shows.
fn doubt(found: &FoundTiles, at: usize) -> ReadError {
    let tile = &found.tiles[at];
    let rival = tile
        .rival
        .map_or(String::new(), |rival| format!(" or {rival:?}"));
    let why = match tile.torn {
        true => "it is not clear whether what is on it goes on beside it".to_string(),
        false => format!("it looks a little like {:?}{rival}", tile.class),
    };
    ReadError::Unsure {
        what: format!("the tile ({}, {})", at % found.columns, at / found.columns),
        why: format!(
            "{why} ({:.2} sure, {:.1} apart)",
            tile.confidence, tile.apart
        ),
    }
}

/// The puzzle that tiles show; what cannot be seen is known from before, or from an example.
fn puzzle<G: Game>(
    tiled: &dyn Tiled<G>,
    board: &TileBoard,
    profile: &Profile,
    memory: Option<&G::Puzzle>,
) -> Result<G::Puzzle, String> {
    let told = match tiled.recalls() && memory.is_none() {
        true => profile
            .tiles
            .iter()
            .filter_map(|example| G::parse(example.text.as_ref()?).ok())
            .collect(),
        false => Vec::new(),
    };
    let told: Vec<G::Puzzle> = told;
    let by_example = told
        .iter()
        .find_map(|told| tiled.puzzle(board, Some(told)).ok());
    by_example.map_or_else(|| tiled.puzzle(board, memory), Ok)
}

/// The least certain tile, if that is not certain enough.
fn least(found: &FoundTiles, enough: f32) -> Option<usize> {
    let confidence = |at: &usize| found.tiles[*at].confidence;
    let least = (0..found.tiles.len()).min_by(|a, b| confidence(a).total_cmp(&confidence(b)));
    least.filter(|at| confidence(at) < enough)
}

/// Reads the board of a still picture.
///
/// # Errors
/// As of [`read`].
pub fn read_still<G: Game>(
    tiled: &dyn Tiled<G>,
    picture: &RgbaImage,
    profile: &Profile,
) -> Result<G::Puzzle, ReadError> {
    let frame = Frame::still(picture.clone());
    let view = View::whole(&frame);
    read(tiled, &view, profile, None, &mut ReadScratch::default()).map(|reading| reading.puzzle)
}
