//! What things look like in a profile, prepared for matching.

use image::RgbaImage;

use super::Profile;
use crate::plane::{Point, Rect};
use crate::vision::cells::middle;
use crate::vision::glyph::{Glyph, set_rivals};
use crate::vision::line::{SmallFont, SmallGlyph};
use crate::vision::looks::Looks;
use crate::vision::sheet::there;
use crate::vision::{Anchor, Palette, Sheet, Tints};

/// A picture with its name: `treasure`, `digit-7-2` … As a file it has `.png` behind it.
pub type Named = (String, RgbaImage);

/// The templates of one profile.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// The board's parts that never change.
    pub anchor: Option<Anchor>,
    /// The empty floor of every cell, as a picture of the board.
    pub floor: Option<Sheet>,
    floor_colours: Palette,
    /// Things on cells: treasures, walls, marks.
    pub sprites: Vec<Sprite>,
    /// Things on cells of the goal.
    pub goal: Vec<Sprite>,
    /// The large digits.
    pub glyphs: Vec<Glyph>,
    /// The colours in which large digits were seen, one palette for each way to colour them.
    pub inks: Vec<Palette>,
    /// The digits of the seed.
    pub small: SmallFont,
    /// The seed's surroundings when there is one, and when there is none.
    pub seed_shown: Option<RgbaImage>,
    pub seed_absent: Option<RgbaImage>,
    /// The colours of things that come in any size, by name.
    pub tints: Tints,
    /// Everything, in profiles that read by likeness.
    pub looks: Option<Looks>,
    /// Pixels of the board that look so only while the solved sign is shown.
    pub solved: Vec<(Point, [u8; 3])>,
}

/// A thing on a cell.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// `treasure`, `wall` …
    pub class: String,
    /// Its pixels, counted from the cell's corner.
    pub pixels: Vec<SpritePixel>,
    /// The same, to be compared with whole rows.
    pub sheet: Sheet,
    /// The column and the row that part it into halves.
    pub centre: (i32, i32),
    /// How many of its pixels each row has.
    pub rows: Vec<usize>,
    /// Rows spread over it, to be looked at first.
    pub glance: Vec<i32>,
    /// How many pixels of the cell's middle it leaves free.
    pub around: usize,
}

impl Sprite {
    /// Whether it leaves next to nothing free of a cell of this size.
    pub fn fills(&self, area: Rect) -> bool {
        self.pixels.len() as i32 * 5 >= area.width * area.height * 4
    }
}

#[derive(Clone, Copy, Debug)]
pub struct SpritePixel {
    pub x: i16,
    pub y: i16,
    pub colour: [u8; 3],
}

impl Templates {
    /// Prepares pictures for matching. The error says which picture does not fit, and why.
    pub fn new(pictures: Vec<Named>, profile: &Profile) -> Result<Self, String> {
        let mut templates = Self::default();
        if !profile.examples.is_empty() {
            templates.looks = Some(looks(&pictures, profile)?);
        }
        let examples = |(name, _): &Named| value_of(name, "example-").is_none();
        for (name, picture) in pictures.into_iter().filter(examples) {
            templates
                .add(&name, picture, profile)
                .map_err(|why| format!("{name}.png: {why}"))?;
        }
        set_rivals(&mut templates.glyphs);
        templates.sprites.sort_by(|a, b| a.class.cmp(&b.class));
        Ok(templates)
    }

    /// Whether anything was learned.
    pub fn is_empty(&self) -> bool {
        self.anchor.is_none()
    }

    /// The floor's colour at a pixel of the board, where it was seen.
    #[inline]
    pub fn floor_at(&self, x: i32, y: i32) -> Option<[u8; 3]> {
        self.floor.as_ref()?.get(x, y)
    }

    /// Whether the floor has this colour anywhere.
    pub fn is_floor_colour(&self, colour: [u8; 3]) -> bool {
        self.floor_colours.has(colour)
    }

    pub fn has_floor(&self) -> bool {
        self.floor.is_some()
    }

    /// Whether a class of sprites was learned.
    pub fn knows(&self, class: &str) -> bool {
        self.sprites.iter().any(|sprite| sprite.class == class)
    }

    /// Adds a picture's opaque colours as an ink, unless they are those of a known one.
    fn add_ink(&mut self, picture: &RgbaImage) {
        let colours = || {
            picture
                .pixels()
                .filter(|p| p[3] == 255)
                .map(|p| [p[0], p[1], p[2]])
        };
        let mut palette = Palette::default();
        colours().for_each(|colour| palette.add_wide(colour));
        let mostly_in = |known: &Palette| {
            colours().filter(|colour| known.has(*colour)).count() * 2 > colours().count()
        };
        match self.inks.iter_mut().find(|known| mostly_in(known)) {
            Some(known) => known.merge(&palette),
            None => self.inks.push(palette),
        }
    }

    fn add(&mut self, name: &str, picture: RgbaImage, profile: &Profile) -> Result<(), String> {
        match name {
            "anchor" => {
                fits(&picture, profile.board)?;
                self.anchor = Some(Anchor::new(&picture));
            }
            "floor" => {
                fits(&picture, profile.board)?;
                let colours = picture.pixels().filter(|p| p[3] == 255);
                colours.for_each(|p| self.floor_colours.add([p[0], p[1], p[2]]));
                self.floor = Some(Sheet::of(&picture));
            }
            "seed-shown" => {
                let colours = picture.pixels().filter(|p| p[3] == 255);
                colours.for_each(|p| self.small.field.add_wide([p[0], p[1], p[2]]));
                self.seed_shown = Some(picture);
            }
            "solved" => {
                fits(&picture, profile.board)?;
                self.solved = opaque(&picture);
            }
            "seed-absent" => self.seed_absent = Some(picture),
            _ => {
                if let Some(value) = value_of(name, "digit-") {
                    let side = profile.numbers.ok_or("the profile has no numbers")?.columns;
                    fits(&picture, [side.width as u32, side.height as u32])?;
                    let glyph = Glyph::new(value, &picture).ok_or("no pixel is opaque")?;
                    // The same shape in another colour tells nothing new.
                    if !self.glyphs.iter().any(|known| known.same_shape(&glyph)) {
                        self.glyphs.push(glyph);
                    }
                    self.add_ink(&picture);
                } else if let Some(value) = value_of(name, "seed-") {
                    self.small.glyphs.push(SmallGlyph {
                        value,
                        columns: columns(&picture)?,
                    });
                    remember(&mut self.small.inks, &picture);
                } else if name.starts_with("goal-") {
                    let goal = profile.goal.ok_or("the profile has no goal")?;
                    fits(&picture, goal.size.map(|side| side as u32))?;
                    self.goal.push(sprite(class_of(name), &picture));
                } else if let Some(tint) = name.strip_prefix("tint-") {
                    let colours = opaque(&picture).into_iter();
                    self.tints.add(tint, colours.map(|(_, colour)| colour));
                } else {
                    fits(&picture, profile.cells.size.map(|side| side as u32))?;
                    self.sprites.push(sprite(class_of(name), &picture));
                }
            }
        }
        Ok(())
    }
}

/// Things of which a profile that reads by likeness may have a picture besides its examples.
const PROBED: [(char, &str); 2] = [('#', "wall"), ('o', "mark")];

/// Learns from the examples of a profile.
fn looks(pictures: &[Named], profile: &Profile) -> Result<Looks, String> {
    let mut examples = Vec::new();
    for (index, shown) in profile.examples.iter().enumerate() {
        let name = format!("example-{}", index + 1);
        let picture = pictures.iter().find(|(named, _)| *named == name);
        let (_, picture) = picture.ok_or_else(|| format!("{name}.png is missing"))?;
        fits(picture, profile.board).map_err(|why| format!("{name}.png: {why}"))?;
        examples.push((picture, shown));
    }
    let learned = Looks::learn(&examples, &profile.places());
    let mut looks = learned.ok_or("the examples show no floor, or no numbers")?;
    for (letter, class) in PROBED {
        let named = pictures.iter().filter(|(name, _)| class_of(name) == class);
        named.for_each(|(_, picture)| looks.show(letter, picture));
    }
    Ok(looks)
}

/// Where a picture is opaque, and its colours there.
fn opaque(picture: &RgbaImage) -> Vec<(Point, [u8; 3])> {
    let pixels = picture.enumerate_pixels().filter(|(.., p)| p[3] == 255);
    pixels
        .map(|(x, y, p)| (Point::new(x as i32, y as i32), [p[0], p[1], p[2]]))
        .collect()
}

/// The seven in `digit-7` and `digit-7-2`.
fn value_of(name: &str, prefix: &str) -> Option<u8> {
    let rest = name.strip_prefix(prefix)?;
    rest.split('-').next()?.parse().ok()
}

/// The name without a number behind it.
fn class_of(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((class, number)) if number.parse::<u32>().is_ok() => class,
        _ => name,
    }
}

fn fits(picture: &RgbaImage, [width, height]: [u32; 2]) -> Result<(), String> {
    let (w, h) = picture.dimensions();
    if (w, h) == (width, height) {
        Ok(())
    } else {
        Err(format!(
            "it is {w}x{h} pixels, but must be {width}x{height}"
        ))
    }
}

/// Adds the most frequent opaque colour to a list of inks.
fn remember(inks: &mut Vec<[u8; 3]>, picture: &RgbaImage) {
    let opaque = picture.pixels().filter(|pixel| pixel[3] == 255);
    let mut sorted: Vec<[u8; 3]> = opaque.map(|p| [p[0], p[1], p[2]]).collect();
    sorted.sort_unstable();
    let most = sorted.chunk_by(|a, b| a == b).max_by_key(|run| run.len());
    if let Some(ink) = most.map(|run| run[0])
        && !inks.contains(&ink)
    {
        inks.push(ink);
    }
}

/// So many rows of a sprite are looked at first.
const GLANCES: i32 = 3;

fn sprite(class: &str, picture: &RgbaImage) -> Sprite {
    let sheet = Sheet::of(picture);
    let [width, height] = [picture.width(), picture.height()].map(|side| side as i32);
    let is_free = |&(x, y): &(i32, i32)| sheet.get(x, y).is_none();
    let around = middle(Rect::new(0, 0, width, height))
        .filter(is_free)
        .count();
    let pixels: Vec<SpritePixel> = opaque(picture)
        .into_iter()
        .map(|(at, colour)| SpritePixel {
            x: at.x as i16,
            y: at.y as i16,
            colour,
        })
        .collect();
    let (left, right) = span(pixels.iter().map(|p| i32::from(p.x)));
    let (top, bottom) = span(pixels.iter().map(|p| i32::from(p.y)));
    let rows = sheet.rows().map(there).collect::<Vec<_>>();
    let glance = (1..=GLANCES).map(|nth| top + (bottom - top) * nth / (GLANCES + 1));
    Sprite {
        class: class.into(),
        around,
        centre: ((left + right + 1) / 2, (top + bottom + 1) / 2),
        glance: glance.collect(),
        pixels,
        rows,
        sheet,
    }
}

/// The lowest and the highest number; 0 if there is none.
fn span(numbers: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    let lowest = numbers.clone().min().unwrap_or(0);
    (lowest, numbers.max().unwrap_or(0))
}

fn columns(picture: &RgbaImage) -> Result<Vec<u32>, String> {
    let (width, height) = picture.dimensions();
    if height > 32 {
        return Err("a small digit is at most 32 pixels high".into());
    }
    let column = |x| {
        (0..height).fold(0, |bits, y| {
            bits | u32::from(picture.get_pixel(x, y)[3] == 255) << y
        })
    };
    Ok((0..width).map(column).collect())
}
