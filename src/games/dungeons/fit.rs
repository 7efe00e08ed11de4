//! Fitting a profile to a version of the game that was never seen, from pictures of which someone
//! wrote down what they show.

use std::sync::Arc;

use image::{Rgba, RgbaImage};

use super::learn::{self, Lesson};
use super::puzzle::{Cell, Puzzle};
use super::read;
use crate::fit::{self, Found, Sketch};
use crate::plane::{Point, Rect};
use crate::profile::{Cells, Named, Next, Numbers, Profile, Templates};
use crate::screen::Frame;
use crate::vision::looks::{Shown, pixels_of, stack};
use crate::vision::{Place, ReadError, View};

/// What the user says about the board.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The rectangle around the cells, in pixels of the picture.
    pub board: Option<Rect>,
    /// A button that leads to the next puzzle, in pixels of the picture.
    pub next: Option<Point>,
}

/// A profile for a game that was never seen.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub profile: Profile,
    pub pictures: Vec<Named>,
    /// What is not sure, a sentence each, with what settles it.
    pub doubts: Vec<String>,
    /// Where the board is in the first picture.
    pub place: Place,
}

/// How much of the page around board and numbers belongs to the board's picture, in pixels.
const MARGIN: i32 = 8;

/// Places that agree less with the text than this are none.
const AGREEMENT: f32 = 0.55;

/// A place that is ahead of the next one by less may be the wrong one.
const LEAD: f32 = 0.06;

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
    let mut failure = String::new();
    for lesson in lessons.iter().take(MANY) {
        let tried = found(lesson, hints).and_then(|found| {
            let fitted = with_board(hints, name, window, lessons, lesson, &found)?;
            Ok(doubting(fitted, &found, lessons))
        });
        match tried {
            Ok(fitted) => return Ok(fitted),
            Err(why) => failure = why,
        }
    }
    Err(failure)
}

/// The board in a lesson's picture.
fn found(lesson: &Lesson, hints: &Hints) -> Result<Found, String> {
    let puzzle = &lesson.puzzle;
    let sketch = Sketch {
        columns: puzzle.width(),
        rows: puzzle.height(),
        floor: puzzle
            .cells
            .iter()
            .map(|cell| *cell == Cell::Unknown)
            .collect(),
        above: puzzle.columns.clone(),
        left: puzzle.rows.clone(),
    };
    if !sketch.floor.contains(&false) {
        return Err(format!(
            "{}: it shows empty cells only; take a puzzle with monsters and treasures",
            lesson.name
        ));
    }
    let found = fit::find(&lesson.picture, &sketch, hints.board);
    let agrees = |found: &Found| found.cells.min(found.numbers) >= AGREEMENT;
    found.filter(agrees).ok_or_else(|| {
        format!(
            "{}: nothing in the picture agrees with the text, {}x{} cells; is the text right? If \
             so, say where the cells are: --board x,y,w,h",
            lesson.name, sketch.columns, sketch.rows
        )
    })
}

/// The profile for a board that was found in one of the lessons; all lessons must read back.
fn with_board(
    hints: &Hints,
    name: &str,
    window: &str,
    lessons: &[Lesson],
    shown: &Lesson,
    found: &Found,
) -> Result<Fitted, String> {
    let mut profile = geometry(hints, name, window, shown, found);
    let corner = profile.seen_at.unwrap_or_default();
    let [width, height] = profile.board;
    let cut = |lesson: &Lesson| {
        let (x, y) = (corner.x as u32, corner.y as u32);
        image::imageops::crop_imm(&lesson.picture, x, y, width, height).to_image()
    };
    let boards: Vec<Lesson> = lessons
        .iter()
        .map(|lesson| Lesson {
            name: lesson.name.clone(),
            picture: cut(lesson),
            puzzle: Puzzle {
                seed: None,
                ..lesson.puzzle.clone()
            },
        })
        .collect();
    if boards.len() >= MANY
        && let Some(exact) = exactly(&profile, &boards, corner)
    {
        return Ok(exact);
    }
    profile.examples = boards.iter().map(|board| shown_by(&board.puzzle)).collect();
    let mut pictures: Vec<Named> = boards
        .iter()
        .enumerate()
        .map(|(index, board)| (format!("example-{}", index + 1), board.picture.clone()))
        .collect();
    pictures.push(("anchor".into(), anchor(&profile, &boards)));
    profile.templates = Arc::new(Templates::new(pictures.clone(), &profile)?);
    let read_back = |board: &Lesson| match reading(&profile, &board.picture) {
        Ok(puzzle) if puzzle == board.puzzle => Ok(()),
        Ok(puzzle) => Err(format!(
            "{}: the board that was found is read as something else than the text says:\n{puzzle}",
            board.name
        )),
        Err(error) => Err(format!("{}: {error}", board.name)),
    };
    boards.iter().try_for_each(read_back)?;
    let place = Place {
        origin: corner,
        scale: 1,
    };
    Ok(Fitted {
        profile,
        pictures,
        doubts: Vec::new(),
        place,
    })
}

/// A profile for a game that always draws the same pixels, if all lessons agree with that.
fn exactly(profile: &Profile, boards: &[Lesson], corner: Point) -> Option<Fitted> {
    let mut exact = profile.clone();
    let [width, height] = profile.board.map(|side| side as i32);
    let wide = |r: Rect| {
        // The digits of such games may be some pixels off their place.
        let reach = ((56 - r.width.max(r.height)) / 2).clamp(0, 5);
        Rect::new(
            r.x - reach,
            r.y - reach,
            r.width + 2 * reach,
            r.height + 2 * reach,
        )
    };
    let numbers = exact.numbers.as_mut()?;
    numbers.columns = wide(numbers.columns);
    numbers.rows = wide(numbers.rows);
    let inside =
        |r: Rect| r.x >= 0 && r.y >= 0 && r.x + r.width <= width && r.y + r.height <= height;
    if !inside(numbers.columns) || !inside(numbers.rows) || exact.check().is_err() {
        return None;
    }
    let learned = learn::templates(&exact, boards, &[]).ok()?;
    if !learned.refused.is_empty() {
        return None;
    }
    exact.templates = Arc::new(Templates::new(learned.pictures.clone(), &exact).ok()?);
    let place = Place {
        origin: corner,
        scale: 1,
    };
    Some(Fitted {
        profile: exact,
        pictures: learned.pictures,
        doubts: Vec::new(),
        place,
    })
}

fn reading(profile: &Profile, board: &RgbaImage) -> Result<Puzzle, ReadError> {
    let frame = Frame::still(board.clone());
    let place = Place {
        origin: Point::default(),
        scale: 1,
    };
    let view = View {
        frame: &frame,
        place,
    };
    read::read(&view, profile, None).map(|reading| reading.puzzle)
}

pub(super) fn shown_by(puzzle: &Puzzle) -> Shown {
    let letter = |cell: &Cell| match cell {
        Cell::Unknown => '.',
        Cell::Monster => 'M',
        Cell::Treasure => 'T',
        Cell::Wall => '#',
        Cell::Path => 'o',
    };
    Shown {
        above: puzzle.columns.clone(),
        left: puzzle.rows.clone(),
        cells: puzzle
            .cells
            .chunks(puzzle.width())
            .map(|row| row.iter().map(letter).collect())
            .collect(),
    }
}

/// Where everything is, in a profile that has not learned anything yet.
fn geometry(hints: &Hints, name: &str, window: &str, lesson: &Lesson, found: &Found) -> Profile {
    let grid = found.grid;
    let round = |pair: [f32; 2]| pair.map(|part| part.round() as i32);
    let [x, y] = round(grid.first);
    let mut profile = Profile {
        name: name.into(),
        game: "dungeons".into(),
        window: window.into(),
        board: [lesson.picture.width(), lesson.picture.height()],
        cells: Cells {
            columns: lesson.puzzle.width(),
            rows: lesson.puzzle.height(),
            first: Point::new(x, y),
            size: round(grid.size),
            pitch: grid
                .pitch
                .map(|pitch| (f64::from(pitch) * 1000.0).round() / 1000.0),
        },
        numbers: Some(Numbers {
            columns: whole(found.bands[0].first),
            rows: whole(found.bands[1].first),
        }),
        seed: None,
        buttons: Default::default(),
        park: None,
        next: Next::None,
        solved_window: None,
        reset: Default::default(),
        goal: Default::default(),
        confidence: 0.5,
        seen_at: None,
        examples: Vec::new(),
        solved: None,
        behaviour: None,
        templates: Default::default(),
    };
    profile.numbers = Some(tightened(&profile, lesson));
    let picture = profile.board.map(|side| side as i32);
    cut_down(&mut profile, hints.next, picture);
    profile
}

fn whole([left, top, width, height]: [f32; 4]) -> Rect {
    let [x, y, width, height] = [left, top, width, height].map(|part| part.round() as i32);
    Rect::new(x, y, width, height)
}

/// The boxes of the numbers, just large enough for the ink that was found in all of them.
fn tightened(profile: &Profile, lesson: &Lesson) -> Numbers {
    let pixels = pixels_of(&lesson.picture);
    let puzzle = &lesson.puzzle;
    let [columns, rows] = [0, 1].map(|axis| {
        let (starts, values) = match axis {
            0 => (profile.places().above, &puzzle.columns),
            _ => (profile.places().left, &puzzle.rows),
        };
        let core = starts[0];
        let roomy = roomy(&profile.cells, core, axis);
        let moved = |place: &Rect| Rect {
            x: roomy.x + place.x - core.x,
            y: roomy.y + place.y - core.y,
            ..roomy
        };
        let places: Vec<Rect> = starts.iter().map(moved).collect();
        let inner = Rect {
            x: core.x - roomy.x,
            y: core.y - roomy.y,
            ..core
        };
        match stack::ink_box(&pixels, &places, values, inner) {
            Some(ink) => Rect {
                x: ink.x + roomy.x,
                y: ink.y + roomy.y,
                ..ink
            },
            None => core,
        }
    });
    let (width, height) = (
        columns.width.max(rows.width),
        columns.height.max(rows.height),
    );
    // One side may show only narrow digits.
    let widened = |r: Rect| {
        let (across, down) = ((width - r.width) / 2, (height - r.height) / 2);
        Rect::new(r.x - across, r.y - down, width, height)
    };
    Numbers {
        columns: widened(columns),
        rows: widened(rows),
    }
}

/// The first number's place with all that may belong to it: as wide as a cell with the gaps around it,
/// and somewhat deeper than the band that was found.
fn roomy(cells: &Cells, core: Rect, axis: usize) -> Rect {
    let pitch = cells.pitch.map(|pitch| pitch.ceil() as i32);
    let gap = [0, 1].map(|axis| (pitch[axis] - cells.size[axis]) / 2);
    let bounds = cells.bounds();
    let [away, along] = match axis {
        0 => [core.y, bounds.x - gap[0]],
        _ => [core.x, bounds.y - gap[1]],
    };
    let (depth, edge) = match axis {
        0 => (core.height, bounds.y),
        _ => (core.width, bounds.x),
    };
    let more = pitch[1 - axis] * 2 / 5;
    let (start, end) = ((away - more).max(0), (away + depth + more).min(edge));
    match axis {
        0 => Rect::new(along, start, pitch[0], end - start),
        _ => Rect::new(start, along, end - start, pitch[1]),
    }
}

/// Makes the board's picture the part of the whole in which something is.
fn cut_down(profile: &mut Profile, button: Option<Point>, [width, height]: [i32; 2]) {
    let places = profile.places();
    let parts = places.above.into_iter().chain(places.left);
    let button_box = button.map(|at| Rect::new(at.x - 4, at.y - 4, 9, 9));
    let all = parts
        .chain(button_box)
        .fold(profile.cells.bounds(), |all, part| all.around(&part));
    let left = (all.x - MARGIN).max(0);
    let top = (all.y - MARGIN).max(0);
    let right = (all.x + all.width + MARGIN).min(width);
    let bottom = (all.y + all.height + MARGIN).min(height);
    let corner = Point::new(left, top);
    profile.board = [(right - left).max(1) as u32, (bottom - top).max(1) as u32];
    profile.seen_at = Some(corner);
    profile.cells.first = profile.cells.first - corner;
    if let Some(numbers) = &mut profile.numbers {
        for area in [&mut numbers.columns, &mut numbers.rows] {
            (area.x, area.y) = (area.x - left, area.y - top);
        }
    }
    if let Some(at) = button {
        profile.buttons.insert("next".into(), at - corner);
        profile.next = Next::Click("next".into());
    }
    // Off the cells, but still on the board's picture.
    profile.park = Some(Point::new(2, 2));
}

/// The rim of the board and of the numbers: it stays while everything inside may change.
fn anchor(profile: &Profile, boards: &[Lesson]) -> RgbaImage {
    let places = profile.places();
    let bounds = profile.cells.bounds();
    let inner = Rect::new(
        bounds.x - 1,
        bounds.y - 1,
        bounds.width + 2,
        bounds.height + 2,
    );
    let grown = |r: &Rect| Rect::new(r.x - 4, r.y - 4, r.width + 8, r.height + 8);
    let changing: Vec<Rect> = places.above.iter().chain(&places.left).map(grown).collect();
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

/// The fitted profile with what is not sure about it.
fn doubting(mut fitted: Fitted, found: &Found, lessons: &[Lesson]) -> Fitted {
    let doubts = &mut fitted.doubts;
    if found.lead < LEAD {
        let bounds = fitted.profile.cells.bounds();
        let corner = fitted.place.origin + Point::new(bounds.x, bounds.y);
        doubts.push(format!(
            "The board may be elsewhere: another place fits nearly as well. If the picture shows it \
             wrong, say where the cells are, as in --board {},{},{},{}.",
            corner.x, corner.y, bounds.width, bounds.height
        ));
    }
    let puzzles = || lessons.iter().map(|lesson| &lesson.puzzle);
    let largest = fitted
        .profile
        .cells
        .columns
        .max(fitted.profile.cells.rows)
        .min(8) as u8;
    let seen = |value: &u8| puzzles().any(|p| p.columns.contains(value) || p.rows.contains(value));
    let missing: Vec<String> = (0..=largest)
        .filter(|v| !seen(v))
        .map(|v| v.to_string())
        .collect();
    if !missing.is_empty() {
        doubts.push(format!(
            "No example shows the number {}: `read` refuses puzzles with it until one more --example \
             shows it; `play` learns it where only one number makes sense.",
            missing.join(", ")
        ));
    }
    for (cell, what) in [(Cell::Treasure, "treasure"), (Cell::Monster, "monster")] {
        if !puzzles().any(|puzzle| puzzle.cells.contains(&cell)) {
            doubts.push(format!(
                "No example shows a {what}: give one more --example that does."
            ));
        }
    }
    fitted
}
