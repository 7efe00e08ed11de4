//! Other looks of the practice game, one for every number: what a player of some other clone may have
//! on the screen.
//!
//! A skin is a plain description drawn from its number; [`Face`] paints it. Nothing that reads the
//! screen knows any of this.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::layout::Layout;
use crate::base::Rect;
use crate::draw::ground::{Ground, Texture};
use crate::draw::palette::{colour, pick};
use crate::draw::{Colour, shade};

mod face;

pub use face::Face;

/// What lies between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Nothing: all cells of all boards have one size.
    Nothing,
    Line,
    /// The page shows through.
    Gap,
}

/// What a wall looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallArt {
    Flat,
    Bevelled,
    Hatched,
}

/// How the path is drawn on the visited cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathArt {
    /// Only the cells change.
    Nothing,
    /// A band from cell to cell, this share of a cell wide, in percent.
    Band(i32),
    Dots,
}

/// What the path's end looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadArt {
    Disc,
    Ring,
    Square,
    Diamond,
}

/// The colours that tell things apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub page: Colour,
    pub line: Colour,
    pub open: Colour,
    pub wall: Colour,
    pub visited: Colour,
    pub path: Colour,
    pub head: Colour,
}

/// A look of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    pub layout: Layout,
    pub palette: Palette,
    pub between: Between,
    /// Width of a frame around the field.
    pub frame: i32,
    pub open: Ground,
    pub visited: Ground,
    pub wall: WallArt,
    pub path: PathArt,
    pub head: HeadArt,
    /// Whether the cell where the path began has a mark.
    pub start: bool,
    /// Whether a banner tells that the level is solved.
    pub banner: bool,
}

/// Two colours of a palette differ by so much in some channel.
const APART: u8 = 72;

impl Skin {
    /// The skin of a number; the same every time.
    pub fn new(number: u32) -> Self {
        let dice = &mut ChaCha8Rng::seed_from_u64(u64::from(number) ^ 0x5eed_c011);
        let between = pick(dice, &[Between::Nothing, Between::Line, Between::Gap]);
        let palette = palette(dice, between);
        let layout = layout(dice, between);
        let pitch = layout.pitch as f32;
        let ground = |dice: &mut ChaCha8Rng, colour: Colour| Ground {
            texture: pick(dice, &Texture::ALL),
            colours: [colour, shade(colour, pick(dice, &[-18, -12, 12, 18]))],
            pitch,
            salt: number,
        };
        Self {
            frame: pick(dice, &[0, 1, 3, 6]),
            open: ground(dice, palette.open),
            visited: ground(dice, palette.visited),
            wall: pick(dice, &[WallArt::Flat, WallArt::Bevelled, WallArt::Hatched]),
            path: pick(
                dice,
                &[
                    PathArt::Nothing,
                    PathArt::Band(16),
                    PathArt::Band(40),
                    PathArt::Dots,
                ],
            ),
            head: pick(
                dice,
                &[
                    HeadArt::Disc,
                    HeadArt::Ring,
                    HeadArt::Square,
                    HeadArt::Diamond,
                ],
            ),
            start: dice.random_bool(0.5),
            banner: dice.random_bool(0.5),
            layout,
            palette,
            between,
        }
    }
}

fn palette(dice: &mut ChaCha8Rng, between: Between) -> Palette {
    let mut colours: Vec<Colour> = Vec::new();
    while colours.len() < 7 {
        let light = dice.random_range(0.06..0.94);
        let new = colour(dice, light, 0.8);
        let apart = |known: &Colour| (0..3).any(|i| known[i].abs_diff(new[i]) >= APART);
        if colours.iter().all(apart) {
            colours.push(new);
        }
    }
    let [page, line, open, wall, visited, path, head] = [0, 1, 2, 3, 4, 5, 6].map(|i| colours[i]);
    Palette {
        page,
        line: if between == Between::Line { line } else { page },
        open,
        wall,
        visited,
        path,
        head,
    }
}

/// Boards of up to 30x30 cells fit.
fn layout(dice: &mut ChaCha8Rng, between: Between) -> Layout {
    let (gap, pitch) = match between {
        Between::Nothing => (0, dice.random_range(13..=22)),
        Between::Line => (pick(dice, &[1, 1, 2, 3]), dice.random_range(22..=57)),
        Between::Gap => (dice.random_range(1..=5), dice.random_range(24..=60)),
    };
    let fixed = between == Between::Nothing;
    let side = match fixed {
        true => 30 * pitch,
        false => dice.random_range(430..=650),
    };
    let [left, right, above, below] = [0; 4].map(|_| dice.random_range(12..70));
    let header = dice.random_range(30..60);
    let field = Rect::new(left, header + above, side, side);
    let size = [left + side + right, header + above + side + below];
    let button = |at: i32| Rect::new(at, (header - 22) / 2, 66, 22);
    let (reset, next) = match dice.random_bool(0.5) {
        true => (button(size[0] - 150), button(size[0] - 76)),
        false => (button(84), button(8)),
    };
    Layout {
        size,
        field,
        gap,
        pitch,
        fixed,
        reset,
        next,
    }
}
