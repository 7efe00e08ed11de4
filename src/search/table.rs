//! A compact exact hash set of scrambled states.
//!
//! A state's place in the table is given by its high bits, so only its low bits are stored
//! ("quotienting"; J. G. Cleary, *Compact hash tables using bidirectional linear probing*, 1984):
//! the table never takes two states for one, and needs 4 to 8 bytes for most of them. Places are
//! cache lines of several slots; a state whose line is full goes to one of the next, and its slot
//! says how far.
//!
//! It is not the [`super::Index`]: it keeps the states themselves, in less room than an index alone
//! would take beside them, and answers only whether a state is there.

use super::bucket::{Bucket, High};
use super::budget::Budget;
use super::key::Key;
use crate::base::Limit;

/// How many lines on a state may be stored; in a slot 0 means empty, so that 3 bits are enough.
const MAX_STEPS: u128 = 7;

/// The bits of a slot that say how many.
const STEP_BITS: u32 = 3;

/// How full a table may become before it grows, in eighths.
const FULL_EIGHTHS: usize = 7;

/// A set of integers of `width` bits, evenly spread over their range.
pub struct Table {
    width: u32,
    lines: Lines,
    len: usize,
}

/// The lines, in the narrowest format that holds what must be stored.
enum Lines {
    Slots4(Place, Vec<Bucket<(), 16>>),
    Slots5(Place, Vec<Bucket<u8, 12>>),
    Slots6(Place, Vec<Bucket<u16, 10>>),
    Slots8(Place, Vec<Bucket<u32, 8>>),
    Slots16(Place, Vec<Bucket<[u32; 3], 4>>),
}

/// The same code for every format.
macro_rules! with {
    ($lines:expr, $place:ident, $vec:ident => $body:expr) => {
        match $lines {
            Lines::Slots4($place, $vec) => $body,
            Lines::Slots5($place, $vec) => $body,
            Lines::Slots6($place, $vec) => $body,
            Lines::Slots8($place, $vec) => $body,
            Lines::Slots16($place, $vec) => $body,
        }
    };
}

/// Where states go in a table of `lines` lines.
#[derive(Clone, Copy)]
struct Place {
    width: u32,
    lines: usize,
    /// The low bits of a state that are stored.
    stored: u32,
}

impl Place {
    fn new(width: u32, lines: usize) -> Self {
        Self {
            width,
            lines,
            stored: width.saturating_sub(lines.ilog2()),
        }
    }

    /// The bits of a slot.
    fn slot_bits(&self) -> u32 {
        self.stored + STEP_BITS
    }

    /// The line of a state: its share of the range, times the number of lines.
    #[inline(always)]
    fn line<K: Key>(&self, state: K) -> usize {
        let top = if self.width > 64 {
            (state >> (self.width - 64)).wide() as u64
        } else {
            (state.wide() as u64) << (64 - self.width)
        };
        ((u128::from(top) * self.lines as u128) >> 64) as usize
    }

    #[inline(always)]
    fn low<K: Key>(&self, state: K) -> u128 {
        (state & K::ones(self.stored)).wide()
    }

    /// The state with these stored bits whose line this is: at most 2^stored states share a line,
    /// and they follow each other, so that their low bits differ.
    fn state<K: Key>(&self, line: usize, low: u128) -> K {
        let scaled = if self.width > 64 { 64 } else { self.width };
        let first =
            ((line as u128) << scaled).div_ceil(self.lines as u128) << (self.width - scaled);
        let ones = u128::ones(self.stored);
        K::cut(first + (low.wrapping_sub(first) & ones))
    }
}

impl Table {
    /// An empty set with room for `states` states.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn new(width: u32, states: usize, budget: &Budget) -> Result<Self, Limit> {
        Ok(Self {
            width,
            lines: Lines::new(width, states, budget)?,
            len: 0,
        })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// How many states it takes before it grows.
    pub fn room(&self) -> usize {
        room(self.lines.slots())
    }

    pub fn contains<K: Key>(&self, state: K) -> bool {
        with!(&self.lines, place, lines => find(place, lines, state).is_ok())
    }

    /// Adds states, of which only the bits of `mask` count, and calls `fresh` with each that was
    /// not there yet.
    ///
    /// # Errors
    /// `Limit::Memory` if the table had to grow and the budget did not allow it.
    pub fn insert_all<K: Key>(
        &mut self,
        states: &[K],
        mask: K,
        budget: &Budget,
        mut fresh: impl FnMut(K) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let mut rest = states;
        loop {
            let room = self.room();
            let done = with!(&mut self.lines, place, lines => {
                fill(place, lines, (&mut self.len, room), (rest, mask), &mut fresh)?
            });
            rest = &rest[done..];
            if rest.is_empty() {
                return Ok(());
            }
            self.grow::<K>(budget)?;
        }
    }

    fn grow<K: Key>(&mut self, budget: &Budget) -> Result<(), Limit> {
        let mut wanted = self.room() * 3 / 2;
        loop {
            let mut larger = Lines::new(self.width, wanted, budget)?;
            let copied =
                with!(&self.lines, place, lines => copy::<K, _, _>(place, lines, &mut larger));
            let old = if copied {
                std::mem::replace(&mut self.lines, larger)
            } else {
                larger
            };
            budget.give(old.bytes());
            if copied {
                return Ok(());
            }
            wanted += wanted / 4;
        }
    }

    /// Gives its memory back to the budget.
    pub fn free(self, budget: &Budget) {
        budget.give(self.lines.bytes());
    }
}

fn room(slots: usize) -> usize {
    slots / 8 * FULL_EIGHTHS
}

impl Lines {
    fn new(width: u32, states: usize, budget: &Budget) -> Result<Self, Limit> {
        let slots = states * 8 / FULL_EIGHTHS + 16;
        let place = |per_line: usize| Place::new(width, slots.div_ceil(per_line));
        let fits = |per_line: usize, bits: u32| place(per_line).slot_bits() <= bits;
        Ok(if fits(16, 32) {
            Self::Slots4(place(16), allocate(place(16), budget)?)
        } else if fits(12, 40) {
            Self::Slots5(place(12), allocate(place(12), budget)?)
        } else if fits(10, 48) {
            Self::Slots6(place(10), allocate(place(10), budget)?)
        } else if fits(8, 64) {
            Self::Slots8(place(8), allocate(place(8), budget)?)
        } else {
            Self::Slots16(place(4), allocate(place(4), budget)?)
        })
    }

    fn slots(&self) -> usize {
        with!(self, _place, lines => lines.len() * slots_of(lines))
    }

    fn bytes(&self) -> usize {
        with!(self, _place, lines => std::mem::size_of_val(lines.as_slice()))
    }
}

fn slots_of<H, const N: usize>(_: &[Bucket<H, N>]) -> usize {
    N
}

fn allocate<H: High, const N: usize>(
    place: Place,
    budget: &Budget,
) -> Result<Vec<Bucket<H, N>>, Limit> {
    budget.take(place.lines * size_of::<Bucket<H, N>>())?;
    Ok(vec![Bucket::empty(); place.lines])
}

/// A free slot: its line, its place there, and the value to store.
type Free = (usize, usize, u128);

/// Whether the state is there; if not, where it would go, if there is a place.
#[inline(always)]
fn find<K: Key, H: High, const N: usize>(
    place: &Place,
    lines: &[Bucket<H, N>],
    state: K,
) -> Result<(), Option<Free>> {
    let mut line = place.line(state);
    let low = place.low(state) << STEP_BITS;
    for step in 1..=MAX_STEPS {
        let value = low | step;
        let bucket = &lines[line];
        if bucket.contains(value) {
            return Ok(());
        }
        // Nothing is ever removed: what is not in the first line with room is nowhere.
        if let Some(slot) = bucket.free() {
            return Err(Some((line, slot, value)));
        }
        line = if line + 1 == lines.len() { 0 } else { line + 1 };
    }
    Err(None)
}

/// Adds states until the table is full; how many were dealt with.
fn fill<K: Key, H: High, const N: usize>(
    place: &Place,
    lines: &mut [Bucket<H, N>],
    (len, room): (&mut usize, usize),
    (states, mask): (&[K], K),
    fresh: &mut impl FnMut(K) -> Result<(), Limit>,
) -> Result<usize, Limit> {
    for (i, &state) in states.iter().enumerate() {
        if let Some(&soon) = states.get(i + AHEAD) {
            prefetch(&lines[place.line(soon & mask)]);
        }
        match find(place, lines, state & mask) {
            Ok(()) => {}
            Err(Some((line, slot, value))) if *len < room => {
                lines[line].set(slot, value);
                *len += 1;
                fresh(state)?;
            }
            Err(_) => return Ok(i),
        }
    }
    Ok(states.len())
}

/// How many states ahead their lines are fetched: a table is often larger than the caches.
const AHEAD: usize = 12;

/// Asks the processor to bring a line into its cache.
#[inline(always)]
fn prefetch<T>(line: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint; it reads nothing, and the address is that of a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

/// Copies all states into larger lines; false if one found no place there.
fn copy<K: Key, H: High, const N: usize>(
    place: &Place,
    lines: &[Bucket<H, N>],
    larger: &mut Lines,
) -> bool {
    with!(larger, target, vec => {
        for (line, bucket) in lines.iter().enumerate() {
            for value in bucket.values() {
                let steps = (value & MAX_STEPS) as usize - 1;
                let home = (line + lines.len() - steps) % lines.len();
                let state: K = place.state(home, value >> STEP_BITS);
                let Err(Some((line, slot, value))) = find(target, vec, state) else {
                    return false;
                };
                vec[line].set(slot, value);
            }
        }
        true
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::search::Scramble;

    /// The n-th of a sequence without repetition, spread over `width` bits.
    fn sequence(width: u32, n: u128) -> u128 {
        Scramble::<u128>::new(width).mix(n)
    }

    #[test]
    fn it_is_a_set_at_every_width() {
        for width in [10, 17, 29, 37, 45, 61, 64, 65, 90, 122] {
            let budget = Budget::new(None);
            let mut table = Table::new(width, 0, &budget).unwrap();
            let count = 20_000.min(1 << (width - 1));
            let states: Vec<u128> = (0..count).map(|n| sequence(width, n)).collect();
            let mut fresh = Vec::new();
            for batch in [&states[..], &states[..]] {
                table
                    .insert_all(batch, u128::MAX, &budget, |state| {
                        fresh.push(state);
                        Ok(())
                    })
                    .unwrap();
            }
            assert_eq!(fresh, states, "width {width}");
            assert_eq!(table.len(), states.len());
            assert!(states.iter().all(|&state| table.contains(state)));
            let others = (count..2 * count).map(|n| sequence(width, n));
            assert_eq!(others.filter(|&state| table.contains(state)).count(), 0);
            table.free(&budget);
            assert_eq!(budget.take(0), Ok(()));
        }
    }

    #[test]
    fn places_can_be_undone() {
        for (width, lines) in [(20, 1), (20, 7), (47, 1000), (64, 12_345), (100, 999)] {
            let place = Place::new(width, lines);
            let states: HashSet<u128> = (0..500).map(|n| sequence(width, n)).collect();
            for state in states {
                let (line, low) = (place.line(state), place.low(state));
                assert_eq!(place.state::<u128>(line, low), state, "{width} {lines}");
            }
        }
    }

    #[test]
    fn it_does_not_outgrow_its_budget() {
        let budget = Budget::new(Some(50_000));
        let mut table = Table::new(40, 0, &budget).unwrap();
        let states: Vec<u64> = (0..100_000).map(|n| sequence(40, n) as u64).collect();
        let end = table.insert_all(&states, u64::MAX, &budget, |_| Ok(()));
        assert_eq!(end, Err(Limit::Memory));
        assert!(budget.peak() <= 50_000);
        assert!(table.len() > 3_000);
    }
}
