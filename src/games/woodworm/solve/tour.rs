//! How many steps the head must waste: a relaxed puzzle without gravity and body.
//!
//! A step that eats is a step well spent, and there are exactly as many of those as there is too
//! much wood. Any other step is waste. The head cannot enter wood that stays where it is in any
//! case. A step that enters a cell where wood may be eaten, now or later, may be well spent; a step
//! down may cost nothing because worms fall; any other step is waste. The worm must get to each
//! group of such cells, in some order: the cheapest tour from a place is a number of steps that are
//! wasted at least.
//!
//! A worm cannot turn round in a dead end. So one with wood that must be eaten right there is where
//! the tour ends, and two of them are one too many.

use std::collections::VecDeque;

use crate::games::woodworm::puzzle::{Direction, MARGIN};

/// The steps that a tour from each place in reach wastes, places numbered as
/// [`crate::games::woodworm::posture::head`] does.
pub type Waste = Box<[u8]>;

/// No tour leads there; also the number of all bigger ones.
pub const ENDLESS: u8 = u8::MAX;

/// More groups than this and only the first ones count.
const GROUPS: usize = 6;

/// What matters here of a column: sets of rows, the top one in bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Wood that is left over and stays where it is.
    pub fixed: u16,
    /// Where wood may be eaten, now or later.
    pub edible: u16,
    /// Wood that must be eaten where it is.
    pub pinned: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Free,
    Fixed,
    Edible,
}

/// The places in reach of the worm.
pub struct Map {
    columns: usize,
    places: Vec<Place>,
    pinned: Vec<usize>,
}

impl Map {
    /// Of a block of that many rows.
    pub fn new(height: usize, kinds: &[Kinds]) -> Self {
        let margin = MARGIN as usize;
        let columns = kinds.len() + 2 * margin;
        let mut places = vec![Place::Free; columns * (height + margin)];
        let mut pinned = Vec::new();
        for (column, kind) in kinds.iter().enumerate() {
            for row in 0..height {
                let place = (row + margin) * columns + column + margin;
                if kind.fixed >> row & 1 == 1 {
                    places[place] = Place::Fixed;
                } else if kind.edible >> row & 1 == 1 {
                    places[place] = Place::Edible;
                }
                if kind.pinned >> row & 1 == 1 {
                    pinned.push(place);
                }
            }
        }
        Self {
            columns,
            places,
            pinned,
        }
    }

    /// The least waste from each place; `None` if there is no tour.
    pub fn waste(&self) -> Option<Waste> {
        if self.dead_ends() > 1 {
            return None;
        }
        let groups = self.groups();
        let ways: Vec<Waste> = groups.iter().map(|group| self.waste_to(group)).collect();
        let rest = tours(&groups, &ways);
        let tour = |place: usize| {
            let tours = ways.iter().zip(&rest);
            let tours = tours.map(|(way, &rest)| way[place].saturating_add(rest));
            tours.min().unwrap_or(0)
        };
        Some((0..self.places.len()).map(tour).collect())
    }

    /// Places with wood that must be eaten there, and with one way in only.
    fn dead_ends(&self) -> usize {
        let is_way = |place: usize, step| {
            self.before(place, step)
                .is_some_and(|before| self.places[before] != Place::Fixed)
        };
        let ways = |&&place: &&usize| Direction::ALL.iter().filter(|&&s| is_way(place, s)).count();
        self.pinned.iter().filter(|place| ways(place) <= 1).count()
    }

    /// The connected groups of edible places.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.places.len()];
        let mut groups = Vec::new();
        for first in 0..self.places.len() {
            if self.places[first] != Place::Edible || seen[first] || groups.len() == GROUPS {
                continue;
            }
            seen[first] = true;
            let mut group = vec![first];
            let mut next = 0;
            while let Some(&here) = group.get(next) {
                for beside in Direction::ALL
                    .into_iter()
                    .filter_map(|s| self.before(here, s))
                {
                    if self.places[beside] == Place::Edible && !seen[beside] {
                        seen[beside] = true;
                        group.push(beside);
                    }
                }
                next += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// The least waste from each place to the nearest of a group.
    fn waste_to(&self, group: &[usize]) -> Waste {
        let mut waste = vec![ENDLESS; self.places.len()].into_boxed_slice();
        let mut todo: VecDeque<usize> = group.iter().copied().collect();
        group.iter().for_each(|&place| waste[place] = 0);
        while let Some(place) = todo.pop_front() {
            for step in Direction::ALL {
                let Some(before) = self.before(place, step) else {
                    continue;
                };
                let free = step == Direction::Down || self.places[place] == Place::Edible;
                let total = waste[place].saturating_add(u8::from(!free));
                if self.places[before] != Place::Fixed && total < waste[before] {
                    waste[before] = total;
                    match free {
                        true => todo.push_front(before),
                        false => todo.push_back(before),
                    }
                }
            }
        }
        waste
    }

    /// The place from which that step leads to a place.
    fn before(&self, place: usize, step: Direction) -> Option<usize> {
        let column = place % self.columns;
        match step {
            Direction::Up => Some(place + self.columns).filter(|&p| p < self.places.len()),
            Direction::Down => place.checked_sub(self.columns),
            Direction::Right => (column > 0).then(|| place - 1),
            Direction::Left => (column + 1 < self.columns).then_some(place + 1),
        }
    }
}

/// The least waste of a tour that starts in each group and gets to all the others.
fn tours(groups: &[Vec<usize>], ways: &[Waste]) -> Vec<u8> {
    let all = (1usize << groups.len()) - 1;
    let mut best = vec![vec![ENDLESS; groups.len()]; all + 1];
    for left in 0..=all {
        for from in 0..groups.len() {
            let go = |to: usize| {
                let way = ways[to][groups[from][0]];
                way.saturating_add(best[left & !(1 << to)][to])
            };
            let others = (0..groups.len()).filter(|to| left >> to & 1 == 1);
            best[left][from] = match left {
                0 => 0,
                _ => others.map(go).min().unwrap_or(ENDLESS),
            };
        }
    }
    (0..groups.len())
        .map(|from| best[all & !(1 << from)][from])
        .collect()
}
