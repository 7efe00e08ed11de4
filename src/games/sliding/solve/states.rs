//! The graph of states: packing, neighbours, goals.

use super::binomial::MAX_BLOCKS;
use super::layout::{Kind, PackedLayout};
use crate::search::{Graph, Key, Mask};

/// The states of a puzzle: cells in an `M`, packed in a `K`.
pub struct States<M, K> {
    pub layout: PackedLayout<M>,
    goal_bits: K,
    goal: K,
}

/// The places of all blocks, kind after kind, ascending within a kind.
type Places = [u8; MAX_BLOCKS];

impl<M: Mask, K: Key> States<M, K> {
    /// # Panics
    /// If a state has more bits than the key.
    pub fn new(layout: PackedLayout<M>) -> Self {
        assert!(layout.bits <= K::BITS);
        let mut states = Self {
            layout,
            goal_bits: K::default(),
            goal: K::default(),
        };
        for kind in &states.layout.kinds {
            if let Some(place) = kind.goal {
                let all = K::ones(states.layout.bits);
                states.goal_bits = states.goal_bits | (all ^ kind.without(all));
                states.goal = states.goal | kind.packed(place as u64);
            }
        }
        states
    }

    pub fn start(&self) -> K {
        let starts: Vec<_> = self
            .layout
            .kinds
            .iter()
            .map(|kind| kind.start.clone())
            .collect();
        self.pack(&starts)
    }

    /// The packed state with these places of each kind, ascending.
    fn pack(&self, places: &[Vec<usize>]) -> K {
        let numbers = places
            .iter()
            .map(|places| self.layout.binomials.number(places));
        let packed = self.layout.kinds.iter().zip(numbers);
        packed.fold(K::default(), |key, (kind, number)| {
            key | kind.packed(number)
        })
    }

    /// The places of the blocks, and all cells they cover.
    #[inline(always)]
    fn unpack(&self, key: K) -> (Places, M) {
        let mut places = [0; MAX_BLOCKS];
        let mut taken = M::EMPTY;
        let mut rest = &mut places[..];
        for kind in &self.layout.kinds {
            let (set, others) = rest.split_at_mut(kind.count);
            rest = others;
            if let [only] = set {
                *only = kind.number(key) as u8;
            } else {
                self.layout.unpack(kind, key, set);
            }
            for &place in &*set {
                taken |= kind.places[place as usize].covers;
            }
        }
        (places, taken)
    }

    /// For each kind the cells (of the puzzle) of each of its blocks.
    pub fn cells(&self, key: K) -> Vec<Vec<Vec<usize>>> {
        let (places, _) = self.unpack(key);
        let mut rest = places.iter();
        let cells = |kind: &Kind<M>, place: &u8| {
            let covered = kind.places[*place as usize].covers.cells();
            covered.map(|cell| self.layout.cells[cell]).collect()
        };
        let kinds = self.layout.kinds.iter();
        kinds
            .map(|kind| {
                rest.by_ref()
                    .take(kind.count)
                    .map(|place| cells(kind, place))
                    .collect()
            })
            .collect()
    }

    /// `rested` is the number in the set of a block that need not move, if there is one.
    #[inline(always)]
    fn moves_of_kind(
        &self,
        kind: &Kind<M>,
        set: &[u8],
        rested: usize,
        (key, free): (K, M),
        mut found: impl FnMut(K, usize),
    ) {
        let others = kind.without(key);
        for (i, &place) in set.iter().enumerate() {
            if i == rested {
                continue;
            }
            let mut reach = kind.reach(place as usize, free);
            if reach.is_empty() {
                continue;
            }
            if set.len() == 1 {
                while let Some((to, rest)) = reach.pop() {
                    found(others | kind.packed(to as u64), 0);
                    reach = rest;
                }
            } else {
                self.renumber(set, i, reach, |number, at| {
                    found(others | kind.packed(number), at);
                });
            }
        }
    }

    /// The numbers of the sets that `set` becomes when its element with index `moved` is replaced
    /// by one of `reach`, which are not in it, and the index of the new element.
    #[inline(always)]
    fn renumber(&self, set: &[u8], moved: usize, reach: M, mut found: impl FnMut(u64, usize)) {
        let binomials = &self.layout.binomials;
        let mut others = set[..moved]
            .iter()
            .chain(&set[moved + 1..])
            .map(|&p| p as usize);
        // The terms of the others, those below the new element with their rank among the others,
        // those above with one more; the new element goes up, and passes one after the other.
        let ranked = others.clone().zip(2..);
        let mut sum: u64 = ranked
            .map(|(place, rank)| binomials.term(place, rank))
            .sum();
        let mut rank = 1;
        let mut above = others.next();
        for to in reach.cells() {
            while let Some(place) = above.filter(|&place| place < to) {
                sum = sum + binomials.term(place, rank) - binomials.term(place, rank + 1);
                rank += 1;
                above = others.next();
            }
            found(sum + binomials.term(to, rank), rank - 1);
        }
    }

    /// Adds all ways to place the blocks not chosen yet, of the kinds from `kind` on; false if
    /// there are too many.
    fn place_rest(
        &self,
        kind: usize,
        free: M,
        chosen: &mut Vec<Vec<usize>>,
        all: &mut Goals<impl FnMut(K)>,
    ) -> bool {
        all.steps += 1;
        if all.steps > all.max_steps {
            return false;
        }
        let Some(k) = self.layout.kinds.get(kind) else {
            all.count += 1;
            (all.found)(self.pack(chosen));
            return all.count <= all.at_most;
        };
        if chosen[kind].len() == k.count {
            return self.place_rest(kind + 1, free, chosen, all);
        }
        for place in chosen[kind].last().map_or(0, |last| last + 1)..k.places.len() {
            let covers = k.places[place].covers;
            if (covers & !free).is_empty() {
                chosen[kind].push(place);
                let fits = self.place_rest(kind, free & !covers, chosen, all);
                chosen[kind].pop();
                if !fits {
                    return false;
                }
            }
        }
        true
    }
}

/// The goals found so far, and when to give up.
struct Goals<F> {
    found: F,
    count: usize,
    at_most: usize,
    steps: usize,
    max_steps: usize,
}

impl<M: Mask, K: Key> Graph for States<M, K> {
    type Key = K;

    fn bits(&self) -> u32 {
        self.layout.bits
    }

    /// Which block was moved, counted from 1 in the order of `unpack`. Wherever that block can go
    /// now, it could have gone in the same move: such states are no farther away.
    const NOTE_BITS: u32 = MAX_BLOCKS.ilog2();

    #[inline]
    fn neighbours(&self, of: K, note: u32, mut found: impl FnMut(K, u32)) {
        let (places, taken) = self.unpack(of);
        let free = self.layout.floor & !taken;
        let mut first = 0;
        for kind in &self.layout.kinds {
            let set = &places[first..first + kind.count];
            let rested = (note as usize).wrapping_sub(1 + first);
            self.moves_of_kind(kind, set, rested, (of, free), |key, at| {
                found(key, (first + at + 1) as u32);
            });
            first += kind.count;
        }
    }

    #[inline]
    fn is_goal(&self, key: K) -> bool {
        key & self.goal_bits == self.goal
    }

    #[inline]
    fn is_near_goal(&self, key: K) -> bool {
        let away = (key ^ self.goal) & self.goal_bits;
        let mut kinds = self.layout.kinds.iter();
        let Some(kind) = kinds.find(|kind| kind.number(away) != 0) else {
            return true;
        };
        if kinds.any(|kind| kind.number(away) != 0) {
            return false;
        }
        // One block is away from its goal, which is the only block of its kind.
        let Some(goal) = kind.goal else {
            return false;
        };
        let place = kind.number(key) as usize;
        let free = self.layout.floor & !self.unpack(key).1;
        let way = free | kind.places[place].covers;
        (kind.places[goal].covers & !way).is_empty()
            && !(kind.reach(place, free) & M::cell(goal)).is_empty()
    }

    fn goals(&self, at_most: usize, found: impl FnMut(K)) -> bool {
        let mut all = Goals {
            found,
            count: 0,
            at_most,
            steps: 0,
            max_steps: at_most.saturating_mul(8),
        };
        let mut free = self.layout.floor;
        let mut chosen = vec![Vec::new(); self.layout.kinds.len()];
        for (i, kind) in self.layout.kinds.iter().enumerate() {
            if let Some(place) = kind.goal {
                free &= !kind.places[place].covers;
                chosen[i].push(place);
            }
        }
        self.place_rest(0, free, &mut chosen, &mut all)
    }
}
