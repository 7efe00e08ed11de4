//! The moves of a position, and what becomes of its features by each.

use super::agenda::Move;
use super::barrier::Barriers;
use super::feature::{Features, Matching, Passages};
use super::plan::{Plan, ends_of, walls};
use super::route::{Routes, Stop};
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::bound::Way;
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
    /// Pushes or pulls.
    pub steps: u16,
    /// Everything is where it belongs then.
    pub solved: bool,
}

/// Makes the moves of positions.
pub struct Expander<'l, const W: usize> {
    level: &'l LevelTables,
    way: Way,
    is_end: Vec<bool>,
    pub plan: Plan,
    passages: Passages,
    matching: Matching,
    barriers: Barriers,
    routes: Routes,
    aside: Routes,
    corrals: Corrals,
    traps: Traps<W>,
    freeze: Freeze,
    reach: Reach,
    has_box: Vec<bool>,
    blocked: Vec<bool>,
    box_on: Vec<u16>,
    /// By cell, for the box that is looked at: 0 not asked, 1 frozen, 2 not.
    frozen: Vec<u8>,
    flags: Vec<bool>,
    /// Of the position looked at last.
    pub now: Merits,
    /// Its moves.
    pub candidates: Vec<Candidate>,
}

impl<'l, const W: usize> Expander<'l, W> {
    pub fn new(level: &'l LevelTables, way: Way, strict: bool) -> Self {
        let board = &level.board;
        let mut routes = Routes::new(board);
        let mut is_end = vec![false; board.len()];
        for &end in ends_of(board, way).0 {
            is_end[end as usize] = true;
        }
        Self {
            way,
            is_end,
            plan: Plan::new(level, &mut routes, way, strict),
            passages: Passages::new(board),
            matching: Matching::default(),
            barriers: Barriers::new(board),
            corrals: Corrals::new(level),
            traps: Traps::new(level, way),
            freeze: Freeze::new(level),
            reach: Reach::new(board),
            has_box: vec![false; board.len()],
            blocked: walls(board),
            box_on: vec![0; board.len()],
            frozen: vec![0; board.len()],
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
        self.reach.fill(&level.board, robot, &self.blocked);
        let scene = Scene {
            level,
            reach: &self.reach,
            boxes,
            blocked: &self.blocked,
            box_on: &self.box_on,
        };
        self.corrals.find_areas(&scene);
        for area in 0..self.corrals.areas() {
            let around = self.corrals.around(&scene, area);
            if around.len() > 2 && self.traps.is_dead(level, around, robot) {
                return false;
            }
        }
        let mut first = vec![[true; 4]; boxes.len()];
        if self.way == Way::Forth
            && let Some(pushes) = self.corrals.find(&scene)
        {
            first.fill([false; 4]);
            for &(index, direction) in pushes {
                first[index][direction] = true;
            }
        }
        let wall = level.board.wall();
        self.routes.start();
        self.routes.parts.make(&level.board, wall, &self.blocked);
        self.now = self.merits(boxes, usize::MAX, (wall, robot));
        for index in 0..boxes.len() {
            if first[index] != [false; 4] {
                self.moves_of(number, boxes, index, robot, first[index]);
            }
        }
        true
    }

    fn moves_of(
        &mut self,
        number: u32,
        boxes: &[Cell],
        index: usize,
        robot: Cell,
        first: [bool; 4],
    ) {
        let level = self.level;
        let at = boxes[index];
        self.lift(at, false);
        self.frozen.fill(0);
        let way = self.way;
        let Self {
            routes,
            freeze,
            has_box,
            frozen,
            blocked,
            ..
        } = self;
        routes.start();
        routes.add(&level.board, at, robot, blocked);
        routes.spread(&level.board, way, blocked, first, |to, robot| {
            if !level.single.live[to as usize]
                || !level.single.is_alive(level.single.spot(to, robot))
            {
                return false;
            }
            if way == Way::Back {
                frozen[to as usize] = 2;
            }
            if frozen[to as usize] == 0 {
                has_box[to as usize] = true;
                frozen[to as usize] = 2 - u8::from(freeze.is_dead(level, has_box, to));
                has_box[to as usize] = false;
            }
            let dead = |&other: &Cell| {
                other != at && level.pairs[way as usize].surplus(to, other, robot) == DEAD
            };
            frozen[to as usize] == 2 && !boxes.iter().any(dead)
        });
        for stop in 1..self.routes.stops().len() {
            self.candidate(number, boxes, index, stop);
        }
        self.lift(at, true);
    }

    fn candidate(&mut self, number: u32, boxes: &[Cell], index: usize, stop: usize) {
        let stop = self.routes.stops()[stop];
        self.lift(stop.at, true);
        let merits = self.merits(boxes, index, (stop.at, stop.robot));
        self.lift(stop.at, false);
        let rest = |(other, &at): (usize, &Cell)| other == index || self.is_end[at as usize];
        let home = self.way == Way::Forth
            || self.routes.parts.of(stop.at, self.level.board.robot) == stop.robot;
        self.candidates.push(Candidate {
            made: Move {
                parent: number,
                from: boxes[index],
                to: stop.at,
                robot: stop.robot,
            },
            merits,
            steps: stop.steps,
            solved: home && self.is_end[stop.at as usize] && boxes.iter().enumerate().all(rest),
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

    fn bars(&mut self) -> u8 {
        let goals = self.plan.open(&self.has_box);
        let (board, filled) = (&self.level.board, self.plan.filled());
        self.barriers
            .least(board, self.way, &goals, &self.has_box, filled)
    }

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
        self.routes.start();
        self.routes.add(board, made.from, robot, &self.blocked);
        self.routes
            .spread(board, self.way, &self.blocked, [true; 4], |_, _| true);
        let there = |stop: &Stop| stop.at == made.to && stop.robot == made.robot;
        let index = self.routes.stops().iter().position(there);
        index.map_or(Vec::new(), |index| self.routes.steps_to(index))
    }
}
