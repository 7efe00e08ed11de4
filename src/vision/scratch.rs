//! What readings are made with.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use smol_str::SmolStr;

use super::tiles::{Expectation, Lattice, Sizes, TileLooks};
use super::{ColourSet, Note, Patch, Shapes, Sheet};

/// After a search at all sizes comes a rest of so many times its length. Chosen: the loop goes on meanwhile, and what was
/// not there yet is found soon.
const RESTED: u32 = 3;

/// A board that is not found for so long is looked for elsewhere. Chosen: trophies and dialogs over a board pass by.
const LOST: Duration = Duration::from_secs(3);

/// What a reading is made with, and what it noted: kept from one frame to the next, so that reading a
/// board again asks for no memory.
#[derive(Clone, Debug, Default)]
pub struct ReadScratch {
    /// What the last reading recognised where, sure or not; for the overlay picture.
    pub notes: Vec<Note>,
    /// What those call a tile of each letter that was seen.
    pub names: BTreeMap<char, SmolStr>,
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
    /// So many times as large as it is the picture was looked at then, if that is not as it is.
    pub magnified: Option<f64>,
    /// Tiles had this size then, if examples were drawn anew for it.
    pub redrawn: Option<[f64; 2]>,
    /// Where edges say that tiles begin is the only place to look at: one size among others is tried.
    pub hasty: bool,
    /// What tiles look like, with what was learned while the game was played.
    pub looks: Option<TileLooks>,
    pub foreseen: Expectation,
    /// When a board that is read by likeness was last found.
    pub located: Option<Instant>,
    /// When it was last looked for at all sizes, and how long that took.
    pub searched: Option<(Instant, Duration)>,
    /// The same of a board that is played and was last looked for beside its place in vain.
    pub missed: Option<(Instant, Duration)>,
    /// At which sizes it is looked for.
    pub sizes: Sizes,
    /// The board that was played may be over: another may have come, of any size.
    pub is_over: bool,
    /// A board is looked for where it was found last, and nowhere else.
    pub only_here: bool,
    /// It is being tried how things are moved: a drag that moves nothing may mark what is written on them.
    pub is_tried: bool,
}

/// Whether it is too soon for a search that was made then and took so long.
fn is_tired((at, took): (Instant, Duration)) -> bool {
    at.elapsed() < RESTED * took
}

impl ReadScratch {
    /// Makes room for another reading.
    pub fn clear(&mut self) {
        self.notes.clear();
    }

    /// Whether a board was found so short a time before that it is there yet.
    pub fn is_recent(&self, now: Instant) -> bool {
        let found = self.located;
        found.is_some_and(|at| now.saturating_duration_since(at) < LOST)
    }

    /// Whether a board is looked for at all sizes; not if that was done just now, since to try all takes long; nor does
    /// one that is being played change its size.
    pub fn may_search(&self) -> bool {
        let is_playing = self.foreseen.is_playing() && !self.is_over;
        let is_known = self.only_here || is_playing || self.searched.is_some_and(is_tired);
        self.sizes == Sizes::All && !is_known
    }

    /// Looks for a board that is played beside its place, unless that was done in vain just now: something may move on it.
    pub fn beside<T>(&mut self, look: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.missed.is_some_and(is_tired) {
            return None;
        }
        let begun = Instant::now();
        let found = look();
        self.missed = found.is_none().then(|| (begun, begun.elapsed()));
        found
    }

    /// Looks for a board at all sizes if it may.
    pub fn searching<T>(&mut self, search: impl FnOnce(Sizes) -> T) -> T {
        if !self.may_search() {
            return search(match self.sizes {
                Sizes::All => Sizes::Known,
                known => known,
            });
        }
        let begun = Instant::now();
        let found = search(Sizes::All);
        self.searched = Some((begun, begun.elapsed()));
        found
    }

    /// The confidence of what was noted and is least certain; 1 if nothing was.
    pub fn least(&self) -> f32 {
        let confidences = self.notes.iter().map(|note| note.confidence);
        confidences.fold(1.0, f32::min)
    }
}
