//! The graph of states: packing, neighbours, goals.

use super::layout::{Kind, Layout, MAX_BLOCKS};
use crate::search::{Graph, Key, Mask};

/// The states of a puzzle: cells in an `M`, packed in a `K`.
pub struct States<M, K> {
    pub layout: Layout<M>,
    goal_bits: K,
    goal: K,
}

/// The places of all blocks, kind after kind, ascending within a kind.
pub type Places = [u8; MAX_BLOCKS];

impl<M: Mask, K: Key> States<M, K> {
    /// Nothing if the state has more bits than the key.
    pub fn new(layout: Layout<M>) -> Option<Self> {
        if layout.bits.max(1) > K::BITS {
            return None;
        }
        let mut states = Self {
            layout,
            goal_bits: K::default(),
            goal: K::default(),
        };
        for (kind, goal) in states.layout.kinds.iter().zip(&states.layout.goal) {
            if let Some(place) = goal {
                let all = K::ones(states.layout.bits);
                states.goal_bits = states.goal_bits | (all ^ kind.without(all));
                states.goal = states.goal | kind.packed(*place as u64);
            }
        }
        Some(states)
    }

    /// The packed state with these places of each kind, ascending.
    pub fn pack(&self, places: &[Vec<usize>]) -> K {
        let numbers = places.iter().map(|places| self.layout.binomials.number(places));
        let packed = self.layout.kinds.iter().zip(numbers);
        packed.fold(K::default(), |key, (kind, number)| key | kind.packed(number))
    }

    /// The places of the blocks, and all cells they cover.
    #[inline(always)]
    pub fn unpack(&self, key: K) -> (Places, M) {
        let mut places = [0; MAX_BLOCKS];
        let mut taken = M::EMPTY;
        let mut first = 0;
        for kind in &self.layout.kinds {
            let set = &mut places[first..first + kind.count];
            let number = kind.number(key);
            if kind.count == 1 {
                set[0] = number as u8;
            } else {
                self.layout.binomials.set(number, kind.covers.len(), set);
            }
            taken = set.iter().fold(taken, |taken, &place| taken | kind.covers[place as usize]);
            first += kind.count;
        }
        (places, taken)
    }

    /// For each kind the cells of each of its blocks.
    pub fn covered_by_kind(&self, key: K) -> Vec<Vec<Vec<usize>>> {
        let (places, _) = self.unpack(key);
        let mut rest = places.iter();
        let cells = |kind: &Kind<M>, place: &u8| kind.covers[*place as usize].cells().collect();
        let kinds = self.layout.kinds.iter();
        kinds
            .map(|kind| rest.by_ref().take(kind.count).map(|place| cells(kind, place)).collect())
            .collect()
    }

    /// The number of the set that `set` becomes when its element `moved` goes to the place `to`.
    #[inline(always)]
    fn renumber(&self, set: &[u8], moved: usize, to: usize) -> u64 {
        let binomials = &self.layout.binomials;
        let mut rank = 1;
        let mut number = 0;
        let mut placed = false;
        for (i, &place) in set.iter().enumerate() {
            let place = place as usize;
            if i == moved {
                continue;
            }
            if !placed && place > to {
                number += binomials.term(to, rank);
                rank += 1;
                placed = true;
            }
            number += binomials.term(place, rank);
            rank += 1;
        }
        if placed { number } else { number + binomials.term(to, rank) }
    }

    #[inline(always)]
    fn moves_of_kind(&self, kind: &Kind<M>, set: &[u8], key: K, free: M, found: &mut impl FnMut(K)) {
        let others = kind.without(key);
        for (i, &place) in set.iter().enumerate() {
            if (kind.around[place as usize] & free).is_empty() {
                continue;
            }
            for cell in self.layout.reach(kind, place as usize, free).cells() {
                let to = kind.place_at(cell);
                let number = match set.len() {
                    1 => to as u64,
                    _ => self.renumber(set, i, to),
                };
                found(others | kind.packed(number));
            }
        }
    }

    /// Adds all ways to place the blocks not chosen yet, of the kinds from `kind` on; false if
    /// there are too many.
    fn place_rest(&self, kind: usize, free: M, chosen: &mut Vec<Vec<usize>>, all: &mut Goals<K>) -> bool {
        all.steps += 1;
        if all.steps > all.max_steps {
            return false;
        }
        let Some(k) = self.layout.kinds.get(kind) else {
            all.found.push(self.pack(chosen));
            return all.found.len() <= all.at_most;
        };
        if chosen[kind].len() == k.count {
            return self.place_rest(kind + 1, free, chosen, all);
        }
        for place in chosen[kind].last().map_or(0, |last| last + 1)..k.covers.len() {
            if (k.covers[place] & !free).is_empty() {
                chosen[kind].push(place);
                let fits = self.place_rest(kind, free & !k.covers[place], chosen, all);
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
struct Goals<K> {
    found: Vec<K>,
    at_most: usize,
    steps: usize,
    max_steps: usize,
}

impl<M: Mask, K: Key> Graph for States<M, K> {
    type Key = K;

    fn bits(&self) -> u32 {
        self.layout.bits
    }

    #[inline]
    fn neighbours(&self, of: K, mut found: impl FnMut(K)) {
        let (places, taken) = self.unpack(of);
        let free = self.layout.floor & !taken;
        let mut first = 0;
        for kind in &self.layout.kinds {
            let set = &places[first..first + kind.count];
            self.moves_of_kind(kind, set, of, free, &mut found);
            first += kind.count;
        }
    }

    #[inline]
    fn is_goal(&self, key: K) -> bool {
        key & self.goal_bits == self.goal
    }

    fn goals(&self, at_most: usize) -> Option<Vec<K>> {
        let mut all = Goals {
            found: Vec::new(),
            at_most,
            steps: 0,
            max_steps: at_most.saturating_mul(32),
        };
        let mut free = self.layout.floor;
        let mut chosen = vec![Vec::new(); self.layout.kinds.len()];
        for (i, kind) in self.layout.kinds.iter().enumerate() {
            if let Some(place) = self.layout.goal[i] {
                free &= !kind.covers[place];
                chosen[i].push(place);
            }
        }
        self.place_rest(0, free, &mut chosen, &mut all).then_some(all.found)
    }
}
