//! The monsters and the treasure chest: left halves of small drawings, doubled in size, lit and
//! outlined when the game starts.

use std::collections::BTreeMap;

use crate::draw::sprite::{Sprite, doubled, lit, mirrored, outlined, sheet};
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

/// The kinds: the names of their drawings and how they move.
const KINDS: [(&[&str], Motion); 9] = [
    (&["slime"], Motion::Squash),
    (&["ghost"], Motion::Float),
    (&["skeleton"], Motion::Breathe),
    (&["bat_up", "bat_down"], Motion::Float),
    (&["spider", "spider_step"], Motion::Breathe),
    (&["watcher"], Motion::Float),
    (&["toadstool"], Motion::Squash),
    (&["imp"], Motion::Breathe),
    (&["ogre"], Motion::Breathe),
];

/// One picture of a monster's movement.
pub struct Pose {
    pub sprite: Sprite,
    /// Pixels above the floor.
    pub lift: i32,
}

/// Everything that lives or stands in a dungeon, ready to be painted.
pub struct Bestiary {
    /// The movement of each kind of monster.
    pub monsters: Vec<[Pose; FRAMES]>,
    pub chest: Sprite,
}

impl Bestiary {
    pub fn new() -> Self {
        let drawings = sheet(include_str!("bestiary.txt"));
        let poses = |(names, motion): &(&[&str], Motion)| {
            let sprites: Vec<Sprite> = names.iter().map(|name| finished(&drawings, name)).collect();
            std::array::from_fn(|n| pose(&sprites[n * sprites.len() / FRAMES], *motion, n))
        };
        Self {
            monsters: KINDS.iter().map(poses).collect(),
            chest: finished(&drawings, "chest"),
        }
    }
}

/// Which kind stands in a cell: most rooms are the lair of one kind, some of several.
pub fn kind(seed: u32, column: usize, row: usize) -> usize {
    let home = noise(seed as i32, 0, 7) as usize;
    let mixed = one_in(3, seed as i32, 0, 8);
    let own = noise(column as i32, row as i32, seed) as usize;
    (home + if mixed { own % KINDS.len() } else { 0 }) % KINDS.len()
}

fn finished(drawings: &BTreeMap<&str, Sprite>, name: &str) -> Sprite {
    let half = &drawings[name];
    outlined(&lit(&doubled(&mirrored(half))), INK)
}

fn pose(sprite: &Sprite, motion: Motion, n: usize) -> Pose {
    let (width, height) = (sprite.width, sprite.height);
    let (sprite, lift) = match (motion, n) {
        (Motion::Float, _) => (sprite.clone(), [3, 4, 5, 4][n]),
        (Motion::Squash, 1) => (sprite.resized(width + 1, height - 1), 0),
        (Motion::Squash, 2) => (sprite.resized(width + 2, height - 3), 0),
        (Motion::Squash, 3) => (sprite.resized(width - 1, height + 1), 0),
        (Motion::Breathe, 2 | 3) => (sunk(sprite), 0),
        _ => (sprite.clone(), 0),
    };
    Pose { sprite, lift }
}

/// Without the row in the middle of its body, everything above one lower.
fn sunk(sprite: &Sprite) -> Sprite {
    let waist = sprite.height * 2 / 3;
    Sprite::from_fn(sprite.width, sprite.height, |x, y| {
        sprite.pixel(x, if y <= waist { y - 1 } else { y })
    })
}
