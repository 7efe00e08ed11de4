//! What becomes of a batch, from what the server has of it already. The file has the same rules
//! (`sqlite/write.rs`), and one test suite for both.

use std::collections::HashMap;

use crate::base::record::{Batch, Facts, Verdict};
use crate::corpus::Stored;

/// A record that is there with the seed, or the content, of a draft.
#[derive(Clone, Debug)]
pub struct Held {
    pub id: i64,
    pub has_seed: bool,
    pub puzzle: Vec<u8>,
}

/// What is there.
#[derive(Debug, Default)]
pub struct There {
    pub by_seed: HashMap<u64, Held>,
    /// Those with the print of some draft, the oldest first.
    pub by_print: HashMap<i64, Vec<Held>>,
}

/// A record that is to be made: of a draft, with a seed and an answer that may come from others.
#[derive(Clone, Copy, Debug)]
pub struct NewRow {
    pub draft: usize,
    pub seed: Option<u64>,
    pub answered_by: usize,
    /// Its content is there, or among the drafts before it, under another seed.
    pub is_twin: bool,
}

/// What is to be written.
#[derive(Debug, Default)]
pub struct Settled {
    pub stored: Vec<Stored>,
    pub new: Vec<NewRow>,
    /// Records that are there and get this seed.
    pub adopted: Vec<(i64, u64)>,
    /// Records that are there and get the answer of this draft, if they have none.
    pub answered: Vec<(i64, usize)>,
    /// Drafts that contradict the record of their seed.
    pub conflicts: Vec<(usize, i64)>,
}

struct Settling<'a> {
    batch: &'a Batch,
    prints: &'a [i64],
    there: &'a There,
    /// The draft with index `i` becomes the record `first + i`, if it becomes one.
    first: i64,
    /// The holder of the seed, and whether it has the same puzzle: settled by that.
    by_seed: Vec<Option<(i64, bool)>>,
    /// The place in `new` of each draft that becomes a record.
    places: HashMap<i64, usize>,
    /// Seeds that records were given now, so that they have one.
    given: HashMap<i64, u64>,
    settled: Settled,
}

/// Settles a batch whose drafts have these prints; new records are numbered from `first` on.
pub fn settle(batch: &Batch, prints: &[i64], there: &There, first: i64) -> Settled {
    let mut settling = Settling {
        batch,
        prints,
        there,
        first,
        by_seed: Vec::with_capacity(batch.len()),
        places: HashMap::new(),
        given: HashMap::new(),
        settled: Settled::default(),
    };
    settling.look_at_seeds();
    settling.run();
    settling.settled
}

impl Settling<'_> {
    fn look_at_seeds(&mut self) {
        let mut earlier: HashMap<u64, usize> = HashMap::new();
        for index in 0..self.batch.len() {
            let seed = self.batch.facts(index).seed;
            let puzzle = self.batch.puzzle(index);
            let holder = seed.and_then(|seed| match earlier.get(&seed) {
                Some(&draft) => Some((
                    self.first + draft as i64,
                    self.batch.puzzle(draft) == puzzle,
                )),
                None => {
                    let held = self.there.by_seed.get(&seed);
                    held.map(|held| (held.id, held.puzzle == puzzle))
                }
            });
            if let (Some(seed), None) = (seed, holder) {
                earlier.insert(seed, index);
            }
            self.by_seed.push(holder);
        }
    }

    fn run(&mut self) {
        // The first draft of each content that its seed does not settle.
        let mut firsts: HashMap<(i64, &[u8]), i64> = HashMap::new();
        for index in 0..self.batch.len() {
            let stored = match self.by_seed[index] {
                Some((id, true)) => self.known(self.resolved(id), index),
                Some((id, false)) => self.conflict(self.resolved(id), index),
                None => {
                    let key = (self.prints[index], self.batch.puzzle(index));
                    let twin = self.held(index).map(|held| (held.id, held.has_seed));
                    let twin = twin.or_else(|| {
                        let id = firsts.get(&key).copied()?;
                        let place = self.places.get(&id)?;
                        Some((id, self.settled.new[*place].seed.is_some()))
                    });
                    firsts.entry(key).or_insert(self.first + index as i64);
                    self.by_content(index, twin)
                }
            };
            self.settled.stored.push(stored);
        }
    }

    /// The record that is there with the content of a draft.
    fn held(&self, index: usize) -> Option<&Held> {
        let held = self.there.by_print.get(&self.prints[index])?;
        held.iter()
            .find(|held| held.puzzle == self.batch.puzzle(index))
    }

    /// A twin is the same record nevertheless if one of the two has no seed.
    fn by_content(&mut self, index: usize, twin: Option<(i64, bool)>) -> Stored {
        let Facts { seed, .. } = *self.batch.facts(index);
        match (twin, seed) {
            (Some((id, _)), None) => self.known(id, index),
            (Some((id, false)), Some(seed)) if !self.given.contains_key(&id) => {
                self.adopt(id, seed);
                self.known(id, index)
            }
            _ => self.enter_new(index, twin.is_some()),
        }
    }

    fn enter_new(&mut self, index: usize, is_twin: bool) -> Stored {
        let id = self.first + index as i64;
        self.places.insert(id, self.settled.new.len());
        self.settled.new.push(NewRow {
            draft: index,
            seed: self.batch.facts(index).seed,
            answered_by: index,
            is_twin,
        });
        Stored::New(id)
    }

    fn adopt(&mut self, id: i64, seed: u64) {
        self.given.insert(id, seed);
        match self.places.get(&id) {
            Some(&place) => self.settled.new[place].seed = Some(seed),
            None => self.settled.adopted.push((id, seed)),
        }
    }

    /// A draft whose record is there gives it the answer that it lacks.
    fn known(&mut self, id: i64, index: usize) -> Stored {
        let is_answer = self.batch.answer(index).verdict != Verdict::Unsolved;
        match (self.places.get(&id), is_answer) {
            (_, false) => {}
            (None, true) => self.settled.answered.push((id, index)),
            (Some(&place), true) => {
                let row = &mut self.settled.new[place];
                if self.batch.answer(row.answered_by).verdict == Verdict::Unsolved {
                    row.answered_by = index;
                }
            }
        }
        Stored::Known(id)
    }

    fn conflict(&mut self, id: i64, index: usize) -> Stored {
        self.settled.conflicts.push((index, id));
        Stored::Conflict(id)
    }

    /// The record that a number stands for: that of an earlier draft may have turned out to be known under another
    /// number.
    fn resolved(&self, id: i64) -> i64 {
        let draft = usize::try_from(id - self.first).ok();
        match draft.and_then(|draft| self.settled.stored.get(draft)) {
            Some(Stored::Known(known)) => *known,
            _ => id,
        }
    }
}
