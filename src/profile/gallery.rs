//! One picture of all that a profile knows.

use image::imageops::{FilterType, overlay as lay, resize};
use image::{Rgba, RgbaImage};

use super::templates::{example_name, shown_by};
use super::{Named, Profile};
use crate::base::{Point, Rect};
use crate::draw::{Colour, canvas, fill, whole};
use crate::screen::Frame;
use crate::vision::looks::ExampleText;
use crate::vision::tiles::{PAGE, TileExample, part};
use crate::vision::{Note, Place, inscribe, inscription, overlay};

/// How wide it is, and the room around everything in it. Pixels.
const WIDTH: i32 = 1200;
const ROOM: i32 = 8;

/// Dots of letters are so large.
const LETTERS: i32 = 2;

/// Small things are enlarged to about this side, at most so many times; large ones are shrunk to fit.
const SIDE: u32 = 48;
const ENLARGED: u32 = 4;

/// So many pictures of a thing are shown, and so many examples.
const MOST: usize = 16;

const GROUND: Colour = [40, 44, 52];
const INK: Colour = [230, 230, 220];
/// Behind what is transparent.
const CHEQUERS: [Colour; 2] = [[96, 96, 104], [72, 72, 80]];
const CHEQUER: u32 = 8;

/// A thing, and pictures of it.
struct Group {
    label: String,
    pictures: Vec<RgbaImage>,
}

impl Profile {
    /// One picture of all that it knows: its things with their names, and its examples with what they show.
    /// `pictures` are those of its folder; `meaning` is what a letter or name means in its game.
    pub fn gallery(&self, pictures: &[Named], meaning: impl Fn(&str) -> String) -> RgbaImage {
        let mut groups: Vec<Group> = Vec::new();
        let mut boards = Vec::new();
        for (label, area, name) in self.shown() {
            if let Some((_, picture)) = pictures.iter().find(|(known, _)| *known == name) {
                add(&mut groups, &meaning(&label), part(picture, area).0);
            }
        }
        groups.sort_by(|a, b| a.label.cmp(&b.label));
        for (name, picture) in pictures {
            match self.notes(name) {
                Some(notes) => boards.push((name, board(picture, &notes))),
                None => add(&mut groups, &meaning(&shown_by(name)), picture.clone()),
            }
        }
        for (name, picture) in boards.into_iter().take(MOST) {
            add(&mut groups, name, picture);
        }
        laid_out(&groups)
    }

    /// All things of all examples: what they are, where, and in which picture.
    fn shown(&self) -> Vec<(String, Rect, String)> {
        let examples = (1..=self.examples.len() + self.tiles.len()).map(example_name);
        let things = |name: String| {
            let notes = self.notes(&name).unwrap_or_default().into_iter();
            let things = notes.map(move |note| (note.label.to_string(), note.area, name.clone()));
            things.collect::<Vec<_>>()
        };
        examples.flat_map(things).collect()
    }

    /// What is where in the picture of this name, if that is an example's.
    fn notes(&self, name: &str) -> Option<Vec<Note>> {
        let by_likeness = (1..).zip(&self.examples);
        let mut by_likeness = by_likeness.filter(|(number, _)| example_name(*number) == name);
        let by_tiles = (1..).zip(&self.tiles);
        let mut by_tiles = by_tiles.filter(|(number, _)| example_name(*number) == name);
        by_likeness
            .next()
            .map(|(_, text)| self.notes_of(text))
            .or_else(|| by_tiles.next().map(|(_, tiles)| notes_of_tiles(tiles)))
    }

    fn notes_of(&self, text: &ExampleText) -> Vec<Note> {
        let places = self.places();
        let cells = text.letters().zip(places.cells);
        let cells = cells.map(|(letter, area)| note(area, &letter));
        let above = text.above.iter().zip(places.above);
        let left = text.left.iter().zip(places.left);
        let numbers = above.chain(left).map(|(number, area)| note(area, number));
        cells.chain(numbers).collect()
    }
}

fn note(area: Rect, label: &impl ToString) -> Note {
    Note {
        area,
        label: label.to_string().into(),
        confidence: 1.0,
    }
}

fn notes_of_tiles(example: &TileExample) -> Vec<Note> {
    let lattice = example.lattice();
    let tiles = example.tiles().filter(|(.., letter)| *letter != PAGE);
    tiles
        .map(|(column, row, letter)| note(lattice.area(column, row), &letter))
        .collect()
}

/// An example with what it shows, as `calibrate` draws it.
fn board(picture: &RgbaImage, notes: &[Note]) -> RgbaImage {
    overlay(&Frame::still(picture.clone()), Place::whole(), notes, 0.0)
}

/// Adds a picture of a thing, unless there are enough, or one like it, or nothing is on it.
fn add(groups: &mut Vec<Group>, label: &str, picture: RgbaImage) {
    let at = groups.iter().position(|group| group.label == label);
    let at = at.unwrap_or_else(|| {
        groups.push(Group {
            label: label.into(),
            pictures: Vec::new(),
        });
        groups.len() - 1
    });
    let shown = &mut groups[at].pictures;
    let is_empty = picture.width() == 0 || picture.height() == 0;
    if !is_empty && shown.len() < MOST && !shown.contains(&picture) {
        shown.push(picture);
    }
}

/// A picture at the size in which it is shown, on chequers where it is transparent.
fn shown(picture: &RgbaImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let times = (SIDE / width.max(height)).clamp(1, ENLARGED);
    let room = (WIDTH - 2 * ROOM) as u32;
    let (wide, high, filter) = match width * times > room {
        true => (room, (height * room / width).max(1), FilterType::Triangle),
        false => (width * times, height * times, FilterType::Nearest),
    };
    let chequer = |x: u32, y: u32| {
        let [r, g, b] = CHEQUERS[((x / CHEQUER + y / CHEQUER) % 2) as usize];
        Rgba([r, g, b, 255])
    };
    let mut ground = RgbaImage::from_fn(wide, high, chequer);
    lay(&mut ground, &resize(picture, wide, high, filter), 0, 0);
    ground
}

/// A group as it is drawn: its pictures in lines below its label.
struct Block<'a> {
    label: &'a str,
    /// Places are counted from its corner.
    pictures: Vec<(Point, RgbaImage)>,
    size: [i32; 2],
}

impl<'a> Block<'a> {
    fn new(group: &'a Group) -> Self {
        let [width, top] = inscription(&group.label, LETTERS);
        let mut flow = Flow::new(top + ROOM / 2);
        let place = |picture: RgbaImage| {
            let size = [picture.width(), picture.height()].map(|side| side as i32);
            (flow.place(size), picture)
        };
        let pictures = group.pictures.iter().map(shown).map(place).collect();
        Self {
            label: &group.label,
            pictures,
            size: [width.max(flow.width), flow.y + flow.line],
        }
    }
}

/// Places things beside each other, in lines.
struct Flow {
    x: i32,
    y: i32,
    /// How high the line is, and how wide the widest one.
    line: i32,
    width: i32,
}

impl Flow {
    fn new(y: i32) -> Self {
        Self {
            x: 0,
            y,
            line: 0,
            width: 0,
        }
    }

    /// The place of the next thing.
    fn place(&mut self, [width, height]: [i32; 2]) -> Point {
        if self.x > 0 && self.x + width > WIDTH - 2 * ROOM {
            (self.x, self.y, self.line) = (0, self.y + self.line + ROOM, 0);
        }
        let at = Point::new(self.x, self.y);
        self.width = self.width.max(self.x + width);
        (self.x, self.line) = (self.x + width + ROOM, self.line.max(height));
        at
    }
}

/// All groups, beside each other where there is room.
fn laid_out(groups: &[Group]) -> RgbaImage {
    let mut flow = Flow::new(ROOM);
    let blocks = groups.iter().map(Block::new).map(|block| {
        let at = flow.place(block.size) + Point::new(ROOM, 0);
        (at, block)
    });
    let blocks: Vec<(Point, Block)> = blocks.collect();
    let mut sheet = canvas([WIDTH, flow.y + flow.line + ROOM]);
    let all = whole(&sheet);
    fill(&mut sheet, all, GROUND);
    for (corner, block) in &blocks {
        inscribe(&mut sheet, *corner, block.label, INK, LETTERS);
        for (at, picture) in &block.pictures {
            let at = *corner + *at;
            lay(&mut sheet, picture, at.x.into(), at.y.into());
        }
    }
    sheet
}
