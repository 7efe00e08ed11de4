//! How the game looks: a plain description, drawn by chance from its number. 0 is the game's own look.

use crate::base::{Point, Rect};
use crate::draw::ground::{Ground, Texture};
use crate::draw::walls::{MarkArt, WallArt};
use crate::draw::{Colour, Dice, shade};

pub use crate::practice::Solved;
use crate::profile::Cells;

pub const COLUMNS: usize = 12;
pub const ROWS: usize = 8;
/// The rows of the tape; it has as many columns as the board.
const TAPE_ROWS: usize = 3;
/// The most moves on a tape.
pub const TAPE: usize = COLUMNS * TAPE_ROWS;

/// The header has room for its words.
const LEAST_WIDTH: i32 = 240;

/// The measures that everything follows from, in pixels at scale 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The side of a cell.
    pub cell: i32,
    /// Between two cells.
    pub gap: i32,
    /// The height of what is above the board.
    pub header: i32,
    /// Beside the board, and between it and the tape.
    pub margin: i32,
}

impl Layout {
    pub fn pitch(&self) -> i32 {
        self.cell + self.gap
    }

    pub fn size(&self) -> [i32; 2] {
        let width = self.cells().bounds().width.max(LEAST_WIDTH) + 2 * self.margin;
        [width, self.keys().y + 17]
    }

    /// The line that names the keys.
    pub fn keys(&self) -> Point {
        let tape = self.tape_cells().bounds();
        Point::new(self.margin, tape.y + tape.height + 10)
    }

    /// The sign at the top right: the board's number, or that it is solved.
    pub fn sign(&self) -> Rect {
        Rect::new(self.size()[0] - self.margin - 110, 10, 110, 24)
    }

    /// The cells of the board, as a profile describes them.
    pub fn cells(&self) -> Cells {
        self.grid(self.header, ROWS)
    }

    /// Those of the tape.
    pub fn tape_cells(&self) -> Cells {
        let board = self.cells().bounds();
        self.grid(board.y + board.height + self.margin, TAPE_ROWS)
    }

    fn grid(&self, top: i32, rows: usize) -> Cells {
        Cells {
            columns: COLUMNS,
            rows,
            first: Point::new(self.margin, top),
            size: [self.cell; 2],
            pitch: [f64::from(self.pitch()); 2],
        }
    }

    /// Column and row of the board's cell at a point.
    pub fn cell_at(&self, at: Point) -> Option<(i32, i32)> {
        let board = self.cells().bounds();
        let from = at - board.corner();
        board
            .contains(at)
            .then_some((from.x / self.pitch(), from.y / self.pitch()))
    }
}

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
pub enum CrateArt {
    Plain,
    Crossed,
    Slats,
    Barrel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotArt {
    Disc,
    Square,
    Person,
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

impl Skin {
    /// The skin of a number.
    pub fn new(number: u32) -> Self {
        if number == 0 {
            return OWN;
        }
        let dice = &mut Dice::new(number, 0x3a9e_4005);
        let layout = Layout {
            cell: dice.range(15..=48),
            gap: dice.pick(&[0, 0, 0, 1, 2, 4]),
            header: dice.range(40..=80),
            margin: dice.range(8..=60),
        };
        let hall = dice.colour(0.05..0.95, 0.3);
        let words = dice.clear_of(&[hall], 0.3);
        let paper = dice.colour(0.4..0.95, 0.2);
        let things = things(dice, number, layout.pitch());
        Skin {
            layout,
            hall: [hall, shade(hall, dice.pick(&[0, 0, 5, -12]))],
            edges: [shade(hall, 40), shade(hall, -40)],
            words,
            quiet: words,
            plaque: shade(hall, -16),
            paper: [paper, shade(paper, -20), dice.clear_of(&[paper], 0.5)],
            things: Some(things),
            solved: dice.pick(&[Solved::Sign, Solved::Banner, Solved::Nothing]),
        }
    }
}

fn things(dice: &mut Dice, number: u32, pitch: i32) -> Things {
    use {CrateArt as C, MarkArt as M, RobotArt as R, WallArt as W};
    let floor = dice.colour(0.1..0.9, 0.4);
    let wall = dice.clear_of(&[floor], 0.4);
    let away = dice.clear_of(&[floor, wall], 0.8);
    let home = dice.clear_of(&[floor, wall, away], 0.8);
    let mark = dice.clear_of(&[floor, wall, away, home], 0.9);
    let robot = dice.clear_of(&[floor, wall, away, mark], 0.9);
    Things {
        outside: dice.clear_of(&[floor, wall], 0.2),
        floor: Ground {
            texture: dice.pick(&[Texture::Flat, Texture::Chequered, Texture::Tiled]),
            colours: [floor, shade(floor, dice.pick(&[-26, -14, 14, 26]))],
            pitch: pitch as f32,
            salt: number,
        },
        wall: (
            dice.pick(&[W::Flat, W::Bevelled, W::Bricks, W::Speckled]),
            wall,
        ),
        crates: (
            dice.pick(&[C::Plain, C::Crossed, C::Slats, C::Barrel]),
            [away, home],
        ),
        mark: (dice.pick(&[M::Disc, M::Ring, M::Cross, M::Diamond]), mark),
        robot: (
            dice.pick(&[R::Disc, R::Square, R::Person]),
            [robot, dice.clear_of(&[robot], 0.3)],
        ),
    }
}
