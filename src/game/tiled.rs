//! Games whose boards are tiles: fitted, learned and read by one mechanism.

use std::time::Instant;

use image::RgbaImage;

use super::Game;
use crate::fit::tiles::TileSketch;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::tiles::{FoundTiles, Letters, TileLooks};
use crate::vision::{Note, ReadError, ReadScratch, Reading, View};

mod attempts;
mod fits;
mod lens;

use attempts::{Attempt, Attempts};
pub use fits::TileFits;
use lens::Magnified;

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

    /// What a world is made of that goes on beyond its boards, in games that have one.
    fn world(&self) -> Option<char> {
        None
    }

    /// Whether boards are a part of a world that goes on beyond them.
    fn is_part(&self) -> bool {
        self.world().is_some()
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

    /// The letters of which a board holds just as many as it must: were another tile one of them, or one of them
    /// something else, it would be no board.
    fn counted(&self, puzzle: &G::Puzzle) -> &'static str {
        let _ = puzzle;
        ""
    }

    /// The puzzle that tiles show. `memory` is an earlier reading of the same board.
    ///
    /// # Errors
    /// Why they are no board of this game.
    fn puzzle(&self, board: &TileBoard, memory: Option<&G::Puzzle>) -> Result<G::Puzzle, String>;
}

/// Reads a board that a profile knows by its tiles, at any size.
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
    let here = magnified(tiled, view, profile, memory, scratch);
    // What is uncertain may be other tiles that look a little like some that are known.
    let is_missed = match &here {
        Ok(_) => false,
        Err(ReadError::NoBoard(_)) => true,
        Err(_) => memory.is_none(),
    };
    let looks = scratch.looks.as_ref().filter(|looks| looks.is_joined());
    let Some(looks) = looks.filter(|_| is_missed && scratch.may_search()) else {
        return here;
    };
    // Where things cover several tiles, one is seen only as large as it was learned.
    let scales = looks.likely_scales(&view.frame.image);
    let (begun, before) = (Instant::now(), scratch.magnified);
    let as_it_is = before.map(|_| None).into_iter();
    let mut failure = here
        .as_ref()
        .err()
        .filter(|why| !matches!(why, ReadError::NoBoard(_)))
        .cloned();
    for scale in as_it_is.chain(scales.into_iter().map(Some)) {
        (scratch.magnified, scratch.lattice) = (scale, None);
        let reading = magnified(tiled, view, profile, memory, scratch);
        tracing::debug!(scale, why = ?reading.as_ref().err(), "magnified");
        match reading {
            Ok(reading) => return Ok(reading),
            Err(ReadError::NoBoard(_)) => {}
            Err(why) => failure = failure.or(Some(why)),
        }
    }
    (scratch.magnified, scratch.lattice) = (before, None);
    scratch.searched = Some((begun, begun.elapsed()));
    failure.map_or(here, Err)
}

/// The same as large as it was read last.
fn magnified<G: Game>(
    tiled: &dyn Tiled<G>,
    view: &View,
    profile: &Profile,
    memory: Option<&G::Puzzle>,
    scratch: &mut ReadScratch,
) -> Result<Reading<G::Puzzle>, ReadError> {
    let Some(scale) = scratch.magnified else {
        return as_it_is(tiled, view, profile, memory, scratch);
    };
    let seen = Magnified::of(view.frame, scale);
    let mut reading = as_it_is(tiled, &View::whole(&seen.frame), profile, memory, scratch);
    scratch.notes.iter_mut().for_each(|note| seen.note(note));
    if let Ok(reading) = &mut reading {
        reading.grid = reading.grid.map(|grid| seen.grid(grid));
    }
    reading
}

/// The same as the picture is.
fn as_it_is<G: Game>(
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
    (looks.trusting, looks.magnified) = (false, scratch.magnified.is_some());
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
    let opens = tiled.letters().open.is_some();
    looks.trusting = opens && memory.is_some() && scratch.foreseen.is_playing();
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
