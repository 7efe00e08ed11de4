//! Best-first width search: what is new first, and of that what is nearest to the goal (N. Lipovetzky and H. Geffner,
//! *Best-first width search: exploration and exploitation in classical planning*, 2017).

use super::board::Board;
use super::meter::Meter;
use super::novelty::{Novelty, Seen};
use super::occupied::{Change, Neighbours};
use super::open::Open;
use super::plan::{Flood, Plan};
use super::states::States;
use super::way::{Cost, Ways};
use crate::base::Limit;
use crate::search::Budget;

/// How boards are rated.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    pub guide: Guide<'a>,
    /// What is new is asked among boards whose costs are the same when divided by this.
    pub grain: u32,
    /// And whose ways have as many steps, if this holds.
    pub by_steps: bool,
    /// Whether what is nearest to the goal has its turns too.
    pub by_turns: bool,
}

/// What tells how far a board is from its goal.
#[derive(Clone, Copy)]
pub enum Guide<'a> {
    /// The ways of the blocks with goals; the steps that a cell in their way costs.
    Ways(u32),
    Plan(&'a Plan),
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

struct Search<'a> {
    board: &'a Board,
    setting: Setting<'a>,
    states: States<'a>,
    open: Open,
    seen: Seen,
    ways: Ways<'a>,
    flood: Flood,
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
    fn new(board: &'a Board, setting: Setting<'a>, budget: &'a Budget) -> Result<Self, Limit> {
        let mut open = Open::new(setting.by_turns);
        open.push(0, Novelty::Place, 0);
        let weight = match setting.guide {
            Guide::Ways(weight) => weight,
            Guide::Plan(_) => 0,
        };
        Ok(Self {
            board,
            setting,
            states: States::new(board, &board.start, budget)?,
            open,
            seen: Seen::new(board),
            ways: Ways::new(board, weight),
            flood: Flood::new(board),
            neighbours: Neighbours::new(board),
            changes: Vec::new(),
        })
    }

    fn run(&mut self, most: u32, meter: &mut Meter) -> Result<End, Limit> {
        while let Some(number) = self.open.pop() {
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
        let cost = match self.setting.guide {
            Guide::Ways(_) => self.ways.cost(places, occupied),
            Guide::Plan(plan) => plan.cost(self.board, places, occupied, &mut self.flood),
        };
        occupied.lift(after);
        occupied.put(block, before);
        let novelty = self
            .seen
            .novelty(self.board, self.group(cost), places, block);
        self.open.push(child, novelty, cost.whole);
        cost.whole
    }

    /// The boards among which it is asked what is new.
    fn group(&self, cost: Cost) -> u64 {
        let steps = if self.setting.by_steps { cost.steps } else { 0 };
        u64::from(cost.whole / self.setting.grain) << 32 | u64::from(steps)
    }
}
