//! Games whose boards are tiles: fitted, learned and read by one mechanism.

use image::RgbaImage;

use super::Game;
use crate::fit::tiles::TileSketch;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::tiles::{FoundTiles, Letters, TileLooks};
use crate::vision::{ReadError, ReadScratch, Reading, View};

mod attempts;
mod fits;
mod lens;
mod reader;

pub use fits::TileFits;
use reader::Reader;

/// The tiles of a board that were recognised.
pub struct TileBoard<'a> {
    pub tiles: &'a FoundTiles,
    picture: &'a RgbaImage,
    looks: &'a TileLooks,
    /// Whether it is the board that was read before, in the middle of its play.
    pub is_played: bool,
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

    /// Whether a whole board of an example shows a letter.
    pub fn was_told(&self, letter: char) -> bool {
        self.looks.was_told(letter)
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

    /// Which share of what a tile shows has a colour that another one shows, too, 0 to 1. Tiles are counted row by row.
    pub fn shares(&self, tiles: [usize; 2]) -> f32 {
        self.tiles.shares(self.picture, tiles)
    }

    /// Which share of two tiles has the same colours at the same places, 0 to 1.
    pub fn alike(&self, tiles: [usize; 2]) -> f32 {
        self.tiles.alike(self.picture, tiles)
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

    /// The same where the board does not show what its text tells of cells alone, in games in which that may be: a goal
    /// that is drawn nowhere. None where it makes no difference.
    fn unmarked(&self, sketch: &TileSketch) -> Option<TileSketch> {
        let _ = sketch;
        None
    }

    /// The same puzzle told with walls where nothing of it is, in games in which that may look alike. None where it makes
    /// no difference.
    fn walled_in(&self, puzzle: &G::Puzzle) -> Option<G::Puzzle> {
        let _ = puzzle;
        None
    }

    /// What the small picture beside the board shows, in games that have one: full cells are `#`.
    fn goal(&self, puzzle: &G::Puzzle) -> Option<TileSketch> {
        let _ = puzzle;
        None
    }

    /// What its letters mean.
    fn letters(&self) -> Letters {
        Letters::default()
    }

    /// How a text calls what a letter stands for; `told` is what an example shows.
    fn called(&self, letter: char, _told: Option<&G::Puzzle>) -> String {
        letter.to_string()
    }

    /// Whether an example tells what cannot be seen: then it is a memory of its own board.
    fn recalls(&self) -> bool {
        false
    }

    /// Whether no thing has a mark that tells what it is but those that the examples show: then whatever else is on a
    /// board is a thing as others are. `told` is what one of them shows, or an earlier reading.
    fn is_unmarked(&self, told: &G::Puzzle) -> bool {
        let _ = told;
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

    /// What a board shows where no thing lies, in games in which all things of a board are known while it is played: were some
    /// of it not seen, one would be missing. None in others.
    fn ground(&self, puzzle: &G::Puzzle) -> Option<Vec<char>> {
        let _ = puzzle;
        None
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

/// What the board of a puzzle shows in a game that looks so: without signs of what no example shows one of.
pub fn shown<G: Game>(tiled: &dyn Tiled<G>, puzzle: &G::Puzzle, looks: &TileLooks) -> TileSketch {
    let sketch = tiled.sketch(puzzle);
    let is_known = |letter: char| looks.shows(letter) || looks.is_unseen(letter);
    let signs = tiled.letters().signs;
    match signs.iter().any(|(letter, ..)| is_known(*letter)) {
        true => sketch,
        false => tiled.unmarked(&sketch).unwrap_or(sketch),
    }
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
    let reader = Reader {
        tiled,
        profile,
        memory,
    };
    reader.read(view.frame, scratch)
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
