//! Where everything is on a board that was found.

use super::Hints;
use super::Lesson;
use crate::fit::Found;
use crate::plane::{Point, Rect};
use crate::profile::{Cells, Next, Numbers, Profile};
use crate::vision::looks::{pixels_of, stack};

/// How much of the page around board and numbers belongs to the board's picture, in pixels.
const MARGIN: i32 = 8;

/// Where everything is, in a profile that has not learned anything yet.
pub(super) fn geometry(
    hints: &Hints,
    name: &str,
    window: &str,
    lesson: &Lesson,
    found: &Found,
) -> Profile {
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
