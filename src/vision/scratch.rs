//! What readings are made with.

use std::time::{Duration, Instant};

use super::tiles::{Expectation, Lattice, Sizes, TileLooks};
use super::{ColourSet, Note, Patch, Shapes, Sheet};

/// What a reading is made with, and what it noted: kept from one frame to the next, so that reading a
/// board again asks for no memory.
#[derive(Clone, Debug, Default)]
pub struct ReadScratch {
    /// What the last reading recognised where, sure or not; for the overlay picture.
    pub notes: Vec<Note>,
    /// The part of the board that is looked at.
    pub patch: Patch,
    /// The board as it always is, there.
    pub ground: Sheet,
    /// What of it reaches in from elsewhere, pixel by pixel.
    pub reached: Vec<bool>,
    /// Its shapes, and the colours of one of them.
    pub shapes: Shapes,
    pub palette: ColourSet,
    /// Where a board of tiles was found last: looked at first.
    pub lattice: Option<Lattice>,
    /// What tiles look like, with what was learned while the game was played.
    pub looks: Option<TileLooks>,
    pub foreseen: Expectation,
    /// When it was last looked for at all sizes, and how long that took.
    pub searched: Option<(Instant, Duration)>,
    /// At which sizes it is looked for.
    pub sizes: Sizes,
}

impl ReadScratch {
    /// Makes room for another reading.
    pub fn clear(&mut self) {
        self.notes.clear();
    }

    /// The confidence of what was noted and is least certain; 1 if nothing was.
    pub fn least(&self) -> f32 {
        let confidences = self.notes.iter().map(|note| note.confidence);
        confidences.fold(1.0, f32::min)
    }
}
