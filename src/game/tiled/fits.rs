//! Fitting by one text.

use std::borrow::Cow;
use std::sync::Arc;

use image::RgbaImage;

use super::{Tiled, read};
use crate::base::{Point, Rect};
use crate::fit::{Shape, resting, tiles as fit};
use crate::game::Game;
use crate::game::ability::{Fits, Fitted, Hints, ProbeArea};
use crate::profile::learn::Lesson;
use crate::profile::{MoveBy, Named, Profile, example_name};
use crate::vision::tiles::{Lattice, Motion, Sizes, TileExample, TileGrid, cut, dots};
use crate::vision::{Place, View};

mod motion;

/// Fits profiles for a game of tiles.
pub struct TileFits<G: Game>(pub &'static dyn Tiled<G>);

/// Where an example's board is, and the small picture beside it.
#[derive(Clone, Copy, Debug)]
struct Spot {
    board: Lattice,
    goal: Option<TileGrid>,
    agreement: f32,
    /// Whether it shows all that the text tells of its cells.
    marked: bool,
}

/// What is to come of a lesson whose board is at a place.
type Taught<'t, P, T> = &'t dyn Fn(&Lesson<P>, &Spot) -> Result<T, String>;

/// A lesson, where its board is, and what came of it there.
type Placed<'a, P, T> = (Cow<'a, Lesson<P>>, Spot, T);

/// A place must agree with the text so well.
const AGREEMENT: f32 = 0.5;

/// Square tiles that agree less may do so by chance. Chosen: what was found by chance among 27 tiles agreed to 0.51.
const WELL: f32 = 0.55;

/// The rim of a window is left alone by the pointer, in pixels.
const RIM: i32 = 3;

/// How many places are tried: with a wrong one the examples cannot be read back.
const PLACES: usize = 6;

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
            pictures.push((example_name(index + 1), picture));
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
            scratch.sizes = Sizes::Closely;
            read(self.0, view, profile, Some(wanted), scratch)
        })
    }

    /// The part of a lesson's picture that shows the board, and what it shows.
    fn example(&self, lesson: &Lesson<G::Puzzle>, spot: &Spot) -> (RgbaImage, TileExample) {
        let sketch = self.0.sketch(&lesson.puzzle);
        let plain = (!spot.marked).then(|| self.0.unmarked(&sketch)).flatten();
        let sketch = plain.unwrap_or(sketch);
        let goal = spot.goal.zip(self.0.goal(&lesson.puzzle));
        let goal = goal.map(|(grid, sketch)| (grid, sketch.rows()));
        let board = sketch.at(spot.board);
        let (picture, mut example) = cut(&lesson.picture, &board, sketch.rows(), goal);
        example.joins = sketch.joined_rows(self.0.letters().covers);
        example.text = self.0.recalls().then(|| lesson.puzzle.to_string());
        (picture, example)
    }

    /// Where the board is in a lesson's picture, and what comes of `taught` there: at the place that agrees best with the
    /// text of those at which that [succeeds](Self::readable). Tiles are square, unless those agree hardly better than by
    /// chance and others do clearly.
    fn spot<T>(
        &self,
        lesson: &Lesson<G::Puzzle>,
        within: Option<Rect>,
        taught: &dyn Fn(&Spot) -> Result<T, String>,
    ) -> Result<(Spot, T), String> {
        let square = self.readable(lesson, within, Shape::Square, taught);
        if within.is_some()
            || square
                .as_ref()
                .is_ok_and(|(spot, _)| spot.agreement >= WELL)
        {
            return square;
        }
        let oblong = self.readable(lesson, within, Shape::Oblong, taught);
        match (&square, &oblong) {
            (Ok((known, _)), Ok((other, _)))
                if !fit::is_clearly_better(other.agreement, known.agreement) =>
            {
                square
            }
            (_, Ok(_)) => oblong,
            (_, Err(_)) => square,
        }
    }

    /// A lesson and where its board is, and what comes of `taught` there: told with [walls](Tiled::walled_in) around it where
    /// as it is told it is found nowhere.
    fn placed<'a, T>(
        &self,
        lesson: &'a Lesson<G::Puzzle>,
        within: Option<Rect>,
        taught: Taught<G::Puzzle, T>,
    ) -> Result<Placed<'a, G::Puzzle, T>, String> {
        let spot = |lesson: &Lesson<G::Puzzle>| {
            let taught = |spot: &Spot| taught(lesson, spot);
            self.spot(lesson, within, &taught)
        };
        let why = match spot(lesson) {
            Ok((place, comes)) => return Ok((Cow::Borrowed(lesson), place, comes)),
            Err(why) => why,
        };
        let Some(puzzle) = self.0.walled_in(&lesson.puzzle) else {
            return Err(why);
        };
        let other = Lesson {
            puzzle,
            ..lesson.clone()
        };
        let (place, comes) = spot(&other).map_err(|_| why)?;
        Ok((Cow::Owned(other), place, comes))
    }

    /// The place that agrees best with the text of those at which `taught` succeeds.
    fn readable<T>(
        &self,
        lesson: &Lesson<G::Puzzle>,
        within: Option<Rect>,
        shape: Shape,
        taught: &dyn Fn(&Spot) -> Result<T, String>,
    ) -> Result<(Spot, T), String> {
        let mut failure = None;
        let places = self.places(lesson, shape, within)?;
        // Shadows may make cells of a goal that is drawn nowhere differ from others.
        let sketch = self.0.sketch(&lesson.puzzle);
        let plain = self.0.unmarked(&sketch).map(|_| false);
        for marked in [true].into_iter().chain(plain) {
            for place in &places {
                let place = Spot { marked, ..*place };
                match taught(&place) {
                    Ok(comes) => return Ok((place, comes)),
                    Err(why) => {
                        tracing::debug!(?place, why, "no place");
                        failure.get_or_insert(why);
                    }
                }
            }
        }
        Err(failure.unwrap_or_default())
    }

    /// Where the board may be in a lesson's picture.
    fn places(
        &self,
        lesson: &Lesson<G::Puzzle>,
        shape: Shape,
        within: Option<Rect>,
    ) -> Result<Vec<Spot>, String> {
        let sketch = self.0.sketch(&lesson.puzzle);
        let mut places = fit::find(&lesson.picture, &sketch, shape, within);
        places.retain(|place| place.agreement > AGREEMENT);
        places.truncate(PLACES);
        let nowhere = || {
            format!(
                "{}: nowhere in the picture do the tiles look as the text says; does the window show this \
                 very board, all of it, in the state that the text tells?",
                lesson.name
            )
        };
        // A goal beside no board is not looked for.
        if places.is_empty() {
            return Err(nowhere());
        }
        let goals = self.0.goal(&lesson.puzzle).map(|sketch| {
            let found = fit::find(&lesson.picture, &sketch, shape, None).into_iter();
            let found = found.filter(|place| place.agreement > AGREEMENT);
            let mut found: Vec<TileGrid> = found.map(|place| sketch.at(place.lattice)).collect();
            // The text fits a shape's gaps as well as the shape, one cell off.
            found.sort_by_key(|grid| !stands_out(&lesson.picture, grid, &sketch.letters));
            found
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
                marked: true,
            })
        });
        let spots: Vec<Spot> = spots.collect();
        match spots.is_empty() {
            true => Err(nowhere()),
            false => Ok(spots),
        }
    }

    fn profile(
        &self,
        name: &str,
        window: &str,
        lesson: &Lesson<G::Puzzle>,
        lattice: &Lattice,
    ) -> Profile {
        let sketch = self.0.sketch(&lesson.puzzle);
        let (width, height) = lesson.picture.dimensions();
        let mut profile = Profile::new(name, G::NAME, window, [width, height]);
        profile.cells = sketch.at(*lattice).into();
        profile.seen_at = Some(Point::default());
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
            // Alone it must be read back at its place.
            let taught = |lesson: &Lesson<G::Puzzle>, spot: &Spot| {
                let profile = self.profile(name, window, lesson, &spot.board);
                self.taught(profile, &[(lesson, *spot)]).map(drop)
            };
            let (lesson, place, ()) = self.placed(lesson, hints.board, &taught)?;
            leads.push(place.agreement);
            boards.push((lesson, place));
        }
        let boards: Vec<(&Lesson<G::Puzzle>, Spot)> = boards
            .iter()
            .map(|(lesson, place)| (lesson.as_ref(), *place))
            .collect();
        let mut profile = self.profile(name, window, first, &boards[0].1.board);
        let [width, height] = profile.board.map(|side| side as i32);
        let whole = Rect::new(0, 0, width, height);
        // Keys reach some games only while the pointer is over them.
        let walks = MoveBy::is_walked(G::manners(&first.puzzle));
        let corner = match walks {
            true => Point::new(width - RIM, height - RIM),
            false => Point::new(width, height),
        };
        let board = profile.cells.bounds();
        profile.park = Some(resting(&first.picture, whole, board, corner));
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
        let with = |lesson: &Lesson<G::Puzzle>, spot: &Spot| {
            let (picture, example) = self.example(lesson, spot);
            let mut more = profile.clone();
            more.tiles.push(example);
            let named = (example_name(more.tiles.len()), picture);
            let pictures = known.iter().chain([&named]).cloned().collect();
            more.templates = Arc::new(more.prepare(pictures)?);
            self.read_back(&more, lesson).map(|()| (more, named))
        };
        self.placed(&lesson, None, &with)
            .map(|(_, _, taught)| taught)
    }

    fn motion(&self, fitted: &Fitted, lesson: &Lesson<G::Puzzle>) -> Option<Motion> {
        self.board_in_motion(fitted, lesson)
    }

    fn with_motion(
        &self,
        fitted: &mut Fitted,
        lesson: &Lesson<G::Puzzle>,
        motion: Motion,
    ) -> Result<usize, String> {
        self.taught_motion(fitted, lesson, motion)
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

/// Whether the full cells of a shape differ more from what is around it than the others do.
fn stands_out(picture: &RgbaImage, grid: &TileGrid, letters: &[char]) -> bool {
    let [columns, rows] = [grid.columns as i32, grid.rows as i32];
    let shade = |column: i32, row: i32| {
        let area = grid.lattice.tile(column, row);
        dots(picture, area, 1)[0].map(f32::from)
    };
    let mean = |shades: Vec<[f32; 3]>| {
        let count = shades.len().max(1) as f32;
        [0, 1, 2].map(|i| shades.iter().map(|shade| shade[i]).sum::<f32>() / count)
    };
    let sides = (0..rows).flat_map(|row| [(-1, row), (columns, row)]);
    let ends = (0..columns).flat_map(|column| [(column, -1), (column, rows)]);
    let around = mean(sides.chain(ends).map(|(x, y)| shade(x, y)).collect());
    let off = |full: bool| {
        let cells = (0..).zip(letters);
        let cells = cells.filter(|(_, letter)| (**letter == '#') == full);
        let shades = cells.map(|(at, _)| shade(at % columns, at / columns));
        let shades: Vec<[f32; 3]> = shades.collect();
        match shades.is_empty() {
            true => 0.0,
            false => {
                let shade = mean(shades);
                (0..3).map(|i| (shade[i] - around[i]).abs()).sum::<f32>()
            }
        }
    };
    off(true) > off(false)
}
