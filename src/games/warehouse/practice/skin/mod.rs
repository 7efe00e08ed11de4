//! How the game looks: a plain description, drawn by chance from its number. 0 is the game's own look.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::layout::Layout;
use crate::draw::ground::{Ground, Texture};
use crate::draw::palette::{clear_of, colour, pick};
use crate::draw::{Colour, shade};

mod things;

/// A look of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin {
    pub layout: Layout,
    /// Around everything: two shades, and the light and dark edges of what lies in it.
    pub hall: [Colour; 2],
    pub edges: [Colour; 2],
    pub words: Colour,
    pub quiet: Colour,
    pub plaque: Colour,
    /// Of the tape: paper, lines and arrows.
    pub paper: [Colour; 3],
    /// None: cells are as pictures of levels have them.
    pub things: Option<Things>,
    pub solved: Solved,
}

/// What stands on cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Things {
    pub outside: Colour,
    pub floor: Ground,
    pub wall: (WallArt, Colour),
    /// A box, and one on a goal.
    pub crates: (CrateArt, [Colour; 2]),
    pub mark: (MarkArt, Colour),
    /// The robot and its eyes.
    pub robot: (RobotArt, [Colour; 2]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallArt {
    Flat,
    Bevelled,
    Bricks,
    Speckled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrateArt {
    Plain,
    Crossed,
    Slats,
    Barrel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkArt {
    Dot,
    Ring,
    Cross,
    Diamond,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotArt {
    Disc,
    Square,
    Person,
}

/// How the game shows that a board is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The sign at the top says it.
    Sign,
    /// A banner over the board says it.
    Banner,
    Nothing,
}

impl Skin {
    /// The skin of a number.
    pub fn new(number: u32) -> Self {
        match number {
            0 => OWN,
            number => drawn(number),
        }
    }
}

const OWN: Skin = Skin {
    layout: Layout {
        cell: 24,
        gap: 0,
        header: 46,
        margin: 14,
    },
    hall: [[58, 62, 72], [64, 69, 80]],
    edges: [[96, 102, 116], [32, 34, 40]],
    words: [222, 214, 190],
    quiet: [150, 154, 164],
    plaque: [42, 45, 53],
    paper: [[238, 232, 214], [214, 206, 184], [52, 60, 96]],
    things: None,
    solved: Solved::Sign,
};

fn drawn(number: u32) -> Skin {
    let dice = &mut ChaCha8Rng::seed_from_u64(u64::from(number) ^ 0x3a9e_4005);
    let layout = Layout {
        cell: dice.random_range(15..=48),
        gap: pick(dice, &[0, 0, 0, 1, 2, 4]),
        header: dice.random_range(40..=80),
        margin: dice.random_range(8..=60),
    };
    let light = dice.random_range(0.05..0.95);
    let hall = colour(dice, light, 0.3);
    let words = clear_of(dice, &[hall], 0.3);
    let light = dice.random_range(0.4..0.95);
    let paper = colour(dice, light, 0.2);
    let things = things(dice, number, layout.pitch());
    Skin {
        layout,
        hall: [hall, shade(hall, pick(dice, &[0, 0, 5, -12]))],
        edges: [shade(hall, 40), shade(hall, -40)],
        words,
        quiet: words,
        plaque: shade(hall, -16),
        paper: [paper, shade(paper, -20), clear_of(dice, &[paper], 0.5)],
        things: Some(things),
        solved: pick(dice, &[Solved::Sign, Solved::Banner, Solved::Nothing]),
    }
}

fn things(dice: &mut ChaCha8Rng, number: u32, pitch: i32) -> Things {
    let light = dice.random_range(0.1..0.9);
    let floor = colour(dice, light, 0.4);
    let wall = clear_of(dice, &[floor], 0.4);
    let crate_ = clear_of(dice, &[floor, wall], 0.8);
    let home = clear_of(dice, &[floor, wall, crate_], 0.8);
    let mark = clear_of(dice, &[floor, wall, crate_, home], 0.9);
    let robot = clear_of(dice, &[floor, wall, crate_, mark], 0.9);
    Things {
        outside: clear_of(dice, &[floor, wall], 0.2),
        floor: Ground {
            texture: pick(dice, &[Texture::Flat, Texture::Chequered, Texture::Tiled]),
            colours: [floor, shade(floor, pick(dice, &[-26, -14, 14, 26]))],
            pitch: pitch as f32,
            salt: number,
        },
        wall: (
            pick(
                dice,
                &[
                    WallArt::Flat,
                    WallArt::Bevelled,
                    WallArt::Bricks,
                    WallArt::Speckled,
                ],
            ),
            wall,
        ),
        crates: (
            pick(
                dice,
                &[
                    CrateArt::Plain,
                    CrateArt::Crossed,
                    CrateArt::Slats,
                    CrateArt::Barrel,
                ],
            ),
            [crate_, home],
        ),
        mark: (
            pick(
                dice,
                &[
                    MarkArt::Dot,
                    MarkArt::Ring,
                    MarkArt::Cross,
                    MarkArt::Diamond,
                ],
            ),
            mark,
        ),
        robot: (
            pick(dice, &[RobotArt::Disc, RobotArt::Square, RobotArt::Person]),
            [robot, clear_of(dice, &[robot], 0.3)],
        ),
    }
}
