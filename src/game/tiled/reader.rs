//! Reading a board by its tiles, as large as they were learned or at another size.

use std::time::Instant;

use image::RgbaImage;

use super::attempts::{Attempt, Attempts, told};
use super::lens::Magnified;
use super::{Game, Tiled, shown};
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::tiles::TileLooks;
use crate::vision::{Note, ReadError, ReadScratch, Reading};

mod closer;

/// One look at a frame: what it read, and what is known after it.
struct Look<P> {
    left: ReadScratch,
    reading: Result<Reading<P>, ReadError>,
}

/// What boards are read by.
pub(super) struct Reader<'a, G: Game> {
    pub tiled: &'a dyn Tiled<G>,
    pub profile: &'a Profile,
    /// An earlier reading of the same board.
    pub memory: Option<&'a G::Puzzle>,
}

impl<G: Game> Reader<'_, G> {
    /// Whether things have no marks but those that the examples show.
    fn is_unmarked(&self) -> bool {
        match self.memory {
            Some(known) => self.tiled.is_unmarked(known),
            None => told::<G>(self.profile)
                .next()
                .is_some_and(|told| self.tiled.is_unmarked(&told)),
        }
    }

    /// What a tile of a letter is called.
    fn called(&self, letter: char) -> String {
        let told = told::<G>(self.profile).next();
        self.tiled.called(letter, told.as_ref())
    }

    /// The board of a frame, at any size.
    pub fn read(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let (begun, may_search) = (Instant::now(), scratch.may_search());
        let is_new = scratch.lattice.is_none() && scratch.magnified.is_none();
        let here = match self.magnified(frame, scratch) {
            Ok(reading) if is_new => self.as_large(frame, scratch, reading),
            here => here,
        };
        // What is uncertain may be other tiles that look a little like some that are known.
        let is_missed = match &here {
            Ok(_) => false,
            Err(ReadError::NoBoard(_)) => true,
            Err(_) => self.memory.is_none(),
        };
        let looks = scratch.looks.as_ref().filter(|_| is_missed && may_search);
        match looks.map(TileLooks::is_joined) {
            None => here,
            Some(true) => self.at_any_scale(frame, scratch, here),
            Some(false) => self.redrawn(frame, scratch, here, begun),
        }
    }

    /// The same where things cover several tiles: one is seen only as large as it was learned.
    fn at_any_scale(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
        here: Result<Reading<G::Puzzle>, ReadError>,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let Some(looks) = &scratch.looks else {
            return here;
        };
        let begun = Instant::now();
        let scales = looks.likely_scales(&frame.image);
        let as_it_is = scratch.magnified.map(|_| None).into_iter();
        let mut failure = here;
        let hasty = scales.iter().map(|scale| (Some(*scale), true));
        // If edges alone show nothing at any size, the likeliest is looked at closely.
        let closely = scales.first().map(|scale| (Some(*scale), false));
        let all = as_it_is.map(|scale| (scale, false)).chain(hasty);
        let mut is_seen = false;
        for (scale, hasty) in all.chain(closely) {
            if is_seen && !hasty && scale.is_some() {
                break;
            }
            let look = self.look(frame, scratch, scale, hasty);
            tracing::debug!(scale, why = ?look.reading.as_ref().err(), "magnified");
            is_seen |= hasty && !matches!(look.reading, Err(ReadError::NoBoard(_)));
            let Look { left, reading } = self.closer(frame, scratch, look);
            match reading {
                Ok(reading) => {
                    *scratch = left;
                    return Ok(reading);
                }
                Err(why) if matches!(failure, Err(ReadError::NoBoard(_))) => failure = Err(why),
                Err(_) => {}
            }
        }
        scratch.searched = Some((begun, begun.elapsed()));
        failure
    }

    /// The same by examples that are drawn anew for sizes that edges tell: lines between tiles may be as wide at each. The
    /// search began when that as it is did.
    fn redrawn(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
        here: Result<Reading<G::Puzzle>, ReadError>,
        begun: Instant,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let Some(looks) = &self.profile.templates.tiles else {
            return here;
        };
        let before = (scratch.redrawn, scratch.lattice, scratch.notes.clone());
        let as_learned = before.0.map(|_| None).into_iter();
        let sizes = looks.likely_sizes(&frame.image).into_iter().map(Some);
        let known = scratch.looks.take();
        for size in as_learned.chain(sizes) {
            (scratch.redrawn, scratch.lattice, scratch.looks) = (size, None, None);
            let reading = self.as_it_is(frame, scratch);
            tracing::debug!(?size, why = ?reading.as_ref().err(), "drawn anew");
            if reading.is_ok() {
                return reading;
            }
        }
        (scratch.redrawn, scratch.lattice, scratch.notes) = before;
        scratch.looks = known;
        scratch.searched = Some((begun, begun.elapsed()));
        here
    }

    /// One look at a frame made so many times as large, wherever a board lies there; a hasty one looks only where edges say
    /// that tiles begin.
    fn look(
        &self,
        frame: &Frame,
        scratch: &ReadScratch,
        scale: Option<f64>,
        hasty: bool,
    ) -> Look<G::Puzzle> {
        let mut left = scratch.clone();
        (left.magnified, left.lattice, left.hasty) = (scale, None, hasty);
        let reading = self.magnified(frame, &mut left);
        left.hasty = false;
        Look { left, reading }
    }

    /// The same as large as it was read last.
    fn magnified(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let Some(scale) = scratch.magnified else {
            return self.as_it_is(frame, scratch);
        };
        let seen = Magnified::of(frame, scale);
        let mut reading = self.as_it_is(&seen.frame, scratch);
        scratch.notes.iter_mut().for_each(|note| seen.note(note));
        if let Ok(reading) = &mut reading {
            reading.grid = reading.grid.map(|grid| seen.grid(grid));
        }
        reading
    }

    /// The same as the picture is.
    fn as_it_is(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let read = self.by_tiles(frame, scratch);
        read.or_else(|why| self.unmoved(&frame.image, scratch).ok_or(why))
    }

    /// The board that was read last, if things on it only look otherwise because they were dragged in vain: a browser marks
    /// what is written on them.
    fn unmoved(
        &self,
        picture: &RgbaImage,
        scratch: &mut ReadScratch,
    ) -> Option<Reading<G::Puzzle>> {
        let memory = self.memory.filter(|_| scratch.is_tried)?;
        let looks = scratch.looks.as_ref()?;
        let letters = shown(self.tiled, memory, looks).letters;
        let grid = scratch.foreseen.unmoved(picture, looks, &letters)?;
        scratch.notes.clear();
        Some(Reading {
            puzzle: memory.clone(),
            confidence: 1.0,
            grid: Some(grid),
        })
    }

    fn by_tiles(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        scratch.clear();
        let looks = self.profile.templates.tiles.as_ref();
        let looks = looks.ok_or_else(|| self.profile.not_learned())?;
        let known = scratch.looks.take();
        let anew = || {
            let looks = match scratch.redrawn {
                Some(size) => looks.redrawn(size)?,
                None => looks.clone(),
            };
            Some(looks.with_letters(self.tiled.letters()))
        };
        let Some(mut looks) = known.or_else(anew) else {
            let why = "there are no lines between the tiles that the profile knows";
            return Err(ReadError::NoBoard(why.into()));
        };
        if let Some(why) = looks.edges_unknown()
            && !self.tiled.letters().told
        {
            return Err(ReadError::Unsure {
                what: "where one thing ends".into(),
                why: why.into(),
            });
        }
        let picture = &frame.image;
        (looks.trusting, looks.magnified) = (false, scratch.magnified.is_some());
        looks.hasty = scratch.hasty;
        if scratch.foreseen.learn(picture, frame.taken, &mut looks) {
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
                tiled: self.tiled,
                picture,
                looks,
                profile: self.profile,
                before: before.as_ref(),
                memory: self.memory,
                plays: self.memory.is_some() && !scratch.is_over,
            };
            attempts.best(scratch)
        };
        // Else not while a fit is tried: there the examples must be known by what they taught.
        let opens = self.tiled.letters().open.is_some();
        let is_played = self.memory.is_some() && scratch.foreseen.is_playing();
        let is_unmarked = opens && self.is_unmarked();
        looks.trusting = is_unmarked || (opens && is_played);
        let mut best = attempt(&looks, scratch);
        let read = best.as_ref().and_then(|best| best.puzzle.as_ref().ok());
        let is_same = read
            .zip(self.memory)
            .is_some_and(|(read, memory)| G::same_puzzle(memory, read));
        if looks.trusting && !is_same && !is_unmarked {
            // Then what looks like nothing that is known is no thing of the board that was.
            looks.trusting = false;
            best = attempt(&looks, scratch);
        }
        let Some(Attempt { found, puzzle }) = best else {
            scratch.looks = Some(looks);
            let why = "nothing is made of the tiles that the profile knows";
            return Err(ReadError::NoBoard(why.into()));
        };
        let names = &mut scratch.names;
        let notes = (0..found.tiles.len()).map(|at| {
            let (column, row) = (at % found.columns, at / found.columns);
            let tile = &found.tiles[at];
            let called = || self.called(tile.class).into();
            Note {
                area: found.lattice.area(column as i32, row as i32),
                label: names.entry(tile.class).or_insert_with(called).clone(),
                confidence: tile.confidence,
            }
        });
        scratch.notes.extend(notes);
        let known = puzzle.as_ref().ok();
        let letters = known.map(|puzzle| shown(self.tiled, puzzle, &looks).letters);
        scratch.looks = Some(looks);
        // What cannot be read may be another place: the board was where it was read.
        scratch.lattice = before.or(Some(found.lattice));
        if puzzle.is_err() {
            scratch.foreseen.follow(picture, found.grid());
        }
        let puzzle = puzzle?;
        scratch.lattice = Some(found.lattice);
        // What is seen while something moves may look like another puzzle.
        let is_same = self
            .memory
            .is_none_or(|memory| G::same_puzzle(memory, &puzzle));
        let letters = letters.filter(|letters| letters.len() == found.tiles.len());
        if let Some(letters) = letters.filter(|_| is_same)
            && let Some(looks) = &scratch.looks
        {
            let grid = found.grid();
            scratch.foreseen.read(picture, grid, letters, looks);
        }
        Ok(Reading {
            puzzle,
            confidence: scratch.least(),
            grid: Some(found.grid()),
        })
    }
}
