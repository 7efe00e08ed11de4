//! The search: from both ends, layer by layer, for ever longer solutions.
//!
//! For a length `L` that no solution is shorter than, the positions from the start whose depth plus
//! lower bound is at most `L` are expanded up to some depth, and those from the end up to the rest of
//! `L`. Had a solution this length, its positions would be among them, and the two sides would have met.
//! Which side goes on is decided anew for each layer: the one with less to do. (A* from both ends with
//! the meeting point chosen by cost; compare J. Chen, R. Holte, S. Zilles and N. Sturtevant, *Front-
//! to-end bidirectional heuristic search with near-optimal node expansions*, 2017.)

use std::time::Instant;

use super::board::Board;
use super::bound::Way;
use super::expand::{Child, Expander};
use super::level::{Level, State};
use super::store::Store;
use crate::games::{Limit, Limits};
use crate::search::Budget;

/// Threads, and parts of the set of positions.
const THREADS: usize = 2;

/// Positions that are expanded between two looks at the clock.
const BATCH: usize = 1 << 13;

/// Fewer are not worth a second thread.
const PARALLEL: usize = 32;

/// The least number of positions that are taken from a depth in a dive.
const NARROW: usize = 8;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<const W: usize> {
    /// The least number of pushes, and a position on the way that both sides have seen.
    Met {
        pushes: u16,
        at: State<W>,
    },
    Impossible,
    Limit(Limit),
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions expanded, from the start and from the end.
    pub expanded: [u64; 2],
    /// Positions stored, likewise.
    pub stored: [u64; 2],
    /// The most bytes in use at one time.
    pub peak_bytes: u64,
    /// No solution is shorter than this.
    pub least_pushes: u16,
}

/// One of the two ends.
struct Side<'l, const W: usize> {
    expanders: [Expander<'l, W>; THREADS],
    stores: [Store<W>; THREADS],
    expanded: u64,
}

/// A search under way.
pub struct Engine<'l, const W: usize> {
    level: &'l Level,
    sides: [Side<'l, W>; 2],
    ranks: Ranks,
    /// No solution is shorter.
    least: u16,
    /// The shortest solution found so far.
    best: Option<(u16, State<W>)>,
    budget: Budget,
    deadline: Option<Instant>,
    most_nodes: u64,
}

/// The lengths that solutions may have, by rank.
#[derive(Clone, Copy, Default)]
struct Ranks {
    /// The bound of the start.
    base: u16,
    /// Two if every goal gets a box: a push changes the parity of row plus column of one box, so that
    /// all solutions have an even number of pushes or all an odd one.
    step: u16,
}

impl Ranks {
    fn new(board: &Board, base: u16) -> Self {
        let step = match board.goals.len() == board.boxes.len() {
            true => 2,
            false => 1,
        };
        Self { base, step }
    }

    fn length(self, rank: usize) -> u16 {
        self.base + self.step * rank as u16
    }

    /// The rank of the least length that is not below this one.
    fn rank(self, length: u16) -> usize {
        usize::from(length.saturating_sub(self.base).div_ceil(self.step))
    }
}

#[inline(always)]
fn part_of<const W: usize>(state: &State<W>) -> usize {
    (state.mixed() >> 63) as usize % THREADS
}

impl<'l, const W: usize> Engine<'l, W> {
    pub fn new(level: &'l Level, limits: &Limits) -> Self {
        let side = |way| Side {
            expanders: [(); THREADS].map(|()| Expander::new(level, way)),
            stores: [(); THREADS].map(|()| Store::new()),
            expanded: 0,
        };
        Self {
            level,
            sides: [side(Way::Forth), side(Way::Back)],
            ranks: Ranks::default(),
            least: 0,
            best: None,
            budget: Budget::new(limits.memory),
            deadline: limits.deadline(),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    pub fn stats(&self) -> Stats {
        let stored = |side: &Side<W>| side.stores.iter().map(|store| store.len() as u64).sum();
        Stats {
            expanded: [self.sides[0].expanded, self.sides[1].expanded],
            stored: [stored(&self.sides[0]), stored(&self.sides[1])],
            peak_bytes: self.budget.peak(),
            least_pushes: self.least,
        }
    }

    /// How deep a position is from the start (0) or from the end (1), if that side has seen it.
    pub fn depth(&self, side: usize, state: &State<W>) -> Option<u16> {
        self.sides[side].stores[part_of(state)].depth(state)
    }

    pub fn run(&mut self) -> End<W> {
        match self.search() {
            Ok(end) => end,
            Err(limit) => End::Limit(limit),
        }
    }

    fn search(&mut self) -> Result<End<W>, Limit> {
        let board = &self.level.board;
        let expander = &mut self.sides[0].expanders[0];
        let robot = expander.normalised(&board.boxes, board.robot);
        let start = self.level.pack(&board.boxes, robot);
        let Some(least) = expander.bound(&start) else {
            return Ok(End::Impossible);
        };
        self.ranks = Ranks::new(board, least);
        self.enter(
            0,
            0,
            &[Child {
                state: start,
                steps: 0,
                rest: least,
            }],
        )?;
        let two_ended = self.enter_ends()?;
        let mut rank = 0;
        loop {
            self.least = self.ranks.length(rank);
            self.search_length(rank, two_ended)?;
            let next = |side: &Side<W>| side.stores.iter().filter_map(Store::least_length).min();
            let next = match [next(&self.sides[0]), next(&self.sides[1])] {
                [Some(forth), None] if !two_ended => Some(forth),
                // Both sides have positions on the way of every solution that was not found yet.
                [Some(forth), Some(back)] => Some(forth.max(back)),
                _ => None,
            };
            match (self.best, next) {
                (Some((pushes, at)), _) if pushes <= self.least || next.is_none() => {
                    self.least = pushes;
                    return Ok(End::Met { pushes, at });
                }
                (_, Some(next)) => rank = next.max(rank + 1),
                (_, None) => return Ok(End::Impossible),
            }
        }
    }

    /// Enters all solved positions; false if some boxes are to spare, and there are too many.
    fn enter_ends(&mut self) -> Result<bool, Limit> {
        let board = &self.level.board;
        if board.goals.len() != board.boxes.len() {
            return Ok(false);
        }
        let expander = &mut self.sides[1].expanders[0];
        let mut ends: Vec<Child<W>> = Vec::new();
        for robot in (0..board.wall()).filter(|&cell| !board.is_goal[cell as usize]) {
            if expander.normalised(&board.goals, robot) != robot {
                continue;
            }
            let state = self.level.pack(&board.goals, robot);
            ends.extend(expander.bound(&state).map(|rest| Child {
                state,
                steps: 0,
                rest,
            }));
        }
        self.enter(1, 0, &ends)?;
        Ok(true)
    }

    /// Enters a few positions at once.
    fn enter(&mut self, side: usize, depth: u16, found: &[Child<W>]) -> Result<(), Limit> {
        let [forth, back] = &mut self.sides;
        let (mine, other) = if side == 0 {
            (forth, back)
        } else {
            (back, forth)
        };
        for child in found {
            let part = part_of(&child.state);
            let door = Door {
                side,
                depth,
                ranks: self.ranks,
                budget: &self.budget,
            };
            let met = door.enter(&mut mine.stores[part], &other.stores[part], child)?;
            self.best = shorter(self.best, met);
        }
        Ok(())
    }

    /// Looks for a solution of the present length.
    fn search_length(&mut self, rank: usize, two_ended: bool) -> Result<(), Limit> {
        let (mut proof, mut dives) = (0, 0);
        let mut divers = [(); 2].map(|()| Diver::default());
        while self.best.is_none_or(|(pushes, _)| pushes > self.least) {
            let layers = [0, 1].map(|side| self.sides[side].next_layer(rank));
            let side = match &layers {
                [None, _] => return Ok(()),
                [Some(_), None] if two_ended => return Ok(()),
                [Some(_), None] => 0,
                [Some(a), Some(b)] if a.depth + b.depth >= usize::from(self.least) => return Ok(()),
                [Some(a), Some(b)] => usize::from(b.positions < a.positions),
            };
            let before = self.expanded();
            if proof <= dives {
                let depth = layers[side].as_ref().map_or(0, |layer| layer.depth);
                let work = self.sides[side].take(depth, rank, BATCH);
                self.expand(side, depth as u16, &work)?;
                proof += self.expanded() - before;
            } else {
                self.dive(&mut divers, rank)?;
                dives += self.expanded() - before;
            }
            self.check_limits()?;
        }
        Ok(())
    }

    fn expanded(&self) -> u64 {
        self.sides[0].expanded + self.sides[1].expanded
    }

    /// Expands many positions of one side.
    fn expand(&mut self, side: usize, depth: u16, work: &[State<W>]) -> Result<(), Limit> {
        let most = self.most_rest(depth);
        let mine = &mut self.sides[side];
        mine.expanded += work.len() as u64;
        let (first, second) = work.split_at(work.len() / 2);
        let [one, two] = &mut mine.expanders;
        let (one, two) = rayon::join(
            || outboxes(one, first, most),
            || outboxes(two, second, most),
        );
        self.enter_all(side, depth, [one, two])
    }

    /// Expands a few positions of each side, a step farther from its end than the time before.
    fn dive(&mut self, divers: &mut [Diver; 2], rank: usize) -> Result<(), Limit> {
        let [forth, back] = &mut self.sides;
        let [one, two] = divers;
        let one = one.next(forth, rank);
        let two = two.next(back, rank);
        let most = [&one, &two].map(|(depth, _)| self.most_rest(*depth));
        let [forth, back] = &mut self.sides;
        let (forth, back) = rayon::join(
            || outboxes(&mut forth.expanders[0], &one.1, most[0]),
            || outboxes(&mut back.expanders[0], &two.1, most[1]),
        );
        for (side, (depth, work), found) in [(0, one, forth), (1, two, back)] {
            self.sides[side].expanded += work.len() as u64;
            self.enter_all(side, depth, [found, Default::default()])?;
        }
        Ok(())
    }

    /// The most pushes that may be left one step beyond a depth, to be better than what was found.
    fn most_rest(&self, depth: u16) -> u16 {
        match self.best {
            Some((pushes, _)) => (pushes - 1).saturating_sub(depth + 1),
            None => u16::MAX,
        }
    }

    fn enter_all(&mut self, side: usize, depth: u16, found: [Outbox<W>; 2]) -> Result<(), Limit> {
        let [forth, back] = &mut self.sides;
        let (mine, other) = if side == 0 {
            (forth, back)
        } else {
            (back, forth)
        };
        let door = Door {
            side,
            depth,
            ranks: self.ranks,
            budget: &self.budget,
        };
        let [low, high] = &mut mine.stores;
        let enter = |store: &mut Store<W>, part: usize| {
            let mut best = None;
            for child in found.iter().flat_map(|outbox| &outbox[part]) {
                best = shorter(best, door.enter(store, &other.stores[part], child)?);
            }
            Ok(best)
        };
        let many = found.iter().flatten().map(Vec::len).sum::<usize>() >= PARALLEL;
        let (low, high) = if many {
            rayon::join(|| enter(low, 0), || enter(high, 1))
        } else {
            (enter(low, 0), enter(high, 1))
        };
        self.best = shorter(self.best, shorter(low?, high?));
        Ok(())
    }

    fn check_limits(&self) -> Result<(), Limit> {
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Limit::Time);
        }
        if self.sides[0].expanded + self.sides[1].expanded > self.most_nodes {
            return Err(Limit::Nodes);
        }
        Ok(())
    }
}

/// The positions that are next in turn on one side.
struct Layer {
    depth: usize,
    positions: usize,
}

impl<const W: usize> Side<'_, W> {
    fn depths(&self) -> usize {
        self.stores.iter().map(Store::depths).max().unwrap_or(0)
    }

    fn open(&self, depth: usize, rank: usize) -> usize {
        self.stores
            .iter()
            .map(|store| store.open(depth, rank))
            .sum()
    }

    fn take(&mut self, depth: usize, rank: usize, most: usize) -> Vec<State<W>> {
        let mut work = Vec::with_capacity(most);
        for (index, store) in self.stores.iter_mut().enumerate() {
            let share = most * (index + 1) / THREADS;
            store.take(depth, rank, share, &mut work);
        }
        work
    }

    fn next_layer(&self, rank: usize) -> Option<Layer> {
        let depths = self.stores.iter().map(Store::depths).max().unwrap_or(0);
        let layer = |depth| Layer {
            depth,
            positions: self
                .stores
                .iter()
                .map(|store| store.open(depth, rank))
                .sum(),
        };
        (0..depths).map(layer).find(|layer| layer.positions > 0)
    }
}

/// Goes through all depths again and again and takes a few positions from each, now fewer, now more
/// (a beam search that forgets nothing; the widths follow M. Luby, A. Sinclair and D. Zuckerman,
/// *Optimal speedup of Las Vegas algorithms*, 1993).
#[derive(Default)]
struct Diver {
    /// The next depth.
    depth: usize,
    /// How many times it went through.
    rounds: usize,
}

impl Diver {
    fn next<const W: usize>(&mut self, side: &mut Side<W>, rank: usize) -> (u16, Vec<State<W>>) {
        let depths = side.depths();
        let ahead = (self.depth..depths).find(|&depth| side.open(depth, rank) > 0);
        let depth = ahead.or_else(|| {
            self.rounds += 1;
            (0..depths).find(|&depth| side.open(depth, rank) > 0)
        });
        let Some(depth) = depth else {
            return (0, Vec::new());
        };
        self.depth = depth + 1;
        let width = NARROW << (self.rounds + 1).trailing_zeros();
        (depth as u16, side.take(depth, rank, width))
    }
}

/// Positions by the part they belong to.
type Outbox<const W: usize> = [Vec<Child<W>>; THREADS];

/// Expands positions and sorts what comes of it by the part it belongs to.
fn outboxes<const W: usize>(expander: &mut Expander<W>, work: &[State<W>], most: u16) -> Outbox<W> {
    let mut out = [(); THREADS].map(|()| Vec::new());
    for state in work {
        expander.expand(state, most, |child| out[part_of(&child.state)].push(child));
    }
    out
}

/// A solution: its length and a position on its way.
type Meeting<const W: usize> = Option<(u16, State<W>)>;

fn shorter<const W: usize>(one: Meeting<W>, other: Meeting<W>) -> Meeting<W> {
    match (one, other) {
        (Some(a), Some(b)) if b.0 < a.0 => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

/// How positions get into a store.
struct Door<'a> {
    side: usize,
    /// Of the position that was expanded.
    depth: u16,
    ranks: Ranks,
    budget: &'a Budget,
}

impl Door<'_> {
    /// Enters a position; a solution, if the other side has been there or it is a solved one.
    #[inline(always)]
    fn enter<const W: usize>(
        &self,
        store: &mut Store<W>,
        other: &Store<W>,
        child: &Child<W>,
    ) -> Result<Meeting<W>, Limit> {
        let depth = self.depth + child.steps;
        let rank = self.ranks.rank(depth + child.rest);
        if !store.enter(&child.state, depth, rank, self.budget)? {
            return Ok(None);
        }
        let rest = match other.depth(&child.state) {
            None if self.side == 0 && child.rest == 0 => Some(0),
            rest => rest,
        };
        Ok(rest.map(|rest| (depth + rest, child.state)))
    }
}
