//! How the game looks: a plain description, drawn by chance from its number. 0 is the game's own look.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::layout::Layout;
use crate::draw::ground::{Ground, Texture};
use crate::draw::palette::{clear_of, colour, pick};
use crate::draw::{Colour, shade};

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

/// How the game shows that a shape is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    Banner,
    /// The wood gets another colour.
    Gold,
    /// The frame at the top gets another colour.
    Header,
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

fn drawn(number: u32) -> Skin {
    let dice = &mut ChaCha8Rng::seed_from_u64(u64::from(number) ^ 0x300d_3044);
    let cell = dice.random_range(15..=44);
    let layout = Layout {
        cell,
        gap: pick(dice, &[0, 0, 0, 1, 2, 3]),
        goal_cell: dice.random_range(6..=16),
        header: dice.random_range(40..=72),
        margin: dice.random_range(8..=40),
    };
    let air = air(dice, number, layout.pitch());
    let behind = match air {
        Air::Hills([above, below, hill]) => [above, below, hill],
        Air::Plain(ground) => [ground.colours[0], ground.colours[1], ground.colours[1]],
    };
    let light = dice.random_range(0.05..0.9);
    let frame = colour(dice, light, 0.3);
    let light = dice.random_range(0.3..0.95);
    let paper = colour(dice, light, 0.2);
    let [above, below, hill] = behind;
    let wood = clear_of(dice, &[above, below, hill, paper], 0.7);
    let line = clear_of(dice, &[above, below, hill, wood], 0.4);
    let skin = clear_of(dice, &[above, below, hill, wood, line], 0.9);
    let eye = clear_of(dice, &[skin], 0.2);
    let ground = dice.random_range(0.2..0.6);
    Skin {
        layout,
        frame,
        roughness: pick(dice, &[0, 0, 8, 20]),
        ink: shade(frame, -60),
        letters: clear_of(dice, &[frame], 0.2),
        air,
        soil: [0.0, 0.1].map(|more| colour(dice, ground + more, 0.5)),
        paper,
        wood: Wood {
            colour: wood,
            grain: pick(
                dice,
                &[
                    Grain::None,
                    Grain::Waves,
                    Grain::Upright,
                    Grain::Speckled,
                    Grain::Rings,
                ],
            ),
            depth: dice.random_range(5.0..14.0),
            kinds: pick(dice, &[1, 1, 2, 3]),
            line,
            border: dice.random_range((cell + 11) / 12..=cell / 6),
            edge: line,
        },
        worm: Worm {
            skin,
            rim: clear_of(dice, &[skin], 0.5),
            eye,
            pupil: clear_of(dice, &[eye], 0.3),
            widths: [
                dice.random_range(9.0..10.5),
                dice.random_range(5.0..7.2),
                dice.random_range(4.0..6.5),
            ],
            outline: pick(dice, &[0.0, 1.0, 1.6, 2.5]),
            round: dice.random_bool(0.6),
            ringed: dice.random_bool(0.5),
            eyes: [
                dice.random_range(3.0..5.0),
                pick(dice, &[0.0, 4.0, 4.5, 5.0]),
                dice.random_range(3.0..3.8),
            ],
        },
        solved: pick(
            dice,
            &[
                Solved::Banner,
                Solved::Gold,
                Solved::Header,
                Solved::Nothing,
            ],
        ),
    }
}

fn air(dice: &mut ChaCha8Rng, number: u32, pitch: i32) -> Air {
    let light = dice.random_range(0.08..0.92);
    let one = colour(dice, light, 0.5);
    let two = shade(one, pick(dice, &[-40, -24, 24, 40]));
    if dice.random_bool(0.25) {
        return Air::Hills([one, two, shade(two, -30)]);
    }
    Air::Plain(Ground {
        texture: pick(dice, &Texture::ALL),
        colours: [one, two],
        pitch: pitch as f32,
        salt: number,
    })
}
