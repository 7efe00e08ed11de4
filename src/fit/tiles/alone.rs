//! Boards that show one thing: its outline alone resembles that of much else, so what lies beside it must be there, too.

use super::TileSketch;
use super::kinds::{Kinds, NOISY};
use crate::fit::picture::Picture;
use crate::vision::tiles::Lattice;

/// What is known of the tiles of such a board.
pub(super) struct Alone {
    /// Column, row and kind of each.
    tiles: Vec<(usize, usize, usize)>,
    /// Of each kind, the first kind of the same letter.
    letters: Vec<usize>,
}

impl Alone {
    /// None where there are several things, which tell enough.
    pub fn of(sketch: &TileSketch) -> Option<Self> {
        let tiles = sketch.is_one_thing().then(|| sketch.tiles())?;
        let mut letters: Vec<Option<char>> = Vec::new();
        for (column, row, kind) in &tiles {
            letters.resize(letters.len().max(kind + 1), None);
            letters[*kind] = Some(sketch.letters[row * sketch.columns + column]);
        }
        let first = |letter| letters.iter().position(|other| other == letter);
        let letters = letters.iter().filter_map(first).collect();
        Some(Self { tiles, letters })
    }

    /// Whether tiles of each letter differ from those of others by more than tiles that look alike differ among
    /// themselves, 0 to 1: on a chequered ground any square resembles a thing, but nothing stands beside it.
    pub fn told(&self, picture: &Picture, lattice: &Lattice) -> f32 {
        Kinds::seen(picture, &self.tiles, lattice).map_or(0.0, |kinds| {
            let [_, variance] = kinds.within();
            let letters = kinds.merged(|kind| self.letters[kind]);
            letters.told(NOISY + variance)
        })
    }
}
