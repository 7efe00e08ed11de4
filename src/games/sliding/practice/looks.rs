//! What the blocks of a puzzle look like: it changes with the seed, unless a skin is asked for.

use std::borrow::Cow;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::draw::palette::{colour, pick};
use crate::draw::{Colour, jitter, shade};

/// How blocks are painted. Blocks that lie side by side are told apart by a gap, an outline or a bevel,
/// hardly ever by colour alone.
#[derive(Clone)]
pub struct Look {
    colours: Cow<'static, [Colour]>,
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

const DARK: Colour = [30, 20, 18];

const LOOKS: [Look; 7] = [
    // Boards of nearly the same wood.
    Look {
        colours: Cow::Borrowed(&[[190, 146, 96]]),
        spread: 6,
        gap: 2,
        outline: (0, DARK),
        bevel: 2,
        shadow: true,
        drawing: Drawing::Grain,
        ghost: true,
    },
    // One colour; thin outlines.
    Look {
        colours: Cow::Borrowed(&[[104, 140, 190]]),
        spread: 0,
        gap: 0,
        outline: (1, [42, 58, 92]),
        bevel: 0,
        shadow: false,
        drawing: Drawing::None,
        ghost: false,
    },
    // One colour; bevels.
    Look {
        colours: Cow::Borrowed(&[[110, 164, 104]]),
        spread: 0,
        gap: 0,
        outline: (0, DARK),
        bevel: 3,
        shadow: false,
        drawing: Drawing::None,
        ghost: true,
    },
    // Nearly the same grey; gaps and shadows.
    Look {
        colours: Cow::Borrowed(&[[176, 176, 182]]),
        spread: 5,
        gap: 3,
        outline: (0, DARK),
        bevel: 0,
        shadow: true,
        drawing: Drawing::Ring,
        ghost: false,
    },
    // Two reds that are hard to tell apart.
    Look {
        colours: Cow::Borrowed(&[[186, 92, 84], [192, 88, 86]]),
        spread: 0,
        gap: 1,
        outline: (0, DARK),
        bevel: 2,
        shadow: true,
        drawing: Drawing::None,
        ghost: true,
    },
    // Many colours; thick outlines.
    Look {
        colours: Cow::Borrowed(&[
            [204, 110, 92],
            [214, 178, 84],
            [116, 176, 120],
            [92, 158, 190],
            [164, 122, 190],
            [208, 142, 170],
        ]),
        spread: 0,
        gap: 0,
        outline: (2, [50, 36, 52]),
        bevel: 0,
        shadow: false,
        drawing: Drawing::Hatching,
        ghost: false,
    },
    // Paper: everything is light, the outlines, too.
    Look {
        colours: Cow::Borrowed(&[[226, 220, 206]]),
        spread: 3,
        gap: 1,
        outline: (1, [166, 158, 146]),
        bevel: 0,
        shadow: true,
        drawing: Drawing::Ring,
        ghost: true,
    },
];

impl Look {
    /// The look of a puzzle in a skin. Skin 0 has another one for each seed, the next ones have one of
    /// these each, and those after them looks drawn from their numbers.
    pub fn of(skin: u32, seed: u32) -> Self {
        let known = LOOKS.len();
        match skin as usize {
            0 => LOOKS[seed as usize % known].clone(),
            skin if skin <= known => LOOKS[skin - 1].clone(),
            _ => Self::drawn(skin),
        }
    }

    /// Some outline, bevel or gap always tells blocks apart; colours hardly do.
    fn drawn(number: u32) -> Self {
        let dice = &mut ChaCha8Rng::seed_from_u64(u64::from(number) ^ 0x5eed_51de);
        let light = dice.random_range(0.35..0.8);
        let base = colour(dice, light, 0.5);
        let others = pick(dice, &[0, 0, 1, 4]);
        let colours = (0..=others).map(|other| shade(base, 5 * other)).collect();
        let outline = pick(dice, &[-80, -50, 50]);
        let (gap, width, bevel) = pick(
            dice,
            &[(0, 1, 0), (0, 0, 2), (1, 2, 0), (2, 0, 1), (3, 0, 0)],
        );
        Self {
            colours: Cow::Owned(colours),
            spread: pick(dice, &[0, 3]),
            gap,
            outline: (width, shade(base, outline)),
            bevel,
            shadow: dice.random_bool(0.5),
            drawing: pick(
                dice,
                &[
                    Drawing::None,
                    Drawing::Ring,
                    Drawing::Hatching,
                    Drawing::Grain,
                ],
            ),
            ghost: dice.random_bool(0.5),
        }
    }

    /// The colour of a block.
    pub fn colour(&self, block: usize, seed: u32) -> Colour {
        let colour = self.colours[block % self.colours.len()];
        shade(colour, jitter(block as i32, 7, seed, self.spread))
    }
}
