//! The search: from both ends, layer by layer, for ever longer solutions.
//!
//! For a length `L` that no solution is shorter than, the positions from the start whose depth plus
//! lower bound is at most `L` are expanded up to some depth, and those from the end up to the rest of
//! `L`. Had a solution this length, its positions would be among them, and the two sides would have met.
//! Which side goes on is decided anew for each layer: the one with less to do. (A* from both ends with
//! the meeting point chosen by cost; compare J. Chen, R. Holte, S. Zilles and N. Sturtevant, *Front-
//! to-end bidirectional heuristic search with near-optimal node expansions*, 2017.)

use std::time::Instant;

use super::bound::Way;
use super::door::{Door, Ranks, shorter};
use super::expand::Child;
use super::level::{LevelTables, State};
use super::side::{Diver, Outbox, Side, outboxes, part_of};
use super::store::Store;
use crate::base::{Limit, Limits};
use crate::search::Budget;

/// Positions that are expanded between two looks at the clock.
const BATCH: usize = 1 << 13;

/// Fewer are not worth a second thread.
const PARALLEL: usize = 32;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<const W: usize> {
    /// A number of pushes, a position on the way that both sides have seen, and whether fewer pushes are
    /// proved not to suffice.
    Met {
        pushes: u16,
        at: State<W>,
        proved: bool,
    },
    Impossible,
    Limit(Limit),
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PushStats {
    /// Positions expanded, from the start and from the end.
    pub expanded: [u64; 2],
    /// Positions stored, likewise.
    pub stored: [u64; 2],
    /// The most bytes in use at one time.
    pub peak_bytes: u64,
    /// No solution is shorter than this.
    pub least_pushes: u16,
}

/// A search under way.
pub struct Engine<'l, const W: usize> {
    level: &'l LevelTables,
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

impl<'l, const W: usize> Engine<'l, W> {
    pub fn new(level: &'l LevelTables, limits: &Limits) -> Self {
        Self {
            level,
            sides: [Side::new(level, Way::Forth), Side::new(level, Way::Back)],
            ranks: Ranks::default(),
            least: 0,
            best: None,
            budget: Budget::new(limits.memory),
            deadline: limits.deadline(),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    pub fn stats(&self) -> PushStats {
        let stored = |side: &Side<W>| side.stores.iter().map(|store| store.len() as u64).sum();
        PushStats {
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
            Err(limit) => match self.best {
                Some((pushes, at)) => End::Met {
                    pushes,
                    at,
                    proved: false,
                },
                None => End::Limit(limit),
            },
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
                    return Ok(End::Met {
                        pushes,
                        at,
                        proved: true,
                    });
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
