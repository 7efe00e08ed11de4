//! Reading tiles as a board: where it was, by the one block that it begins as, or anywhere.

use std::cell::RefCell;

use image::RgbaImage;

use super::{TileBoard, Tiled};
use crate::game::Game;
use crate::profile::Profile;
use crate::vision::tiles::{
    FoundTiles, Guess, Judge, Lattice, Sizes, TileLooks, board_at, board_moved, board_near, find,
};
use crate::vision::{ReadError, ReadScratch};

mod doubts;

/// Tiles that may be a board, and what they are as one.
pub(super) struct Attempt<P> {
    pub found: FoundTiles,
    pub puzzle: Result<P, ReadError>,
}

/// What a picture is tried to be read with.
pub(super) struct Attempts<'a, G: Game> {
    pub tiled: &'a dyn Tiled<G>,
    pub picture: &'a RgbaImage,
    pub looks: &'a TileLooks,
    pub profile: &'a Profile,
    /// Where the board was, and what it was.
    pub before: Option<&'a Lattice>,
    pub memory: Option<&'a G::Puzzle>,
    /// Whether that board is in the middle of its play.
    pub plays: bool,
}

impl<G: Game> Attempts<'_, G> {
    /// The board where it was, or anywhere.
    pub fn best(&self, scratch: &mut ReadScratch) -> Option<Attempt<G::Puzzle>> {
        match self.before.and_then(|place| self.at(place)) {
            Some(attempt) if attempt.puzzle.is_ok() => Some(attempt),
            failed if scratch.only_here => failed,
            // What cannot be read may be another board at another place, unless one is being played.
            failed => self.by_block().or_else(|| {
                let moved = self
                    .plays
                    .then(|| scratch.beside(|| self.moved()))
                    .flatten();
                moved.or_else(|| match failed {
                    Some(failed) if self.plays => Some(failed),
                    failed if self.looks.is_joined() || self.looks.is_redrawn => {
                        self.search(Sizes::Known).or(failed)
                    }
                    failed => scratch.searching(|sizes| self.search(sizes)).or(failed),
                })
            }),
        }
    }

    /// The board where it was; one that is played as it was known, if that makes it the same.
    fn at(&self, lattice: &Lattice) -> Option<Attempt<G::Puzzle>> {
        let found = board_at(self.picture, self.looks, lattice)?;
        let attempt = self.read(found.clone());
        if !self.plays || self.is_same(&attempt) {
            return Some(attempt);
        }
        let known = self.recalled(&found).or_else(|| self.completed(&found));
        Some(known.unwrap_or(attempt))
    }

    /// The board that is played, if it is there with all that is outside where that was: things beside it may look
    /// like things on it, where nothing surrounds it any more.
    fn recalled(&self, found: &FoundTiles) -> Option<Attempt<G::Puzzle>> {
        let known = self.tiled.sketch(self.memory?);
        let from = steps(self.before?, &found.lattice);
        let part = found.part(from, [known.columns, known.rows])?;
        let attempt = self.read(part.outside(&known.letters, self.looks)?);
        self.is_same(&attempt).then_some(attempt)
    }

    /// The board that is played, if all its things are there, and what was not taken for its own has none: floor at its rim
    /// may look like what is around it.
    fn completed(&self, found: &FoundTiles) -> Option<Attempt<G::Puzzle>> {
        let (known, before) = (self.memory?, self.before?);
        let size = self.tiled.sketch(known);
        let from = steps(before, &found.lattice);
        let ground = self.tiled.ground(known)?;
        let whole = found.completed(from, [size.columns, size.rows], &ground, self.looks)?;
        let attempt = self.read(whole);
        self.is_same(&attempt).then_some(attempt)
    }

    /// Whether it is the board that is played.
    fn is_same(&self, attempt: &Attempt<G::Puzzle>) -> bool {
        let read = attempt.puzzle.as_ref().ok().zip(self.memory);
        read.is_some_and(|(read, known)| G::same_puzzle(known, read))
    }

    /// The board that is played where it lies a little elsewhere than before: it makes room for a longer number beside it.
    fn moved(&self) -> Option<Attempt<G::Puzzle>> {
        let place = self.before?;
        if self.looks.is_joined() || self.tiled.is_part() {
            return None;
        }
        let sketch = self.tiled.sketch(self.memory?);
        let size = [sketch.columns, sketch.rows];
        let attempt = self.read(board_moved(self.picture, self.looks, place, size)?);
        self.is_same(&attempt).then_some(attempt)
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
            plays: false,
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
            size: None,
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
        let mut found = match self.of_board(found.clone()) {
            Ok(found) => found,
            Err(why) => {
                let puzzle = Err(unsure(why));
                return Attempt { found, puzzle };
            }
        };
        self.clear_sky(&mut found);
        let puzzle = match least(&found, self.profile.confidence) {
            Some(at) => {
                let counted = self.counted(&mut found);
                let told = counted.or_else(|| self.left_over(&mut found));
                let told = told.or_else(|| self.either_way(&mut found));
                let told = told.or_else(|| self.only_way(&mut found));
                told.ok_or_else(|| self.doubt(&found, at))
            }
            None => self.puzzle(&found).map_err(|why| {
                tracing::debug!(%why, seen = %rows(&found), "these tiles are no board");
                unsure(why)
            }),
        };
        Attempt { found, puzzle }
    }

    /// The puzzle that tiles show; what cannot be seen is known from before, or from an example.
    fn puzzle(&self, found: &FoundTiles) -> Result<G::Puzzle, String> {
        let board = TileBoard {
            tiles: found,
            picture: self.picture,
            looks: self.looks,
            is_played: self.plays,
        };
        let recalls = self.tiled.recalls() && self.memory.is_none();
        let mut refused = None;
        for told in told::<G>(self.profile).filter(|_| recalls) {
            match self.tiled.puzzle(&board, Some(&told)) {
                Ok(puzzle) => return Ok(puzzle),
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        // Why it is no board such as an example's says more.
        let read = self.tiled.puzzle(&board, self.memory);
        read.map_err(|why| refused.unwrap_or(why))
    }

    /// The tiles that are the board's.
    fn of_board(&self, found: FoundTiles) -> Result<FoundTiles, String> {
        let steps = |before: &Lattice| steps(before, &found.lattice);
        let told = match self.memory {
            None if self.tiled.recalls() => told::<G>(self.profile).next(),
            _ => None,
        };
        let known = self.memory.or(told.as_ref());
        match self.tiled.part(&found, self.before.map(steps), known)? {
            None => Ok(found),
            Some((from, size)) => {
                let ([column, row], found) = self.as_high(from, found);
                found
                    .part([column, row], size)
                    .ok_or_else(|| "it goes on beyond what is to be seen".to_string())
            }
        }
    }

    /// Above all things of a board is nothing but what its world is made of, whatever that looks like there, unless it may be
    /// what others stand on.
    fn clear_sky(&self, found: &mut FoundTiles) {
        let (Some(sky), solid) = (self.tiled.world(), self.tiled.letters().covers) else {
            return;
        };
        let is_thing =
            |tile: &Guess| tile.class != sky || tile.rival.is_some_and(solid) && !tile.known;
        let things = found.tiles.iter().position(is_thing);
        let rows = things.map_or(0, |at| at / found.columns);
        found.tiles[..rows * found.columns].fill(Guess::certain(sky));
    }

    /// Tiles that reach up to a row, and its place among them: above what an example showed a sky may have colours of
    /// its own.
    fn as_high(&self, [column, row]: [i32; 2], found: FoundTiles) -> ([i32; 2], FoundTiles) {
        let Lattice { first, pitch } = found.lattice;
        let is_in_picture = first[1] + f64::from(row) * pitch[1] > -0.5;
        match self.tiled.world() {
            Some(letter) if row < 0 && is_in_picture => (
                [column, 0],
                found.below(row.unsigned_abs() as usize, letter),
            ),
            _ => ([column, row], found),
        }
    }
}

/// So many columns and rows of a lattice lie before another one.
fn steps(before: &Lattice, Lattice { first, pitch }: &Lattice) -> [i32; 2] {
    [0, 1].map(|axis| ((before.first[axis] - first[axis]) / pitch[axis]).round() as i32)
}

/// What the examples of a profile show.
pub(super) fn told<G: Game>(profile: &Profile) -> impl Iterator<Item = G::Puzzle> {
    let texts = profile.tiles.iter();
    texts.filter_map(|example| G::parse(example.text.as_ref()?).ok())
}

/// What each tile is taken for, row by row.
fn rows(found: &FoundTiles) -> String {
    let letters: Vec<char> = found.tiles.iter().map(|tile| tile.class).collect();
    let rows = letters.chunks(found.columns).map(String::from_iter);
    rows.collect::<Vec<_>>().join("/")
}

/// The least certain tile, if that is not certain enough.
fn least(found: &FoundTiles, enough: f32) -> Option<usize> {
    let confidence = |at: &usize| found.tiles[*at].confidence;
    let least = (0..found.tiles.len()).min_by(|a, b| confidence(a).total_cmp(&confidence(b)));
    least.filter(|at| confidence(at) < enough)
}
