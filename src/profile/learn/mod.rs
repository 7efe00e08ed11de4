//! Learning what things look like from pictures of which it is known what they show.
//!
//! What never changes is found by majority over the examples; a sprite is what differs from the
//! floor; a digit's ink is the colour that makes a compact shape in the middle of its square.

use image::{Rgba, RgbaImage};

use super::{Named, Profile};
use crate::base::Rect;
use crate::vision::{line, near};

mod digits;
mod inks;
mod lesson;
mod seeds;
mod solved;
mod sprites;

pub use lesson::{Learned, Lesson, check_sizes, or_blame, taught};
pub use seeds::MARGIN as SEED_MARGIN;
pub use solved::solved_sign;

/// What a cell of an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Floor,
    /// A sprite to be learned: `treasure`, `wall`, `mark`.
    Sprite(&'static str),
    /// Something that is not learned.
    Other,
}

/// A picture of exactly the board at scale 1, and what it shows.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// For messages.
    pub name: String,
    pub board: RgbaImage,
    /// Row by row.
    pub cells: Vec<Label>,
    /// The numbers and their squares.
    pub numbers: Vec<(Rect, u8)>,
    /// The digits of the seed, if one is shown.
    pub seed: Option<String>,
}

/// The templates for a profile, as named pictures. The error says what could not be learned.
pub fn learn(profile: &Profile, examples: &[Example]) -> Result<Vec<Named>, String> {
    let [width, height] = profile.board;
    if examples.is_empty() {
        return Err("there are no examples".into());
    }
    if let Some(example) = examples
        .iter()
        .find(|e| e.board.dimensions() != (width, height))
    {
        let (w, h) = example.board.dimensions();
        return Err(format!(
            "an example has {w}x{h} pixels, the board has {width}x{height}"
        ));
    }
    let floor = sprites::floor(profile, examples);
    let mut learned = sprites::sprites(profile, examples, &floor);
    learned.push(("floor".into(), floor));
    let mut inked = Vec::new();
    if profile.numbers.is_some() {
        let digits = digits::digits(examples)?;
        learned.extend(digits.pictures);
        inked = digits.inked;
    }
    learned.push(("anchor".into(), anchor(profile, examples, &inked)));
    if let Some(area) = profile.seed {
        learned.extend(seeds::seeds(area, examples)?);
    }
    Ok(learned)
}

/// The board's pixels that are the same in most examples, without cells, seed and ink.
fn anchor(profile: &Profile, examples: &[Example], inked: &[(usize, (i32, i32))]) -> RgbaImage {
    let [width, height] = profile.board;
    let mut boards: Vec<RgbaImage> = examples.iter().map(|e| e.board.clone()).collect();
    for (example, (x, y)) in inked {
        // With a rim: outlines and shadows come and go with the ink.
        clear(&mut boards[*example], Rect::new(x - 1, y - 1, 3, 3));
    }
    let boards: Vec<&RgbaImage> = boards.iter().collect();
    let mut anchor = majority(&boards, Rect::new(0, 0, width as i32, height as i32), 0.6);
    for row in 0..profile.cells.rows {
        for column in 0..profile.cells.columns {
            clear(&mut anchor, profile.cells.area(column, row));
        }
    }
    if let Some(seed) = profile.seed {
        clear(&mut anchor, line::grown(seed, 1));
    }
    if let Some(goal) = profile.goal {
        clear(&mut anchor, goal.bounds());
    }
    anchor
}

/// Each pixel of an area as most of the pictures have it; transparent where less than `share` of
/// them agree, and where only one of several is not transparent.
pub fn majority(pictures: &[&RgbaImage], area: Rect, share: f32) -> RgbaImage {
    let mut out = RgbaImage::new(area.width as u32, area.height as u32);
    for (x, y, pixel) in out.enumerate_pixels_mut() {
        let at = (area.x + x as i32, area.y + y as i32);
        let colours: Vec<[u8; 3]> = pictures
            .iter()
            .filter_map(|picture| picture.get_pixel_checked(at.0 as u32, at.1 as u32))
            .filter(|p| p[3] != 0)
            .map(|p| [p[0], p[1], p[2]])
            .collect();
        if let Some((colour, votes)) = vote(&colours)
            && votes as f32 >= share * colours.len() as f32
            && colours.len() >= pictures.len().min(2)
        {
            *pixel = opaque(colour);
        }
    }
    out
}

/// The colour that most others are near to, and by how many.
fn vote(colours: &[[u8; 3]]) -> Option<([u8; 3], usize)> {
    let mut kinds: Vec<([u8; 3], usize)> = Vec::new();
    for colour in colours {
        match kinds.iter_mut().find(|(known, _)| known == colour) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*colour, 1)),
        }
    }
    let votes = |colour: [u8; 3]| -> usize {
        let close = kinds.iter().filter(|(other, _)| near(colour, *other));
        close.map(|(_, count)| count).sum()
    };
    // The first of equals: the order of the examples decides, not the order of colours.
    let mut best: Option<([u8; 3], usize)> = None;
    for &(colour, _) in &kinds {
        let count = votes(colour);
        if best.is_none_or(|(_, most)| count > most) {
            best = Some((colour, count));
        }
    }
    best
}

fn opaque([r, g, b]: [u8; 3]) -> Rgba<u8> {
    Rgba([r, g, b, 255])
}

/// Makes an area transparent.
pub fn clear(picture: &mut RgbaImage, area: Rect) {
    for y in area.y..area.y + area.height {
        for x in area.x..area.x + area.width {
            if let Some(pixel) = picture.get_pixel_mut_checked(x as u32, y as u32) {
                *pixel = Rgba([0; 4]);
            }
        }
    }
}

/// `digit-7`, and `digit-7-2` for the second variant.
pub fn variant(stem: &str, index: usize) -> String {
    match index {
        0 => stem.into(),
        n => format!("{stem}-{}", n + 1),
    }
}
