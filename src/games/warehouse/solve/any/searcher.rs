//! A search from the start in one manner.

use super::advice::advised;
use super::agenda::{Agenda, Move};
use super::expand::{Candidate, Expander};
use super::feature::Features;
use super::manner::{Manner, Prices, Taste};
use super::positions::Positions;
use crate::base::Limit;
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::level::LevelTables;
use crate::search::Budget;

/// A search under way.
pub struct Searcher<'l, const W: usize> {
    level: &'l LevelTables,
    taste: Taste,
    /// How many times as many moves it makes in its turn as others.
    pub share: u64,
    expander: Expander<'l, W>,
    positions: Positions,
    agenda: Agenda,
    /// Positions whose moves were looked for.
    pub expanded: u64,
    cells: Vec<Cell>,
}

/// What a move led to.
pub enum Found {
    /// The number of a position with every box on a goal.
    Solved(u32),
    /// Nothing yet.
    More,
    /// No move is left: there is no solution.
    Nothing,
}

impl<'l, const W: usize> Searcher<'l, W> {
    pub fn new(level: &'l LevelTables, manner: Manner) -> Self {
        Self {
            level,
            taste: manner.taste,
            share: manner.share,
            expander: Expander::new(level, manner.order),
            positions: Positions::new(level.board.boxes.len()),
            agenda: Agenda::default(),
            expanded: 0,
            cells: Vec::new(),
        }
    }

    /// How many positions are stored.
    pub fn positions(&self) -> u64 {
        self.positions.len() as u64
    }

    /// Enters the start, which must not be solved.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn begin(&mut self, budget: &Budget) -> Result<Found, Limit> {
        let board = &self.level.board;
        let robot = self.expander.first_cell(&board.boxes, board.robot);
        let cells: Vec<Cell> = board.boxes.iter().copied().chain([robot]).collect();
        self.visit(&cells, Move::start(robot), 0, budget)
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
            return Ok(Found::More);
        };
        self.expanded += 1;
        let (robot, boxes) = cells.split_last().expect("the robot is there");
        if !self.expander.expand(number, boxes, *robot) {
            return Ok(Found::More);
        }
        let found = std::mem::take(&mut self.expander.candidates);
        if let Some(last) = found.iter().find(|candidate| candidate.solved) {
            let mut solved = Vec::new();
            self.after(&last.made, &mut solved);
            let number = self.positions.enter(&solved, last.made, budget)?;
            return Ok(Found::Solved(number.expect("it ends the search")));
        }
        match self.taste {
            Taste::Fair => self.put_fairly(&found, weight, budget)?,
            Taste::Greedy(prices) => self.put_by_score(&found, &prices, budget)?,
        }
        self.expander.candidates = found;
        Ok(Found::More)
    }

    /// Moves weigh what the one before them weighs, and one more if no advisor speaks for them.
    fn put_fairly(
        &mut self,
        found: &[Candidate],
        weight: usize,
        budget: &Budget,
    ) -> Result<(), Limit> {
        let now = &self.expander.now;
        let advised = advised(now, found);
        for (index, candidate) in found.iter().enumerate() {
            let weight = weight + usize::from(!advised.contains(&index));
            self.agenda
                .put(now.features, weight, candidate.made, budget)?;
        }
        Ok(())
    }

    fn put_by_score(
        &mut self,
        found: &[Candidate],
        prices: &Prices,
        budget: &Budget,
    ) -> Result<(), Limit> {
        for candidate in found {
            let boxes = self.level.board.boxes.len();
            let merits = &candidate.merits;
            let moves = self.positions.depth(candidate.made.parent);
            let score = prices.score(boxes, &merits.features, merits.barred, moves);
            let mut kind = Features::default();
            if prices.by_packed {
                kind.packed = merits.features.packed;
            }
            self.agenda.put(kind, score, candidate.made, budget)?;
        }
        Ok(())
    }

    /// The pushes from the start to a position.
    pub fn pushes(&mut self, number: u32) -> Vec<(Cell, usize)> {
        let mut moves = Vec::new();
        let mut made = self.positions.reached_by(number);
        while !made.is_start() {
            moves.push(made);
            made = self.positions.reached_by(made.parent);
        }
        let mut pushes = Vec::new();
        for made in moves.iter().rev() {
            let cells = self.positions.get(made.parent);
            let (robot, boxes) = cells.split_last().expect("the robot is there");
            pushes.extend(self.expander.steps_of(boxes, *robot, made));
        }
        pushes
    }
}
