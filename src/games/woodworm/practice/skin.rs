//! How the game looks: a plain description, drawn by chance from its number. 0 is the game's own look.

use crate::base::{Point, Rect};
use crate::draw::ground::{Ground, Texture};
use crate::draw::{Colour, Dice, shade};
use crate::games::woodworm::puzzle::{Cell, MARGIN, Puzzle};

pub use crate::practice::Solved;
use crate::profile::Cells;

/// Places of the largest block that is shown, and around it.
pub const COLUMNS: i32 = 16;
pub const ROWS: i32 = 13;
/// Cells in a row and in a column of the paper with the wanted shape.
pub const GOAL_SIDE: i32 = 10;
/// From one line of what the keys do to the next.
pub const LINE: i32 = 16;

/// The measures that everything follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The side of a place.
    pub cell: i32,
    /// Between two places.
    pub gap: i32,
    /// The side of a cell of the wanted shape.
    pub goal_cell: i32,
    /// The height of what is above the places.
    pub header: i32,
    /// Left of the places, right of the paper and below the ground.
    pub margin: i32,
}

impl Layout {
    /// From one place to the next.
    pub fn pitch(&self) -> i32 {
        self.cell + self.gap
    }

    pub fn size(&self) -> [i32; 2] {
        let (paper, ground) = (self.paper(), self.ground());
        let height = (ground.y + ground.height).max(self.keys().y + 4 * LINE);
        [paper.x + paper.width + 12, height + self.margin]
    }

    /// All places.
    pub fn air(&self) -> Rect {
        let side = |count: i32| count * self.pitch() - self.gap;
        Rect::new(self.margin, self.header, side(COLUMNS), side(ROWS))
    }

    /// The ground below them.
    pub fn ground(&self) -> Rect {
        let air = self.air();
        Rect::new(air.x, air.y + air.height, air.width, 24)
    }

    /// The paper with the wanted shape.
    pub fn paper(&self) -> Rect {
        let (air, side) = (self.air(), GOAL_SIDE * self.goal_cell);
        Rect::new(air.x + air.width + 16, air.y, side + 22, side + 36)
    }

    /// Where the shape's name is.
    pub fn plaque(&self) -> Rect {
        Rect::new(8, 8, self.size()[0] - 16, self.header - 16)
    }

    /// The first line of what the keys do.
    pub fn keys(&self) -> Point {
        let paper = self.paper();
        Point::new(paper.x + 4, paper.y + paper.height + 20)
    }

    /// The sign of a solved shape.
    pub fn sign(&self) -> Rect {
        let air = self.air();
        Rect::new(air.x + air.width / 2 - 84, air.y + 116, 168, 44)
    }

    /// All places, as a profile describes them.
    pub fn cells(&self) -> Cells {
        grid(
            [COLUMNS, ROWS],
            self.air().corner(),
            self.cell,
            self.pitch(),
        )
    }

    /// The cells of the wanted shape, likewise.
    pub fn goal_cells(&self) -> Cells {
        let first = self.paper().corner() + Point::new(11, 27);
        grid([GOAL_SIDE; 2], first, self.goal_cell, self.goal_cell)
    }

    /// The square of a place in reach of the worm.
    pub fn cell(&self, puzzle: &Puzzle, cell: Cell) -> Rect {
        let (right, down) = shift(puzzle);
        let place = |cell: i8, shift: i32| (i32::from(cell) + shift) * self.pitch();
        let air = self.air();
        Rect::new(air.x, air.y, self.cell, self.cell)
            .at(air.corner() + Point::new(place(cell.column, right), place(cell.row, down)))
    }

    /// The place at a point, if the worm may be there.
    pub fn cell_at(&self, puzzle: &Puzzle, at: Point) -> Option<Cell> {
        let ((right, down), air) = (shift(puzzle), self.air());
        let place =
            |pixel: i32, shift: i32| i8::try_from(pixel.div_euclid(self.pitch()) - shift).ok();
        let cell = Cell::new(place(at.x - air.x, right)?, place(at.y - air.y, down)?);
        puzzle.in_reach(cell).then_some(cell)
    }

    /// The square of a cell of the wanted shape, which lies in the middle of the paper.
    pub fn goal(&self, puzzle: &Puzzle, column: i32, row: i32) -> Rect {
        let free = |side: usize| (GOAL_SIDE - side as i32) / 2;
        let [column, row] = [column + free(puzzle.width()), row + free(puzzle.height())];
        self.goal_cells().area(column as usize, row as usize)
    }
}

/// How far to the right and down a puzzle is moved, in places: the block stands at the left of the
/// ground, with room for the worm.
fn shift(puzzle: &Puzzle) -> (i32, i32) {
    (i32::from(MARGIN), ROWS - puzzle.height() as i32)
}

fn grid([columns, rows]: [i32; 2], first: Point, size: i32, pitch: i32) -> Cells {
    Cells {
        columns: columns as usize,
        rows: rows as usize,
        first,
        size: [size; 2],
        pitch: [f64::from(pitch); 2],
    }
}

/// A look of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin {
    pub layout: Layout,
    /// Around everything, and how rough it is.
    pub frame: Colour,
    pub roughness: i32,
    /// Dark lines, and letters on the frame.
    pub ink: Colour,
    pub letters: Colour,
    pub air: Air,
    /// The ground below, and what grows on it.
    pub soil: [Colour; 2],
    pub paper: Colour,
    pub wood: Wood,
    pub worm: Worm,
    pub solved: Solved,
}

/// What is behind wood and worm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Air {
    /// Sky from one colour to another above hills of a third.
    Hills([Colour; 3]),
    Plain(Ground),
}

/// What wood looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wood {
    pub colour: Colour,
    pub grain: Grain,
    /// How strong the grain is.
    pub depth: f32,
    /// So many kinds of cells take turns.
    pub kinds: i32,
    /// The line around a piece, and its width.
    pub line: Colour,
    pub border: i32,
    /// The darker edges of a cell of the wanted shape.
    pub edge: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    None,
    /// Lines that wind up and down.
    Waves,
    Upright,
    Speckled,
    /// Round, as at the end of a log.
    Rings,
}

impl Grain {
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::Waves,
        Self::Upright,
        Self::Speckled,
        Self::Rings,
    ];
}

/// What the worm looks like. Lengths are in pixels where a place has 24.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worm {
    pub skin: Colour,
    pub rim: Colour,
    pub eye: Colour,
    pub pupil: Colour,
    /// Half the width of the head, behind it, and of the tail's end.
    pub widths: [f32; 3],
    /// The width of the line around it.
    pub outline: f32,
    /// Whether its ends are round or square.
    pub round: bool,
    pub ringed: bool,
    /// How far the eyes are ahead and aside, and half their width.
    pub eyes: [f32; 3],
}

const OWN: Skin = Skin {
    layout: Layout {
        cell: 24,
        gap: 0,
        goal_cell: 10,
        header: 50,
        margin: 12,
    },
    frame: [58, 66, 62],
    roughness: 20,
    ink: [22, 28, 26],
    letters: [244, 238, 214],
    air: Air::Hills([[166, 206, 222], [224, 236, 222], [160, 198, 168]]),
    soil: [[104, 76, 54], [98, 148, 70]],
    paper: [236, 228, 202],
    wood: Wood {
        colour: [198, 143, 84],
        grain: Grain::Waves,
        depth: 11.0,
        kinds: 1,
        line: [82, 50, 27],
        border: 2,
        edge: [128, 84, 46],
    },
    worm: Worm {
        skin: [232, 122, 140],
        rim: [112, 34, 58],
        eye: [252, 250, 244],
        pupil: [28, 20, 34],
        widths: [9.5, 7.5, 4.5],
        outline: 1.6,
        round: true,
        ringed: true,
        eyes: [3.5, 4.0, 3.2],
    },
    solved: Solved::Banner,
};

impl Skin {
    /// The skin of a number.
    pub fn new(number: u32) -> Self {
        if number == 0 {
            return OWN;
        }
        let dice = &mut Dice::new(number, 0x300d_3044);
        let cell = dice.range(15..=44);
        let layout = Layout {
            cell,
            gap: dice.pick(&[0, 0, 0, 1, 2, 3]),
            goal_cell: dice.range(6..=16),
            header: dice.range(40..=72),
            margin: dice.range(8..=40),
        };
        let air = air(dice, number, layout.pitch());
        let behind = match air {
            Air::Hills(colours) => colours,
            Air::Plain(ground) => [ground.colours[0], ground.colours[1], ground.colours[1]],
        };
        let frame = dice.colour(0.05..0.9, 0.3);
        let paper = dice.colour(0.3..0.95, 0.2);
        let [above, below, hill] = behind;
        let wood = dice.clear_of(&[above, below, hill, paper], 0.7);
        let line = dice.clear_of(&[above, below, hill, wood], 0.4);
        let skin = dice.clear_of(&[above, below, hill, wood, line], 0.9);
        let eye = dice.clear_of(&[skin], 0.2);
        let ground = dice.range(0.2..0.6);
        Skin {
            layout,
            frame,
            roughness: dice.pick(&[0, 0, 8, 20]),
            ink: shade(frame, -60),
            letters: dice.clear_of(&[frame], 0.2),
            air,
            soil: [0.0, 0.1].map(|more| dice.tinted(ground + more, 0.5)),
            paper,
            wood: Wood {
                colour: wood,
                grain: dice.pick(&Grain::ALL),
                depth: dice.range(5.0..14.0),
                kinds: dice.pick(&[1, 1, 2, 3]),
                line,
                border: dice.range((cell + 11) / 12..=cell / 6),
                edge: line,
            },
            worm: worm(dice, skin, eye),
            solved: dice.pick(&[Solved::Banner, Solved::Tint, Solved::Sign, Solved::Nothing]),
        }
    }
}

fn worm(dice: &mut Dice, skin: Colour, eye: Colour) -> Worm {
    Worm {
        skin,
        rim: dice.clear_of(&[skin], 0.5),
        eye,
        pupil: dice.clear_of(&[eye], 0.3),
        widths: [
            dice.range(9.0..10.5),
            dice.range(5.0..7.2),
            dice.range(4.0..6.5),
        ],
        outline: dice.pick(&[0.0, 1.0, 1.6, 2.5]),
        round: dice.chance(0.6),
        ringed: dice.chance(0.5),
        eyes: [
            dice.range(3.0..5.0),
            dice.pick(&[0.0, 4.0, 4.5, 5.0]),
            dice.range(3.0..3.8),
        ],
    }
}

fn air(dice: &mut Dice, number: u32, pitch: i32) -> Air {
    let one = dice.colour(0.08..0.92, 0.5);
    let two = shade(one, dice.pick(&[-40, -24, 24, 40]));
    if dice.chance(0.25) {
        return Air::Hills([one, two, shade(two, -30)]);
    }
    Air::Plain(Ground {
        texture: dice.pick(&Texture::ALL),
        colours: [one, two],
        pitch: pitch as f32,
        salt: number,
    })
}
