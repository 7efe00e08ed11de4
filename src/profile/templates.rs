//! From a profile's pictures, told apart by their names, to templates.

use std::sync::Arc;

use image::RgbaImage;

use super::Profile;
use crate::base::Point;
use crate::vision::looks::{Finder, Looks};
use crate::vision::tiles::{TileExample, TileLooks};
use crate::vision::{Anchor, ButtonLook, Sprite, Templates, opaque};

/// A picture with its name: `treasure`, `digit-7-2` … As a file it has `.png` behind it.
pub type Named = (String, RgbaImage);

/// The name of an example's picture, counted from 1.
pub fn example_name(number: usize) -> String {
    format!("example-{number}")
}

/// How the name of a picture begins that shows by what a point is found again that is clicked.
const BUTTON: &str = "button-";

/// `X-Y-X-Y`: the point that is told, and the one in the picture's middle.
fn two_points(text: &str) -> Option<[Point; 2]> {
    let numbers = text.split('-').map(|number| number.parse().ok());
    match numbers.collect::<Option<Vec<i32>>>()?[..] {
        [x, y, right, down] => Some([Point::new(x, y), Point::new(right, down)]),
        _ => None,
    }
}

/// What a picture shows, by its name.
enum Subject<'a> {
    Anchor,
    Floor,
    Solved,
    SeedShown,
    SeedAbsent,
    /// A board whose content the profile's `examples` tell.
    Example,
    /// What the first point is found again by; the second is in its middle.
    Button([Point; 2]),
    /// A large digit.
    Digit(u8),
    /// A digit of the seed.
    SmallDigit(u8),
    /// A thing on a cell of the goal.
    Goal(&'a str),
    /// The colours of a thing that comes in any size.
    Tint(&'a str),
    /// A thing on a cell.
    Sprite(&'a str),
}

impl<'a> Subject<'a> {
    fn of(name: &'a str) -> Self {
        let value = |prefix: &str| {
            let rest = name.strip_prefix(prefix)?;
            rest.split('-').next()?.parse::<u8>().ok()
        };
        match name {
            "anchor" => Self::Anchor,
            "floor" => Self::Floor,
            "solved" => Self::Solved,
            "seed-shown" => Self::SeedShown,
            "seed-absent" => Self::SeedAbsent,
            _ if let Some(points) = name.strip_prefix(BUTTON).and_then(two_points) => {
                Self::Button(points)
            }
            _ if value("example-").is_some() => Self::Example,
            _ if name.starts_with("goal-") => Self::Goal(class_of(name)),
            _ => match (value("digit-"), value("seed-"), name.strip_prefix("tint-")) {
                (Some(digit), ..) => Self::Digit(digit),
                (_, Some(digit), _) => Self::SmallDigit(digit),
                (.., Some(tint)) => Self::Tint(tint),
                _ => Self::Sprite(class_of(name)),
            },
        }
    }
}

/// The thing of which a picture shows a look; None of those that show no single thing.
pub(super) fn thing_of(name: &str) -> Option<&str> {
    match Subject::of(name) {
        Subject::Goal(class) | Subject::Sprite(class) => Some(class),
        Subject::Tint(_) => Some(name),
        _ => None,
    }
}

/// What a picture shows: the same for all pictures of the same.
pub(super) fn shown_by(name: &str) -> String {
    match Subject::of(name) {
        Subject::Digit(digit) => format!("digit-{digit}"),
        Subject::SmallDigit(digit) => format!("seed-{digit}"),
        Subject::Example | Subject::Button(_) => name.into(),
        _ => class_of(name).into(),
    }
}

impl Profile {
    /// Adds examples of tiles; their pictures with their names.
    pub fn add_tiles(
        &mut self,
        examples: impl IntoIterator<Item = (RgbaImage, TileExample)>,
    ) -> Vec<Named> {
        let named = examples.into_iter().map(|(picture, example)| {
            self.tiles.push(example);
            (example_name(self.tiles.len()), picture)
        });
        named.collect()
    }

    /// Prepares pictures for matching. The error says which picture does not fit, and why.
    pub fn prepare(&self, pictures: Vec<Named>) -> Result<Templates, String> {
        let mut templates = Templates::default();
        if !self.examples.is_empty() {
            templates.looks = Some(looks(&pictures, self)?);
        }
        if !self.tiles.is_empty() {
            templates.tiles = Some(tiles(&pictures, self)?);
        }
        for (name, picture) in pictures {
            let added = self.add(Subject::of(&name), picture, &mut templates);
            added.map_err(|why| format!("{name}.png: {why}"))?;
        }
        if templates.looks.is_some() {
            // Its cells tell better where the board is than a page that is flat.
            templates.anchor = templates.anchor.filter(|anchor| anchor.lively.is_some());
        }
        templates.prepare();
        Ok(templates)
    }

    /// Learns by what the points of its ways that are beside the board are found again, in a picture in which the board's
    /// corner is there: pictures with their names.
    pub fn see_buttons(&mut self, picture: &RgbaImage, corner: Point) -> Vec<Named> {
        let cells = self.cells.bounds();
        let mut named = Vec::new();
        let mut looks = Vec::new();
        for told in self.clicked().filter(|at| !cells.contains(*at)) {
            for (middle, part) in ButtonLook::cut(picture, told + corner) {
                let middle = middle - corner;
                looks.push(ButtonLook::new(told, middle, &part));
                let numbers = [told.x, told.y, middle.x, middle.y].map(|number| number.to_string());
                named.push((format!("{BUTTON}{}", numbers.join("-")), part));
            }
        }
        Arc::make_mut(&mut self.templates).buttons = looks;
        named
    }

    fn add(&self, subject: Subject, picture: RgbaImage, to: &mut Templates) -> Result<(), String> {
        match subject {
            Subject::Example => {}
            Subject::Anchor => {
                fits(&picture, self.board)?;
                to.anchor = Some(Anchor::new(&picture));
            }
            Subject::Floor => {
                fits(&picture, self.board)?;
                to.set_floor(&picture);
            }
            Subject::Solved => {
                fits(&picture, self.board)?;
                to.solved = opaque(&picture);
            }
            Subject::Button([told, middle]) => {
                to.buttons.push(ButtonLook::new(told, middle, &picture));
            }
            Subject::SeedShown => to.set_seed_shown(picture),
            Subject::SeedAbsent => to.seed_absent = Some(picture),
            Subject::Digit(value) => {
                let side = self.numbers.ok_or("the profile has no numbers")?.columns;
                fits(&picture, [side.width as u32, side.height as u32])?;
                to.add_digit(value, &picture)?;
            }
            Subject::SmallDigit(value) => to.add_small_digit(value, &picture)?,
            Subject::Goal(class) => {
                let goal = self.goal.ok_or("the profile has no goal")?;
                fits(&picture, goal.size.map(|side| side as u32))?;
                to.goal.push(Sprite::new(class, &picture));
            }
            Subject::Tint(tint) => {
                let colours = opaque(&picture).into_iter();
                to.tints.add(tint, colours.map(|(_, colour)| colour));
            }
            Subject::Sprite(class) => {
                fits(&picture, self.cells.size.map(|side| side as u32))?;
                to.sprites.push(Sprite::new(class, &picture));
            }
        }
        Ok(())
    }
}

/// Things of which a profile that reads by likeness may have a picture besides its examples.
pub(super) const PROBED: [(char, &str); 2] = [('#', "wall"), ('o', "mark")];

/// Learns from the examples of a profile.
fn looks(pictures: &[Named], profile: &Profile) -> Result<Looks, String> {
    let mut examples = Vec::new();
    for (index, shown) in profile.examples.iter().enumerate() {
        let name = example_name(index + 1);
        let picture = pictures.iter().find(|(named, _)| *named == name);
        let (_, picture) = picture.ok_or_else(|| format!("{name}.png is missing"))?;
        fits(picture, profile.board).map_err(|why| format!("{name}.png: {why}"))?;
        examples.push((picture, shown));
    }
    let places = profile.places();
    let learned = Looks::learn(&examples, &places);
    let mut looks = learned.ok_or("the examples show no floor, or no numbers")?;
    let things = PROBED.into_iter().flat_map(|(letter, class)| {
        let named = pictures
            .iter()
            .filter(move |(name, _)| class_of(name) == class);
        named.map(move |(_, picture)| (letter, picture))
    });
    for (letter, picture) in things.clone() {
        looks.show(letter, picture);
    }
    let lattice = profile.cells.lattice();
    let tiles = examples.iter().map(|(picture, shown)| {
        let shown = TileExample::at(&lattice, shown.cells.clone());
        (*picture, shown)
    });
    let tiles: Vec<(&RgbaImage, TileExample)> = tiles.collect();
    looks.finder = Some(Finder::learn(&tiles, things, places)?);
    Ok(looks)
}

/// What the tiles of a profile look like.
fn tiles(pictures: &[Named], profile: &Profile) -> Result<TileLooks, String> {
    let picture = |index: usize| {
        let name = example_name(index + 1);
        let picture = pictures.iter().find(|(named, _)| *named == name);
        let picture = picture.map(|(_, picture)| picture);
        picture.ok_or_else(|| format!("{name}.png is missing"))
    };
    let shown = profile.tiles.iter().enumerate();
    let shown = shown.map(|(index, example)| Ok((picture(index)?, example)));
    TileLooks::learn(&shown.collect::<Result<Vec<_>, String>>()?)
}

/// The name without a number behind it.
pub(super) fn class_of(name: &str) -> &str {
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
