//! The moves of a position, and what becomes of its features by each.

use super::agenda::Move;
use super::barrier::Barriers;
use super::feature::{Features, Matching, Passages};
use super::plan::{Order, Plan, walls};
use super::route::{Routes, Stop};
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::bound::{Bound, Way};
use crate::games::warehouse::solve::corral::{Corrals, Scene};
use crate::games::warehouse::solve::freeze::Freeze;
use crate::games::warehouse::solve::level::LevelTables;
use crate::games::warehouse::solve::pairs::DEAD;
use crate::games::warehouse::solve::reach::Reach;
use crate::games::warehouse::solve::trap::Traps;

/// What advisors look at in a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Merits {
    pub features: Features,
    /// Cells that the robot gets to.
    pub reach: u16,
    /// Boxes in the way of the next one that the plan wants.
    pub barred: u8,
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub made: Move,
    pub merits: Merits,
    /// Pushes.
    pub steps: u16,
    /// Everything is where it belongs then.
    pub solved: bool,
}

/// Makes the moves of positions.
pub struct Expander<'l, const W: usize> {
    level: &'l LevelTables,
    plan: Plan,
    passages: Passages,
    matching: Matching,
    barriers: Barriers,
    routes: Routes,
    aside: Routes,
    corrals: Corrals,
    traps: Traps<W>,
    freeze: Freeze,
    bound: Bound,
    reach: Reach,
    has_box: Vec<bool>,
    blocked: Vec<bool>,
    box_on: Vec<u16>,
    /// By cell: whether the box that is looked at would be frozen there, if that was asked.
    frozen: Vec<Option<bool>>,
    flags: Vec<bool>,
    /// Of the position looked at last.
    pub now: Merits,
    /// Its moves.
    pub candidates: Vec<Candidate>,
}

impl<'l, const W: usize> Expander<'l, W> {
    pub fn new(level: &'l LevelTables, order: Order) -> Self {
        let board = &level.board;
        let mut routes = Routes::new(board);
        Self {
            plan: Plan::new(level, &mut routes, order),
            passages: Passages::new(board),
            matching: Matching::default(),
            barriers: Barriers::new(board),
            corrals: Corrals::new(level),
            traps: Traps::new(level, Way::Forth),
            freeze: Freeze::new(level),
            bound: Bound::new(level, Way::Forth),
            reach: Reach::new(board),
            has_box: vec![false; board.len()],
            blocked: walls(board),
            box_on: vec![0; board.len()],
            frozen: vec![None; board.len()],
            flags: Vec::new(),
            now: Merits::default(),
            candidates: Vec::new(),
            level,
            aside: routes.clone(),
            routes,
        }
    }

    /// The first cell that the robot gets to.
    pub fn first_cell(&mut self, boxes: &[Cell], robot: Cell) -> Cell {
        self.place(boxes);
        self.reach.fill(&self.level.board, robot, &self.blocked)
    }

    /// Finds the features of a position and its moves; false if it is dead.
    pub fn expand(&mut self, number: u32, boxes: &[Cell], robot: Cell) -> bool {
        let level = self.level;
        self.candidates.clear();
        self.place(boxes);
        if self.bound.of(level, boxes, robot).is_none() {
            return false;
        }
        self.reach.fill(&level.board, robot, &self.blocked);
        if self.is_trap(boxes, robot) {
            return false;
        }
        let first = self.first_pushes(boxes);
        let wall = level.board.wall();
        self.routes.start(&level.board, &self.blocked);
        self.now = self.merits(boxes, usize::MAX, (wall, robot));
        for (index, &first) in first.iter().enumerate() {
            if first != [false; 4] {
                self.moves_of((number, boxes, robot), index, first);
            }
        }
        true
    }

    /// Whether an area that the robot does not reach makes a deadlock.
    fn is_trap(&mut self, boxes: &[Cell], robot: Cell) -> bool {
        let scene = Scene {
            level: self.level,
            reach: &self.reach,
            boxes,
            blocked: &self.blocked,
            box_on: &self.box_on,
        };
        self.corrals.find_areas(&scene);
        (0..self.corrals.areas()).any(|area| {
            let around = self.corrals.around(&scene, area);
            around.len() > 2 && self.traps.is_dead(self.level, around, robot)
        })
    }

    /// The directions in which each box may be pushed first; the areas must have been found.
    fn first_pushes(&mut self, boxes: &[Cell]) -> Vec<[bool; 4]> {
        let scene = Scene {
            level: self.level,
            reach: &self.reach,
            boxes,
            blocked: &self.blocked,
            box_on: &self.box_on,
        };
        let Some(pushes) = self.corrals.find(&scene) else {
            return vec![[true; 4]; boxes.len()];
        };
        let mut first = vec![[false; 4]; boxes.len()];
        for &(index, direction) in pushes {
            first[index][direction] = true;
        }
        first
    }

    /// Adds the moves of one box of a position.
    fn moves_of(
        &mut self,
        (number, boxes, robot): (u32, &[Cell], Cell),
        index: usize,
        first: [bool; 4],
    ) {
        let (level, at) = (self.level, boxes[index]);
        self.lift(at, false);
        self.frozen.fill(None);
        let (routes, freeze, blocked) = (&mut self.routes, &mut self.freeze, &self.blocked);
        let (has_box, frozen) = (&mut self.has_box, &mut self.frozen);
        routes.start(&level.board, blocked);
        routes.add(at, robot);
        routes.spread(&level.board, Way::Forth, blocked, first, |to, robot| {
            let spot = level.single.spot(to, robot);
            let pair =
                |&other: &Cell| other != at && level.pairs[0].surplus(to, other, robot) == DEAD;
            let mut is_frozen = || {
                *frozen[to as usize].get_or_insert_with(|| {
                    has_box[to as usize] = true;
                    let dead = freeze.is_dead(level, has_box, to);
                    has_box[to as usize] = false;
                    dead
                })
            };
            level.single.is_alive(spot) && !boxes.iter().any(pair) && !is_frozen()
        });
        for stop in 1..self.routes.stops().len() {
            self.candidate(number, boxes, index, stop);
        }
        self.lift(at, true);
    }

    /// Adds the move of a box to a stop, unless the boxes cannot all be brought to goals then.
    fn candidate(&mut self, number: u32, boxes: &[Cell], index: usize, stop: usize) {
        let stop = self.routes.stops()[stop];
        let (level, bound) = (self.level, &mut self.bound);
        if bound
            .with(level, boxes, index, stop.at, stop.robot)
            .is_none()
        {
            return;
        }
        self.lift(stop.at, true);
        let merits = self.merits(boxes, index, (stop.at, stop.robot));
        self.lift(stop.at, false);
        let is_goal = &self.level.board.is_goal;
        let home_too = |(other, &at): (usize, &Cell)| other == index || is_goal[at as usize];
        self.candidates.push(Candidate {
            made: Move {
                parent: number,
                from: boxes[index],
                to: stop.at,
                robot: stop.robot,
            },
            merits,
            steps: stop.steps,
            solved: is_goal[stop.at as usize] && boxes.iter().enumerate().all(home_too),
        });
    }

    /// What is to be said of the position with box `index` on `to`, where `has_box` has it; on the
    /// wall: of the present position.
    fn merits(&mut self, boxes: &[Cell], index: usize, (to, robot): (Cell, Cell)) -> Merits {
        let packed = self.plan.look(&self.has_box);
        let moved = |(other, &at): (usize, &Cell)| if other == index { to } else { at };
        let now = || boxes.iter().enumerate().map(moved);
        let robot = self.routes.parts.of(to, robot);
        Merits {
            features: Features {
                packed: packed.min(255) as u8,
                astray: self.astray(now(), robot),
                parts: self.routes.parts.count(to).min(255) as u8,
                shut: self.passages.shut(now(), &mut self.flags),
            },
            reach: self.routes.parts.size(to, robot) as u16,
            barred: self.bars(),
        }
    }

    /// How many boxes find no goal that the plan has for them.
    fn astray(&mut self, boxes: impl Iterator<Item = Cell>, robot: Cell) -> u8 {
        let single = &self.level.single;
        let filled = self.plan.filled().to_vec();
        let (ends, open) = self.plan.ends(self.level, &mut self.aside, &self.has_box);
        let rest = boxes.filter(|at| !filled.contains(at));
        self.matching
            .left_over(rest.map(|at| ends[single.spot(at, robot) as usize] & open))
    }

    /// Boxes in the way of the next one.
    fn bars(&mut self) -> u8 {
        let goals = self.plan.open(&self.has_box);
        let (board, filled) = (&self.level.board, self.plan.filled());
        self.barriers.least(board, &goals, &self.has_box, filled)
    }

    /// Puts a box on a cell or takes it away.
    fn lift(&mut self, at: Cell, there: bool) {
        self.has_box[at as usize] = there;
        self.blocked[at as usize] = there;
    }

    fn place(&mut self, boxes: &[Cell]) {
        self.has_box.fill(false);
        self.blocked.fill(false);
        self.blocked[self.level.board.wall() as usize] = true;
        for (index, &at) in boxes.iter().enumerate() {
            self.lift(at, true);
            self.box_on[at as usize] = index as u16;
        }
    }

    /// The steps of a move from a position: the box's cell before each, and the direction.
    pub fn steps_of(&mut self, boxes: &[Cell], robot: Cell, made: &Move) -> Vec<(Cell, usize)> {
        let board = &self.level.board;
        self.place(boxes);
        self.lift(made.from, false);
        self.routes.start(board, &self.blocked);
        self.routes.add(made.from, robot);
        self.routes
            .spread(board, Way::Forth, &self.blocked, [true; 4], |_, _| true);
        let there = |stop: &Stop| stop.at == made.to && stop.robot == made.robot;
        let index = self.routes.stops().iter().position(there);
        index.map_or(Vec::new(), |index| self.routes.steps_to(index))
    }
}
