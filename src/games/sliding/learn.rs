//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use image::{GenericImageView, Rgba, RgbaImage};

use super::puzzle::{Block, Puzzle};
use super::read::{self, FREE, GATE, GOAL, HOLE, KEYS, MARK};
use crate::base::Rect;
use crate::profile::learn::{self, check_sizes, clear, majority, solved_sign, taught, variant};
use crate::profile::{Named, Profile};
use crate::vision::cells::middle;
use crate::vision::near;

/// A picture of exactly the board at scale 1, and what it shows.
pub type Lesson = learn::Lesson<Puzzle>;

/// Pictures of cells that share this much of their middle show the same.
const ALIKE: f32 = 0.7;

/// A sign has at least so many pixels, and so much of it is found on all cells that have it, so little
/// on those that do not.
const SIGN: usize = 12;
const WITH: f32 = 0.95;
const WITHOUT: f32 = 0.05;

/// The templates for a profile. Every lesson is read back with them: a text that does not say what its
/// picture shows is noticed. The error says which lesson is wrong, and why.
///
/// `solved` are pictures of solved boards, none or at least two, that show the game's sign for it.
pub fn templates(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Vec<Named>, String> {
    check(profile, lessons, solved)?;
    learn::or_blame(lessons, |lessons| learned(profile, lessons, solved))
}

fn learned(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Vec<Named>, String> {
    let mut learned = vec![("anchor".to_string(), anchor(profile, lessons))];
    let free = cells(profile, lessons, |puzzle, cell| {
        puzzle.floor[cell] && !taken(puzzle, cell) && !is_goal(puzzle, cell)
    });
    if free.is_empty() {
        return Err("no example shows a free cell".into());
    }
    let gates = cells(profile, lessons, |puzzle, cell| {
        puzzle.gates.contains(&cell) && !taken(puzzle, cell)
    });
    let plain: Vec<RgbaImage> = free
        .iter()
        .filter(|f| !gates.contains(f))
        .cloned()
        .collect();
    learned.extend(looks(FREE, &plain));
    learned.extend(looks(GATE, &gates));
    let holes = cells(profile, lessons, |puzzle, cell| {
        !puzzle.floor[cell] && !always_outside(lessons, cell)
    });
    learned.extend(looks(HOLE, &holes));
    for (number, key) in KEYS.iter().enumerate() {
        learned.extend(signs(profile, lessons, &plain, number, *key)?);
    }
    let taught = taught(profile, &learned)?;
    if !solved.is_empty() {
        learned.push(("solved".into(), solved_sign(&taught, solved)?));
    }
    lessons.iter().try_for_each(|lesson| {
        lesson.read_back(&taught, &lesson.puzzle, |view, profile, scratch| {
            read::read(view, profile, None, scratch)
        })
    })?;
    Ok(learned)
}

fn check(profile: &Profile, lessons: &[Lesson], solved: &[RgbaImage]) -> Result<(), String> {
    check_sizes(profile, lessons, solved)?;
    let (columns, rows) = (profile.cells.columns, profile.cells.rows);
    let other = |lesson: &&Lesson| (lesson.puzzle.columns, lesson.puzzle.rows) != (columns, rows);
    if let Some(lesson) = lessons.iter().find(other) {
        return Err(format!(
            "{}: the text has {}x{} cells, the profile {columns}x{rows}",
            lesson.name, lesson.puzzle.columns, lesson.puzzle.rows
        ));
    }
    match lessons
        .iter()
        .find_map(|lesson| Some((lesson, untold(&lesson.puzzle)?)))
    {
        Some((lesson, block)) => Err(format!(
            "{}: block '{}' is in several parts and has no mark of a goal: no picture would tell that they are one \
             (a profile by tiles remembers it: `gridhand calibrate` without a section)",
            lesson.name, block.sign
        )),
        None => Ok(()),
    }
}

/// A block in several parts that nothing shows to be one.
fn untold(puzzle: &Puzzle) -> Option<&Block> {
    let with_goals = puzzle.blocks.iter().filter(|block| block.goal.is_some());
    let beyond = with_goals.skip(KEYS.len());
    let without = puzzle.blocks.iter().filter(|block| block.goal.is_none());
    without
        .chain(beyond)
        .find(|block| puzzle.parts(&block.cells).len() > 1)
}

fn taken(puzzle: &Puzzle, cell: usize) -> bool {
    puzzle
        .blocks
        .iter()
        .any(|block| block.cells.contains(&cell))
}

fn is_goal(puzzle: &Puzzle, cell: usize) -> bool {
    let goals = puzzle.blocks.iter().filter_map(|block| block.goal.as_ref());
    goals.flatten().any(|&goal| goal == cell)
}

fn always_outside(lessons: &[Lesson], cell: usize) -> bool {
    lessons.iter().all(|lesson| !lesson.puzzle.floor[cell])
}

fn area(profile: &Profile, cell: usize) -> Rect {
    let columns = profile.cells.columns;
    profile.cells.area(cell % columns, cell / columns)
}

/// What never changes: most of the pictures have it, and it is on no cell that is ever on the board.
fn anchor(profile: &Profile, lessons: &[Lesson]) -> RgbaImage {
    let [width, height] = profile.board.map(|side| side as i32);
    let pictures: Vec<&RgbaImage> = lessons.iter().map(|lesson| &lesson.picture).collect();
    let mut anchor = majority(&pictures, Rect::new(0, 0, width, height), 0.6);
    let cells = 0..profile.cells.columns * profile.cells.rows;
    for cell in cells.filter(|&cell| !always_outside(lessons, cell)) {
        clear(&mut anchor, area(profile, cell));
    }
    anchor
}

/// The pictures of the cells for which the test holds.
fn cells(
    profile: &Profile,
    lessons: &[Lesson],
    wanted: impl Fn(&Puzzle, usize) -> bool,
) -> Vec<RgbaImage> {
    let of = |lesson: &'_ Lesson| -> Vec<RgbaImage> {
        let wanted = (0..lesson.puzzle.floor.len()).filter(|&cell| wanted(&lesson.puzzle, cell));
        wanted
            .map(|cell| cut(lesson, area(profile, cell)))
            .collect()
    };
    lessons.iter().flat_map(of).collect()
}

fn cut(lesson: &Lesson, area: Rect) -> RgbaImage {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    let view = lesson
        .picture
        .view(x as u32, y as u32, width as u32, height as u32);
    view.to_image()
}

/// The different looks of a kind of cells, each by what its pictures share in the middle.
fn looks(kind: &str, cells: &[RgbaImage]) -> Vec<Named> {
    let mut looks: Vec<Vec<&RgbaImage>> = Vec::new();
    for cell in cells {
        match looks.iter_mut().find(|look| alike(look[0], cell) >= ALIKE) {
            Some(look) => look.push(cell),
            None => looks.push(vec![cell]),
        }
    }
    let picture = |look: &Vec<&RgbaImage>| {
        let whole = whole(look[0]);
        let shared = majority(look, whole, 0.6);
        let mut picture = RgbaImage::new(shared.width(), shared.height());
        for (x, y) in middle(whole) {
            picture.put_pixel(x as u32, y as u32, *shared.get_pixel(x as u32, y as u32));
        }
        picture
    };
    let named = |(i, look)| (variant(kind, i), picture(look));
    looks.iter().enumerate().map(named).collect()
}

fn whole(picture: &RgbaImage) -> Rect {
    Rect::new(0, 0, picture.width() as i32, picture.height() as i32)
}

fn colour(picture: &RgbaImage, x: i32, y: i32) -> [u8; 3] {
    let [r, g, b, _] = picture.get_pixel(x as u32, y as u32).0;
    [r, g, b]
}

/// The share of their middles in which two pictures agree.
fn alike(a: &RgbaImage, b: &RgbaImage) -> f32 {
    let same = |&(x, y): &(i32, i32)| near(colour(a, x, y), colour(b, x, y));
    let area = whole(a);
    middle(area).filter(same).count() as f32 / middle(area).count().max(1) as f32
}

/// The sign of a goal and the mark of its block; none if no example has a goal of that number.
fn signs(
    profile: &Profile,
    lessons: &[Lesson],
    free: &[RgbaImage],
    number: usize,
    key: char,
) -> Result<Vec<Named>, String> {
    let pick = |puzzle: &Puzzle, in_block: &dyn Fn(&Block) -> bool| {
        let mut goals = puzzle.blocks.iter().filter(|block| block.goal.is_some());
        goals.nth(number).is_some_and(in_block)
    };
    let marked = cells(profile, lessons, |puzzle, cell| {
        pick(puzzle, &|block| block.cells.contains(&cell))
    });
    if marked.is_empty() {
        return Ok(Vec::new());
    }
    let unmarked = cells(profile, lessons, |puzzle, cell| {
        taken(puzzle, cell) && !pick(puzzle, &|block| block.cells.contains(&cell))
    });
    let goals = cells(profile, lessons, |puzzle, cell| {
        !taken(puzzle, cell)
            && pick(puzzle, &|block| {
                block.goal.iter().flatten().any(|&g| g == cell)
            })
    });
    let mut signs = vec![(MARK, marked, unmarked.as_slice())];
    signs.push((GOAL, goals, free));
    let sign = |(kind, with, without): (&str, Vec<RgbaImage>, &[RgbaImage])| {
        let picture = difference(&with, without).ok_or_else(|| {
            format!("no example shows a {kind} {key} that nothing else on its place looks like")
        })?;
        Ok((format!("{kind}-{key}"), picture))
    };
    signs.into_iter().map(sign).collect()
}

/// The pixels that all of these cells share and hardly any of those has.
fn difference(with: &[RgbaImage], without: &[RgbaImage]) -> Option<RgbaImage> {
    let first = with.first()?;
    let all: Vec<&RgbaImage> = with.iter().collect();
    let shared = majority(&all, whole(first), WITH);
    let mut picture = RgbaImage::new(first.width(), first.height());
    let mut size = 0;
    for (x, y, pixel) in shared
        .enumerate_pixels()
        .filter(|(.., pixel)| pixel[3] == 255)
    {
        let [r, g, b, _] = pixel.0;
        let has = |other: &&RgbaImage| near([r, g, b], colour(other, x as i32, y as i32));
        let elsewhere = without.iter().filter(has).count();
        if elsewhere as f32 <= WITHOUT * without.len() as f32 {
            picture.put_pixel(x, y, Rgba([r, g, b, 255]));
            size += 1;
        }
    }
    (size >= SIGN).then_some(picture)
}
