//! The monsters and the treasure chest: left halves of small drawings, doubled in size, lit and
//! outlined when the game starts.

use crate::draw::sprite::{Palette, Sprite, doubled, lit, mirrored, outlined};
use crate::draw::{Colour, noise, one_in};

/// How many pictures a monster's movement has.
pub const FRAMES: usize = 4;

const INK: Colour = [22, 14, 30];

/// How a monster moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    /// Up and down in the air, with a shadow below.
    Float,
    /// Flatter and taller.
    Squash,
    /// The upper part sinks by a pixel.
    Breathe,
}

struct Drawing {
    frames: &'static [&'static [&'static str]],
    palette: Palette<'static>,
    motion: Motion,
}

/// One picture of a monster's movement.
pub struct Pose {
    pub sprite: Sprite,
    /// Pixels above the floor.
    pub lift: i32,
}

/// A kind of monster, ready to be painted.
pub struct Monster {
    pub poses: Vec<Pose>,
}

/// Every kind of monster.
pub fn monsters() -> Vec<Monster> {
    DRAWINGS.iter().map(Drawing::monster).collect()
}

/// The treasure chest.
pub fn chest() -> Sprite {
    finished(&CHEST, CHEST_COLOURS)
}

/// Which kind stands in a cell: most rooms are the lair of one kind, some of several.
pub fn kind(seed: u32, column: usize, row: usize) -> usize {
    let count = DRAWINGS.len();
    let home = noise(seed as i32, 0, 7) as usize;
    let mixed = one_in(3, seed as i32, 0, 8);
    let own = noise(column as i32, row as i32, seed) as usize;
    (home + if mixed { own % count } else { 0 }) % count
}

impl Drawing {
    fn monster(&self) -> Monster {
        let sprites: Vec<Sprite> = self
            .frames
            .iter()
            .map(|rows| finished(rows, self.palette))
            .collect();
        let pose = |n: usize| self.pose(&sprites[n * sprites.len() / FRAMES], n);
        Monster {
            poses: (0..FRAMES).map(pose).collect(),
        }
    }

    fn pose(&self, sprite: &Sprite, n: usize) -> Pose {
        let (width, height) = (sprite.width, sprite.height);
        let (sprite, lift) = match (self.motion, n) {
            (Motion::Float, _) => (sprite.clone(), [3, 4, 5, 4][n]),
            (Motion::Squash, 1) => (sprite.resized(width + 1, height - 1), 0),
            (Motion::Squash, 2) => (sprite.resized(width + 2, height - 3), 0),
            (Motion::Squash, 3) => (sprite.resized(width - 1, height + 1), 0),
            (Motion::Breathe, 2 | 3) => (sunk(sprite), 0),
            _ => (sprite.clone(), 0),
        };
        Pose { sprite, lift }
    }
}

fn finished(rows: &[&str], palette: Palette) -> Sprite {
    let whole = doubled(&mirrored(&Sprite::drawn(rows, palette)));
    outlined(&lit(&whole), INK)
}

/// Without the row in the middle of its body, everything above one lower.
fn sunk(sprite: &Sprite) -> Sprite {
    let waist = sprite.height * 2 / 3;
    Sprite::from_fn(sprite.width, sprite.height, |x, y| {
        sprite.pixel(x, if y <= waist { y - 1 } else { y })
    })
}

const DRAWINGS: [Drawing; 9] = [
    Drawing {
        frames: &[&SLIME],
        palette: SLIME_COLOURS,
        motion: Motion::Squash,
    },
    Drawing {
        frames: &[&GHOST],
        palette: GHOST_COLOURS,
        motion: Motion::Float,
    },
    Drawing {
        frames: &[&SKELETON],
        palette: SKELETON_COLOURS,
        motion: Motion::Breathe,
    },
    Drawing {
        frames: &[&BAT_UP, &BAT_DOWN],
        palette: BAT_COLOURS,
        motion: Motion::Float,
    },
    Drawing {
        frames: &[&SPIDER, &SPIDER_STEP],
        palette: SPIDER_COLOURS,
        motion: Motion::Breathe,
    },
    Drawing {
        frames: &[&WATCHER],
        palette: WATCHER_COLOURS,
        motion: Motion::Float,
    },
    Drawing {
        frames: &[&TOADSTOOL],
        palette: TOADSTOOL_COLOURS,
        motion: Motion::Squash,
    },
    Drawing {
        frames: &[&IMP],
        palette: IMP_COLOURS,
        motion: Motion::Breathe,
    },
    Drawing {
        frames: &[&OGRE],
        palette: OGRE_COLOURS,
        motion: Motion::Breathe,
    },
];

const SLIME: [&str; 12] = [
    "......ll", "....llmm", "...lmmmm", "..lmmmmm", "..mmeemm", ".mmmepmm", ".mmmppmm", ".mmmmmmm",
    "mmmmmmpp", "mmmmmmmm", "dmmmmmmm", ".ddddddd",
];
const SLIME_COLOURS: Palette = &[
    ('l', [190, 244, 150]),
    ('m', [104, 196, 92]),
    ('d', [54, 130, 78]),
    ('e', [250, 255, 240]),
    ('p', [28, 44, 40]),
];

const GHOST: [&str; 14] = [
    ".....lll", "...lllll", "..llllll", "..llllll", ".llllkkl", ".llllkkl", ".llllkkl", ".lllllll",
    "llllllkk", "ml.lllkk", "...lllll", "..mlllll", "..mmlmml", "..m..m..",
];
const GHOST_COLOURS: Palette = &[
    ('l', [206, 216, 248]),
    ('m', [148, 158, 216]),
    ('k', [44, 36, 82]),
];

const SKELETON: [&str; 16] = [
    "....wwww", "...wwwww", "...wwwww", "...wkkww", "...wkkww", "...wwwwk", "....wkwk", ".....www",
    "..ww..ww", "..wwwwww", ".ww.kkww", ".w..wwww", ".ww.kkww", "..w..www", "....ww..", "...www..",
];
const SKELETON_COLOURS: Palette = &[('w', [228, 220, 196]), ('k', [52, 34, 46])];

const BAT_UP: [&str; 12] = [
    "d...........",
    "dd......d.d.",
    "dmd.....ddm.",
    "dmmd...ddmmm",
    "dmmmd.ddmmmm",
    ".dmmmddmeemm",
    ".dmdmmdmepmm",
    "..d.dmdmmmmm",
    ".....d.mmwkk",
    "........mmmm",
    ".........mmm",
    ".........d..",
];
const BAT_DOWN: [&str; 12] = [
    "............",
    "........d.d.",
    "........ddm.",
    "......dddmmm",
    "...dddmmmmmm",
    "..dmmmmmeemm",
    ".dmmmdmmepmm",
    ".dmmd.dmmmmm",
    "dmd.d..mmwkk",
    "dd......mmmm",
    "d........mmm",
    ".........d..",
];
const BAT_COLOURS: Palette = &[
    ('m', [126, 88, 170]),
    ('d', [84, 54, 124]),
    ('e', [255, 230, 110]),
    ('p', [40, 18, 40]),
    ('w', [250, 244, 230]),
    ('k', [56, 24, 60]),
];

const SPIDER: [&str; 14] = [
    "...d......",
    "..d.d....m",
    ".d...d.mmm",
    ".d..d.mmll",
    "d..d.dmlmm",
    "..d.d.mmll",
    ".d.d.dmmmm",
    ".d..d.dmmm",
    "d..d..mmmm",
    "..d..dmemm",
    ".d..d.mmem",
    ".d..d..mmm",
    "...d....wm",
    "...d......",
];
const SPIDER_STEP: [&str; 14] = [
    "..d.......",
    ".d.d.....m",
    "d...d..mmm",
    "d...dd.mll",
    "..dd.dmlmm",
    ".d..d.mmll",
    "d..d.dmmmm",
    "d.d..ddmmm",
    "..d...mmmm",
    ".d..d.memm",
    ".d.d.dmmem",
    "..d.d..mmm",
    "..d.....wm",
    "....d.....",
];
const SPIDER_COLOURS: Palette = &[
    ('m', [92, 84, 104]),
    ('d', [70, 58, 78]),
    ('l', [214, 84, 84]),
    ('e', [255, 96, 80]),
    ('w', [236, 226, 206]),
];

const WATCHER: [&str; 15] = [
    "..e..e..", "..d..d.e", "...d.d.d", "...ddmmm", "..dmmmmm", ".dmmwwww", ".mmwwwww", ".mwwwwii",
    ".mwwwiik", ".mwwwiik", ".mmwwwii", ".dmmwwww", "..dmmmmm", "..d.dmmm", ".....d.d",
];
const WATCHER_COLOURS: Palette = &[
    ('m', [208, 104, 120]),
    ('d', [150, 66, 98]),
    ('w', [246, 238, 226]),
    ('i', [74, 150, 196]),
    ('k', [18, 20, 44]),
    ('e', [246, 226, 120]),
];

const TOADSTOOL: [&str; 16] = [
    "......rr", "....rrrr", "...rwwrr", "..rrwwrr", "..rrrrrw", ".rrrrrww", ".rwwrrrw", "rrwwrrrr",
    "ddddrrrr", "...ddddd", "...ckkcc", "...ckkcc", "...ccccc", "...cccck", "....cccc", "...bb.bb",
];
const TOADSTOOL_COLOURS: Palette = &[
    ('r', [214, 84, 66]),
    ('d', [146, 50, 58]),
    ('w', [252, 232, 208]),
    ('c', [236, 206, 166]),
    ('k', [58, 34, 40]),
    ('b', [150, 108, 84]),
];

const IMP: [&str; 16] = [
    ".h......", ".hh.....", "..hhmmmm", "..hmmmmm", "...mmmmm", "...myymm", "...mkymm", "...mmmmm",
    "d...mmkk", "dd..mmmm", "ddmmmmmm", ".dmmdmll", "...m.mll", "...m.mmm", "....mmm.", "...dmm..",
];
const IMP_COLOURS: Palette = &[
    ('m', [216, 76, 58]),
    ('l', [242, 140, 92]),
    ('d', [132, 36, 62]),
    ('h', [238, 214, 168]),
    ('y', [255, 226, 96]),
    ('k', [48, 14, 26]),
];

const OGRE: [&str; 23] = [
    ".h.........",
    ".hh........",
    ".hhh..mmmmm",
    "..hhhmmmmmm",
    "...hmmmmmmm",
    "....mmmmmmm",
    "....mkkkmmm",
    "....mmeemmm",
    "....mmmmmmm",
    "....mmmmddd",
    "....mwmddmm",
    ".gg..wmmmmm",
    "gggmmmmmmmm",
    "ggmmmmmmmmm",
    ".mmmmmmlmml",
    ".mmm.mmmlmm",
    "mmm..mmmmmm",
    "mmm..bbbbby",
    "mmm..bbbbby",
    ".ww..bbbbbb",
    ".....mmmm..",
    ".....mmmm..",
    "....ddddd..",
];
const OGRE_COLOURS: Palette = &[
    ('m', [122, 150, 104]),
    ('l', [96, 122, 88]),
    ('d', [78, 84, 72]),
    ('h', [236, 220, 184]),
    ('w', [246, 238, 212]),
    ('k', [40, 34, 40]),
    ('e', [255, 190, 80]),
    ('g', [130, 126, 140]),
    ('b', [134, 88, 62]),
    ('y', [240, 200, 90]),
];

const CHEST: [&str; 11] = [
    "..bbbbb", ".bllbll", ".bllbll", "bbllbll", "ggggggg", "gbbggyy", "gbllgyk", "gbllgyk",
    "gbllbyy", "gbbbbbb", "ggggggg",
];
const CHEST_COLOURS: Palette = &[
    ('b', [156, 92, 48]),
    ('l', [196, 126, 64]),
    ('g', [112, 70, 48]),
    ('y', [252, 212, 92]),
    ('k', [70, 40, 30]),
];
