//! Reading tiles as a board: where it was, by the one block that it begins as, or anywhere.

use std::cell::RefCell;

use image::RgbaImage;

use super::{TileBoard, Tiled};
use crate::game::Game;
use crate::profile::Profile;
use crate::vision::tiles::{
    FoundTiles, Guess, Judge, Lattice, Sizes, TileLooks, all_once, board_at, board_moved,
    board_near, find,
};
use crate::vision::{ReadError, ReadScratch};

/// So many tiles at most are told by how many there must be. Chosen: more would be another game.
const VARIED: usize = 8;

/// Where each thing is there once a tile may be so far from its look that is clearly nearest. Mean levels; chosen: what lies
/// about of a number that moved, or a piece of its own that is gone.
const SPECKED: f32 = 6.0;

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
}

impl<G: Game> Attempts<'_, G> {
    /// The board where it was, or anywhere.
    pub fn best(&self, scratch: &mut ReadScratch) -> Option<Attempt<G::Puzzle>> {
        let plays = self.memory.is_some() && !scratch.is_over;
        match self.before.and_then(|place| self.at(place, plays)) {
            Some(attempt) if attempt.puzzle.is_ok() => Some(attempt),
            failed if scratch.only_here => failed,
            // What cannot be read may be another board at another place, unless one is being played.
            failed => self.by_block().or_else(|| {
                let moved = plays.then(|| scratch.beside(|| self.moved())).flatten();
                moved.or_else(|| match failed {
                    Some(failed) if plays => Some(failed),
                    failed if self.looks.is_joined() || self.looks.is_redrawn => {
                        self.search(Sizes::Known).or(failed)
                    }
                    failed => scratch.searching(|sizes| self.search(sizes)).or(failed),
                })
            }),
        }
    }

    /// The board where it was; one that is played as it was known, if that makes it the same.
    fn at(&self, lattice: &Lattice, plays: bool) -> Option<Attempt<G::Puzzle>> {
        let found = board_at(self.picture, self.looks, lattice)?;
        let attempt = self.read(found.clone());
        if !plays || self.is_same(&attempt) {
            return Some(attempt);
        }
        Some(self.recalled(&found).unwrap_or(attempt))
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
        let puzzle = match least(&found, self.profile.confidence) {
            Some(at) => {
                let counted = self.counted(&mut found);
                let told = counted.or_else(|| self.left_over(&mut found));
                let told = told.or_else(|| self.either_way(&mut found));
                told.ok_or_else(|| self.doubt(&found, at))
            }
            None => self.puzzle(&found).map_err(unsure),
        };
        Attempt { found, puzzle }
    }

    /// The puzzle that tiles show; what cannot be seen is known from before, or from an example.
    fn puzzle(&self, found: &FoundTiles) -> Result<G::Puzzle, String> {
        let board = TileBoard {
            tiles: found,
            picture: self.picture,
            looks: self.looks,
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

    /// What tiles are as a board if those that are too far from all that is known are clearly nearest to something of
    /// which there must be just as many: pictures of a thing may differ.
    fn counted(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let enough = self.profile.confidence;
        let unsure = found.tiles.iter().filter(|tile| tile.confidence < enough);
        let unsure: Vec<Guess> = unsure.copied().collect();
        let is_clear = |tile: &Guess| tile.clear >= enough && !tile.torn;
        if unsure.len() > VARIED || !unsure.iter().all(is_clear) {
            return None;
        }
        let puzzle = self.puzzle(found).ok()?;
        let counted = self.tiled.counted(&puzzle);
        if !unsure.iter().all(|tile| counted.contains(tile.class)) {
            return None;
        }
        let tiles = found.tiles.iter_mut();
        tiles.for_each(|tile| tile.confidence = tile.confidence.max(tile.clear));
        Some(puzzle)
    }

    /// What tiles are as a board if most are sure, and each thing is there once, as in the board that is played or an
    /// example's: then a last one is the thing that is missing, though it looks otherwise now; and several are what they
    /// seem if these are all that are missing, and what else each may be is surely elsewhere; one of them may look like
    /// nothing of that. Of two that are taken for each other the rules tell, but for the free place: a move exchanges it
    /// with another.
    fn left_over(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let known = match self.memory {
            Some(known) => self.tiled.sketch(known),
            None => self.tiled.sketch(&told::<G>(self.profile).next()?),
        };
        if known.letters.len() != found.tiles.len() || !all_once(&known.letters) {
            return None;
        }
        let enough = self.profile.confidence;
        let places = 0..found.tiles.len();
        let (sure, unsure): (Vec<usize>, Vec<usize>) =
            places.partition(|at| found.tiles[*at].confidence >= enough);
        let is_left = |letter: &char| sure.iter().all(|at| found.tiles[*at].class != *letter);
        let missing: Vec<char> = known.letters.iter().copied().filter(is_left).collect();
        if unsure.len() != missing.len() {
            return None;
        }
        let is_told =
            missing.len() == 2 && !missing.iter().any(|letter| Some(*letter) == known.free);
        let seems = |at: &usize| {
            let tile = &found.tiles[*at];
            let is_alone = is_told || tile.rival.is_none_or(|rival| !is_left(&rival));
            let is_other = |rival| missing.contains(&rival);
            // What is left of others that moved, or what it lost itself, takes it farther from its look, but no nearer to others.
            let is_clear = tile.apart < SPECKED && tile.clear >= enough;
            let is_near =
                tile.confidence > 0.0 || is_clear || (is_told && tile.rival.is_some_and(is_other));
            (is_near && !tile.torn && is_alone).then_some(tile.class)
        };
        let as_missing = |at| seems(at).filter(|letter| missing.contains(letter));
        let letters: Vec<Option<char>> = unsure.iter().map(as_missing).collect();
        let mut left = missing
            .iter()
            .filter(|letter| !letters.contains(&Some(**letter)));
        let last = left.next().copied().filter(|_| left.next().is_none());
        let letters = letters.iter().map(|letter| letter.or(last));
        let letters = letters.collect::<Option<Vec<char>>>()?;
        if !all_once(&letters) {
            return None;
        }
        let mut told = found.clone();
        for (at, class) in unsure.into_iter().zip(letters) {
            let confidence = enough;
            told.tiles[at] = Guess {
                class,
                confidence,
                ..told.tiles[at]
            };
        }
        let puzzle = self.puzzle(&told).ok()?;
        *found = told;
        Some(puzzle)
    }

    /// What tiles are as a board if each that is in doubt makes the same of it as what it else may be: a mark on one of the
    /// cells of a thing whose others are surely marked.
    fn either_way(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let enough = self.profile.confidence;
        let in_doubt = |at: &usize| found.tiles[*at].confidence < enough;
        let doubts: Vec<usize> = (0..found.tiles.len()).filter(in_doubt).collect();
        let is_near = |at: &usize| found.tiles[*at].known && !found.tiles[*at].torn;
        if doubts.len() > VARIED || !doubts.iter().all(is_near) {
            return None;
        }
        let puzzle = self.puzzle(found).ok()?;
        for at in &doubts {
            let mut other = found.clone();
            other.tiles[*at].class = found.tiles[*at].rival?;
            if self.puzzle(&other).as_ref() != Ok(&puzzle) {
                return None;
            }
        }
        doubts
            .iter()
            .for_each(|at| found.tiles[*at].confidence = enough);
        Some(puzzle)
    }

    /// That it is not clear what a tile shows.
    fn doubt(&self, found: &FoundTiles, at: usize) -> ReadError {
        let tile = &found.tiles[at];
        let told = told::<G>(self.profile).next();
        let called = |letter| format!("'{}'", self.tiled.called(letter, told.as_ref()));
        let rival = tile
            .rival
            .map_or(String::new(), |rival| format!(" or {}", called(rival)));
        let why = match tile.torn {
            true => "it is not clear whether what is on it goes on beside it".to_string(),
            false => format!("it looks a little like {}{rival}", called(tile.class)),
        };
        ReadError::Unsure {
            what: format!("the tile ({}, {})", at % found.columns, at / found.columns),
            why: format!(
                "{why} ({:.2} sure, {:.1} apart)",
                tile.confidence, tile.apart
            ),
        }
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

/// The least certain tile, if that is not certain enough.
fn least(found: &FoundTiles, enough: f32) -> Option<usize> {
    let confidence = |at: &usize| found.tiles[*at].confidence;
    let least = (0..found.tiles.len()).min_by(|a, b| confidence(a).total_cmp(&confidence(b)));
    least.filter(|at| confidence(at) < enough)
}
