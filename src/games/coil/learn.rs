//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use std::collections::BTreeMap;

use image::{Rgba, RgbaImage};

use super::lattice::Lattice;
use super::puzzle::{Cell, Puzzle};
use super::read::{self, HEAD, LINE, OPEN, VISITED, WALL};
use crate::plane::{Point, Rect};
use crate::profile::learn::{self, check_sizes, taught};
use crate::profile::{Named, Profile};
use crate::vision::near;

/// A picture of exactly the board at scale 1, and what it shows.
pub type Lesson = learn::Lesson<Puzzle>;

/// A class may claim a colour that is so many times as frequent in it as in any other.
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
    let mut learned = tints(profile, lessons)?;
    learned.push(("anchor".into(), anchor(profile, lessons)));
    if !solved.is_empty() {
        learned.push(("solved".into(), sign(profile, lessons, solved)?));
    }
    let taught = taught(profile, &learned)?;
    lessons
        .iter()
        .try_for_each(|lesson| lesson.read_back(&taught, &lesson.puzzle, read::read))?;
    Ok(learned)
}

/// How often each colour is seen in each class.
#[derive(Default)]
struct Census {
    counts: BTreeMap<[u8; 3], BTreeMap<&'static str, u32>>,
    totals: BTreeMap<&'static str, u32>,
}

impl Census {
    fn count(&mut self, picture: &RgbaImage, area: Rect, class: &'static str) {
        for (x, y) in pixels(area) {
            let colour = colour(picture, x, y);
            *self
                .counts
                .entry(colour)
                .or_default()
                .entry(class)
                .or_default() += 1;
            *self.totals.entry(class).or_default() += 1;
        }
    }

    /// The colours that are those of the class rather than of any other, as a picture in one row.
    fn palette(&self, class: &'static str) -> Result<RgbaImage, String> {
        let share = |by_class: &BTreeMap<&'static str, u32>, class| {
            let count = by_class.get(class).copied().unwrap_or(0);
            count as f32 / self.totals.get(class).copied().unwrap_or(1) as f32
        };
        // The rest of the head's cell looks visited: the head has only what is hardly seen elsewhere.
        let is_rival = |own: f32, other: &'static str, share: f32| match other {
            HEAD => share >= CLEARLY * own,
            _ => CLEARLY * share > own,
        };
        let is_own = |by_class: &BTreeMap<&'static str, u32>| {
            let own = share(by_class, class);
            let mut others = by_class.keys().filter(|other| **other != class);
            own > 0.0 && !others.any(|other| is_rival(own, other, share(by_class, other)))
        };
        let own = self.counts.iter().filter(|(_, by_class)| is_own(by_class));
        let own: Vec<[u8; 3]> = own.map(|(colour, _)| *colour).collect();
        match own.is_empty() {
            true => Err(format!(
                "no example shows a {class} that looks like nothing else"
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
        let puzzle = &lesson.puzzle;
        let (columns, rows) = (puzzle.width(), puzzle.height());
        let lattice = lattice(profile, lesson)?;
        for (column, row) in
            (0..=rows).flat_map(|row| (0..=columns).map(move |column| (column, row)))
        {
            let Point { x, y } = lattice.crossing(column, row);
            census.count(&lesson.picture, Rect::new(x, y, 1, 1), LINE);
        }
        for (at, cell) in puzzle.cells().iter().enumerate() {
            let class = match cell {
                _ if puzzle.head() == Some(at) => HEAD,
                Cell::Open => OPEN,
                Cell::Wall => WALL,
                Cell::Visited => VISITED,
            };
            census.count(
                &lesson.picture,
                lattice.cell(at % columns, at / columns),
                class,
            );
        }
    }
    let named = |class| Ok((format!("tint-{class}"), census.palette(class)?));
    [LINE, OPEN, WALL, VISITED, HEAD]
        .into_iter()
        .map(named)
        .collect()
}

/// Where a board of so many columns and rows lies: in a frame of lines that differs from what is
/// around it and from its first cell, and with a pixel of that colour wherever lines cross.
fn lattice(profile: &Profile, lesson: &Lesson) -> Result<Lattice, String> {
    let field = profile.cells.bounds();
    let (columns, rows) = (lesson.puzzle.width() as i32, lesson.puzzle.height() as i32);
    let largest = ((field.width - 1) / columns).min((field.height - 1) / rows);
    for pitch in (Lattice::LEAST..=largest).rev() {
        let (width, height) = (pitch * columns + 1, pitch * rows + 1);
        let corners = Rect::new(
            field.x,
            field.y,
            field.width - width + 1,
            field.height - height + 1,
        );
        let place = |(x, y)| Lattice {
            corner: Point::new(x, y),
            pitch,
        };
        if let Some(found) = pixels(corners)
            .map(place)
            .find(|place| is_framed(lesson, *place))
        {
            return Ok(found);
        }
    }
    Err(format!(
        "{}: there is no grid of {columns}x{rows} cells with lines between them",
        lesson.name
    ))
}

fn is_framed(lesson: &Lesson, lattice: Lattice) -> bool {
    let (columns, rows) = (lesson.puzzle.width(), lesson.puzzle.height());
    let (first, last) = (lattice.crossing(0, 0), lattice.crossing(columns, rows));
    let ink = colour(&lesson.picture, first.x, first.y);
    let is_ink = |x: i32, y: i32| near(colour(&lesson.picture, x, y), ink);
    let crossings = || {
        let crossing = move |row| (0..=columns).map(move |column| lattice.crossing(column, row));
        (0..=rows).flat_map(crossing)
    };
    is_ink(last.x, last.y)
        && !is_ink(first.x - 1, first.y - 1)
        && !is_ink(first.x + 1, first.y + 1)
        && !is_ink(last.x + 1, last.y + 1)
        && crossings().all(|at| is_ink(at.x, at.y))
        && (first.x..=last.x).all(|x| is_ink(x, first.y) && is_ink(x, last.y))
        && (first.y..=last.y).all(|y| is_ink(first.x, y) && is_ink(last.x, y))
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

/// The pixels of the field that all solved boards share and no lesson has.
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
    let [width, height] = profile.board;
    let mut sign = RgbaImage::new(width, height);
    for (x, y) in pixels(profile.cells.bounds()) {
        let here = colour(first, x, y);
        let has = |picture: &RgbaImage| near(colour(picture, x, y), here);
        if others.iter().all(has) && !lessons.iter().any(|lesson| has(&lesson.picture)) {
            sign.put_pixel(x as u32, y as u32, opaque(here));
        }
    }
    match sign.pixels().any(|pixel| pixel[3] == 255) {
        true => Ok(sign),
        false => {
            Err("these pictures of solved boards share nothing that the examples have not".into())
        }
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
