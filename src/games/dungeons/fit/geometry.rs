//! Where everything is on a board that was found.

use super::{Hints, Lesson};
use crate::base::{Point, Rect};
use crate::fit::{FoundBoard, resting};
use crate::profile::{Cells, Numbers, Profile};
use crate::vision::looks::digits::{Seen, Side, separation};
use crate::vision::looks::{pixels_of, stack};

/// How much of the page around board and numbers belongs to the board's picture, in pixels.
const MARGIN: i32 = 8;

/// The likeliest box is taken that tells the numbers apart at least so well, relative to the best.
const WELL: f32 = 0.5;

/// Where everything is, in a profile that has not learned anything yet.
pub(super) fn geometry(
    hints: &Hints,
    name: &str,
    window: &str,
    lesson: &Lesson,
    found: &FoundBoard,
) -> Profile {
    let grid = found.grid;
    let round = |pair: [f32; 2]| pair.map(|part| part.round() as i32);
    let [x, y] = round(grid.first);
    let mut profile = Profile::new(name, "dungeons", window, lesson.picture.dimensions().into());
    profile.cells = Cells {
        columns: lesson.puzzle.width(),
        rows: lesson.puzzle.height(),
        first: Point::new(x, y),
        size: round(grid.size),
        pitch: grid
            .pitch
            .map(|pitch| (f64::from(pitch) * 1000.0).round() / 1000.0),
    };
    profile.numbers = Some(Numbers {
        columns: whole(found.bands[0].first),
        rows: whole(found.bands[1].first),
    });
    profile.numbers = Some(tightened(&profile, lesson));
    let picture = profile.board.map(|side| side as i32);
    clip(&mut profile.cells, picture);
    cut_down(&mut profile, &hints.clicks, picture);
    profile.park = Some(park(&profile, lesson));
    profile
}

/// Where the pointer rests, in pixels of the board: off the cells, in the upper left corner if that is as good as any.
fn park(profile: &Profile, lesson: &Lesson) -> Point {
    let corner = profile.seen_at.unwrap_or_default();
    let [width, height] = profile.board.map(|side| side as i32);
    let whole = Rect::new(corner.x, corner.y, width, height);
    let cells = profile.cells.bounds();
    let cells = cells.at(cells.corner() + corner);
    resting(&lesson.picture, whole, cells, corner) - corner
}

/// Makes cells smaller that would leave the picture by a rounded pixel or two: some boards end where their window
/// does.
fn clip(cells: &mut Cells, [width, height]: [i32; 2]) {
    let bounds = cells.bounds();
    let over = [
        bounds.x + bounds.width - width,
        bounds.y + bounds.height - height,
    ];
    for (size, over) in cells.size.iter_mut().zip(over) {
        *size -= over.clamp(0, *size / 8);
    }
}

fn whole([left, top, width, height]: [f32; 4]) -> Rect {
    let [x, y, width, height] = [left, top, width, height].map(|part| part.round() as i32);
    Rect::new(x, y, width, height)
}

/// The boxes of the numbers, just large enough for the ink that was found in all of them.
fn tightened(profile: &Profile, lesson: &Lesson) -> Numbers {
    let places = profile.places();
    let strips = [(Side::Above, &places.above), (Side::Left, &places.left)];
    let strips = strips.map(|(side, starts)| Strip::new(&profile.cells, lesson, starts, side));
    // One side may show only narrow digits, or digits that differ in a part only.
    let sides = |of: fn(&Rect) -> i32| strips.iter().map(|strip| of(&strip.ink)).max();
    let size = [sides(|ink| ink.width), sides(|ink| ink.height)].map(Option::unwrap_or_default);
    let [columns, rows] = strips.map(|strip| strip.first(lesson, size));
    Numbers { columns, rows }
}

/// The numbers of a side: places with all that may belong to them, and in these the box around the ink.
struct Strip {
    places: Vec<Rect>,
    ink: Rect,
}

impl Strip {
    /// The numbers whose ink was found in boxes that begin at `starts`.
    fn new(cells: &Cells, lesson: &Lesson, starts: &[Rect], side: Side) -> Self {
        let values = match side {
            Side::Above => &lesson.puzzle.columns,
            Side::Left => &lesson.puzzle.rows,
        };
        let core = starts[0];
        let roomy = roomy(cells, core, side);
        let inner = core.at(core.corner() - roomy.corner());
        let place = |start: &Rect| roomy.at(start.corner() - inner.corner());
        let places: Vec<Rect> = starts.iter().map(place).collect();
        let boxes = stack::ink_boxes(&pixels_of(&lesson.picture), &places, values, inner);
        let told = |ink: &Rect| {
            let numbers = values.iter().zip(&places).map(|(value, place)| Seen {
                picture: &lesson.picture,
                value: *value,
                area: ink.at(place.corner() + ink.corner()),
            });
            separation(&numbers.collect::<Vec<_>>())
        };
        let told: Vec<f32> = boxes.iter().map(told).collect();
        let best = told.iter().copied().fold(0.0, f32::max);
        let well = told.iter().position(|told| *told >= WELL * best);
        Self {
            ink: boxes.get(well.unwrap_or(0)).copied().unwrap_or(inner),
            places,
        }
    }

    /// The box of the first number, made so wide and high.
    fn first(&self, lesson: &Lesson, size: [i32; 2]) -> Rect {
        let ink = stack::whole(&pixels_of(&lesson.picture), &self.places, self.ink, size);
        ink.at(self.places[0].corner() + ink.corner())
    }
}

/// The first number's place with all that may belong to it: as wide as a cell with the gaps around it,
/// and somewhat deeper than the band that was found.
fn roomy(cells: &Cells, core: Rect, side: Side) -> Rect {
    let pitch = cells.pitch.map(|pitch| pitch.ceil() as i32);
    let gap = [0, 1].map(|axis| (pitch[axis] - cells.size[axis]) / 2);
    let bounds = cells.bounds();
    // From where to where, along the numbers' depth; `edge` is where the cells begin.
    let deeper = |from: i32, depth: i32, pitch: i32, edge: i32| {
        let more = pitch * 2 / 5;
        let start = (from - more).max(0);
        (start, (from + depth + more).min(edge) - start)
    };
    match side {
        Side::Above => {
            let (top, height) = deeper(core.y, core.height, pitch[1], bounds.y);
            Rect::new(bounds.x - gap[0], top, pitch[0], height)
        }
        Side::Left => {
            let (left, width) = deeper(core.x, core.width, pitch[0], bounds.x);
            Rect::new(left, bounds.y - gap[1], width, pitch[1])
        }
    }
}

/// Makes the board's picture the part of the whole in which something is.
fn cut_down(profile: &mut Profile, clicks: &[Point], [width, height]: [i32; 2]) {
    let places = profile.places();
    let parts = places.above.into_iter().chain(places.left);
    let around = clicks.iter().map(|at| Rect::new(at.x - 4, at.y - 4, 9, 9));
    let all = parts
        .chain(around)
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
}
