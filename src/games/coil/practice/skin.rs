//! The looks of the practice game, one for every number: 0 is its own, the others are what a player of
//! some other clone may have on the screen.
//!
//! A skin is a plain description drawn from its number. Nothing that reads the screen knows any of this.

use super::super::lattice::Lattice;
use crate::base::Rect;
use crate::draw::dice::apart;
use crate::draw::ground::{Ground, Texture};
use crate::draw::walls::{MarkArt, WallArt};
use crate::draw::{Colour, Dice, shade};
use crate::practice::Solved;

/// Where everything is in the picture, in pixels at scale 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: [i32; 2],
    /// Where the board lies.
    pub field: Rect,
    /// Between two cells.
    pub gap: i32,
    /// From one cell to the next on small boards; on larger ones less.
    pub pitch: i32,
    /// Whether it is as much on all boards.
    pub fixed: bool,
    pub reset: Rect,
    pub next: Rect,
}

impl Layout {
    /// The grid of a board.
    pub fn lattice(&self, columns: usize, rows: usize) -> Lattice {
        Lattice::fitting(self.field, columns, rows, self.gap, self.pitch)
    }

    /// So many columns or rows fit.
    pub fn room(&self) -> usize {
        let least = match self.fixed {
            true => self.pitch,
            false => self.gap + Lattice::LEAST,
        };
        let side = self.field.width.min(self.field.height);
        ((side - self.gap) / least).max(1) as usize
    }
}

/// What lies around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A cloth with a tray on it, the game's name and what to do.
    Cloth,
    /// A colour, and a frame so wide.
    Plain { colour: Colour, frame: i32 },
}

/// What cells without walls look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Floor {
    /// A worn tile.
    Tile(Colour),
    Ground(Ground),
}

/// How the path is drawn on the visited cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathArt {
    /// Only the cells change.
    Nothing,
    /// A band from cell to cell, this share of a cell wide, in percent.
    Band(i32),
    Dots,
    /// A rope with a knot where it begins.
    Rope,
}

/// A look of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    pub layout: Layout,
    pub page: Page,
    /// Between and around the cells.
    pub line: Option<Colour>,
    pub open: Floor,
    pub visited: Floor,
    /// None: cut stones.
    pub wall: (Option<WallArt>, Colour),
    pub path: (PathArt, Colour),
    /// What the path's end looks like; None: it has eyes.
    pub head: (Option<MarkArt>, Colour),
    /// Whether the cell where the path began has a mark.
    pub start: bool,
    /// How it tells that the level is solved.
    pub solved: Solved,
}

/// The game's own look.
const OWN: Skin = Skin {
    layout: Layout {
        size: [680, 766],
        field: Rect::new(19, 79, 642, 642),
        gap: 1,
        pitch: 56,
        fixed: false,
        reset: Rect::new(448, 24, 96, 32),
        next: Rect::new(560, 24, 96, 32),
    },
    page: Page::Cloth,
    line: Some([10, 10, 18]),
    open: Floor::Tile([236, 224, 198]),
    visited: Floor::Tile([148, 204, 188]),
    wall: (None, [98, 92, 122]),
    path: (PathArt::Rope, [18, 120, 122]),
    head: (None, [240, 98, 66]),
    start: false,
    solved: Solved::Banner,
};

/// What lies between two cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Nothing: all cells of all boards have one size.
    Nothing,
    Line,
    /// The page shows through.
    Gap,
}

/// Two colours of a skin differ by so much in some channel.
const APART: u8 = 72;

impl Skin {
    /// The skin of a number; the same every time.
    pub fn new(number: u32) -> Self {
        if number == 0 {
            return OWN;
        }
        let dice = &mut Dice::new(number, 0x5eed_c011);
        let between = dice.pick(&[Between::Nothing, Between::Line, Between::Gap]);
        let [page, line, open, wall, visited, path, head] = colours(dice);
        let layout = layout(dice, between);
        let ground = |dice: &mut Dice, colour: Colour| {
            Floor::Ground(Ground {
                texture: dice.pick(&Texture::ALL),
                colours: [colour, shade(colour, dice.pick(&[-18, -12, 12, 18]))],
                pitch: layout.pitch as f32,
                salt: number,
            })
        };
        let walls = [WallArt::Flat, WallArt::Bevelled, WallArt::Hatched];
        let (thin, thick) = (PathArt::Band(16), PathArt::Band(40));
        let heads = [
            MarkArt::Disc,
            MarkArt::Ring,
            MarkArt::Square,
            MarkArt::Diamond,
        ];
        Self {
            page: Page::Plain {
                colour: page,
                frame: dice.pick(&[0, 1, 3, 6]),
            },
            line: (between == Between::Line).then_some(line),
            open: ground(dice, open),
            visited: ground(dice, visited),
            wall: (Some(dice.pick(&walls)), wall),
            path: (
                dice.pick(&[PathArt::Nothing, thin, thick, PathArt::Dots]),
                path,
            ),
            head: (Some(dice.pick(&heads)), head),
            start: dice.chance(0.5),
            solved: dice.pick(&[
                Solved::Banner,
                Solved::Banner,
                Solved::Tint,
                Solved::Nothing,
            ]),
            layout,
        }
    }
}

/// Colours that nobody takes for each other.
fn colours(dice: &mut Dice) -> [Colour; 7] {
    let mut colours: Vec<Colour> = Vec::new();
    while colours.len() < 7 {
        let new = dice.colour(0.06..0.94, 0.8);
        if colours.iter().all(|known| apart(*known, new) >= APART) {
            colours.push(new);
        }
    }
    std::array::from_fn(|index| colours[index])
}

/// Boards of up to 30x30 cells fit.
fn layout(dice: &mut Dice, between: Between) -> Layout {
    let (gap, pitch) = match between {
        Between::Nothing => (0, dice.range(13..=22)),
        Between::Line => (dice.pick(&[1, 1, 2, 3]), dice.range(22..=57)),
        Between::Gap => (dice.range(1..=5), dice.range(24..=60)),
    };
    let fixed = between == Between::Nothing;
    let side = match fixed {
        true => 30 * pitch,
        false => dice.range(430..=650),
    };
    let [left, right, above, below] = [0; 4].map(|_| dice.range(12..70));
    let header = dice.range(30..60);
    let size = [left + side + right, header + above + side + below];
    let button = |at: i32| Rect::new(at, (header - 22) / 2, 66, 22);
    let (reset, next) = match dice.chance(0.5) {
        true => (button(size[0] - 150), button(size[0] - 76)),
        false => (button(84), button(8)),
    };
    Layout {
        size,
        field: Rect::new(left, header + above, side, side),
        gap,
        pitch,
        fixed,
        reset,
        next,
    }
}
