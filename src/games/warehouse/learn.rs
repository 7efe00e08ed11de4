//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use image::{Rgba, RgbaImage, imageops};

use super::board::{Board, Thing};
use super::puzzle::{Puzzle, Tile};
use super::read::{self, BLANK, NO_TAPE, arrow};
use crate::base::Rect;
use crate::profile::learn::{self, check_sizes, taught};
use crate::profile::{Cells, Named, Profile};
use crate::vision::near;

/// A picture of exactly the board at scale 1, and what it shows.
pub type Lesson = learn::Lesson<Board>;

/// Two cells with more than this share of different pixels are two pictures of one thing.
const DIFFERENT: f64 = 0.01;

/// A goal of which no more is seen under a thing is as good as hidden: what reads the cells tells
/// classes apart by this share.
const UNSEEN: f64 = 0.05;

/// The templates for a profile, as named pictures. Every lesson is read back with them: a text that
/// does not say what its picture shows is noticed. The error says which lesson is wrong, and why.
///
/// `solved` are pictures of solved boards, none or at least two, that show the game's sign for it.
pub fn templates(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Vec<Named>, String> {
    check_sizes(profile, lessons, solved)?;
    let mut gallery = Gallery::default();
    for lesson in lessons {
        gallery.add_lesson(profile, lesson)?;
    }
    gallery.drop_hidden_goals();
    let mut pictures = gallery.pictures;
    pictures.push(("anchor".into(), anchor(profile, lessons, solved)));
    let taught = taught(profile, &pictures)?;
    for lesson in lessons {
        let wanted = as_read(&lesson.puzzle, &profile.cells);
        lesson.read_back(&taught, &wanted, |view, profile, scratch| {
            read::read(view, profile, Some(&wanted), scratch)
        })?;
    }
    if !solved.is_empty() {
        pictures.push(("solved".into(), sign(lessons, solved)?));
    }
    Ok(pictures)
}

/// The different pictures of each thing.
#[derive(Default)]
struct Gallery {
    pictures: Vec<Named>,
}

impl Gallery {
    fn add_lesson(&mut self, profile: &Profile, lesson: &Lesson) -> Result<(), String> {
        let cells = profile.cells;
        let (width, height) = lesson.puzzle.size();
        if width > cells.columns || height > cells.rows {
            return Err(format!(
                "{}: the text has {width}x{height} cells, the profile {}x{}",
                lesson.name, cells.columns, cells.rows
            ));
        }
        let things = lesson.puzzle.things(cells.columns, cells.rows);
        self.add_grid(&cells, &lesson.picture, |index| things[index].name());
        if let Some(tape) = &profile.goal {
            self.add_grid(tape, &lesson.picture, |index| match &lesson.puzzle {
                Board::Level(_) => NO_TAPE,
                Board::Tape(tape) => tape.moves().get(index).map_or(BLANK, |&step| arrow(step)),
            });
        }
        Ok(())
    }

    fn add_grid(&mut self, grid: &Cells, board: &RgbaImage, name: impl Fn(usize) -> &'static str) {
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let picture = cut(board, grid.area(column, row));
                self.add(name(row * grid.columns + column), picture);
            }
        }
    }

    /// Keeps a picture unless it is known: `wall`, `wall-2`, `wall-3` …
    fn add(&mut self, name: &str, picture: RgbaImage) {
        let known = self.pictures.iter().filter(|(of, _)| class(of) == name);
        let number = known.clone().count() + 1;
        if known
            .clone()
            .any(|(_, known)| alike(known, &picture, DIFFERENT))
        {
            return;
        }
        let name = match number {
            1 => name.to_string(),
            _ => format!("{name}-{number}"),
        };
        self.pictures.push((name, picture));
    }

    /// Forgets pictures of things on goals that look as they do elsewhere: memory tells the goals.
    fn drop_hidden_goals(&mut self) {
        for (home, plain) in HIDDEN {
            let known = |thing: Thing| {
                let named = self.pictures.iter();
                named.filter(move |(name, _)| class(name) == thing.name())
            };
            let hidden: Vec<String> = known(home)
                .filter(|(_, seen)| known(plain).any(|(_, other)| alike(seen, other, UNSEEN)))
                .map(|(name, _)| name.clone())
                .collect();
            self.pictures.retain(|(name, _)| !hidden.contains(name));
        }
    }
}

/// Where the goal under a thing can hardly be seen, there is only the thing.
const HIDDEN: [(Thing, Thing); 2] = [
    (Thing::BoxHome, Thing::Box),
    (Thing::RobotHome, Thing::Robot),
];

/// The name without a number behind it.
fn class(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((class, number)) if number.parse::<u32>().is_ok() => class,
        _ => name,
    }
}

fn cut(board: &RgbaImage, area: Rect) -> RgbaImage {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    imageops::crop_imm(board, x as u32, y as u32, width as u32, height as u32).to_image()
}

fn colour(picture: &RgbaImage, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = picture.get_pixel(x, y).0;
    [r, g, b]
}

/// Whether less than that share of the pixels differs.
fn alike(one: &RgbaImage, two: &RgbaImage, share: f64) -> bool {
    let differs =
        |(x, y, _): &(u32, u32, &Rgba<u8>)| !near(colour(one, *x, *y), colour(two, *x, *y));
    let different = one.enumerate_pixels().filter(differs).count();
    (different as f64) < share * f64::from(one.width() * one.height())
}

/// The pixels that all pictures share: around the grids, and where there is a wall in all of them.
fn anchor(profile: &Profile, lessons: &[Lesson], solved: &[RgbaImage]) -> RgbaImage {
    let boards: Vec<&RgbaImage> = lessons
        .iter()
        .map(|lesson| &lesson.picture)
        .chain(solved)
        .collect();
    let mut anchor = shared(&boards);
    let cells = profile.cells;
    let things: Vec<_> = lessons
        .iter()
        .map(|lesson| lesson.puzzle.things(cells.columns, cells.rows))
        .collect();
    let always_wall = |index: usize| things.iter().all(|things| things[index] == Thing::Wall);
    let grids = std::iter::once((cells, true)).chain(profile.goal.map(|tape| (tape, false)));
    for (grid, has_walls) in grids {
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                if !(has_walls && always_wall(row * grid.columns + column)) {
                    clear(&mut anchor, grid.area(column, row));
                }
            }
        }
    }
    anchor
}

/// What all pictures of solved boards share and none of the lessons has there.
fn sign(lessons: &[Lesson], solved: &[RgbaImage]) -> Result<RgbaImage, String> {
    if solved.len() < 2 {
        return Err("two or more pictures of solved boards tell the sign from the puzzle".into());
    }
    let boards: Vec<&RgbaImage> = solved.iter().collect();
    let mut sign = shared(&boards);
    for lesson in lessons {
        for (x, y, pixel) in sign.enumerate_pixels_mut() {
            let [r, g, b, _] = pixel.0;
            if near([r, g, b], colour(&lesson.picture, x, y)) {
                pixel.0[3] = 0;
            }
        }
    }
    match sign.pixels().any(|pixel| pixel[3] == 255) {
        true => Ok(sign),
        false => Err("solved boards show nothing that others do not".into()),
    }
}

/// The pixels that are the same in all pictures; the others are transparent.
fn shared(boards: &[&RgbaImage]) -> RgbaImage {
    let mut shared = boards[0].clone();
    for (x, y, pixel) in shared.enumerate_pixels_mut() {
        let [r, g, b, _] = pixel.0;
        let same = boards
            .iter()
            .all(|board| near([r, g, b], colour(board, x, y)));
        *pixel = Rgba(if same { [r, g, b, 255] } else { [0; 4] });
    }
    shared
}

fn clear(picture: &mut RgbaImage, area: Rect) {
    for y in area.y..area.y + area.height {
        for x in area.x..area.x + area.width {
            picture.put_pixel(x as u32, y as u32, Rgba([0; 4]));
        }
    }
}

/// What a picture of the board is read as.
fn as_read(board: &Board, cells: &Cells) -> Board {
    match board {
        Board::Level(puzzle) => Board::Level(padded(puzzle, cells)),
        tape => tape.clone(),
    }
}

/// The level in the top left corner of the profile's grid, as it is read.
fn padded(puzzle: &Puzzle, cells: &Cells) -> Puzzle {
    let moved = |cell: usize| cell / puzzle.width * cells.columns + cell % puzzle.width;
    let mut tiles = vec![Tile::Floor; cells.columns * cells.rows];
    for (cell, &tile) in puzzle.tiles.iter().enumerate() {
        tiles[moved(cell)] = tile;
    }
    Puzzle {
        width: cells.columns,
        tiles,
        boxes: puzzle.boxes.iter().map(|&cell| moved(cell)).collect(),
        robot: moved(puzzle.robot),
    }
}
