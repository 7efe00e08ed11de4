//! Several searches by turns.

use std::time::Instant;

use super::side::{Found, Manner, Side};
use crate::base::{Limit, Limits};
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::bound::Way;
use crate::games::warehouse::solve::engine::PushStats;
use crate::games::warehouse::solve::level::LevelTables;
use crate::search::Budget;

/// How a search ended.
pub enum End {
    /// The pushes: each box's cell before it, and the direction.
    Solved(Vec<(Cell, usize)>),
    Impossible,
    Limit(Limit),
}

/// Positions that a search looks at before it is another one's turn.
const TURN: u64 = 64;

/// The searches under way.
pub struct Search<'l, const W: usize> {
    sides: Vec<Side<'l, W>>,
    budget: Budget,
    deadline: Option<Instant>,
    most_nodes: u64,
}

impl<'l, const W: usize> Search<'l, W> {
    pub fn new(level: &'l LevelTables, limits: &Limits) -> Self {
        let deadline = limits.deadline();
        let manners = manners(level.board.goals.len() == level.board.boxes.len());
        let sides = manners.iter().map(|&manner| Side::new(level, manner));
        Self {
            sides: sides.collect(),
            budget: Budget::new(limits.memory),
            deadline,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    pub fn stats(&self) -> PushStats {
        let sum = |way: Way, count: &dyn Fn(&Side<W>) -> u64| {
            let sides = self.sides.iter().filter(|side| side.manner.way == way);
            sides.map(count).sum()
        };
        let both =
            |count: &dyn Fn(&Side<W>) -> u64| [sum(Way::Forth, count), sum(Way::Back, count)];
        PushStats {
            expanded: both(&|side| side.expanded),
            stored: both(&|side| side.positions.len() as u64),
            peak_bytes: self.budget.peak(),
            least_pushes: 0,
        }
    }

    pub fn run(&mut self) -> End {
        self.search().unwrap_or_else(End::Limit)
    }

    fn search(&mut self) -> Result<End, Limit> {
        for side in &mut self.sides {
            side.begin(&self.budget)?;
        }
        loop {
            for turn in 0..self.sides.len() {
                self.check_limits()?;
                if let Some(end) = self.turn(turn)? {
                    return Ok(end);
                }
            }
        }
    }

    fn turn(&mut self, turn: usize) -> Result<Option<End>, Limit> {
        for _ in 0..TURN {
            match self.sides[turn].step(&self.budget)? {
                Found::Solved(number) => {
                    return Ok(Some(End::Solved(self.sides[turn].pushes(number))));
                }
                Found::Nothing => return Ok(Some(End::Impossible)),
                Found::Known => {}
                Found::New(number) => {
                    if let Some(end) = self.met(turn, number) {
                        return Ok(Some(end));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The way through a position, if a search from the other end knows it too.
    fn met(&mut self, turn: usize, number: u32) -> Option<End> {
        let way = self.sides[turn].manner.way;
        let cells = self.sides[turn].positions.get(number);
        let other =
            |side: &Side<W>| (side.manner.way != way).then(|| side.positions.find(cells))?;
        let (index, there) = self
            .sides
            .iter()
            .enumerate()
            .find_map(|(index, side)| Some((index, other(side)?)))?;
        let here = self.sides[turn].pushes(number);
        let there = self.sides[index].pushes(there);
        Some(End::Solved(match way {
            Way::Forth => [here, there].concat(),
            Way::Back => [there, here].concat(),
        }))
    }

    fn check_limits(&self) -> Result<(), Limit> {
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Limit::Time);
        }
        let expanded: u64 = self.sides.iter().map(|side| side.expanded).sum();
        if expanded >= self.most_nodes {
            return Err(Limit::Nodes);
        }
        Ok(())
    }
}

/// How the searches go about it; with goals to spare there is neither one end nor one order.
fn manners(square: bool) -> Vec<Manner> {
    let all = [(Way::Forth, true), (Way::Forth, false), (Way::Back, true)];
    let manners = all.map(|(way, strict)| Manner { way, strict });
    manners
        .into_iter()
        .filter(|m| square || (m.way == Way::Forth && !m.strict))
        .collect()
}
