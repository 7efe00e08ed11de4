//! The scenes with one amount of wood.

use super::columns::Freedom;
use super::estimate::{Prospect, TourNumber};
use crate::base::Limit;
use crate::games::woodworm::bits::Bits;
use crate::games::woodworm::field::Wood;
use crate::games::woodworm::posture::Posture;
use crate::search::{Budget, Index, mix};

/// The end of a list, and no place.
pub const NONE: u32 = u32::MAX;

/// A wood, and the list of the worms that have come to it.
pub struct Config<B> {
    pub wood: Wood<B>,
    /// The first of its entries.
    entries: u32,
    /// The next wood of the same height.
    next: u32,
    /// [`NONE`] if nothing can become of it.
    tour: TourNumber,
    freedom: Freedom,
}

impl<B> Config<B> {
    /// `None` if nothing can become of it.
    pub fn prospect(&self) -> Option<Prospect> {
        (self.tour != NONE).then_some(Prospect {
            tour: self.tour,
            freedom: self.freedom,
        })
    }
}

/// A worm that has come to a wood by changing another.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The arrival in the wood before, in the sweep's archive.
    pub parent: u32,
    /// The next entry to the same wood.
    next: u32,
    pub moves: u16,
    pub posture: Posture,
    pub exit: Exit,
}

impl Entry {
    pub fn new(parent: u32, moves: u16, posture: Posture, exit: Exit) -> Self {
        Self {
            parent,
            next: NONE,
            moves,
            posture,
            exit,
        }
    }
}

/// The last posture in a wood, and the step that changed the wood.
#[derive(Clone, Copy, Debug)]
pub struct Exit(u16);

impl Exit {
    pub fn new(posture: Posture, step: usize) -> Self {
        Self(posture << 2 | step as u16)
    }

    pub fn posture(self) -> Posture {
        self.0 >> 2
    }

    /// Its place in [`crate::games::woodworm::Direction::ALL`].
    pub fn step(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// All woods of one amount.
pub struct Stratum<B> {
    pub configs: Vec<Config<B>>,
    entries: Vec<Entry>,
    index: Index,
    /// The first wood of each height.
    heights: Vec<u32>,
}

impl<B: Bits> Stratum<B> {
    /// `heights` is more than the height of any wood.
    pub fn new(heights: usize) -> Self {
        Self {
            configs: Vec::new(),
            entries: Vec::new(),
            index: Index::default(),
            heights: vec![NONE; heights],
        }
    }

    /// The place of a wood, and whether it is new; then its prospect is still to be told.
    pub fn find_or_insert(
        &mut self,
        budget: &Budget,
        wood: &Wood<B>,
    ) -> Result<(usize, bool), Limit> {
        let place = place_of_next(&self.configs)?;
        let configs = &self.configs;
        let known = self.index.find_or_insert(
            budget,
            hash(wood),
            |at| configs[at as usize].wood == *wood,
            |at| hash(&configs[at as usize].wood),
        )?;
        if let Some(known) = known {
            return Ok((known as usize, false));
        }
        let config = Config {
            wood: *wood,
            entries: NONE,
            next: NONE,
            tour: NONE,
            freedom: 0,
        };
        budget.push(&mut self.configs, config)?;
        Ok((place as usize, true))
    }

    /// Puts a new wood among those that are to be visited.
    pub fn enlist(&mut self, at: usize, height: usize, prospect: Prospect) {
        let config = &mut self.configs[at];
        config.tour = prospect.tour;
        config.freedom = prospect.freedom;
        config.next = std::mem::replace(&mut self.heights[height], at as u32);
    }

    /// Takes the next wood of that height off the list.
    pub fn pop(&mut self, height: usize) -> Option<usize> {
        let at = self.heights[height];
        let config = self.configs.get(at as usize)?;
        self.heights[height] = config.next;
        Some(at as usize)
    }

    /// Adds a worm to a wood, or makes one that is there already come sooner.
    pub fn enter(&mut self, budget: &Budget, at: usize, mut entry: Entry) -> Result<(), Limit> {
        let place = place_of_next(&self.entries)?;
        let first = &mut self.configs[at].entries;
        let mut link = *first;
        while let Some(known) = self.entries.get_mut(link as usize) {
            if known.posture == entry.posture {
                if entry.moves < known.moves {
                    entry.next = known.next;
                    *known = entry;
                }
                return Ok(());
            }
            link = known.next;
        }
        entry.next = *first;
        budget.push(&mut self.entries, entry)?;
        *first = place;
        Ok(())
    }

    /// The worms that have come to a wood.
    pub fn entries_of(&self, at: usize) -> impl Iterator<Item = &Entry> {
        let mut link = self.configs[at].entries;
        std::iter::from_fn(move || {
            let entry = self.entries.get(link as usize)?;
            link = entry.next;
            Some(entry)
        })
    }

    /// Forgets the worms of a wood.
    pub fn abandon(&mut self, at: usize) {
        self.configs[at].entries = NONE;
    }

    /// Gives its memory back.
    pub fn free(self, budget: &Budget) {
        budget.give_vec(self.configs);
        budget.give_vec(self.entries);
        self.index.free(budget);
    }
}

/// The place of the next item; there are as many as 32 bits can number.
pub fn place_of_next<T>(vec: &[T]) -> Result<u32, Limit> {
    let place = u32::try_from(vec.len()).ok().filter(|&place| place != NONE);
    place.ok_or(Limit::Memory)
}

fn hash<B: Bits>(wood: &Wood<B>) -> u64 {
    mix([wood.cells.folded(), wood.right.folded(), wood.down.folded()])
}
