//! Other looks of the practice game, one for every number: what a player of some other version of the
//! puzzle may have on the screen.
//!
//! A skin is a plain description drawn from its number. Nothing that reads the screen knows any of this.

use std::time::Duration;

use crate::draw::dice::far_from;
use crate::draw::ground::{Ground, Texture};
use crate::draw::walls::WallArt;
use crate::draw::{Colour, Dice, mix, shade};

pub use crate::practice::Solved;

/// What lies between two cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Between {
    Nothing,
    /// A line of this width and colour.
    Line(f32, Colour),
    /// The page shows through.
    Gap(f32),
}

/// What numbers stand on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plate {
    None,
    Filled(Colour),
    Round(Colour),
    Boxed(Colour),
}

/// Where in its place a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Centre,
    End,
}

/// How sprites are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Art {
    /// The pixel drawings of the game's own look, enlarged.
    Pixels,
    /// The same, smoothed.
    Smooth,
    /// Round faces in bright colours.
    Faces,
    /// Plain shapes.
    Shapes,
}

/// Above and beside the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Page {
    pub colour: Colour,
    /// Whether it gets darker downwards.
    pub gradient: bool,
    /// Height of a header with a name and a button, in pixels; 0 is none.
    pub header: i32,
    /// Whether something in the header moves all the time.
    pub moving: bool,
    /// Free space left of the numbers and above them, right of the board and below it.
    pub margins: [i32; 4],
}

/// The numbers beside the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Which of the fonts; none is a pixel font of our own.
    pub font: Option<u32>,
    /// Height of the letters' em square in pixels.
    pub size: f32,
    /// Whether edges are smoothed.
    pub smooth: bool,
    pub plate: Plate,
    /// Along the board: left, centred or right above a column, top, centred or bottom beside a row.
    pub along: Align,
    /// Across it: away from the board, centred, near to it.
    pub across: Align,
    /// Depth of the bands above and left of the board, in pitches.
    pub depth: f32,
    /// Of numbers with fewer walls than wanted, as many, and more.
    pub inks: [Colour; 3],
}

/// A look of the game, and how it behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    pub number: u32,
    /// From one cell to the next, in pixels.
    pub pitch: f32,
    pub between: Between,
    /// Whether edges lie on whole pixels, as browsers lay out pages.
    pub snapped: bool,
    pub border: Option<(i32, Colour)>,
    pub floor: Ground,
    pub page: Page,
    pub numbers: Numbers,
    pub art: Art,
    /// Of sprites, as a share of the cell.
    pub sprite: f32,
    pub treasure: u32,
    pub wall: WallArt,
    pub wall_colour: Colour,
    /// How far a wall's shadow falls on its neighbours, as a share of the cell.
    pub shadow: f32,
    /// How much the cell under the pointer is lit, 0 to 255.
    pub hover: u8,
    /// How long a wall takes to appear.
    pub fade: Duration,
    pub solved: Solved,
    /// Whether the next puzzle comes by itself.
    pub moves_on: bool,
    /// Clicks so soon after a click are ignored.
    pub dead: Duration,
    /// Moving so soon after a press paints the other cells, too.
    pub drag: Option<Duration>,
    /// Whether clicks go on from a wall to a mark, and from there to nothing.
    pub turns: bool,
}

impl Skin {
    /// The skin of a number; the same every time on a machine with the same fonts.
    pub fn new(number: u32) -> Self {
        use Texture::{Chequered, Flat, Gradient, Grain, Photo, Tiled};
        let dice = &mut Dice::new(number, 0x5eed_5c14);
        let mut pitch = dice.range(24.0f32..80.0);
        if dice.chance(0.25) {
            pitch = dice.range(60.0..100.0);
        }
        let snapped = dice.chance(0.6);
        if dice.chance(0.5) {
            pitch = pitch.round();
        }
        let floor_colour = dice.colour(0.08..0.92, 0.5);
        let step = dice.pick(&[-26, -16, 16, 26]);
        let page = Page {
            colour: dice.colour(0.05..0.97, 0.25),
            gradient: dice.chance(0.2),
            header: dice.pick(&[0, 0, 28, 48, 90]),
            moving: dice.chance(0.5),
            margins: [0; 4].map(|_| dice.range(4..90)),
        };
        let between = match dice.range(0..3) {
            0 => Between::Nothing,
            1 => Between::Line(
                dice.range(1.0f32..3.0).round(),
                shade(floor_colour, dice.pick(&[-70, -40, 40, 70])),
            ),
            _ => Between::Gap((pitch * dice.range(0.02..0.1)).max(1.0).round()),
        };
        let border = dice
            .chance(0.5)
            .then(|| (dice.range(1..5), dice.against(page.colour, 0.4)));
        // Something must tell the board from the page.
        let floor_colour = match between {
            Between::Line(..) => floor_colour,
            _ => far_from(floor_colour, page.colour),
        };
        let textures = [Flat, Flat, Chequered, Tiled, Grain, Gradient, Photo];
        let floor = Ground {
            texture: dice.pick(&textures),
            colours: [floor_colour, shade(floor_colour, step)],
            pitch,
            salt: number,
        };
        let walls = [WallArt::Flat, WallArt::Bricks, WallArt::Bevelled];
        let signs = [Solved::Banner, Solved::Tint, Solved::Title, Solved::Nothing];
        Self {
            number,
            pitch,
            between,
            snapped,
            border,
            floor,
            numbers: numbers(dice, pitch, page.colour),
            page,
            art: dice.pick(&[Art::Pixels, Art::Smooth, Art::Faces, Art::Shapes]),
            sprite: dice.range(0.5..0.98),
            treasure: dice.range(0..4),
            wall: dice.pick(&walls),
            wall_colour: dice.against(floor_colour, 0.5),
            shadow: dice.pick(&[0.0, 0.0, 0.12, 0.25]),
            hover: dice.pick(&[0, 0, 24, 48]),
            fade: Duration::from_millis(dice.pick(&[0, 0, 100, 180, 250])),
            solved: dice.pick(&signs),
            moves_on: dice.chance(0.3),
            dead: Duration::from_millis(dice.pick(&[0, 0, 0, 150])),
            drag: dice.chance(0.2).then_some(Duration::from_millis(100)),
            turns: dice.chance(0.15),
        }
    }

    /// Width and height of a cell.
    pub fn cell(&self) -> f32 {
        match self.between {
            Between::Nothing => self.pitch,
            Between::Line(width, _) | Between::Gap(width) => self.pitch - width,
        }
    }
}

fn numbers(dice: &mut Dice, pitch: f32, page: Colour) -> Numbers {
    use Align::{Centre, End, Start};
    let plate_colour = mix(page, dice.tinted(0.5, 0.8), 150);
    let plate = match dice.range(0..5) {
        0 | 1 => Plate::None,
        2 => Plate::Filled(plate_colour),
        3 => Plate::Round(plate_colour),
        _ => Plate::Boxed(dice.against(page, 0.3)),
    };
    let ground = match plate {
        Plate::Filled(colour) | Plate::Round(colour) => colour,
        _ => page,
    };
    let open = dice.against(ground, 0.8);
    let inks = match dice.range(0..3) {
        0 => [open; 3],
        1 => [open, mix(open, ground, 110), dice.against(ground, 1.0)],
        _ => [open, dice.against(ground, 1.0), dice.against(ground, 1.0)],
    };
    Numbers {
        font: dice.chance(0.8).then(|| dice.range(0..1 << 16)),
        size: (pitch * dice.range(0.45..0.85)).max(15.0),
        smooth: dice.chance(0.75),
        plate,
        along: dice.pick(&[Centre, Centre, Centre, Start, End]),
        across: dice.pick(&[Start, Centre, Centre, End]),
        depth: dice.range(0.9f32..1.5).max(22.0 / pitch),
        inks,
    }
}
