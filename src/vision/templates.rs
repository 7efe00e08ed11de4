//! What things look like in a profile, prepared for matching.

use image::RgbaImage;

use super::cells::middle;
use super::glyph::{Glyph, set_rivals};
use super::line::{SmallFont, SmallGlyph};
use super::looks::Looks;
use super::sheet::there;
use super::tiles::TileLooks;
use super::{Anchor, ButtonLook, ColourSet, Sheet, Tints, View, near};
use crate::base::{Point, Rect};

/// The templates of one profile.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// The board's parts that never change.
    pub anchor: Option<Anchor>,
    /// The empty floor of every cell, as a picture of the board.
    pub floor: Option<Sheet>,
    floor_colours: ColourSet,
    /// Things on cells: treasures, walls, marks.
    pub sprites: Vec<Sprite>,
    /// Things on cells of the goal.
    pub goal: Vec<Sprite>,
    /// The large digits.
    pub glyphs: Vec<Glyph>,
    /// The colours in which large digits were seen, one palette for each way to colour them.
    pub inks: Vec<ColourSet>,
    /// The digits of the seed.
    pub small: SmallFont,
    /// The seed's surroundings when there is one, and when there is none.
    pub seed_shown: Option<RgbaImage>,
    pub seed_absent: Option<RgbaImage>,
    /// The colours of things that come in any size, by name.
    pub tints: Tints,
    /// Everything, in profiles that read by likeness.
    pub looks: Option<Looks>,
    /// Everything, in profiles that know the game by its tiles.
    pub tiles: Option<TileLooks>,
    /// Pixels of the board that look so only while the solved sign is shown.
    pub solved: Vec<(Point, [u8; 3])>,
    /// By what points beside the board are found again that are clicked, in profiles that have examples.
    pub buttons: Vec<ButtonLook>,
}

/// The solved sign is there when this share of its pixels is.
const SIGN_SHARE: f64 = 0.9;

impl Templates {
    /// Whether nothing was learned.
    pub fn is_empty(&self) -> bool {
        self.anchor.is_none() && self.looks.is_none() && self.tiles.is_none()
    }

    /// By what a point is found again that is clicked.
    pub fn buttons_at(&self, at: Point) -> impl Iterator<Item = &ButtonLook> {
        self.buttons.iter().filter(move |look| look.told == at)
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

    /// Whether the board shows the sign of a solved puzzle; false if none was learned.
    pub fn shows_solved(&self, view: &View) -> bool {
        let sign = self.solved.iter();
        let shown = sign
            .filter(|(at, colour)| near(view.pixel(at.x, at.y), *colour))
            .count();
        !self.solved.is_empty() && shown as f64 >= SIGN_SHARE * self.solved.len() as f64
    }

    /// Takes the floor from a picture of the board; opaque where floor was seen.
    pub fn set_floor(&mut self, picture: &RgbaImage) {
        opaque_colours(picture).for_each(|colour| self.floor_colours.add(colour));
        self.floor = Some(Sheet::of(picture));
    }

    /// Takes a large digit, or another shape of it.
    ///
    /// # Errors
    /// No pixel is opaque.
    pub fn add_digit(&mut self, value: u8, picture: &RgbaImage) -> Result<(), String> {
        let glyph = Glyph::new(value, picture).ok_or("no pixel is opaque")?;
        // The same shape in another colour tells nothing new.
        if !self.glyphs.iter().any(|known| known.same_shape(&glyph)) {
            self.glyphs.push(glyph);
        }
        self.add_ink(picture);
        Ok(())
    }

    /// Takes a digit of the seed.
    ///
    /// # Errors
    /// It is more than 32 pixels high.
    pub fn add_small_digit(&mut self, value: u8, picture: &RgbaImage) -> Result<(), String> {
        self.small.glyphs.push(SmallGlyph {
            value,
            columns: columns(picture)?,
        });
        remember(&mut self.small.inks, picture);
        Ok(())
    }

    /// Takes the picture of the seed's surroundings when there is one.
    pub fn set_seed_shown(&mut self, picture: RgbaImage) {
        opaque_colours(&picture).for_each(|colour| self.small.field.add_wide(colour));
        self.seed_shown = Some(picture);
    }

    /// Makes what was added ready to be compared with.
    pub fn prepare(&mut self) {
        set_rivals(&mut self.glyphs);
        self.sprites.sort_by(|a, b| a.class.cmp(&b.class));
    }

    /// Adds a picture's opaque colours as an ink, unless they are those of a known one.
    fn add_ink(&mut self, picture: &RgbaImage) {
        let colours = || opaque_colours(picture);
        let mut palette = ColourSet::default();
        colours().for_each(|colour| palette.add_wide(colour));
        let mostly_in = |known: &ColourSet| {
            colours().filter(|colour| known.has(*colour)).count() * 2 > colours().count()
        };
        match self.inks.iter_mut().find(|known| mostly_in(known)) {
            Some(known) => known.merge(&palette),
            None => self.inks.push(palette),
        }
    }
}

/// So many rows of a sprite are looked at first.
const GLANCES: i32 = 3;

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
    /// From its picture, opaque where the thing is.
    pub fn new(class: &str, picture: &RgbaImage) -> Self {
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
        Self {
            class: class.into(),
            around,
            centre: ((left + right + 1) / 2, (top + bottom + 1) / 2),
            glance: glance.collect(),
            pixels,
            rows,
            sheet,
        }
    }

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

/// Where a picture is opaque, and its colours there.
pub fn opaque(picture: &RgbaImage) -> Vec<(Point, [u8; 3])> {
    let pixels = picture.enumerate_pixels().filter(|(.., p)| p[3] == 255);
    pixels
        .map(|(x, y, p)| (Point::new(x as i32, y as i32), [p[0], p[1], p[2]]))
        .collect()
}

/// The colours of its opaque pixels.
fn opaque_colours(picture: &RgbaImage) -> impl Iterator<Item = [u8; 3]> {
    let opaque = picture.pixels().filter(|pixel| pixel[3] == 255);
    opaque.map(|p| [p[0], p[1], p[2]])
}

/// Adds the most frequent opaque colour to a list of inks.
fn remember(inks: &mut Vec<[u8; 3]>, picture: &RgbaImage) {
    let mut sorted: Vec<[u8; 3]> = opaque_colours(picture).collect();
    sorted.sort_unstable();
    let most = sorted.chunk_by(|a, b| a == b).max_by_key(|run| run.len());
    if let Some(ink) = most.map(|run| run[0])
        && !inks.contains(&ink)
    {
        inks.push(ink);
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
