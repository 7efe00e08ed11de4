//! One search by features, from the start by pushes or from the end by pulls.

use super::advice::advised;
use super::agenda::{Agenda, Move};
use super::expand::{Candidate, Expander};
use super::positions::Positions;
use crate::base::Limit;
use crate::games::warehouse::solve::board::{Cell, opposite};
use crate::games::warehouse::solve::bound::Way;
use crate::games::warehouse::solve::level::LevelTables;
use crate::search::Budget;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub way: Way,
    /// Fills the goals in one order.
    pub strict: bool,
}

/// A search under way.
pub struct Side<'l, const W: usize> {
    level: &'l LevelTables,
    pub manner: Manner,
    pub expander: Expander<'l, W>,
    pub positions: Positions,
    pub agenda: Agenda,
    pub expanded: u64,
    cells: Vec<Cell>,
}

/// What a step of the search led to.
pub enum Found {
    /// The number of a new position.
    New(u32),
    /// That of a position where all is where it belongs.
    Solved(u32),
    /// A position that was known.
    Known,
    /// No move is left.
    Nothing,
}

impl<'l, const W: usize> Side<'l, W> {
    pub fn new(level: &'l LevelTables, manner: Manner) -> Self {
        Self {
            level,
            manner,
            expander: Expander::new(level, manner.way, manner.strict),
            positions: Positions::new(level.board.boxes.len()),
            agenda: Agenda::default(),
            expanded: 0,
            cells: Vec::new(),
        }
    }

    /// Enters the first positions.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn begin(&mut self, budget: &Budget) -> Result<(), Limit> {
        let board = &self.level.board;
        let (boxes, robots) = match self.manner.way {
            Way::Forth => (board.boxes.clone(), vec![board.robot]),
            Way::Back => (board.goals.clone(), (0..board.wall()).collect()),
        };
        for robot in robots.into_iter().filter(|robot| !boxes.contains(robot)) {
            let first = self.expander.first_cell(&boxes, robot);
            let cells: Vec<Cell> = boxes.iter().copied().chain([first]).collect();
            let nothing = Move {
                parent: u32::MAX,
                from: 0,
                to: 0,
                robot: first,
            };
            self.visit(&cells, nothing, 0, budget)?;
        }
        Ok(())
    }

    /// Makes the next move.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn step(&mut self, budget: &Budget) -> Result<Found, Limit> {
        let Some((weight, made)) = self.agenda.take() else {
            return Ok(Found::Nothing);
        };
        let mut cells = std::mem::take(&mut self.cells);
        self.after(&made, &mut cells);
        let found = self.visit(&cells, made, weight, budget);
        self.cells = cells;
        found
    }

    /// The cells of the position after a move.
    fn after(&self, made: &Move, cells: &mut Vec<Cell>) {
        cells.clear();
        cells.extend_from_slice(self.positions.get(made.parent));
        cells.pop();
        let index = cells.binary_search(&made.from).expect("the box is there");
        cells[index] = made.to;
        cells.sort_unstable();
        cells.push(made.robot);
    }

    /// Enters a position, if it is new, and its moves.
    fn visit(
        &mut self,
        cells: &[Cell],
        made: Move,
        weight: usize,
        budget: &Budget,
    ) -> Result<Found, Limit> {
        let Some(number) = self.positions.enter(cells, made, budget)? else {
            return Ok(Found::Known);
        };
        self.expanded += 1;
        let (robot, boxes) = cells.split_last().expect("the robot is there");
        if !self.expander.expand(number, boxes, *robot) {
            return Ok(Found::New(number));
        }
        let found = std::mem::take(&mut self.expander.candidates);
        if let Some(last) = found.iter().find(|c| c.solved) {
            let mut solved = Vec::new();
            self.after(&last.made, &mut solved);
            let number = self.positions.enter(&solved, last.made, budget)?;
            return Ok(Found::Solved(number.expect("it ends the search")));
        }
        self.plan_moves(&found, weight, budget)?;
        self.expander.candidates = found;
        Ok(Found::New(number))
    }

    fn plan_moves(
        &mut self,
        found: &[Candidate],
        weight: usize,
        budget: &Budget,
    ) -> Result<(), Limit> {
        let now = &self.expander.now;
        budget.take(size_of_val(found) / 2)?;
        let advised = advised(now, found);
        for (index, candidate) in found.iter().enumerate() {
            let weight = weight + usize::from(!advised.contains(&index));
            self.agenda.put(now.features, weight, candidate.made);
        }
        Ok(())
    }

    /// The pushes between a position and where the search began, in the order they are made.
    pub fn pushes(&mut self, number: u32) -> Vec<(Cell, usize)> {
        let mut moves = Vec::new();
        let mut made = self.positions.reached_by(number);
        while made.parent != u32::MAX {
            moves.push(made);
            made = self.positions.reached_by(made.parent);
        }
        let mut steps = Vec::new();
        for made in moves.iter().rev() {
            let cells = self.positions.get(made.parent);
            let (robot, boxes) = cells.split_last().expect("the robot is there");
            steps.extend(self.expander.steps_of(boxes, *robot, made));
        }
        if self.manner.way == Way::Back {
            let board = &self.level.board;
            let pushed =
                |&(at, direction): &(Cell, usize)| (board.next(at, direction), opposite(direction));
            return steps.iter().rev().map(pushed).collect();
        }
        steps
    }
}
