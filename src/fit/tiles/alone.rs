//! Boards that show one thing: its outline alone resembles that of much else, so what lies beside it must be there, too.

use super::TileSketch;
use super::kinds::{Kinds, NOISY};
use crate::fit::picture::Picture;
use crate::vision::tiles::Lattice;

/// What is known of the tiles of such a board.
pub(super) struct Alone {
    /// Column, row and kind of each.
    tiles: Vec<(usize, usize, usize)>,
    /// Kinds of different letters that lie in one row: a sky has many shades, but not beside each other.
    beside: Vec<[usize; 2]>,
}

impl Alone {
    /// None where there are several things, which tell enough.
    pub fn of(sketch: &TileSketch) -> Option<Self> {
        let tiles = sketch.is_one_thing().then(|| sketch.tiles())?;
        let letter = |column: usize, row: usize| sketch.letters[row * sketch.columns + column];
        let mut beside = Vec::new();
        for (at, (column, row, kind)) in tiles.iter().enumerate() {
            for (next, _, other) in tiles[at + 1..].iter().take_while(|next| next.1 == *row) {
                let pair = [*kind.min(other), *kind.max(other)];
                if letter(*column, *row) != letter(*next, *row) && !beside.contains(&pair) {
                    beside.push(pair);
                }
            }
        }
        Some(Self { tiles, beside })
    }

    /// Whether tiles of each letter differ from those of others in their rows by more than those that look alike among
    /// themselves, 0 to 1: on a chequered ground any square resembles a thing, but nothing stands beside it.
    pub fn told(&self, picture: &Picture, lattice: &Lattice) -> f32 {
        Kinds::seen(picture, &self.tiles, lattice).map_or(0.0, |kinds| {
            let [_, variance] = kinds.within();
            kinds.told_of(self.beside.iter().copied(), NOISY + variance)
        })
    }
}
