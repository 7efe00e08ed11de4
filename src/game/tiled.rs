//! Games whose boards are tiles: fitted, learned and read by one mechanism.

use std::sync::Arc;
use std::time::{Duration, Instant};

use image::RgbaImage;

use super::Game;
use super::ability::{Fits, Fitted, Hints, ProbeArea};
use crate::base::{Point, Rect};
use crate::fit::tiles::{self as fit, TileSketch};
use crate::profile::learn::Lesson;
use crate::profile::{Named, Next, Profile};
use crate::screen::Frame;
use crate::vision::tiles::{
    FoundTiles, Lattice, Letters, Sizes, TileExample, TileGrid, TileLooks, cut, find,
};
use crate::vision::{Note, Place, ReadError, ReadScratch, Reading, View};

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

    /// Whether tiles of a letter look like those of another, as far as was ever seen.
    pub fn is_unseen(&self, letter: char) -> bool {
        self.looks.is_unseen(letter)
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
    looks.trusting = memory.is_some();
    let picture = &view.frame.image;
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
    let before = scratch.lattice.take();
    let begun = Instant::now();
    let sizes = sizes(scratch, begun);
    let found = find(picture, &looks, before.as_ref(), sizes);
    if sizes == Sizes::All {
        scratch.searched = Some((begun, begun.elapsed()));
    }
    scratch.lattice = before;
    let Some(found) = found else {
        scratch.looks = Some(looks);
        let why = "nothing is made of the tiles that the profile knows";
        return Err(ReadError::NoBoard(why.into()));
    };
    let found = match of_board(tiled, found, before.as_ref(), memory) {
        Ok(found) => found,
        Err(why) => {
            scratch.looks = Some(looks);
            return Err(ReadError::Unsure {
                what: "the board".into(),
                why,
            });
        }
    };
    scratch.lattice = Some(found.lattice);
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
    if let Some(at) = least(&found, profile.confidence) {
        scratch.looks = Some(looks);
        return Err(unsure(&found, at));
    }
    let board = TileBoard {
        tiles: &found,
        picture,
        looks: &looks,
    };
    let puzzle = puzzle(tiled, &board, profile, memory);
    scratch.looks = Some(looks);
    let puzzle = puzzle.map_err(|why| ReadError::Unsure {
        what: "the board".into(),
        why,
    })?;
    let letters = tiled.sketch(&puzzle).letters;
    if letters.len() == found.tiles.len() {
        scratch.foreseen.read(picture, found.grid(), letters);
    }
    Ok(Reading {
        puzzle,
        confidence: scratch.least(),
        grid: Some(found.grid()),
    })
}

/// The tiles that are the board's.
fn of_board<G: Game>(
    tiled: &dyn Tiled<G>,
    found: FoundTiles,
    before: Option<&Lattice>,
    memory: Option<&G::Puzzle>,
) -> Result<FoundTiles, String> {
    let Lattice { first, pitch } = found.lattice;
    let steps = |before: &Lattice| {
        [0, 1].map(|axis| ((before.first[axis] - first[axis]) / pitch[axis]).round() as i32)
    };
    match tiled.part(&found, before.map(steps), memory)? {
        None => Ok(found),
        Some((from, size)) => found
            .part(from, size)
            .ok_or_else(|| "it goes on beyond what is to be seen".to_string()),
    }
}

/// That it is not clear what a tile shows.
fn unsure(found: &FoundTiles, at: usize) -> ReadError {
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
    let memories = memory.into_iter().chain(&told).map(Some);
    let mut failure = None;
    for memory in memories.chain([None]) {
        match tiled.puzzle(board, memory) {
            Ok(puzzle) => return Ok(puzzle),
            Err(why) => _ = failure.get_or_insert(why),
        }
        if memory.is_some() && told.is_empty() {
            break;
        }
    }
    Err(failure.unwrap_or_default())
}

/// At which sizes a board is looked for now: one that is being played does not change its size, and to try all
/// takes long.
fn sizes(scratch: &ReadScratch, now: Instant) -> Sizes {
    let tired = |(at, took): (Instant, Duration)| now.duration_since(at) < RESTED * took;
    match scratch.foreseen.is_playing() || scratch.searched.is_some_and(tired) {
        true => Sizes::Known,
        false => scratch.sizes,
    }
}

/// After a search at all sizes comes a rest of so many times its length. Chosen: the loop goes on meanwhile.
const RESTED: u32 = 8;

/// The least certain tile, if that is not certain enough.
fn least(found: &FoundTiles, enough: f32) -> Option<usize> {
    let confidence = |at: &usize| found.tiles[*at].confidence;
    let least = (0..found.tiles.len()).min_by(|a, b| confidence(a).total_cmp(&confidence(b)));
    least.filter(|at| confidence(at) < enough)
}

/// Fits profiles for a game of tiles.
pub struct TileFits<G: Game>(pub &'static dyn Tiled<G>);

/// Where an example's board is, and the small picture beside it.
#[derive(Clone, Copy)]
struct Spot {
    board: Lattice,
    goal: Option<TileGrid>,
    agreement: f32,
}

/// A place must agree with the text so well.
const AGREEMENT: f32 = 0.5;

/// How many places are tried: with a wrong one the examples cannot be read back.
const PLACES: usize = 4;

impl<G: Game> TileFits<G> {
    /// The profile with these examples at these places, and their pictures; every lesson is read back.
    fn taught(
        &self,
        mut profile: Profile,
        boards: &[(&Lesson<G::Puzzle>, Spot)],
    ) -> Result<(Profile, Vec<Named>), String> {
        let mut pictures = Vec::new();
        let mut examples = Vec::new();
        for (index, (lesson, spot)) in boards.iter().enumerate() {
            let (picture, example) = self.example(lesson, spot);
            pictures.push((format!("example-{}", index + 1), picture));
            examples.push(example);
        }
        profile.tiles = examples;
        profile.templates = Arc::new(profile.prepare(pictures.clone())?);
        for (lesson, _) in boards {
            self.read_back(&profile, lesson)?;
        }
        Ok((profile, pictures))
    }

    fn read_back(&self, profile: &Profile, lesson: &Lesson<G::Puzzle>) -> Result<(), String> {
        let wanted = &lesson.puzzle;
        lesson.read_back(profile, wanted, |view, profile, scratch| {
            scratch.sizes = Sizes::Known;
            read(self.0, view, profile, Some(wanted), scratch)
        })
    }

    /// The part of a lesson's picture that shows the board, and what it shows.
    fn example(&self, lesson: &Lesson<G::Puzzle>, spot: &Spot) -> (RgbaImage, TileExample) {
        let sketch = self.0.sketch(&lesson.puzzle);
        let goal = spot.goal.zip(self.0.goal(&lesson.puzzle));
        let goal = goal.map(|(grid, sketch)| (grid, sketch.rows()));
        let board = sketch.at(spot.board);
        let (picture, mut example) = cut(&lesson.picture, &board, sketch.rows(), goal);
        example.joins = sketch.joined_rows(self.0.letters().covers);
        example.text = self.0.recalls().then(|| lesson.puzzle.to_string());
        (picture, example)
    }

    /// Where the board may be in a lesson's picture.
    fn places(
        &self,
        lesson: &Lesson<G::Puzzle>,
        within: Option<Rect>,
    ) -> Result<Vec<Spot>, String> {
        let sketch = self.0.sketch(&lesson.puzzle);
        let mut places = fit::find(&lesson.picture, &sketch, within);
        places.retain(|place| place.agreement > AGREEMENT);
        places.truncate(PLACES);
        let goals = self.0.goal(&lesson.puzzle).map(|sketch| {
            let found = fit::find(&lesson.picture, &sketch, None).into_iter();
            let found = found.filter(|place| place.agreement > AGREEMENT);
            found
                .map(|place| sketch.at(place.lattice))
                .collect::<Vec<_>>()
        });
        let spots = places.into_iter().filter_map(|place| {
            let area = sketch.at(place.lattice).area();
            let beside = |grid: &&TileGrid| !grid.area().overlaps(&area);
            let goal = goals
                .as_ref()
                .map(|goals| goals.iter().find(beside).copied());
            // What must be there is there.
            let goal = goal.map_or(Some(None), |goal| goal.map(Some))?;
            Some(Spot {
                board: place.lattice,
                goal,
                agreement: place.agreement,
            })
        });
        let spots: Vec<Spot> = spots.collect();
        match spots.is_empty() {
            true => Err(format!(
                "{}: nowhere in the picture do the tiles look as the text says; does the window show this \
                 very board, all of it, in the state that the text tells?",
                lesson.name
            )),
            false => Ok(spots),
        }
    }

    fn profile(
        &self,
        name: &str,
        window: &str,
        lesson: &Lesson<G::Puzzle>,
        lattice: &Lattice,
        hints: &Hints,
    ) -> Profile {
        let sketch = self.0.sketch(&lesson.puzzle);
        let (width, height) = lesson.picture.dimensions();
        let mut profile = Profile::new(name, G::NAME, window, [width, height]);
        profile.cells = sketch.at(*lattice).into();
        profile.seen_at = Some(Point::default());
        if let Some(at) = hints.next {
            profile.buttons.insert("next".into(), at);
            profile.next = Next::Click("next".into());
        }
        profile
    }
}

impl<G: Game> Fits<G> for TileFits<G> {
    fn fit(
        &self,
        name: &str,
        window: &str,
        lessons: &[Lesson<G::Puzzle>],
        hints: &Hints,
    ) -> Result<Fitted, String> {
        let first = lessons.first().ok_or("there are no examples")?;
        let mut boards = Vec::new();
        let mut leads = Vec::new();
        for lesson in lessons {
            let places = self.places(lesson, hints.board)?;
            let mut failure = None;
            // Alone it must be read back at its place; of several that are, the first agrees best.
            let fits = places.iter().find(|place| {
                let profile = self.profile(name, window, lesson, &place.board, hints);
                let taught = self.taught(profile, &[(lesson, **place)]);
                taught.map_err(|why| _ = failure.get_or_insert(why)).is_ok()
            });
            let Some(place) = fits else {
                return Err(failure.unwrap_or_default());
            };
            leads.push(place.agreement);
            boards.push((lesson, *place));
        }
        let profile = self.profile(name, window, first, &boards[0].1.board, hints);
        let (profile, pictures) = self.taught(profile, &boards)?;
        let doubts = leads
            .iter()
            .zip(lessons)
            .filter(|(agreement, _)| **agreement < 0.7);
        let doubts = doubts.map(|(agreement, lesson)| {
            format!(
                "{}: only {:.0} % of what tiles differ by is told by the text; look at the picture, and give \
                 one more --example if a cell is off its place.",
                lesson.name,
                agreement * 100.0
            )
        });
        Ok(Fitted {
            profile,
            pictures,
            doubts: doubts.collect(),
            place: Place::whole(),
        })
    }

    fn board(&self, picture: &RgbaImage, _: &Profile) -> Result<RgbaImage, String> {
        Ok(picture.clone())
    }

    fn with_example(
        &self,
        profile: &Profile,
        known: &[Named],
        board: RgbaImage,
        puzzle: &G::Puzzle,
    ) -> Result<(Profile, Named), String> {
        let lesson = Lesson {
            name: "the new example".into(),
            puzzle: puzzle.clone(),
            picture: board,
        };
        let mut failure = String::new();
        for place in self.places(&lesson, None)? {
            let (picture, example) = self.example(&lesson, &place);
            let mut more = profile.clone();
            more.tiles.push(example);
            let named = (format!("example-{}", more.tiles.len()), picture);
            let pictures = known.iter().chain([&named]).cloned().collect();
            more.templates = Arc::new(more.prepare(pictures)?);
            match self.read_back(&more, &lesson) {
                Ok(()) => return Ok((more, named)),
                Err(why) => failure = why,
            }
        }
        Err(failure)
    }

    fn deduce(&self, _: &View, _: &Profile) -> Option<G::Puzzle> {
        None
    }

    fn size(&self, puzzle: &G::Puzzle) -> [usize; 2] {
        let sketch = self.0.sketch(puzzle);
        [sketch.columns, sketch.rows]
    }

    fn probe_area(&self, _: &G::Puzzle, _: &Profile) -> Option<ProbeArea> {
        None
    }
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
    let view = View {
        frame: &frame,
        place: Place::whole(),
    };
    read(tiled, &view, profile, None, &mut ReadScratch::default()).map(|reading| reading.puzzle)
}
