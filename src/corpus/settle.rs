//! What becomes of a batch, from what a corpus has of it already: the rules of storing, for a file and for a server.

use std::collections::HashMap;

use super::Stored;
use crate::base::record::{Batch, Facts, Verdict};

/// The record that has the seed of a draft, if there is one, and whether it has the same puzzle: the draft is settled by
/// that.
pub type Holder = Option<(i64, bool)>;

/// A record that is there with the content of a draft, and whether it has a seed.
pub type Twin = Option<(i64, bool)>;

/// A record that is to be made: of a draft, with a seed and an answer that may come from others.
#[derive(Clone, Copy, Debug)]
pub struct NewRow {
    pub draft: usize,
    pub seed: Option<u64>,
    pub answered_by: usize,
    /// Its content is there, or among the drafts before it, under another seed.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(dead_code, reason = "a server counts them as they come")
    )]
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
    twin: &'a dyn Fn(usize) -> Twin,
    /// The draft with index `i` becomes the record `first + i`, if it becomes one.
    first: i64,
    /// The place in `new` of each draft that becomes a record.
    places: HashMap<i64, usize>,
    /// Seeds that records were given now, so that they have one.
    given: HashMap<i64, u64>,
    settled: Settled,
}

/// The holders of the drafts' seeds: of a seed that no earlier draft has, `there` tells which record has it, and
/// whether its puzzle is this one.
///
/// # Errors
/// Those of `there`.
pub fn holders<E>(
    batch: &Batch,
    first: i64,
    mut there: impl FnMut(u64, &[u8]) -> Result<Holder, E>,
) -> Result<Vec<Holder>, E> {
    let mut earlier: HashMap<u64, usize> = HashMap::new();
    let mut holder = |index: usize| {
        let Some(seed) = batch.facts(index).seed else {
            return Ok(None);
        };
        let puzzle = batch.puzzle(index);
        if let Some(&draft) = earlier.get(&seed) {
            return Ok(Some((first + draft as i64, batch.puzzle(draft) == puzzle)));
        }
        let holder = there(seed, puzzle)?;
        if holder.is_none() {
            earlier.insert(seed, index);
        }
        Ok(holder)
    };
    (0..batch.len()).map(&mut holder).collect()
}

/// Settles a batch whose drafts have these prints and holders; `twin` is asked for those that have no holder. New
/// records are numbered from `first` on.
pub fn settle(
    batch: &Batch,
    prints: &[i64],
    first: i64,
    holders: &[Holder],
    twin: &dyn Fn(usize) -> Twin,
) -> Settled {
    let mut settling = Settling {
        batch,
        prints,
        twin,
        first,
        places: HashMap::new(),
        given: HashMap::new(),
        settled: Settled::default(),
    };
    settling.run(holders);
    settling.settled
}

impl Settling<'_> {
    fn run(&mut self, holders: &[Holder]) {
        // The first draft of each content that its seed does not settle.
        let mut firsts: HashMap<(i64, &[u8]), i64> = HashMap::new();
        for (index, holder) in holders.iter().enumerate() {
            let stored = match *holder {
                Some((id, true)) => self.known(self.resolved(id), index),
                Some((id, false)) => self.conflict(self.resolved(id), index),
                None => {
                    let key = (self.prints[index], self.batch.puzzle(index));
                    let twin = (self.twin)(index).or_else(|| {
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

    /// A twin is the same record nevertheless if one of the two has no seed.
    fn by_content(&mut self, index: usize, twin: Twin) -> Stored {
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
