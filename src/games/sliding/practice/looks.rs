//! What the blocks of a puzzle look like: it changes with the seed, unless a skin is asked for.

use crate::draw::{Colour, Dice, jitter, shade};

/// How blocks are painted. Blocks that lie side by side are told apart by a gap, an outline or a bevel,
/// hardly ever by colour alone.
#[derive(Clone, Copy)]
pub struct Look {
    /// The first so many of these take turns.
    colours: ([Colour; 6], usize),
    /// Colours of blocks differ from those above by up to this.
    spread: i32,
    /// Pixels between a block and the edge of its cells.
    pub gap: i32,
    /// Width and colour of the outline.
    pub outline: (i32, Colour),
    /// Width of the bevel.
    pub bevel: i32,
    pub shadow: bool,
    pub drawing: Drawing,
    /// Whether the goal shows as a ghost of its block, or only by the signs on its cells.
    pub ghost: bool,
}

/// What is drawn on blocks, across the cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    None,
    Ring,
    Hatching,
    Grain,
}

const fn look(colour: Colour) -> Look {
    Look {
        colours: ([colour; 6], 1),
        spread: 0,
        gap: 0,
        outline: (0, [30, 20, 18]),
        bevel: 0,
        shadow: false,
        drawing: Drawing::None,
        ghost: false,
    }
}

const LOOKS: [Look; 7] = [
    // Boards of nearly the same wood.
    Look {
        spread: 6,
        gap: 2,
        bevel: 2,
        shadow: true,
        drawing: Drawing::Grain,
        ghost: true,
        ..look([190, 146, 96])
    },
    // One colour; thin outlines.
    Look {
        outline: (1, [42, 58, 92]),
        ..look([104, 140, 190])
    },
    // One colour; bevels.
    Look {
        bevel: 3,
        ghost: true,
        ..look([110, 164, 104])
    },
    // Nearly the same grey; gaps and shadows.
    Look {
        spread: 5,
        gap: 3,
        shadow: true,
        drawing: Drawing::Ring,
        ..look([176, 176, 182])
    },
    // Two reds that are hard to tell apart.
    Look {
        colours: (
            [[186, 92, 84], [192, 88, 86], [0; 3], [0; 3], [0; 3], [0; 3]],
            2,
        ),
        gap: 1,
        bevel: 2,
        shadow: true,
        ghost: true,
        ..look([0; 3])
    },
    // Many colours; thick outlines.
    Look {
        colours: (MANY, MANY.len()),
        outline: (2, [50, 36, 52]),
        drawing: Drawing::Hatching,
        ..look([0; 3])
    },
    // Paper: everything is light, the outlines, too.
    Look {
        spread: 3,
        gap: 1,
        outline: (1, [166, 158, 146]),
        shadow: true,
        drawing: Drawing::Ring,
        ghost: true,
        ..look([226, 220, 206])
    },
];

const MANY: [Colour; 6] = [
    [204, 110, 92],
    [214, 178, 84],
    [116, 176, 120],
    [92, 158, 190],
    [164, 122, 190],
    [208, 142, 170],
];

impl Look {
    /// The look of a puzzle in a skin. Skin 0 has another one for each seed, the next ones have one of
    /// these each, and those after them looks drawn from their numbers.
    pub fn of(skin: u32, seed: u32) -> Self {
        match skin as usize {
            0 => LOOKS[seed as usize % LOOKS.len()],
            skin if skin <= LOOKS.len() => LOOKS[skin - 1],
            _ => Self::drawn(skin),
        }
    }

    /// Some outline, bevel or gap always tells blocks apart; colours hardly do.
    fn drawn(number: u32) -> Self {
        let dice = &mut Dice::new(number, 0x5eed_51de);
        let base = dice.colour(0.35..0.8, 0.5);
        let count = 1 + dice.pick(&[0, 0, 1, 4]);
        let outline = dice.pick(&[-80, -50, 50]);
        let ways = [(0, 1, 0), (0, 0, 2), (1, 2, 0), (2, 0, 1), (3, 0, 0)];
        let (gap, width, bevel) = dice.pick(&ways);
        let drawings = [
            Drawing::None,
            Drawing::Ring,
            Drawing::Hatching,
            Drawing::Grain,
        ];
        Self {
            colours: (std::array::from_fn(|n| shade(base, 5 * n as i32)), count),
            spread: dice.pick(&[0, 3]),
            gap,
            outline: (width, shade(base, outline)),
            bevel,
            shadow: dice.chance(0.5),
            drawing: dice.pick(&drawings),
            ghost: dice.chance(0.5),
        }
    }

    /// The colour of a block.
    pub fn colour(&self, block: usize, seed: u32) -> Colour {
        let (colours, count) = self.colours;
        shade(
            colours[block % count],
            jitter(block as i32, 7, seed, self.spread),
        )
    }
}
