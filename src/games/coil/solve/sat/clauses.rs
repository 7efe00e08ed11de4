//! All clauses of three and more literals, one after the other in one vector.

use super::lit::Lit;

/// Place of a clause in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClauseRef(pub u32);

/// Words before the literals: length and flags, then glue.
const HEADER: usize = 2;

/// Flags in the word of the length, and the mask of the length itself.
const LEARNED: u32 = 1 << 31;
const DELETED: u32 = 1 << 30;
const USED: u32 = 1 << 29;
const LENGTH: u32 = USED - 1;

/// The arena. Header words are kept as literals, too, so that a clause is a slice without copies.
#[derive(Default)]
pub struct Clauses {
    words: Vec<Lit>,
}

impl Clauses {
    pub fn push(&mut self, lits: &[Lit], learned: bool, glue: u32) -> ClauseRef {
        let at = ClauseRef(self.words.len() as u32);
        let flags = if learned { LEARNED | USED } else { 0 };
        self.words.push(Lit::from_code(lits.len() as u32 | flags));
        self.words.push(Lit::from_code(glue));
        self.words.extend_from_slice(lits);
        at
    }

    fn flags(&self, c: ClauseRef) -> u32 {
        self.words[c.0 as usize].code()
    }

    fn set_flags(&mut self, c: ClauseRef, flags: u32) {
        self.words[c.0 as usize] = Lit::from_code(flags);
    }

    fn len(&self, c: ClauseRef) -> usize {
        (self.flags(c) & LENGTH) as usize
    }

    pub fn lits(&self, c: ClauseRef) -> &[Lit] {
        let base = c.0 as usize + HEADER;
        &self.words[base..base + self.len(c)]
    }

    pub fn lits_mut(&mut self, c: ClauseRef) -> &mut [Lit] {
        let base = c.0 as usize + HEADER;
        let end = base + self.len(c);
        &mut self.words[base..end]
    }

    pub fn is_learned(&self, c: ClauseRef) -> bool {
        self.flags(c) & LEARNED != 0
    }

    fn is_deleted(&self, c: ClauseRef) -> bool {
        self.flags(c) & DELETED != 0
    }

    pub fn delete(&mut self, c: ClauseRef) {
        self.set_flags(c, self.flags(c) | DELETED);
    }

    /// The number of decision levels among the literals when last looked at (Audemard and Simon
    /// call it LBD): low is good.
    pub fn glue(&self, c: ClauseRef) -> u32 {
        self.words[c.0 as usize + 1].code()
    }

    pub fn set_glue(&mut self, c: ClauseRef, glue: u32) {
        self.words[c.0 as usize + 1] = Lit::from_code(glue);
    }

    pub fn mark_used(&mut self, c: ClauseRef) {
        self.set_flags(c, self.flags(c) | USED);
    }

    /// Whether the clause took part in a conflict since the last call.
    pub fn take_used(&mut self, c: ClauseRef) -> bool {
        let flags = self.flags(c);
        self.set_flags(c, flags & !USED);
        flags & USED != 0
    }

    /// Moves the living clauses together and says where each one went.
    pub fn compact(&mut self) -> Moved {
        let mut words = Vec::with_capacity(self.words.len());
        let mut at = 0;
        while at < self.words.len() {
            let c = ClauseRef(at as u32);
            let end = at + HEADER + self.len(c);
            if !self.is_deleted(c) {
                let to = Lit::from_code(words.len() as u32);
                words.extend_from_slice(&self.words[at..end]);
                self.words[at + 1] = to;
            }
            at = end;
        }
        let words = std::mem::replace(&mut self.words, words);
        Moved {
            old: Clauses { words },
        }
    }

    /// Whether one more long clause might not be addressable.
    pub fn is_full(&self) -> bool {
        self.words.len() > (1 << 31) - (1 << 24)
    }

    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<Lit>()) as u64
    }
}

/// Where clauses went in a compaction.
pub struct Moved {
    old: Clauses,
}

impl Moved {
    /// The new place; none if the clause was deleted.
    pub fn place(&self, c: ClauseRef) -> Option<ClauseRef> {
        (!self.old.is_deleted(c)).then(|| ClauseRef(self.old.glue(c)))
    }
}
