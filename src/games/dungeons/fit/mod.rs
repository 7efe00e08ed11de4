//! Fitting a profile to a version of the game that was never seen, from pictures of which someone
//! wrote down what they show.

use std::cell::LazyCell;
use std::sync::Arc;

use image::{Rgba, RgbaImage};

use self::doubts::doubting;
use self::exact::exactly;
use self::geometry::geometry;
use super::learn::Lesson;
use super::puzzle::{Cell, Puzzle};
use super::read;
use crate::base::{Point, Rect};
use crate::fit::{self, BoardPlaces, BoardSketch, FoundBoard, Shape};
use crate::game::ability::{Fitted, Hints};
use crate::profile::{Named, Profile, example_name};
use crate::screen::Frame;
use crate::vision::looks::ExampleText;
use crate::vision::{Place, ReadError, ReadScratch, View};

mod doubts;
mod exact;
mod geometry;

/// Places that agree less with the text than this are none.
const AGREEMENT: f32 = 0.55;

/// How many places are tried: with a wrong one the examples cannot be read back.
const PLACES: usize = 3;

/// With so many examples the games that always draw the same pixels can be told from the others.
const MANY: usize = 3;

/// Fits a profile of this name to the examples. The error says why that is not possible, and what
/// may help.
pub fn fit(name: &str, window: &str, lessons: &[Lesson], hints: &Hints) -> Result<Fitted, String> {
    let first = lessons.first().ok_or("there are no examples")?;
    if let Some(other) = lessons.iter().find(|lesson| {
        lesson.picture.dimensions() != first.picture.dimensions()
            || lesson.puzzle.columns.len() != first.puzzle.columns.len()
            || lesson.puzzle.rows.len() != first.puzzle.rows.len()
    }) {
        return Err(format!(
            "{} and {} differ in size: all examples must be pictures of the same window",
            first.name, other.name
        ));
    }
    fit_cells(Shape::Square, name, window, lessons, hints).or_else(|why| match hints.board {
        Some(_) => Err(why),
        None => fit_cells(Shape::Oblong, name, window, lessons, hints).map_err(|_| why),
    })
}

/// The same for cells of one shape.
fn fit_cells(
    shape: Shape,
    name: &str,
    window: &str,
    lessons: &[Lesson],
    hints: &Hints,
) -> Result<Fitted, String> {
    let mut failure = None;
    let (mut boards, mut others) = (Vec::new(), Vec::new());
    for (index, lesson) in lessons.iter().enumerate() {
        let places = match places(shape, lesson, hints) {
            Ok(places) => places,
            Err(why) => {
                failure.get_or_insert(why);
                continue;
            }
        };
        // Most are never needed: the best place can be read back.
        let board = |found: FoundBoard| {
            LazyCell::new(move || {
                let profile = geometry(hints, name, window, lesson, &found);
                let cut = cut_out(&profile, lessons);
                (profile, cut)
            })
        };
        if index < MANY {
            let other = places.other_pitch.map(|found| (board(found), found));
            others.extend(other);
        }
        // The numbers of some tell better than others where exactly they are.
        for found in places.all.into_iter().take(PLACES) {
            let board = board(found);
            if lessons.len() >= MANY
                && let Some(exact) = exactly(&board.0, &board.1)
            {
                return Ok(doubting(exact, &found, lessons));
            }
            if index < MANY {
                boards.push((board, found));
            }
        }
    }
    for (board, found) in boards.into_iter().chain(others) {
        match alike(board.0.clone(), &board.1) {
            Ok(fitted) => return Ok(doubting(fitted, &found, lessons)),
            // Of several the one at the best place tells most.
            Err(why) => _ = failure.get_or_insert(why),
        }
    }
    Err(failure.unwrap_or_default())
}

/// Where the board may be in a lesson's picture; at least one place.
fn places(shape: Shape, lesson: &Lesson, hints: &Hints) -> Result<BoardPlaces, String> {
    let puzzle = &lesson.puzzle;
    let sketch = BoardSketch {
        columns: puzzle.width(),
        rows: puzzle.height(),
        floor: puzzle
            .cells
            .iter()
            .map(|cell| *cell == Cell::Unknown)
            .collect(),
        above: puzzle.columns.to_vec(),
        left: puzzle.rows.to_vec(),
    };
    if !sketch.floor.contains(&false) {
        return Err(format!(
            "{}: it shows empty cells only; take a puzzle with monsters and treasures",
            lesson.name
        ));
    }
    for (numbers, side) in [(&sketch.above, "columns"), (&sketch.left, "rows")] {
        if numbers.iter().all(|number| *number == numbers[0]) {
            return Err(format!(
                "{}: the numbers of its {side} are all the same; where they are is told by numbers \
                 that differ, so take another puzzle",
                lesson.name
            ));
        }
    }
    let mut places = fit::find(&lesson.picture, &sketch, shape, hints.board);
    let agrees = |found: &FoundBoard| found.cells.min(found.numbers) >= AGREEMENT;
    places.all.retain(agrees);
    places.other_pitch = places.other_pitch.filter(agrees);
    match places.all.is_empty() {
        false => Ok(places),
        true => Err(format!(
            "{}: nothing in the picture agrees with the text, {}x{} cells; is the text right? If \
             so, say where the cells are: --board x,y,w,h",
            lesson.name, sketch.columns, sketch.rows
        )),
    }
}

/// The lessons with pictures of exactly the board.
fn cut_out(profile: &Profile, lessons: &[Lesson]) -> Vec<Lesson> {
    let corner = profile.seen_at.unwrap_or_default();
    let [width, height] = profile.board;
    let cut = |lesson: &Lesson| {
        let (x, y) = (corner.x as u32, corner.y as u32);
        image::imageops::crop_imm(&lesson.picture, x, y, width, height).to_image()
    };
    let board = |lesson: &Lesson| Lesson {
        name: lesson.name.clone(),
        picture: cut(lesson),
        puzzle: Puzzle {
            seed: None,
            ..lesson.puzzle.clone()
        },
    };
    lessons.iter().map(board).collect()
}

/// The profile that reads by likeness; all boards must read back.
fn alike(mut profile: Profile, boards: &[Lesson]) -> Result<Fitted, String> {
    profile.examples = boards.iter().map(|board| shown_by(&board.puzzle)).collect();
    let mut pictures: Vec<Named> = boards
        .iter()
        .enumerate()
        .map(|(index, board)| (example_name(index + 1), board.picture.clone()))
        .collect();
    pictures.push(("anchor".into(), anchor(&profile, boards)));
    profile.templates = Arc::new(profile.prepare(pictures.clone())?);
    let read_back = |board: &Lesson| match reading(&profile, &board.picture) {
        Ok(puzzle) if puzzle == board.puzzle => Ok(()),
        Ok(puzzle) => Err(format!(
            "{}: the board that was found is read as something else than the text says:\n{puzzle}",
            board.name
        )),
        Err(error) => Err(format!("{}: {error}", board.name)),
    };
    boards.iter().try_for_each(read_back)?;
    let place = place(&profile);
    Ok(Fitted {
        profile,
        pictures,
        doubts: Vec::new(),
        place,
    })
}

/// Where the board is in the pictures that it was found in.
fn place(profile: &Profile) -> Place {
    Place::enlarged(profile.seen_at.unwrap_or_default(), 1)
}

fn reading(profile: &Profile, board: &RgbaImage) -> Result<Puzzle, ReadError> {
    let frame = Frame::still(board.clone());
    let view = View::whole(&frame);
    read::read(&view, profile, None, &mut ReadScratch::default()).map(|reading| reading.puzzle)
}

pub(super) fn shown_by(puzzle: &Puzzle) -> ExampleText {
    let letter = |cell: &Cell| match cell {
        Cell::Unknown => '.',
        Cell::Monster => 'M',
        Cell::Treasure => 'T',
        Cell::Wall => '#',
        Cell::Path => 'o',
    };
    ExampleText {
        above: puzzle.columns.to_vec(),
        left: puzzle.rows.to_vec(),
        cells: puzzle
            .cells
            .chunks(puzzle.width())
            .map(|row| row.iter().map(letter).collect())
            .collect(),
    }
}

/// What is around the board and the plates of its numbers: it stays while everything inside may change.
fn anchor(profile: &Profile, boards: &[Lesson]) -> RgbaImage {
    let bounds = profile.cells.bounds();
    let inner = Rect::new(
        bounds.x - 1,
        bounds.y - 1,
        bounds.width + 2,
        bounds.height + 2,
    );
    let changing = profile.plates();
    let same = |x: u32, y: u32| {
        let pixel = boards[0].picture.get_pixel(x, y);
        boards
            .iter()
            .all(|board| board.picture.get_pixel(x, y) == pixel)
    };
    let [width, height] = profile.board;
    RgbaImage::from_fn(width, height, |x, y| {
        let at = Point::new(x as i32, y as i32);
        let changes = inner.contains(at) || changing.iter().any(|area| area.contains(at));
        match !changes && same(x, y) {
            true => *boards[0].picture.get_pixel(x, y),
            false => Rgba([0; 4]),
        }
    })
}
