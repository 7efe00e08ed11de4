//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use std::collections::{BTreeMap, BTreeSet};

use image::{Rgba, RgbaImage};

use super::lattice::{Field, Lattice};
use super::puzzle::{Cell, Puzzle};
use super::read::{self, HEAD, LINE, OPEN, VISITED, WALL};
use crate::base::{Point, Rect};
use crate::profile::learn::{self, check_sizes, taught};
use crate::profile::{Named, Profile};
use crate::vision::near;

/// A picture of exactly the board at scale 1, and what it shows.
pub type Lesson = learn::Lesson<Puzzle>;

/// What is around the board counts by itself; its colours are those of lines.
const AROUND: &str = "around";
/// So much of a board's rim differs from what is next to it.
const RIM: f32 = 0.9;

/// A class may claim a shade that is so many times as frequent in it as in any other.
const CLEARLY: f32 = 4.0;

/// The templates for a profile. Every lesson is read back with them: a text that does not say what
/// its picture shows is noticed. The error says which lesson is wrong, and why.
///
/// `solved` are pictures of solved boards, none or at least two, that show the game's sign for it.
pub fn templates(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Vec<Named>, String> {
    check_sizes(profile, lessons, solved)?;
    learn::or_blame(lessons, |lessons| learned(profile, lessons, solved))
}

fn learned(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Vec<Named>, String> {
    let mut learned = tints(profile, lessons)?;
    learned.push(("anchor".into(), anchor(profile, lessons)));
    let mut knowing = taught(profile, &learned)?;
    if !solved.is_empty() {
        let sign = sign(&knowing, lessons, solved)?;
        learned.push(("solved".into(), sign));
        knowing = taught(profile, &learned)?;
    }
    lessons
        .iter()
        .try_for_each(|lesson| lesson.read_back(&knowing, &lesson.puzzle, read::read))?;
    Ok(learned)
}

/// How often each shade is seen in each class.
#[derive(Default)]
struct Census {
    counts: BTreeMap<[u8; 3], BTreeMap<&'static str, u32>>,
    totals: BTreeMap<&'static str, u32>,
    /// In how many heads' cells each shade is seen, and how many there are.
    heads: (BTreeMap<[u8; 3], u32>, u32),
}

impl Census {
    fn count(&mut self, picture: &RgbaImage, area: Rect, class: &'static str) {
        for (x, y) in pixels(area) {
            *self
                .counts
                .entry(shade(colour(picture, x, y)))
                .or_default()
                .entry(class)
                .or_default() += 1;
            *self.totals.entry(class).or_default() += 1;
        }
    }

    fn count_head(&mut self, picture: &RgbaImage, area: Rect) {
        let shades = pixels(area).map(|(x, y)| shade(colour(picture, x, y)));
        for shade in shades.collect::<BTreeSet<_>>() {
            *self.heads.0.entry(shade).or_default() += 1;
        }
        self.heads.1 += 1;
    }

    /// Whether most heads have the shade: one of them may lie on the mark of the path's start.
    fn is_on_heads(&self, shade: [u8; 3]) -> bool {
        let (seen, all) = &self.heads;
        seen.get(&shade).is_some_and(|seen| 2 * seen > *all)
    }

    /// The shades that are those of the class rather than of any other.
    fn own(&self, class: &'static str) -> Vec<[u8; 3]> {
        let share = |by_class: &BTreeMap<&'static str, u32>, class| {
            let count = by_class.get(class).copied().unwrap_or(0);
            count as f32 / self.totals.get(class).copied().unwrap_or(1) as f32
        };
        // The rest of the head's cell looks visited: the head has only what is hardly seen elsewhere.
        let is_rival = |own: f32, other: &'static str, share: f32| match other {
            HEAD => share >= CLEARLY * own,
            LINE | AROUND if [LINE, AROUND].contains(&class) => false,
            _ => CLEARLY * share > own,
        };
        let is_own = |by_class: &BTreeMap<&'static str, u32>| {
            let own = share(by_class, class);
            let mut others = by_class.keys().filter(|other| **other != class);
            own > 0.0 && !others.any(|other| is_rival(own, other, share(by_class, other)))
        };
        let own = self.counts.iter().filter(|(_, by_class)| is_own(by_class));
        let own = own.map(|(shade, _)| *shade);
        own.filter(|shade| class != HEAD || self.is_on_heads(*shade))
            .collect()
    }

    /// The shades of a tint, as a picture in one row; `name` is for messages.
    fn palette(&self, class: &'static str, name: &str) -> Result<RgbaImage, String> {
        let mut own = self.own(class);
        if class == LINE {
            own.extend(self.own(AROUND));
        }
        match own.is_empty() {
            true => Err(format!(
                "no example shows {name} that looks like nothing else"
            )),
            false => Ok(RgbaImage::from_fn(own.len() as u32, 1, |x, _| {
                opaque(own[x as usize])
            })),
        }
    }
}

fn tints(profile: &Profile, lessons: &[Lesson]) -> Result<Vec<Named>, String> {
    let mut census = Census::default();
    for lesson in lessons {
        let lattice = lattice(profile, lesson)?;
        count_surroundings(&mut census, profile, lesson, lattice);
        let puzzle = &lesson.puzzle;
        for (at, cell) in puzzle.cells().iter().enumerate() {
            let class = match cell {
                _ if puzzle.head() == Some(at) => HEAD,
                Cell::Open => OPEN,
                Cell::Wall => WALL,
                Cell::Visited => VISITED,
            };
            let area = lattice.cell(at % puzzle.width(), at / puzzle.width());
            census.count(&lesson.picture, area, class);
            if class == HEAD {
                census.count_head(&lesson.picture, area);
            }
        }
    }
    let named = |(class, name)| Ok((format!("tint-{class}"), census.palette(class, name)?));
    [
        (LINE, "something between cells"),
        (OPEN, "an open cell"),
        (WALL, "a wall"),
        (VISITED, "a visited cell"),
        (HEAD, "a path's end"),
    ]
    .into_iter()
    .map(named)
    .collect()
}

/// Counts the crossings of gaps, which no path hides, and what is around the board.
fn count_surroundings(census: &mut Census, profile: &Profile, lesson: &Lesson, lattice: Lattice) {
    let (columns, rows) = (lesson.puzzle.width(), lesson.puzzle.height());
    for (column, row) in (0..=rows).flat_map(|row| (0..=columns).map(move |column| (column, row))) {
        census.count(&lesson.picture, lattice.crossing(column, row), LINE);
    }
    let (field, board) = (profile.cells.bounds(), lattice.bounds(columns, rows));
    let (left, top) = (board.x - lattice.gap, board.y - lattice.gap);
    let (right, bottom) = (
        board.x + board.width + lattice.gap,
        board.y + board.height + lattice.gap,
    );
    let (end, foot) = (field.x + field.width, field.y + field.height);
    for strip in [
        Rect::new(field.x, field.y, field.width, top - field.y),
        Rect::new(field.x, bottom, field.width, foot - bottom),
        Rect::new(field.x, top, left - field.x, bottom - top),
        Rect::new(right, top, end - right, bottom - top),
    ] {
        census.count(&lesson.picture, strip, AROUND);
    }
}

/// Where a board of so many columns and rows lies: where the gaps' crossings all look the same, and
/// the rim differs from what is next to it.
fn lattice(profile: &Profile, lesson: &Lesson) -> Result<Lattice, String> {
    let Field { area, gap, .. } = Field::of(&profile.cells);
    let (columns, rows) = (lesson.puzzle.width(), lesson.puzzle.height());
    let room = |side: i32, count: usize| (side + gap) / count as i32 - gap;
    let room = room(area.width, columns).min(room(area.height, rows));
    for pitch in Field::of(&profile.cells).pitches(room).rev() {
        let at = |corner| Lattice { corner, pitch, gap };
        let Rect { width, height, .. } = at(Point::default()).bounds(columns, rows);
        let (free, spare) = (area.width - width, area.height - height);
        let corners = pixels(Rect::new(area.x, area.y, free + 1, spare + 1));
        let places = corners.map(|(x, y)| at(Point::new(x, y)));
        let mut found = places.filter(|place| is_there(lesson, *place));
        // A part of a larger grid would be found at several places.
        if let (Some(found), None) = (found.next(), found.next()) {
            return Ok(found);
        }
    }
    Err(format!(
        "{}: there is no grid of {columns}x{rows} cells in the profile's field",
        lesson.name
    ))
}

fn is_there(lesson: &Lesson, lattice: Lattice) -> bool {
    let (columns, rows) = (lesson.puzzle.width(), lesson.puzzle.height());
    let Rect { x, y, .. } = lattice.crossing(0, 0);
    let ink = colour(&lesson.picture, x, y);
    let is_ink = |(x, y)| near(colour(&lesson.picture, x, y), ink);
    let crossings =
        (0..=rows).flat_map(|row| (0..=columns).map(move |column| lattice.crossing(column, row)));
    let sides = [
        (columns, Point::new(0, -1), Point::new(1, 0), (0, 0)),
        (columns, Point::new(0, 1), Point::new(1, 0), (0, rows - 1)),
        (rows, Point::new(-1, 0), Point::new(0, 1), (0, 0)),
        (rows, Point::new(1, 0), Point::new(0, 1), (columns - 1, 0)),
    ];
    crossings.flat_map(pixels).all(is_ink)
        && sides.into_iter().all(|(count, beyond, along, first)| {
            let cells = (0..count).map(|index| {
                let (column, row) = (index * along.x as usize, index * along.y as usize);
                lattice.cell(first.0 + column, first.1 + row)
            });
            differs(&lesson.picture, cells, beyond)
        })
}

/// Whether the side of these cells that faces `beyond` differs from the pixels next to it.
fn differs(picture: &RgbaImage, cells: impl Iterator<Item = Rect> + Clone, beyond: Point) -> bool {
    let side = |cell: Rect| {
        let (right, bottom) = (cell.x + cell.width - 1, cell.y + cell.height - 1);
        pixels(match (beyond.x, beyond.y) {
            (0, -1) => Rect::new(cell.x, cell.y, cell.width, 1),
            (0, _) => Rect::new(cell.x, bottom, cell.width, 1),
            (-1, _) => Rect::new(cell.x, cell.y, 1, cell.height),
            _ => Rect::new(right, cell.y, 1, cell.height),
        })
    };
    let all = cells.clone().flat_map(side).count();
    let mut same = 0;
    for (x, y) in cells.flat_map(side) {
        let (here, there) = (
            colour(picture, x, y),
            colour(picture, x + beyond.x, y + beyond.y),
        );
        same += usize::from(near(here, there));
        if same as f32 > (1.0 - RIM) * all as f32 {
            return false;
        }
    }
    true
}

/// The pixels outside the field that are the same in every lesson.
fn anchor(profile: &Profile, lessons: &[Lesson]) -> RgbaImage {
    let [width, height] = profile.board;
    let field = profile.cells.bounds();
    RgbaImage::from_fn(width, height, |x, y| {
        let (x, y) = (x as i32, y as i32);
        let mut colours = lessons.iter().map(|lesson| colour(&lesson.picture, x, y));
        match colours.next() {
            Some(first) if !field.contains(Point::new(x, y)) && colours.all(|c| c == first) => {
                opaque(first)
            }
            _ => Rgba([0; 4]),
        }
    })
}

/// The pixels of the field that all solved boards share and no lesson has, but for those that look like
/// cells or lines: solved boards may share those, too.
fn sign(profile: &Profile, lessons: &[Lesson], solved: &[RgbaImage]) -> Result<RgbaImage, String> {
    let [first, others @ ..] = solved else {
        return Err("there is no picture of a solved board".into());
    };
    if others.is_empty() {
        return Err(
            "two or more pictures of different solved boards tell the sign from the board; \
                    there is only one"
                .into(),
        );
    }
    let tints = &profile.templates.tints;
    let board = [LINE, OPEN, WALL, VISITED].map(|class| tints.index(class));
    let [width, height] = profile.board;
    let mut sign = RgbaImage::new(width, height);
    for (x, y) in pixels(profile.cells.bounds()) {
        let here = colour(first, x, y);
        let has = |picture: &RgbaImage| near(colour(picture, x, y), here);
        let is_board = tints.of(here).is_some() && board.contains(&tints.of(here));
        if !is_board && others.iter().all(has) && !lessons.iter().any(|one| has(&one.picture)) {
            sign.put_pixel(x as u32, y as u32, opaque(here));
        }
    }
    match sign.pixels().any(|pixel| pixel[3] == 255) {
        true => Ok(sign),
        false => Err(
            "these pictures of solved boards share nothing that the examples have not, but for \
             what looks like cells"
                .into(),
        ),
    }
}

fn pixels(area: Rect) -> impl Iterator<Item = (i32, i32)> {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    (y..y + height).flat_map(move |y| (x..x + width).map(move |x| (x, y)))
}

fn colour(picture: &RgbaImage, x: i32, y: i32) -> [u8; 3] {
    let pixel = picture.get_pixel_checked(x as u32, y as u32);
    pixel.map_or([0; 3], |p| [p[0], p[1], p[2]])
}

fn opaque([r, g, b]: [u8; 3]) -> Rgba<u8> {
    Rgba([r, g, b, 255])
}

/// The colour in the middle of those that [`crate::vision::Tints`] takes for one.
fn shade(colour: [u8; 3]) -> [u8; 3] {
    colour.map(|channel| channel & !7 | 4)
}
