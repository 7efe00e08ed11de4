//! Best-first width search: what is new first, and of that what is nearest to the goal (N. Lipovetzky and H. Geffner,
//! *Best-first width search: exploration and exploitation in classical planning*, 2017).

use std::collections::{BTreeMap, VecDeque};

use super::board::Board;
use super::meter::Meter;
use super::novelty::{Novelty, Seen};
use super::occupied::{Change, Neighbours};
use super::states::States;
use super::way::{Cost, Ways};
use crate::base::Limit;
use crate::search::Budget;

/// How boards are rated.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Steps that a cell in the way of a block with a goal costs.
    pub weight: u32,
    /// What is new is asked among boards whose costs are the same when divided by this.
    pub grain: u32,
    /// And whose ways have as many steps, if this holds.
    pub by_steps: bool,
}

/// What came of a search.
pub enum End {
    /// The places of all blocks, from the start to a goal.
    Solved(Vec<Vec<u16>>),
    /// Every board that can be reached was found, and none is a goal.
    NoMore,
    /// So many boards were found as were allowed.
    Turn,
    Stopped(Limit),
}

/// A board to look at: how new it is, and what it costs.
type Rank = (Novelty, u32);

struct Search<'a> {
    board: &'a Board,
    setting: Setting,
    states: States<'a>,
    open: BTreeMap<Rank, VecDeque<u32>>,
    seen: Seen,
    ways: Ways<'a>,
    neighbours: Neighbours,
    changes: Vec<Change>,
}

/// Searches until a goal is found, there are `most` boards, or a limit ends it.
pub fn search(
    board: &Board,
    setting: Setting,
    most: u32,
    meter: &mut Meter,
    budget: &Budget,
) -> End {
    if board.is_solved(&board.start) {
        return End::Solved(vec![board.start.clone()]);
    }
    let bytes = Seen::bytes(board);
    if let Err(limit) = budget.take(bytes) {
        return End::Stopped(limit);
    }
    let found = Search::new(board, setting, budget).and_then(|mut search| {
        let end = search.run(most, meter);
        meter.states += u64::from(search.states.count());
        end
    });
    budget.give(bytes);
    found.unwrap_or_else(End::Stopped)
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, setting: Setting, budget: &'a Budget) -> Result<Self, Limit> {
        Ok(Self {
            board,
            setting,
            states: States::new(board, &board.start, budget)?,
            open: BTreeMap::from([((Novelty::Place, 0), VecDeque::from([0]))]),
            seen: Seen::new(board),
            ways: Ways::new(board, setting.weight),
            neighbours: Neighbours::new(board),
            changes: Vec::new(),
        })
    }

    fn run(&mut self, most: u32, meter: &mut Meter) -> Result<End, Limit> {
        while let Some(number) = self.next() {
            if self.states.count() >= most {
                return Ok(End::Turn);
            }
            meter.tick()?;
            if let Some(goal) = self.expand(number, meter)? {
                return Ok(End::Solved(self.states.path(goal)));
            }
        }
        Ok(End::NoMore)
    }

    fn next(&mut self) -> Option<u32> {
        let mut first = self.open.first_entry()?;
        let number = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        number
    }

    /// Finds all boards one move on; the goal, if one is among them.
    fn expand(&mut self, number: u32, meter: &mut Meter) -> Result<Option<u32>, Limit> {
        let mut places = self.states.places(number).to_vec();
        let hash = self.states.hash(number);
        let mut changes = std::mem::take(&mut self.changes);
        self.neighbours.of(self.board, &places, &mut changes);
        meter.generated += changes.len() as u64;
        for &(block, to) in &changes {
            let from = std::mem::replace(&mut places[usize::from(block)], to);
            let hash = hash ^ self.board.change(block.into(), from, to);
            if self.states.enter(hash)? {
                let child = self.states.add(hash, number, &places)?;
                if self.rate(child, &places, block.into(), from) == 0 {
                    return Ok(Some(child));
                }
            }
            places[usize::from(block)] = from;
        }
        self.changes = changes;
        Ok(None)
    }

    /// Files a board by its rank, in which `block` came from another place, and tells what it costs; 0 is a goal.
    fn rate(&mut self, child: u32, places: &[u16], block: usize, from: u16) -> u32 {
        let (before, after) = (
            self.board.place(block, from),
            self.board.place(block, places[block]),
        );
        let occupied = &mut self.neighbours.occupied;
        occupied.lift(before);
        occupied.put(block, after);
        let cost = self.ways.cost(places, occupied);
        occupied.lift(after);
        occupied.put(block, before);
        let novelty = self
            .seen
            .novelty(self.board, self.group(cost), places, block);
        self.open
            .entry((novelty, cost.whole))
            .or_default()
            .push_back(child);
        cost.whole
    }

    /// The boards among which it is asked what is new.
    fn group(&self, cost: Cost) -> u64 {
        let steps = if self.setting.by_steps { cost.steps } else { 0 };
        u64::from(cost.whole / self.setting.grain) << 32 | u64::from(steps)
    }
}
